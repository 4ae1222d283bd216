package command

import (
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// derived computes an operator that only cuts and replaces. On a pattern the
// result keeps the folder if the operator cannot touch it.
func (r *run) derived(p *syntax.ParamExp, v value) value {
	if v.number && p.Repl == nil && v.kind != valueText { // cut from digits it is digits, or nothing
		if v.kind == valuePattern {
			plain := v.plain
			v = number()
			v.hollow, v.plain = true, plain
		}
		return v
	}
	switch v.kind {
	case valueText:
		if p.Repl != nil {
			return replacedText(p.Repl, v.text)
		}
		if p.Slice != nil && strings.ContainsFunc(v.text, func(c rune) bool { return c >= 0x80 }) {
			return value{} // a letter for one locale, several for another
		}
		bare := &syntax.ParamExp{Param: &syntax.Lit{Value: "x"}, Exp: p.Exp, Repl: p.Repl, Slice: p.Slice}
		if !staticParam(bare) || !r.spend(64+len(v.text)/64) {
			return value{}
		}
		cfg := &expand.Config{Env: expand.FuncEnviron(func(n string) string {
			if n == "x" {
				return v.text
			}
			return ""
		})}
		s, err := expand.Literal(cfg, &syntax.Word{Parts: []syntax.WordPart{bare}})
		if err != nil || len(s) > maxValue {
			return value{}
		}
		return text(s)
	case valuePattern:
		out := derivedPattern(p, v.text)
		out.hollow = out.hollow || v.hollow && out.kind == valuePattern
		if p.Repl == nil && p.Slice == nil && p.Exp != nil && p.Exp.Word != nil && out.kind == valuePattern {
			out.named = v.named // a part of such a name
		}
		return out
	case valueDynamic:
		return value{unset: v.unset, single: v.single && p.Repl == nil || leavesNoSlash(p), dotless: v.dotless && p.Repl == nil} // what is cut from nothing is nothing
	}
	return value{}
}

// derivedPattern handles the idioms ${f%.c}, ${f##*/} and ${f%/*} for a name
// that stands for files.
func derivedPattern(p *syntax.ParamExp, s string) value {
	if p.Repl != nil && p.Slice == nil {
		return replacedPattern(p.Repl, s)
	}
	if p.Exp != nil && p.Exp.Word == nil {
		return cased(p.Exp.Op, s)
	}
	if p.Exp == nil || p.Exp.Word == nil {
		return value{}
	}
	arg := p.Exp.Word.Lit()
	dir := ""
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		dir = s[:i+1]
	}
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		if bare, ok := strings.CutSuffix(s, "/"); ok && arg == "/" && bare != "" && !strings.HasSuffix(bare, "/") { // of */
			return pattern(bare)
		}
		if !strings.Contains(arg, "/") && arg != "" && !strings.HasPrefix(arg, "*") {
			return withoutSuffix(p.Exp.Op, arg, dir, s[len(dir):])
		}
	case syntax.RemLargePrefix:
		if arg == "*/" {
			return lastOf(s, true)
		}
	}
	return value{}
}

// withoutSuffix is ${f%arg} and ${f%%arg} for a name in a folder. A star in arg takes
// slashes as well, so that ${f%%.*} leaves nothing of ./a.c, and ${f%.*} nothing of
// ./a: what it begins with has to stand in the name, and for %% in no folder.
func withoutSuffix(op syntax.ParExpOperator, arg, dir, name string) value {
	first := arg[:1]
	if strings.ContainsAny(arg, globChars+"\\(") && dir != "" {
		if special(first) || !strings.Contains(strings.ReplaceAll(name, anyName, ""), first) || op == syntax.RemLargeSuffix && (strings.Contains(dir, first) || special(dir)) {
			return value{}
		}
	}
	out := pattern(dir + "*")
	if strings.Contains(dir+name, "**") || strings.Contains(name, anyName) { // find(1) sees hidden files too
		out = pattern(dir + anyName)
	}
	// The whole name may go, unless it cannot begin as arg does.
	out.hollow = dir == "" && (first != "." || out.text != "*" || strings.HasPrefix(name, "."))
	return out
}

// cased is ${f,,} and ${f^^} for a name that stands for files: what stands for
// something stays as it is, unless it is a set of characters.
func cased(op syntax.ParExpOperator, s string) value {
	switch {
	case strings.ContainsAny(strings.ReplaceAll(s, anyName, ""), "[]"):
	case op == syntax.LowerAll:
		return pattern(strings.ToLower(s))
	case op == syntax.UpperAll && !strings.Contains(s, anyName):
		return pattern(strings.ToUpper(s))
	}
	return value{}
}

// staticParam reports whether the words of the operator are literals.
func staticParam(p *syntax.ParamExp) bool {
	ok := true
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SglQuoted: // quoted, a star means itself to a shell, not here
			ok = ok && !special(n.Value)
		case *syntax.DblQuoted:
			for _, q := range n.Parts {
				lit, plain := q.(*syntax.Lit)
				ok = ok && plain && !special(lit.Value)
			}
		case nil, *syntax.Word, *syntax.Lit, *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm:
		case *syntax.ParamExp:
			ok = ok && n == syntax.Node(p)
		default:
			ok = false
		}
		return ok
	})
	return ok
}
