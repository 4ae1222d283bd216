package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// A text may stand in a command in another spelling: base64, xxd -r, rev, tr. What it
// does is known, and judged; but a person who is asked cannot read it, so that it is held
// at least wherever it is run.

// decoded notes a text that stood there in another spelling. What it does is known,
// but nobody who reads the command sees it: where it is run, a person decides.
func (s *scope) decoded(text string) string {
	if s.run.decoded == nil {
		s.run.decoded = make(map[string]bool)
	}
	if words := strings.Fields(text); len(words) > 1 { // $(...) unquoted: a command
		if _, ok := s.run.decoded[words[0]]; !ok {
			s.run.decoded[words[0]] = false
		}
	}
	s.run.decoded[strings.TrimSpace(text)] = true
	return text
}

// runsEncoded asks that of the words of a command and its standard input: the program may
// be one, and what it takes may be code.
func (r *run) runsEncoded(sc *scope, fields []field) {
	if len(r.decoded) == 0 {
		return
	}
	name := path.Base(fields[0].text)
	if r.encoded(fields[0].text, name, fields[0].span) || !readsCode(name) || sc.stdin.kind == stdinText && takesInput(name, fields[1:]) && r.encoded(sc.stdin.text, name, fields[0].span) {
		return
	}
	for _, f := range fields[1:] {
		for text, whole := range r.decoded {
			if whole && text != "" && (f.text == text || len(text) > 7 && strings.Contains(f.text, text)) || f.proc != nil && r.encodes(sc, f.proc) {
				r.unknown("runs what stands there encoded", name, f.span)
				return
			}
		}
	}
}

// encodes reports whether what a process substitution prints is decoded there.
func (r *run) encodes(sc *scope, p *syntax.ProcSubst) bool {
	if len(p.Stmts) != 1 {
		return false
	}
	out, ok := r.constantOutput(sc, p.Stmts[0])
	return ok && r.decoded[strings.TrimSpace(out)]
}

// takesInput reports whether such a program takes its code from standard input, and not
// data for it.
func takesInput(name string, words []field) bool {
	switch name {
	case "sed", "gsed", "jq", "yq", "xargs", "parallel", "awk", "gawk", "mawk", "nawk":
		return false
	case "sqlite3", "psql", "mysql", "mariadb", "mongosh", "redis-cli", "at", "batch", "rails", "iex":
		return true
	}
	return len(words) == 0 || wordsOf(words).any("-", "/dev/stdin", "/dev/fd/0", "-s", "shell", "shell_plus", "console")
}

// readsCode reports whether a program runs texts that it is given, or makes programs of
// them.
func readsCode(name string) bool {
	if isShell(name) || languageOf(name) != nil || spokenBy(name) != nil || strings.HasSuffix(name, "awk") {
		return true
	}
	switch unhyphened(name) {
	case "zsh", "ksh", "fish", "perl", "sed", "gsed", "lua", "luajit", "mix", "iex", "rails", "artisan", "tclsh", "expect", "m4", "bc", "dc", "ed", "ex", "vi", "vim", "nvim", "emacs", "gdb", "lldb",
		"sqlite", "psql", "mysql", "mariadb", "mongosh", "redis-cli", "gcc", "g++", "cc", "c++", "clang", "clang++", "tcc", "rustc", "javac", "make", "gmake", "just", "at", "batch", "crontab",
		"jq", "yq", "groovy", "scala", "swift", "dotnet", "parallel", "xargs", "nix", "sbcl", "guile", "racket", "osascript":
		return true
	}
	return false
}

// encoded states that a text which is run stood there in another spelling, if it did.
func (r *run) encoded(text, by string, span pipeline.Span) bool {
	if len(r.decoded) == 0 {
		return false
	}
	if _, ok := r.decoded[strings.TrimSpace(text)]; !ok {
		return false
	}
	r.unknown("runs what stands there encoded", by, span)
	return true
}
