package command

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A value of which nothing is known but that no slash is in it stays, behind
// the beginning of a name, in the folder that is written before that:
// dist/app-$version.tar.gz. Alone it may be .. or nothing.

// inName reports whether the word so far ends amid the name of a file that lies
// in a folder which is written out.
func (b *builder) inName() bool {
	so := b.soFar()
	i := strings.LastIndexByte(so, '/')
	if b.dynamic || i < 0 || strings.HasPrefix(so, "/proc") || strings.HasPrefix(so, "/dev") || strings.ContainsAny(so, ":@") { // of an address
		return false
	}
	name := so[i+1:]
	if strings.Contains(name, "**") {
		return false
	}
	name = strings.ReplaceAll(name, "*", "") // a date before it, say
	return strings.Trim(name, ".") != "" && !special(name)
}

// leadsUp reports whether a pattern may lead through the folder above: .*/x is
// ../x as well, to every sh and to bash before 5.2.
func leadsUp(pattern string) bool {
	for from := 0; ; {
		end := strings.IndexByte(pattern[from:], '/')
		if end < 0 || strings.Trim(pattern[from+end:], "/") == "" {
			return false
		}
		if part := pattern[from : from+end]; len(part) > 1 && part[0] == '.' && special(part) {
			if up, err := path.Match(strings.ReplaceAll(part, "[!", "[^"), ".."); up || err != nil {
				return true
			}
		}
		from += end + 1
	}
}

// climbsBehind reports whether a pattern goes up from what it stands for, which is as deep
// as nobody knows, and perhaps a link.
func climbsBehind(pattern string) bool {
	if !strings.Contains(pattern, "/..") {
		return false
	}
	i := strings.IndexAny(pattern, "*?[")
	return i >= 0 && strings.Contains(pattern[i:]+"/", "/../")
}

// atName reports whether the word so far ends where the name of a file begins, in a
// folder which is written out.
func (b *builder) atName() bool {
	so := b.soFar()
	return !b.dynamic && strings.HasSuffix(so, "/") && strings.Trim(so, "/.") != "" && !strings.HasPrefix(so, "/proc") && !strings.HasPrefix(so, "/dev") && !strings.ContainsAny(so, ":@")
}

// takesSlashes reports whether a program prints what it reads without any slash, and
// whether without any dot, too: tr / -, tr -cd 'a-z0-9.', tr -cs a-z0-9 -. It goes by
// bytes.
func takesSlashes(name string, args []field) (slashes, dots bool) {
	if name != "tr" || len(args) < 2 || slices.ContainsFunc(args, func(f field) bool { return !f.exact() }) {
		return false, false
	}
	first, second := args[0].text, args[1].text
	if len(args) == 3 {
		kept := noSlashSet(second) && nameBytes(args[2].text) && len(args[2].text) == 1
		kept = kept && (first == "-cs" || first == "-sc" || first == "-c" || first == "-Cs" || first == "-C")
		return kept, kept && dotlessSet(second) && args[2].text != "."
	}
	if len(args) != 2 {
		return false, false
	}
	switch first {
	case "-d":
		return second != "" && strings.Trim(second, "/._ ") == "" && strings.Contains(second, "/"), false
	case "-cd", "-dc":
		return noSlashSet(second), noSlashSet(second) && dotlessSet(second)
	case "/":
		return len(second) == 1 && second != "/" && second != "\\", false
	}
	return false, false
}

// dotlessSet reports whether a set that noSlashSet knows has no dot in it: a range may
// hold one that does not stand there.
func dotlessSet(set string) bool { return !strings.Contains(set, ".") }

// nameBytes reports whether a text is made of what names of files are mostly made of.
func nameBytes(s string) bool {
	return strings.Trim(s, letterSet+digitSet+"_.-") == ""
}

// keepsNames reports whether the end of a pipe puts no slash and no dot into what comes
// in: head, cut, tr of letters, sed with replacements of letters alone.
func (s *scope) keepsNames(bin *syntax.BinaryCmd) bool {
	words, ok := literalWords(bin.Y)
	if !ok || len(words) == 0 || s.renamed(words[0]) {
		return false
	}
	args := words[1:]
	switch words[0] {
	case "head", "tail", "cut", "fold":
		return len(args) > 0 && !slices.ContainsFunc(args, func(w string) bool {
			return !strings.HasPrefix(w, "-") && strings.Trim(w, "0123456789") != "" || strings.Contains(w, "output")
		})
	case "tr":
		return len(args) == 2 && (args[0] == "-d" || args[0] == "-s" || !strings.HasPrefix(args[0], "-")) && !strings.ContainsAny(args[1], "./\\+,") && rangesOfLetters(args[1])
	case "sed":
		if len(args) == 2 && (args[0] == "-E" || args[0] == "-r" || args[0] == "-e") {
			args = args[1:]
		}
		return len(args) == 1 && replacesByNames(args[0])
	}
	return false
}

// rangesOfLetters reports whether ranges in a set of tr hold letters and digits alone.
func rangesOfLetters(set string) bool {
	for _, known := range [...]string{"[:alnum:]", "[:alpha:]", "[:digit:]", "[:lower:]", "[:upper:]", "[a-z]", "[A-Z]", "a-z", "A-Z", "0-9"} {
		set = strings.ReplaceAll(set, known, "")
	}
	return !strings.Contains(strings.TrimSuffix(strings.TrimPrefix(set, "-"), "-"), "-") && !strings.ContainsAny(set, "[]:=*")
}

// replacesByNames reports whether a script of sed only replaces by letters, digits,
// dashes and underscores.
func replacesByNames(script string) bool {
	for part := range strings.SplitSeq(script, ";") {
		part = strings.TrimSpace(part)
		if len(part) < 4 || part[0] != 's' || strings.IndexByte("/#|,", part[1]) < 0 || strings.ContainsAny(part, "\n\\") {
			return false
		}
		pieces := strings.Split(part[2:], part[1:2])
		if len(pieces) != 3 || pieces[2] != "" && pieces[2] != "g" || strings.Contains(pieces[1], ".") || !nameBytes(pieces[1]) {
			return false
		}
	}
	return true
}

// noSlashSet reports whether a set of characters, as tr(1) and patterns write
// them, certainly has no slash in it.
func noSlashSet(set string) bool {
	rest := strings.TrimSuffix(set, "-")
	for _, known := range [...]string{"[:alnum:]", "[:alpha:]", "[:digit:]", "[:lower:]", "[:upper:]", "a-z", "A-Z", "0-9", "a-f", "A-F"} {
		rest = strings.ReplaceAll(rest, known, "_") // not nothing: .-0-9 begins with what lies from . to 0
	}
	return set != "" && strings.Trim(rest, letterSet+digitSet+"._") == ""
}

// leavesNoSlash reports whether an operator takes all slashes from a value:
// ${v//\//-}, ${v//[^0-9.]/}, ${v##*/}, ${v%%/*}.
func leavesNoSlash(p *syntax.ParamExp) bool {
	if p.Slice != nil {
		return false
	}
	if p.Exp != nil && p.Exp.Word != nil {
		switch word := p.Exp.Word.Lit(); p.Exp.Op {
		case syntax.RemLargePrefix:
			return word == "*/"
		case syntax.RemLargeSuffix:
			return word == "/*"
		}
		return false
	}
	if p.Repl == nil || !p.Repl.All || p.Repl.Orig == nil {
		return false
	}
	if p.Repl.With != nil && len(p.Repl.With.Parts) > 0 {
		if with := p.Repl.With.Lit(); with == "" || strings.Trim(with, letterSet+digitSet+"._-") != "" {
			return false
		}
	}
	orig := p.Repl.Orig.Lit()
	if orig == `\/` || orig == "/" {
		return true
	}
	set, ok := strings.CutPrefix(orig, "[^")
	if !ok {
		set, ok = strings.CutPrefix(orig, "[!")
	}
	set, closed := strings.CutSuffix(set, "]")
	return ok && closed && noSlashSet(set)
}

// shift is the builtin: the first parameters, one if it is not said how many,
// are no more.
func (s *scope) shift(args []field) {
	n, known := 1, len(args) == 0
	if len(args) == 1 && args[0].exact() {
		i, err := strconv.ParseUint(args[0].text, 10, 8)
		n, known = int(i), err == nil
	}
	switch {
	case known && s.argsOK && n <= len(s.args) && !severalIn(s.args):
		s.args = s.args[n:]
	case len(args) > 0 || severalIn(s.args):
		s.argsOK = false
	}
}
