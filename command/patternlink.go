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

// A pattern goes through links: the shell lists what lies behind link/ for */x, and a
// program opens what link is for link*. So a pattern below the workspace may stand for
// files of the whole machine, and what is there now decides.

// passer is a file system that can tell through which links a pattern leads.
type passer interface {
	// Passed are the places that an absolute pattern stands for behind links, each a
	// path or a pattern with what is left of it; with last, those behind a link that
	// the whole pattern names, too. It looks at no more names than most, and says at
	// how many. False: that was not enough.
	Passed(pattern string, last bool, most int) (places []string, looked int, ok bool)
}

const (
	maxPassed = 64    // links that one pattern leads through
	maxChain  = 8     // links one behind the other
	maxLooked = 16384 // names that one analysis looks at for links
)

// walked leaves out the folders that a program has walked through, as none of them is a
// link. What it has found there may be one.
//
//nolint:gochecknoglobals // made once
var walked = strings.NewReplacer("/*/**/", "/", "/**/", "/")

// patternLinks states an effect for every place out of its own folder that a pattern
// leads to. What a program finds by walking and then only reads is left out: walks follow no
// links, and files of secrets are known by their names. A file system that cannot tell
// says nothing.
func (r *run) patternLinks(e pipeline.Effect, f field) {
	slash := strings.HasSuffix(f.text, "/") || strings.HasSuffix(f.text, "/.")
	last := slash || e.Kind != pipeline.KindDelete && e.Mark != catalogue.MarkMetadata
	if !last && !special(folderOf(e.Object)) || e.Kind == pipeline.KindRead && !f.listed && !slash {
		return
	}
	asked := e.Object
	if f.listed {
		asked = strings.ReplaceAll(asked, "**", "*") // as most shells take it
	} else {
		asked = walked.Replace(asked + "/")
		asked = asked[:len(asked)-1]
	}
	places, ok := r.behindLinks(asked, last)
	if f.beyond && ok {
		var more []string
		more, ok = r.behindLinks(strings.TrimSuffix(strings.ReplaceAll(e.Object+"/", "/**/", "/*/"), "/"), last)
		places = append(places, more...)
	}
	if !ok {
		r.unknown(e.Kind.String()+" "+f.text+", which may lead through links: there are too many files to look", e.By, e.Span)
		return
	}
	folders := slash || e.Mark == catalogue.MarkRecursive || e.Kind == pipeline.KindCode || f.listed && (e.Mark != "" || e.Kind != pipeline.KindRead && e.By != "redirect") // are opened as such
	for _, p := range places {
		if e.Object = p; r.spend(16) && (folders || !r.w.Paths.IsDir(p)) {
			r.emit(e)
		}
	}
}

// behindLinks asks the file system for the places behind links, within what one analysis may
// look at.
func (r *run) behindLinks(pattern string, last bool) (places []string, ok bool) {
	m, _ := r.w.Paths.(*memo)
	if m == nil || !r.spend(16) {
		return nil, true
	}
	files, tells := m.of.(passer)
	if !tells {
		return nil, true
	}
	places, looked, ok := files.Passed(pattern, last, maxLooked-r.looked)
	r.looked += looked
	r.spend(looked / 4)
	return places, ok
}

// leadsAway is a place out of the workspace that a path leads to through a link.
func (r *run) leadsAway(sc *scope, f field) string {
	if !f.pattern {
		if real := r.placeAway(sc, f.text); real != "" || !r.linked {
			return real
		}
		return "where a link leads that was just made"
	}
	for _, dir := range sc.dirs {
		at := f.text
		if !strings.HasPrefix(at, "/") {
			at = path.Join(escapePattern(dir), at)
		}
		places, ok := r.behindLinks(at, true)
		if !ok {
			return "behind links that are too many to look at"
		}
		if i := slices.IndexFunc(places, r.elsewhere); i >= 0 {
			return places[i]
		}
	}
	return ""
}

// fitsSegment reports whether a name may be what a part of a pattern stands for. A name that
// begins with a dot is one of them: the shell may have been told so.
func fitsSegment(part, name string) bool {
	if strings.ContainsAny(part, "({") || strings.Contains(part, "[!") || strings.Contains(part, "[[") { // other meanings than in path.Match
		return true
	}
	fits, err := path.Match(part, name)
	return err != nil || fits
}

// segments are the parts of an absolute pattern.
func segments(pattern string) []string { return strings.Split(strings.TrimPrefix(pattern, "/"), "/") }

// Passed asks the file system.
func (osPaths) Passed(pattern string, last bool, most int) (places []string, looked int, ok bool) {
	left := most
	seen := map[string]bool{}
	todo := []string{pattern}
	for depth := 0; len(todo) > 0; depth++ {
		var next []string
		for _, p := range todo {
			found, ok := passedOnce(p, last, &left)
			if !ok || depth >= maxChain || len(seen)+len(found) > maxPassed {
				return nil, most - max(left, 0), false
			}
			for _, place := range found {
				if !seen[place] {
					seen[place] = true
					places = append(places, place)
					if special(place) {
						next = append(next, place)
					}
				}
			}
		}
		todo = next
	}
	return places, most - left, true
}

// passedOnce is what lies behind the first link on each way.
func passedOnce(pattern string, last bool, left *int) (places []string, ok bool) {
	parts := segments(pattern)
	dirs := []string{"/"}
	for i, part := range parts {
		end := i == len(parts)-1
		if end && !last {
			break
		}
		var below []string
		for _, dir := range dirs {
			entries, ok := fitting(dir, part, left)
			if !ok {
				return nil, false
			}
			for _, e := range entries {
				at := path.Join(dir, e.name)
				switch {
				case e.kind&fs.ModeSymlink != 0:
					if real, err := realPlace(at); err == nil {
						places = append(places, behind(real, parts[i+1:], last, osPaths{}.Resolve))
					}
				case e.kind.IsDir() && !end:
					below = append(below, at)
				}
			}
		}
		dirs = below
	}
	return places, true
}

// realPlace is where a link leads; a link that leads nowhere has no place.
func realPlace(link string) (string, error) {
	real := osPaths{}.Resolve(link)
	_, err := os.Lstat(real)
	return real, err
}

// behind is the rest of a pattern below a folder: itself a pattern if the rest is, and a path
// without links if not, but for the last part where that is not followed.
func behind(real string, rest []string, last bool, resolve func(string) string) string {
	tail := strings.Join(rest, "/")
	switch {
	case special(tail):
		return path.Join(escapePattern(real), tail)
	case last || tail == "":
		return resolve(path.Join(real, tail))
	}
	at := path.Join(real, tail)
	return path.Join(resolve(path.Dir(at)), path.Base(at))
}

// entry is what stands in a folder.
type entry struct {
	name string
	kind fs.FileMode
}

// fitting are the entries of a folder that a part of a pattern stands for.
func fitting(dir, part string, left *int) (entries []entry, ok bool) {
	if !special(part) {
		st, err := os.Lstat(path.Join(dir, part))
		if err != nil {
			return nil, true
		}
		return []entry{{part, st.Mode().Type()}}, true
	}
	folder, err := os.Open(dir)
	if err != nil {
		return nil, true // the shell can list no more than we
	}
	defer func() { _ = folder.Close() }() // it was only read
	for {
		found, err := folder.ReadDir(256)
		if *left -= len(found); *left < 0 {
			return nil, false
		}
		for _, e := range found {
			if fitsSegment(part, e.Name()) {
				entries = append(entries, entry{e.Name(), e.Type()})
			}
		}
		if err != nil {
			return entries, errors.Is(err, io.EOF)
		}
	}
}

// Passed looks through the links that are given.
func (f Fixed) Passed(pattern string, last bool, most int) (places []string, looked int, ok bool) {
	if len(f.Links) == 0 {
		return nil, 0, true
	}
	todo := []string{pattern}
	for range maxChain {
		var next []string
		for _, p := range todo {
			parts := segments(p)
			for at := range f.Links {
				names := strings.Split(at[1:], "/")
				if len(names) > len(parts) || len(names) == len(parts) && !last || !allFit(parts, names) {
					continue
				}
				place := behind(f.Resolve(at), parts[len(names):], last, f.Resolve)
				if !slices.Contains(places, place) {
					places = append(places, place)
					next = append(next, place)
				}
			}
		}
		todo = next
	}
	slices.Sort(places)
	looked = len(f.Links)
	return places, looked, looked <= most && len(todo) == 0 && len(places) <= maxPassed
}

// allFit reports whether names may be what the first parts of a pattern stand for.
func allFit(parts, names []string) bool {
	for i, name := range names {
		if !fitsSegment(parts[i], name) {
			return false
		}
	}
	return true
}
