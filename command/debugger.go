package command

import (
	"regexp"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Debuggers take commands by option, and by files of one command a line. Those
// that show where a program stands, stop it or let it go on do nothing but what
// the program itself does, which is judged as code; all others may run a shell,
// write files or call functions: the manuals of gdb, "Commands", and of lldb.

// debugger judges the commands that gdb and lldb get.
func (v *visit) debugger() {
	for i := range v.args {
		a := &v.args[i]
		switch a.option {
		case "-ex", "--ex", "--eval-command", "-eval-command", "-iex", "--iex", "-init-eval-command", "--init-eval-command", "-eiex", "-o", "--one-line", "-O", "--one-line-before-file":
			if !a.field.exact() || !shows(a.field.text) {
				v.r.code(v.name+": "+a.field.text, v.name, v.mark, a.field.span)
			}
		case "-x", "--command", "-command", "-ix", "--init-command", "-s", "--source", "-S", "--source-before-file":
			if text, at, ok := v.r.madeText(v.sc, a.field); ok && a.role.Is(catalogue.ActScript) && showsAll(text) {
				a.role = catalogue.Role{Acts: []catalogue.Act{catalogue.ActRead}}
				v.r.ran = append(v.r.ran, at)
			}
		}
	}
	if len(v.operands) > 1 && v.name != "lldb" { // a process instead of a core
		if f := v.operands[1]; strings.Trim(f.text, "0123456789") == "" {
			v.simple(pipeline.KindSignal, f, v.mark)
		}
	}
}

// showsAll reports whether every line of a script only looks.
func showsAll(script string) bool {
	for line := range strings.SplitSeq(script, "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "", line[0] == '#', line == "commands", line == "silent", line == "end": // what stands between them is looked at as well
		case strings.HasSuffix(line, `\`), !shows(line):
			return false
		}
	}
	return true
}

// memberCall is a function of an object that is given nothing: buf.size().
var memberCall = regexp.MustCompile(`(?:\.|->)[a-z_]\w*\(\)`)

// comparison is what asks and sets nothing.
var comparison = regexp.MustCompile(`[=!<>]=`)

// shows reports whether a command of gdb or lldb only looks.
func shows(command string) bool {
	words := strings.Fields(command)
	if len(words) == 0 {
		return false
	}
	name, rest := words[0], words[1:]
	if name == "run" || name == "r" || name == "start" { // the program of the command line; its arguments go through a shell
		return !slices.ContainsFunc(rest, func(w string) bool { return !runArgument.MatchString(w) })
	}
	bare := comparison.ReplaceAllString(command, " ")
	if slices.Contains([]string{"p", "print", "ptype", "whatis"}, name) {
		bare = memberCall.ReplaceAllString(bare, ".x")
	}
	if strings.ContainsAny(bare, "(|!`=;\n") {
		return false
	}
	switch name {
	case "bt", "backtrace", "where", "info", "list", "l", "up", "down", "disassemble", "disas", "quit", "q", "p", "print", "ptype", "whatis", "show", "kill", "echo",
		"delete", "next", "n", "step", "s", "continue", "c", "finish", "stepi", "si", "nexti", "ni", "until":
		return true
	case "break", "b", "tbreak", "watch", "rwatch", "awatch", "display", "undisplay", "x": // with options lldb runs commands at a stop, or writes a file
		return !strings.ContainsAny(command, `"'`) && !slices.ContainsFunc(rest, func(w string) bool {
			return w[0] == '-' && w != "-n" && w != "-f" && w != "-l" && w != "-qualified" && w != "-function" && w != "-line" && w != "-source"
		})
	case "frame", "f":
		return len(rest) == 0 || showsFrame(rest[0])
	case "thread":
		return len(rest) == 1 && strings.Trim(rest[0], "0123456789") == "" || len(rest) > 2 && rest[0] == "apply" && (rest[2] == "bt" || rest[2] == "backtrace" || rest[2] == "where") ||
			len(rest) > 0 && (rest[0] == "backtrace" || rest[0] == "list" || rest[0] == "info" || rest[0] == "select")
	case "set":
		return gdbSetting.MatchString(strings.Join(rest, " "))
	case "handle":
		return gdbSignal.MatchString(strings.Join(rest, " "))
	case "catch", "tcatch":
		return len(rest) == 1 && (rest[0] == "throw" || rest[0] == "catch" || rest[0] == "fork" || rest[0] == "exec" || rest[0] == "syscall")
	case "register", "image", "target", "memory", "process", "breakpoint": // of lldb
		return lldbLook.MatchString(strings.Join(words, " "))
	}
	return strings.HasPrefix(name, "x/") || strings.HasPrefix(name, "p/") || strings.HasPrefix(name, "print/") || strings.HasPrefix(name, "ptype/") || strings.HasPrefix(name, "display/")
}

// showsFrame reports whether frame is told which one, and not, by "apply", what
// to do in each.
func showsFrame(word string) bool {
	switch word {
	case "function", "level", "variable", "info", "select":
		return true
	}
	return strings.Trim(word, "0123456789") == ""
}

var (
	runArgument = regexp.MustCompile(`^[\w./=:,+@%*-]+$`)
	gdbSetting  = regexp.MustCompile(`^(?:pagination|confirm|width|height|verbose|listsize|print (?:pretty|elements|object|static-members|vtbl|demangle|asm-demangle|address|array|array-indexes|frame-arguments|repeats|null-stop|union|symbol|thread-events|inferior-events|max-depth|entry-values)|style enabled|disassembly-flavor|disassemble-next-line|debuginfod enabled|breakpoint pending|follow-fork-mode|detach-on-fork|scheduler-locking|non-stop|backtrace limit|max-value-size|disable-randomization|startup-with-shell|print thread-events) [\w-]+$`)
	gdbSignal   = regexp.MustCompile(`^(?:SIG[A-Z0-9]+|all)(?: (?:no)?(?:stop|print|pass|ignore))+$`)
	lldbLook    = regexp.MustCompile(`^(?:register read|image (?:list|lookup)|target (?:list|variable)|memory read|process status|breakpoint (?:list|delete|set))(?: (?:-[nflrasctF]|--(?:name|file|line|address|format|count|size|all|regex|shlib|func-regex)|[\w$.:/&*][\w$.:/&*>+\[\]-]*))*$`)
)
