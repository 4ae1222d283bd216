package zone

import (
	"slices"
	"strings"
)

// IsPattern reports whether s holds a wildcard; an escaped one counts, so that
// it is judged as the wider pattern. It is asked for every segment, hence the
// plain loop.
func IsPattern(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '*' || c == '?' || c == '[' {
			return true
		}
	}
	return false
}

// Glob is a compiled pattern of absolute paths. Wildcards * and ? and classes
// [a-z] stay within a segment; a segment ** is any number of segments.
type Glob struct {
	segments []string
	head     string // what all that it matches begins with
	tail     string // what all of it ends with
	name     string // a segment behind a wildcard that is spelled out, or empty
	hidden   bool   // a segment begins with a dot
	below    string // the folder, with its slash, below which any number of segments may lie; empty if it goes on in another way
}

// ParseGlob compiles a pattern; it must be an absolute, cleaned path.
func ParseGlob(s string) (Glob, bool) {
	if !clean(s) {
		return Glob{}, false
	}
	g := Glob{segments: split(s), head: Beginning(s), tail: Ending(s)}
	for i, segment := range g.segments {
		g.hidden = g.hidden || strings.HasPrefix(segment, ".")
		if !IsPattern(segment) && slices.ContainsFunc(g.segments[:i], IsPattern) && len(segment) > len(g.name) {
			g.name = segment
		}
	}
	if folder := strings.TrimSuffix(g.Prefix(), "/") + "/"; g.Anywhere() && folder == g.head {
		g.below = folder
	}
	return g, len(g.segments) <= maxSegments
}

// Prefix is the longest folder or file above which the pattern never matches:
// its segments before the first wildcard.
func (g Glob) Prefix() string {
	n := 0
	for n < len(g.segments) && !IsPattern(g.segments[n]) {
		n++
	}
	return "/" + strings.Join(g.segments[:n], "/")
}

// Covers reports whether the pattern matches everything that object denotes.
// For a strict rule use Touches: an object that is itself a pattern is covered
// only when it is narrower, and touched when they meet at all. What is not an
// absolute, cleaned path is never covered, because nobody knows what it denotes.
func (g Glob) Covers(object string) bool {
	return clean(object) && covers(g.segments, object)
}

// Touches reports whether the pattern and the object, itself a path or a
// pattern, could denote the same path. A relative path touches nothing.
func (g Glob) Touches(object string) bool {
	return object != "" && object[0] == '/' && touches(g.segments, object)
}

// Spelled is Touches for hidden files: a wildcard of the object stands for no
// name that begins with a dot, as in a shell, so that only an object which
// spells the dot can denote one, or begins with a class [..], as names do that
// somebody else than the shell has listed.
func (g Glob) Spelled(object string) bool {
	if object == "" || object[0] != '/' {
		return false
	}
	set := follow(g.segments, 1)
	for segment, rest, ok := next(object); ok && set != 0; segment, rest, ok = next(rest) {
		if segment == "**" {
			for i, want := range g.segments {
				if set&(1<<i) != 0 && !strings.HasPrefix(want, ".") {
					set |= 1 << (i + 1)
				}
			}
			continue
		}
		set = follow(g.segments, step(g.segments, set, segment, segmentSpells))
	}
	return set&(1<<len(g.segments)) != 0
}

// segmentSpells is segmentMeets for Spelled.
func segmentSpells(want, segment string) bool {
	return (!strings.HasPrefix(want, ".") || segment[0] == '.' || segment[0] == '[') && segmentMeets(want, segment)
}

// SpelledBelow is TouchesBelow with the wildcards of Spelled. A ** of the
// object, which no shell means by *, stands for hidden names, too.
func (g Glob) SpelledBelow(object string) bool {
	return object != "" && object[0] == '/' && touchesBelow(g.segments, object, segmentSpells)
}

// next cuts the first segment off a path; ok is false at its end.
func next(p string) (segment, rest string, ok bool) {
	for len(p) > 0 && p[0] == '/' {
		p = p[1:]
	}
	if p == "" {
		return "", "", false
	}
	if i := strings.IndexByte(p, '/'); i >= 0 {
		return p[:i], p[i:], true
	}
	return p, "", true
}

// The three questions are answered by walking the object once and keeping the
// set of positions of the pattern that its beginning can have reached, a bit
// each. So the time is linear in the object, however many ** either side has.

// states is a set of positions of a pattern; bit n of n segments is its end.
type states uint64

// maxSegments keeps positions in one word.
const maxSegments = 60

// follow adds the positions that are reached for nothing: ** may be empty.
func follow(pattern []string, set states) states {
	for i, segment := range pattern {
		if segment == "**" && set&(1<<i) != 0 {
			set |= 1 << (i + 1)
		}
	}
	return set
}

// step takes one segment of the object. Positions at ** stay where they are.
func step(pattern []string, set states, segment string, fits func(want, segment string) bool) states {
	var out states
	for i, want := range pattern {
		switch {
		case set&(1<<i) == 0:
		case want == "**":
			out |= 1 << i
		case fits(want, segment):
			out |= 1 << (i + 1)
		}
	}
	return out
}

// from is the set of all positions at or after the first one of a set.
func (set states) from(n int) states {
	if set == 0 {
		return 0
	}
	return (1<<(n+1) - 1) &^ (set&-set - 1)
}

func covers(pattern []string, object string) bool {
	set := follow(pattern, 1)
	for segment, rest, ok := next(object); ok && set != 0; segment, rest, ok = next(rest) {
		set = follow(pattern, step(pattern, set, segment, segmentCovers))
	}
	return set&(1<<len(pattern)) != 0
}

// segmentCovers: a wildcard of the object is covered by * alone, or by the same text.
func segmentCovers(want, segment string) bool {
	if IsPattern(segment) {
		return segment != "**" && (want == "*" || want == segment)
	}
	return segmentMeets(want, segment)
}

func touches(pattern []string, object string) bool {
	set := follow(pattern, 1)
	for segment, rest, ok := next(object); ok && set != 0; segment, rest, ok = next(rest) {
		if segment == "**" {
			set = set.from(len(pattern)) // it may stand for whatever the pattern wants next
			continue
		}
		set = follow(pattern, step(pattern, set, segment, segmentMeets))
	}
	return set&(1<<len(pattern)) != 0
}

// overlap reports whether two lists of segments of equal length could denote
// the same path.
func overlap(a, b []string) bool {
	for i := range a {
		if !segmentMeets(a[i], b[i]) {
			return false
		}
	}
	return true
}

// meetsHead reports whether a path lies at or below what the segments denote.
func meetsHead(segments []string, p string) bool {
	for _, want := range segments {
		segment, rest, ok := next(p)
		if !ok || !segmentMeets(want, segment) {
			return false
		}
		p = rest
	}
	return true
}

// segmentMeets reports whether two segments, each perhaps with wildcards, have
// a text in common. A class [..] counts as any one character, which can only
// make a pattern wider. Linear in len(a)*len(b), and names are at most 255
// bytes; longer ones are taken to meet.
func segmentMeets(a, b string) bool {
	if a == b {
		return true
	}
	wildA, wildB := IsPattern(a), IsPattern(b)
	if !wildA && !wildB {
		return false
	}
	if a == "*" || b == "*" || a == "**" || b == "**" {
		return true
	}
	if len(a) > maxSegment || len(b) > maxSegment {
		return true
	}
	switch {
	case !wildB:
		return matches(a, b)
	case !wildA:
		return matches(b, a)
	}
	return meet(a, b)
}

const maxSegment = 512

// matches is the usual greedy match of one wildcard pattern on a literal.
func matches(pattern, s string) bool {
	backP, backS := -1, 0
	p, i := 0, 0
	for i < len(s) {
		if p < len(pattern) {
			width, star, single := token(pattern[p:])
			if star {
				backP, backS = p+1, i
				p++
				continue
			}
			if single || pattern[p] == s[i] {
				p += width
				i++
				continue
			}
		}
		if backP < 0 {
			return false
		}
		backS++
		p, i = backP, backS
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// meet decides whether two patterns share a text, by dynamic programming over
// their tails: row[j] says whether a[i:] and b[j:] meet.
func meet(a, b string) bool {
	if apart(a, b) {
		return false
	}
	var bufA, bufB [64]byte
	var bufRow [65]bool
	as, bs := tokens(bufA[:0], a), tokens(bufB[:0], b)
	row := bufRow[:]
	if len(bs) >= len(row) {
		row = make([]bool, len(bs)+1)
	}
	row = row[:len(bs)+1]
	row[len(bs)] = true
	for j := len(bs) - 1; j >= 0; j-- {
		row[j] = row[j+1] && bs[j] == '*'
	}
	for i := len(as) - 1; i >= 0; i-- {
		diagonal := row[len(bs)]
		row[len(bs)] = diagonal && as[i] == '*'
		for j := len(bs) - 1; j >= 0; j-- {
			below := row[j]
			switch {
			case as[i] == '*' || bs[j] == '*':
				row[j] = below || row[j+1]
			case as[i] == '?' || bs[j] == '?' || as[i] == bs[j]:
				row[j] = diagonal
			default:
				row[j] = false
			}
			diagonal = below
		}
	}
	return row[0]
}

// apart reports that two patterns share no text because they begin or end
// differently, which is so for most.
func apart(a, b string) bool {
	const units = "*?[]\\"
	for i := 0; i < len(a) && i < len(b) && strings.IndexByte(units, a[i]) < 0 && strings.IndexByte(units, b[i]) < 0; i++ {
		if a[i] != b[i] {
			return true
		}
	}
	for i, j := len(a)-1, len(b)-1; i > 0 && j > 0 && strings.IndexByte(units, a[i]) < 0 && strings.IndexByte(units, b[j]) < 0; i, j = i-1, j-1 {
		if a[i-1] == '\\' || b[j-1] == '\\' {
			return false // an escaped character stands for any
		}
		if a[i] != b[j] {
			return true
		}
	}
	return false
}

// tokens reduces a pattern to one byte a unit: '*', '?' for any single
// character, else the character.
func tokens(out []byte, p string) []byte {
	for len(p) > 0 {
		width, star, single := token(p)
		switch {
		case star:
			out = append(out, '*')
		case single:
			out = append(out, '?')
		default:
			out = append(out, p[0])
		}
		p = p[width:]
	}
	return out
}

// TouchesBelow is Touches for an object that stands for itself and all below
// it: it also holds when the pattern denotes something further down. A ** of
// the pattern is not followed into the object's tree, because then it would
// meet every tree; the object itself must meet it.
func (g Glob) TouchesBelow(object string) bool {
	return object != "" && object[0] == '/' && touchesBelow(g.segments, object, segmentMeets)
}

// touchesBelow keeps two sets: positions reached without going through a ** of
// the pattern, for which what lies below the object counts, too, and all.
func touchesBelow(pattern []string, object string, fits func(want, segment string) bool) bool {
	plain, set := states(1), follow(pattern, 1)
	for segment, rest, ok := next(object); ok && set != 0; segment, rest, ok = next(rest) {
		if segment == "**" {
			plain, set = plain.from(len(pattern)), set.from(len(pattern))
			continue
		}
		for i, want := range pattern {
			if want == "**" {
				plain &^= 1 << i
			}
		}
		plain = step(pattern, plain, segment, fits)
		set = follow(pattern, step(pattern, set, segment, fits))
	}
	inside := plain &^ (1 << len(pattern))
	return inside != 0 || set&(1<<len(pattern)) != 0
}
