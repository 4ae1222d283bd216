package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// export -f hands a function to every bash that is started from here on, which
// is how scripts use their functions with xargs and find.

// handedMark begins what stands among the files of known text for a function
// that was exported: what is certain on every way is the same question.
const handedMark = "function "

// hands notes that a function is exported, or is no more.
func (s *scope) hands(name string, is declaration) {
	if !is.exports || is.keeps || !s.sure[name] {
		delete(s.made, handedMark+name)
		return
	}
	if s.made == nil {
		s.made = make(map[string]made, 1)
	}
	s.made[handedMark+name] = made{}
}

// handed gives a nested bash the functions that it certainly gets: nothing that
// may have emptied the environment stands before it, and no option refuses them.
func (v *visit) handed(inner *scope) {
	if v.name != "bash" || len(v.options) != 1 || v.options[0] != "-c" || slices.ContainsFunc(v.r.via, func(by string) bool { return by != "xargs" && by != "find" && by != "bash" }) {
		return
	}
	for name, body := range v.sc.funcs {
		if _, ok := v.sc.made[handedMark+name]; !ok || !v.sc.sure[name] {
			continue
		}
		if inner.funcs == nil {
			inner.funcs, inner.sure = make(map[string]*syntax.Stmt, 1), make(map[string]bool, 1)
		}
		inner.funcs[name], inner.sure[name] = body, true
	}
}
