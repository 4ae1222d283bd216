package command

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds what brace expansion may make of one word.
const maxBraces = 64

// braces expands {a,b} and {1..3}. A word that would become too many words is
// left with its braces as a pattern.
func (r *run) braces(w *syntax.Word) []*syntax.Word {
	split := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(split) {
		return []*syntax.Word{w}
	}
	if n := countBraces(split); n > maxBraces {
		r.unknown("brace expansion makes "+strconv.Itoa(n)+" words", "braces", r.spanOf(w))
		return nil
	}
	var out []*syntax.Word
	for one, err := range expand.BracesSeq(nil, split) {
		if err != nil {
			r.unknown("brace expansion", "braces", r.spanOf(w))
			return nil
		}
		out = append(out, one)
	}
	return out
}

func hasBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok && strings.IndexByte(lit.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

func countBraces(w *syntax.Word) int {
	n := 1
	for _, p := range w.Parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		sum := 0
		if b.Sequence {
			sum = sequenceLength(b)
		} else {
			for _, e := range b.Elems {
				sum += countBraces(e)
			}
		}
		if n *= max(sum, 1); n > 1<<20 {
			return n
		}
	}
	return n
}

func sequenceLength(b *syntax.BraceExp) int {
	if len(b.Elems) < 2 {
		return 1
	}
	from, err1 := strconv.Atoi(b.Elems[0].Lit())
	to, err2 := strconv.Atoi(b.Elems[1].Lit())
	if err1 != nil || err2 != nil {
		return 256 / 4 // letters
	}
	step := 1
	if len(b.Elems) > 2 {
		if n, err := strconv.Atoi(b.Elems[2].Lit()); err == nil && n != 0 {
			step = max(n, -n)
		}
	}
	return max(from-to, to-from)/step + 1
}
