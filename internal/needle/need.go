package needle

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// need is a list of texts one of which is in whatever matches.
type need struct {
	texts  []word
	folded bool // they are written small, and the case of a match does not count
}

// required is what must all be in whatever an expression matches.
func required(t *syntax.Regexp) []need {
	switch t.Op {
	case syntax.OpLiteral:
		s := string(t.Rune)
		if t.Flags&syntax.FoldCase == 0 {
			return []need{{texts: []word{newWord(s)}}}
		}
		if ascii(s) {
			return []need{{texts: []word{newWord(strings.ToLower(s))}, folded: true}}
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
		for i, w := range one.texts {
			if !ascii(w.s) {
				return need{}, false
			}
			one.texts[i] = newWord(strings.ToLower(w.s))
		}
	}
	return one, true
}

func shortest(list []word) int {
	least := len(list[0].s)
	for _, w := range list[1:] {
		least = min(least, len(w.s))
	}
	return least
}
