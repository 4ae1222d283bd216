package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// deferred is the text of a trap between double quotes, in which the variables
// are left to be expanded when it runs. That makes no difference where their
// values are plain words, like the name that mktemp gave or a process id.
func (r *run) deferred(sc *scope, w *syntax.Word, f field) field {
	if f.exact() || f.dynamic || len(w.Parts) != 1 {
		return f
	}
	q, ok := w.Parts[0].(*syntax.DblQuoted)
	if !ok || q.Dollar {
		return f
	}
	var out strings.Builder
	names := make([]string, 0, 4)
	for _, part := range q.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			out.WriteString(unquoteDouble(p.Value))
		case *syntax.ParamExp:
			_, plain := onlyParam(&syntax.Word{Parts: []syntax.WordPart{p}})
			if v, unset := r.baseValue(sc, p, p.Param.Value); !plain || unset || !v.word || len(names) == cap(names) {
				return f
			}
			names = append(names, p.Param.Value)
			out.WriteString("${" + p.Param.Value + "}")
		default:
			return f
		}
	}
	text := out.String()
	for _, name := range names { // quoted for the shell that will read it
		text = strings.ReplaceAll(text, "'${"+name+"}'", `"${`+name+`}"`)
	}
	if strings.ContainsAny(text, "'\\`") {
		return f
	}
	return field{text: text, span: f.span}
}
