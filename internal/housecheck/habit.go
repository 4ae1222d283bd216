package housecheck

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// habits finds what this house does not do: global set-up, half-done work,
// tests that do not run, and tests that guess how long something takes. The
// marks of unfinished work are put together from halves, so that this file does
// not hold them.
func (h *house) habits() {
	unfinished := regexp.MustCompile(`//.*\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`)
	for _, f := range h.files {
		if unfinished.MatchString(f.text) {
			h.add(f.path, "holds unfinished work; finish it or write an issue")
		}
		for _, decl := range f.tree.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Recv == nil && fn.Name.Name == "init" {
				h.add(f.path, "has an init function; wire by hand in cmd/worker")
			}
		}
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				h.call(f, call)
			}
			return true
		})
	}
}

// call looks at one call by how it is written; a package that was imported
// under another name is not recognized.
func (h *house) call(f file, call *ast.CallExpr) {
	if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "panic" && !f.test && !testSupport(f.dir) {
		h.add(f.path, "panics; return an error")
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	from, _ := sel.X.(*ast.Ident)
	if from == nil {
		return
	}
	switch name := from.Name + "." + sel.Sel.Name; {
	case slices.Contains([]string{"t.Skip", "t.Skipf", "t.SkipNow", "b.Skip", "f.Skip"}, name):
		h.add(f.path, "skips a test; make it run or delete it")
	case name == "time.Sleep" && f.test:
		h.add(f.path, "sleeps in a test; wait for what you wait for")
	}
}

// tested asks for tests beside every package that holds code. Support for tests
// is proven by those who use it.
func (h *house) tested() {
	code, tests := map[string]bool{}, map[string]bool{}
	for _, f := range h.files {
		if f.test {
			tests[f.dir] = true
		} else if !testSupport(f.dir) && declares(f.tree) {
			code[f.dir] = true
		}
	}
	for dir := range code {
		if !tests[dir] {
			h.add(dir, "has no test")
		}
	}
}

// declares reports whether a file has a function; a vocabulary of constants
// needs no test.
func declares(tree *ast.File) bool {
	return slices.ContainsFunc(tree.Decls, func(d ast.Decl) bool {
		_, ok := d.(*ast.FuncDecl)
		return ok
	})
}

// families asks every member of a family of plug-ins to run the family's suite,
// wherever a constructor New makes one. By the text alone: that a suite is
// called with every constructor is for the member's own tests.
func (h *house) families() {
	for _, family := range []string{"actuators", "gates", "skills"} {
		suite := strings.TrimSuffix(family, "s") + "test.Run"
		members, proven := map[string]bool{}, map[string]bool{}
		for _, f := range h.files {
			if !strings.HasPrefix(f.dir, family+"/") || testSupport(f.dir) {
				continue
			}
			if f.test {
				proven[f.dir] = proven[f.dir] || strings.Contains(f.text, suite)
			} else if contract(f) {
				members[f.dir] = true
			}
		}
		for dir := range members {
			if !proven[dir] {
				h.add(dir, "never calls %s", suite)
			}
		}
	}
}

// contract reports whether a file says that it meets one of the contracts, as
// in: var _ pipeline.Gate = (*Gate)(nil).
func contract(f file) bool {
	return regexp.MustCompile(`(?m)^\s*(var )?_ +pipeline\.(Gate|Skill|Actuator)\s+=`).MatchString(f.text)
}
