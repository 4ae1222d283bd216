package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// changes lists the variables that statements may set, and says whether they
// may change the folder of the shell that runs them. "*" stands for all, and a
// + before a name says that only a number is put in.
func (r *run) changes(sc *scope, list []*syntax.Stmt, depth int) (names []string, moves bool) {
	if depth > 4 || r.over {
		return []string{"*"}, true
	}
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			if r.walked++; r.walked%8 == 0 && !r.spend(1) {
				return false
			}
			switch n := n.(type) {
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
				return false
			case *syntax.Assign:
				switch {
				case n.Name == nil:
					names = append(names, "*")
				case counts(n):
					names = append(names, "+"+n.Name.Value)
				default:
					names = append(names, n.Name.Value)
				}
			case *syntax.WordIter:
				names = append(names, n.Name.Value)
			case *syntax.ParamExp:
				if n.Exp != nil && n.Param != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
					names = append(names, n.Param.Value)
				}
			case *syntax.BinaryArithm:
				for _, name := range arithName(n.X) {
					names = append(names, "+"+name)
				}
			case *syntax.UnaryArithm:
				for _, name := range arithName(n.X) {
					names = append(names, "+"+name)
				}
			case *syntax.CallExpr:
				more, also := r.callChanges(sc, n, depth)
				names, moves = append(names, more...), moves || also
			}
			return true
		})
	}
	return names, moves
}

// counts reports whether an assignment is x=$((...)).
func counts(a *syntax.Assign) bool {
	if a.Naked || a.Append || a.Index != nil || a.Array != nil || a.Value == nil || len(a.Value.Parts) != 1 {
		return false
	}
	_, ok := a.Value.Parts[0].(*syntax.ArithmExp)
	return ok
}

func (r *run) callChanges(sc *scope, n *syntax.CallExpr, depth int) (names []string, moves bool) {
	if len(n.Args) == 0 {
		return nil, false
	}
	name := n.Args[0].Lit()
	switch name {
	case "cd", "pushd", "popd":
		return nil, true
	case "eval", "source", ".", "builtin", "command", "unset", "":
		return []string{"*"}, true
	case "read", "mapfile", "readarray", "getopts", "printf", "shift", "set":
		for _, w := range n.Args[1:] {
			if lit := w.Lit(); validName(lit) {
				names = append(names, lit)
			}
		}
		return append(names, "REPLY"), false
	}
	if body := sc.funcs[name]; body != nil {
		return r.changes(sc, []*syntax.Stmt{body}, depth+1)
	}
	return nil, false
}

func arithName(x syntax.ArithmExpr) []string {
	if w, ok := x.(*syntax.Word); ok {
		if lit := w.Lit(); validName(lit) {
			return []string{lit}
		}
	}
	return nil
}

// function notes a definition. Its body counts when it is called, except for
// names that bash calls by itself.
func (r *run) function(sc *scope, f *syntax.FuncDecl) {
	if f.Name == nil || len(f.Names) > 0 {
		r.unhandled(f)
		return
	}
	name := f.Name.Value
	if !compound(f.Body) {
		// bash refuses such a body; dash ends it at the first | where the
		// parser does not.
		r.unhandled(f)
		r.stmt(sc.fork(), f.Body)
	}
	if forksItself(name, f.Body) {
		r.bomb("function "+name+" multiplies itself", f)
	}
	sc.define(name, f.Body, true)
	if name == "command_not_found_handle" {
		r.stmt(sc.fork(), f.Body)
	}
}

// compound reports whether a statement is what POSIX allows as the body of a
// function: a compound command, perhaps with redirections.
func compound(s *syntax.Stmt) bool {
	if s == nil || s.Background || s.Negated {
		return false
	}
	switch s.Cmd.(type) {
	case *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.ArithmCmd, *syntax.TestClause:
		return true
	}
	return false
}

// invoke judges the body of a function that is called.
func (r *run) invoke(sc *scope, name string, args []field) {
	for _, c := range r.calling {
		if c == name {
			r.circle(sc, name)
			sc.dirs = nil // what a recursion leaves behind is not followed
			return
		}
	}
	if !r.enter() {
		return
	}
	defer r.leave()
	r.calling = append(r.calling, name)
	defer func() { r.calling = r.calling[:len(r.calling)-1] }()
	oldArgs, oldOK, top := sc.args, sc.argsOK, sc.top
	sc.args, sc.argsOK = positional(args)
	sc.top = false
	r.stmt(sc, sc.funcs[name])
	sc.args, sc.argsOK, sc.top = oldArgs, oldOK, top
}

// positional turns words into positional parameters; false when a word may
// become several, so that their numbers are not known.
func positional(args []field) ([]value, bool) {
	out := make([]value, 0, len(args))
	for _, f := range args {
		if f.many {
			return nil, false
		}
		out = append(out, f.asValue())
	}
	return out, true
}

// declare judges export, declare, local, readonly, typeset and nameref.
func (r *run) declare(sc *scope, d *syntax.DeclClause) {
	exports := d.Variant.Value == "export"
	ref, functions, integer := d.Variant.Value == "nameref", false, false
	for _, a := range d.Args {
		switch {
		case a.Naked && a.Name == nil: // an option or a word to be expanded
			for _, f := range r.fields(sc, []*syntax.Word{a.Value}) {
				switch {
				case !f.exact():
					r.unknown("declaration of "+r.source(a), d.Variant.Value, r.spanOf(a))
				case strings.HasPrefix(f.text, "-"):
					exports = exports || strings.Contains(f.text, "x")
					ref = ref || strings.Contains(f.text, "n") && d.Variant.Value != "export"
					functions = functions || strings.Contains(f.text, "f")
					integer = integer || strings.Contains(f.text, "i")
				default:
					name, val := cutAssign(f.text)
					if integer {
						r.declareInteger(name)
					}
					if strings.ContainsAny(name, "[$`") || !validName(name) {
						r.unknown("declaration of "+f.text, d.Variant.Value, r.spanOf(a))
						r.suspectExpansions(sc, f.text, r.spanOf(a))
					} else if strings.Contains(f.text, "=") {
						r.setVar(sc, name, text(val), r.spanOf(a))
					}
				}
			}
		case a.Naked:
			if a.Index != nil {
				r.subscript(sc, a.Index)
			}
			if body := sc.funcs[a.Name.Value]; body != nil && functions {
				r.invoke(sc.fork(), a.Name.Value, nil)
			}
			if ref {
				sc.set(a.Name.Value, variable{ref: true, alts: []value{{}}})
			}
			if integer {
				r.declareInteger(a.Name.Value)
			}
		default:
			if integer && a.Name != nil {
				r.declareInteger(a.Name.Value)
			}
			r.assignment(sc, a)
			if ref {
				sc.set(a.Name.Value, variable{ref: true, alts: []value{{}}})
			}
		}
	}
}

// assignment judges x=word, x+=word, x[i]=word and x=(words).
func (r *run) assignment(sc *scope, a *syntax.Assign) {
	if a.Name == nil {
		r.judgeWord(sc, a.Value)
		return
	}
	name := a.Name.Value
	if a.Index != nil {
		r.subscript(sc, a.Index)
		v := r.assigned(sc, a.Value)
		sc.set(name, single(value{}))
		r.putElement(sc, name, v, r.spanOf(a))
		return
	}
	if a.Array != nil {
		v := variable{array: true}
		var words []*syntax.Word
		known := true
		for _, e := range a.Array.Elems {
			if e.Index != nil {
				r.subscript(sc, e.Index)
				known = false
			}
			if e.Value != nil {
				words = append(words, e.Value)
			}
		}
		for _, f := range r.fields(sc, words) {
			v.list = append(v.list, f.asValue())
			r.putElement(sc, name, f.asValue(), f.span)
			known = known && !f.dynamic
		}
		if old := sc.lookup(name); a.Append && old.array {
			v.list = append(append([]value(nil), old.list...), v.list...)
		} else if a.Append && !old.unset {
			known = false
		}
		if !known || len(v.list) > 512 {
			v = single(value{})
		}
		sc.set(name, v)
		return
	}
	v := r.assigned(sc, a.Value)
	if a.Append {
		v = appended(r.variable(sc, name), v)
	}
	r.setVar(sc, name, v, r.spanOf(a))
}

func appended(old variable, v value) value {
	if old.unset {
		return v
	}
	o := old.one()
	if o.kind != valueText || v.kind != valueText || len(o.text)+len(v.text) > maxValue {
		return value{}
	}
	return text(o.text + v.text)
}

// putElement judges what one element of an array means to the shell. Element 0
// of PATH is PATH, and the tables of aliases and of known programs are arrays.
func (r *run) putElement(sc *scope, name string, v value, span pipeline.Span) {
	if name == "BASH_ALIASES" && v.kind == valueText {
		r.suspectText(sc, v.text, name, span)
	}
	r.influence(sc, name, v, span)
}

// assign sets a variable from inside an expansion.
func (r *run) assign(sc *scope, name string, v value) {
	r.setVar(sc, name, v, pipeline.Span{})
}

// setVar sets a variable of the shell. Some change what later commands are.
func (r *run) setVar(sc *scope, name string, v value, span pipeline.Span) {
	if old, ok := sc.vars[name]; ok && old.ref {
		r.unknown("assignment through the reference "+name, "nameref", span)
		sc.vars = map[string]variable{}
		return
	}
	delete(sc.bind, name)
	sc.set(name, single(v))
	r.influence(sc, name, v, span)
}

// judgeWord judges what expanding a word does, whatever the result is for.
func (r *run) judgeWord(sc *scope, w *syntax.Word) {
	if w == nil || plainWord(w) {
		return
	}
	b := builder{}
	r.parts(&b, sc, w.Parts, true)
}

func plainWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			return false
		}
	}
	return true
}

// processSubst judges <( ) and >( ); it says whether the network feeds it.
func (r *run) processSubst(sc *scope, p *syntax.ProcSubst) bool {
	if r.muted > 0 {
		return false
	}
	from := len(r.effects)
	inner := sc.fork()
	inner.failed = nil
	r.stmts(inner, p.Stmts)
	return p.Op == syntax.CmdIn && connects(r.effects[min(from, len(r.effects)):])
}

// changeDir is cd and pushd.
func (r *run) changeDir(sc *scope, args []field) {
	words := args
	for len(words) > 0 && words[0].exact() && strings.HasPrefix(words[0].text, "-") && len(words[0].text) > 1 {
		words = words[1:] // -L -P -e -@ --
	}
	delete(sc.vars, "PWD")
	old := sc.dirs
	sc.failed = sc.failedOr(old)
	var target []string
	switch {
	case len(words) == 0:
		home := sc.lookup("HOME")
		if v := home.one(); v.kind == valueText && v.text != "" {
			target = []string{v.text}
		} else if home.unset {
			target = []string{r.w.Home}
		}
	case len(words) > 1 || !words[0].exact() || words[0].text == "-" || strings.HasPrefix(words[0].text, "+") || !sc.lookup("CDPATH").unset && !strings.HasPrefix(words[0].text, "/") && !strings.HasPrefix(words[0].text, "."):
	case words[0].text == "":
		target = old
	case path.IsAbs(words[0].text):
		target = []string{path.Clean(words[0].text)}
	default:
		for _, d := range old {
			if !r.spend(len(d) / 64) {
				break
			}
			target = append(target, path.Join(d, words[0].text))
		}
	}
	target = passable(target)
	sc.dirs = target
	if len(target) == 1 && r.w.Paths.IsDir(target[0]) {
		sc.failed = nil
	}
}
