package command

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// maxBraces bounds what brace expansion may make of one word. More is unknown, not cut
// off: {1..99999} makes a command longer than any that is judged, and a list of which
// the tail is missing would be a lie.
const maxBraces = 64

// braces expands {a,b} and {1..3}. A word that would become too many words is
// left with its braces as a pattern.
func (r *run) braces(w *syntax.Word) []*syntax.Word {
	if len(w.Parts) > maxWords {
		return []*syntax.Word{w} // whoever expands its parts says that they are too many
	}
	if size := int(w.End().Offset() - w.Pos().Offset()); size > maxPath && !r.spend(size/4) {
		return nil
	}
	split := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(split) {
		return []*syntax.Word{w}
	}
	// It is counted before it is made, since {a,b}{a,b}{a,b}… doubles with each pair.
	n := countBraces(split)
	if n > maxBraces {
		r.unknown("brace expansion makes "+strconv.Itoa(n)+" words", "braces", r.spanOf(w))
		return nil
	}
	if !r.spend(n * (16 + len(split.Parts)/4)) {
		return nil
	}
	out := make([]*syntax.Word, 0, n)
	for one, err := range expand.BracesSeq(nil, split) {
		if err != nil {
			r.unknown("brace expansion", "braces", r.spanOf(w))
			return nil
		}
		out = append(out, one)
	}
	return out
}

// manyNumbers reports whether a word is a sequence of numbers that is too long to be written
// out, and not so long that it is meant to hurt. Whatever they are used for, they are numbers.
func manyNumbers(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	split := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(split) {
		return false
	}
	split.Parts = slices.DeleteFunc(split.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && lit.Value == ""
	})
	if len(split.Parts) != 1 {
		return false
	}
	b, ok := split.Parts[0].(*syntax.BraceExp)
	if !ok || !b.Sequence || len(b.Elems) != 2 {
		return false
	}
	for _, e := range b.Elems {
		if n, err := strconv.Atoi(e.Lit()); err != nil || n < 0 || n > 10_000 {
			return false
		}
	}
	return sequenceLength(b) > maxBraces
}

// appendBraces adds the words of a literal with one plain list of words, which
// need not be made into a tree first.
func appendBraces(out []field, w *syntax.Word, span pipeline.Span) ([]field, bool) {
	if len(w.Parts) != 1 {
		return out, false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok {
		return out, false
	}
	pre, list, post, ok := plainBraces(lit.Value)
	if !ok {
		return out, false
	}
	for alternative := range strings.SplitSeq(list, ",") {
		out = append(out, field{text: pre + alternative + post, span: span})
	}
	return out, true
}

// plainBraces takes a literal apart that has exactly one {a,b} of a few words
// and nothing else that means anything.
func plainBraces(s string) (pre, list, post string, ok bool) {
	from, to := strings.IndexByte(s, '{'), strings.IndexByte(s, '}')
	if from < 0 || to < from || strings.ContainsAny(s, "\\*?[~$") || strings.ContainsAny(s[from+1:to], "{") || strings.ContainsAny(s[to+1:], "{}") {
		return "", "", "", false
	}
	pre, list, post = s[:from], s[from+1:to], s[to+1:]
	commas := strings.Count(list, ",")
	if commas == 0 || commas >= maxBraces || strings.Contains(list, "..") || strings.Contains(list, ",,") || list[0] == ',' || list[len(list)-1] == ',' {
		return "", "", "", false
	}
	return pre, list, post, true
}

// hasBrace reports whether braces may be expanded at all, which most words need not
// ask. Quoted ones are no literals of the tree.
func hasBrace(w *syntax.Word) bool {
	opens, divides := false, false // {a} is a word, {a,b} and {1..3} are several
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			opens = opens || strings.IndexByte(lit.Value, '{') >= 0
			divides = divides || strings.ContainsAny(lit.Value, ",.")
			if opens && divides {
				return true
			}
		}
	}
	return false
}

// countBraces is how many words brace expansion makes (bash(1), "Brace Expansion"):
// lists add up, and what stands side by side multiplies. It stops as soon as the number
// is beyond every bound.
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

// sequenceLength is how many words {x..y..step} makes, or more than that. Where one end
// is a capital and the other is not, the signs between Z and a are among them, of which
// some mean something to the shell; 64 holds them all.
func sequenceLength(b *syntax.BraceExp) int {
	if len(b.Elems) < 2 {
		return 1
	}
	from, err1 := strconv.Atoi(b.Elems[0].Lit())
	to, err2 := strconv.Atoi(b.Elems[1].Lit())
	if err1 != nil || err2 != nil {
		a, b := b.Elems[0].Lit(), b.Elems[1].Lit()
		if len(a) != 1 || len(b) != 1 || (a[0] < 'a') != (b[0] < 'a') { // between Z and a stand signs
			return 256 / 4
		}
		from, to = int(a[0]), int(b[0])
	}
	step := 1
	if len(b.Elems) > 2 {
		if n, err := strconv.Atoi(b.Elems[2].Lit()); err == nil && n != 0 {
			step = max(n, -n)
		}
	}
	return max(from-to, to-from)/step + 1
}
