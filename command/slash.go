package command

import (
	"path"
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
	return strings.Trim(so[i+1:], ".") != "" && !special(so[i+1:])
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

// takesSlashes reports whether a program prints what it reads without any slash:
// tr / -, tr -cd 'a-z0-9.'. It goes by bytes.
func takesSlashes(name string, args []field) bool {
	if name != "tr" || len(args) != 2 || !args[0].exact() || !args[1].exact() {
		return false
	}
	switch first, second := args[0].text, args[1].text; first {
	case "-d":
		return second != "" && strings.Trim(second, "/._ ") == "" && strings.Contains(second, "/")
	case "-cd", "-dc":
		return noSlashSet(second)
	case "/":
		return len(second) == 1 && second != "/" && second != "\\"
	}
	return false
}

// noSlashSet reports whether a set of characters, as tr(1) and patterns write
// them, certainly has no slash in it.
func noSlashSet(set string) bool {
	rest := strings.TrimSuffix(set, "-")
	for _, known := range [...]string{"[:alnum:]", "[:alpha:]", "[:digit:]", "[:lower:]", "[:upper:]", "a-z", "A-Z", "0-9", "a-f", "A-F"} {
		rest = strings.ReplaceAll(rest, known, "_") // not nothing: .-0-9 begins with what lies from . to 0
	}
	return set != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._") == ""
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
		if with := p.Repl.With.Lit(); with == "" || strings.Trim(with, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") != "" {
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
	case known && s.argsOK && n <= len(s.args):
		s.args = s.args[n:]
	case len(args) > 0:
		s.argsOK = false
	}
}
