package actuatortest_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/actuators/actuatortest"
	"passepartout/pipeline"
)

// hand is a good hand, whose one operation waits for as many milliseconds as
// it is told; each flaw breaks one of its duties.
type hand struct {
	flaw  string
	calls int
}

type order struct {
	Op string `json:"op"`
	MS int    `json:"ms"`
}

func (h *hand) Spec() pipeline.Spec {
	if h.flaw == "no doc" {
		return pipeline.Spec{Name: "wait"}
	}
	return pipeline.Spec{Name: "wait", Doc: "Waits."}
}

func read(raw []byte, o *order) *pipeline.Error {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	bad := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "params", Message: "params: unusable"}
	if err := d.Decode(o); err != nil || d.More() || strings.Count(string(raw), `"ms"`) > 1 || strings.HasPrefix(string(raw), "null") {
		return bad
	}
	return nil
}

func (h *hand) Inspect(_ context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	if p.Action.Op != "wait" && h.flaw != "any operation" {
		return pipeline.Inspection{}, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "op", Message: "no such operation"}
	}
	var o order
	if err := read(p.Action.Params, &o); err != nil && h.flaw != "any parameters" {
		if h.flaw == "plain errors" {
			return pipeline.Inspection{}, errors.New("bad")
		}
		return pipeline.Inspection{}, err
	}
	o.Op = "wait"
	exact, _ := json.Marshal(o)
	n := pipeline.Inspection{Exact: exact, Summary: "wait", Effects: []pipeline.Effect{{Kind: pipeline.KindRun, Object: "clock"}}}
	switch h.flaw {
	case "no effects":
		n.Effects = nil
	case "another digest each time":
		h.calls++
		n.Effects[0].Object = strings.Repeat("x", h.calls)
	}
	return n, nil
}

func (h *hand) Do(ctx context.Context, c pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
	p, ok := c.Proposal()
	if !ok && h.flaw != "takes the zero clearance" {
		return pipeline.Result{}, errors.New("not cleared")
	}
	raw := p.Exact
	if h.flaw == "reads the parameters" {
		raw = p.Action.Params
	}
	var o order
	if err := read(raw, &o); ok && (err != nil || o.Op == "" && h.flaw != "reads the parameters") {
		return pipeline.Result{}, errors.New("not readable")
	}
	if h.flaw == "not for many" {
		h.calls++ // a race, and an error as soon as two meet
		if h.calls%3 == 0 {
			return pipeline.Result{}, errors.New("busy")
		}
	}
	start := time.Now()
	if h.flaw == "ignores its context" {
		ctx = context.WithoutCancel(ctx)
	}
	wait := time.NewTimer(time.Duration(o.MS) * time.Millisecond)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return pipeline.Result{}, ctx.Err()
	case <-wait.C:
	}
	if err := ctx.Err(); err != nil {
		return pipeline.Result{}, err
	}
	r := pipeline.Result{Started: start, Finished: time.Now(), Data: json.RawMessage(`{"success":true}`)}
	if h.flaw == "no account" {
		r.Data = nil
	}
	return r, nil
}

func suite(t *testing.T, flaw string) {
	actuatortest.Run(t, func(*testing.T) actuatortest.Hand {
		e := actuatortest.Example{Op: "wait", Params: `{"ms":1}`}
		slow := actuatortest.Example{Op: "wait", Params: `{"ms":1500}`}
		return actuatortest.Hand{Actuator: &hand{flaw: flaw}, Examples: []actuatortest.Example{e}, Slow: &slow}
	})
}

func TestGoodHandPasses(t *testing.T) { t.Parallel(); suite(t, "") }

// TestFlawedHand runs the suite for the flaw that it is asked for; without
// being asked it does nothing.
func TestFlawedHand(t *testing.T) {
	t.Parallel()
	if flaw := os.Getenv("HAND_FLAW"); flaw != "" {
		suite(t, flaw)
	}
}

// TestSuiteFindsEachFlaw runs the suite in a process of its own for every
// flaw: a suite that cannot fail shows nothing.
func TestSuiteFindsEachFlaw(t *testing.T) {
	t.Parallel()
	flaws := map[string]string{
		"no doc":                   "describes_itself",
		"takes the zero clearance": "refuses_the_zero_clearance",
		"no effects":               "states_effects_for_every_operation",
		"another digest each time": "states_effects_for_every_operation",
		"any operation":            "refuses_unknown_operations",
		"any parameters":           "refuses_bad_parameters",
		"plain errors":             "refuses_bad_parameters",
		"reads the parameters":     "executes_what_was_judged",
		"no account":               "acts",
		"ignores its context":      "honours_cancellation",
		"not for many":             "serves_many_at_once",
	}
	for flaw, part := range flaws {
		t.Run(flaw, func(t *testing.T) {
			t.Parallel()
			run := exec.Command(os.Args[0], "-test.run=^TestFlawedHand$", "-test.v")
			run.Env = append(os.Environ(), "HAND_FLAW="+flaw)
			out, err := run.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestFlawedHand/"+part) {
				t.Errorf("the suite does not fail in %q: %v\n%s", part, err, out)
			}
		})
	}
}

func TestSinkKeepsCopies(t *testing.T) {
	t.Parallel()
	s := &actuatortest.Sink{}
	first := s.First()
	data := []byte("a")
	var wg sync.WaitGroup
	wg.Go(func() { <-first })
	s.Write(pipeline.Chunk{Data: data})
	wg.Wait()
	data[0] = 'b'
	if c := s.Chunks(); len(c) != 1 || string(c[0].Data) != "a" {
		t.Errorf("chunks %v", c)
	}
	<-s.First() // closed already
}
