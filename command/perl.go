package command

import (
	"slices"
	"strings"

	"passepartout/command/snippet"
)

// perlImports reads List::Util=sum,max behind -M.
func perlImports(f field) (functions string, ok bool) {
	name, list, listed := strings.Cut(f.text, "=")
	all, ok := snippet.PerlLibrary(name)
	if !ok || !f.exact() {
		return "", false
	}
	if !listed && snippet.PerlExports(name) {
		return all, true
	}
	for one := range strings.SplitSeq(list, ",") {
		if listed && !slices.Contains(strings.Fields(all), one) {
			return "", false
		}
	}
	return strings.ReplaceAll(list, ",", " "), true
}

// perlFields reports whether -F has only what parts the fields: it becomes
// part of the program, between zero bytes or as it is quoted.
func perlFields(s string) bool {
	if len(s) > 2 && s[0] == '/' && s[len(s)-1] == '/' {
		s = s[1 : len(s)-1]
	}
	return !strings.ContainsAny(s, "/'\"\x00(") && plainRegexp(s)
}

// analyzePerl knows one-liners of that part and of what snippet.Perl reads:
// they read their files, and with -i they write them. Names that open of Perl
// takes for more than names keep the whole thing code: "<>" runs what ends in a
// bar. With -i it opens each name as it is.
//
// Long: one case an option.
func analyzePerl(v *visit) bool {
	inPlace, suffix, bundled, strict := v.has("-i"), "", false, false
	var texts []string
	given := snippet.Given{}
	for _, a := range v.args {
		switch a.option {
		case "-e", "-E":
			if !a.field.exact() || len(texts) > 8 {
				return false
			}
			texts = append(texts, a.field.text)
		case "-M":
			if functions, ok := perlImports(a.field); ok {
				given.Imports += " " + functions
				strict = strict || a.field.text == "strict"
			} else {
				return false
			}
		case "-F":
			if !a.field.exact() || a.field.text == "" || !perlFields(a.field.text) {
				return false
			}
			bundled = true // since 5.20 it splits lines, and so reads them
		case "-i":
			suffix = a.field.text
			if !a.field.exact() || strings.ContainsAny(suffix, "*/ \t|") {
				return false
			}
		case "-0":
			switch strings.TrimLeft(a.field.text, "01234567") { // an octal number, then other options
			case "":
			case "p", "n":
				bundled = true
			case "pi", "ni":
				bundled, inPlace = true, true
			default:
				return false
			}
		case "-l":
		case "-C": // how texts are read and written; not what files are called, unless they are arguments
			if !a.field.exact() || strings.Trim(a.field.text, "IOEioSD") != "" {
				return false
			}
		default:
			return false
		}
	}
	if !strings.HasPrefix(v.name, "perl") || v.name == "perl6" { // Raku runs what stands in braces
		return false
	}
	operands, script := v.operands, ""
	if in := v.sc.stdin; len(texts) == 0 && in.kind == stdinText && (len(operands) == 0 || operands[0].exact() && operands[0].text == "-") {
		if v.has("-p", "-n", "-a", "-i") || bundled {
			return false
		}
		texts, operands = []string{in.text}, operands[min(1, len(operands)):]
	}
	if len(texts) == 0 && len(operands) > 0 { // a script that the command has written
		text, at, ok := v.r.madeText(v.sc, operands[0])
		if !ok {
			return false
		}
		texts, operands, script = []string{text}, operands[1:], at
	}
	if len(texts) == 0 || v.has("-s", "-S", "-x", "-m", "-d", "-D", "-I", "-t", "-T", "-u", "-U", "-c") {
		return false
	}
	given.Lines = bundled || v.has("-p", "-n", "-a")
	given.Known = true
	for _, f := range operands {
		if given.Known = given.Known && f.exact() && !f.many; given.Known {
			given.Args = append(given.Args, f.text)
		}
	}
	if strict { // -Mstrict is that
		texts = append([]string{"use strict;"}, texts...)
	}
	if !given.Lines || !perlTexts(texts) {
		effects, ok := snippet.Perl(strings.Join(texts, "\n"), given)
		if !ok {
			return false
		}
		for _, e := range effects {
			if e.Operands {
				given.Lines = true
			} else {
				v.snippetEffect(e, v.fields[0])
			}
		}
	}
	if script != "" {
		v.consumed(v.operands[0], script)
	}
	if !given.Lines {
		return true
	}
	for _, f := range operands { // in place, what open would take for more than a name is one, and must be there
		if f.dynamic && !f.unset || !f.dynamic && !inPlace && !plainName(f) {
			return false
		}
	}
	v.lines(operands, suffix, inPlace)
	return true
}

// plainName reports whether Perl's two-argument open takes a word, or whatever
// a pattern stands for, as the name of a file.
func plainName(f field) bool {
	if f.text == "" {
		return false
	}
	first, last := f.text[0], f.text[len(f.text)-1]
	ok := func(c byte) bool { return c == '.' || c == '/' || c == '_' || wordByte(c) }
	return ok(first) && ok(last)
}
