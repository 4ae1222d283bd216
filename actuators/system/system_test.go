package system_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/actuators"
	"passepartout/actuators/actuatortest"
	"passepartout/actuators/system"
	"passepartout/pipeline"
)

// post keeps what was delivered.
type post struct {
	mu   sync.Mutex
	got  []string
	fail error
}

func (d *post) Deliver(_ context.Context, to pipeline.Principal, session, text string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail != nil {
		return d.fail
	}
	d.got = append(d.got, string(to)+"/"+session+": "+text)
	return nil
}

func open(t *testing.T, d *post) *system.Actuator {
	t.Helper()
	a, err := system.New(system.Config{Delivery: d, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestConformance(t *testing.T) {
	t.Parallel()
	actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
		return actuatortest.Hand{
			Actuator: open(t, &post{}),
			Examples: []actuatortest.Example{{Op: "message", Params: `{"text":"the build is green"}`}},
		}
	})
}

func TestMessageGoesToTheOwnSessionOnly(t *testing.T) {
	t.Parallel()
	d := &post{}
	a := open(t, d)
	e := actuatortest.Example{Op: "message", Params: `{"text":"hello"}`}
	p, err := actuatortest.Propose(t, a, e)
	if err != nil {
		t.Fatal(err)
	}
	p.Action.Params = json.RawMessage(`{"text":"something else"}`) // changed after the judging
	r, err := a.Do(t.Context(), actuatortest.Clear(t, p), nil)
	if err != nil || len(d.got) != 1 || d.got[0] != "agent/default: hello" {
		t.Errorf("delivered %q, %v", d.got, err)
	}
	if string(r.Data) != `{"success":true,"delivered":true}` {
		t.Errorf("data %s", r.Data)
	}
	for _, params := range []string{`{"text":"x","session":"other"}`, `{"text":"x","to":"root"}`, `{"text":""}`, `{}`, ``, `{"text":"` + strings.Repeat("x", actuators.MaxMessage+1) + `"}`} {
		if _, err := actuatortest.Propose(t, a, actuatortest.Example{Op: "message", Params: params}); pipeline.AsError(err).Code != pipeline.CodeInvalidRequest {
			t.Errorf("%.40s: %v", params, err)
		}
	}
}

// TestEvalIsRefused: the original evaluated code of the payload (defect 4).
func TestEvalIsRefused(t *testing.T) {
	t.Parallel()
	a := open(t, &post{})
	_, err := actuatortest.Propose(t, a, actuatortest.Example{Op: "eval", Params: `{"code":"1+1"}`})
	told := pipeline.AsError(err)
	if told.Code != pipeline.CodeInvalidRequest || !strings.Contains(told.Hint, "run_script") {
		t.Errorf("%v, hint %q", told, told.Hint)
	}
}

func TestFailedDeliveryIsTold(t *testing.T) {
	t.Parallel()
	a := open(t, &post{fail: errors.New("nats: secret subject")})
	_, err := a.Do(t.Context(), actuatortest.Must(t, a, actuatortest.Example{Op: "message", Params: `{"text":"x"}`}), nil)
	told := pipeline.AsError(err)
	if told.Code != pipeline.CodeUnavailable || !told.Retryable || strings.Contains(told.Message, "secret") {
		t.Errorf("told %v", told)
	}
}

func TestNewNeedsAll(t *testing.T) {
	t.Parallel()
	if _, err := system.New(system.Config{}); err == nil {
		t.Error("made of nothing")
	}
}
