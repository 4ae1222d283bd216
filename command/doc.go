// Package command tells what a shell command would do before it does it:
//
//	text → bytes checked → tree → canonical text → words resolved → effects
//
// There is one parse, and what was judged is what runs: a simple command comes
// back as Argv, to be started without any shell; anything else comes back as
// Script, the printer's rendering of the judged tree, which alone may be given
// to bash. The catalogue says what programs do with their words; this package
// finds the words, through quoting, variables, expansions, functions,
// wrappers, nested shells and substitutions, and asks the catalogue about each
// program that would start.
//
// Everything that is not understood is an effect of kind unknown: a program
// without an entry, an option that an entry does not list, a word in command
// position that is no constant, a tree node without a rule, a limit that is
// passed. Nothing is guessed. Some input is refused outright, because parsers
// are known to read it differently: control characters, invalid UTF-8.
//
// Code in other languages that stands in a command is looked into by package snippet. A
// file that the command itself writes is read where the command runs or loads it, and
// words of its text that lead out of the project are found by package outward.
//
// Limits: 64 kB of text, depth 64, 1,000 simple commands, paths of 4,096 bytes; the work
// is linear in the text, and where it is not, its steps are bounded. The analysis looks
// at the file system only through World.Paths, to resolve links, to find programs and to
// see what is there, and never reads a file's content.
package command
