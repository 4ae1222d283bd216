package bustest_test

import (
	"testing"

	"go.uber.org/goleak"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRestartKeepsWhatIsKept(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	agent := s.Client(pipeline.RoleAgent)
	if err := agent.Publish(t.Context(), agent.Subjects().Request("agent"), nil, []byte("x")); err != nil {
		t.Fatal(err)
	}
	before := s.Worker()
	s.Restart()
	if s.Worker() == before {
		t.Error("the same worker after a restart")
	}
	if kept, err := s.Last(t.Context(), bus.Signals, ""); err != nil || string(kept.Body) != "x" {
		t.Errorf("%q, %v", kept.Body, err)
	}
	observer := s.As("otto", pipeline.RoleObserver)
	inbox := bustest.Inbox(t, observer, s.Subjects().AllFeedback())
	if err := s.Publish(t.Context(), s.Subjects().Feedback("agent", "s", pipeline.Notice), nil, []byte("y")); err != nil {
		t.Fatal(err)
	}
	if m := <-inbox; string(m.Body) != "y" {
		t.Errorf("got %q", m.Body)
	}
}
