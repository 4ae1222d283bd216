// Package request holds the built-in skill that proposes exactly what an agent
// asks for in a request event: target, operation, parameters, intent. It adds
// nothing and believes nothing; what the request would do is stated by the
// actuator and judged by the gates.
package request

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// Timeouts that a request may ask for, in seconds.
const (
	MinTimeout = 1
	MaxTimeout = 3600
)

// Skill proposes what a request asks for.
type Skill struct{ eventType string }

var _ pipeline.Skill = (*Skill)(nil)

// New makes the skill for requests of one event type.
func New(eventType string) *Skill { return &Skill{eventType: eventType} }

// Spec implements pipeline.Skill. Nothing may come before an explicit request.
func (s *Skill) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "request", Doc: "proposes exactly what an agent asks for", Priority: 1000}
}

// Match implements pipeline.Skill: only an agent asks, and only by a request.
func (s *Skill) Match(sig pipeline.Signal) bool {
	return sig.Role == pipeline.RoleAgent && sig.Type == s.eventType
}

// Propose implements pipeline.Skill. Its errors name the field of the data
// that is missing, unknown or of the wrong kind.
func (s *Skill) Propose(_ context.Context, sig pipeline.Signal) (pipeline.Action, error) {
	r, err := strictjson.DecodeRequest(sig.Data)
	if err != nil {
		return pipeline.Action{}, err
	}
	timeout, err := timeoutOf(r.Params)
	if err != nil {
		return pipeline.Action{}, err
	}
	return pipeline.Action{
		Target: r.Target, Op: r.Op, Params: r.Params, Intent: r.Intent,
		Timeout: timeout, Idempotent: r.Idempotent, DryRun: r.DryRun,
	}, nil
}

// timeoutOf reads the one parameter that concerns every actuator, because the
// line sets the deadline: params.timeout, in seconds. Absent means the default.
func timeoutOf(params json.RawMessage) (time.Duration, error) {
	var p struct {
		Timeout json.RawMessage `json:"timeout"`
	}
	if len(params) == 0 || json.Unmarshal(params, &p) != nil || len(p.Timeout) == 0 || string(p.Timeout) == "null" {
		return 0, nil
	}
	var seconds float64
	if err := json.Unmarshal(p.Timeout, &seconds); err != nil {
		return 0, wrongTimeout("is not a number of seconds")
	}
	if math.IsNaN(seconds) || seconds < MinTimeout || seconds > MaxTimeout {
		return 0, wrongTimeout(fmt.Sprintf("is not between %d and %d seconds", MinTimeout, MaxTimeout))
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

func wrongTimeout(what string) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeInvalidRequest, Field: "data.params.timeout", Message: "the timeout " + what,
		Hint: "leave it out for the default of 30 seconds",
	}
}
