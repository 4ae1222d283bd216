package pipeline_test

import (
	"strconv"
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/perceive"
)

// The defects of the program that this one descends from, as far as they were
// in the line itself. The others are tests of the hands.

func ask(rt failer, role pipeline.Role, id string) *pipeline.Message {
	return message(rt, string(role)+".agent", pipeline.Signal{
		ID: id, Source: "/app", Type: "request", Session: "s", Data: []byte(`{"op":"run"}`),
	})
}

var everybody = []pipeline.Role{pipeline.RoleAgent, pipeline.RoleSensor, pipeline.RoleWorker}

// Defect 1: the end of the act gate marked every signal as acted, also one that
// waited for a person.
func TestDefect1SuspendedStaysSuspended(t *testing.T) {
	t.Parallel()
	for _, role := range everybody {
		w := newWorld(t)
		w.rules = pipeline.Hold
		m := ask(t, role, "1")
		for range 3 {
			if d := w.deliver(m); d.Settle != pipeline.Done {
				t.Fatalf("%s: %+v", role, d)
			}
		}
		if len(w.plans) != 1 || len(w.acted) != 0 || w.journal.Len() != 0 {
			t.Errorf("%s: %d plans, acted %v, %d claims", role, len(w.plans), w.acted, w.journal.Len())
		}
		for key, told := range w.told {
			for _, f := range told {
				if f.Kind != pipeline.Suspended {
					t.Errorf("%s: %s was told %s", role, key, f.Kind)
				}
			}
		}
		for _, step := range w.steps {
			if step == pipeline.StepActed || step == pipeline.StepReplayed {
				t.Errorf("%s: recorded as %s", role, step)
			}
		}
	}
}

// Defect 2: for requests the raw signal was dispatched, even when the last
// mile had just blocked its action.
func TestDefect2NothingIsDispatchedAfterALastMileBlock(t *testing.T) {
	t.Parallel()
	for _, role := range everybody {
		w := newWorld(t)
		w.next = []pipeline.Outcome{pipeline.Allow, pipeline.Deny}
		if d := w.deliver(ask(t, role, "1")); d.Settle != pipeline.Done {
			t.Fatalf("%s: %+v", role, d)
		}
		if len(w.acted) != 0 || w.journal.Len() != 0 {
			t.Errorf("%s: acted %v, %d claims", role, w.acted, w.journal.Len())
		}
		if last := w.steps[len(w.steps)-1]; last != pipeline.StepDenied {
			t.Errorf("%s: recorded as %s", role, last)
		}
		for _, told := range w.told {
			if f := told[len(told)-1]; f.Kind != pipeline.ToolError || f.Err.Code != pipeline.CodeBlocked {
				t.Errorf("%s: told %+v", role, f)
			}
		}
	}
}

// Defect 3: "approval required" at the last mile counted as verified; the
// action was dispatched and no person was asked.
func TestDefect3ALastMileHoldMakesAFlightPlan(t *testing.T) {
	t.Parallel()
	for _, role := range everybody {
		w := newWorld(t)
		w.next = []pipeline.Outcome{pipeline.Allow, pipeline.Hold}
		m := ask(t, role, "1")
		if d := w.deliver(m); d.Settle != pipeline.Done {
			t.Fatalf("%s: %+v", role, d)
		}
		if len(w.plans) != 1 || len(w.acted) != 0 || w.journal.Len() != 0 {
			t.Fatalf("%s: %d plans, acted %v, %d claims", role, len(w.plans), w.acted, w.journal.Len())
		}
		var key string
		for k := range w.plans {
			key = k
		}
		yes := message(t, "approver.ann", pipeline.Signal{ID: "a1", Source: "/desk", Type: "answer", Data: []byte(`{"plan":"` + key + `","approve":true}`)})
		for range 2 { // the second is a redelivery
			if d := w.deliver(yes); d.Settle != pipeline.Done {
				t.Fatalf("%s: %+v", role, d)
			}
		}
		if w.acted[key] != 1 {
			t.Errorf("%s: acted %d times after the approval", role, w.acted[key])
		}
	}
}

// Defect 5: depth was counted, and nothing ended a loop.
func TestDefect5ALoopEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	most := perceive.DefaultLimits().MaxDepth
	depth := 0
	for turn := range most + 10 {
		s := pipeline.Signal{
			ID: strconv.Itoa(turn), Source: "/app", Type: "request", Session: "s", Depth: depth, Data: []byte(`{"op":"run"}`),
		}
		if d := w.deliver(message(t, "agent.agent", s)); d.Settle == pipeline.Terminate {
			if turn != most+1 {
				t.Errorf("ended after %d turns", turn)
			}
			return
		}
		s.Principal, s.Role = "agent", pipeline.RoleAgent
		told := w.told[s.Key()]
		if got := told[0].Depth; got != depth+1 {
			t.Fatalf("feedback on depth %d has depth %d", depth, got)
		}
		depth = told[0].Depth
	}
	t.Fatal("the loop goes on")
}
