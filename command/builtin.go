package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// shellOnly reports whether a word means something to a shell alone, so that a command
// that begins with it cannot be started directly. Words of the grammar are among them:
// without a shell a program named if would be looked for, which is not what was
// written.
func shellOnly(name string) bool {
	switch name {
	case ":", ".", "source", "eval", "exec", "command", "builtin", "cd", "pushd", "popd", "dirs", "export", "readonly", "declare", "typeset", "local",
		"unset", "set", "shift", "trap", "exit", "return", "break", "continue", "alias", "unalias", "read", "mapfile", "readarray", "let", "getopts",
		"wait", "jobs", "bg", "fg", "disown", "times", "umask", "ulimit", "type", "hash", "help", "history", "fc", "suspend", "logout", "caller", "shopt",
		"compgen", "complete", "compopt", "bind", "enable", "if", "while", "until", "for", "case", "function", "select", "time", "{", "}", "!", "[[", "((", "do", "done", "then", "fi", "esac", "in", "coproc":
		return true
	}
	return false
}

// builtin judges what the shell does itself; false: it is no builtin, or one that does
// what the program of the same name does. POSIX lets the special ones (2.14) be found
// before functions; bash does not outside of its posix mode, and functions were looked
// at before.
func (r *run) builtin(sc *scope, name string, fields []field) bool {
	args := fields[1:]
	switch name {
	case ":", "true", "false", "pwd", "exit", "return", "break", "continue", "bg", "fg", "disown", "times", "umask", "ulimit",
		"type", "help", "suspend", "logout", "caller", "echo", "history", "fc", "unalias", "compopt":
		if name == "history" || name == "fc" {
			return r.history(name, fields)
		}
		sc.quit(name, args)
	// The stack of folders is followed, since popd leads back to what was pushed.
	case "dirs":
		if len(args) > 0 {
			sc.stack = nil // -c empties it
		}
	case "jobs":
		r.jobs(fields)
	case "wait":
		r.wait(sc, args)
	case "printf":
		r.printf(sc, args)
	case "test", "[":
		r.testBuiltin(name, args)
	case "cd":
		r.changeDir(sc, args)
	case "pushd":
		r.pushDir(sc, args)
	case "popd":
		r.popDir(sc, args)
	case "read", "mapfile", "readarray", "getopts", "unset", "let", "export", "declare", "typeset", "local", "readonly":
		r.variables(sc, name, args)
	case "shift":
		r.reposition(sc)
		sc.shift(args)
	case "set":
		r.setBuiltin(sc, args)
	case "shopt":
		r.shopt(sc, args)
	case "eval":
		r.eval(sc, fields)
	case "trap":
		r.trap(sc, args)
	case ".", "source":
		r.sourceFile(sc, fields)
	case "exec", "command", "builtin":
		return r.peelBuiltin(sc, name, fields)
	case "alias":
		r.aliasBuiltin(sc, args)
	case "hash", "enable", "bind", "compgen", "complete":
		r.hooks(name, fields)
	default:
		return false
	}
	r.note(name, fields)
	return true
}

// namesInArgv looks at the words of printf, test and [ when no shell runs them: what a
// shell would evaluate in them is no honest data. test -v 'a[$(id)]' runs id in bash
// (bash(1), "CONDITIONAL EXPRESSIONS"), not as the program test(1); whoever writes that
// means the former.
func (r *run) namesInArgv(sc *scope, fields []field) {
	switch fields[0].text {
	case "printf", "test", "[":
		for i, f := range fields[1:] {
			if f.exact() && (f.text == "-v" || f.text == "-R") && i+2 < len(fields) {
				r.nameOperand(fields[i+2:i+3], fields[0].text)
			}
		}
		if fields[0].text == "printf" {
			r.printf(sc, fields[1:])
		}
	}
}

// history writes and reads files when it is told to. With -s, -r, -w and a name it
// changes or writes files; fc runs what it edits. Only listing is known to do nothing.
func (r *run) history(name string, fields []field) bool {
	r.note(name, fields)
	if name == "history" && len(fields) == 2 && fields[1].exact() && strings.Trim(fields[1].text, "0123456789") == "" {
		return true // prints the last lines of this shell
	}
	if name == "fc" && len(fields) == 2 && fields[1].exact() && (fields[1].text == "-l" || fields[1].text == "-ln" || fields[1].text == "-lr") {
		return true
	}
	if len(fields) > 1 {
		r.unknown(name+" with arguments", name, fields[0].span)
	}
	return true
}

// printf judges -v, whose argument is a variable or an element of an array. A word that
// may turn out to begin with -v counts as one, for the variable is then somebody else's
// choice.
func (r *run) printf(sc *scope, args []field) {
	if len(args) == 0 {
		return
	}
	f := args[0]
	switch {
	case f.exact() && f.text == "-v" && len(args) > 1:
		f = args[1]
	case f.exact() && strings.HasPrefix(f.text, "-v") && len(f.text) > 2:
		f.text = f.text[2:]
	case f.dynamic && f.optionLike() && f.many:
	case f.dynamic && strings.HasPrefix(f.prefix, "-"):
	default:
		return
	}
	r.nameOperand([]field{f}, "printf")
	r.assignNames(sc, []field{f})
	if !sc.posix && !r.posix && args[0].text == "-v" && len(args) > 2 && f.exact() && validName(f.text) {
		r.setVar(sc, f.text, folded("printf", args[2:], false), f.span)
	}
}

// assignNames notes that some variables hold nobody knows what from now on. A word that
// is not known may be any name: then all of them do.
func (r *run) assignNames(sc *scope, fields []field) {
	for _, f := range fields {
		if f.exact() && validName(f.text) {
			sc.set(f.text, single(value{}))
			r.influence(sc, f.text, value{}, f.span)
		} else {
			for name := range sc.vars {
				sc.set(name, single(value{}))
			}
		}
	}
}

// variables judges builtins that set variables by name. Names with subscripts are
// expressions that bash evaluates. Options with an argument end in their letter, or are
// followed by the next word (read -p prompt, read -d X); a name that is taken for
// such an argument is one less variable that changes, so the letters are those of
// bash(1) and no more.
func (r *run) variables(sc *scope, name string, args []field) {
	arg := false
	for i, f := range args {
		switch {
		case arg:
			arg = false
		case !f.exact():
			r.unknown(name+" "+f.text, name, f.span)
			r.assignNames(sc, []field{f})
		case strings.HasPrefix(f.text, "-") && name != "let":
			switch name {
			case "read":
				arg = strings.ContainsAny(f.text, "diNnptu") && strings.ContainsAny(f.text[len(f.text)-1:], "diNnptu")
			case "mapfile", "readarray":
				r.callback(sc, name, args[i:])
				arg = strings.ContainsAny(f.text[len(f.text)-1:], "dnOsuCc")
			case "declare", "typeset", "local", "readonly", "export":
				if f.text != "-x" && f.text != "--" { // declare by another spelling, which the parser does not know
					r.unknown(name+" "+f.text, name, f.span)
				}
			case "unset":
				if strings.Contains(f.text, "f") {
					sc.funcs, sc.sure = nil, nil
				}
			}
		case name == "unset" && constantElement(f.text):
			sc.forget(f.text[:strings.IndexByte(f.text, '[')])
		case strings.ContainsAny(f.text, "[$`"):
			r.unknown(name+" "+f.text, name, f.span)
			r.suspectExpansions(sc, f.text, f.span)
			r.assignNames(sc, []field{f})
		case name == "let": // behind an assignment or command, where the parser knows of no expression
			w := &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: f.text}}}
			r.inside(f.span, func() { r.arithText(sc, f.text, w) })
			r.assignNames(sc, []field{{dynamic: true}})
		case strings.Contains(f.text, "=") && name != "read" && name != "mapfile" && name != "readarray" && name != "getopts" && name != "unset":
			n, v := cutAssign(f.text)
			r.declareNamed(sc, name, n, text(v), f.span)
		case name == "unset":
			r.unsets(sc, args[0], f)
		case name == "readonly":
			sc.seal(f.text)
		case name == "getopts" && i == 0, name == "export":
		default:
			r.assignNames(sc, []field{f})
			sc.lines(name, args, f.text)
		}
	}
	if name == "read" && (len(sc.stdin.names) > 0 || sc.stdin.kind == stdinText) {
		r.readNames(sc, args)
	}
	sc.readFigures(name, args)
	if name == "read" || name == "getopts" {
		sc.set("REPLY", single(value{}))
		sc.set("OPTARG", single(value{}))
	}
}

// callback is -C of mapfile. mapfile -C calls it as a command every few lines, with the
// number of the line and its text behind it. So what is judged is a beginning only, and
// unknown is stated beside.
func (r *run) callback(sc *scope, name string, args []field) {
	f := args[0]
	before, glued, ok := strings.Cut(f.text, "C")
	if !ok || strings.ContainsAny(before, "dnOsuc") {
		return
	}
	r.unknown(name+" -C", name, f.span) // what is called gets an index and a line, too
	if f.text = glued; glued != "" {
		r.evalText(sc, []field{f}, name)
	} else if len(args) > 1 {
		r.evalText(sc, args[1:2], name)
	}
}

// constantElement reports whether a word is a[0] or the like, in which nothing
// is left to be evaluated.
func constantElement(s string) bool {
	name, index, ok := strings.Cut(strings.TrimSuffix(s, "]"), "[")
	return ok && strings.HasSuffix(s, "]") && validName(name) && index != "" && strings.Trim(index, "0123456789") == ""
}

// readNames gives the one variable of read the names that its input has. It is given as
// alternatives of which one is there in each turn of the loop: ls *.log | while read -r
// f; do rm "$f"; done deletes those and nothing else. Anything that could change the
// text on the way (another IFS, backslashes without -r, several variables) ends that.
func (r *run) readNames(sc *scope, args []field) {
	last := ""
	for i, f := range args {
		if !f.exact() || strings.HasPrefix(f.text, "-") && f.text != "-r" && f.text != "-d" && f.text != "-rd" {
			return
		}
		if strings.HasPrefix(f.text, "-") || i > 0 && strings.HasSuffix(args[i-1].text, "d") && strings.HasPrefix(args[i-1].text, "-") {
			continue
		}
		if last != "" || !validName(f.text) {
			sc.readWords(args)
			return
		}
		last = f.text
	}
	if last == "" || len(sc.stdin.names) > maxAlts || sc.stdin.nul && !has(args, "-d") && !has(args, "-rd") {
		return
	}
	v, b := variable{}, builder{}
	if b.separators(sc); b.ifsKind == separatedSomehow || strings.Trim(b.ifs, blanks) != "" {
		return // a separator at the end is taken off
	}
	trims := b.ifsKind == separatedByBlanks || b.ifs != ""
	if sc.stdin.kind == stdinText {
		if slices.ContainsFunc(args, func(f field) bool { return f.text == "-d" || f.text == "-rd" }) {
			return
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(sc.stdin.text, "\n"), "\n") {
			if trims {
				line = strings.Trim(line, " \t")
			}
			v.alts = append(v.alts, text(line))
		}
		if len(v.alts) > maxAlts || strings.Contains(sc.stdin.text, "\\") {
			return
		}
	}
	for _, n := range sc.stdin.names {
		v.alts = append(v.alts, pattern(n))
	}
	sc.set(last, v)
}
