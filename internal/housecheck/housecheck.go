// Package housecheck holds the rules of this house that a linter cannot say:
// how large a file, a function and the vocabulary may grow, which floor may
// import which, that every package is tested and every dependency argued for,
// and that the documentation names functions instead of lines.
//
// The package reads a tree and returns what is wrong with it; its own test runs
// it over this repository, so that `go test ./...` is enough to keep the house.
// A rule can be left for a good reason, which has to stand in the code:
//
//	// Long: a table of every syntax node; splitting it would hide a missing one.
//
// above a function that is longer than MaxFunc, or anywhere in a file that is
// longer than MaxFile.
package housecheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The budgets, in lines.
const (
	MaxFile     = 400
	MaxTestFile = 600
	MaxFunc     = 60
	MaxTestFunc = 120
	// MaxWords and MaxNames bound package pipeline: above, nobody holds the
	// vocabulary in mind. Words are lines of code, without comments and blanks;
	// the members of one enumeration count as one name.
	MaxWords = 900
	MaxNames = 75
)

// Problem is one broken rule.
type Problem struct {
	Where string // file or package, relative to the root
	What  string
}

// String is "where: what".
func (p Problem) String() string { return p.Where + ": " + p.What }

// file is one parsed Go file.
type file struct {
	path  string // relative to the root, with slashes
	dir   string
	test  bool
	lines int
	text  string
	set   *token.FileSet
	tree  *ast.File
}

// house is what was read of a tree.
type house struct {
	root     string
	module   string
	files    []file
	problems []Problem
}

// add notes a broken rule; looking goes on, so that all are told at once.
func (h *house) add(where, format string, args ...any) {
	h.problems = append(h.problems, Problem{where, fmt.Sprintf(format, args...)})
}

// Check reads the tree at root, which must hold a go.mod, and returns every
// broken rule, sorted. An error means that the tree could not be read.
func Check(root string) ([]Problem, error) {
	h := &house{root: root}
	if err := h.read(); err != nil {
		return nil, err
	}
	if err := h.dependencies(); err != nil {
		return nil, err
	}
	if err := h.documents(); err != nil {
		return nil, err
	}
	h.sizes()
	h.vocabulary()
	h.layers()
	h.habits()
	h.tested()
	h.families()
	slices.SortFunc(h.problems, func(a, b Problem) int { return strings.Compare(a.String(), b.String()) })
	return h.problems, nil
}

// read parses every Go file of the module whose go.mod lies at the root.
func (h *house) read() error {
	mod, err := os.ReadFile(filepath.Join(h.root, "go.mod"))
	if err != nil {
		return err
	}
	match := regexp.MustCompile(`(?m)^module (\S+)$`).FindSubmatch(mod)
	if match == nil {
		return fmt.Errorf("%s/go.mod names no module", h.root)
	}
	h.module = string(match[1])
	return filepath.WalkDir(h.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != h.root && skipped(path, d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		return h.parse(path)
	})
}

// skipped leaves out what is not ours to judge: data, hidden folders, foreign
// code, and folders that are modules of their own.
func skipped(path, name string) bool {
	if name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

// parse reads one file. What a generator has written is left out: nobody edits
// it, and its marker is the one that the go command knows ("Code generated … DO
// NOT EDIT.").
func (h *house) parse(path string) error {
	body, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, path, body, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(tree) {
		return nil
	}
	rel, err := filepath.Rel(h.root, path)
	if err != nil {
		return err
	}
	rel = filepath.ToSlash(rel)
	dir, _ := cutLast(rel)
	h.files = append(h.files, file{
		path: rel, dir: dir, test: strings.HasSuffix(rel, "_test.go"),
		lines: strings.Count(string(body), "\n"), text: string(body), set: set, tree: tree,
	})
	return nil
}

// cutLast splits a path at its last slash.
func cutLast(path string) (dir, base string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ".", path
	}
	return path[:i], path[i+1:]
}
