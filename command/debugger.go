package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Debuggers run commands of a language of their own. Those on the lists here
// show where a program stands, or let the program that is judged by itself go
// on; all others may start a shell, write a file or call any function of the
// program, libc's system among them: gdb(1) and its manual, "Commands"; lldb(1).

// isDebugger knows gdb by the names that tool chains for other processors give it.
func isDebugger(name string) bool {
	tool, _ := catalogue.Toolchain(name)
	return name == "gdb" || name == "gdb-multiarch" || tool == "gdb"
}

// debugger judges the commands that gdb and lldb get by options and, where
// their text is known, by files and standard input.
func (v *visit) debugger() {
	unseen := v.args[:0]
	for _, a := range v.args {
		switch a.option {
		case "-ex", "--ex", "--eval-command", "-eval-command", "-iex", "--iex", "-init-eval-command", "--init-eval-command", "-eiex", "-o", "--one-line", "-O", "--one-line-before-file":
			if !a.field.exact() || !v.debugs(a.field.text, a.field) {
				v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
			}
		case "-x", "--command", "-command", "-ix", "--init-command", "-s", "--source", "-S", "--source-before-file":
			if a.role.Is(catalogue.ActScript) && v.debugsFile(a.field) {
				continue
			}
		}
		unseen = append(unseen, a)
	}
	v.args = unseen
	if len(v.operands) > 1 && v.name != "lldb" { // a process instead of a core
		if f := v.operands[1]; strings.Trim(f.text, "0123456789") == "" {
			v.simple(pipeline.KindSignal, f, v.mark)
		}
	}
}

// debugsFile reads a file of commands that the same command has written.
func (v *visit) debugsFile(f field) bool {
	text, at, ok := v.r.madeText(v.sc, f)
	if !ok || strings.HasSuffix(f.text, ".py") || !v.debugsLines(text, f) {
		return false
	}
	v.consumed(f, at)
	return true
}

// debugsLines judges a text of commands, one a line.
func (v *visit) debugsLines(text string, f field) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && (strings.HasSuffix(line, `\`) || !v.debugs(line, f)) {
			return false
		}
	}
	return true
}

// debugs judges one command of a debugger.
func (v *visit) debugs(command string, f field) bool {
	words := strings.Fields(command)
	if len(words) == 0 || strings.ContainsAny(command, "|`;\n{}") {
		return false
	}
	if v.name == "lldb" {
		return lldbShows(words)
	}
	switch words[0] {
	case "run", "r", "start", "starti":
		return v.debugged(words[1:], f)
	case "set":
		if len(words) > 2 && words[1] == "args" {
			return v.debugged(words[2:], f)
		}
	case "target":
		return len(words) == 3 && (words[1] == "remote" || words[1] == "extended-remote") && v.emulated(words[2], f)
	case "load":
		return len(words) == 1 && slices.ContainsFunc(v.r.effects, emulatorListens)
	case "monitor", "mon":
		return command == words[0]+" system_reset" && slices.ContainsFunc(v.r.effects, emulatorListens)
	}
	return shows(words)
}

// shows reports whether a command of gdb only looks.
func shows(words []string) bool {
	switch words[0] {
	case "set":
		return setsDisplay(words[1:])
	case "echo": // its text is none that is reckoned
		return true
	case "printf":
		return prints(words[1:])
	case "thread", "t", "frame", "f": // abbreviations of apply lead to a command, too
		switch {
		case len(words) == 1 || len(words) == 2 && strings.Trim(words[1], "0123456789.") == "":
			return true
		case words[1] == "apply":
			return len(words) > 3 && applies(words[2:])
		}
		return len(words) == 3 && (words[1] == "function" || words[1] == "level" || words[1] == "find") && plainExpression(words[2:])
	case "bt", "backtrace", "where", "info", "i", "list", "l", "up", "down", "disassemble", "disas", "quit", "q", "p", "print", "ptype", "whatis", "show", "x", "kill", "k",
		"break", "b", "br", "tbreak", "tb", "hbreak", "thbreak", "watch", "rwatch", "awatch", "delete", "d", "clear", "disable", "enable", "condition", "ignore", "catch", "tcatch", "handle",
		"next", "n", "step", "s", "continue", "c", "finish", "fin", "until", "u", "advance", "stepi", "si", "nexti", "ni", "detach", "disconnect",
		"display", "undisplay", "help", "silent", "end", "commands":
		return plainExpression(words[1:])
	}
	return (strings.HasPrefix(words[0], "x/") || strings.HasPrefix(words[0], "p/") || strings.HasPrefix(words[0], "print/") || strings.HasPrefix(words[0], "display/") || strings.HasPrefix(words[0], "output/")) && plainExpression(words[1:])
}

// prints judges what follows "printf": the text may hold anything, what is shown
// is reckoned.
func prints(words []string) bool {
	text, ok := strings.CutPrefix(strings.Join(words, " "), `"`)
	if !ok {
		return plainExpression(words)
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			rest := strings.Fields(text[i+1:])
			return len(rest) == 0 || strings.HasPrefix(rest[0], ",") && plainExpression(rest)
		}
	}
	return false
}

// applies judges what follows "thread apply" or "frame apply": which ones,
// flags, a command.
func applies(words []string) bool {
	for i, w := range words {
		if w != "all" && strings.Trim(w, "0123456789.-*") != "" && (i == 0 || w != "-q" && w != "-s" && w != "-c" && w != "-ascending") {
			return i > 0 && shows(words[i:])
		}
	}
	return false
}

// setsDisplay knows settings of how things are shown or stopped at; others name
// files, programs or the environment of what is run.
func setsDisplay(words []string) bool {
	if len(words) < 2 || !plainExpression(words) {
		return false
	}
	switch words[0] {
	case "pagination", "confirm", "width", "height", "print", "p", "listsize", "disassembly-flavor", "disassemble-next-line", "breakpoint", "style", "follow-fork-mode", "detach-on-fork", "disable-randomization",
		"startup-with-shell", "scheduler-locking", "non-stop", "max-value-size", "output-radix", "can-use-hw-watchpoints", "backtrace", "architecture", "arch", "endian", "remotetimeout", "verbose", "language":
		return words[0] != "language" || words[1] != "ada" // where a name alone is a call
	case "debuginfod":
		return len(words) == 3 && words[1] == "enabled" && words[2] == "off"
	}
	return false
}

// plainExpression reports whether words call no function and assign nothing:
// sizeof(…), casts and the comparisons of a condition are left, and what asks a
// container of the program for its size.
func plainExpression(words []string) bool {
	text := strings.Join(words, " ")
	for _, plain := range [...]string{".size()", ".empty()", ".length()", ".c_str()", ".data()", ".capacity()"} {
		text = strings.ReplaceAll(text, plain, "")
		text = strings.ReplaceAll(text, "->"+plain[1:], "")
	}
	for i := range len(text) {
		switch text[i] {
		case '(':
			if !groups(text, i) {
				return false
			}
		case '=':
			if (i == 0 || strings.IndexByte("=!<>", text[i-1]) < 0) && (i+1 == len(text) || text[i+1] != '=') || i > 1 && (text[i-2:i] == "<<" || text[i-2:i] == ">>") {
				return false
			}
		case '!':
			if i+1 == len(text) || text[i+1] != '=' {
				return false
			}
		}
	}
	return true
}

// groups reports whether the parenthesis at i only groups or casts: behind no
// name but sizeof, around the words of a type or a plain value, and before no
// other parenthesis, since (f)(x) is a call.
func groups(text string, i int) bool {
	before := strings.TrimRight(text[:i], " ")
	if before != "" && !strings.HasSuffix(before, "sizeof") && (wordByte(before[len(before)-1]) || strings.IndexByte(")]>$", before[len(before)-1]) >= 0) && !wordBefore(before, "if") {
		return false
	}
	inner, after, closed := strings.Cut(text[i+1:], ")")
	if !closed || strings.ContainsAny(inner, "(=\"'") {
		return false
	}
	after = strings.TrimLeft(after, " ")
	return !strings.HasPrefix(after, "(")
}

// wordBefore reports whether a text ends in a whole word.
func wordBefore(text, word string) bool {
	rest, ok := strings.CutSuffix(text, word)
	return ok && strings.HasSuffix(rest, " ")
}

// debugged judges run with its arguments as the program by itself. They pass
// through a shell, so they must be plain words; a file may be its input.
func (v *visit) debugged(args []string, f field) bool {
	named := v.operands
	if len(v.wrapped) > 0 { // --args PROGRAM: other words stand in for its own, which are judged anyway
		if named = v.wrapped; len(args) == 0 {
			return true
		}
	}
	if len(named) == 0 || !named[0].exact() {
		return len(args) == 0
	}
	program := named[0]
	if strings.Contains(program.text, "/") {
		return len(args) == 0 || v.debuggedWith(program, args, f)
	}
	// gdb looks for it in the folder, and then in PATH.
	if _, err := v.r.a.catalogue.Find(program.text); err == nil && !v.debuggedWith(program, args, f) {
		return false
	}
	program.text = "./" + program.text
	return len(args) == 0 || v.debuggedWith(program, args, f)
}

// debuggedWith judges a program with the words that it is run with.
func (v *visit) debuggedWith(program field, args []string, f field) bool {
	words := []field{program}
	for i, a := range args {
		if strings.ContainsFunc(a, func(c rune) bool {
			return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./=,:+@%", c)) && !(c == '<' && a == "<")
		}) {
			return false
		}
		if a == "<" || i > 0 && args[i-1] == "<" {
			if a != "<" {
				v.r.path(v.sc, field{text: a, span: f.span}, pipeline.KindRead, v.name, v.mark)
			}
			continue
		}
		words = append(words, field{text: a, span: f.span})
	}
	v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	return true
}

// emulatorListens reports whether an effect is the door of an emulated board
// that the same command has started.
func emulatorListens(e pipeline.Effect) bool {
	return e.Kind == pipeline.KindListen && strings.HasPrefix(e.By, "qemu-")
}

// emulated judges what gdb is joined to: a board that is emulated by this very
// command may be halted and written to, another may be real.
func (v *visit) emulated(place string, f field) bool {
	host, port, ok := strings.Cut(strings.TrimPrefix(place, "tcp:"), ":")
	if !ok || port == "" || strings.Trim(port, "0123456789") != "" || host != "" && host != "localhost" && host != "127.0.0.1" {
		return false
	}
	own := slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool {
		return emulatorListens(e) && e.Certain && strings.HasSuffix(e.Object, ":"+port)
	})
	if own {
		v.connect("127.0.0.1:"+port, true, f, "")
	}
	return own
}

// lldbShows reports whether a command of lldb only looks. Its commands have
// options, some of which write a file or hold further commands.
func lldbShows(words []string) bool {
	for _, w := range words[1:] {
		switch w {
		case "-n", "--name", "-a", "--address", "-v", "--verbose", "-f", "--file", "-l", "--line", "-t", "--type", "-c", "--count", "-b", "-m", "-s", "-r", "--regex", "--":
		default:
			if strings.HasPrefix(w, "-") {
				return false
			}
		}
	}
	if !plainExpression(words[1:]) {
		return false
	}
	two := strings.Join(words[:min(2, len(words))], " ")
	switch words[0] {
	case "run", "r":
		return len(words) == 1
	case "bt", "up", "down", "n", "next", "s", "step", "c", "continue", "finish", "kill", "q", "quit", "exit", "p", "print", "po", "b", "x", "l", "list", "disassemble", "di", "dis", "v":
		return true
	case "frame", "thread", "image", "register", "breakpoint", "br", "source", "memory", "process", "target":
		switch two {
		case "frame variable", "frame info", "frame select", "thread list", "thread info", "thread backtrace", "thread select", "image list", "image lookup", "register read", "breakpoint list", "breakpoint set", "br list", "source list", "source info", "memory read", "process status", "target list":
			return true
		case "process launch":
			return len(words) == 2
		}
	}
	return strings.HasPrefix(words[0], "x/") || strings.HasPrefix(words[0], "p/") || strings.HasPrefix(words[0], "memory/")
}
