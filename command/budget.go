package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// Most work of an analysis grows with the text. Some grows faster, if somebody
// means it to: a text that is parsed again at every level, variables that are
// joined after every branch, braces that multiply. Such work is counted in
// steps, and who passes the bound is held, like who passes any other limit.

// maxWork bounds the steps of one analysis. A step is about what it takes to
// look at one word, 50 to 100 ns.
const maxWork = 64 << 10

// crowdedWork is what is left of them for a text that holds too much to be judged, so
// that parsing, printing and looking at its beginning take no longer than judging another.
const crowdedWork = maxWork / 4

// An effect among many costs the gates more than the analysis, most of all a pattern of
// paths, which they hold against every pattern of their own.
const (
	fewEffects  = 64
	effectWork  = 12
	patternWork = 48
)

// maxPath is the longest path that the system takes: PATH_MAX in limits.h(0p).
const maxPath = 4096

// spend counts steps. False: too many, or another limit was passed before, so
// nothing that is found from here on matters any more.
func (r *run) spend(steps int) bool {
	if r.work += steps; r.work > maxWork {
		r.limit("more work than one command may make")
	}
	return !r.over
}

// limit says once that a bound was passed. Even while effects are muted: a look that
// was cut short must not end as one that found nothing.
func (r *run) limit(what string) {
	if r.over {
		return
	}
	r.over = true
	r.passed = pipeline.Effect{Kind: pipeline.KindUnknown, Object: "limit passed: " + what, By: "limit"}
	r.overrun()
}

// overrun states the limit that was passed, once and while effects are muted, too.
// Nothing is judged behind it, so that it must not be lost, whoever takes effects back.
func (r *run) overrun() {
	if r.over && !slices.Contains(r.effects, r.passed) {
		r.effects = append(r.effects, r.passed)
	}
}

// tooLong says that a path is longer than the system takes. What would happen
// on it cannot be known: a shell may get there in steps.
func (r *run) tooLong(p string, kind pipeline.EffectKind, by string, span pipeline.Span) bool {
	if len(p) <= maxPath {
		return false
	}
	r.unknown(kind.String()+" "+clip(p)+" (longer than any path)", by, span)
	return true
}

// maxIndent bounds how deep statements may be nested before the printer, which
// indents each level, is given them: twice what is judged.
const maxIndent = 2 * MaxDepth

// shortText is the length below which no tree is deeper than that by much.
const shortText = 8 * maxIndent

// openings is an upper bound for the simple commands of a text: each begins at
// the start or behind one of these.
func openings(text string) int {
	n := levels(text) + strings.Count(text, "`")
	for i := range len(text) {
		switch text[i] {
		case ';', '|', '&', '\n', ')':
			n++
		}
	}
	return n
}

// levels is an upper bound for how deep the statements of a text are nested.
// Backquotes stand within others only behind backslashes.
func levels(text string) int {
	n := 1
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '!':
			n++
		}
	}
	if strings.Contains(text, "\\`") {
		n += strings.Count(text, "`")
	} else if strings.Contains(text, "`") {
		n++
	}
	for _, word := range [...]string{"do", "then", "else", "if", "while", "until", "case", "time", "coproc"} {
		n += strings.Count(text, word)
	}
	return n
}

// expressive reports whether a text may hold arithmetic or a test, which are
// trees of their own: in brackets, behind let, and between the colons of
// ${name:offset:length}.
func expressive(text string) bool {
	return strings.Contains(text, "((") || strings.Contains(text, "[") || strings.Contains(text, "let") ||
		strings.Contains(text, "${") && strings.Contains(text, ":")
}

// tooDeep reports whether statements and expressions are nested deeper than
// maxIndent. Lists and pipelines are not deep.
func tooDeep(file *syntax.File, text string) bool {
	if len(text) < shortText || levels(text) <= maxIndent && !expressive(text) {
		return false // spares most long texts the walk
	}
	var d depths
	d.visit = d.node
	syntax.Walk(file, d.visit)
	return d.most > maxIndent
}

// depths measures how deep a tree is. Like a census it goes by itself where most of a
// long text is.
type depths struct {
	depth, most int
	counted     []bool // of the nodes under way

	visit func(syntax.Node) bool // node
}

// node goes into a node of the walk, or out of the last one.
func (d *depths) node(n syntax.Node) bool {
	if n == nil {
		last := len(d.counted) - 1
		if d.counted[last] {
			d.depth--
		}
		d.counted = d.counted[:last]
		return true
	}
	if d.most > maxIndent {
		return false
	}
	counts := false
	switch n := n.(type) {
	case *syntax.Lit, *syntax.SglQuoted, *syntax.Comment:
		return false
	case *syntax.Word:
		d.word(n)
		return false
	case *syntax.BinaryCmd:
		inChain(n, d.visit)
		return false
	case *syntax.Stmt:
		if call, ok := n.Cmd.(*syntax.CallExpr); ok && len(call.Assigns)+len(n.Redirs) == 0 {
			d.most = max(d.most, d.depth+1)
			d.depth++
			for _, w := range call.Args {
				d.word(w)
			}
			d.depth--
			return false
		}
		_, list := n.Cmd.(*syntax.BinaryCmd)
		counts = !list
	case *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm, *syntax.BinaryTest, *syntax.UnaryTest, *syntax.ParenTest:
		counts = true
	}
	if counts {
		d.depth++
		d.most = max(d.most, d.depth)
	}
	d.counted = append(d.counted, counts)
	return true
}

func (d *depths) word(w *syntax.Word) {
	for _, part := range w.Parts {
		if !leaf(part) {
			syntax.Walk(part, d.visit)
		}
	}
}

// inChain visits what a list or a pipeline is made of, the last first. Its tree leans to
// the left, thousands deep, which costs a walk more for the stack than for the looking.
func inChain(bin *syntax.BinaryCmd, visit func(syntax.Node) bool) {
	for {
		syntax.Walk(bin.Y, visit)
		next, ok := bin.X.Cmd.(*syntax.BinaryCmd)
		if !ok || len(bin.X.Redirs) > 0 {
			syntax.Walk(bin.X, visit)
			return
		}
		bin = next
	}
}

// maxWords bounds the words of one command, one list or one loop as they stand
// in the text, and the parts of one word.
const (
	maxWords     = 4096
	tooManyWords = "more than 4,096 words"
)

// bounded are the words that are judged. Those behind them are not looked at,
// so what the command does is unknown, whatever the first ones say: that holds
// where effects are not kept, too.
func (r *run) bounded(words []*syntax.Word) []*syntax.Word {
	if len(words) <= maxWords {
		return words
	}
	r.crowded(tooManyWords, words[maxWords])
	return words[:maxWords]
}

// crowded says, even while effects are muted, that a word has more of something than is
// looked at. Unlike limit it does not end the analysis: the word alone is not known.
func (r *run) crowded(what string, at syntax.Node) {
	muted := r.muted
	r.muted = 0
	r.unknown("limit passed: "+what, "limit", r.spanOf(at))
	r.muted = muted
}

// passable are folders that a shell may be in; none where one has a path that
// is too long to be followed.
func passable(dirs []string) []string {
	for _, d := range dirs {
		if d == "" || len(d) > maxPath {
			return nil
		}
	}
	return dirs
}
