package command

import (
	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
	"strings"
)

// snippetEffect states what a reader has found as if a command of the shell did it:
// paths begin in the folder at hand, the home is the user's, patterns are patterns. A
// home that nobody knows makes it unknown.
func (v *visit) snippetEffect(e snippet.Effect, at field) {
	f := field{text: e.Object, pattern: e.Pattern, span: at.span}
	if e.Home {
		if v.r.w.Home == "" {
			v.unknown(e.Kind.String()+" "+e.Object, at)
			return
		}
		f.text = v.r.w.Home + strings.TrimPrefix(e.Object, "~")
	}
	mark := v.mark
	switch {
	case e.Operands:
		v.lines(v.operands, "", false)
		return
	case e.Moves:
		v.r.linked = true
		return
	case e.Leads:
		if real := v.r.leadsAway(v.sc, f); real != "" {
			v.unknown("takes "+e.Object+" for what it leads to, which is "+real, at)
		}
		return
	case e.Sets != "":
		v.r.influence(v.sc, e.Sets, text(e.Object), at.span)
		v.r.phasedBy(e.Sets, text(e.Object))
		return
	case e.Kind == pipeline.KindConnect:
		v.network(catalogue.ActURL, f, mark)
		return
	case e.Kind == pipeline.KindListen:
		v.simple(pipeline.KindListen, f, mark)
		return
	case e.Kind == pipeline.KindRun:
		v.snippetStarts(e, at)
		return
	case e.Kind == pipeline.KindSecret:
		if secretName(e.Object) {
			v.r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "the variable " + e.Object, Certain: true, By: v.name, Mark: catalogue.MarkCredential, Span: at.span})
		}
		return
	case e.Says && v.touched(e.Object):
		v.unknown("paths that "+e.Object+" says", at)
		return
	case e.Kind == pipeline.KindCode:
		mark = strongerMark(mark, catalogue.MarkBuild) // as the project's tests may import whatever lies there
	case e.Look:
		mark = strongerMark(mark, catalogue.MarkMetadata)
	case e.Tree:
		mark = strongerMark(mark, catalogue.MarkRecursive)
	}
	v.r.path(v.sc, f, e.Kind, v.name, mark)
}

// snippetStarts judges a program that code starts with constant words. Nobody
// knows what is left of standard input by then.
func (v *visit) snippetStarts(e snippet.Effect, at field) {
	var words []field
	for word := range strings.SplitSeq(e.Object, "\x00") {
		pattern, some := strings.CutPrefix(word, snippet.SomeWord)
		words = append(words, field{text: pattern, pattern: some, span: at.span})
	}
	sc := *v.sc
	if sc.stdin.kind != stdinInherited || e.Fed {
		sc.stdin = stdin{kind: stdinPipe}
	}
	v.r.within(v.name, func() { v.r.exec(&sc, words) })
}
