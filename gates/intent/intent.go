// Package intent asks agents to say why: operations that run something need an
// intent in plain words, which the approver and the audit record see. It
// proves nothing and grants nothing; it makes agents accountable and lets
// people compare what was said with what would happen.
package intent

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"passepartout/pipeline"
)

const (
	minLetters = 3
	maxBytes   = 2000
)

// Config names the operations that need an intent, by target. "*" is every
// operation of a target.
type Config map[string][]string

// Default is what runs something.
func Default() Config {
	return Config{"shell": {"run", "run_background", "run_script"}}
}

// Gate is the judge.
type Gate struct{ need Config }

var _ pipeline.Gate = Gate{}

// New makes the judge; a nil configuration is Default.
func New(c Config) Gate {
	if c == nil {
		c = Default()
	}
	return Gate{need: c}
}

// Spec describes the gate.
func (Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "intent", Doc: "Denies an operation that runs something when its intent is missing.", Priority: 980}
}

// Check wants at least three letters, at most 2000 bytes of valid UTF-8.
func (g Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	ops := g.need[strings.ToLower(p.Action.Target)]
	if !slices.Contains(ops, p.Action.Op) && !slices.Contains(ops, "*") {
		return pipeline.Verdict{Gate: "intent", Outcome: pipeline.Allow}, nil
	}
	text := p.Action.Intent
	switch {
	case letters(text) < minLetters:
		return refuse(pipeline.CodeIntentRequired, "missing", "it does not say what it is for", "add an intent: one sentence on what you want to achieve"), nil
	case len(text) > maxBytes:
		return refuse(pipeline.CodeInvalidRequest, "too-long", "the intent is longer than 2000 bytes", "say it in one sentence"), nil
	case !utf8.ValidString(text):
		return refuse(pipeline.CodeInvalidRequest, "not-text", "the intent is not valid UTF-8", "send plain text"), nil
	}
	return pipeline.Verdict{Gate: "intent", Outcome: pipeline.Allow}, nil
}

func refuse(code pipeline.Code, rule, reason, hint string) pipeline.Verdict {
	return pipeline.Verdict{Gate: "intent", Outcome: pipeline.Deny, Code: code, Rule: rule, Reason: reason, Hint: hint}
}

// letters counts letters and digits, so that blanks and dots are no intent; it
// stops when there are enough.
func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if n++; n >= minLetters {
				break
			}
		}
	}
	return n
}
