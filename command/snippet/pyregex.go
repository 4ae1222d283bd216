package snippet

import (
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

// What the groups of a regular expression find is bound by the expression, where that is
// a constant: ([\w-]+) is a name without a slash. Expressions are read by Go's reader,
// without those that Python reads otherwise.

// pyRegex is what is known of an expression.
type pyRegex struct {
	groups []pyValue      // what each group is, the whole first
	names  map[string]int // groups by name
	strips bool           // it fits any slash
	plains bool           // and any dot
}

// maxRegex is how long an expression may be that is looked into.
const maxRegex = 500

// readRegex reads an expression, which may be told to see no difference between small
// and capital letters; nil: nothing is known of it.
func readRegex(s string, fold bool) *pyRegex {
	if len(s) > maxRegex {
		return nil
	}
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "{,", "[[", `\Q`, `\C`, `\p`, `\P`, `\z`, "(?": // read otherwise, or not at all
			if s[i:i+2] == "(?" && i+2 < len(s) && strings.IndexByte(":P", s[i+2]) >= 0 {
				continue
			}
			return nil
		case `\0`, `\1`, `\2`, `\3`, `\4`, `\5`, `\6`, `\7`, `\8`, `\9`:
			return nil
		}
		if s[i] == '\\' {
			i++
		}
	}
	flags := syntax.Perl
	if fold {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(s, flags)
	if err != nil {
		return nil
	}
	r := &pyRegex{groups: make([]pyValue, tree.MaxCap()+1), names: make(map[string]int), strips: fitsAny(tree, '/')}
	r.plains = r.strips && fitsAny(tree, '.')
	r.groups[0] = pyValue{texts: foundBy(tree)}
	r.captures(tree, true)
	return r
}

// captures notes the groups below a part of an expression. One that need not take part
// is None, or empty.
func (r *pyRegex) captures(re *syntax.Regexp, certain bool) {
	if re.Op == syntax.OpCapture {
		texts := foundBy(re.Sub[0])
		if !certain {
			texts = cut(texts)
		}
		r.groups[re.Cap] = pyValue{texts: texts}
		if re.Name != "" {
			r.names[re.Name] = re.Cap
		}
	}
	certain = certain && (re.Op == syntax.OpCapture || re.Op == syntax.OpConcat || re.Op == syntax.OpPlus)
	for _, sub := range re.Sub {
		r.captures(sub, certain)
	}
}

// group is what a group found, by its number or name.
func (r *pyRegex) group(key string) pyValue {
	i, ok := r.names[key]
	if !ok {
		n, err := strconv.Atoi(key)
		if err != nil || n < 0 || n >= len(r.groups) {
			return pyValue{}
		}
		i = n
	}
	return r.groups[i]
}

// found is what findall gives for each place where the expression fits.
func (r *pyRegex) found() pyValue {
	switch len(r.groups) {
	case 0:
		return pyValue{}
	case 1:
		return pyValue{items: r.groups[0].texts}
	case 2: // empty where the group took no part
		if v := r.groups[1]; slashless(v.texts) {
			return pyValue{items: v.texts}
		}
		return pyValue{}
	}
	return pyValue{rows: r.groups[1:]}
}

// foundBy are the texts that an expression may find; empty: anything.
func foundBy(re *syntax.Regexp) []pyText {
	if texts := spelledOut(re); texts != nil {
		return texts
	}
	slash, sure := shapeOf(re)
	switch {
	case slash:
		return nil
	case onlyOf(re, "0123456789abcdef") && sure:
		return certainNames(anyHex)
	case sure && !mayDot(re):
		return certainNames("*")
	case sure:
		return certainNames(anyName)
	}
	return someNames()
}

// mayDot reports whether a dot may be in what an expression finds.
func mayDot(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return strings.Contains(string(re.Rune), ".")
	case syntax.OpCharClass:
		return inClass(re, '.')
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	}
	return slices.ContainsFunc(re.Sub, mayDot)
}

// spelledOut are the constants of (good|bad|skip).
func spelledOut(re *syntax.Regexp) []pyText {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return nil
		}
		return []pyText{{s: string(re.Rune)}}
	case syntax.OpCapture:
		return spelledOut(re.Sub[0])
	case syntax.OpConcat: // ba(?:d|r)
		out := []pyText{{}}
		for _, sub := range re.Sub {
			out = combine(out, spelledOut(sub), pyText.append)
		}
		return out
	case syntax.OpAlternate:
		var out []pyText
		for _, sub := range re.Sub {
			one := spelledOut(sub)
			if out = append(out, one...); one == nil || len(out) > maxTexts {
				return nil
			}
		}
		return out
	}
	return nil
}

// shapeOf says whether a slash may be in what an expression finds, and whether
// something other than dots surely is.
func shapeOf(re *syntax.Regexp) (slash, sure bool) {
	switch re.Op {
	case syntax.OpLiteral:
		s := string(re.Rune)
		return strings.Contains(s, "/"), strings.Trim(s, ".") != ""
	case syntax.OpCharClass:
		return inClass(re, '/'), !inClass(re, '.')
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true, false
	case syntax.OpCapture, syntax.OpPlus:
		return shapeOf(re.Sub[0])
	case syntax.OpStar, syntax.OpQuest:
		slash, _ = shapeOf(re.Sub[0])
		return slash, false
	case syntax.OpRepeat:
		slash, sure = shapeOf(re.Sub[0])
		return slash, sure && re.Min > 0
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			one, certain := shapeOf(sub)
			slash, sure = slash || one, sure || certain
		}
		return slash, sure
	case syntax.OpAlternate:
		sure = true
		for _, sub := range re.Sub {
			one, certain := shapeOf(sub)
			slash, sure = slash || one, sure && certain
		}
		return slash, sure
	}
	return false, false // what finds nothing: ends of lines and words
}

// inClass reports whether a class of characters has one.
func inClass(re *syntax.Regexp, c rune) bool {
	for i := 0; i+1 < len(re.Rune); i += 2 {
		if re.Rune[i] <= c && c <= re.Rune[i+1] {
			return true
		}
	}
	return false
}

// onlyOf reports whether what an expression finds is made of some characters.
func onlyOf(re *syntax.Regexp, of string) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return re.Flags&syntax.FoldCase == 0 && strings.Trim(string(re.Rune), of) == ""
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				if !strings.ContainsRune(of, c) {
					return false
				}
			}
		}
		return true
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	}
	for _, sub := range re.Sub {
		if !onlyOf(sub, of) {
			return false
		}
	}
	return true
}

// fitsAny reports whether an expression fits each of a character by itself, so that
// re.sub leaves none.
func fitsAny(re *syntax.Regexp, c rune) bool {
	if re.Op == syntax.OpPlus {
		re = re.Sub[0]
	}
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune) == string(c)
	case syntax.OpCharClass:
		return inClass(re, c)
	}
	return false
}
