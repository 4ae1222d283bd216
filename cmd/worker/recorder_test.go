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
