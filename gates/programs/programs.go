// Package programs is the allowlist mode: when a list is configured, only the
// programs on it may be started. It knows programs by what really starts, with
// wrappers peeled, not by the first word of a text.
//
// A name without a slash stands for the program of that name in a folder of
// the system (/bin, /usr/bin, /usr/local/bin and their sbin); a path stands for
// itself; patterns are as in path.Match. Code that cannot be inspected and
// unknown effects are denied in this mode, because nobody can tell which
// programs they start, unless the list names the program that runs the code.
package programs

import (
	"context"
	"fmt"
	"path"
	"strings"

	"passepartout/pipeline"
)

// Gate is the judge.
type Gate struct {
	names    map[string]bool
	patterns []string
}

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge. An empty list switches the mode off. The error names a
// bad pattern.
func New(list []string) (*Gate, error) {
	g := &Gate{names: map[string]bool{}}
	for _, entry := range list {
		if entry == "" {
			return nil, fmt.Errorf("program allowlist: empty entry")
		}
		if !strings.ContainsAny(entry, "*?[\\") {
			g.names[entry] = true
			continue
		}
		if _, err := path.Match(entry, ""); err != nil {
			return nil, fmt.Errorf("program allowlist: %q: %w", entry, err)
		}
		g.patterns = append(g.patterns, entry)
	}
	return g, nil
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "programs", Doc: "Denies programs that are not on the operator's list, when there is one.", Priority: 880}
}

// Check judges every start of a program.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	if len(g.names)+len(g.patterns) == 0 {
		return pipeline.Verdict{Gate: "programs", Outcome: pipeline.Allow}, nil
	}
	for _, e := range p.Effects {
		switch {
		case e.Kind == pipeline.KindRun && !g.listed(e.Object):
			return deny("not-listed", "the program "+clip(e.Object)+" is not on the operator's list"), nil
		case e.Kind == pipeline.KindUnknown, e.Kind == pipeline.KindCode && !g.listed(e.By):
			return deny("cannot-tell", "it cannot be told which programs this starts"), nil
		}
	}
	return pipeline.Verdict{Gate: "programs", Outcome: pipeline.Allow}, nil
}

func deny(rule, reason string) pipeline.Verdict {
	return pipeline.Verdict{
		Gate: "programs", Outcome: pipeline.Deny, Rule: rule, Reason: reason,
		Hint: "use only programs on the list; the operator keeps it",
	}
}

func (g *Gate) listed(object string) bool {
	if object == "" {
		return false
	}
	folder, name := path.Split(object)
	if g.names[object] || g.names[name] && systemFolder(folder) {
		return true
	}
	for _, p := range g.patterns {
		if ok, err := path.Match(p, object); err == nil && ok {
			return true
		}
		if ok, err := path.Match(p, name); err == nil && ok && systemFolder(folder) {
			return true
		}
	}
	return false
}

func systemFolder(folder string) bool {
	switch folder {
	case "", "/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/":
		return true
	}
	return false
}

func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	return s
}
