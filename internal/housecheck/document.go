package housecheck

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// documents reads every Markdown file: it names functions, never lines, and
// what it links to inside this tree exists.
func (h *house) documents() error {
	line := regexp.MustCompile(`\.go:[0-9]+`)
	link := regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)]*)?\)`)
	return filepath.WalkDir(h.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != h.root && skipped(path, d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".md") {
			return nil
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(h.root, path)
		if err != nil {
			return err
		}
		if at := line.Find(body); at != nil {
			h.add(rel, "points to a line (%s); name the function", at)
		}
		for _, m := range link.FindAllSubmatch(body, -1) {
			target := filepath.Join(filepath.Dir(path), string(m[1]))
			if _, err := os.Stat(target); err != nil {
				h.add(rel, "links to %s, which does not exist", m[1])
			}
		}
		return nil
	})
}

// dependencies compares the modules that the code imports with the lines of
// docs/DEPENDENCIES.md: each needs its argument, and no argument outlives its
// module. Tests count as code here: what only they import is a dependency as
// well.
func (h *house) dependencies() error {
	const list = "docs/DEPENDENCIES.md"
	mod, err := os.ReadFile(filepath.Join(h.root, "go.mod"))
	if err != nil {
		return err
	}
	argued, err := os.ReadFile(filepath.Join(h.root, filepath.FromSlash(list)))
	if err != nil {
		return fmt.Errorf("every dependency needs a line in it: %w", err)
	}
	required := required(string(mod))
	used := map[string]bool{}
	for _, f := range h.files {
		for _, spec := range f.tree.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				used[moduleOf(path, required)] = true
			}
		}
	}
	for module := range used {
		if module != "" && !strings.Contains(string(argued), "`"+module+"`") {
			h.add(list, "has no line for %s", module)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^` ]+)`").FindAllSubmatch(argued, -1) {
		if !used[string(m[1])] {
			h.add(list, "argues for %s, which no code imports", m[1])
		}
	}
	return nil
}

// required lists the modules of a go.mod. Indirect ones are among them, so that
// an import of one is found to need its line.
func required(mod string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^\s*(?:require )?([a-z0-9.\-]+\.[a-z]+/\S+) v\S+`).FindAllStringSubmatch(mod, -1) {
		out = append(out, m[1])
	}
	return out
}

// moduleOf is the module that an import path belongs to: the longest that is a
// prefix of it, or none for the standard library and ourselves.
//
// The longest, since a module may lie within another's path, as those of a new
// major version do.
func moduleOf(path string, modules []string) string {
	best := ""
	for _, m := range modules {
		if (path == m || strings.HasPrefix(path, m+"/")) && len(m) > len(best) {
			best = m
		}
	}
	return best
}

// Share is how much of a package's source, tests left out, is comment.
//
// Blank lines count nowhere. Code of tests is counted apart and its comments
// not at all.
type Share struct {
	Dir      string
	Code     int
	Comments int
	Tests    int
}

// Percent is the share of lines with a comment; a comment behind code makes
// its line count on both sides.
func (s Share) Percent() float64 {
	if s.Code+s.Comments == 0 {
		return 0
	}
	return 100 * float64(s.Comments) / float64(s.Code+s.Comments)
}

// Shares measures every package, sorted by folder, with the whole tree last
// under the folder "all".
func Shares(root string) ([]Share, error) {
	h := &house{root: root}
	if err := h.read(); err != nil {
		return nil, err
	}
	byDir := map[string]*Share{}
	all := Share{Dir: "all"}
	for _, f := range h.files {
		s := byDir[f.dir]
		if s == nil {
			s = &Share{Dir: f.dir}
			byDir[f.dir] = s
		}
		code := codeLines(f)
		if f.test {
			s.Tests += code
			all.Tests += code
			continue
		}
		comments := commentLines(f)
		s.Code, s.Comments = s.Code+code, s.Comments+comments
		all.Code, all.Comments = all.Code+code, all.Comments+comments
	}
	var out []Share
	for _, s := range byDir {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Share) int { return strings.Compare(a.Dir, b.Dir) })
	return append(out, all), nil
}
