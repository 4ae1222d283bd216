package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
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

// inputType reports whether the option of that name may say this of a program that has no
// file.
func inputType(s string) bool {
	s = strings.TrimSuffix(s, "-typescript")
	return s == "module" || s == "commonjs"
}

// withTypes is the reader of a program for node that has no file. Where an option allows for
// types, node takes it for JavaScript first, and for TypeScript if it cannot be that.
func (v *visit) withTypes(read language) language {
	if v.name != "node" && v.name != "nodejs" {
		return read
	}
	for _, a := range v.args {
		if a.option == "--input-type" && strings.HasSuffix(a.field.text, "-typescript") {
			return snippet.TypeScript
		}
	}
	if !v.has("--experimental-strip-types", "--experimental-transform-types") {
		return read
	}
	return func(text string, given snippet.Given) ([]snippet.Effect, bool) {
		if effects, ok := read(text, given); ok {
			return effects, true
		}
		return snippet.TypeScript(text, given)
	}
}
