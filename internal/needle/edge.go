package needle

import "regexp/syntax"

// edge is which bytes may stand beside a lead. The zero value: any, or none at all.
type edge struct {
	known bool
	end   bool      // the text may end there, or begin
	bytes [4]uint64 // a bit for each byte that may stand there; those of other letters than ASCII always may
}

// everything are the edges of nobody knows what.
func everything() edge { return edge{} }

func (e *edge) add(b byte) { e.bytes[b>>6] |= 1 << (b & 63) }

func (e *edge) has(b byte) bool { return !e.known || e.bytes[b>>6]&(1<<(b&63)) != 0 }

// fits reports whether what stands at a place of a text may stand there; a place
// before the beginning or behind the end is the end.
func (e *edge) fits(s string, at int) bool {
	if at < 0 || at >= len(s) {
		return !e.known || e.end
	}
	return e.has(s[at])
}

// or is what one of two allows.
func (e edge) or(o edge) edge {
	if !e.known || !o.known {
		return everything()
	}
	for i := range e.bytes {
		e.bytes[i] |= o.bytes[i]
	}
	e.end = e.end || o.end
	return e
}

// and is what both allow.
func (e edge) and(o edge) edge {
	switch {
	case !e.known:
		return o
	case !o.known:
		return e
	}
	for i := range e.bytes {
		e.bytes[i] &= o.bytes[i]
	}
	e.end = e.end && o.end
	return e
}

// nothing allows only the end, or not even that.
func nothing(end bool) edge {
	e := edge{known: true, end: end}
	e.bytes[2], e.bytes[3] = ^uint64(0), ^uint64(0) // not ASCII: never told apart
	return e
}

// wordEdge are the letters of words, as `\b` has them, or all others and the end.
func wordEdge(word bool) edge {
	e := nothing(!word)
	for b := range byte(0x80) {
		if isWord(b) == word {
			e.add(b)
		}
	}
	return e
}

func isWord(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}

// classEdge are the letters of a class.
func classEdge(t *syntax.Regexp) edge {
	e := nothing(false)
	for i := 0; i+1 < len(t.Rune); i += 2 {
		for c := t.Rune[i]; c <= min(t.Rune[i+1], 0x7f); c++ {
			e.add(byte(c))
		}
	}
	return e
}

// following is with what parts may begin that stand behind a lead whose last letter
// is known.
func (p *planner) following(parts []*syntax.Regexp, last byte) edge {
	if len(parts) == 0 || !p.spend() {
		return everything()
	}
	t, rest := parts[0], parts[1:]
	switch t.Op {
	case syntax.OpLiteral:
		c := t.Rune[0]
		e := nothing(false)
		if c < 0x80 {
			e.add(byte(c))
			if t.Flags&syntax.FoldCase != 0 {
				e.add(byte(c) ^ 0x20) // of what is no letter another sign, which only costs a look
				e.add(byte(c) | 0x20)
			}
		}
		return e
	case syntax.OpCharClass:
		return classEdge(t)
	case syntax.OpEndText:
		return nothing(true)
	case syntax.OpEndLine:
		e := nothing(true)
		e.add('\n')
		return e
	case syntax.OpWordBoundary:
		if last < 0x80 {
			return p.following(rest, 0x80).and(wordEdge(!isWord(last)))
		}
		return p.following(rest, last)
	case syntax.OpCapture, syntax.OpPlus:
		return p.following(append([]*syntax.Regexp{t.Sub[0]}, reached(t.Sub[0], rest)...), last)
	case syntax.OpStar, syntax.OpQuest:
		return p.following([]*syntax.Regexp{t.Sub[0]}, last).or(p.following(rest, last))
	case syntax.OpConcat:
		return p.following(append(append([]*syntax.Regexp{}, t.Sub...), rest...), last)
	case syntax.OpAlternate:
		e := nothing(false)
		for _, sub := range t.Sub {
			e = e.or(p.following(append([]*syntax.Regexp{sub}, rest...), last))
		}
		return e
	}
	return everything()
}

// reached is what may stand behind a part that is perhaps empty: nobody looks closer.
func reached(t *syntax.Regexp, rest []*syntax.Regexp) []*syntax.Regexp {
	if least, _, short := width(t); short && least > 0 {
		return rest
	}
	return append([]*syntax.Regexp{{Op: syntax.OpNoMatch}}, rest...)[:1]
}

// preceding is what may stand before a lead of which the first letter is known, by the
// part that stands there.
func preceding(t *syntax.Regexp, first byte) edge {
	switch t.Op {
	case syntax.OpWordBoundary:
		if first < 0x80 {
			return wordEdge(!isWord(first))
		}
	case syntax.OpBeginText:
		return nothing(true)
	case syntax.OpBeginLine:
		e := nothing(true)
		e.add('\n')
		return e
	case syntax.OpCharClass:
		return classEdge(t)
	case syntax.OpCapture:
		return preceding(t.Sub[0], first)
	case syntax.OpAlternate:
		e := nothing(false)
		for _, sub := range t.Sub {
			e = e.or(preceding(sub, first))
		}
		return e
	}
	return everything()
}
