package command

import (
	"strings"

	"passepartout/pipeline"
)

// compound judges the text that a declaration gives to an array. In brackets it is read once
// more, as the words of a=(…) are: declare -a a='($(cmd))' runs cmd (bash(1), declare). An
// option that only prints keeps the declaration from setting anything.
func (r *run) compound(sc *scope, name string, given func() value, is declaration, span pipeline.Span) {
	if is.tells {
		r.unknown("declaration of "+name+" with an option that sets nothing", "declare", span)
	}
	if was := sc.lookup(name); !is.array && !is.assoc && !was.array && !was.assoc && !r.arrays[name] {
		return
	}
	v := given()
	switch {
	case v.number, v.kind == valueText && !strings.HasPrefix(strings.TrimLeft(v.text, " \t\n"), "("):
	case v.kind == valueText && !strings.ContainsAny(v.text, "$`"):
	default:
		r.unknown("words of the array "+name+" in a text", "declare", span)
		if v.kind == valueText {
			r.suspectExpansions(newScope(r), v.text, span)
		}
	}
}

// declareArray notes that a variable is an array. It is noted for the whole text, as that it
// is an integer.
func (r *run) declareArray(name string) {
	if r.arrays == nil {
		r.arrays = map[string]bool{}
	}
	r.arrays[name] = true
}
