package command

import (
	"path"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// makeValues are the variables of a Makefile or a justfile with what they may
// hold, all of it where there are several.
type makeValues struct {
	of   map[string]string
	home string
	dir  string
	left int // replacements that may still be made; none: what comes out is not known
}

// assigned is a variable that a text for a shell sets to a plain word.
var assigned = regexp.MustCompile(`(?:^|[\s;&])([A-Za-z_]\w*)=([^\s;&'"$]+)`)

// maxReplaced bounds what variables that hold variables grow to.
const maxReplaced = 512

// values reads the variables of a file, of the command line and of the command. All
// values that a variable gets anywhere count for each place, since the order in which
// make reads and expands is another one (GNU make, "How make Reads a Makefile"). HOME
// and RM are there without being set.
func (a *author) values(text string) *makeValues {
	m := &makeValues{of: map[string]string{"RM": "rm -f", "MAKE": "make"}, home: a.r.w.Home, dir: a.r.w.Dir, left: maxReplaced}
	m.of["HOME"], m.of["CURDIR"], m.of["PWD"] = m.home, m.dir, m.dir
	defined := ""
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", " "), "\n") {
		switch name, ok := strings.CutPrefix(line, "define "); {
		case ok:
			defined = strings.Trim(name, " =:")
		case line == "endef":
			defined = ""
		case defined != "":
			m.add(defined, line+";")
		case line != "" && line[0] != '\t' && line[0] != '#':
			m.assignment(line)
		}
	}
	a.r.spend(len(a.r.commands) / 16)
	for _, c := range a.r.commands {
		if c.Name != "make" && c.Name != "gmake" && c.Name != "just" {
			continue
		}
		for i := 1; i < len(c.Argv); i++ {
			if name, value, ok := strings.Cut(c.Argv[i].Text, "="); ok {
				m.add(name, value)
			}
		}
	}
	if a.file == nil {
		for _, word := range a.r.in.Argv {
			for _, as := range assigned.FindAllStringSubmatch(word, maxReplaced) {
				m.add(as[1], as[2])
			}
		}
	}
	for _, set := range a.constants() {
		m.add(set[0], set[1])
	}
	return m
}

// constants are the variables that the command sets, with their texts.
func (a *author) constants() [][2]string {
	if a.file == nil || a.sets != nil {
		return a.sets
	}
	a.sets = [][2]string{}
	syntax.Walk(a.file, func(n syntax.Node) bool {
		if as, ok := n.(*syntax.Assign); ok && as.Name != nil && as.Value != nil {
			if texts, expands := appendTexts(nil, as.Value); len(texts) == 1 && !expands {
				a.sets = append(a.sets, [2]string{as.Name.Value, texts[0]})
			}
		}
		return true
	})
	return a.sets
}

// add notes a value. One that is set twice has both, since which of them make uses
// depends on when it asks.
func (m *makeValues) add(name, value string) {
	if old := m.of[name]; old != "" && old != value && len(old) < maxReplaced {
		value = old + " " + value
	}
	m.of[name] = value
}

// assignment takes in NAME = value, for one target as well, and what a recipe of just
// gets where nobody says it: clean dir='x': :=, ?=, += and != all set it.
func (m *makeValues) assignment(line string) {
	name, value, ok := strings.Cut(line, "=")
	if !ok {
		return
	}
	if name = strings.TrimRight(name, ":?+! "); strings.ContainsAny(name, ": ") {
		name = name[strings.LastIndexAny(name, ": ")+1:]
	}
	value = strings.TrimSpace(value)
	if len(value) > 1 && (value[0] == '\'' || value[0] == '"') {
		if inner, _, closed := strings.Cut(value[1:], value[:1]); closed {
			value = inner
		}
	}
	m.add(name, value)
}

// expand puts what variables hold into a line. Of a function of make it keeps what it
// is given: the paths that come out begin with those. What nobody knows stays. The
// number of replacements is bounded for a whole file, as A = $(B)$(B), B = $(C)$(C) …
// doubles with each line.
func (m *makeValues) expand(line string) string {
	var b strings.Builder
	ends, open := closings(line), true
	for i := 0; i < len(line); i++ {
		rest := line[i:]
		switch {
		case strings.HasPrefix(rest, "$$"):
			b.WriteString("$$")
			i++
		case strings.HasPrefix(rest, "$(") || strings.HasPrefix(rest, "${"):
			end := ends[i+1] - i
			if end < 0 || m.left <= 0 {
				b.WriteByte('$')
				continue
			}
			m.left--
			b.WriteString(m.reference(rest[2:end], rest[:end+1]))
			i += end
		case open && strings.HasPrefix(rest, "{{"):
			inner, _, ok := strings.Cut(rest[2:], "}}")
			if open = ok; !ok || m.left <= 0 { // nor is a later one closed
				b.WriteByte('{')
				continue
			}
			m.left--
			b.WriteString(m.interpolation(inner, rest[:len(inner)+4]))
			i += len(inner) + 3
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String()
}

// reference is what stands for $(inner). $(shell …) becomes a substitution of the
// shell, which is judged as such.
func (m *makeValues) reference(inner, whole string) string {
	name, args, called := strings.Cut(inner, " ")
	if !called {
		name, _, _ = strings.Cut(inner, ":") // $(SRC:.c=.o)
		if value, ok := m.of[name]; ok {
			m.left -= len(value) / 64
			return m.expand(value)
		}
		return whole
	}
	args = m.expand(args)
	switch name {
	case "shell":
		return "$(" + strings.ReplaceAll(args, "$$", "$") + ")"
	case "dir":
		return path.Dir(args) + "/"
	case "abspath", "realpath", "wildcard", "addprefix", "addsuffix", "subst", "patsubst", "if", "or", "and", "strip", "filter", "filter-out", "sort", "word", "wordlist", "firstword", "lastword", "notdir", "basename", "join", "foreach", "value", "call":
		words := strings.ReplaceAll(args, ",", " ")
		for word := range strings.FieldsSeq(words) {
			if value, ok := m.of[word]; ok && (name == "call" || name == "value") && m.left > 0 {
				m.left -= 1 + len(value)/64
				words += " " + m.expand(value)
			}
		}
		return words
	}
	return whole
}

// interpolation is what stands for {{inner}} in a justfile. Other functions of just
// stay as they are written, and then nothing is known of the word.
func (m *makeValues) interpolation(inner, whole string) string {
	switch inner = strings.TrimSpace(inner); inner {
	case "home_directory()", "home_dir()", "env('HOME')", `env("HOME")`, "env_var('HOME')", `env_var("HOME")`:
		return m.home
	case "justfile_directory()", "invocation_directory()":
		return m.dir
	}
	for _, op := range [...]string{" / ", "+"} {
		if left, right, ok := strings.Cut(inner, op); ok && m.left > 0 {
			m.left--
			return m.interpolation(left, left) + strings.Trim(op, "+ ") + m.interpolation(right, right)
		}
	}
	if len(inner) > 1 && (inner[0] == '\'' || inner[0] == '"') {
		return strings.Trim(inner, `'"`)
	}
	if value, ok := m.of[inner]; ok {
		m.left -= len(value) / 64
		return m.expand(value)
	}
	return whole
}

// closings are where the parentheses and braces of a line end, by where they begin;
// less than 0: nowhere, or none begins there. Brackets of the same kind are counted, as
// make does; of the other kind they mean nothing. Nil: it has no variables.
func closings(line string) []int {
	if !strings.Contains(line, "$(") && !strings.Contains(line, "${") {
		return nil
	}
	out := make([]int, len(line))
	var round, curly []int // those that are open
	for i := range len(line) {
		out[i] = -1
		switch line[i] {
		case '(':
			round = append(round, i)
		case '{':
			curly = append(curly, i)
		case ')':
			round = closed(round, out, i)
		case '}':
			curly = closed(curly, out, i)
		}
	}
	return out
}

// closed notes where the bracket that was opened last ends, and is what is open then.
func closed(open, out []int, at int) []int {
	if len(open) == 0 {
		return open
	}
	last := len(open) - 1
	out[open[last]] = at
	return open[:last]
}

// shellTexts are what a line gives to the shell while make reads it: $(shell X), X !=
// Y, the shell itself with its options. These run before any recipe does, for every
// goal, even with -n.
func shellTexts(line string) []string {
	var out []string
	const begin = "$(shell "
	ends := closings(line)
	for at := 0; ; {
		i := strings.Index(line[at:], begin)
		if i < 0 {
			break
		}
		at += i
		end := ends[at+1]
		if at += len(begin); end >= at {
			out = append(out, line[at:end])
		}
	}
	name, value, ok := strings.Cut(line, "=")
	switch name = strings.TrimSpace(name); {
	case !ok:
	case strings.HasSuffix(name, "!"):
		out = append(out, value)
	case name == ".SHELLFLAGS" || name == ".SHELLFLAGS :" || name == "SHELL" || name == "SHELL :":
		out = append(out, strings.Trim(strings.TrimLeft(value, lowerSet+" -"), `"'`))
	}
	return out
}
