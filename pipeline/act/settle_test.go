package act_test

import (
	"errors"
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/act/acttest"
)

// What a person refused is not acted on later, whatever the rules say then.
func TestSettledRequestsNeverAct(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	no := pipeline.Tell(p.Signal, pipeline.Rejected, noon)
	s := h.stage("w")
	if f, err := s.Settle(t.Context(), no); err != nil || f.Kind != pipeline.Rejected || f.Replayed {
		t.Fatalf("got %+v, %v", f, err)
	}
	for range 2 {
		if f, err := s.Settle(t.Context(), no); err != nil || f.Kind != pipeline.Rejected || !f.Replayed {
			t.Errorf("settled again: %+v, %v", f, err)
		}
		if f := acted(t, h.stage("w2"), p); f.Kind != pipeline.Rejected {
			t.Errorf("acts: %+v", f)
		}
		if f, err := s.Recall(t.Context(), p.Signal); err != nil || f.Kind != pipeline.Rejected || !f.Replayed {
			t.Errorf("recalls %+v, %v", f, err)
		}
	}
	h.wantDid(t, 0)
}

func TestSettlingWhatWasActedOn(t *testing.T) {
	t.Parallel()
	p := proposal("1")
	no := pipeline.Tell(p.Signal, pipeline.Rejected, noon)
	h := open()
	acted(t, h.stage("w"), p)
	if f, err := h.stage("w2").Settle(t.Context(), no); err != nil || f.Kind != pipeline.ToolOutput || !f.Replayed {
		t.Errorf("done: %+v, %v", f, err)
	}
	h = open()
	h.abandonedBy("dead", p)
	if f, err := h.stage("w").Settle(t.Context(), no); err != nil || f.Err == nil || f.Err.Code != pipeline.CodeOutcomeUnknown || f.To != "agent" {
		t.Errorf("left behind: %+v, %v", f, err)
	}
}

func TestSettlingWhileTheJournalFails(t *testing.T) {
	t.Parallel()
	for _, op := range []string{"claim", "close"} {
		for _, fault := range []acttest.Fault{acttest.Lost, acttest.Deaf} {
			h := open()
			p := proposal("1")
			no := pipeline.Tell(p.Signal, pipeline.Rejected, noon)
			h.store.Faults = once(op, fault)
			s := h.stage("w")
			if f, err := s.Settle(t.Context(), no); err == nil {
				t.Fatalf("%s: told %+v", op, f)
			}
			if op == "claim" && fault == acttest.Deaf {
				if _, err := h.stage("w2").Recall(t.Context(), p.Signal); !errors.Is(err, pipeline.ErrBusy) {
					t.Errorf("half settled: %v", err)
				}
			}
			var f pipeline.Feedback
			var err error
			for range 3 {
				if f, err = s.Settle(t.Context(), no); err == nil {
					break
				}
			}
			if err != nil || f.Kind != pipeline.Rejected {
				t.Errorf("%s %d: %+v, %v", op, fault, f, err)
			}
			if f := acted(t, h.stage("w3"), p); f.Kind != pipeline.Rejected {
				t.Errorf("%s: acts: %+v", op, f)
			}
			h.wantDid(t, 0)
		}
	}
}
