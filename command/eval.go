package command

import (
	"strings"

	"passepartout/pipeline"
)

// Builtins that run text or words in the shell at hand, so that what they set stays set:
// eval, source, command, builtin, exec and alias. A text that is not known may have set
// any variable and may have gone to any folder.

// eval judges the text that its words make.
func (r *run) eval(sc *scope, fields []field) { r.evalText(sc, fields[1:], "eval") }

// evalText judges words as eval takes them: joined by blanks and read again (POSIX
// 2.14). If one of them is not known, everything may have been set and any folder may
// be the one at hand.
func (r *run) evalText(sc *scope, args []field, by string) {
	if len(args) > 0 && args[0].exact() && args[0].text == "--" {
		args = args[1:]
	}
	words := make([]string, 0, len(args))
	for _, f := range args {
		if !f.exact() || f.many {
			r.unknown(by+" of "+f.text, by, f.span)
			sc.vars, sc.dirs = nil, nil
			return
		}
		words = append(words, f.text)
	}
	if len(args) > 0 {
		span := pipeline.Span{Start: args[0].span.Start, End: args[len(args)-1].span.End}
		r.shellText(sc, strings.Join(words, " "), by, span, nil)
	}
}

// sourceFile is . or source: a file that runs in this shell, so that what it sets
// stays. The text is judged where it is known; else the file is code, and the shell is
// not certain of its variables any more (sources).
func (r *run) sourceFile(sc *scope, fields []field) {
	if len(fields) < 2 {
		return
	}
	f := fields[1]
	switch {
	case f.exact() && f.text == "-p": // bash 5.3: where files are looked for
		r.unknown("source -p", fields[0].text, f.span)
	case r.procConstant(sc, f, "bash"):
	case f.proc != nil:
		r.code("output of a command", fields[0].text, r.remoteMark(r.fedProcs[f.proc]), f.span)
	case f.exact() && (f.text == "/dev/stdin" || f.text == "/dev/fd/0") && sc.stdin.kind == stdinText:
		in := sc.stdin
		sc.stdin = stdin{}
		r.shellText(sc, in.text, fields[0].text, f.span, nil) // what it sets is set here
		sc.stdin = in
	case f.exact() && (f.text == "/dev/stdin" || f.text == "/dev/fd/0" || f.text == "-"):
		r.codeStdin(sc, "bash", f.span, "")
	case r.sourcedText(sc, fields):
	case f.exact() && (f.text == "/etc/os-release" || f.text == "/usr/lib/os-release"): // variables and nothing else: os-release(5)
		r.path(sc, f, pipeline.KindRead, fields[0].text, "")
		sc.sources(f)
	case f.exact() && !strings.Contains(f.text, "/"):
		// A bare name is looked for in PATH before the folder.
		r.codePath(sc, field{text: "./" + f.text, span: f.span}, fields[0].text, "")
	default:
		r.codePath(sc, f, fields[0].text, "")
		sc.sources(f)
	}
}

// peelBuiltin is exec, command and builtin: what follows is the command. command -v and
// -V only tell what a word means. Of exec, the option -a takes the name that the
// program will see, which means nothing to what it is, but hides it from whoever looks
// at the list of processes.
func (r *run) peelBuiltin(sc *scope, name string, fields []field) bool {
	args := fields[1:]
	var shown field
	r.note(name, fields)
	for len(args) > 0 && args[0].exact() && strings.HasPrefix(args[0].text, "-") && len(args[0].text) > 1 {
		opt := args[0].text
		args = args[1:]
		if opt == "--" {
			break
		}
		if name == "command" && strings.ContainsAny(opt, "vV") {
			return true
		}
		if name == "exec" && strings.HasSuffix(opt, "a") && len(args) > 0 {
			shown = args[0]
			args = args[1:]
		}
	}
	if len(args) == 0 {
		r.fed = r.fed || name == "exec" && sc.stdin.kind != stdinInherited && (sc.stdin.kind != stdinFile || sc.stdin.path != "/dev/null")
		return true
	}
	if !args[0].exact() {
		r.unknown("command word "+args[0].text+" is not a constant", name, args[0].span)
		return true
	}
	if as := strings.TrimPrefix(shown.text, "-"); as != "" && shown.exact() && nameIn(as) != nameIn(args[0].text) {
		r.unknown("it would be listed as "+as+", not as "+nameIn(args[0].text), name, shown.span)
	}
	r.within(name, func() {
		switch name {
		case "exec":
			r.exec(sc, args)
		default:
			if !r.builtin(sc, args[0].text, args) {
				r.exec(sc, args)
			}
		}
	})
	return true
}

// aliasBuiltin notes aliases that are not put in, see aliased. They are expanded only
// where the shell was told to; then the grammar itself has changed and nothing after it
// is certain.
func (r *run) aliasBuiltin(sc *scope, args []field) {
	for _, f := range args {
		name, body, ok := strings.Cut(f.text, "=")
		switch {
		case !f.exact():
			r.unknown("alias "+f.text, "alias", f.span)
		case ok:
			sc.alias(name, body)
			if sc.opts || sc.posix {
				r.unknown("alias "+f.text, "alias", f.span)
				r.suspectText(sc, body, "alias", f.span)
			}
		}
	}
}
