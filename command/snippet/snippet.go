// Package snippet understands small programs in other languages: code that is
// typed on the command line of an interpreter, or comes as a constant text.
//
//	text → tokens → tree → what it would do, or "not understood"
//
// The first reading is a closed list, not a filter. Every byte, token, construct, name,
// attribute and argument must be known here; the first one that is not ends
// the reading, and the code stays code that nobody can see. A program that is
// understood can reach nothing but plain data (numbers, texts, containers, open
// files, functions of its own) and the listed functions of listed modules; those
// that touch files become effects, with paths that are constants.
//
// Why that is enough: whatever a listed function gives back is plain data again,
// no listed attribute of plain data leads out of it, and whatever is more than
// plain data (a module, a class, a function of a module, a path, the environment)
// may stand only where its use is known. So there is no need to follow which
// value goes where, but for constants that name files. A name that is bound more
// than once has no value that is relied upon.
//
// Programs of Python, JavaScript, PHP and R that this reading gives up are read once
// more (pysoft.go, jssoft.go, phsoft.go, rsoft.go). Tokens, constructs, modules and
// what touches files stay a closed list then; of other names those are listed that
// reach out, by all that the language and its libraries have, and any other one
// computes. Each of those files says what makes that enough for its language. Code of
// the project that such a program calls is an effect, as a run of its tests is.
//
// Limits: 16 kB of text (64 kB of Go), nesting of 64, 4,000 nodes; the work is linear.
// How long a program runs and how much memory it takes is not judged.
package snippet

import (
	"path"

	"passepartout/pipeline"
)

// Limits of what is read; a longer or deeper text is not understood.
const (
	MaxText  = 16 << 10
	maxDepth = 64
	maxNodes = 4000
	maxTexts = 32 // values that one path may have
)

// Effect is one thing that a program would do.
type Effect struct {
	Kind    pipeline.EffectKind // read, write, delete, code (of the project), secret, connect, run
	Object  string              // a path as the program has it, the name of a variable, a URL, or the words of a command with \x00 between them, patterns behind SomeWord
	Pattern bool                // Object is a pattern of paths
	Home    bool                // Object begins with ~ and means the home folder
	Look    bool                // names, sizes and times, not content
	Tree    bool                // the whole tree below
	Moves   bool                // no effect: names are moved, so that links may lead elsewhere from now on
	Fed     bool                // the program gets a standard input that nobody knows
	Says    bool                // a file of the project that says paths: nothing else of the command may have written to it
	Leads   bool                // no effect: the program asks where links lead that are in Object, and takes what it is told for a path
	Sets    string              // no effect by itself: a variable of the environment gets Object as its value
	// Operands says that the files on the command line are meant, as a program
	// reads them that is run for each line.
	Operands bool
}

// Given is what a program gets from its command line.
type Given struct {
	Args  []string // after the program
	Known bool     // Args are all that there are, and constants
	Glob  bool     // the last of Args is a pattern of paths, whatever number of them
	// Patterns says which of Args are patterns of paths, whatever number of them; only the
	// reader of Python is told.
	Patterns []bool
	Isolated bool   // modules of the working folder are not looked for, or code that starts with it
	Folder   string // where modules are looked for first; "" is the working folder
	Eval     bool   // the program is an argument (-e), so that standard input is free, and PHP needs no <?php
	Old      bool   // the interpreter may be one of Python 2
	Texts    bool   // timers run texts, as in Deno
	Lines    bool   // the program runs for each line of its input: ruby -n
	Own      bool   // other code of the project is compiled with it
	Search   bool   // headers are looked for in the project, too
	Imports  string // functions that options bring: perl -M
	Lib      string // the folder of the project's own libraries: ruby -I
	File     string // the file that the program stands in, as a path without links; "" if that is not known
	Here     string // the folder in which it runs; "" if that is not known
	// Inner are folders, by their paths, that a program may name to code of the
	// project: that in which it runs, and the one for temporary files.
	Inner  []string
	timed  bool // it is a text that timeit runs
	Linked bool // links may lead elsewhere than before, as the command made them
	// Names are patterns of the lines that a command prints, if these are names of files
	// below its folder; nil: nobody can tell.
	Names func(words []string) []string
	// Variable is what a variable of the environment may be; empty: not known.
	Variable func(name string) []string
	// SQL reports whether a statement for a database only reads; nil: nobody can tell.
	SQL func(statement string) bool
	// Stands reports whether anything stands at a path, or the command has just
	// written it; nil: nobody can tell.
	Stands func(name string) bool
	UTF8   bool   // no locale is asked for but those in which a text is read as UTF-8
	Temp   string // the folder for temporary files; "" is /tmp
	Peers  bool   // further files belong to the program, which are the project's own
}

// SomeWord stands before a word of a command that is a pattern of one word, which is not
// empty and no option.
const SomeWord = "\x01"

// report collects effects, each once.
type report struct {
	effects []Effect
	seen    map[Effect]bool
}

// add notes an effect once; the order is that in which they were found.
func (r *report) add(e Effect) {
	if r.seen[e] {
		return
	}
	if r.seen == nil {
		r.seen = make(map[Effect]bool)
	}
	r.seen[e] = true
	r.effects = append(r.effects, e)
}

// feeds reports whether a program that runs code of the project writes what may
// be part of that code: what an included file includes is not known.
func feeds(effects []Effect, runs bool) bool {
	writes := false
	for _, e := range effects {
		runs = runs || e.Kind == pipeline.KindCode
		writes = writes || e.Kind == pipeline.KindWrite && (e.Pattern || !listWords(".txt .json .csv .md .log .html .xml .svg", path.Ext(e.Object)))
	}
	return runs && writes
}
