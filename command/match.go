package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// matched notes what [[ x =~ y ]] leaves in BASH_REMATCH: a group that matches
// digits alone holds a number, or nothing.
func (s *scope) matched(x *syntax.BinaryTest) {
	v := single(value{})
	if w, ok := x.Y.(*syntax.Word); ok && w.Lit() != "" {
		if groups, ok := groupsOf(w.Lit()); ok {
			v = variable{array: true, list: []value{{}}}
			for _, g := range groups {
				one := value{}
				if digitPattern(g, false) {
					one = number()
					one.hollow = true
				}
				v.list = append(v.list, one)
			}
		}
	}
	s.set("BASH_REMATCH", v)
}

// groupsOf are the parenthesised parts of a regular expression, by where they
// begin.
func groupsOf(p string) ([]string, bool) {
	var groups []string
	var open []int // places in groups
	var from []int
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '[':
			end := strings.IndexByte(p[min(i+2, len(p)):], ']') // a bracket that comes first means itself
			if end < 0 || strings.Contains(p[i+1:i+2+end], "[") || strings.HasPrefix(p[i+1:], "^]") {
				return nil, false
			}
			i += 2 + end
		case '(':
			groups, open, from = append(groups, ""), append(open, len(groups)), append(from, i+1)
		case ')':
			last := len(open) - 1
			if last < 0 {
				return nil, false
			}
			groups[open[last]] = p[from[last]:i]
			open, from = open[:last], from[:last]
		}
	}
	return groups, len(open) == 0
}

// refine notes what is known of a variable once a test went well: [[ $x =~ ^[0-9]+$ ]].
func (r *run) refine(sc *scope, s *syntax.Stmt) {
	clause, ok := s.Cmd.(*syntax.TestClause)
	if !ok || s.Negated || s.Background {
		return
	}
	x, ok := clause.X.(*syntax.BinaryTest)
	if !ok || x.Op != syntax.TsReMatch {
		return
	}
	word, ok := x.X.(*syntax.Word)
	if !ok {
		return
	}
	p, ok := onlyParam(word)
	pattern, constant := x.Y.(*syntax.Word)
	if !ok || !constant || !validName(p.Param.Value) {
		return
	}
	body, begins := strings.CutPrefix(pattern.Lit(), "^")
	body, ends := strings.CutSuffix(body, "$")
	if !begins || !ends || strings.ContainsAny(body, "|^$") || !digitPattern(strings.TrimPrefix(body, "-?"), false) {
		return
	}
	if v := r.variable(sc, p.Param.Value); !v.array && !v.ref && !v.unset && slices.ContainsFunc(v.alts, func(a value) bool { return a.kind == valueDynamic }) {
		n := number()
		n.hollow = true // as [0-9]* may leave it
		if strings.HasPrefix(body, "-") {
			n = value{number: true} // to others it may look like an option
		}
		sc.set(p.Param.Value, single(n))
	}
}
