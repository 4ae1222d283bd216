package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Lists of variables never end: each tool has some of its own by which it is told what
// to start, where its plugins lie, which command to give to a shell. Most say so by the
// last words of their names. What such a one has for a value is looked at where a
// program gets it; that of a variable that stays in the shell is not.

// namedFor says by the last words of a variable's name what a program that obeys it
// would do with the value; none where the name does not say.
func namedFor(name string) influenceKind {
	at := strings.LastIndexByte(name, '_')
	if at <= 0 {
		return influenceNone
	}
	kind := influenceNone
	switch name[at+1:] {
	case "DIR", "DIRS", "PATH", "PATHS", "FILE", "FILES", "HOME":
		before := name[:at]
		before = before[strings.LastIndexByte(before, '_')+1:]
		if strings.HasPrefix(before, "PLUGIN") || strings.HasPrefix(before, "HOOK") || strings.HasPrefix(before, "EXTENSION") || strings.HasPrefix(before, "MODULE") || before == "LOAD" || before == "EXEC" || before == "BINARY" {
			kind = influencePlaces
		}
	case "PLUGIN", "PLUGINS", "HOOKS", "PRELOAD", "EXTENSIONS", "LOADER":
		kind = influencePlaces
	case "BIN", "BINARY", "EXE", "EXEC", "EXECUTABLE", "PROGRAM", "COMPILER", "LINKER", "LAUNCHER", "WRAPPER", "INTERPRETER", "TFPATH":
		kind = influenceTool
	case "COMMAND", "CMD", "HOOK", "EDITOR", "PAGER", "ASKPASS":
		kind = influenceShell
	}
	if kind != influenceNone && influenceOf(name) != influenceNone {
		return influenceNone // it is known
	}
	return kind
}

// runsPaged reports whether a command is an interpreter, which takes what it reads for code.
func runsPaged(command string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(command, " "), " ")
	name := nameIn(first)
	return isShell(name) || name == "zsh" || name == "ksh" || name == "perl" || languageOf(name) != nil
}

// namedInfluence states what a variable that a program gets would make it do, if it
// obeys the variable as its name says.
func (r *run) namedInfluence(sc *scope, name string, v value, span pipeline.Span) {
	if v.kind == valueText && secretPlace(v.text) {
		r.mayTouch(sc, field{text: v.text[max(strings.IndexByte(v.text, '/'), 0):], span: span}, pipeline.KindRead, name)
	}
	kind := namedFor(name)
	if kind == influenceNone || v.kind != valueText || v.text == "" {
		return
	}
	if kind == influencePlaces {
		if strings.Contains(v.text, "/") {
			r.places(sc, name, v.text, span)
		}
		return
	}
	first, rest, _ := strings.Cut(v.text, " ")
	if real, _ := r.pieceAway(sc, first, false); real != "" {
		first = real
	}
	switch {
	case strings.HasPrefix(first, "/") && !ofTheMachine(first) || strings.HasPrefix(path.Clean(first), ".."):
		r.codePath(sc, field{text: first, span: span}, name, catalogue.MarkBuild)
	case rest != "":
		r.inside(span, func() { r.suspectText(sc, v.text, name, span) })
	}
}
