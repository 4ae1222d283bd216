package tool

import (
	"context"
	"encoding/json"
	"time"

	"passepartout/pipeline"
)

// Builtins are the tools that every worker has. None has an effect: they show
// that the line works, and measure it.
func Builtins(now func() time.Time) []Tool { return []Tool{echo{}, noop{}, clock{now: now}} }

// echo answers with its text.
type echo struct{ inert }

func (echo) Spec() Spec {
	return Spec{
		Name: "echo", Doc: "Answers with the text that it is given.",
		Input: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string","maxLength":65536}},"required":["text"],"additionalProperties":false}`),
	}
}

func (echo) Call(_ context.Context, args json.RawMessage) (Output, error) {
	var in struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return Output{}, err
	}
	content, err := json.Marshal(in.Text)
	return Output{Content: content, Message: "echoed"}, err
}

// noop does nothing.
type noop struct{ inert }

func (noop) Spec() Spec { return Spec{Name: "noop", Doc: "Does nothing and says so."} }

func (noop) Call(context.Context, json.RawMessage) (Output, error) {
	return Output{Message: "nothing done"}, nil
}

// clock tells the worker's time.
type clock struct {
	inert
	now func() time.Time
}

func (clock) Spec() Spec { return Spec{Name: "time", Doc: "Tells the worker's time (RFC 3339, UTC)."} }

func (c clock) Call(context.Context, json.RawMessage) (Output, error) {
	content, err := json.Marshal(c.now().UTC().Format(time.RFC3339))
	return Output{Content: content, Message: "the time"}, err
}

// inert is an Effector that states no effect at all.
type inert struct{}

func (inert) Effects(context.Context, json.RawMessage) ([]pipeline.Effect, bool, error) {
	return nil, true, nil
}
