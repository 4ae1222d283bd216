package hitl_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/hitl"
	"passepartout/hitl/hitltest"
	"passepartout/pipeline"
)

var errLost = errors.New("connection lost")

// shaky is a store whose connection breaks, before or after a write was done,
// and on which others come in between.
type shaky struct {
	*hitltest.Memory
	trouble func() int
}

func (s shaky) Create(ctx context.Context, key string, value []byte) (uint64, error) {
	switch s.trouble() {
	case 1:
		return 0, errLost
	case 2:
		_, _ = s.Memory.Create(ctx, key, value)
		return 0, errLost
	}
	return s.Memory.Create(ctx, key, value)
}

func (s shaky) Update(ctx context.Context, key string, value []byte, rev uint64) (uint64, error) {
	switch s.trouble() {
	case 1:
		return 0, errLost
	case 2:
		_, _ = s.Memory.Update(ctx, key, value, rev)
		return 0, errLost
	case 3:
		return 0, pipeline.ErrConflict
	}
	return s.Memory.Update(ctx, key, value, rev)
}

// sheet is what the model knows of one plan.
type sheet struct {
	plan      hitl.FlightPlan
	state     hitl.State
	yes       []pipeline.Principal
	executeBy time.Time
}

// machine drives a desk and a model of it, side by side.
type machine struct {
	o      *office
	sheets []*sheet // in the order of their making
	serial int
	quorum int
}

// again repeats what failed for the connection, as a redelivery does.
func again(t *rapid.T, f func() error) {
	for range 200 {
		err := f()
		if !errors.Is(err, errLost) && !errors.Is(err, pipeline.ErrConflict) {
			return
		}
	}
	t.Fatalf("never gets through")
}

func (m *machine) of(id string) []*sheet {
	var out []*sheet
	for _, s := range m.sheets {
		if s.plan.Proposal.Signal.ID == id {
			out = append(out, s)
		}
	}
	return out
}

func (m *machine) suspend(t *rapid.T) {
	id, exact := rapid.SampledFrom([]string{"r1", "r2"}).Draw(t, "id"), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "exact")
	p, d := proposal(id, exact)
	var f pipeline.Feedback
	again(t, func() (err error) { f, err = m.o.desk.Suspend(context.Background(), p, d); return err })
	digest := p.Digest()
	var want *sheet
	for _, s := range m.of(id) {
		if s.plan.Decision.Proposal != digest {
			if want == nil && (s.state == hitl.Held || s.state == hitl.Approved) {
				s.state = hitl.Withdrawn
			}
			continue
		}
		if s.state != hitl.Withdrawn && want == nil {
			want = s
		}
	}
	if f.Plan == nil {
		t.Fatalf("no plan in %+v", f)
	}
	if want == nil {
		plan, err := m.o.desk.Plan(context.Background(), f.Plan.ID)
		if err != nil || slices.ContainsFunc(m.sheets, func(s *sheet) bool { return s.plan.ID == plan.ID || s.plan.Token == plan.Token }) {
			t.Fatalf("expected a new plan, got %s, %v", plan.ID, err)
		}
		m.sheets = append(m.sheets, &sheet{plan: plan, state: hitl.Held})
		return
	}
	m.late(want)
	kinds := map[hitl.State]pipeline.FeedbackKind{
		hitl.Held: pipeline.Suspended, hitl.Approved: pipeline.Suspended, hitl.Rejected: pipeline.Rejected,
		hitl.Expired: pipeline.Expired, hitl.Spent: pipeline.ToolError, hitl.Landed: pipeline.ToolError,
	}
	if f.Plan.ID != want.plan.ID || f.Kind != kinds[want.state] {
		t.Fatalf("plan %s is %s: told %s of %s", want.plan.ID, want.state, f.Kind, f.Plan.ID)
	}
}

// late ends in the model what the desk ends when it looks.
func (m *machine) late(s *sheet) {
	now := m.o.clock()
	if s.state == hitl.Held && !now.Before(s.plan.Deadline) || s.state == hitl.Approved && !now.Before(s.executeBy) {
		s.state = hitl.Expired
	}
}

func (m *machine) answer(t *rapid.T) {
	if len(m.sheets) == 0 {
		return
	}
	s := rapid.SampledFrom(m.sheets).Draw(t, "plan")
	who := rapid.SampledFrom([]pipeline.Principal{"ann", "bob", "cat", "claude"}).Draw(t, "who")
	kind := rapid.SampledFrom([]string{"approve", "approve", "reject"}).Draw(t, "kind")
	token := s.plan.Token
	if forged := rapid.IntRange(0, 5).Draw(t, "forged") == 0; forged {
		token = rapid.SampledFrom(m.sheets).Draw(t, "other").plan.Token
	}
	m.serial++
	sig := signalOf(who, fmt.Sprint("a", m.serial), map[string]any{"plan": s.plan.ID, "token": token, "answer": kind})
	var turn pipeline.Turn
	deliveries := rapid.IntRange(1, 3).Draw(t, "deliveries")
	counts := token == s.plan.Token && who != "claude" && s.state == hitl.Held && m.o.clock().Before(s.plan.Deadline) &&
		(kind == "reject" || !slices.Contains(s.yes, who))
	fly := false
	if counts && kind == "reject" {
		s.state = hitl.Rejected
	} else if counts {
		s.yes = append(s.yes, who)
		if len(s.yes) >= m.quorum {
			s.state, s.executeBy, fly = hitl.Approved, m.o.clock().Add(hitl.DefaultExecution), true
		}
	}
	for range deliveries {
		again(t, func() (err error) { turn, err = m.o.desk.Answer(context.Background(), sig); return err })
		if turn.Fly != fly || !counts && len(turn.Tell) != 0 || counts && kind == "reject" && len(turn.Tell) != 1 {
			t.Fatalf("%s by %s on a plan that becomes %s: %+v", kind, who, s.state, turn)
		}
	}
}

func (m *machine) spend(t *rapid.T) {
	id, exact := rapid.SampledFrom([]string{"r1", "r2"}).Draw(t, "id"), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "exact")
	p, d := proposal(id, exact)
	var a *pipeline.Approval
	var err error
	again(t, func() error { a, err = m.o.desk.Spend(context.Background(), p, judged(p)); return err })
	var want *sheet
	for _, s := range m.of(id) {
		if s.plan.Decision.Proposal == p.Digest() && (s.state == hitl.Approved || s.state == hitl.Spent) && m.o.clock().Before(s.executeBy) {
			want = s
		}
	}
	if (a != nil) != (want != nil) {
		t.Fatalf("Spend = %+v, %v; the model has %+v", a, err, want)
	}
	if want == nil {
		return
	}
	want.state = hitl.Spent
	if _, err := pipeline.Clear(p, d, a, m.o.clock()); err != nil || a.Plan != want.plan.ID || !slices.Equal(a.By, want.yes) || len(a.By) < m.quorum {
		t.Fatalf("approval %+v for %+v: %v", a, want, err)
	}
}

func (m *machine) land(t *rapid.T) {
	if len(m.sheets) == 0 {
		return
	}
	s := rapid.SampledFrom(m.sheets).Draw(t, "plan")
	if s.state != hitl.Spent {
		return
	}
	f := pipeline.TellProposal(s.plan.Proposal, s.plan.Decision, pipeline.ToolOutput, m.o.clock())
	again(t, func() error { return m.o.desk.Land(context.Background(), f) })
	for _, other := range m.of(s.plan.Proposal.Signal.ID) {
		switch {
		case other.plan.Decision.Proposal == f.Proposal && (other.state == hitl.Spent || other.state == hitl.Approved):
			other.state = hitl.Landed
		case other.state == hitl.Held || other.state == hitl.Approved || other.state == hitl.Spent:
			other.state = hitl.Withdrawn // the request is over
		}
	}
}

func (m *machine) expire(t *rapid.T) {
	var fs []pipeline.Feedback
	again(t, func() (err error) { fs, _, err = m.o.desk.Expire(context.Background(), m.o.clock()); return err })
	for _, s := range m.sheets {
		m.late(s)
	}
	for _, f := range fs {
		i := slices.IndexFunc(m.sheets, func(s *sheet) bool { return s.plan.ID == f.Plan.ID })
		if i < 0 || m.sheets[i].state != hitl.Expired || f.Kind != pipeline.Expired {
			t.Fatalf("told %s of %s", f.Kind, f.Plan.ID)
		}
		again(t, func() error { return m.o.desk.Land(context.Background(), f) })
	}
	again(t, func() (err error) { fs, _, err = m.o.desk.Expire(context.Background(), m.o.clock()); return err })
	if len(fs) != 0 {
		t.Fatalf("told again: %+v", fs)
	}
}

func (m *machine) check(t *rapid.T) {
	for _, s := range m.sheets {
		plan, err := m.o.desk.Plan(context.Background(), s.plan.ID)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if plan.State != s.state || !slices.Equal(plan.Approvers(), s.yes) || plan.Token != s.plan.Token {
			t.Fatalf("plan %s is %s by %v, the model says %s by %v", plan.ID, plan.State, plan.Approvers(), s.state, s.yes)
		}
	}
}

// Whatever comes in whatever order over a shaky connection, the desk is in the
// state that a plain model is in, and only what enough others approved flies.
func TestDeskAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{quorum: rapid.IntRange(1, 2).Draw(t, "quorum")}
		weather := rapid.SliceOfN(rapid.IntRange(0, 6), 16, 64).Draw(t, "weather")
		turn := 0
		m.o = open(t, quorum(m.quorum), func(c *hitl.Config) {
			c.Plans = shaky{c.Plans.(*hitltest.Memory), func() int { turn++; return weather[turn%len(weather)] }}
			if !slices.Contains(weather, 0) && !slices.ContainsFunc(weather, func(w int) bool { return w > 3 }) {
				weather = append(weather, 0, 0)
			}
		})
		t.Repeat(map[string]func(*rapid.T){
			"suspend": m.suspend, "answer": m.answer, "spend": m.spend, "land": m.land, "expire": m.expire,
			"wait": func(t *rapid.T) {
				m.o.wait(time.Duration(rapid.SampledFrom([]int{1, 60, 299, 300, 600, 899}).Draw(t, "seconds")) * time.Second)
			},
			"": m.check,
		})
	})
}
