package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"passepartout/pipeline"
)

// ports is a line whose every port does what a test says and notes its call.
type ports struct {
	calls []string
	steps []pipeline.Step
	told  []pipeline.Feedback

	signal   pipeline.Signal
	perceive error
	recall   func() (pipeline.Feedback, error)
	reason   func() (pipeline.Proposal, pipeline.Decision, error)
	act      func(p pipeline.Proposal) (pipeline.Feedback, error)
	settle   func(f pipeline.Feedback) (pipeline.Feedback, error)
	suspend  func(p pipeline.Proposal) (pipeline.Feedback, error)
	answer   func() (pipeline.Turn, error)
	fail     string // the call that fails
	over     error  // why the context of the last publish had ended, if it had
}

func (p *ports) call(name string) error {
	p.calls = append(p.calls, name)
	if name == p.fail {
		return errDown
	}
	return nil
}

func (p *ports) Perceive(context.Context, pipeline.Message) (pipeline.Signal, error) {
	return p.signal, errors.Join(p.call("perceive"), p.perceive)
}

func (p *ports) Recall(context.Context, pipeline.Signal) (pipeline.Feedback, error) {
	if err := p.call("recall"); err != nil {
		return pipeline.Feedback{}, err
	}
	return p.recall()
}

func (p *ports) Reason(context.Context, pipeline.Signal) (pipeline.Proposal, pipeline.Decision, error) {
	if err := p.call("reason"); err != nil {
		return pipeline.Proposal{}, pipeline.Decision{}, err
	}
	return p.reason()
}

func (p *ports) Act(_ context.Context, x pipeline.Proposal) (pipeline.Feedback, error) {
	if err := p.call("act"); err != nil {
		return pipeline.Feedback{}, err
	}
	return p.act(x)
}

func (p *ports) Settle(_ context.Context, f pipeline.Feedback) (pipeline.Feedback, error) {
	if err := p.call("settle"); err != nil {
		return pipeline.Feedback{}, err
	}
	return p.settle(f)
}

func (p *ports) Suspend(_ context.Context, x pipeline.Proposal, _ pipeline.Decision) (pipeline.Feedback, error) {
	if err := p.call("suspend"); err != nil {
		return pipeline.Feedback{}, err
	}
	return p.suspend(x)
}

func (p *ports) Answer(context.Context, pipeline.Signal) (pipeline.Turn, error) {
	if err := p.call("answer"); err != nil {
		return pipeline.Turn{}, err
	}
	return p.answer()
}

func (p *ports) Land(context.Context, pipeline.Feedback) error { return p.call("land") }

func (p *ports) Record(_ context.Context, s pipeline.Step) error {
	if err := p.call("record " + string(s.Kind)); err != nil {
		return err
	}
	p.steps = append(p.steps, s)
	return p.call("record")
}

func (p *ports) Publish(ctx context.Context, f pipeline.Feedback) error {
	p.over = ctx.Err()
	if err := p.call("publish"); err != nil {
		return err
	}
	p.told = append(p.told, f)
	return nil
}

func (p *ports) Bury(context.Context, pipeline.Message, *pipeline.Error) error { return p.call("bury") }

func (p *ports) line() *pipeline.Pipeline {
	return &pipeline.Pipeline{Perceive: p, Reason: p, Act: p, Desk: p, Record: p, Out: p, Now: func() time.Time { return noon }}
}

// decides makes ports of a fresh request that is decided so.
func decides(o pipeline.Outcome) *ports {
	x := proposal()
	tell := func(kind pipeline.FeedbackKind) (pipeline.Feedback, error) {
		return pipeline.TellProposal(x, decided(x, o), kind, noon), nil
	}
	return &ports{
		signal: x.Signal,
		recall: func() (pipeline.Feedback, error) { return pipeline.Feedback{}, pipeline.ErrNotFound },
		reason: func() (pipeline.Proposal, pipeline.Decision, error) { return x, decided(x, o), nil },
		act: func(pipeline.Proposal) (pipeline.Feedback, error) {
			return pipeline.TellProposal(x, decided(x, pipeline.Allow), pipeline.ToolOutput, noon), nil
		},
		settle:  func(f pipeline.Feedback) (pipeline.Feedback, error) { return f, nil },
		suspend: func(pipeline.Proposal) (pipeline.Feedback, error) { return tell(pipeline.Suspended) },
		answer:  func() (pipeline.Turn, error) { return pipeline.Turn{Fly: true, Proposal: x}, nil },
	}
}

func TestHandle(t *testing.T) {
	t.Parallel()
	bad := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data.op", Message: "m"}
	down := &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "m"}
	tests := []struct {
		name     string
		ports    *ports
		change   func(p *ports)
		delivery int
		settle   pipeline.Settlement
		step     pipeline.StepKind // the last; empty: none
		told     pipeline.FeedbackKind
		code     pipeline.Code
		not      string // a call that must not be made
	}{
		{name: "allowed", ports: decides(pipeline.Allow), settle: pipeline.Done, step: pipeline.StepActed, told: pipeline.ToolOutput, not: "suspend"},
		{name: "denied", ports: decides(pipeline.Deny), settle: pipeline.Done, step: pipeline.StepDenied, told: pipeline.ToolError, code: pipeline.CodeBlocked, not: "act"},
		{name: "held", ports: decides(pipeline.Hold), settle: pipeline.Done, step: pipeline.StepSuspended, told: pipeline.Suspended, not: "act"},
		{name: "an outcome out of range", ports: decides(9), settle: pipeline.Done, step: pipeline.StepDenied, told: pipeline.ToolError, code: pipeline.CodeBlocked, not: "act"},
		{name: "nothing to do", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.reason = func() (pipeline.Proposal, pipeline.Decision, error) {
				return pipeline.Proposal{}, pipeline.Decision{}, pipeline.ErrNothingToDo
			}
		}, settle: pipeline.Done, not: "act"},
		{name: "not perceived", ports: decides(pipeline.Allow), change: func(p *ports) { p.perceive = bad }, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeInvalidRequest, not: "recall"},
		{name: "from nobody", ports: decides(pipeline.Allow), change: func(p *ports) { p.perceive, p.signal = bad, pipeline.Signal{} }, settle: pipeline.Terminate, step: pipeline.StepRefused, not: "publish"},
		{name: "no action", ports: decides(pipeline.Allow), change: func(p *ports) { p.reason = reasons(bad) }, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeInvalidRequest, not: "act"},
		{name: "not reasoned about now", ports: decides(pipeline.Allow), change: func(p *ports) { p.reason = reasons(errDown) }, settle: pipeline.HandBack, not: "publish"},
		{name: "not available now", ports: decides(pipeline.Allow), change: func(p *ports) { p.reason = reasons(down) }, settle: pipeline.HandBack, not: "publish"},
		{name: "not available for long", ports: decides(pipeline.Allow), delivery: 5, change: func(p *ports) { p.reason = reasons(down) }, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeUnavailable, not: "act"},
		{name: "not reasoned about for long", ports: decides(pipeline.Allow), delivery: 5, change: func(p *ports) { p.reason = reasons(errDown) }, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeInternal, not: "act"},
		{name: "a broken skill", ports: decides(pipeline.Allow), change: func(p *ports) { p.reason = reasons(&pipeline.Error{Code: pipeline.CodeInternal}) }, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeInternal, not: "act"},
		{name: "known", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.recall = func() (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.ToolOutput, Replayed: true}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepReplayed, told: pipeline.ToolOutput, not: "reason"},
		{name: "found as lost", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.recall = func() (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.ToolError, Err: &pipeline.Error{Code: pipeline.CodeOutcomeUnknown}}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepActed, told: pipeline.ToolError, code: pipeline.CodeOutcomeUnknown, not: "reason"},
		{name: "busy", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.recall = func() (pipeline.Feedback, error) { return pipeline.Feedback{}, pipeline.ErrBusy }
		}, settle: pipeline.HandBack, not: "reason"},
		{name: "a reused id", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.recall = func() (pipeline.Feedback, error) { return pipeline.Feedback{}, bad }
		}, settle: pipeline.Terminate, step: pipeline.StepRefused, told: pipeline.ToolError, code: pipeline.CodeInvalidRequest, not: "reason"},
		{name: "busy at the claim", ports: decides(pipeline.Allow), change: func(p *ports) { p.act = acts(pipeline.ErrBusy) }, settle: pipeline.HandBack, not: "publish"},
		{name: "the journal is gone", ports: decides(pipeline.Allow), change: func(p *ports) { p.act = acts(errDown) }, settle: pipeline.HandBack, not: "publish"},
		{name: "a reused id at the claim", ports: decides(pipeline.Allow), change: func(p *ports) { p.act = acts(bad) }, settle: pipeline.Done, step: pipeline.StepActed, told: pipeline.ToolError, code: pipeline.CodeInvalidRequest},
		{name: "held at the last mile", ports: decides(pipeline.Allow), change: func(p *ports) {
			x := proposal()
			p.act = acts(fmt.Errorf("act: %w", &pipeline.HeldError{Proposal: x, Decision: decided(x, pipeline.Hold)}))
		}, settle: pipeline.Done, step: pipeline.StepSuspended, told: pipeline.Suspended, not: "land"},
		{name: "denied at the last mile", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.act = func(x pipeline.Proposal) (pipeline.Feedback, error) {
				d := decided(x, pipeline.Deny)
				f := pipeline.TellProposal(x, d, pipeline.ToolError, noon)
				f.Err = pipeline.Blocked(d)
				return f, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepDenied, told: pipeline.ToolError, code: pipeline.CodeBlocked},
		{name: "expired at the last mile", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.act = func(pipeline.Proposal) (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.Expired}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepExpired, told: pipeline.Expired},
		{name: "silent", ports: decides(pipeline.Allow), change: func(p *ports) {
			p.act = func(pipeline.Proposal) (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.ToolOutput, Silent: true}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepActed, not: "publish"},
		{name: "the desk asks nobody", ports: decides(pipeline.Hold), change: func(p *ports) {
			p.suspend = func(pipeline.Proposal) (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.ToolError, Err: &pipeline.Error{Code: pipeline.CodeRateLimited}}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepDenied, told: pipeline.ToolError, code: pipeline.CodeRateLimited, not: "act"},
		{name: "refused by a person before", ports: decides(pipeline.Hold), change: func(p *ports) {
			p.suspend = func(pipeline.Proposal) (pipeline.Feedback, error) {
				return pipeline.Feedback{Kind: pipeline.Rejected}, nil
			}
		}, settle: pipeline.Done, step: pipeline.StepReplayed, told: pipeline.Rejected, not: "act"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := tt.ports
			if tt.change != nil {
				tt.change(p)
			}
			d := p.line().Handle(t.Context(), pipeline.Message{Delivery: max(1, tt.delivery)})
			if d.Settle != tt.settle {
				t.Fatalf("settled %d (%s), want %d; calls %v", d.Settle, d.Why, tt.settle, p.calls)
			}
			if d.Settle == pipeline.HandBack && d.After <= 0 {
				t.Error("handed back to come at once")
			}
			p.check(t, tt.step, tt.told, tt.code, tt.not)
		})
	}
}

func reasons(err error) func() (pipeline.Proposal, pipeline.Decision, error) {
	return func() (pipeline.Proposal, pipeline.Decision, error) {
		return pipeline.Proposal{}, pipeline.Decision{}, err
	}
}

func acts(err error) func(pipeline.Proposal) (pipeline.Feedback, error) {
	return func(pipeline.Proposal) (pipeline.Feedback, error) { return pipeline.Feedback{}, err }
}

// check compares the last step and the last feedback.
func (p *ports) check(t *testing.T, step pipeline.StepKind, told pipeline.FeedbackKind, code pipeline.Code, not string) {
	t.Helper()
	var last pipeline.StepKind
	for _, s := range p.steps {
		if s.Kind != pipeline.StepDecided {
			last = s.Kind
		}
	}
	if last != step {
		t.Errorf("recorded %q, want %q; calls %v", last, step, p.calls)
	}
	var f pipeline.Feedback
	if len(p.told) > 0 {
		f = p.told[len(p.told)-1]
	}
	if f.Kind != told || code != "" && (f.Err == nil || f.Err.Code != code) {
		t.Errorf("told %q %v, want %q %s", f.Kind, f.Err, told, code)
	}
	if not != "" && slices.Contains(p.calls, not) {
		t.Errorf("%s was called: %v", not, p.calls)
	}
}

// Whichever port fails, the message comes again: nothing is settled that was
// not recorded and told.
func TestHandleWithAFailingPort(t *testing.T) {
	t.Parallel()
	for _, o := range []pipeline.Outcome{pipeline.Allow, pipeline.Hold, pipeline.Deny} {
		whole := decides(o)
		if d := whole.line().Handle(t.Context(), pipeline.Message{Delivery: 1}); d.Settle != pipeline.Done {
			t.Fatalf("%s: %+v", o, d)
		}
		for _, name := range whole.calls {
			if name == "perceive" {
				continue // what cannot be perceived is refused, see below
			}
			p := decides(o)
			p.fail = name
			if d := p.line().Handle(t.Context(), pipeline.Message{Delivery: 1}); d.Settle != pipeline.HandBack || d.After <= 0 {
				t.Errorf("%s: settled %+v although %q failed", o, d, name)
			}
			if i := slices.Index(p.calls, name); name != "record" && i != len(p.calls)-1 {
				t.Errorf("%s: went on after %q failed: %v", o, name, p.calls[i:])
			}
		}
	}
	for _, name := range []string{"bury", "record refused", "publish"} {
		p := decides(pipeline.Allow)
		p.perceive = &pipeline.Error{Code: pipeline.CodeInvalidEvent, Field: "id"}
		p.fail = name
		if d := p.line().Handle(t.Context(), pipeline.Message{Delivery: 1}); d.Settle != pipeline.HandBack {
			t.Errorf("refused as %+v although %q failed", d, name)
		}
	}
}

func TestHandleOrder(t *testing.T) {
	t.Parallel()
	p := decides(pipeline.Allow)
	p.line().Handle(t.Context(), pipeline.Message{Delivery: 1})
	const want = "perceive recall reason record decided record act land record acted record publish"
	if got := strings.Join(p.calls, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDryRun(t *testing.T) {
	t.Parallel()
	for _, o := range []pipeline.Outcome{pipeline.Allow, pipeline.Hold, pipeline.Deny, 9} {
		p := decides(o)
		reason := p.reason
		p.reason = func() (pipeline.Proposal, pipeline.Decision, error) {
			x, d, err := reason()
			x.Action.DryRun = true
			return x, d, err
		}
		d := p.line().Handle(t.Context(), pipeline.Message{Delivery: 1})
		if d.Settle != pipeline.Done {
			t.Errorf("%s: %+v", o, d)
		}
		p.check(t, pipeline.StepPreviewed, pipeline.ToolOutput, "", "act")
		p.check(t, pipeline.StepPreviewed, pipeline.ToolOutput, "", "suspend")
	}
}

// A worker that must stop at once in the middle of an action cuts it off, and
// still tells how it ended.
func TestWhatWasCutOffIsTold(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	p := decides(pipeline.Allow)
	done := p.act
	p.act = func(x pipeline.Proposal) (pipeline.Feedback, error) {
		cancel()
		return done(x)
	}
	if d := p.line().Handle(ctx, pipeline.Message{Delivery: 1}); d.Settle != pipeline.Done {
		t.Errorf("settled as %+v", d)
	}
	if len(p.told) != 1 || p.over != nil {
		t.Errorf("told %v in a context that had ended: %v", p.told, p.over)
	}
}

// granting is a desk that says of everything that a grant covers it.
type granting struct{ *ports }

func (granting) Granted(context.Context, pipeline.Proposal, pipeline.Decision) (bool, error) {
	return true, nil
}

// A grant lets what is held go to the last mile, which decides, and leaves what
// is denied alone.
func TestHandleGranted(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[pipeline.Outcome]string{pipeline.Hold: "act", pipeline.Deny: "record denied"} {
		p := decides(outcome)
		line := p.line()
		line.Desk = granting{p}
		line.Handle(t.Context(), pipeline.Message{})
		if !slices.Contains(p.calls, want) || slices.Contains(p.calls, "suspend") || outcome == pipeline.Deny && slices.Contains(p.calls, "act") {
			t.Errorf("%v: %v", outcome, p.calls)
		}
	}
}
