package command

import (
	"mvdan.cc/sh/v3/syntax"
)

// maxStatements bounds the statements of all kinds in one text, which are no
// more than a few around each simple command.
const (
	maxStatements     = 4 * MaxCommands
	tooManyStatements = "more than 4,000 statements"
)

// maxParts bounds the parts of all words of one text: 1,000 commands of 16 words.
const (
	maxParts     = 16 * MaxCommands
	tooManyParts = "more than 16,000 words and parts of words"
)

// crowd is tooMuch where a text may hold too much at all.
func crowd(file *syntax.File, text string) string {
	if len(text) >= 2*MaxCommands && (openings(text) > MaxCommands || partings(text) > maxParts) {
		return tooMuch(file)
	}
	return ""
}

// partings is an upper bound for the parts of words: each begins behind one of these.
func partings(text string) int {
	if len(text) < maxParts {
		return 0
	}
	n := 1
	for i := range len(text) {
		switch text[i] {
		case ' ', '\t', '\n', '$', '`', '"', '\'', '(', ')', '{', '}', '[', ']', '<', '>', ';', '&', '|', '=':
			n++
		}
	}
	return n
}

// tooMuch names what a tree holds more of than is judged, or nothing.
func tooMuch(file *syntax.File) string {
	var c census
	c.visit = c.node
	syntax.Walk(file, c.visit)
	switch {
	case c.commands > MaxCommands:
		return tooMany
	case c.statements > maxStatements:
		return tooManyStatements
	case c.parts > maxParts:
		return tooManyParts
	}
	return ""
}

// census counts what a tree holds, until that is too much. It goes through words,
// commands and redirections by itself, which nearly all of a long text is, and leaves
// the way through everything else to the parser's own walk.
type census struct {
	commands, statements, parts int

	visit func(syntax.Node) bool // node
}

// full reports whether enough was counted.
func (c *census) full() bool {
	return c.commands > MaxCommands || c.statements > maxStatements || c.parts > maxParts
}

// node counts a node of the walk; false where its children were counted as well.
func (c *census) node(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.Stmt:
		c.stmt(node)
		return false
	case *syntax.Word:
		c.word(node)
		return false
	case *syntax.CallExpr:
		c.call(node)
		return false
	case *syntax.BinaryCmd:
		c.chain(node)
		return false
	case *syntax.DblQuoted:
		c.list(node.Parts)
		return false
	case *syntax.Lit, *syntax.SglQuoted, *syntax.Comment:
		return false
	}
	return !c.full()
}

func (c *census) stmt(s *syntax.Stmt) {
	c.statements++
	if c.full() {
		return
	}
	switch cmd := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		c.call(cmd)
	case *syntax.BinaryCmd:
		c.chain(cmd)
	default:
		syntax.Walk(cmd, c.visit)
	}
	for _, r := range s.Redirs {
		c.word(r.Word)
		if r.Hdoc != nil {
			c.word(r.Hdoc)
		}
	}
}

// chain counts a list or a pipeline, the last command first: see inChain.
func (c *census) chain(bin *syntax.BinaryCmd) {
	for ok := true; ok && !c.full(); {
		c.stmt(bin.Y)
		left := bin.X
		if bin, ok = left.Cmd.(*syntax.BinaryCmd); !ok {
			c.stmt(left)
		}
	}
}

func (c *census) call(call *syntax.CallExpr) {
	c.commands++
	for _, as := range call.Assigns {
		if as.Index != nil || as.Array != nil {
			syntax.Walk(as, c.visit)
		} else if as.Value != nil {
			c.word(as.Value)
		}
	}
	for _, w := range call.Args {
		c.word(w)
	}
}

func (c *census) word(w *syntax.Word) { c.list(w.Parts) }

// list counts the parts of a word or of a quotation.
func (c *census) list(parts []syntax.WordPart) {
	if c.full() {
		return
	}
	if c.parts += len(parts); c.full() {
		return
	}
	for _, part := range parts {
		if leaf(part) {
			continue
		}
		if quoted, ok := part.(*syntax.DblQuoted); ok {
			c.list(quoted.Parts)
		} else {
			syntax.Walk(part, c.visit)
		}
	}
}

// leaf reports whether a part of a word has nothing in it that a walk would find.
func leaf(part syntax.WordPart) bool {
	switch part := part.(type) {
	case *syntax.Lit, *syntax.SglQuoted:
		return true
	case *syntax.ParamExp: // $a, but not the a[b] of arithmetic
		return part.Short && part.Index == nil && part.NestedParam == nil
	}
	return false
}
