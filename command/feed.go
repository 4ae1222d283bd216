package command

import "strings"

// Some programs take commands from their standard input where it is no
// terminal, though that is not what they are for: editors take it for what is
// typed, debuggers for their prompt, interactive languages for a program.

// fed states that what a pipe or file feeds to such a program is code.
func (v *visit) fed() {
	if v.sc.stdin.kind == stdinInherited {
		return
	}
	if isDebugger(v.name) && !v.has("-batch", "--batch") && v.sc.stdin.kind == stdinText && v.debugsLines(v.sc.stdin.text, v.fields[0]) {
		return
	}
	if strings.HasSuffix(v.path, "pprof") && !pprofReports(v) { // its orders may write files
		v.r.code(v.name+" takes commands from its standard input", v.name, "", v.fields[0].span)
		return
	}
	switch v.name {
	case "vim", "vi", "nvim", "gvim", "view", "rvim", "rview", "ex", "vimdiff", "gvimdiff", "vimx", "mvim", "kak", "hx", "helix", "emacs", "nano", "joe", "micro":
		if len(v.operands) > 0 && v.operands[0].exact() && v.operands[0].text == "-" {
			return // the text to edit
		}
		if _, ok := v.onlyEdits(); ok {
			return
		}
	case "gdbtui", "lldb", "crash", "rr":
		if v.has("-batch", "--batch", "-b") {
			return // it is the program's
		}
	case "deno", "bun", "swift", "scala", "scala-cli", "kotlin", "kotlinc", "groovysh", "clj", "clojure", "lein", "boot", "sbt", "amm", "jbang", "dotnet", "stack", "cabal", "mix", "rebar3", "dune", "utop":
		if len(v.operands) > 0 || v.spec != nil && v.path != v.name {
			return
		}
	default:
		if !isDebugger(v.name) || v.has("-batch", "--batch") { // then it is the program's
			return
		}
	}
	v.r.code(v.name+" takes commands from its standard input", v.name, "", v.fields[0].span)
}

// pprofReports reports whether pprof is told which report to give, so that it
// asks for no orders.
func pprofReports(v *visit) bool {
	return wordsOf(v.fields).any("-top", "--top", "-text", "--text", "-tree", "--tree", "-raw", "--raw", "-traces", "--traces", "-dot", "--dot", "-svg", "--svg", "-png", "--png", "-proto", "--proto", "-peek", "--peek", "-list", "--list", "-disasm", "--disasm", "-http", "--http")
}
