package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// misread names what a text has that shells read otherwise than the parser; empty: nothing.
// Three rules of shells are at stake, which the parser does not keep:
//
//   - Within double quotes, here-documents and arithmetic a single quote in ${x:-'…'} quotes
//     nothing (POSIX 2.6.2): "${x:-'$(cmd)'}" runs cmd, and where the brace ends depends on
//     the shell. For patterns, "${x#'}'}", it does quote in bash, and does not everywhere.
//   - A here-document ends at the first line that is its delimiter, whatever was opened in it
//     (POSIX 2.7.4).
//   - A backquote ends at the next one without a backslash, also within quotes (POSIX 2.6.3).
//     The printer writes none, so this matters only for a text that runs as it stands.
//
// And a comment begins a word (POSIX 2.3), of which the parser is not sure behind "${a//}":
// there it leaves out what the shell runs.
//
// Such texts are rare, and quotations of plain characters, "${x:-'none'}", read the same
// everywhere but for the quotes themselves: see quotesItself.
func misread(file *syntax.File, text string, stands bool) string {
	quotes := strings.Contains(text, "${") && strings.IndexByte(text, '\'') >= 0
	documents := strings.Contains(text, "<<") && (strings.ContainsAny(text, "$`") || strings.Contains(text, "\\\n"))
	if stands && gluedComment(text) {
		return "a comment within a word"
	}
	if !quotes && !documents && (!stands || strings.IndexByte(text, '`') < 0) {
		return ""
	}
	m := misreader{text: text, stands: stands, posix: strings.Contains(text, "posix") || strings.Contains(text, "POSIX"), left: 8 * len(text)}
	m.within = append(m.within, surrounding{})
	syntax.Walk(file, m.node)
	return m.found
}

// reading is how a shell reads what stands in a node.
type reading uint8

const (
	readPlain    reading = iota // single quotes quote
	readQuoted                  // as in double quotes: they do not
	readDocument                // as in double quotes, but these are ordinary characters, too
	readPattern                 // of "${x#'…'}", where bash lets them quote
)

// surrounding is where a node stands.
type surrounding struct {
	how reading
	// However far out: in double quotes or their like, in ${…}, in $(…) or <(…).
	quotes, param, command bool
}

// misreader walks a tree and remembers for each node around how it is read.
type misreader struct {
	text   string
	stands bool // the text runs as it stands
	posix  bool // bash may have been told to read as POSIX says
	left   int  // bytes of here-documents that may still be looked at
	within []surrounding
	body   *syntax.Word // of the here-document whose words come next
	found  string
}

func (m *misreader) node(n syntax.Node) bool {
	if n == nil {
		m.within = m.within[:len(m.within)-1]
		return false
	}
	if m.found != "" {
		return false
	}
	in := m.within[len(m.within)-1]
	how := in.how
	switch n := n.(type) {
	case *syntax.DblQuoted, *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.CStyleLoop:
		if how != readDocument {
			how = readQuoted
		}
	case *syntax.ParamExp:
		in.param = true
		switch {
		case how == readPattern, how == readPlain && m.posix: // in subscripts, too
			how = readQuoted
		case how == readQuoted && !m.stands && matches(n):
			how = readPattern
		}
	case *syntax.ProcSubst:
		how, in.command = readPlain, true
	case *syntax.CmdSubst:
		how, in.command = readPlain, true
		if n.Backquotes && m.stands && m.ends(n, in.quotes) {
			m.found = "quotes within backquotes"
		}
	case *syntax.Redirect:
		if n.Hdoc != nil && (n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc) {
			m.body = n.Hdoc
			if m.cut(n, in.command) {
				m.found = "a here-document that ends within an expansion"
			}
		}
	case *syntax.Word:
		if n == m.body {
			how = readDocument
		}
	case *syntax.SglQuoted:
		if (how == readQuoted || how == readDocument) && strings.ContainsAny(n.Value, "$`\\\"'{}\n") {
			m.found = "single quotes within an expansion in double quotes"
		}
		if n.Dollar && in.quotes && in.param && !plainEscapes(n.Value) {
			m.found = "$'…' within an expansion in double quotes" // "$(echo ${x-$'$(cmd)'})" runs cmd in bash 5.2
		}
	}
	in.how, in.quotes = how, in.quotes || how != readPlain
	m.within = append(m.within, in)
	return true
}

// plainEscapes reports whether $'…' holds no more than plain characters, line ends and tabs.
func plainEscapes(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '$', '`', '"', '{', '}':
			return false
		case '\\':
			if i++; i == len(s) || strings.IndexByte("nrt", s[i]) < 0 {
				return false
			}
		}
	}
	return true
}

// gluedComment reports whether the parser takes for a comment what stands behind a character
// that ends no word.
func gluedComment(text string) bool {
	suspect := false
	for i := 1; i < len(text) && !suspect; i++ {
		suspect = text[i] == '#' && strings.IndexByte(wordEnds+"${", text[i-1]) < 0
	}
	if !suspect {
		return false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
	if err != nil {
		return true
	}
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			at := int(c.Hash.Offset())
			found = found || at > len(text) || at > 0 && strings.IndexByte(wordEnds, text[at-1]) < 0
		}
		return !found
	})
	return found
}

// wordEnds are the characters behind which a number sign begins a comment.
const wordEnds = " \t\n;&|()<>`"

// matches reports whether an expansion only has a pattern, or one with its replacement.
func matches(p *syntax.ParamExp) bool {
	if p.Index != nil || p.Slice != nil {
		return false
	}
	if p.Exp == nil {
		return p.Repl != nil
	}
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return true
	}
	return false
}

// ends reports whether backquotes end before the parser thinks so, or where shells do not
// agree about that: at double quotes in them that stand within double quotes themselves
// (POSIX 2.6.3).
func (m *misreader) ends(n *syntax.CmdSubst, quotes bool) bool {
	from, to := int(n.Left.Offset())+1, int(n.Right.Offset())
	if from < 1 || to < from || to > len(m.text) {
		return true
	}
	inside := m.text[from:to]
	for i := 0; i < len(inside); i++ {
		switch inside[i] {
		case '\\':
			if i++; quotes && i < len(inside) && inside[i] == '"' {
				return true
			}
		case '`':
			return true
		case '"':
			if quotes {
				return true
			}
		}
	}
	return false
}

// cut reports whether a here-document ends before the parser thinks so. Lines that a
// backslash continues are one, unless the delimiter is quoted; within $( ) a line also ends
// it that begins with the delimiter and has a closing bracket behind it, in bash 5.2.
func (m *misreader) cut(r *syntax.Redirect, within bool) bool {
	delimiter, raw := delimiterOf(r.Word)
	if delimiter == "" || len(r.Hdoc.Parts) == 0 || raw && !within {
		return false // the parser looks for the line itself
	}
	from, to := int(r.Hdoc.Pos().Offset()), int(r.Hdoc.End().Offset())
	if from < 0 || to < from || to > len(m.text) {
		return true
	}
	if m.left -= 2 * (to - from); m.left < 0 {
		return true
	}
	body, last := m.text[from:to], strings.LastIndexByte(m.text[from:to], '\n') // the last line is the delimiter
	body = body[:max(last, 0)]
	bodies := []string{body}
	if !raw && strings.Contains(body, "\\\n") {
		bodies = append(bodies, strings.ReplaceAll(body, "\\\n", ""), strings.NewReplacer("\\\\", "\\\\", "\\\n", "").Replace(body))
	}
	for _, body := range bodies {
		for line := range strings.SplitSeq(body, "\n") {
			if r.Op == syntax.DashHdoc {
				line = strings.TrimLeft(line, "\t")
			}
			if rest, ok := strings.CutPrefix(line, delimiter); ok && (rest == "" && !raw || within && strings.IndexByte(rest, ')') >= 0) {
				return true
			}
		}
	}
	return false
}

// delimiterOf is the word that ends a here-document, and whether it is quoted.
func delimiterOf(w *syntax.Word) (delimiter string, raw bool) {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			raw = raw || strings.IndexByte(p.Value, '\\') >= 0
			delimiter += strings.ReplaceAll(p.Value, "\\", "")
		case *syntax.SglQuoted:
			delimiter, raw = delimiter+p.Value, true
		case *syntax.DblQuoted:
			inner, _ := delimiterOf(&syntax.Word{Parts: p.Parts})
			delimiter, raw = delimiter+inner, true
		}
	}
	return delimiter, raw
}

// quotesItself reports whether a word behind an operator has single quotes, which within
// double quotes stay in the value: "${x:-'none'}" is 'none' with its quotes.
func quotesItself(w *syntax.Word) bool {
	return w != nil && slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		_, ok := p.(*syntax.SglQuoted)
		return ok
	})
}
