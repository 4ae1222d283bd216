package actuators_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// declaring is a hand with one operation.
type declaring struct{}

func (declaring) Spec() pipeline.Spec { return pipeline.Spec{Name: "talk", Doc: "Talks."} }

func (declaring) Do(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) {
	return pipeline.Result{}, actuators.Refused()
}

func (declaring) Schema(op string) (json.RawMessage, []string) {
	return actuators.MessageSchema(op, "message")
}

// silent declares nothing.
type silent struct{ pipeline.Actuator }

func (silent) Spec() pipeline.Spec { return pipeline.Spec{Name: "silent", Doc: "Says nothing."} }

func TestTheRegistryTellsOfOperations(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return time.Unix(0, 0) }
	// The decorators keep the ability.
	r, err := actuators.New(actuators.Guard(declaring{}, actuators.Usual(), now), actuators.Guard(silent{declaring{}}, actuators.Usual(), now))
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := r.Schema("TALK", "message"); !json.Valid(text) {
		t.Errorf("schema of message: %q", text)
	}
	if text, ops := r.Schema("talk", "shout"); text != nil || !slices.Equal(ops, []string{"message"}) {
		t.Errorf("an operation that is none: %q, %q", text, ops)
	}
	for _, target := range []string{"silent", "nobody", "", "ſilent"} {
		if text, ops := r.Schema(target, "message"); text != nil || ops != nil {
			t.Errorf("%q declares %q, %q", target, text, ops)
		}
	}
}
