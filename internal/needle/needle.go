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
	"slices"
	"strings"
	"unicode/utf8"
)

// Regexp is a regular expression, see package regexp. It may be used by many goroutines.
type Regexp struct {
	re    *regexp.Regexp
	needs []need
}

// need is a list of texts one of which is in whatever matches.
type need struct {
	texts  []string
	folded bool // they are written small, and the case of a match does not count
}

// MustCompile is regexp.MustCompile: it panics where the expression is none.
func MustCompile(expression string) *Regexp {
	r := &Regexp{re: regexp.MustCompile(expression)}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return r
	}
	r.needs = required(tree)
	return r
}

// maxTexts bounds how many texts are looked for: beyond, matching is no dearer.
const maxTexts = 200

// required is what must all be in whatever an expression matches.
func required(t *syntax.Regexp) []need {
	switch t.Op {
	case syntax.OpLiteral:
		s := string(t.Rune)
		if t.Flags&syntax.FoldCase == 0 {
			return []need{{texts: []string{s}}}
		}
		if ascii(s) {
			return []need{{texts: []string{strings.ToLower(s)}, folded: true}}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(t.Sub[0])
	case syntax.OpRepeat:
		if t.Min > 0 {
			return required(t.Sub[0])
		}
	case syntax.OpConcat:
		var all []need
		for _, sub := range t.Sub {
			all = append(all, required(sub)...)
		}
		return all
	case syntax.OpAlternate:
		if one, ok := either(t.Sub); ok {
			return []need{one}
		}
	}
	return nil
}

// either is what one of several alternatives needs: of each the text that is longest.
func either(subs []*syntax.Regexp) (one need, ok bool) {
	for _, sub := range subs {
		needs := required(sub)
		if len(needs) == 0 {
			return need{}, false
		}
		best := slices.MaxFunc(needs, func(a, b need) int { return shortest(a.texts) - shortest(b.texts) })
		one.texts = append(one.texts, best.texts...)
		one.folded = one.folded || best.folded
	}
	if len(one.texts) > maxTexts {
		return need{}, false
	}
	if one.folded {
		for i, s := range one.texts {
			if !ascii(s) {
				return need{}, false
			}
			one.texts[i] = strings.ToLower(s)
		}
	}
	return one, true
}

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
	small := ""
	for _, n := range r.needs {
		in := s
		if n.folded {
			if strings.ContainsAny(s, "\u017f\u212a") { // the only two that fold to letters of ASCII
				continue
			}
			if small == "" {
				small = strings.ToLower(s)
			}
			in = small
		}
		if !slices.ContainsFunc(n.texts, func(text string) bool { return strings.Contains(in, text) }) {
			return false
		}
	}
	return true
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
