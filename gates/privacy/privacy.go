// Package privacy judges what should not be seen or sent: paths and texts that
// the operator tagged ("customers", "unpublished"), and credentials written
// into an action's parameters.
//
// A tagged path is held whenever an effect could touch its content, a tagged
// text whenever the parameters contain it, in any case. A credential in the
// parameters is held, because parameters are recorded and shown to people; it
// is never quoted in the verdict.
//
// Limits: texts are matched as they are written, not as a shell would expand
// them; a secret without a telling prefix or name is not found.
package privacy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"passepartout/internal/secretscan"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Tag is a name for what is private.
type Tag struct {
	Name  string
	Paths []string // patterns of absolute paths
	Texts []string // words that must not appear, at least 3 bytes each
}

// Gate is the judge.
type Gate struct{ tags []tag }

type tag struct {
	name  string
	paths []zone.Glob
	texts []string
}

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge. The error names the tag and what is wrong with it.
func New(tags []Tag) (*Gate, error) {
	g := &Gate{}
	for _, t := range tags {
		one := tag{name: t.Name}
		if t.Name == "" {
			return nil, fmt.Errorf("privacy tag without a name")
		}
		for _, p := range t.Paths {
			glob, ok := zone.ParseGlob(p)
			if !ok {
				return nil, fmt.Errorf("privacy tag %s: %q is no absolute, cleaned path", t.Name, p)
			}
			one.paths = append(one.paths, glob)
		}
		for _, text := range t.Texts {
			if len(text) < 3 {
				return nil, fmt.Errorf("privacy tag %s: the text %q is too short to mean anything", t.Name, text)
			}
			one.texts = append(one.texts, strings.ToLower(text))
		}
		g.tags = append(g.tags, one)
	}
	return g, nil
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "privacy", Doc: "Holds what touches tagged paths or texts, and credentials in parameters.", Priority: 920}
}

// Check looks at effects, then at the parameters' text.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	for i := range p.Effects {
		if name, ok := g.tagged(&p.Effects[i]); ok {
			return hold("tagged-path", "it touches what is tagged "+name, "leave these files alone, or ask a person"), nil
		}
	}
	if name, ok := g.mentions(p); ok {
		return hold("tagged-text", "it mentions what is tagged "+name, "leave these words out, or ask a person"), nil
	}
	if kind, ok := secretscan.AnyIn(p.Action.Params); ok {
		return hold("secret-in-parameters", "the parameters hold a credential ("+kind+")", "refer to the secret by a file or a variable that the operator set; never write it out"), nil
	}
	return pipeline.Verdict{Gate: "privacy", Outcome: pipeline.Allow}, nil
}

func (g *Gate) tagged(e *pipeline.Effect) (string, bool) {
	switch e.Kind {
	case pipeline.KindRead, pipeline.KindWrite, pipeline.KindDelete, pipeline.KindCode:
	default:
		return "", false
	}
	deep := e.Kind == pipeline.KindDelete || e.Mark == "recursive"
	for _, t := range g.tags {
		if slices.ContainsFunc(t.paths, func(glob zone.Glob) bool {
			return glob.Touches(e.Object) || deep && glob.TouchesBelow(e.Object)
		}) {
			return t.name, true
		}
	}
	return "", false
}

func (g *Gate) mentions(p pipeline.Proposal) (string, bool) {
	low := ""
	for _, t := range g.tags {
		for _, text := range t.texts {
			if low == "" {
				low = strings.ToLower(string(p.Action.Params) + "\n" + p.Summary)
			}
			if strings.Contains(low, text) {
				return t.name, true
			}
		}
	}
	return "", false
}

func hold(rule, reason, hint string) pipeline.Verdict {
	return pipeline.Verdict{Gate: "privacy", Outcome: pipeline.Hold, Rule: rule, Reason: reason, Hint: hint}
}
