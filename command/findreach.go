package command

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// What an action of find(1) reaches is asked by reading its expression for things of
// which only a little is known: for whatever holds something, which no action reaches
// behind -empty; for whatever lies below .git, which none reaches behind -not -path
// './.git/*'. Every test is true, false or not known of such a thing, and so are -a, -o,
// ! and parentheses of them.

// ternary is what is known of a test.
type ternary uint8

const (
	perhaps ternary = iota
	yes
	no
)

func (a ternary) not() ternary {
	switch a {
	case yes:
		return no
	case no:
		return yes
	}
	return perhaps
}

// thing is what an expression is read for.
type thing struct {
	below string // its path begins with this; empty: nothing is known of it
	at    string // or this is its path
	kind  byte   // as in -type; 0: nobody knows
	empty ternary
	stale ternary // a link that leads nowhere
}

// findReading reads an expression for one thing.
type findReading struct {
	args     []field
	i        int
	of       thing
	action   func(i int) bool // the actions that are asked for, by their first word
	reached  bool             // one of them may be carried out
	pruned   bool             // -prune certainly is
	deepest  int              // of -maxdepth; -1: none
	shallow  int              // of -mindepth
	upwards  bool             // what is in a folder comes before it, so that -prune does nothing
	unread   bool             // something is not understood
	implicit bool             // no action: all that is left over is printed
}

// readFind reads an expression for a thing; false: it is not understood.
func readFind(args []field, of thing, action func(i int) bool) (findReading, bool) {
	f := findReading{args: args, of: of, action: action, deepest: -1, implicit: true}
	for i := range args {
		if !args[i].exact() {
			return f, false
		}
	}
	left := f.list(true, true, 0)
	f.reached = f.reached || f.implicit && left != no
	return f, !f.unread && f.i == len(args)
}

// list is alternatives. A comma is not read: find gives such lists another value than
// its manual says.
func (f *findReading) list(may, must bool, depth int) ternary {
	if depth > maxNesting {
		f.unread = true
		return perhaps
	}
	value := no
	for {
		one := f.all(may && value != yes, must && value == no, depth)
		switch {
		case one == yes || value == yes:
			value = yes
		case one == perhaps:
			value = perhaps
		}
		if !f.takes("-o", "-or") {
			return value
		}
	}
}

// all are tests one behind the other, each of which must hold. At the end of the words
// there is none, which holds.
func (f *findReading) all(may, must bool, depth int) ternary {
	value := yes
	for f.i < len(f.args) && !f.unread {
		switch f.args[f.i].text {
		case ")", "-o", "-or":
			return value
		case "-a", "-and":
			f.i++
			continue
		}
		switch one := f.one(may && value != no, must && value == yes, depth); {
		case one == no || value == no:
			value = no
		case one == perhaps:
			value = perhaps
		}
	}
	return value
}

// one is a test, an action, or what parentheses hold.
func (f *findReading) one(may, must bool, depth int) ternary {
	switch {
	case f.i >= len(f.args) || depth > maxNesting:
		f.unread = true
		return perhaps
	case f.takes(",", ")", "-o", "-or", "-a", "-and"):
		f.unread = true
		return perhaps
	case f.takes("!", "-not"):
		return f.one(may, must, depth+1).not()
	case f.takes("("):
		value := f.list(may, must, depth+1)
		if !f.takes(")") {
			f.unread = true
		}
		return value
	}
	at := f.i
	word := f.args[at].text
	if f.action(at) && may {
		f.reached = true
	}
	if word == "-exec" || word == "-execdir" {
		return f.command()
	}
	n, ok := findArity(word)
	if !ok || at+n >= len(f.args) {
		f.unread = true
		return perhaps
	}
	f.i += n + 1
	operand := ""
	if n == 1 {
		operand = f.args[at+1].text
	}
	if word == "-prune" && must {
		f.pruned = true
	}
	return f.test(word, operand)
}

// takes goes over the next word if it is one of those.
func (f *findReading) takes(words ...string) bool {
	if f.i >= len(f.args) || !slices.Contains(words, f.args[f.i].text) {
		return false
	}
	f.i++
	return true
}

// command goes over -exec. Whether its program succeeds is known of test -e alone, which
// does so for all but a link that leads nowhere.
func (f *findReading) command() ternary {
	from := f.i + 1
	end := from
	for end < len(f.args) && f.args[end].text != ";" && (f.args[end].text != "+" || end == from || f.args[end-1].text != "{}") {
		end++
	}
	f.i, f.implicit = end+1, false
	switch {
	case end >= len(f.args):
		f.unread = true
	case f.args[end].text == "+":
		return yes
	default:
		switch strings.Join(wordsOf(f.args[from:end]), " ") {
		case "test -e {}", "[ -e {} ]":
			return f.of.stale.not()
		}
	}
	return perhaps
}

// test is what is known of a test with its operand.
func (f *findReading) test(word, operand string) ternary {
	switch word {
	case "-print", "-print0", "-printf", "-ls", "-delete", "-quit":
		f.implicit = false
		f.upwards = f.upwards || word == "-delete"
		if word == "-delete" || word == "-quit" {
			return perhaps
		}
		return yes
	case "-true", "-prune", "-noleaf", "-xdev", "-mount", "-daystart", "-warn", "-nowarn", "-ignore_readdir_race":
		return yes
	case "-depth", "-d":
		f.upwards = true
		return yes
	case "-maxdepth", "-mindepth":
		n, err := strconv.Atoi(operand)
		if f.unread = f.unread || err != nil || n < 0; word == "-maxdepth" {
			f.deepest = n
		} else {
			f.shallow = n
		}
		return yes
	case "-false":
		return no
	case "-empty":
		return f.of.empty
	case "-xtype":
		if operand == "l" {
			return f.of.stale
		}
	case "-type":
		return f.typed(operand)
	case "-size":
		return f.sized(operand)
	case "-name":
		if f.of.at != "" {
			return matchesAt(operand, path.Base(f.of.at))
		}
	case "-path", "-wholename":
		return f.pathed(operand)
	case "-ipath", "-iwholename":
		if f.pathed(operand) == yes {
			return yes
		}
	case "-regex", "-iregex":
		if operand == `.*/\.git/.*` && f.of.below != "" || operand == `\./\.git/.*` && f.of.below == "./.git/" {
			return yes
		}
	case "-files0-from", "-follow", "-L", "-fprint", "-regextype", "-ok", "-okdir", "-fls", "-fprintf", "-fprint0":
		f.unread = f.unread || word != "-regextype"
		return yes
	}
	return perhaps
}

// typed is -type: one letter, or several with commas.
func (f *findReading) typed(letters string) ternary {
	switch {
	case f.of.kind == 0 || letters == "":
		return perhaps
	case f.of.kind == 'f' || f.of.kind == 'd':
		if strings.Contains(","+letters+",", ","+string(f.of.kind)+",") {
			return yes
		}
		return no
	case letters == "f":
		return no
	}
	return perhaps
}

// sized is -size: find rounds up, so that below one unit of any kind there is nothing. The
// size of what is no file means nothing.
func (f *findReading) sized(size string) ternary {
	if f.of.kind == 'f' && f.of.empty == no {
		switch strings.TrimRight(size, "bcwkMG") {
		case "0", "-1":
			return no
		}
	}
	return perhaps
}

// pathed is -path: * goes over slashes.
func (f *findReading) pathed(pattern string) ternary {
	switch {
	case f.of.at != "":
		return matchesAt(pattern, f.of.at)
	case f.of.below == "" || strings.ContainsAny(pattern, `?[\`):
		return perhaps
	}
	if head, _, wild := strings.Cut(pattern, "*"); !wild || !strings.HasPrefix(head, f.of.below) && !strings.HasPrefix(f.of.below, head) {
		if wild || !strings.HasPrefix(pattern, f.of.below) {
			return no
		}
		return perhaps
	}
	begin, ends := strings.CutSuffix(pattern, "*")
	if !ends {
		return perhaps
	}
	for i := range len(f.of.below) + 1 { // whatever follows what begins like this is matched
		if matchesAt(begin, f.of.below[:i]) == yes {
			return yes
		}
	}
	return perhaps
}

// matchesAt reports whether a pattern of which * is the only wildcard matches a text.
func matchesAt(pattern, text string) ternary {
	if strings.ContainsAny(pattern, `?[\`) {
		return perhaps
	}
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		if pattern == text {
			return yes
		}
		return no
	}
	text, begins := strings.CutPrefix(text, parts[0])
	text, ends := strings.CutSuffix(text, parts[len(parts)-1])
	if !begins || !ends {
		return no
	}
	for _, part := range parts[1 : len(parts)-1] {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			return no
		}
		text = rest
	}
	return yes
}
