package command

import "strings"

// maxFlatDepth bounds the groups and substitutions around each other.
const maxFlatDepth = MaxDepth

// substitution reads $(command) or what stands between backquotes, which the
// printer writes in the same way.
func (f *flattener) substitution(opening int, closing string) bool {
	f.write("$(", f.in[f.at:f.at+opening])
	f.at += opening
	_, ok := f.nested(closing, "")
	return ok && !f.closed
}

// nested reads one statement and what ends it: a bracket, or one of two words
// behind a semicolon. The printer gives a line to each of several statements.
func (f *flattener) nested(closing, other string) (ending string, ok bool) {
	if f.depth++; f.depth > maxFlatDepth {
		return "", false
	}
	bracket, before := closing == ")" || closing == "`", f.at
	if f.gap(!bracket); !bracket && f.at == before {
		return "", false
	}
	if rest := f.in[f.at:]; rest != "" && rest[0] == '(' && (bracket || strings.HasPrefix(rest, "((")) {
		return "", false // the printer divides two brackets, and ((1)) is something else
	}
	outer, stages := f.leaving, 0
	for f.command(false) {
		end := f.at
		if f.pass(""); f.at == len(f.in) {
			return "", false
		}
		stages = f.stage(stages, outer)
		switch c := f.in[f.at]; {
		case bracket && c == closing[0]:
			f.at++
			f.depth--
			f.blanks = f.blanks || f.at != end+1
			f.write(")", f.in[end:f.at])
			return closing, true
		case !bracket && c == ';':
			f.depth--
			return f.ending(end, closing, other)
		}
		f.at = end
		if !f.operator() {
			return "", false
		}
	}
	return "", false
}

// stage counts the programs that a pipeline starts, and leaves out what stands behind as
// many as are judged. It is asked where an operator stands or the end of a group.
func (f *flattener) stage(stages int, outer bool) int {
	if f.simple {
		stages++
	}
	pipe := f.in[f.at] == '|' && (f.at+1 == len(f.in) || f.in[f.at+1] != '|')
	switch {
	case pipe && stages > MaxCommands && !f.leaving:
		f.left, f.leaving = append(f.left, leftOut{from: f.size(), stages: true}), true
	case !pipe && f.leaving && !outer:
		f.left[len(f.left)-1].to, f.leaving = f.size(), false
	}
	if !pipe {
		return 0
	}
	return stages
}

// ending reads a semicolon and one of two words.
func (f *flattener) ending(end int, one, other string) (ending string, ok bool) {
	f.at++
	f.pass("")
	word := one
	if other != "" && strings.HasPrefix(f.in[f.at:], other) {
		word = other
	}
	if !strings.HasPrefix(f.in[f.at:], word) {
		return "", false
	}
	f.at += len(word)
	f.rewritten = f.rewritten || f.at != end+2+len(word) || f.in[end+1] != ' '
	f.write("; ", f.in[end:f.at-len(word)])
	f.keep(f.at - len(word))
	return word, f.bounded()
}

// group reads (statement) or { statement; }.
func (f *flattener) group() bool {
	f.marked = true
	start := f.at
	f.at++
	f.keep(start)
	if f.in[start] == '(' {
		_, ok := f.nested(")", "")
		ok = ok && !f.closed
		f.closed = true
		return ok && f.bounded()
	}
	_, ok := f.nested("}", "")
	f.closed = false
	return ok
}

// compound reads what follows a word of the grammar: an if, a loop, a case, or
// what declares variables.
func (f *flattener) compound(word string) bool {
	f.marked = true
	ok := false
	switch word {
	case "if":
		var ending string
		if _, ok = f.nested("then", ""); ok {
			ending, ok = f.nested("fi", "else")
		}
		if ok && ending == "else" {
			_, ok = f.nested("fi", "")
		}
	case "while", "until":
		if _, ok = f.nested("do", ""); ok {
			_, ok = f.nested("done", "")
		}
	case "for":
		ok = f.loop()
	case "case":
		f.depth++
		ok = f.depth == 1 && f.branches() // within another the printer may leave out a semicolon
		f.depth--
	case "declare", "typeset", "local", "export", "readonly":
		f.depth++ // is judged to its end
		parts := f.parts
		ok = f.arguments()
		f.depth, f.parts = f.depth-1, parts // names are no parts
	}
	f.closed = false
	return ok
}

// loop reads what follows for.
func (f *flattener) loop() bool {
	for _, word := range [...]string{"", "in"} {
		if f.ends() {
			return false
		}
		f.gap(true)
		start := f.at
		n := nameLen(f.in[f.at:])
		f.at += n
		if n == 0 || word != "" && f.in[start:f.at] != word {
			return false
		}
		f.keep(start)
	}
	if f.ends() || f.redirects() {
		return false
	}
	f.depth++
	ok := f.arguments()
	f.depth--
	end := f.at
	if f.pass(""); !ok || f.at == len(f.in) || f.in[f.at] != ';' {
		return false
	}
	if _, ok = f.ending(end, "do", ""); ok {
		_, ok = f.nested("done", "")
	}
	return ok
}

// branches reads what follows case: WORD in, and each PATTERN) command;; on the
// same line.
func (f *flattener) branches() bool {
	if _, ok := f.spacedWord(); !ok {
		return false
	}
	if word, ok := f.spacedWord(); !ok || word != "in" {
		return false
	}
	for items := 0; ; items++ {
		word, ok := f.spacedWord()
		if !ok || word == "esac" {
			return ok && items > 0 && f.bounded()
		}
		if !f.patterns() || !f.branch() {
			return false
		}
	}
}

// spacedWord reads a word behind a blank.
func (f *flattener) spacedWord() (string, bool) {
	before := f.at
	f.gap(true)
	start := f.at
	ok := start > before && f.word(false) && f.at > start
	if word := f.in[start:f.at]; word == "in" || word == "esac" {
		f.parts--
	}
	return f.in[start:f.at], ok
}

// patterns reads what follows the first pattern of a branch, up to its bracket.
func (f *flattener) patterns() bool {
	for {
		end := f.at
		if f.pass(""); f.at == len(f.in) {
			return false
		}
		c := f.in[f.at]
		f.at++
		switch c {
		case ')':
			f.write(")", f.in[end:f.at])
			f.gap(true)
			return true
		case '|':
			f.pass("")
			f.write(" | ", f.in[end:f.at])
		default:
			return false
		}
		start := f.at
		if !f.word(false) || f.at == start || f.in[start:f.at] == "esac" {
			return false
		}
	}
}

// branch reads what a branch does, up to the two semicolons behind it.
func (f *flattener) branch() bool {
	for f.command(false) {
		end := f.at
		f.pass("")
		if rest := f.in[f.at:]; strings.HasPrefix(rest, ";;") && !strings.HasPrefix(rest, ";;&") {
			f.at += 2
			f.rewritten = f.rewritten || f.in[end:f.at] != " ;;"
			f.write(" ;;", f.in[end:f.at])
			return true
		}
		f.at = end
		if !f.operator() {
			return false
		}
	}
	return false
}

// function reads the rest of name() { statement; }, which is a command alone.
func (f *flattener) function(name string) bool {
	if nameLen(name) != len(name) || !strings.HasPrefix(f.in[f.at:], "()") {
		return false
	}
	start, commands, statements := f.at, f.commands, f.statements
	f.at += 2
	f.pass("")
	if f.at == len(f.in) || f.in[f.at] != '{' {
		return false
	}
	f.rewritten = f.rewritten || f.in[start:f.at] != "() "
	f.write("() ", f.in[start:f.at])
	if !f.group() {
		return false
	}
	f.bodies += f.commands - commands
	f.statements = statements
	end := f.at
	f.pass("")
	alone := f.at == len(f.in) || f.in[f.at] == ';' || f.in[f.at] == '\n'
	f.at = end
	return alone
}

// bounded reports whether a group ends where nothing else is glued to it.
func (f *flattener) bounded() bool {
	return f.at == len(f.in) || strings.IndexByte(" \t\n;|&)", f.in[f.at]) >= 0
}

// pipes reports whether <(command) or >(command) stands here.
func (f *flattener) pipes() bool {
	return f.at+1 < len(f.in) && f.in[f.at+1] == '(' && (f.in[f.at] == '<' || f.in[f.at] == '>')
}

// process reads <(command), which is a word.
func (f *flattener) process() bool {
	if f.ticked {
		return false
	}
	start := f.at
	f.at += 2
	f.keep(start)
	f.marked = true
	_, ok := f.nested(")", "")
	return ok && !f.closed && f.bounded()
}

// grammatical reports whether the parser takes a word in command position for
// more than the name of a program.
func grammatical(word string) bool {
	switch word {
	case "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "select", "function", "time", "coproc",
		"let", "declare", "typeset", "local", "export", "readonly", "nameref":
		return true
	}
	return false
}
