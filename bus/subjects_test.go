package bus_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/bus"
	"passepartout/pipeline"
)

func subjects(tb testing.TB) bus.Subjects {
	tb.Helper()
	s, err := bus.NewSubjects("")
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestSubjectsAreThoseOfTheTable(t *testing.T) {
	t.Parallel()
	s := subjects(t)
	for got, want := range map[string]string{
		s.Request("alice"): "pp.request.alice",
		s.Signal("disk"):   "pp.signal.disk",
		s.Feedback("alice", "s1", pipeline.ToolError): "pp.feedback.alice.s1.tool-error",
		s.Output("alice", "s1", "k"):                  "pp.output.alice.s1.k",
		s.Terminal("alice", "s1"):                     "pp.terminal.alice.s1",
		s.Plan("alice", "p1"):                         "pp.plan.alice.p1",
		s.Answer("bob"):                               "pp.answer.bob",
		s.Control("olga"):                             "pp.control.olga",
		s.Query(pipeline.RoleObserver, "otto"):        "pp.query.observer.otto",
		s.Audit(pipeline.StepDecided):                 "pp.audit.decided",
		s.Dead("event"):                               "pp.dead.event",
		s.FeedbackOf("alice"):                         "pp.feedback.alice.>",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNoTokenWidensASubject(t *testing.T) {
	t.Parallel()
	s := subjects(t)
	for _, bad := range []string{"", "*", ">", "a.b", "a b", "a\n", "-a", "é", strings.Repeat("a", 65)} {
		p := pipeline.Principal(bad)
		for _, got := range []string{
			s.Request(p), s.Signal(p), s.Answer(p), s.Control(p), s.Query(pipeline.RoleAgent, p), s.FeedbackOf(p),
			s.Feedback("a", bad, pipeline.ToolError), s.Output("a", "s", bad), s.Plan("a", bad), s.Dead(bad),
		} {
			if got != "" {
				t.Errorf("%q made the subject %q", bad, got)
			}
		}
		if _, err := bus.NewSubjects(bad); bad != "" && !errors.Is(err, bus.ErrSubject) {
			t.Errorf("prefix %q: %v", bad, err)
		}
	}
}

func TestSenderIsReadFromTheSubjectOnly(t *testing.T) {
	t.Parallel()
	s := subjects(t)
	for _, c := range []struct {
		subject string
		who     pipeline.Principal
		role    pipeline.Role
	}{
		{"pp.request.alice", "alice", pipeline.RoleAgent},
		{"pp.signal.disk", "disk", pipeline.RoleSensor},
		{"pp.answer.bob", "bob", pipeline.RoleApprover},
		{"pp.control.olga", "olga", pipeline.RoleOperator},
		{"pp.query.observer.otto", "otto", pipeline.RoleObserver},
		{"pp.query.approver.bob", "bob", pipeline.RoleApprover},
	} {
		who, role, err := s.Sender(c.subject)
		if err != nil || who != c.who || role != c.role {
			t.Errorf("%s: %q %q %v", c.subject, who, role, err)
		}
	}
	for _, bad := range []string{
		"", "pp", "pp.request", "pp.request.", "pp.request.a.b", "pp.request.*", "xx.request.a", "pp.feedback.a.s.k",
		"pp.plan.a.p", "pp.audit.decided", "pp.query.a", "pp.query.king.a", "pp.query.agent.a.b", "PP.request.a", "pp..a",
	} {
		if who, role, err := s.Sender(bad); !errors.Is(err, bus.ErrSubject) {
			t.Errorf("%q: %q %q %v", bad, who, role, err)
		}
	}
}

// What a principal may publish on always names that principal and role.
func TestSenderInvertsTheSubjects(t *testing.T) {
	t.Parallel()
	s := subjects(t)
	token := rapid.StringMatching(`[A-Za-z0-9][A-Za-z0-9_-]{0,63}`)
	rapid.Check(t, func(t *rapid.T) {
		p := pipeline.Principal(token.Draw(t, "name"))
		for subject, want := range map[string]pipeline.Role{
			s.Request(p): pipeline.RoleAgent, s.Signal(p): pipeline.RoleSensor, s.Answer(p): pipeline.RoleApprover,
			s.Control(p): pipeline.RoleOperator, s.Query(pipeline.RoleAgent, p): pipeline.RoleAgent,
		} {
			if who, role, err := s.Sender(subject); err != nil || who != p || role != want {
				t.Fatalf("%s: %q %q %v", subject, who, role, err)
			}
		}
	})
}

func FuzzSender(f *testing.F) {
	for _, seed := range []string{"pp.request.alice", "pp.query.observer.o", "pp.answer.*", "pp.request.a.b", "", "....", "pp.request.\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, subject string) {
		who, role, err := subjects(t).Sender(subject)
		if err != nil {
			return
		}
		if !pipeline.ValidToken(string(who)) || !bus.ValidRole(role) || !strings.HasSuffix(subject, "."+string(who)) {
			t.Errorf("%q gave %q %q", subject, who, role)
		}
	})
}
