package command

import (
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// ocamlAlone reports whether OCaml gets nothing but a program: no library, no option
// that loads one or changes what is meant.
func (v *visit) ocamlAlone(f field) bool {
	if v.name != "ocaml" {
		return false
	}
	for i := 1; i < len(v.fields); i++ {
		w := v.fields[i]
		if w.span == f.span && w.text == f.text {
			return true // what stands behind it is for the program
		}
		switch {
		case !w.exact():
			return false
		case w.text == "-e", w.text == "-noprompt", w.text == "-nopromptcont", w.text == "-noinit", w.text == "-no-version", w.text == "-stdin":
		default:
			return false
		}
	}
	return false
}

// ocamlScript judges a file in OCaml whose text the same command has written.
func (v *visit) ocamlScript(f field) bool {
	if !v.ocamlAlone(f) || len(v.operands) == 0 || v.operands[0].span != f.span {
		return false
	}
	return v.madeProgram(f, func(text string) bool { return v.states(snippet.OCaml, text, snippet.Given{}, f) })
}

// ocamlInput judges a constant on standard input. What .ocamlinit of the folder says
// comes first.
func (v *visit) ocamlInput() bool {
	if v.name != "ocaml" || v.sc.stdin.kind != stdinText || len(v.operands) > 0 {
		return false
	}
	for _, w := range v.fields[1:] {
		if w.text != "-noprompt" && w.text != "-noinit" && w.text != "-stdin" && w.text != "-nopromptcont" {
			return false
		}
	}
	return v.ocamlText(v.sc.stdin.text, v.fields[0])
}

// ocamlText states what a program does that runs as if it were typed.
func (v *visit) ocamlText(text string, f field) bool {
	read := func(text string, given snippet.Given) ([]snippet.Effect, bool) {
		effects, ok := snippet.OCaml(text, given)
		return append(effects, snippet.Effect{Kind: pipeline.KindCode, Object: "."}), ok
	}
	return v.states(read, text, snippet.Given{}, f)
}
