package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/act"
	"passepartout/pipeline/act/acttest"
)

// once makes a fault of the next calls of one kind.
func once(op string, faults ...acttest.Fault) func(string) acttest.Fault {
	return func(got string) acttest.Fault {
		if got != op || len(faults) == 0 {
			return acttest.None
		}
		f := faults[0]
		faults = faults[1:]
		return f
	}
}

func TestRecallOfNothing(t *testing.T) {
	t.Parallel()
	if _, err := open().stage("w").Recall(t.Context(), proposal("1").Signal); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestAClosedRequestIsReplayed(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	first := acted(t, h.stage("w1"), p)
	for _, worker := range []string{"w1", "w2"} {
		s := h.stage(worker)
		f, err := s.Recall(t.Context(), p.Signal)
		if err != nil || f.Kind != first.Kind || !f.Replayed || string(f.Result.Data) != string(first.Result.Data) {
			t.Errorf("%s recalls %+v, %v", worker, f, err)
		}
		if f := acted(t, s, p); !f.Replayed {
			t.Errorf("%s acts: %+v", worker, f)
		}
	}
	h.wantDid(t, 1)
}

// Two agents may choose the same id; both act.
func TestTheSameIDFromTwoAgents(t *testing.T) {
	t.Parallel()
	h := open()
	s := h.stage("w")
	p, q := proposal("1"), proposal("1")
	q.Signal.Principal = "other"
	q.ID = q.Signal.Key()
	acted(t, s, p)
	if f := acted(t, s, q); f.Replayed || f.To != "other" {
		t.Errorf("got %+v", f)
	}
	h.wantDid(t, 2)
}

// The same id, but another request: neither acted on nor told the other's outcome.
func TestAReusedID(t *testing.T) {
	t.Parallel()
	other := proposal("1")
	other.Signal.Data = json.RawMessage(`{"n":2}`)
	reused := func(t *testing.T, err error) {
		t.Helper()
		var e *pipeline.Error
		if !errors.As(err, &e) || e.Code != pipeline.CodeInvalidRequest || e.Field != "id" {
			t.Errorf("got %v", err)
		}
	}
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		h := open()
		s := h.stage("w")
		acted(t, s, proposal("1"))
		_, err := s.Recall(t.Context(), other.Signal)
		reused(t, err)
		_, err = s.Act(t.Context(), other)
		reused(t, err)
		h.wantDid(t, 1)
	})
	t.Run("left behind", func(t *testing.T) {
		t.Parallel()
		h := open()
		h.abandonedBy("dead", proposal("1"))
		_, err := h.stage("w").Recall(t.Context(), other.Signal)
		reused(t, err)
		if h.store.Closed(proposal("1").ID) != nil {
			t.Error("a foreign request closed the claim")
		}
	})
	t.Run("not stored yet", func(t *testing.T) {
		t.Parallel()
		h := open()
		h.store.Faults = once("close", acttest.Lost)
		s := h.stage("w")
		if _, err := s.Act(t.Context(), proposal("1")); err == nil {
			t.Fatal("told before it was stored")
		}
		_, err := s.Recall(t.Context(), other.Signal)
		reused(t, err)
	})
}

// A parked request comes back from a store with its blanks gone; it is the same.
func TestAParkedRequestIsTheSameRequest(t *testing.T) {
	t.Parallel()
	h := open()
	s := h.stage("w")
	p := proposal("1")
	body, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var parked pipeline.Proposal
	if err := json.Unmarshal(body, &parked); err != nil {
		t.Fatal(err)
	}
	if string(parked.Signal.Data) == string(p.Signal.Data) {
		t.Fatal("the store changed nothing: the test proves nothing")
	}
	acted(t, s, parked)
	if f, err := s.Recall(t.Context(), p.Signal); err != nil || f.Kind != pipeline.ToolOutput {
		t.Errorf("recalls %+v, %v", f, err)
	}
}

// abandonedBy leaves the claim of a worker that died while it acted.
func (h *house) abandonedBy(worker string, p pipeline.Proposal) {
	began, die := make(chan struct{}), make(chan struct{})
	cfg := h.cfg
	cfg.Worker, cfg.Journal = worker, h.store.For(worker)
	cfg.Directory = only{&hand{name: "shell", do: func(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) {
		close(began)
		<-die
		return pipeline.Result{}, nil
	}}}
	var gone sync.WaitGroup
	gone.Go(func() { _, _ = act.New(cfg).Act(context.Background(), p) })
	<-began
	h.store.Kill(worker)
	faults := h.store.Faults
	h.store.Faults = func(string) acttest.Fault { return acttest.Lost } // nothing of it arrives any more
	close(die)
	gone.Wait()
	h.store.Faults = faults
}

type only struct{ a pipeline.Actuator }

func (o only) Find(string) (pipeline.Actuator, bool) { return o.a, true }

func TestAnAbandonedRequestEndsAsUnknownExactlyOnce(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	h.abandonedBy("dead", p)
	f, err := h.stage("w").Recall(t.Context(), p.Signal)
	if err != nil || f.Kind != pipeline.ToolError || f.Err.Code != pipeline.CodeOutcomeUnknown || f.Replayed || f.Err.Retryable {
		t.Fatalf("got %+v, %v", f, err)
	}
	if f.To != "agent" || f.Session != "s" || f.Key != p.ID || f.Target != "shell" || f.Op != "run" || f.Depth != 3 {
		t.Errorf("addressed %+v", f)
	}
	again, err := h.stage("w2").Recall(t.Context(), p.Signal)
	if err != nil || again.Err.Code != pipeline.CodeOutcomeUnknown || !again.Replayed || !again.At.Equal(f.At) {
		t.Errorf("told again as %+v, %v", again, err)
	}
	if f := acted(t, h.stage("w3"), p); f.Err.Code != pipeline.CodeOutcomeUnknown {
		t.Errorf("acts: %+v", f)
	}
	h.wantDid(t, 0)
}

func TestManyWorkersFindOneAbandonedRequest(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	h.abandonedBy("dead", p)
	var wg sync.WaitGroup
	first := make(chan pipeline.Feedback, 16)
	for i := range 16 {
		s := h.stage(string(rune('a' + i)))
		wg.Go(func() {
			f, err := s.Recall(t.Context(), p.Signal)
			if err != nil && !errors.Is(err, pipeline.ErrBusy) {
				t.Errorf("recall: %v", err)
			}
			if err == nil && !f.Replayed {
				first <- f
			}
		})
	}
	wg.Wait()
	if n := len(first); n != 1 {
		t.Errorf("%d workers ended it", n)
	}
}

func TestAnAbandonedIdempotentRequestIsDoneAgain(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	p.Action.Idempotent = true
	h.abandonedBy("dead", p)
	s := h.stage("w")
	if _, err := s.Recall(t.Context(), p.Signal); !errors.Is(err, pipeline.ErrNotFound) {
		t.Fatalf("got %v", err)
	}
	if f := acted(t, s, p); f.Kind != pipeline.ToolOutput || f.Replayed {
		t.Errorf("got %+v", f)
	}
	h.wantDid(t, 1)
	if f := acted(t, h.stage("w2"), p); !f.Replayed {
		t.Errorf("got %+v", f)
	}
	h.wantDid(t, 1)
}

// A claim that was made for something that may not be done twice stays so.
func TestIdempotentAfterwardsIsTooLate(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	h.abandonedBy("dead", p)
	p.Action.Idempotent = true
	if f := acted(t, h.stage("w"), p); f.Err == nil || f.Err.Code != pipeline.CodeOutcomeUnknown {
		t.Errorf("got %+v", f)
	}
	h.wantDid(t, 0)
}

// blocked acts until it is let go.
func (h *house) blocked() (began <-chan struct{}, finish func()) {
	in, out := make(chan struct{}), make(chan struct{})
	h.hand.do = func(context.Context, pipeline.Clearance, pipeline.Sink) (pipeline.Result, error) {
		close(in)
		<-out
		return pipeline.Result{Started: noon}, nil
	}
	return in, func() { close(out) }
}

func TestARunningRequestIsBusy(t *testing.T) {
	t.Parallel()
	h := open()
	p := proposal("1")
	began, finish := h.blocked()
	s := h.stage("w")
	var wg sync.WaitGroup
	wg.Go(func() { acted(t, s, p) })
	<-began
	for name, other := range map[string]*act.Stage{"here": s, "elsewhere": h.stage("w2")} {
		if _, err := other.Recall(t.Context(), p.Signal); !errors.Is(err, pipeline.ErrBusy) {
			t.Errorf("%s: recall: %v", name, err)
		}
		if _, err := other.Act(t.Context(), p); !errors.Is(err, pipeline.ErrBusy) {
			t.Errorf("%s: act: %v", name, err)
		}
		if _, err := other.Settle(t.Context(), pipeline.Tell(p.Signal, pipeline.Rejected, noon)); !errors.Is(err, pipeline.ErrBusy) {
			t.Errorf("%s: settle: %v", name, err)
		}
	}
	finish()
	wg.Wait()
	h.wantDid(t, 1)
}

// The same request from many sides at once acts once, and nobody is told that
// its outcome is unknown.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	for range 50 {
		h := open()
		p := proposal("1")
		stages := []*act.Stage{h.stage("w1"), h.stage("w2")}
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				f, err := stages[i%2].Recall(t.Context(), p.Signal)
				if errors.Is(err, pipeline.ErrNotFound) {
					f, err = stages[i%2].Act(t.Context(), p)
				}
				if err != nil && !errors.Is(err, pipeline.ErrBusy) || err == nil && f.Kind != pipeline.ToolOutput {
					t.Errorf("got %+v, %v", f, err)
				}
			})
		}
		wg.Wait()
		h.wantDid(t, 1)
	}
}
