package act_test

import (
	"errors"
	"sync"
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/act/acttest"
)

// Done, but the journal cannot be told: nothing is published until it can,
// and nothing is done again.
func TestClosingFailsThenRecovers(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string][]acttest.Fault{
		"lost once":        {acttest.Lost},
		"lost three times": {acttest.Lost, acttest.Lost, acttest.Lost},
		"answer lost":      {acttest.Deaf},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open()
			p := proposal("1")
			h.store.Faults = once("close", faults...)
			s := h.stage("w")
			if f, err := s.Act(t.Context(), p); err == nil {
				t.Fatalf("told %+v", f)
			}
			var f pipeline.Feedback
			var err error
			for range 6 {
				if f, err = s.Recall(t.Context(), p.Signal); err == nil {
					break
				}
				if errors.Is(err, pipeline.ErrNotFound) {
					t.Fatal("forgotten")
				}
			}
			if err != nil || f.Kind != pipeline.ToolOutput {
				t.Fatalf("got %+v, %v", f, err)
			}
			if stored := h.store.Closed(p.ID); stored == nil || stored.Kind != pipeline.ToolOutput {
				t.Errorf("stored %+v", stored)
			}
			h.wantDid(t, 1)
		})
	}
}

// Another worker took this one for dead and ended its request as unknown: that
// has been told, so it stands.
func TestTakenOverMeanwhile(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	began, finish := h.blocked()
	s := h.stage("slow")
	var wg sync.WaitGroup
	wg.Go(func() {
		if f, err := s.Act(t.Context(), p); !errors.Is(err, pipeline.ErrConflict) {
			t.Errorf("told %+v, %v", f, err)
		}
	})
	<-began
	h.store.Kill("slow")
	if f, err := h.stage("w").Recall(t.Context(), p.Signal); err != nil || f.Err.Code != pipeline.CodeOutcomeUnknown {
		t.Fatalf("got %+v, %v", f, err)
	}
	finish()
	wg.Wait()
	f, err := s.Recall(t.Context(), p.Signal)
	if err != nil || f.Err == nil || f.Err.Code != pipeline.CodeOutcomeUnknown {
		t.Errorf("the former holder recalls %+v, %v", f, err)
	}
}

// Nobody knows whether the claim arrived; that nothing was done is known here.
func TestAClaimWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]acttest.Fault{"lost": acttest.Lost, "answer lost": acttest.Deaf} {
		h := open()
		p := proposal("1")
		h.store.Faults = once("claim", fault)
		s := h.stage("w")
		if f, err := s.Act(t.Context(), p); err == nil {
			t.Fatalf("%s: told %+v", name, f)
		}
		h.wantDid(t, 0)
		if _, err := s.Recall(t.Context(), p.Signal); !errors.Is(err, pipeline.ErrNotFound) {
			t.Errorf("%s: recall: %v", name, err)
		}
		if f := acted(t, s, p); f.Kind != pipeline.ToolOutput || f.Replayed {
			t.Errorf("%s: told %+v", name, f)
		}
		h.wantDid(t, 1)
		if f := acted(t, s, p); !f.Replayed {
			t.Errorf("%s: told again as %+v", name, f)
		}
		h.wantDid(t, 1)
	}
}

// Only the worker that knows that nothing was done may begin again.
func TestAClaimWithoutAnAnswerSeenByOthers(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	h.store.Faults = once("claim", acttest.Deaf)
	if _, err := h.stage("w").Act(t.Context(), p); err == nil {
		t.Fatal("told")
	}
	other := h.stage("w2")
	if _, err := other.Recall(t.Context(), p.Signal); !errors.Is(err, pipeline.ErrBusy) {
		t.Errorf("while it lives: %v", err)
	}
	h.store.Kill("w")
	if f, err := other.Recall(t.Context(), p.Signal); err != nil || f.Err.Code != pipeline.CodeOutcomeUnknown {
		t.Errorf("after it died: %+v, %v", f, err)
	}
	h.wantDid(t, 0)
}

func TestAJournalThatCannotBeReached(t *testing.T) {
	t.Parallel()
	h := open()
	h.store.Faults = func(string) acttest.Fault { return acttest.Lost }
	s := h.stage("w")
	p := proposal("1")
	if _, err := s.Recall(t.Context(), p.Signal); !errors.Is(err, acttest.ErrDown) || errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("recall: %v", err)
	}
	if _, err := s.Act(t.Context(), p); !errors.Is(err, acttest.ErrDown) {
		t.Errorf("act: %v", err)
	}
	if _, err := s.Settle(t.Context(), pipeline.Tell(p.Signal, pipeline.Rejected, noon)); !errors.Is(err, acttest.ErrDown) {
		t.Errorf("settle: %v", err)
	}
	h.wantDid(t, 0)
}
