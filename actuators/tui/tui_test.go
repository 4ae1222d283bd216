package tui_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/tui"
	"passepartout/pipeline"
)

// screen keeps what was written to it.
type screen struct {
	mu   sync.Mutex
	got  []string
	fail error
}

func (s *screen) Deliver(_ context.Context, to pipeline.Principal, session, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return s.fail
	}
	s.got = append(s.got, string(to)+"/"+session+": "+text)
	return nil
}

func open(t *testing.T, s *screen) *tui.Actuator {
	t.Helper()
	a, err := tui.New(tui.Config{Delivery: s, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestConformance(t *testing.T) {
	t.Parallel()
	actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
		return actuatortest.Hand{
			Actuator: open(t, &screen{}),
			Examples: []actuatortest.Example{{Op: "message", Params: `{"text":"the build is green"}`}},
		}
	})
}

func TestTextIsMadeSafe(t *testing.T) {
	t.Parallel()
	s := &screen{}
	a := open(t, s)
	c := actuatortest.Must(t, a, actuatortest.Example{Op: "message", Params: `{"text":"\u001b]0;owned\u0007 approve?"}`})
	if _, err := a.Do(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	if len(s.got) != 1 || strings.Contains(s.got[0], "\x1b") || !strings.HasPrefix(s.got[0], "agent/default: ") {
		t.Errorf("written %q", s.got)
	}
}

func TestGoneTerminalIsAnError(t *testing.T) {
	t.Parallel()
	for _, fail := range []error{fmt.Errorf("deliver: %w", tui.ErrNobody), errors.New("bus down")} {
		a := open(t, &screen{fail: fail})
		_, err := a.Do(t.Context(), actuatortest.Must(t, a, actuatortest.Example{Op: "message", Params: `{"text":"x"}`}), nil)
		told := pipeline.AsError(err)
		if told.Code != pipeline.CodeUnavailable || !told.Retryable || told.Hint == "" {
			t.Errorf("%v: told %v", fail, told)
		}
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	a := open(t, &screen{})
	for _, params := range []string{`{"text":""}`, `{"text":"x","session":"other"}`, `{}`} {
		if _, err := actuatortest.Propose(t, a, actuatortest.Example{Op: "message", Params: params}); pipeline.AsError(err).Code != pipeline.CodeInvalidRequest {
			t.Errorf("%s: %v", params, err)
		}
	}
	if _, err := tui.New(tui.Config{}); err == nil {
		t.Error("made of nothing")
	}
}
