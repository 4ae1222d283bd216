package command

import (
	"slices"
	"strings"
)

// An interpreter that was given a file may ask for more: swipl a.pl, sbcl --load a.lisp
// and lua -i a.lua read their standard input as code when the file is done, debuggers as
// orders. What stands there is code then, and not what the file reads.

// prompts reports whether a command reads code from its standard input although a file
// of code was named.
func prompts(name string, words []string) bool {
	has := func(options ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(options, w) })
	}
	switch unversioned(name) {
	case "swipl", "yap", "gprolog", "sicstus":
		return !has("-t", "--no-toplevel") && !strings.Contains(strings.Join(words, " "), "halt")
	case "gp", "gap", "M", "M2", "idris", "chez", "scheme", "petite", "mit-scheme", "gforth", "pforth", "maxima", "ghci", "utop", "factor", "coqtop", "rocq", "pdb", "ipdb", "pudb", "bpython", "ptpython", "ptipython", "irb", "pry", "dlv", "rdbg", "byebug",
		"sml", "poly", "mosml", "hugs", "clj", "lein", "jdb", "Singular", "magma", "macaulay", "reduce", "xcas", "giac":
		return !has("--script", "-b", "--batch", "--quiet-load", "--no-interactive", "-version", "--version", "--help", "--build", "--check", "--typecheck", "test", "compile", "run", "uberjar", "version", "help")
	case "sbcl", "ccl", "lx86cl64", "abcl", "alisp", "gcl", "cmucl", "lisp":
		return !has("--script", "--non-interactive", "--quit", "--version", "--help", "-n", "--batch")
	case "ecl", "clisp", "mkcl":
		return has("-load", "-i", "-repl", "-norc") && !has("-x", "-shell", "-eval")
	case "guile":
		return has("-l") || !slices.ContainsFunc(words, func(w string) bool { return w == "-s" || w == "-c" || w == "-e" || !strings.HasPrefix(w, "-") })
	case "erl":
		return !has("-noinput", "-eval", "-run", "-s", "-version")
	case "fennel":
		return has("--load", "-l", "--repl")
	case "janet":
		return has("-r", "-l", "-s")
	case "ocaml":
		return has("-init")
	case "gosh", "lua", "luajit", "luau", "texlua", "julia", "racket", "hy", "node", "nodejs", "ipython", "python", "pypy", "php", "groovysh", "crystal", "elixir", "bb", "R":
		if has("-i", "--interactive", "-a", "--persist") {
			return true
		}
		debugger := slices.Index(words, "-m")
		return debugger >= 0 && debugger+1 < len(words) && (words[debugger+1] == "pdb" || words[debugger+1] == "ipdb" || words[debugger+1] == "pudb" || words[debugger+1] == "code") || len(words) > 0 && (words[0] == "inspect" || words[0] == "debug" || name == "crystal" && words[0] == "i")
	case "octave", "octave-cli", "sage", "matlab", "scilab":
		return has("--persist", "-i", "--interactive")
	case "perl":
		return slices.ContainsFunc(words, func(w string) bool {
			return len(w) > 1 && w[0] == '-' && strings.Trim(w[1:], "wWtTuUsScX") != "" && strings.TrimLeft(w[1:], "wWtTuUsScX")[0] == 'd'
		})
	case "ruby", "jruby", "truffleruby":
		for i, w := range words { // libraries that stop at the first line
			name, ok := strings.CutPrefix(w, "-r")
			if !ok {
				continue
			}
			if name == "" && i+1 < len(words) {
				name = words[i+1]
			}
			if first, _, _ := strings.Cut(name, "/"); first == "debug" || first == "byebug" || first == "pry" || first == "irb" {
				return true
			}
		}
	}
	return false
}

// prompted states that what an interpreter is told at its prompt runs. Count is how many
// effects of code had been stated before the command: a program that states none has a
// reader or an entry that judges its input.
func (r *run) prompted(sc *scope, name string, fields []field, count int) {
	in := sc.stdin
	if in.kind == stdinInherited || in.kind == stdinFile && in.path == "/dev/null" {
		return
	}
	if in.kind == stdinText && strings.TrimSpace(in.text) == "" {
		return
	}
	if name != "factor" && name != "erl" && r.codes == count || !prompts(name, wordsOf(fields[1:])) {
		return
	}
	r.codeStdin(sc, name, fields[0].span, "")
}
