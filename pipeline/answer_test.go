package pipeline_test

import (
	"testing"

	"passepartout/pipeline"
)

func TestHandleAnswer(t *testing.T) {
	t.Parallel()
	x := proposal()
	no := pipeline.Tell(x.Signal, pipeline.Rejected, noon)
	bad := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data", Message: "m"}
	tests := []struct {
		name   string
		turn   pipeline.Turn
		err    error
		change func(p *ports)
		settle pipeline.Settlement
		step   pipeline.StepKind
		told   pipeline.FeedbackKind
		code   pipeline.Code
		not    string
	}{
		{name: "approved", turn: pipeline.Turn{Fly: true, Proposal: x}, settle: pipeline.Done, step: pipeline.StepActed, told: pipeline.ToolOutput, not: "settle"},
		{name: "refused to count", turn: pipeline.Turn{}, settle: pipeline.Done, step: pipeline.StepAnswered, not: "act"},
		{name: "rejected", turn: pipeline.Turn{Proposal: x, Tell: []pipeline.Feedback{no}}, settle: pipeline.Done, step: pipeline.StepAnswered, told: pipeline.Rejected, not: "act"},
		{name: "rejected too late", turn: pipeline.Turn{Proposal: x, Tell: []pipeline.Feedback{no}}, change: func(p *ports) {
			p.settle = func(pipeline.Feedback) (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.ToolOutput, Replayed: true}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepAnswered, told: pipeline.ToolOutput, not: "act"},
		{name: "rejected while it runs", turn: pipeline.Turn{Proposal: x, Tell: []pipeline.Feedback{no}}, change: func(p *ports) {
			p.settle = func(pipeline.Feedback) (pipeline.Feedback, error) { return pipeline.Feedback{}, pipeline.ErrBusy }
		}, settle: pipeline.HandBack, not: "publish"},
		{name: "one of two", turn: pipeline.Turn{Proposal: x, Tell: []pipeline.Feedback{pipeline.Tell(x.Signal, pipeline.Suspended, noon)}}, settle: pipeline.Done, step: pipeline.StepAnswered, told: pipeline.Suspended, not: "settle"},
		{name: "no answer", err: bad, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeInvalidRequest, not: "act"},
		{name: "the desk is gone", err: errDown, settle: pipeline.HandBack, not: "act"},
		{name: "approved, and held anew", turn: pipeline.Turn{Fly: true, Proposal: x}, change: func(p *ports) {
			p.act = acts(&pipeline.HeldError{Proposal: x, Decision: decided(x, pipeline.Hold)})
		}, settle: pipeline.Done, step: pipeline.StepSuspended, told: pipeline.Suspended, not: "land"},
		{name: "approved under a reused id", turn: pipeline.Turn{Fly: true, Proposal: x}, change: func(p *ports) { p.act = acts(bad) }, settle: pipeline.Done, step: pipeline.StepActed, told: pipeline.ToolError, code: pipeline.CodeInvalidRequest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := decides(pipeline.Hold)
			p.signal.Principal = "ann"
			p.answer = func() (pipeline.Turn, error) { return tt.turn, tt.err }
			if tt.change != nil {
				tt.change(p)
			}
			d := p.line().HandleAnswer(t.Context(), pipeline.Message{Delivery: 1})
			if d.Settle != tt.settle {
				t.Fatalf("settled %+v, calls %v", d, p.calls)
			}
			p.check(t, tt.step, tt.told, tt.code, tt.not)
			if len(p.steps) > 0 && p.steps[0].Kind == pipeline.StepAnswered && p.steps[0].By != "ann" {
				t.Errorf("recorded as answered by %q", p.steps[0].By)
			}
			if len(tt.turn.Tell) > 0 && tt.turn.Tell[0].Kind == pipeline.ToolOutput {
				t.Error("the desk's own feedback was changed")
			}
		})
	}
}

func TestHandleAnswerWithAFailingPort(t *testing.T) {
	t.Parallel()
	x := proposal()
	for _, turn := range []pipeline.Turn{
		{Fly: true, Proposal: x},
		{Proposal: x, Tell: []pipeline.Feedback{pipeline.Tell(x.Signal, pipeline.Rejected, noon)}},
	} {
		answers := func() *ports {
			p := decides(pipeline.Hold)
			p.answer = func() (pipeline.Turn, error) { return turn, nil }
			return p
		}
		whole := answers()
		whole.line().HandleAnswer(t.Context(), pipeline.Message{Delivery: 1})
		for _, name := range whole.calls[1:] {
			p := answers()
			p.fail = name
			if d := p.line().HandleAnswer(t.Context(), pipeline.Message{Delivery: 1}); d.Settle != pipeline.HandBack || d.After <= 0 {
				t.Errorf("settled %+v although %q failed", d, name)
			}
		}
	}
}
