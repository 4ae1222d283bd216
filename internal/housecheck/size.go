package housecheck

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

// reason marks a size that was chosen on purpose. One word behind the colon is
// none.
func reason(text string) bool {
	return regexp.MustCompile(`(?m)^\s*// Long: \S+ \S+`).MatchString(text)
}

// sizes holds files and functions to their budgets.
func (h *house) sizes() {
	for _, f := range h.files {
		maxFile, maxFunc := MaxFile, MaxFunc
		if f.test {
			maxFile, maxFunc = MaxTestFile, MaxTestFunc
		}
		if f.lines > maxFile && !reason(f.text) {
			h.add(f.path, "%d lines, more than %d, and no line \"// Long: why\"", f.lines, maxFile)
		}
		for _, decl := range f.tree.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			lines := f.set.Position(fn.End()).Line - f.set.Position(fn.Pos()).Line + 1
			if lines > maxFunc && !reason(comment(f, fn.Doc)) {
				h.add(f.path, "%s has %d lines, more than %d, and no line \"// Long: why\" above it", fn.Name.Name, lines, maxFunc)
			}
		}
	}
}

// comment is a comment group as it stands in the file, with its slashes.
func comment(f file, group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	return f.text[f.set.Position(group.Pos()).Offset:f.set.Position(group.End()).Offset]
}

// vocabulary holds package pipeline itself, without its stages, to its budget.
func (h *house) vocabulary() {
	lines, names := 0, 0
	for _, f := range h.files {
		if f.dir != "pipeline" || f.test {
			continue
		}
		lines += codeLines(f)
		names += exported(f.tree)
	}
	if lines > MaxWords {
		h.add("pipeline", "%d lines of code, more than %d: move a noun out", lines, MaxWords)
	}
	if names > MaxNames {
		h.add("pipeline", "%d exported names, more than %d: move a noun out", names, MaxNames)
	}
}

// codeLines counts the lines that hold anything but a comment.
func codeLines(f file) int {
	n := 0
	for line := range strings.SplitSeq(f.text, "\n") {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "//") {
			n++
		}
	}
	return n
}

// commentLines counts the lines that hold a comment, also behind code.
func commentLines(f file) int {
	n := 0
	for _, group := range f.tree.Comments {
		for _, c := range group.List {
			n += f.set.Position(c.End()).Line - f.set.Position(c.Pos()).Line + 1
		}
	}
	return n
}

// exported counts the exported names of the package block. The names of one
// const block are one enumeration and count once; so are those of one var
// block, which are the errors of one noun. Methods belong to their type.
func exported(tree *ast.File) int {
	n := 0
	for _, decl := range tree.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				n++
			}
		case *ast.GenDecl:
			n += exportedIn(d)
		}
	}
	return n
}

func exportedIn(d *ast.GenDecl) int {
	n := 0
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				n++
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() {
					n++
				}
			}
		}
	}
	if n > 1 && (d.Tok == token.CONST || d.Tok == token.VAR) {
		return 1
	}
	return n
}
