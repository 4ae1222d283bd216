package actuatortest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/pipeline"
)

// soon is how long a hand may take to come back once it was told to stop: a
// stop grace of 5 s and something for a busy machine.
const soon = 20 * time.Second

// Run runs the suite. It calls open once for each part. Parts run at the same
// time, each with a hand of its own, so that a member must not keep state
// outside of it.
func Run(t *testing.T, open func(t *testing.T) Hand) {
	t.Helper()
	parts := []struct {
		name string
		run  func(t *testing.T, h Hand)
	}{
		{"describes itself", describes},
		{"refuses the zero clearance", refusesZero},
		{"states effects for every operation", statesEffects},
		{"refuses unknown operations", refusesUnknown},
		{"refuses bad parameters", refusesBad},
		{"executes what was judged", executesExact},
		{"acts", acts},
		{"honours cancellation", honoursCancel},
		{"honours its deadline", honoursDeadline},
		{"serves many at once", servesMany},
	}
	for _, part := range parts {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			part.run(t, open(t))
		})
	}
}

// describes asks for what operators and requests name a hand by. Names are
// lower-case, because targets are compared so.
func describes(t *testing.T, h Hand) {
	s := h.Actuator.Spec()
	if !pipeline.ValidToken(s.Name) || s.Name != strings.ToLower(s.Name) {
		t.Errorf("name %q is no lower-case token", s.Name)
	}
	if strings.TrimSpace(s.Doc) == "" {
		t.Error("no doc for operators")
	}
	if len(h.Examples) == 0 {
		t.Error("no examples")
	}
}

// refusesZero is the last mile of "nothing without a clearance": only
// pipeline.Clear makes one that is valid, and a hand must ask it
// (Clearance.Proposal).
func refusesZero(t *testing.T, h Hand) {
	sink := &Sink{}
	r, err := h.Actuator.Do(t.Context(), pipeline.Clearance{}, sink)
	if err == nil {
		t.Error("acted on the zero clearance")
	}
	if r.Data != nil || len(sink.Chunks()) > 0 {
		t.Errorf("gave output for the zero clearance: %s", r.Data)
	}
}

// statesEffects holds a hand to saying what it would do, for every operation:
// effects, or that it is inert; what would run, as JSON; a line for people.
// Asked again it says the same, or an approval could not be bound to it by a
// digest.
func statesEffects(t *testing.T, h Hand) {
	i, ok := h.Actuator.(pipeline.Inspector)
	if !ok {
		t.Fatal("states no effects at all")
	}
	for _, e := range h.Examples {
		p, err := Propose(t, h.Actuator, e)
		if err != nil {
			t.Errorf("%s: %v", e.Op, err)
			continue
		}
		n, err := i.Inspect(t.Context(), p)
		if err != nil {
			t.Errorf("%s again: %v", e.Op, err)
			continue
		}
		switch {
		case len(n.Effects) == 0 && !n.Inert:
			t.Errorf("%s: neither an effect nor inert", e.Op)
		case len(n.Effects) > 0 && n.Inert:
			t.Errorf("%s: inert and yet with effects %v", e.Op, n.Effects)
		case h.Silent && !n.Inert:
			t.Errorf("%s: only a hand of inert operations may execute nothing", e.Op)
		case !json.Valid(n.Exact):
			t.Errorf("%s: what would run is no JSON: %q", e.Op, n.Exact)
		case n.Summary == "":
			t.Errorf("%s: nothing for people to read", e.Op)
		}
		again := p
		again.Effects, again.Exact, again.Summary, again.Confinement = n.Effects, n.Exact, n.Summary, n.Confinement
		if p.Digest() != again.Digest() {
			t.Errorf("%s: the same action has two digests", e.Op)
		}
	}
}

// refusesUnknown tries operations that no hand has; some look like those that
// one has.
func refusesUnknown(t *testing.T, h Hand) {
	for _, op := range []string{"", "no-such-operation", "RUN ", "message\x00", strings.Repeat("x", 1000)} {
		_, err := Propose(t, h.Actuator, Example{Op: op, Params: `{}`})
		wantRefusal(t, fmt.Sprintf("operation %.20q", op), err)
	}
}

// refusesBad tries parameters that are no object, that nobody knows, that stand
// twice, and that are nested so deep that a careless reader would run out of
// stack.
func refusesBad(t *testing.T, h Hand) {
	bad := []string{
		`{`, `[]`, `null x`, `"text"`, `{"no_such_parameter_of_anything":1}`, `{"a":1,"a":2}`,
		strings.Repeat(`{"a":`, 10000) + `1` + strings.Repeat(`}`, 10000),
	}
	for _, e := range h.Examples {
		for _, params := range bad {
			_, err := Propose(t, h.Actuator, Example{Op: e.Op, Params: params})
			wantRefusal(t, fmt.Sprintf("%s with %.40q", e.Op, params), err)
		}
	}
}

// wantRefusal expects an error that tells the agent what is wrong, and does not
// blame the worker.
func wantRefusal(t *testing.T, what string, err error) {
	t.Helper()
	told, ok := errors.AsType[*pipeline.Error](err)
	switch {
	case err == nil:
		t.Errorf("%s: accepted", what)
	case !ok:
		t.Errorf("%s: a plain error: %v", what, err)
	case told.Code == "" || told.Code == pipeline.CodeInternal || told.Message == "":
		t.Errorf("%s: tells nothing of use: %v", what, told)
	case len(told.Message)+len(told.Hint)+len(told.Field) > 2000:
		t.Errorf("%s: an error of %d bytes", what, len(told.Message)+len(told.Hint)+len(told.Field))
	}
}

// executesExact swaps the parameters for an example's own after the judging,
// and spoils what was judged: a hand that reads its orders from the parameters
// would act all the same.
func executesExact(t *testing.T, h Hand) {
	if h.Silent {
		return
	}
	for _, e := range h.Examples {
		for _, exact := range []string{"", "{", "null", `{"no_such":1}`} {
			p, err := Propose(t, h.Actuator, e)
			if err != nil {
				t.Fatalf("%s: %v", e.Op, err)
			}
			p.Exact = []byte(exact)
			if _, err := h.Actuator.Do(t.Context(), Clear(t, p), nil); err == nil {
				t.Errorf("%s: acted although what was judged is %q", e.Op, exact)
			}
		}
	}
}

// acts carries out every example: it must go well, give a JSON object and its
// times, and leave no process behind.
func acts(t *testing.T, h Hand) {
	for _, e := range h.Examples {
		r, err := h.Actuator.Do(t.Context(), Must(t, h.Actuator, e), &Sink{})
		if err != nil {
			t.Errorf("%s: %v", e.Op, err)
		}
		var object map[string]any
		if err := json.Unmarshal(r.Data, &object); err != nil {
			t.Errorf("%s: its account is no JSON object: %q", e.Op, r.Data)
		}
		if r.Finished.Before(r.Started) || r.Started.IsZero() {
			t.Errorf("%s: times %v to %v", e.Op, r.Started, r.Finished)
		}
		wantNoChild(t, e)
	}
}

// honoursCancel cancels before an action and, if there is a slow one, in the
// middle. A hand must come back soon, and must not tell what it broke off as a
// success: the record would say that it was done.
func honoursCancel(t *testing.T, h Hand) {
	for _, e := range h.Examples {
		c := Must(t, h.Actuator, e)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		// What a hand does with a context that is over already is its own
		// affair (an inert answer may still be given); coming back is not.
		within(t, e.Op+" with a cancelled context", func() {
			if _, err := h.Actuator.Do(ctx, c, nil); err == nil && !inert(t, h, e) {
				t.Errorf("%s: acted under a cancelled context", e.Op)
			}
		})
		wantNoChild(t, e)
	}
	if h.Slow == nil {
		return
	}
	c := Must(t, h.Actuator, *h.Slow)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	time.AfterFunc(200*time.Millisecond, cancel)
	within(t, "cancelling the slow example", func() {
		if _, err := h.Actuator.Do(ctx, c, &Sink{}); err == nil {
			t.Error("a cancelled action is told as if it had ended by itself")
		}
	})
	wantNoChild(t, *h.Slow)
}

// honoursDeadline lets the time of the slow example run out. Its error says
// that it was the time, which is not the same to an agent as a person's stop.
func honoursDeadline(t *testing.T, h Hand) {
	if h.Slow == nil {
		return
	}
	c := Must(t, h.Actuator, *h.Slow)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	within(t, "the slow example with a deadline", func() {
		r, err := h.Actuator.Do(ctx, c, &Sink{})
		if err == nil {
			t.Error("an action past its deadline is told as if it had ended by itself")
		}
		if told := pipeline.AsError(err); told.Code != pipeline.CodeTimedOut && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("told as %v, result %+v", told, r)
		}
	})
	wantNoChild(t, *h.Slow)
}

// servesMany carries out all examples several times at once: a worker has one
// hand of each kind for all agents. Run with -race it finds what is shared.
func servesMany(t *testing.T, h Hand) {
	var wg sync.WaitGroup
	for _, e := range h.Examples {
		c := Must(t, h.Actuator, e)
		for range 4 {
			wg.Go(func() {
				if _, err := h.Actuator.Do(t.Context(), c, &Sink{}); err != nil {
					t.Errorf("%s among others: %v", e.Op, err)
				}
			})
		}
	}
	wg.Wait()
}

// inert reports whether an example does nothing that could be judged.
func inert(t *testing.T, h Hand, e Example) bool {
	t.Helper()
	p, err := Propose(t, h.Actuator, e)
	return err == nil && len(p.Effects) == 0
}

// within fails if f has not come back soon. Whatever f waits for then is left
// alone, as a goroutine cannot be ended from outside.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	late := time.NewTimer(soon)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
		t.Fatalf("%s: did not come back within %v", what, soon)
	}
}
