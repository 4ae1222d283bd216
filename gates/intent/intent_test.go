package intent_test

import (
	"strings"
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/intent"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	ask := func(target, op, why string) pipeline.Proposal {
		p := gatetest.Proposal()
		p.Action = pipeline.Action{Target: target, Op: op, Intent: why}
		return p
	}
	gatetest.Run(t, func(testing.TB) pipeline.Gate { return intent.New(nil) }, []gatetest.Case{
		{Name: "said", Proposal: ask("shell", "run", "see the log"), Outcome: pipeline.Allow},
		{Name: "said in Greek", Proposal: ask("shell", "run", "δες"), Outcome: pipeline.Allow},
		{Name: "not needed", Proposal: ask("shell", "is_blocked", ""), Outcome: pipeline.Allow},
		{Name: "other target", Proposal: ask("system", "message", ""), Outcome: pipeline.Allow},
		{Name: "missing", Proposal: ask("shell", "run", ""), Outcome: pipeline.Deny, Rule: "missing", Code: pipeline.CodeIntentRequired},
		{Name: "any case", Proposal: ask("Shell", "run_script", ""), Outcome: pipeline.Deny, Rule: "missing", Code: pipeline.CodeIntentRequired},
		{Name: "blank", Proposal: ask("shell", "run_background", " \t... "), Outcome: pipeline.Deny, Rule: "missing", Code: pipeline.CodeIntentRequired},
		{Name: "long", Proposal: ask("shell", "run", strings.Repeat("so ", 1000)), Outcome: pipeline.Deny, Rule: "too-long", Code: pipeline.CodeInvalidRequest},
		{Name: "not text", Proposal: ask("shell", "run", "abc\xff"), Outcome: pipeline.Deny, Rule: "not-text", Code: pipeline.CodeInvalidRequest},
	})
}
