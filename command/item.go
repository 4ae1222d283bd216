package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// The items of a loop over words are as a rule values that its variable may
// have, and each command is judged for all of them. Where the body puts further
// variables together from it that multiplies, though they go together:
//
//	for os in linux windows; do for arch in amd64 arm64; do
//	  out=app-$os-$arch; [ "$os" = windows ] && out=$out.exe; ...
//
// There the body is judged for each item on its own.

// maxItems bounds the items of such a loop, and maxApart the simple commands
// that are judged for all items of all such loops.
const (
	maxItems = 16
	maxApart = 480
)

// separately reports whether the body of a loop is judged for each item on its own.
func (r *run) separately(items []field, c *syntax.ForClause) bool {
	if len(items) < 2 || len(items) > maxItems || c.Select || r.muted > 0 || slices.ContainsFunc(items, func(f field) bool { return !f.exact() || f.many }) {
		return false
	}
	combines, calls := false, 0
	for _, s := range c.Do {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				calls++
				combines = combines || len(n.Args) == 0 && len(n.Assigns) > 0
			case *syntax.ForClause:
				combines = true
			case *syntax.FuncDecl:
				calls += maxApart // which one is called later must not depend on it
			case *syntax.DeclClause:
				combines = true
			}
			return calls <= maxApart
		})
	}
	if !combines || r.apart+calls*len(items) > maxApart {
		return false
	}
	r.apart += calls * len(items)
	return true
}

// eachItem judges a turn of a loop for each of its items. All of them begin with
// what any turn may find.
func (r *run) eachItem(sc *scope, name string, items []field, do []*syntax.Stmt) {
	var result *scope
	for _, f := range items {
		one := sc.fork()
		one.set(name, single(f.asValue()))
		r.stmts(one, do)
		one.settle()
		if result == nil {
			result = one
		} else {
			result.join(one)
		}
	}
	*sc = *result
}

// argFields are the positional parameters as words, as in for x without a list.
func argFields(sc *scope) []field {
	if !sc.argsOK {
		return []field{{dynamic: true, many: true}}
	}
	out := make([]field, 0, len(sc.args))
	for _, v := range sc.args {
		out = append(out, field{text: v.text, pattern: v.kind == valuePattern, dynamic: v.kind == valueDynamic, many: v.several, hollow: v.hollow && v.several, named: v.named})
	}
	return out
}

// iterated is what a loop variable may hold.
func iterated(items []field, chosen bool) variable {
	v := variable{}
	for _, f := range items {
		if f.dynamic {
			return single(value{})
		}
		v.alts = append(v.alts, f.asValue())
	}
	if chosen {
		v.alts = append(v.alts, text(""))
	}
	if len(v.alts) == 0 {
		return single(text(""))
	}
	if len(v.alts) > maxAlts {
		return single(value{})
	}
	return v
}

// mayStart reports whether a variable stands in command position somewhere, so
// that what a body changes depends on its values.
func mayStart(do []*syntax.Stmt, name string) bool {
	found := false
	for _, s := range do {
		syntax.Walk(s, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == "" {
				syntax.Walk(call.Args[0], func(n syntax.Node) bool {
					if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
						found = found || p.Param.Value == name
					}
					return !found
				})
			}
			return !found
		})
	}
	return found
}
