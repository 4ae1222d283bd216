package breaker_test

import (
	"strconv"
	"testing"
	"time"

	"passepartout/gates/breaker"
	"passepartout/gates/gatetest"
	"passepartout/pipeline"
)

func start() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func in(session string, kind pipeline.EffectKind) pipeline.Proposal {
	p := gatetest.Proposal(gatetest.Effect(pipeline.KindRun, "x"), gatetest.Effect(kind, "/home/agent/ws/a"))
	p.Signal.Session = session
	return p
}

func refuse(t testing.TB, g *breaker.Gate, session string, ids ...int) {
	t.Helper()
	for _, id := range ids {
		observe(t, g, session, id, breaker.Refused)
	}
}

func observe(t testing.TB, g *breaker.Gate, session string, id int, o breaker.Outcome) {
	t.Helper()
	if err := g.Observe(t.Context(), in(session, 0).Signal, strconv.Itoa(id), o); err != nil {
		t.Fatal(err)
	}
}

func TestGate(t *testing.T) {
	t.Parallel()
	open := func(t testing.TB) pipeline.Gate {
		g := breaker.New(breaker.Config{Refusals: 3}, start)
		refuse(t, g, "wild", 1, 2, 3)
		refuse(t, g, "calm", 1, 2)
		refuse(t, g, "redelivered", 1, 1, 1, 1)
		return g
	}
	gatetest.Run(t, open, []gatetest.Case{
		{Name: "unknown session", Proposal: in("new", pipeline.KindWrite), Outcome: pipeline.Allow},
		{Name: "two refusals", Proposal: in("calm", pipeline.KindWrite), Outcome: pipeline.Allow},
		{Name: "one refusal redelivered", Proposal: in("redelivered", pipeline.KindWrite), Outcome: pipeline.Allow},
		{Name: "reading while open", Proposal: in("wild", pipeline.KindRead), Outcome: pipeline.Allow},
		{Name: "three refusals", Proposal: in("wild", pipeline.KindWrite), Outcome: pipeline.Hold, Rule: "repeated-refusals"},
	})
}

func TestStates(t *testing.T) {
	t.Parallel()
	now := start()
	g := breaker.New(breaker.Config{Refusals: 2, Window: time.Minute, Cooldown: time.Hour}, func() time.Time { return now })
	p := in("s", pipeline.KindWrite)
	is := func(step string, want pipeline.Outcome) {
		t.Helper()
		if v, err := g.Check(t.Context(), p); err != nil || v.Outcome != want {
			t.Errorf("%s: %s, %v, want %s", step, v.Outcome, err, want)
		}
	}
	refuse(t, g, "s", 1)
	now = now.Add(2 * time.Minute)
	refuse(t, g, "s", 2)
	is("too far apart", pipeline.Allow)
	refuse(t, g, "s", 3)
	is("two in a row", pipeline.Hold)
	now = now.Add(time.Hour)
	is("cool-down over", pipeline.Allow)
	refuse(t, g, "s", 4)
	observe(t, g, "s", 5, breaker.Ended)
	refuse(t, g, "s", 6)
	is("a success between", pipeline.Allow)
	refuse(t, g, "s", 7)
	is("open again", pipeline.Hold)
	observe(t, g, "s", 8, breaker.Ended)
	is("still open after a look", pipeline.Hold)
	observe(t, g, "s", 9, breaker.Approved)
	is("closed by an approval", pipeline.Allow)
	observe(t, g, "never", 10, breaker.Approved)
}

func TestWithoutClock(t *testing.T) {
	t.Parallel()
	g := breaker.New(breaker.Config{}, nil)
	refuse(t, g, "s", 1)
	if _, err := g.Check(t.Context(), in("s", pipeline.KindWrite)); err == nil {
		t.Error("no error")
	}
}
