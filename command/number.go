package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// keepsNumbers reports whether the end of a pipe prints digits where it reads
// digits: tr -d ' ', xargs, head -1.
func (s *scope) keepsNumbers(bin *syntax.BinaryCmd) bool {
	words, ok := literalWords(bin.Y)
	if !ok || s.renamed(words[0]) {
		return false
	}
	switch words[0] {
	case "xargs", "cat":
		return len(words) == 1
	case "head", "tail":
		return len(words) == 2 && strings.HasPrefix(words[1], "-") && strings.Trim(words[1][1:], "n0123456789") == "" || len(words) == 3 && words[1] == "-n" && strings.Trim(words[2], "0123456789") == ""
	case "tr":
		return len(words) == 3 && words[1] == "-d"
	case "awk":
		return len(words) == 2 && words[1] == "{print $1}"
	case "sort", "uniq":
		return len(words) == 1 || words[0] == "sort" && len(words) == 2 && strings.Trim(words[1], "-nru") == ""
	case "sed":
		return len(words) == 2 && (words[1] == "s/ //g" || words[1] == "s/^ *//" || words[1] == "s/%//" || words[1] == "s/%//g")
	}
	return false
}

// countsFirst reports whether a pipe ends with the first column of what wc
// prints, which is a count.
func (s *scope) countsFirst(bin *syntax.BinaryCmd) bool {
	words, ok := literalWords(bin.Y)
	if !ok || s.renamed(words[0]) {
		return false
	}
	switch strings.Join(words, " ") {
	case "awk {print $1}", "cut -d  -f1", "cut -f1 -d ":
	default:
		return false
	}
	call, ok := bin.X.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || call.Args[0].Lit() != "wc" || s.renamed("wc") || len(call.Assigns) > 0 {
		return false
	}
	switch call.Args[1].Lit() {
	case "-l", "-c", "-w", "-m":
		return !slices.ContainsFunc(call.Args[2:], func(w *syntax.Word) bool {
			return strings.HasPrefix(w.Lit(), "-") || w.Lit() == "" && !quotedPlain(w)
		})
	}
	return false
}

// quotedPlain reports whether a word is one quoted variable: one word.
func quotedPlain(w *syntax.Word) bool {
	_, ok := onlyParam(w)
	_, quoted := w.Parts[0].(*syntax.DblQuoted)
	return ok && quoted
}

// literalWords are the words of a simple command that has constants alone.
func literalWords(s *syntax.Stmt) ([]string, bool) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Args) > 8 || len(call.Assigns) > 0 || len(s.Redirs) > 0 || s.Background || s.Negated {
		return nil, false
	}
	words := make([]string, 0, len(call.Args))
	for _, w := range call.Args {
		var word strings.Builder
		for _, part := range w.Parts { // -d' ' has two
			text, ok := literalPart(part)
			if !ok {
				return nil, false
			}
			word.WriteString(text)
		}
		words = append(words, word.String())
	}
	return words, true
}

// literalPart is the text of a part of a word that is a constant.
func literalPart(part syntax.WordPart) (string, bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		return unescape(p.Value), true
	case *syntax.SglQuoted:
		return p.Value, !p.Dollar
	case *syntax.DblQuoted:
		if len(p.Parts) == 0 {
			return "", !p.Dollar
		}
		if lit, ok := p.Parts[0].(*syntax.Lit); ok && len(p.Parts) == 1 && !p.Dollar {
			return unquoteDouble(lit.Value), true
		}
	}
	return "", false
}

// renamed reports whether a name may mean other than the program.
func (s *scope) renamed(name string) bool { return s.funcs[name] != nil || s.aliases[name] != "" }

// counts reports whether an assignment puts in a number whatever the variables
// hold: x=$((...)), x=0, x=$(wc -l < f).
func (r *run) counts(sc *scope, a *syntax.Assign) bool {
	if a.Naked || a.Append && a.Index == nil || a.Array != nil || a.Value == nil || len(a.Value.Parts) != 1 {
		return false
	}
	part := a.Value.Parts[0]
	if q, ok := part.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		part = q.Parts[0]
	}
	switch p := part.(type) {
	case *syntax.ArithmExp:
		return true
	case *syntax.ParamExp:
		return p.Length
	case *syntax.Lit:
		return p.Value != "" && strings.Trim(p.Value, "0123456789") == ""
	case *syntax.CmdSubst:
		return constantWords(p) && r.printed(sc, p.Stmts).number
	}
	return false
}

// copies is the variable whose value an assignment takes over: x=$y.
func copies(a *syntax.Assign) (string, bool) {
	if a.Naked || a.Append || a.Index != nil || a.Array != nil || a.Value == nil {
		return "", false
	}
	p, ok := onlyParam(a.Value)
	return nameOf(p), ok && validName(nameOf(p))
}

// nameOf is the variable of an expansion, if there is one.
func nameOf(p *syntax.ParamExp) string {
	if p == nil || p.Param == nil {
		return ""
	}
	return p.Param.Value
}

// maxPasses bounds how long a chain of such assignments may be.
const maxPasses = 8

// settleCopies turns x<y, which says that x gets the value of y, into what y is
// in a list of changes: a number, or anything.
func (s *scope) settleCopies(names []string, other map[string]bool) {
	changed := true
	for pass := 0; changed; pass++ {
		changed = false
		for i, name := range names {
			to, from, ok := strings.Cut(name, "<")
			if !ok || other[to] && names[i] == to {
				continue
			}
			if pass > maxPasses || other[from] || other["*"] || !s.countable(from) || s.lookup(from).unset && !other["+"+from] || s.vars[from].sums {
				names[i], other[to], changed = to, true, true
			}
		}
	}
	for i, name := range names {
		if to, _, ok := strings.Cut(name, "<"); ok {
			names[i] = "+" + to
			other["+"+to] = true
		}
	}
}

// declaresKeys reports whether a declaration in a loop may give an array keys,
// which the next turn finds.
func declaresKeys(d *syntax.DeclClause) bool {
	return slices.ContainsFunc(d.Args, func(a *syntax.Assign) bool {
		return a.Naked && a.Name == nil && (a.Value.Lit() == "" || strings.Contains(a.Value.Lit(), "A"))
	})
}

// constantWords reports whether no word of a substitution's commands depends on
// a variable; the files that they read may.
func constantWords(p *syntax.CmdSubst) bool {
	constant := true
	for _, s := range p.Stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n.(type) {
			case *syntax.Redirect:
				return false
			case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.FuncDecl:
				constant = false
			}
			return constant
		})
	}
	return constant
}

// dateNumber reports whether a format of date gives digits alone.
func dateNumber(format string) bool {
	rest, ok := strings.CutPrefix(format, "+")
	for ok && rest != "" {
		if len(rest) < 2 || rest[0] != '%' || strings.IndexByte("sNYymdHMSjuVUWGgIC", rest[1]) < 0 {
			return false
		}
		rest = rest[2:]
	}
	return ok && len(format) > 1
}
