package command

import (
	"path"
	"strings"

	"passepartout/command/outward"
	"passepartout/pipeline"
)

// maxTextWords bounds the words of one command that are asked for the files they name.
const maxTextWords = 32

// namesInTexts states as read what a text names that a program gets on its standard input
// or as a word, if the program may do what stands there: gcc -E - <<< '#include "x"'. What
// files name that the command writes is stated elsewhere, see author.consults.
func (v *visit) namesInTexts() {
	if !interpretsFiles(v.name) {
		return
	}
	if v.sc.stdin.kind == stdinText {
		v.namedIn(v.sc.stdin.text, v.fields[0])
	}
	asked := 0
	for i := range v.fields[1:] {
		f := &v.fields[1+i]
		if !f.exact() || !maySayPath(f.text) {
			continue
		}
		if asked++; asked > maxTextWords {
			return
		}
		v.namedIn(f.text, *f)
	}
}

// maySayPath reports whether a word may be a text in which a path is named: it has what
// divides words, and what a path has.
func maySayPath(word string) bool {
	divided, path := false, false
	for i := range len(word) {
		switch word[i] {
		case ' ', '\n', '"', '\'', '(':
			divided = true
		case '/', '~':
			path = true
		}
	}
	return divided && path
}

// namedIn states the paths that one text names behind words that ask for files.
func (v *visit) namedIn(text string, at field) {
	if len(text) > MaxText || strings.HasPrefix(text, "/") && !strings.ContainsAny(text, "\n\"'") {
		return
	}
	for i, p := range outward.Asks(text, false, false, v.r.spend) {
		if i > maxConsulted {
			v.unknown("names more files than are looked at", at)
			return
		}
		p = strings.Replace(p, "~", v.r.w.Home, 1)
		v.r.path(v.sc, field{text: path.Clean(p), span: at.span}, pipeline.KindRead, v.name, "")
	}
}
