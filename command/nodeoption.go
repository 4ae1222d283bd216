package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// nodeOptions judges options of node(1) by which it loads a file first, and
// states where its profiles go.
func (v *visit) nodeOptions() {
	if v.has("--prof") || v.has("--cpu-prof") && !v.has("--cpu-prof-dir") || v.has("--heap-prof") && !v.has("--heap-prof-dir") {
		v.r.path(v.sc, field{text: ".", span: v.fields[0].span}, pipeline.KindWrite, "v8", "") // a profile, which nothing runs
	}
	for _, a := range v.args { // a file put in front of a program; a bare name is one of its packages
		switch a.option {
		case "-r", "--require", "--import", "--loader", "--experimental-loader":
			if a.field.dynamic || strings.HasPrefix(a.field.text, ".") || strings.HasPrefix(a.field.text, "/") {
				v.r.code(v.name+" "+a.option+" "+a.field.text, v.name, catalogue.MarkLoaderInjection, a.field.span)
			}
		}
	}
}
