package command

import (
	"regexp"
	"slices"
	"strings"

	"passepartout/command/catalogue"
)

// A script takes in a library of the project and calls its functions. Which
// there are nobody knows who cannot read the file. But a name that is no
// program of PATH can only be one of them, or nothing at all: so it is code of
// that file, as is the file itself, and words that are a command where the
// function hands them on are judged as one, too.

// sources notes a library that the shell takes in by its name.
func (s *scope) sources(f field) {
	if f.exact() && f.text != "" {
		s.library = &f
	}
}

// plainFunction is a name that functions of libraries have.
var plainFunction = regexp.MustCompile(`^[A-Za-z_]\w*(?:::\w+)*$`)

// ofLibrary judges a command that can only be a function of a library.
func (r *run) ofLibrary(sc *scope, name, object string, fields []field) bool {
	if sc.library == nil || object != name || !plainFunction.MatchString(name) || r.argvMode() || len(r.via) > 0 && !isShell(r.via[len(r.via)-1]) {
		return false
	}
	if _, err := r.a.catalogue.Find(name); err == nil {
		return false
	}
	for _, f := range fields[1:] {
		if f.dynamic && !tellsOnly(name) {
			return false
		}
	}
	if reachesFar(name) || !tellsOnly(name) && slices.ContainsFunc(fields[1:], func(f field) bool { return reachesFar(f.text) }) {
		return false
	}
	codes, at := r.codes, len(r.effects)
	mark := targetMark(name)
	for _, f := range fields[1:] {
		mark = strongerMark(mark, targetMark(f.text))
	}
	if mark == catalogue.MarkBuild || mark == catalogue.MarkTest {
		mark = ""
	}
	r.codePath(sc, *sc.library, name, mark)
	for i := at; i < len(r.effects); i++ {
		r.effects[i].Span = fields[0].span
	}
	r.live(sc, name, fields, codes)
	r.handsOn(sc, name, fields[1:])
	return true
}

// reachesFar reports whether a name speaks of what lies beyond the project: then
// a person is to look at the function.
func reachesFar(name string) bool {
	return len(name) < 64 && anyPart(strings.ReplaceAll(name, "_", "-"), func(part string) bool {
		switch part {
		case "push", "deploy", "publish", "release", "destroy", "delete", "drop", "purge", "wipe", "nuke", "reboot", "shutdown", "poweroff", "halt", "sudo", "root", "prod", "production", "staging", "live",
			"terraform", "kubectl", "k8s", "helm", "aws", "gcloud", "az", "ssh", "scp", "remote", "install", "uninstall", "upload", "migrate", "rollback", "force", "kill", "sql", "truncate", "mkfs":
			return true
		}
		return false
	})
}

// maxHanded bounds before how many words such a command may begin.
const maxHanded = 6

// handsOn judges words as the command that a function like retry or run starts,
// wherever among them it begins. A list of tools that are to be there is none,
// and neither is a message.
func (r *run) handsOn(sc *scope, name string, words []field) {
	if tellsOnly(name) {
		return
	}
	bare := true
	for _, f := range words {
		bare = bare && f.exact() && plainFunction.MatchString(f.text)
	}
	if bare && asksFor(name) {
		return
	}
	for i, f := range words[:min(len(words), maxHanded)] {
		if !f.exact() {
			continue
		}
		first, _, several := strings.Cut(f.text, " ")
		switch {
		case several && r.startsKnown(first): // run "make test"
			r.suspectText(sc, f.text, name, f.span)
		case !several && r.startsKnown(f.text) && (i+1 < len(words) || strings.HasPrefix(f.text, "/")):
			inner := sc.fork()
			r.within(name, func() { r.start(inner, words[i:]) })
		}
	}
}

// startsKnown reports whether a word is a program that an entry knows, a path of
// the machine's, or what makes a shell run words.
func (r *run) startsKnown(word string) bool {
	switch word {
	case "eval", "exec", "source", ".", "command", "builtin", "kill", "trap", "cd":
		return true
	}
	if strings.Contains(word, "/") {
		return word[0] == '/' || word[0] == '~'
	}
	_, err := r.a.catalogue.Find(word)
	return err == nil
}

// asksFor reports whether the name of a function says that it looks for tools.
func asksFor(name string) bool {
	return anyPart(strings.ReplaceAll(name, "_", "-"), func(part string) bool {
		switch part {
		case "require", "requires", "required", "need", "needs", "have", "has", "ensure", "check", "assert", "exists", "installed", "deps", "dependencies":
			return true
		}
		return false
	})
}

// tellsOnly reports whether the name of a function says that it prints its words.
func tellsOnly(name string) bool {
	parts := strings.ReplaceAll(name, "_", "-")
	if anyPart(parts, func(part string) bool {
		switch part {
		case "run", "exec", "cmd", "command", "do", "call", "eval", "with", "and", "or", "on", "wrap", "if", "try", "retry", "execute":
			return true
		}
		return false
	}) {
		return false
	}
	return anyPart(parts, func(part string) bool {
		switch part {
		case "log", "info", "warn", "warning", "error", "debug", "echo", "print", "say", "msg", "message", "die", "fail", "header", "title", "success", "banner":
			return true
		}
		return false
	})
}
