package needle

import (
	"regexp/syntax"
	"strings"
)

// lead is a text that stands in a match a few letters behind its beginning.
type lead struct {
	word
	folded   bool // it is written small, and the case of a match does not count
	from, to int  // how many letters may stand before it
	behind   edge // the letter before it
	after    edge // the letter behind it
	start    bool // no text: a match begins where the text does
}

const (
	maxBefore  = 2  // letters that may stand before a lead
	maxProduct = 64 // leads that are made of parts
	longEnough = 4  // letters of a lead that tells enough
)

// places adds where a match may begin that has the lead. Not known: at more places
// than are worth it.
func (l *lead) places(t *text, out []int, most int) (at []int, known bool) {
	in := t.s
	if l.start {
		return append(out, 0), true
	}
	if l.folded {
		if t.foreign() {
			return nil, false
		}
		in = t.small()
	}
	if !t.may(l.word) {
		return out, true
	}
	for from := 0; ; {
		i := strings.Index(in[from:], l.s)
		if i < 0 {
			return out, true
		}
		p := from + i
		from = p + 1
		if !l.behind.fits(t.s, p-1) || !l.after.fits(t.s, p+len(l.s)) {
			continue
		}
		for n := 0; ; n++ {
			if n >= l.from {
				out = append(out, p)
			}
			if n == l.to || p == 0 {
				break
			}
			p = before(t.s, p)
		}
		if len(out) > most {
			return nil, false
		}
	}
}

// planner bounds what is found out about an expression: alternatives within
// alternatives are many.
type planner struct{ left int }

const maxPlan = 1 << 14

func (p *planner) spend() bool {
	p.left--
	return p.left > 0
}

// leadsOf tells with which texts all matches of an expression begin. Exact: they are
// all that it matches.
func (p *planner) leadsOf(t *syntax.Regexp) (leads []lead, exact, ok bool) {
	if !p.spend() {
		return nil, false, false
	}
	switch t.Op {
	case syntax.OpLiteral:
		s := string(t.Rune)
		if t.Flags&syntax.FoldCase == 0 {
			return []lead{{word: newWord(s)}}, true, s != ""
		}
		return []lead{{word: newWord(strings.ToLower(s)), folded: true}}, true, s != "" && ascii(s)
	case syntax.OpCharClass:
		leads, ok = leadsOfClass(t)
		return leads, true, ok
	case syntax.OpCapture:
		return p.leadsOf(t.Sub[0])
	case syntax.OpPlus:
		leads, _, ok = p.leadsOf(t.Sub[0])
		return loosened(leads), false, ok
	case syntax.OpRepeat:
		if t.Min > 0 {
			leads, _, ok = p.leadsOf(t.Sub[0])
			return loosened(leads), false, ok
		}
	case syntax.OpAlternate:
		exact = true
		for _, sub := range t.Sub {
			of, all, ok := p.leadsOf(sub)
			if !ok {
				return nil, false, false
			}
			leads, exact = append(leads, of...), exact && all
		}
		return leads, exact, len(leads) <= maxTexts
	case syntax.OpConcat:
		return p.leadsOfParts(t.Sub)
	}
	return nil, false, false
}

// loosened are leads of something that may stand there more than once: what is beside
// one may be the next.
func loosened(leads []lead) []lead {
	for i := range leads {
		leads[i].after = everything()
	}
	return leads
}

// leadsOfParts tells that of parts which follow each other.
func (p *planner) leadsOfParts(parts []*syntax.Regexp) (leads []lead, exact, ok bool) {
	if parts[0].Op == syntax.OpBeginText {
		return []lead{{start: true}}, false, true
	}
	from, to := 0, 0
	for i, part := range parts {
		leads, exact, ok = p.leadsOf(part)
		if ok {
			rest := parts[i+1:]
			if exact {
				leads, rest = p.prolonged(leads, rest)
			}
			for j := range leads {
				l := &leads[j]
				if exact {
					l.after = l.after.and(p.following(rest, l.s[len(l.s)-1]))
				}
				if i > 0 && !l.start && l.to == 0 {
					l.behind = l.behind.and(preceding(parts[i-1], l.s[0]))
				}
			}
			exact = exact && len(rest) == 0 && i == 0
			break
		}
		if part.Op == syntax.OpQuest { // with it, or without
			if with, _, ok := p.leadsOf(part.Sub[0]); ok && i+1 < len(parts) {
				without, _, ok := p.leadsOfParts(parts[i+1:])
				return shifted(append(loosened(with), without...), from, to), false, ok && to <= maxBefore
			}
		}
		least, most, short := width(part)
		if from, to = from+least, to+most; !short || to > maxBefore {
			return nil, false, false
		}
	}
	return shifted(leads, from, to), exact, ok && len(leads) > 0 && len(leads) <= maxTexts
}

// shifted are leads before which further letters stand.
func shifted(leads []lead, from, to int) []lead {
	for i := range leads {
		leads[i].from += from
		leads[i].to += to
	}
	return leads
}

// prolonged makes short leads that are exact longer by what must follow them, and
// tells what is left behind them.
func (p *planner) prolonged(leads []lead, parts []*syntax.Regexp) ([]lead, []*syntax.Regexp) {
	for len(parts) > 0 {
		next, exact, ok := p.leadsOf(parts[0])
		if !ok || !exact || len(next)*len(leads) > maxProduct {
			break
		}
		for _, l := range leads {
			if l.start || l.folded != leads[0].folded || len(l.s) >= longEnough {
				return leads, parts
			}
		}
		for _, n := range next {
			if n.start || n.to > 0 || n.folded != leads[0].folded {
				return leads, parts
			}
		}
		var out []lead
		for _, l := range leads {
			for _, n := range next {
				out = append(out, lead{word: newWord(l.s + n.s), folded: l.folded, from: l.from, to: l.to})
			}
		}
		leads, parts = out, parts[1:]
	}
	return leads, parts
}

// width is how many letters a part matches. Not short: nobody knows how many.
func width(t *syntax.Regexp) (least, most int, short bool) {
	switch t.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return 0, 0, true
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1, true
	case syntax.OpLiteral:
		return len(t.Rune), len(t.Rune), true
	case syntax.OpCapture:
		return width(t.Sub[0])
	case syntax.OpQuest:
		_, most, short = width(t.Sub[0])
		return 0, most, short
	case syntax.OpAlternate:
		for i, sub := range t.Sub {
			l, m, ok := width(sub)
			if !ok {
				return 0, 0, false
			}
			if i == 0 {
				least = l
			}
			least, most = min(least, l), max(most, m)
		}
		return least, most, true
	}
	return 0, 0, false
}

// leadsOfClass are the letters of a small class.
func leadsOfClass(t *syntax.Regexp) (leads []lead, ok bool) {
	for i := 0; i+1 < len(t.Rune); i += 2 {
		for c := t.Rune[i]; c <= t.Rune[i+1]; c++ {
			if len(leads) == 4 {
				return nil, false
			}
			leads = append(leads, lead{word: newWord(string(c))})
		}
	}
	return leads, len(leads) > 0
}
