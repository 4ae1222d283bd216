package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"passepartout/pipeline"
	"passepartout/pipeline/act"
)

func TestDispatch(t *testing.T) {
	t.Parallel()
	typed := &pipeline.Error{Code: pipeline.CodeTimedOut, Message: "killed after 1s"}
	ran := pipeline.Result{Started: noon, Finished: noon, ExitCode: 124, Data: json.RawMessage(`{"exit_code":124}`)}
	tests := []struct {
		name    string
		do      func(ctx context.Context, c pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error)
		kind    pipeline.FeedbackKind
		code    pipeline.Code
		retry   bool
		result  bool
		message string
	}{
		{name: "exit code 124 of the command itself is a result", do: returns(ran, nil), kind: pipeline.ToolOutput, result: true},
		{name: "a typed error with what was done", do: returns(ran, typed), kind: pipeline.ToolError, code: pipeline.CodeTimedOut, result: true},
		{name: "a typed error with nothing done", do: returns(pipeline.Result{}, typed), kind: pipeline.ToolError, code: pipeline.CodeTimedOut},
		{name: "any error", do: returns(pipeline.Result{}, errors.New("inside")), kind: pipeline.ToolError, code: pipeline.CodeInternal},
		{name: "a deadline", do: returns(pipeline.Result{}, context.DeadlineExceeded), kind: pipeline.ToolError, code: pipeline.CodeTimedOut, message: "1s"},
		{name: "a panic", do: func(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) { panic("inside") }, kind: pipeline.ToolError, code: pipeline.CodeInternal, message: "not known"},
		{name: "an account that is no JSON", do: returns(pipeline.Result{Started: noon, ExitCode: 2, Data: json.RawMessage("{")}, nil), kind: pipeline.ToolError, code: pipeline.CodeInternal, result: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := open()
			h.hand.do = tt.do
			p := proposal("1")
			f := acted(t, h.stage("w"), p)
			if f.Kind != tt.kind || (f.Result != nil) != tt.result {
				t.Fatalf("got %+v", f)
			}
			if tt.code != "" {
				if f.Err == nil || f.Err.Code != tt.code || f.Err.Retryable != tt.retry || strings.Contains(f.Err.Message, "inside") || !strings.Contains(f.Err.Message, tt.message) {
					t.Fatalf("error %+v", f.Err)
				}
			}
			h.wantDid(t, 1)
			if again := acted(t, h.stage("w2"), p); again.Kind != f.Kind || !again.Replayed {
				t.Errorf("told again as %+v", again)
			}
			h.wantDid(t, 1)
		})
	}
}

// Defect 7 of the program that this one descends from: exit code 124 was read
// as a timeout, though a command may exit so by itself.
func TestDefect7Exit124IsNoTimeout(t *testing.T) {
	t.Parallel()
	h := open()
	h.hand.do = returns(pipeline.Result{Started: noon, ExitCode: 124, Data: json.RawMessage(`{"exit_code":124}`)}, nil)
	f := acted(t, h.stage("w"), proposal("1"))
	if f.Kind != pipeline.ToolOutput || f.Err != nil || f.Result.TimedOut || f.Result.ExitCode != 124 {
		t.Errorf("got %+v", f)
	}
}

func returns(r pipeline.Result, err error) func(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) {
	return func(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) { return r, err }
}

func TestUnknownTarget(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	p.Action.Target = "mail"
	f := acted(t, h.stage("w"), p)
	if f.Kind != pipeline.ToolError || f.Err.Code != pipeline.CodeUnknownTarget {
		t.Errorf("got %+v", f)
	}
	h.wantDid(t, 0)
}

func TestSilentActuators(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	p.Action.Target = "tui"
	if f := acted(t, h.stage("w"), p); !f.Silent || f.Kind != pipeline.ToolOutput {
		t.Errorf("a success is told: %+v", f)
	}
	h.hand.do = returns(pipeline.Result{}, errors.New("x"))
	q := proposal("2")
	q.Action.Target = "tui"
	if f := acted(t, h.stage("w"), q); f.Silent || f.Kind != pipeline.ToolError {
		t.Errorf("a failure is not told: %+v", f)
	}
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	const backstop = 30 * time.Second
	for _, tt := range []struct {
		name  string
		asked time.Duration
		most  time.Duration
	}{
		{"the default", 0, time.Second + backstop},
		{"as asked", 10 * time.Second, 10*time.Second + backstop},
		{"no more than the most", 24 * time.Hour, time.Minute + backstop},
		{"below zero is the default", -time.Hour, time.Second + backstop},
	} {
		h := open()
		var left time.Duration
		h.hand.do = func(ctx context.Context, _ pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
			deadline, ok := ctx.Deadline()
			if !ok {
				t.Errorf("%s: no deadline", tt.name)
			}
			left = time.Until(deadline)
			return pipeline.Result{}, nil
		}
		p := proposal("1")
		p.Action.Timeout = tt.asked
		acted(t, h.stage("w"), p)
		if left > tt.most || left < tt.most-5*time.Second {
			t.Errorf("%s: %s left, want about %s", tt.name, left, tt.most)
		}
	}
}

// A worker that is stopped while it acts still writes down what it knows.
func TestStoppedInTheMiddle(t *testing.T) {
	t.Parallel()
	h := open()
	ctx, stop := context.WithCancel(t.Context())
	h.hand.do = func(ctx context.Context, _ pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
		stop()
		<-ctx.Done()
		return pipeline.Result{}, ctx.Err()
	}
	p := proposal("1")
	f, err := h.stage("w").Act(ctx, p)
	if err != nil || f.Err == nil || f.Err.Code != pipeline.CodeOutcomeUnknown || f.Err.Retryable {
		t.Fatalf("got %+v, %v", f.Err, err)
	}
	if h.store.Closed(p.ID) == nil {
		t.Error("nothing was stored")
	}
}

func TestAStoppedWorkerBeginsNothing(t *testing.T) {
	t.Parallel()
	h := open()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if f, err := h.stage("w").Act(ctx, proposal("1")); err == nil {
		t.Fatalf("got %+v", f)
	}
	h.wantDid(t, 0)
}

type chunks []pipeline.Chunk

func (c *chunks) Write(one pipeline.Chunk) { *c = append(*c, one) }

func TestLiveOutputGoesToTheActionsSink(t *testing.T) {
	t.Parallel()
	h := open()
	var got chunks
	var asked string
	h.cfg.Sink = func(p pipeline.Proposal) pipeline.Sink {
		asked = p.ID
		return &got
	}
	h.hand.do = func(_ context.Context, _ pipeline.Clearance, sink pipeline.Sink) (pipeline.Result, error) {
		sink.Write(pipeline.Chunk{Stream: "stdout", Seq: 0})
		return pipeline.Result{}, nil
	}
	p := proposal("1")
	acted(t, h.stage("w"), p)
	if len(got) != 1 || asked != p.ID {
		t.Errorf("%d chunks for %s", len(got), asked)
	}
}

func BenchmarkAct(b *testing.B) {
	h := open()
	cfg := h.cfg
	cfg.Worker, cfg.Journal = "w", noJournal{}
	s := act.New(cfg)
	p := proposal("1")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Act(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
}

// noJournal remembers nothing: only the stage itself is measured.
type noJournal struct{}

func (noJournal) Look(context.Context, string) (pipeline.Claim, error) {
	return pipeline.Claim{}, pipeline.ErrNotFound
}
func (noJournal) Claim(context.Context, pipeline.Claim) error            { return nil }
func (noJournal) Close(context.Context, string, pipeline.Feedback) error { return nil }
