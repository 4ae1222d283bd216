package command

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Most programs that walk through a folder leave symbolic links alone. Some read what
// they lead to (grep -R, cp -rL, zip -r), and a copy of a folder has its links again: what
// lies in the folder now decides what such a command touches.

// linker is a file system that can tell which links lie below a folder.
type linker interface {
	// LinksBelow are the symbolic links below a folder. It follows none, looks at no more
	// names than most, and says at how many. False: that was not enough.
	LinksBelow(dir string, most int) (links []string, looked int, ok bool)
}

// maxTreeLinks bounds the links of one folder that are followed.
const maxTreeLinks = 1024

// walks notes what the program does at links.
func (v *visit) walks(links catalogue.Links) {
	switch links {
	case catalogue.LinksFollow:
		v.follows = true
	case catalogue.LinksKeep:
		v.follows = false
	case catalogue.LinksUnsaid:
	}
}

// followsLinks states what the folders read since an effect lead to by the links in them.
// Where words name folders, the one at hand, which an entry states as well, is not walked.
func (v *visit) followsLinks(from int) {
	own := func(e pipeline.Effect) bool { return e.Span == v.fields[0].span }
	named := slices.ContainsFunc(v.r.effects[from:], func(e pipeline.Effect) bool { return e.Kind == pipeline.KindRead && !own(e) })
	for _, e := range slices.Clone(v.r.effects[from:]) {
		if e.Kind != pipeline.KindRead || e.Mark == catalogue.MarkMetadata || named && own(e) || !path.IsAbs(e.Object) {
			continue
		}
		dir, pattern := e.Object, ""
		if at := strings.IndexAny(dir, globChars); at >= 0 {
			dir, pattern = folderOf(dir[:at]+"x"), dir
		}
		if v.r.w.Paths.IsDir(dir) {
			v.r.followsBelow(e, dir, pattern)
		}
	}
}

// followsBelow states an effect for every place that the links below a folder lead to, or
// below those folders in it that a pattern stands for, and goes on in places of the workspace.
func (r *run) followsBelow(e pipeline.Effect, dir, pattern string) {
	seen, todo := map[string]bool{dir: true}, []string{dir}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		links, ok := r.linksBelow(at)
		if !ok {
			r.unknown("read "+at+" with what its links lead to: there are too many files to look", e.By, e.Span)
			return
		}
		for _, link := range links {
			to := r.w.Paths.Resolve(link)
			if seen[to] || mayTouch(at, true, to) || !r.spend(16) || at == dir && pattern != "" && !fitsAbove(segments(pattern), segments(link)) {
				continue
			}
			if seen[to] = true; r.w.Paths.IsDir(to) && !r.elsewhere(to) {
				todo = append(todo, to)
			}
			e.Object, e.Certain = to, false
			r.emit(e)
		}
	}
}

// fitsAbove reports whether a pattern may stand for a folder above a path.
func fitsAbove(pattern, names []string) bool {
	switch {
	case len(names) == 0:
		return false
	case len(pattern) == 0:
		return true
	case pattern[0] == "**":
		return fitsAbove(pattern[1:], names) || fitsAbove(pattern, names[1:])
	}
	return fitsSegment(pattern[0], names[0]) && fitsAbove(pattern[1:], names[1:])
}

// linksBelow asks the file system for the links below a folder, within what one analysis may
// look at.
func (r *run) linksBelow(dir string) (links []string, ok bool) {
	m, _ := r.w.Paths.(*memo)
	if m == nil || !r.spend(16) {
		return nil, true
	}
	files, tells := m.of.(linker)
	if !tells {
		return nil, true
	}
	links, looked, ok := files.LinksBelow(dir, maxLooked-r.looked)
	r.looked += looked
	r.spend(looked / 4)
	return links, ok
}

// LinksBelow asks the file system.
func (osPaths) LinksBelow(dir string, most int) (links []string, looked int, ok bool) {
	left, todo := most, []string{dir}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		folder, err := os.Open(at)
		if err != nil {
			continue // the program can list no more than we
		}
		for err == nil {
			var found []fs.DirEntry
			found, err = folder.ReadDir(256)
			left -= len(found)
			for _, f := range found {
				switch {
				case f.Type()&fs.ModeSymlink != 0:
					links = append(links, path.Join(at, f.Name()))
				case f.IsDir():
					todo = append(todo, path.Join(at, f.Name()))
				}
			}
			if left < 0 || len(links) > maxTreeLinks {
				err = fs.ErrInvalid
			}
		}
		_ = folder.Close() // it was only read
		if !errors.Is(err, io.EOF) {
			return nil, most - max(left, 0), false
		}
	}
	slices.Sort(links)
	return links, most - left, true
}

// LinksBelow looks through the links that are given.
func (f Fixed) LinksBelow(dir string, most int) (links []string, looked int, ok bool) {
	for at := range f.Links {
		if strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/") {
			links = append(links, at)
		}
	}
	slices.Sort(links)
	return links, len(f.Links), len(f.Links) <= most
}
