package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// everyPID is how a word is called that stands for the ids of all processes of
// the machine or of a user.
const everyPID = "every process id"

// analyzeKill is kill(1). A process id of -1 is every process that the user
// may signal: kill(2).
func analyzeKill(v *visit) bool {
	signalled, signal := false, ""
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		switch {
		case f.exact() && (f.text == "-l" || f.text == "-L" || f.text == "--list" || f.text == "--table" || f.text == "--help" || f.text == "--version"):
			return true
		case f.exact() && (f.text == "-s" || f.text == "-n" || f.text == "--signal" || f.text == "-q" || f.text == "--queue" || f.text == "--timeout"):
			signalled = true
			i++
			if i < len(v.fields) {
				signal = v.fields[i].text
			}
		case f.exact() && f.text == "--":
			signalled = true
		case !signalled && f.exact() && strings.HasPrefix(f.text, "-") && len(f.text) > 1:
			signalled, signal = true, f.text[1:]
		default:
			if signal == "0" {
				continue // only asks whether it is there
			}
			v.killOne(f, signal)
			signalled = true
		}
	}
	return true
}

// killOne is one process, group or job that gets a signal.
func (v *visit) killOne(f field, signal string) {
	if f.job || gentle(signal) && v.ownShell(f) || strings.HasPrefix(f.text, "%") || f.dynamic && v.r.printsJobs(f.text) {
		f = field{text: "job", span: f.span}
	} else if v.endsEarlier(f) {
		return
	}
	mark := ""
	if f.pattern && !f.dynamic && !f.job {
		v.killListed(f, signal)
	}
	switch {
	case f.text == "-1" && !f.dynamic:
		mark = catalogue.MarkKillAll
	case f.dynamic && (f.text == everyPID || v.r.printsPIDs(f.text)):
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: everyPID, By: v.name, Mark: catalogue.MarkKillAll, Span: f.span})
	case f.dynamic && !gentle(signal) && v.r.printsGuard(f.text):
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "a guard of the machine", By: v.name, Mark: catalogue.MarkSecurityOff, Span: f.span})
	}
	v.simple(pipeline.KindSignal, f, mark)
}

// ownShell reports whether a word is the id of the shell itself.
func (v *visit) ownShell(f field) bool {
	if v.r.fixed != nil || f.span.Start >= f.span.End || f.span.End > len(v.r.canonical) {
		return false
	}
	switch v.r.canonical[f.span.Start:f.span.End] {
	case "$$", `"$$"`, "$BASHPID", `"$BASHPID"`:
		return f.pattern || f.number || f.dynamic
	}
	return false
}

// killListed looks at what a word of process ids was written as, if that is all
// of them or those of a guard.
func (v *visit) killListed(f field, signal string) {
	if v.r.fixed != nil || f.span.Start >= f.span.End || f.span.End > len(v.r.canonical) {
		return
	}
	switch word := v.r.canonical[f.span.Start:f.span.End]; {
	case v.r.printsPIDs(word):
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: everyPID, By: v.name, Mark: catalogue.MarkKillAll, Span: f.span})
	case !gentle(signal) && v.r.printsGuard(word):
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "a guard of the machine", By: v.name, Mark: catalogue.MarkSecurityOff, Span: f.span})
	}
}

// gentle reports whether a signal is one by which daemons are told to read
// their files again or that does not end anything: signal(7).
func gentle(signal string) bool {
	switch strings.TrimPrefix(strings.ToUpper(signal), "SIG") {
	case "0", "HUP", "1", "USR1", "10", "USR2", "12", "CONT", "18", "WINCH", "28", "URG":
		return true
	}
	return false
}

// nestedOutput is the statement of a word that is one substitution, as it is
// written.
func (r *run) nestedOutput(word string) *syntax.Stmt {
	var body string
	switch {
	case len(word) > 3 && strings.HasPrefix(word, "$(") && strings.HasSuffix(word, ")"):
		body = word[2 : len(word)-1]
	case len(word) > 2 && word[0] == '`' && word[len(word)-1] == '`':
		body = word[1 : len(word)-1]
	default:
		return nil
	}
	if len(body) > maxValue || !r.spend(nestedSteps(body, Bash)) {
		return nil
	}
	file, err := r.p.nested(body, Bash)
	if err != nil || len(file.Stmts) != 1 {
		return nil
	}
	return file.Stmts[0]
}

// printsPIDs reports whether a substitution prints the ids of all processes.
func (r *run) printsPIDs(word string) bool {
	s := r.nestedOutput(strings.Trim(word, `"`))
	return s != nil && listsEverything(s)
}

// printsJobs reports whether a substitution prints the ids of the shell's own
// children: jobs(1p).
func (r *run) printsJobs(word string) bool {
	if !strings.Contains(word, "jobs") {
		return false
	}
	s := r.nestedOutput(strings.Trim(word, `"`))
	if s == nil || len(s.Redirs) > 0 {
		return false
	}
	words := literals(s)
	return len(words) == 2 && words[0] == "jobs" && (words[1] == "-p" || words[1] == "-pr" || words[1] == "-rp" || words[1] == "-ps")
}

// printsGuard reports whether a substitution prints the process id of a guard.
func (r *run) printsGuard(word string) bool {
	s := r.nestedOutput(strings.Trim(word, `"`))
	if s == nil {
		return false
	}
	words := literals(s)
	if len(words) == 2 && words[0] == "cat" {
		return guardName(strings.TrimSuffix(words[1], ".pid"))
	}
	return len(words) > 1 && (words[0] == "pidof" || words[0] == "pgrep") && slices.ContainsFunc(words[1:], guardName)
}

// literals are the words of a simple command, those that are no constants
// left empty.
func literals(s *syntax.Stmt) []string {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) > 64 {
		return nil
	}
	out := make([]string, len(call.Args))
	for i, w := range call.Args {
		out[i] = constantWord(w)
	}
	return out
}

// commandName is the first word of a simple command, or "".
func commandName(s *syntax.Stmt) string {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		return call.Args[0].Lit()
	}
	return ""
}

// constantWord is the text of a word of one part that is a constant.
func constantWord(w *syntax.Word) string {
	if len(w.Parts) != 1 {
		return ""
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return p.Value
	case *syntax.SglQuoted:
		return p.Value
	case *syntax.DblQuoted:
		if len(p.Parts) == 1 {
			if lit, ok := p.Parts[0].(*syntax.Lit); ok {
				return lit.Value
			}
		}
	}
	return ""
}

// listsEverything reports whether a pipeline prints the ids of all processes
// of the machine, of a user or of a terminal, none of them chosen by name.
// What picks some is not looked through: ps(1), pgrep(1).
func listsEverything(s *syntax.Stmt) bool {
	for range 16 {
		bin, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok {
			return listsProcesses(s)
		}
		if bin.Op != syntax.Pipe && bin.Op != syntax.PipeAll || !passesIDs(literals(bin.Y)) {
			return false
		}
		s = bin.X
	}
	return false
}

// listsProcesses reports whether a command lists all processes.
func listsProcesses(s *syntax.Stmt) bool {
	name := commandName(s)
	if name = name[strings.LastIndexByte(name, '/')+1:]; name != "ps" && name != "pgrep" && name != "ls" && name != "lsof" && name != "seq" {
		return false
	}
	words := literals(s)
	if len(words) == 0 {
		return false
	}
	args := words[1:]
	switch name {
	case "ls":
		return len(args) == 1 && (args[0] == "/proc" || args[0] == "/proc/")
	case "lsof":
		return slices.Contains(args, "-t") && len(args) == 2 && (args[1] == "/" || args[1] == "/usr" || args[1] == "/home" || args[1] == "/lib" || args[1] == "/dev") || len(args) == 1 && args[0] == "-t"
	case "seq":
		return numbers(s) >= manyRuns
	case "pgrep":
		return slices.ContainsFunc(args, func(w string) bool { return w != "" && everyProcess(w) }) ||
			len(args) > 1 && (args[0] == "-u" || args[0] == "-U" || args[0] == "--euid" || args[0] == "--uid") && len(args) == 2 && !daemonUser(args[1])
	case "ps":
		for i, w := range args {
			switch {
			case strings.HasPrefix(w, "--pid"), strings.HasPrefix(w, "--ppid"), w == "-C", w == "-p", w == "-q", w == "-t", w == "-N", w == "--deselect", w == "-s", w == "--sid":
				return false // some of them
			case i > 0 && (args[i-1] == "-o" || args[i-1] == "-O" || strings.HasSuffix(args[i-1], "o") || args[i-1] == "-u" || args[i-1] == "-U"):
			case w != "" && strings.Trim(w, "0123456789,") == "":
				return false // ids of processes
			}
		}
		return slices.ContainsFunc(args, func(w string) bool {
			w, _, _ = strings.Cut(w, "=")
			return strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.ContainsAny(w, "eAadUu") || !strings.HasPrefix(w, "-") && len(w) < 5 && strings.ContainsAny(w, "ax")
		})
	}
	return false
}

// passesIDs reports whether a command hands on the ids of all processes that
// it reads, but for a few.
func passesIDs(words []string) bool {
	if len(words) == 0 {
		return false
	}
	args := words[1:]
	switch words[0] {
	case "awk", "gawk", "mawk":
		return len(args) == 1 && strings.Contains(args[0], "print") && !strings.ContainsAny(strings.ReplaceAll(args[0], "NR>1", ""), "/~=<>!&|")
	case "cut", "tr", "sort", "uniq", "cat", "tac", "shuf", "column":
		return true
	case "tail":
		return len(args) == 2 && args[0] == "-n" && strings.HasPrefix(args[1], "+") || len(args) == 1 && strings.HasPrefix(args[0], "-n+")
	case "sed":
		return len(args) == 1 && args[0] == "1d"
	case "grep", "egrep":
		return len(args) == 2 && (args[0] == "-v" || args[0] == "-o" || args[0] == "-oE" || args[0] == "-Eo") ||
			len(args) > 0 && len(args) < 3 && strings.Trim(args[len(args)-1], `^[]0-9+*\d{,}$`) == "" && strings.Contains(args[len(args)-1], "[")
	}
	return false
}
