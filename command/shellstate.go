package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// changes lists the variables that statements may set, and says whether they may change
// the folder of the shell that runs them. "*" stands for all, "@" for a shift of the
// parameters, "@set" for new ones, and a + before a name says that only a number is put
// in; blur reads the list. It is asked before a loop or a trap is judged, whose
// statements may run before the ones that stand above them. Too many names are only
// imprecise; a name that is missing would be a variable that is trusted and has
// changed.
func (r *run) changes(sc *scope, list []*syntax.Stmt, depth int) (names []string, moves bool) {
	if depth > 4 || r.over {
		return []string{"*"}, true
	}
	var passing []*syntax.Assign
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			if r.walked++; r.walked%8 == 0 && !r.spend(1) {
				return false
			}
			switch n := n.(type) {
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
				return false
			case *syntax.Assign:
				if !slices.Contains(passing, n) {
					names = append(names, r.assigning(sc, n))
				}
			case *syntax.DeclClause:
				r.keys = r.keys || declaresKeys(n)
			case *syntax.WordIter:
				names = append(names, n.Name.Value)
			case *syntax.ParamExp:
				if n.Exp != nil && n.Param != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
					names = append(names, n.Param.Value)
				}
			case *syntax.BinaryTest:
				if n.Op == syntax.TsReMatch {
					names = append(names, "BASH_REMATCH")
				}
			case *syntax.BinaryArithm:
				for _, name := range arithName(n.X) {
					names = append(names, "+"+name)
				}
			case *syntax.UnaryArithm:
				for _, name := range arithName(n.X) {
					names = append(names, "+"+name)
				}
			case *syntax.Redirect:
				if n.N != nil && strings.HasPrefix(n.N.Value, "{") {
					names = append(names, "+"+strings.Trim(n.N.Value, "{}"))
				}
			case *syntax.CallExpr:
				if len(n.Args) > 0 && !r.posix {
					passing = n.Assigns // for the command alone
				}
				more, also := r.callChanges(sc, n, depth)
				names, moves = append(names, more...), moves || also
			}
			return true
		})
	}
	return names, moves
}

// assigning is what changes lists for one assignment: its name, with a mark
// before it if only numbers are put in, or with "<" and the other name behind it
// if it copies a variable.
func (r *run) assigning(sc *scope, n *syntax.Assign) string {
	switch {
	case n.Name == nil:
		return "*"
	case r.counts(sc, n):
		return "+" + n.Name.Value
	case r.figureList(sc, n) != "":
		return r.figureList(sc, n) + n.Name.Value
	}
	if from, ok := copies(n); ok {
		return n.Name.Value + "<" + from
	}
	return n.Name.Value
}

// callChanges is changes for a simple command. A function is looked into, four deep; a
// word that nobody knows may be eval.
func (r *run) callChanges(sc *scope, n *syntax.CallExpr, depth int) (names []string, moves bool) {
	if len(n.Args) == 0 {
		return nil, false
	}
	name := n.Args[0].Lit()
	switch name {
	case "cd", "pushd", "popd":
		return nil, true
	case "eval", "source", ".", "alias", "unalias":
		return []string{"*", "@", "@set"}, true
	case "builtin", "command":
		if len(n.Args) > 1 {
			if opt := n.Args[1].Lit(); name == "command" && (opt == "-v" || opt == "-V") {
				return nil, false // only asks
			} else if opt != "" && opt[0] != '-' {
				return r.callChanges(sc, &syntax.CallExpr{Args: n.Args[1:]}, depth)
			}
		}
		return []string{"*", "@", "@set"}, true
	case "":
		// A word that has to be expanded first. Its value is the one that is
		// known now, unless the same statements change that.
		if r.neverSets(sc, n.Args[0]) {
			syntax.Walk(n.Args[0], func(n syntax.Node) bool {
				if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
					names = append(names, "?"+p.Param.Value)
				}
				return true
			})
			return names, false
		}
		return []string{"*", "@", "@set"}, true
	case "set":
		return []string{"@", "@set"}, false
	case "shift":
		return []string{"@"}, false
	case "unset", "read", "mapfile", "readarray", "getopts", "printf", "wait":
		return namedBy(n), false
	}
	switch body := sc.funcs[name]; body {
	case nil:
	case severalBodies:
		return []string{"*", "@", "@set"}, true
	default:
		if slices.Contains(r.looking, name) {
			return nil, false // they are among those that are being looked for
		}
		r.looking = append(r.looking, name)
		names, moves = r.changes(sc, []*syntax.Stmt{body}, depth+1)
		r.looking = r.looking[:len(r.looking)-1]
		return names, moves
	}
	return nil, false
}

// namedBy lists the variables that a builtin is told to set.
func namedBy(n *syntax.CallExpr) []string {
	names := []string{"REPLY", "OPTARG", "MAPFILE"}
	words := n.Args[1:]
	if n.Args[0].Lit() == "getopts" && len(words) > 1 {
		words = words[1:2] // letters before, parameters after
	}
	for _, w := range words {
		word, ok := literalWord(w)
		switch {
		case validName(word):
			names = append(names, word)
		case !ok && n.Args[0].Lit() != "printf":
			return []string{"*"}
		}
	}
	return names
}

// literalWord is the text of a word without expansions.
func literalWord(w *syntax.Word) (string, bool) {
	out := ""
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			out += p.Value
		case *syntax.SglQuoted:
			out += p.Value
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				lit, ok := q.(*syntax.Lit)
				if !ok {
					return "", false
				}
				out += lit.Value
			}
		default:
			return "", false
		}
	}
	return out, true
}

// lookAhead is the first word that one expands to, without judging what is in it.
func (r *run) lookAhead(sc *scope, w *syntax.Word) field {
	mute := r.mute()
	defer r.unmute(mute)
	if list := r.fields(sc.fork(), []*syntax.Word{w}); len(list) > 0 {
		return list[0]
	}
	return field{dynamic: true}
}

// neverSets reports whether a word in command position is, for each value that
// a variable in it may have, one program that does not change the shell.
func (r *run) neverSets(sc *scope, w *syntax.Word) bool {
	var names []string
	syntax.Walk(w, r.choosing(sc, &names))
	turns := r.turns(sc, names)
	for turn := range turns {
		branch := sc
		if len(names) > 0 {
			branch = sc.fork()
			branch.bind = r.bound(sc, sc.bind, names, turn)
		}
		if f := r.lookAhead(branch, w); !f.exact() || f.many || setsVariables(f.text) || sc.funcs[f.text] != nil || sc.aliases[f.text] != "" {
			return false
		}
	}
	return turns > 0
}

// setsVariables reports whether a command that is not called by its own name
// changes the shell that runs it.
func setsVariables(name string) bool {
	switch name {
	case "eval", "source", ".", "builtin", "command", "exec", "unset", "read", "mapfile", "readarray", "getopts", "printf", "wait", "set", "shift", "let",
		"cd", "pushd", "popd", "declare", "typeset", "local", "export", "readonly", "alias", "unalias", "trap", "enable", "hash", "shopt":
		return true
	}
	return false
}

// arithName is the variable that an expression sets, if it is a plain one.
func arithName(x syntax.ArithmExpr) []string {
	if w, ok := x.(*syntax.Word); ok {
		if lit := w.Lit(); validName(lit) {
			return []string{lit}
		}
	}
	return nil
}

// assignment judges x=word, x+=word, x[i]=word and x=(words).
func (r *run) assignment(sc *scope, a *syntax.Assign) {
	if a.Name == nil {
		r.judgeWord(sc, a.Value)
		return
	}
	name := a.Name.Value
	if a.Index != nil {
		r.put(sc, a)
		return
	}
	if a.Array != nil {
		r.fill(sc, a)
		return
	}
	v := r.assigned(sc, a.Value)
	if a.Append {
		v = appended(r.variable(sc, name), v)
	}
	r.giveValue(sc, a, v)
}

// appended is x+=v. For a variable with the attribute -i it would be a sum; that is for
// integer.go.
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
	r.gaveUp = r.gaveUp || sealedByShell(name)
	sc.set(name, variable{alts: append(r.p.values.list(1), v)})
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

// plainWord reports whether expanding a word can do nothing but take quotes away.
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
	out := r.out
	if p.Op == syntax.CmdIn {
		r.out = nil
	}
	r.stmts(inner, p.Stmts)
	r.out = out
	return p.Op == syntax.CmdIn && connects(r.effects[min(from, len(r.effects)):])
}

// moved notes where the shell goes, for the traps that are set.
func (r *run) moved(dirs []string) {
	if r.traps != nil {
		r.traps.dirs = unite(r.traps.dirs, dirs)
	}
}
