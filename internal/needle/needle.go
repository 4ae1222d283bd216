// Package needle is regular expressions that look first for a text which every match
// must hold.
//
// A vocabulary asks a long text dozens of questions, nearly all of which are answered
// with no. The matcher of package regexp reads the whole text for each. Here three
// cheaper questions come first:
//
//  1. which runs of three letters stand in the text at all (trigrams, asked once a text);
//  2. whether the constant texts that any match must hold are in it (need);
//  3. where the texts stand with which any match begins (lead): the matcher is then
//     only asked at those places, for a match that begins just there.
//
// What is found is what regexp finds, the first match with its own choice of
// alternatives: texts and places are only left out where nothing could be found.
//
// Limit: an expression of which no constant text can be told is matched as ever, and so
// is a text that is no UTF-8.
package needle

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// Regexp is a regular expression, see package regexp. It may be used by many goroutines.
type Regexp struct {
	re    *regexp.Regexp
	needs []need
	dear  int // how much dearer than others it is to match: long expressions are

	// With leads, matches begin at their places, but for those of alternatives that
	// have none: these need rest. Without rest there are none of them.
	leads    []lead
	partial  bool
	rest     []need
	atStart  func() *regexp.Regexp // a match at the start of a text
	afterOne func() *regexp.Regexp // a match behind its first letter, which is only looked at: `\b` needs it
}

// MustCompile is regexp.MustCompile: it panics where the expression is none.
func MustCompile(expression string) *Regexp {
	r := &Regexp{re: regexp.MustCompile(expression), dear: min(1+len(expression)/150, 4)}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return r
	}
	if tree.Op == syntax.OpNoMatch || tree.Op == syntax.OpCharClass && len(tree.Rune) == 0 {
		r.needs = []need{{}} // one of no texts
		return r
	}
	r.needs = required(tree)
	if r.leads = r.leading(tree); r.leads != nil {
		r.atStart = later(`\A(?:`, tree)
		r.afterOne = later(`\A(?s:.)(?:`, tree)
	}
	return r
}

// later compiles an expression behind a beginning when it is asked for.
func later(begin string, tree *syntax.Regexp) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(begin + tree.String() + `)`) })
}

// leading is what matches begin with; alternatives of which that cannot be told are
// left to what they need, where all of them need something.
func (r *Regexp) leading(tree *syntax.Regexp) []lead {
	plan := &planner{left: maxPlan}
	leads, _, ok := plan.leadsOf(tree)
	if ok {
		return leads
	}
	if tree.Op != syntax.OpAlternate {
		return nil
	}
	var others []*syntax.Regexp
	leads = nil
	for _, sub := range tree.Sub {
		if of, _, ok := plan.leadsOf(sub); ok {
			leads = append(leads, of...)
		} else {
			others = append(others, sub)
		}
	}
	one, ok := either(others)
	if !ok || len(leads) == 0 || len(leads) > maxTexts {
		return nil
	}
	r.partial, r.rest = true, []need{one}
	return leads
}

// places is where matches may begin, in order. Not known: anywhere.
func (r *Regexp) places(t *text) (at []int, known bool) {
	if r.leads == nil || !t.valid() || r.partial && t.holds(r.rest) {
		return nil, false
	}
	most := 16 + len(t.s)/64*r.dear // beyond, one reading of the whole is no dearer
	for i := range r.leads {
		if at, known = r.leads[i].places(t, at, most); !known {
			return nil, false
		}
	}
	slices.Sort(at)
	return slices.Compact(at), true
}

// found are the places of at most n matches and of their groups, as
// FindAllStringSubmatchIndex lists them; less than 0 is all of them.
func (r *Regexp) found(s string, n int) [][]int {
	t := text{s: s}
	t.read()
	if n == 0 || !t.holds(r.needs) {
		return nil
	}
	if at, known := r.places(&t); known {
		if out, done := r.foundAt(&t, at, n); done {
			return out
		}
	}
	return r.re.FindAllStringSubmatchIndex(s, n)
}

// foundAt asks at the places where matches may begin. Not done: that would take
// longer than to read the text once, since what may match is long.
func (r *Regexp) foundAt(t *text, at []int, n int) (out [][]int, done bool) {
	in := letters{of: t.s, left: 256 + len(t.s)/2}
	end := 0
	for _, p := range at {
		if p < end {
			continue
		}
		loc := r.begins(&in, p)
		if in.cut {
			return nil, false
		}
		if loc == nil {
			continue
		}
		end = loc[1]
		if out = append(out, loc); len(out) == n {
			break
		}
	}
	return out, true
}

// begins finds the match that begins at a place, with the places of its groups.
func (r *Regexp) begins(in *letters, p int) []int {
	if in.at = p; p == 0 {
		return r.atStart().FindReaderSubmatchIndex(in)
	}
	in.at = before(in.of, p)
	from := in.at
	loc := r.afterOne().FindReaderSubmatchIndex(in)
	if loc == nil {
		return nil
	}
	for i := range loc {
		if loc[i] >= 0 {
			loc[i] += from
		}
	}
	loc[0] = p
	return loc
}

// first is the place of the first match and of its groups.
func (r *Regexp) first(s string) []int {
	if loc, done := r.early(s); done {
		return loc
	}
	return r.re.FindStringSubmatchIndex(s)
}

// early is the first match where that costs less than to read the text. Not done: it
// has to be read.
func (r *Regexp) early(s string) (loc []int, done bool) {
	if r.needs == nil && r.leads == nil {
		return nil, false
	}
	t := text{s: s}
	t.read()
	if !t.holds(r.needs) {
		return nil, true
	}
	if len(s) < shortText { // it is read faster than asked about
		return nil, false
	}
	at, known := r.places(&t)
	if !known || len(at) == 0 {
		return nil, known
	}
	out, done := r.foundAt(&t, at, 1)
	if len(out) > 0 {
		loc = out[0]
	}
	return loc, done
}

// May reports whether something could be found in a text, or in a part of it. It
// costs less than to look.
func (r *Regexp) May(s string) bool {
	t := text{s: s}
	t.read()
	return t.holds(r.needs) && r.mayBegin(&t)
}

// mayBegin reports whether a lead stands in a text, whatever is beside it.
func (r *Regexp) mayBegin(t *text) bool {
	if r.leads == nil || r.partial && t.holds(r.rest) {
		return true
	}
	for i := range r.leads {
		l := &r.leads[i]
		if l.start || l.folded && t.foreign() || t.may(l.word) && strings.Contains(t.in(l.folded), l.s) {
			return true
		}
	}
	return false
}

// MatchString is that of package regexp, as all that follow.
func (r *Regexp) MatchString(s string) bool {
	if loc, done := r.early(s); done {
		return loc != nil
	}
	return r.re.MatchString(s)
}

// FindString is that of package regexp.
func (r *Regexp) FindString(s string) string {
	loc, done := r.early(s)
	switch {
	case !done:
		return r.re.FindString(s)
	case loc == nil:
		return ""
	}
	return s[loc[0]:loc[1]]
}

// FindWithin is FindString as long as the matcher, which reads the texts that the cheaper
// questions leave to it, has letters left: those of a long expression cost more. Not ok: it
// would read more.
func (r *Regexp) FindWithin(s string, left *int) (found string, ok bool) {
	loc, done := r.early(s)
	switch {
	case !done:
		if *left -= len(s) * r.dear; *left < 0 {
			return "", false
		}
		return r.re.FindString(s), true
	case loc == nil:
		return "", true
	}
	return s[loc[0]:loc[1]], true
}

// FindStringIndex is that of package regexp.
func (r *Regexp) FindStringIndex(s string) []int {
	loc := r.first(s)
	if loc == nil {
		return nil
	}
	return loc[:2]
}

// FindStringSubmatch is that of package regexp.
func (r *Regexp) FindStringSubmatch(s string) []string { return groups(s, r.first(s)) }

// FindStringSubmatchIndex is that of package regexp.
func (r *Regexp) FindStringSubmatchIndex(s string) []int { return r.first(s) }

// FindAllString is that of package regexp.
func (r *Regexp) FindAllString(s string, n int) []string {
	return all(r, s, n, func(loc []int) string { return s[loc[0]:loc[1]] })
}

// FindAllStringIndex is that of package regexp.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return all(r, s, n, func(loc []int) []int { return loc[:2] })
}

// FindAllStringSubmatch is that of package regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return all(r, s, n, func(loc []int) []string { return groups(s, loc) })
}

// FindAllStringSubmatchIndex is that of package regexp.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return all(r, s, n, func(loc []int) []int { return loc })
}

// ReplaceAllString is that of package regexp.
func (r *Regexp) ReplaceAllString(s, by string) string {
	return r.replaced(s, func(b []byte, loc []int) []byte { return r.re.ExpandString(b, by, s, loc) })
}

// ReplaceAllStringFunc is that of package regexp.
func (r *Regexp) ReplaceAllStringFunc(s string, by func(string) string) string {
	return r.replaced(s, func(b []byte, loc []int) []byte { return append(b, by(s[loc[0]:loc[1]])...) })
}

// String is the expression.
func (r *Regexp) String() string { return r.re.String() }

// replaced is a text with other ones in the place of the matches.
func (r *Regexp) replaced(s string, add func(b []byte, loc []int) []byte) string {
	var b []byte
	from := 0
	matches := r.found(s, -1)
	if matches == nil {
		return s
	}
	for _, loc := range matches {
		b = append(b, s[from:loc[0]]...)
		b = add(b, loc)
		from = loc[1]
	}
	return string(append(b, s[from:]...))
}

// all collects at most n of the matches; less than 0 is all of them.
func all[T any](r *Regexp, s string, n int, of func(loc []int) T) []T {
	var out []T
	for _, loc := range r.found(s, n) {
		out = append(out, of(loc))
	}
	return out
}

// groups are the texts of a match and of its groups.
func groups(s string, loc []int) []string {
	if loc == nil {
		return nil
	}
	out := make([]string, len(loc)/2)
	for i := range out {
		if loc[2*i] >= 0 {
			out[i] = s[loc[2*i]:loc[2*i+1]]
		}
	}
	return out
}

// maxTexts bounds how many texts are looked for: beyond, matching is no dearer.
const maxTexts = 400

func ascii(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) < 0
}
