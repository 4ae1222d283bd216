package command

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// An alias is text that bash puts in while it reads: where expand_aliases was set and the
// alias defined by lines that stand before the one that uses it (bash(1), "ALIASES").
// A script of which all of that is certain is judged as it reads with the texts put in:
// both are set by statements of their own, with constant words, each alias once, to one
// command or pipeline, and by a name that nothing else has. All other uses of aliases are
// held, see start.

// aliases are those of a script.
type aliases struct {
	file   *syntax.File
	text   string
	on     uint // the line that sets expand_aliases; 0: none so far
	bodies map[string]aliasBody
	cuts   []cut // what is put in other words, in order
}

// aliasBody is what an alias stands for.
type aliasBody struct {
	text string
	line uint // that defines it
}

// cut is a part of a text and what takes its place.
type cut struct {
	from, to uint
	text     string
}

// maxAliases bounds the aliases of one script.
const maxAliases = 64

// begins notes the text that bash is given, and gives back what it is judged as.
func (r *run) begins(j judged) judged {
	r.canonical = j.text
	if expanded, ok := r.aliased(j); ok {
		j = expanded
	}
	r.tree = j.file
	return j
}

// aliased is a script with its aliases put in; false: it has none, or it is not certain
// which.
func (r *run) aliased(j judged) (judged, bool) {
	if j.many != "" || j.moved || r.posix || !strings.Contains(j.text, "expand_aliases") || !r.spend(len(j.text)) {
		return judged{}, false
	}
	a := aliases{file: j.file, text: j.text, bodies: map[string]aliasBody{}}
	for _, s := range j.file.Stmts {
		if !r.setsAlias(&a, s) && !a.uses(s) {
			return judged{}, false
		}
	}
	if a.on == 0 || len(a.bodies) == 0 {
		return judged{}, false
	}
	var b strings.Builder
	at := uint(0)
	for _, c := range a.cuts {
		if c.from < at || int(c.to) > len(a.text) {
			return judged{}, false
		}
		b.WriteString(a.text[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	b.WriteString(a.text[at:])
	if b.Len() > MaxText {
		return judged{}, false
	}
	file, err := r.p.parse(b.String(), r.in.Dialect)
	if err != nil || tooDeep(file, b.String()) || crowd(file, b.String()) != "" || misread(file, b.String(), false) != "" {
		return judged{}, false
	}
	return judged{file: file, text: b.String(), moved: true}, true
}

// setsAlias reports whether a statement sets expand_aliases or defines aliases, and
// nothing else. Nothing of it is left to judge.
func (r *run) setsAlias(a *aliases, s *syntax.Stmt) bool {
	words, ok := literalWords(s)
	if !ok || s.Coprocess || s.Disown {
		return false
	}
	switch {
	case slices.Equal(words, []string{"shopt", "-s", "expand_aliases"}):
		a.on = s.End().Line()
	case words[0] == "alias" && len(words) > 1:
		call, _ := s.Cmd.(*syntax.CallExpr)
		for i, word := range words[1:] {
			name, body, ok := strings.Cut(word, "=")
			_, twice := a.bodies[name]
			if !ok || twice || len(a.bodies) == maxAliases || !constantAlias(call.Args[i+1]) || !aliasName(name) || !r.aliasText(body) {
				return false
			}
			a.bodies[name] = aliasBody{text: body, line: s.End().Line()}
		}
	default:
		return false
	}
	a.cuts = append(a.cuts, cut{from: s.Pos().Offset(), to: s.Cmd.End().Offset(), text: ":"})
	return true
}

// constantAlias reports whether a word stays as it is written: no braces or tilde.
func constantAlias(w *syntax.Word) bool {
	return !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && !plainLiteral.MatchString(lit.Value)
	})
}

var plainLiteral = regexp.MustCompile(`^[\w./:=,@%+-]*$`)

// aliasName reports whether a name is no word of the language, and nothing that the shell
// does itself.
func aliasName(name string) bool {
	switch name {
	case "echo", "printf", "test", "true", "false", "pwd", "kill":
		return false
	}
	return validName(name) && !shellOnly(name)
}

// aliasText reports whether a text is one command or a pipeline, so that the words behind
// the alias are further words of the last one.
func (r *run) aliasText(body string) bool {
	const more = "further_word_of_it"
	file, err := r.p.parse(body+" "+more, r.in.Dialect)
	if err != nil || len(file.Stmts) != 1 || len(body) > 1000 || misread(file, body+" "+more, true) != "" {
		return false
	}
	s := file.Stmts[0]
	for {
		if s.Background || s.Negated || s.Coprocess || s.Disown {
			return false
		}
		bin, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		if bin.Op != syntax.Pipe || len(s.Redirs) > 0 || !plainCommand(bin.X) {
			return false
		}
		s = bin.Y
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || call.Args[len(call.Args)-1].Lit() != more {
		return false
	}
	return slices.IndexFunc(file.Stmts, bringsAliases) < 0
}

// bringsAliases reports whether something in a statement may define aliases, or change
// how they are read.
func bringsAliases(s *syntax.Stmt) bool {
	brings := false
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			brings = brings || len(n.Args) > 0 && callBrings(n.Args)
		case *syntax.DeclClause:
			brings = brings || slices.ContainsFunc(n.Args, func(a *syntax.Assign) bool {
				return a.Name == nil && !constantPart(a.Value) || a.Naked && a.Value != nil && strings.Contains(a.Value.Lit(), "n")
			})
		case *syntax.ParamExp:
			brings = brings || n.Excl && n.Exp != nil
		case *syntax.SglQuoted:
			brings = brings || aliasWord.MatchString(n.Value)
		case *syntax.Lit:
			brings = brings || aliasWord.MatchString(n.Value)
		case *syntax.CoprocClause, *syntax.TimeClause:
			brings = true
		}
		return !brings
	})
	return brings
}

// callBrings is that of one command: one that nobody knows, that reads a file as the
// shell's own text, or that sets a variable which another one names.
func callBrings(args []*syntax.Word) bool {
	if !constantPart(args[0]) {
		return true
	}
	name, _ := literalPart(args[0].Parts[0])
	switch name {
	case ".", "builtin", "trap":
		return true
	case "command", "printf", "read", "mapfile", "readarray", "getopts", "unset", "let", "wait":
		return slices.ContainsFunc(args[1:], func(w *syntax.Word) bool {
			return w.Lit() == "." || w.Lit() == "-v" && name == "printf" || name != "printf" && name != "command" && !constantPart(w)
		})
	}
	return false
}

// constantPart reports whether a word is one quoted constant.
func constantPart(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	_, ok := literalPart(w.Parts[0])
	return ok
}

// aliasWord are words that have to do with aliases, or with texts that the shell reads.
var aliasWord = regexp.MustCompile(`^(?:.*(?:\balias|unalias|BASH_ALIASES|expand_aliases|shopt|\beval\b|\bsource\b|\bposix\b|POSIXLY_CORRECT|\benable\b|ALIASES).*)$`)

// uses notes where a statement uses aliases; false: it does so in a way that is not
// certain.
func (a *aliases) uses(s *syntax.Stmt) bool {
	if bringsAliases(s) {
		return false
	}
	certain, from := true, s.Pos().Line()
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			if _, ok := a.bodies[n.Name.Value]; ok || shellOnly(n.Name.Value) {
				certain = false
			}
		case *syntax.CallExpr:
			certain = certain && a.use(n, from)
		}
		return certain
	})
	return certain
}

// use notes one command; false: it is not certain what it becomes. A text that ends in a
// blank makes the next word one that may be an alias as well.
func (a *aliases) use(c *syntax.CallExpr, line uint) bool {
	if len(c.Args) == 0 {
		return true
	}
	lit, ok := solePart(c.Args[0])
	if !ok {
		return true
	}
	body, ok := a.bodies[lit]
	switch {
	case !ok:
		return true
	case line <= body.line || a.on == 0 || line <= a.on || len(c.Assigns) > 0:
		return false
	case strings.HasSuffix(strings.TrimRight(body.text, "\t"), " ") || strings.HasSuffix(body.text, "\t"):
		if len(c.Args) > 1 {
			if next, ok := solePart(c.Args[1]); ok && a.bodies[next].line > 0 {
				return false
			}
		}
	}
	first, _, _ := strings.Cut(strings.TrimLeft(body.text, " \t"), " ")
	if a.bodies[first].line > 0 {
		return false
	}
	a.cuts = append(a.cuts, cut{from: c.Args[0].Pos().Offset(), to: c.Args[0].End().Offset(), text: body.text + " "})
	return true
}

// solePart is the text of a word without any quotes.
func solePart(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok {
		return "", false
	}
	return lit.Value, true
}
