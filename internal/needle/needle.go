// Package needle is regular expressions that look first for a text which every match
// must hold.
//
// A vocabulary asks a long text dozens of questions, nearly all of which are answered
// with no. The matcher of package regexp reads the whole text for each; to find out that
// none of a few constant texts is in it takes a hundredth of that. What is found is
// what regexp finds: texts are only left out where it could find nothing.
//
// Limit: an expression of which no constant text can be told is matched as ever.
package needle

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Regexp is a regular expression, see package regexp. It may be used by many goroutines.
type Regexp struct {
	re      *regexp.Regexp
	needles []string // one of them is in whatever matches; none: nothing is known
	folded  bool     // they are written small, and the case of a match does not count
}

// MustCompile is regexp.MustCompile: it panics where the expression is none.
func MustCompile(expression string) *Regexp {
	r := &Regexp{re: regexp.MustCompile(expression)}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return r
	}
	if found, folded, ok := required(tree); ok {
		r.needles, r.folded = found, folded
	}
	return r
}

// maxNeedles bounds how many texts are looked for: beyond, matching is no dearer.
const maxNeedles = 200

// required are constant texts one of which is in whatever an expression matches. folded
// says that case does not count, for which all of them are written small.
func required(t *syntax.Regexp) (needles []string, folded, ok bool) {
	switch t.Op {
	case syntax.OpLiteral:
		s := string(t.Rune)
		if t.Flags&syntax.FoldCase == 0 {
			return []string{s}, false, true
		}
		if !ascii(s) {
			return nil, false, false
		}
		return []string{strings.ToLower(s)}, true, true
	case syntax.OpCapture, syntax.OpPlus:
		return required(t.Sub[0])
	case syntax.OpRepeat:
		if t.Min > 0 {
			return required(t.Sub[0])
		}
	case syntax.OpConcat: // the best of those that must all be there
		for _, sub := range t.Sub {
			if n, f, fine := required(sub); fine && (!ok || better(n, needles)) {
				needles, folded, ok = n, f, true
			}
		}
		return needles, folded, ok
	case syntax.OpAlternate:
		return either(t.Sub)
	}
	return nil, false, false
}

// either are the texts of alternatives, each of which must have some.
func either(subs []*syntax.Regexp) (needles []string, folded, ok bool) {
	exact := false
	for _, sub := range subs {
		n, f, fine := required(sub)
		if !fine || len(needles)+len(n) > maxNeedles {
			return nil, false, false
		}
		needles = append(needles, n...)
		folded, exact = folded || f, exact || !f
	}
	if folded && exact {
		for i, s := range needles {
			if !ascii(s) {
				return nil, false, false
			}
			needles[i] = strings.ToLower(s)
		}
	}
	return needles, folded, true
}

// better reports whether the shortest of some texts is longer than that of others.
func better(a, b []string) bool { return shortest(a) > shortest(b) }

func shortest(list []string) int {
	least := len(list[0])
	for _, s := range list[1:] {
		least = min(least, len(s))
	}
	return least
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// may reports whether a text can match.
func (r *Regexp) may(s string) bool {
	if len(r.needles) == 0 {
		return true
	}
	if r.folded {
		if strings.ContainsAny(s, "\u017f\u212a") { // the only two that fold to letters of ASCII
			return true
		}
		s = strings.ToLower(s)
	}
	for _, n := range r.needles {
		if strings.Contains(s, n) {
			return true
		}
	}
	return false
}

// MatchString is that of package regexp, as all that follow.
func (r *Regexp) MatchString(s string) bool { return r.may(s) && r.re.MatchString(s) }

// FindString is that of package regexp.
func (r *Regexp) FindString(s string) string {
	if !r.may(s) {
		return ""
	}
	return r.re.FindString(s)
}

// FindStringIndex is that of package regexp.
func (r *Regexp) FindStringIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.re.FindStringIndex(s)
}

// FindStringSubmatch is that of package regexp.
func (r *Regexp) FindStringSubmatch(s string) []string {
	if !r.may(s) {
		return nil
	}
	return r.re.FindStringSubmatch(s)
}

// FindStringSubmatchIndex is that of package regexp.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.re.FindStringSubmatchIndex(s)
}

// FindAllString is that of package regexp.
func (r *Regexp) FindAllString(s string, n int) []string {
	if !r.may(s) {
		return nil
	}
	return r.re.FindAllString(s, n)
}

// FindAllStringIndex is that of package regexp.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.re.FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of package regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	if !r.may(s) {
		return nil
	}
	return r.re.FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of package regexp.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.re.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of package regexp.
func (r *Regexp) ReplaceAllString(s, by string) string {
	if !r.may(s) {
		return s
	}
	return r.re.ReplaceAllString(s, by)
}

// ReplaceAllStringFunc is that of package regexp.
func (r *Regexp) ReplaceAllStringFunc(s string, by func(string) string) string {
	if !r.may(s) {
		return s
	}
	return r.re.ReplaceAllStringFunc(s, by)
}

// String is the expression.
func (r *Regexp) String() string { return r.re.String() }
