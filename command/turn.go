package command

import (
	"maps"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// maxTurns bounds how often one command is judged for different values of its
// variables.
const maxTurns = 32

// turns is how many combinations of values some variables may have; 0 if they
// are too many to be judged one by one.
func (r *run) turns(sc *scope, names []string) int {
	turns := 1
	for _, name := range names {
		if turns *= len(r.alternatives(sc, nil, name)); turns > maxTurns {
			return 0
		}
	}
	return turns
}

// bound adds the values that some variables have in one turn.
func (r *run) bound(sc *scope, old map[string]value, names []string, turn int) map[string]value {
	bind := make(map[string]value, len(names)+len(old))
	maps.Copy(bind, old)
	for _, name := range names {
		alts := r.alternatives(sc, nil, name)
		if len(alts) == 0 { // a turn before has set it
			bind[name] = value{}
			continue
		}
		bind[name] = alts[turn%len(alts)]
		turn /= len(alts)
	}
	return bind
}

// maxChoices is how many variables with two values each pass maxTurns, also
// without $@, so that nobody need know of more.
const maxChoices = 7

// choices lists the variables of a command that may have one of several values:
// all of them, or as many as are too many.
func (r *run) choices(sc *scope, c *syntax.CallExpr) []string {
	if !expands(c) {
		return nil
	}
	var names []string
	look := r.choosing(sc, &names)
	for _, a := range c.Assigns {
		syntax.Walk(a, look)
	}
	for _, w := range c.Args[:min(len(c.Args), maxWords)] {
		if _, lit := w.Parts[0].(*syntax.Lit); !lit || len(w.Parts) > 1 {
			size := int(w.End().Offset() - w.Pos().Offset()) // it may be a whole script
			if r.toomuch && size > maxPath || !r.spend(size/4) {
				continue
			}
			syntax.Walk(w, look)
		}
	}
	if len(names) > 0 && len(c.Args) > 1 && sc.funcs[c.Args[0].Lit()] != nil {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "@" }) // main "$@": nobody gives a script any
	}
	return names
}

// chosen adds the variables in one node that may have one of several values.
func (r *run) chosen(sc *scope, n syntax.Node, names []string) []string {
	syntax.Walk(n, r.choosing(sc, &names))
	return names
}

// choosing looks at nodes for such variables. One look serves many nodes.
func (r *run) choosing(sc *scope, names *[]string) func(syntax.Node) bool {
	one := "" // the last variable that has one value: a word may hold it ten thousand times
	return func(n syntax.Node) bool {
		if len(*names) >= maxChoices {
			return false
		}
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
			name := p.Param.Value
			if name == "*" {
				name = "@"
			}
			if name == one {
				return true
			}
			if _, bound := sc.bind[name]; bound || slices.Contains(*names, name) {
				return true
			}
			switch {
			case len(r.alternatives(sc, p, name)) > 1:
				*names = append(*names, name)
			case p.Exp == nil && !p.Length && !p.Excl && p.Index == nil: // asked in another way, it has no more
				one = name
			}
		}
		return true
	}
}

// alternatives are the values that a variable may have. One that is unset is
// empty as far as the given environment goes, but whoever wrote it expected a
// value, so both readings count.
func (r *run) alternatives(sc *scope, p *syntax.ParamExp, name string) []value {
	v := sc.lookup(name)
	if !v.unset {
		if v.array || v.ref {
			return nil
		}
		return v.alts
	}
	if p != nil && p.Exp != nil && p.Exp.Op < syntax.RemSmallSuffix {
		return nil // a default is given
	}
	if name == "@" || positionalName(name) {
		if sc.top && sc.argsOK && len(sc.args) == 0 {
			return either()
		}
		return nil
	}
	if !validName(name) || p != nil && (p.Length || p.Excl || p.Index != nil) {
		return nil
	}
	if _, unset := r.baseValue(sc, &syntax.ParamExp{}, name); unset {
		return either()
	}
	return nil
}

// either are the readings of a variable that is unset.
func either() []value { return []value{text(""), {unset: true}} }

// redirectChoices lists the variables in the paths of redirections that may
// have one of several values.
func (r *run) redirectChoices(sc *scope, list []*syntax.Redirect) []string {
	var names []string
	for _, rd := range list {
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc:
		default:
			if rd.Word != nil && !plainWord(rd.Word) {
				if !r.spend(4) {
					return nil
				}
				names = r.chosen(sc, rd.Word, names)
			}
		}
	}
	return names
}
