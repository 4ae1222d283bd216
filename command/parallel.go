package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The marks of parallel(1) in a template, and what each puts in for a word:
// the word, without its ending, its last part, its folder, its last part without
// its ending.

// placedWords puts one word in the places that a template of parallel marks;
// "" where there are marks of another kind.
func placedWords(template, word string) string {
	last, ok := path.Base(word), true
	if word == "" || strings.HasSuffix(word, "/") {
		last = ""
	}
	dir := path.Dir(word)
	quoted := func(s string) string {
		q, err := syntax.Quote(s, syntax.LangBash) // as parallel quotes what it puts in
		ok = ok && err == nil
		return q
	}
	text := strings.NewReplacer("{}", quoted(word), "{.}", quoted(withoutEnding(word)), "{/}", quoted(last), "{//}", quoted(dir), "{/.}", quoted(withoutEnding(last)), "{#}", "1", "{%}", "1").Replace(template)
	if !ok || otherMarks(template) {
		return ""
	}
	return text
}

// withoutEnding is a word without what follows the last point of its last part.
func withoutEnding(word string) string {
	i := strings.LastIndexByte(word, '.')
	if i < 0 || strings.Contains(word[i:], "/") {
		return word
	}
	return word[:i]
}

// otherMarks reports whether there are marks in a template that mean more than
// one word can tell: {2}, {1.}, {+/}, {= code =}.
func otherMarks(template string) bool {
	rest := strings.NewReplacer("{}", "", "{.}", "", "{/}", "", "{//}", "", "{/.}", "", "{#}", "", "{%}", "").Replace(template)
	at := strings.IndexByte(rest, '{')
	return at >= 0 && strings.ContainsAny(rest[at+1:min(at+2, len(rest))], "0123456789+-=./#%}")
}

// loopOver is the loop of a shell that runs a template once for every file of a
// pattern, as parallel does beside each other.
func loopOver(template string, x field) (string, bool) {
	plain := func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./*?,+=@:", c))
	}
	numbered := strings.Contains(template, "{#}") || strings.Contains(template, "{%}")
	bare := strings.ReplaceAll(template, "{#}", "")
	if !x.pattern || x.dynamic || x.hollow || x.gaps || x.text == "" || strings.HasPrefix(x.text, "-") || strings.ContainsFunc(x.text, plain) || strings.ContainsAny(bare, "'\"\\`$#\n") || otherMarks(template) {
		return "", false
	}
	marked := strings.NewReplacer("{}", `"$_file"`, "{.}", `"${_file%.*}"`, "{/}", `"${_file##*/}"`, "{//}", `"$(dirname "$_file")"`, "{/.}", `"${_last%.*}"`, "{#}", `"$_number"`, "{%}", `"$_number"`).Replace(template)
	if !strings.Contains(marked, "$_file") && !strings.Contains(marked, "${_") {
		marked += ` "$_file"`
	}
	if numbered { // whichever it is
		marked = "for _number in [0-9]*; do " + marked + "; done"
	}
	return "for _file in " + x.text + `; do _last="${_file##*/}"; ` + marked + "; done", true
}

// parallelOptions states what the options do, and holds those by which words
// stand together in one command or in other places than the marks.
func (v *visit) parallelOptions() {
	for _, a := range v.args {
		v.role(a.role, a.field, nil)
		switch a.option { // which words stand together, and where
		case "-N", "-n", "--max-args", "-L":
			if a.field.exact() && a.field.text == "1" {
				continue
			}
			fallthrough
		case "-I", "--colsep", "-C", "-s", "--max-chars":
			v.unknown("puts words together by "+a.option+" "+a.field.text, a.field)
		}
	}
	if v.has("-X", "-m", "--xargs") {
		v.unknown("puts several words into one command", v.fields[0])
	}
}

// parallelInputs divides the words of the template from those that it is run
// for, which may come by standard input.
func (v *visit) parallelInputs() (words, inputs []field) {
	words = v.wrapped
	for i, f := range words {
		if f.exact() && (f.text == ":::" || f.text == ":::+") {
			inputs, words = words[i+1:], words[:i]
			break
		}
		if f.exact() && f.text == "::::" {
			inputs, words = []field{{text: "lines of a file", dynamic: true, many: true, span: f.span}}, words[:i]
			break
		}
	}
	if inputs == nil {
		inputs = v.stdinLines()
	}
	return words, inputs
}
