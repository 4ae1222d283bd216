package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"passepartout/gates/breaker"
	"passepartout/pipeline"
)

type noRecord struct{}

func (noRecord) Record(context.Context, pipeline.Step) error { return nil }

// TestRecorderLogsTheCause is what the hint "the worker's operator can see why"
// promises.
func TestRecorderLogsTheCause(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := recorder{noRecord{}, breaker.New(breaker.Config{}, time.Now), zerolog.New(&out)}
	err := r.Record(t.Context(), pipeline.Step{Kind: pipeline.StepActed, Feedback: &pipeline.Feedback{
		Kind: pipeline.ToolError, Key: "k1", Err: &pipeline.Error{Code: pipeline.CodeUnavailable, Err: errors.New("no more processes")},
	}})
	if err != nil || !strings.Contains(out.String(), "no more processes") || !strings.Contains(out.String(), "k1") {
		t.Errorf("%v, logged %q", err, out.String())
	}
}

// TestWhatNobodyJudgedEndsNoRun has an agent that is refused again and again
// send nonsense in between: the breaker opens all the same.
func TestWhatNobodyJudgedEndsNoRun(t *testing.T) {
	t.Parallel()
	gate := breaker.New(breaker.Config{Refusals: 2}, time.Now)
	r := recorder{noRecord{}, gate, zerolog.Nop()}
	told := func(kind pipeline.StepKind, key string, code pipeline.Code) {
		t.Helper()
		f := pipeline.Feedback{Kind: pipeline.ToolError, Key: key, Err: &pipeline.Error{Code: code}}
		if err := r.Record(t.Context(), pipeline.Step{Kind: kind, Signal: pipeline.Signal{Principal: "a", Session: "s"}, Feedback: &f}); err != nil {
			t.Fatal(err)
		}
	}
	opened := func() bool {
		v, err := gate.Check(t.Context(), pipeline.Proposal{
			Signal: pipeline.Signal{Principal: "a", Session: "s"}, Effects: []pipeline.Effect{{Kind: pipeline.KindWrite, Object: "/x"}},
		})
		return err == nil && v.Outcome == pipeline.Hold
	}
	told(pipeline.StepDenied, "k1", pipeline.CodeBlocked)
	told(pipeline.StepDenied, "k2", pipeline.CodeInvalidRequest)
	told(pipeline.StepDenied, "k3", pipeline.CodeRateLimited)
	if opened() {
		t.Error("one refusal opens it")
	}
	if told(pipeline.StepDenied, "k4", pipeline.CodeBlocked); !opened() {
		t.Error("nonsense in between keeps it closed")
	}
	if told(pipeline.StepActed, "k5", pipeline.CodeNonzeroExit); !opened() {
		t.Error("an action that nobody approved, such as a look, closes it")
	}
	granted := pipeline.Feedback{Kind: pipeline.ToolOutput, Key: "k5a", Approval: &pipeline.Approval{Grant: "g"}}
	err := r.Record(t.Context(), pipeline.Step{Kind: pipeline.StepActed, Signal: pipeline.Signal{Principal: "a", Session: "s"}, Feedback: &granted})
	if err != nil || !opened() {
		t.Errorf("what a grant covers closes it: %v", err)
	}
	approved := pipeline.Feedback{Kind: pipeline.ToolOutput, Key: "k6", Approval: &pipeline.Approval{}}
	step := pipeline.Step{Kind: pipeline.StepActed, Signal: pipeline.Signal{Principal: "a", Session: "s"}, Feedback: &approved}
	if err := r.Record(t.Context(), step); err != nil || opened() {
		t.Errorf("an action that a person approved does not close it: %v", err)
	}
}
