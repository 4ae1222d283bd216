package rate_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"passepartout/gates/gatetest"
	"passepartout/gates/rate"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

func start() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func by(who pipeline.Principal, id string) pipeline.Proposal {
	p := gatetest.Proposal()
	p.ID, p.Signal.Principal = id, who
	return p
}

func TestGate(t *testing.T) {
	t.Parallel()
	open := func(t testing.TB) pipeline.Gate {
		m := rate.NewAccounts(rate.Config{Burst: 1, Every: time.Minute}, tally.NewMemory())
		g := rate.New(m, start)
		if v, err := g.Check(t.Context(), by("greedy", "first")); err != nil || v.Outcome != pipeline.Allow {
			t.Fatal(v, err)
		}
		return g
	}
	gatetest.Run(t, open, []gatetest.Case{
		{Name: "other", Proposal: by("modest", "a"), Outcome: pipeline.Allow},
		{Name: "same proposal", Proposal: by("greedy", "first"), Outcome: pipeline.Allow},
		{Name: "too often", Proposal: by("greedy", "second"), Outcome: pipeline.Deny, Rule: "too-often", Code: pipeline.CodeRateLimited},
	})
}

func TestTokensComeBackAndTheQuotaEnds(t *testing.T) {
	t.Parallel()
	m := rate.NewAccounts(rate.Config{Burst: 2, Every: time.Second, Quota: 4, Window: time.Hour}, tally.NewMemory())
	n := 0
	take := func(after time.Duration) rate.Answer {
		t.Helper()
		n++
		a, err := m.Take(t.Context(), "a", strconv.Itoa(n), start().Add(after))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for i, want := range []struct {
		after time.Duration
		ok    bool
		quota bool
	}{
		{0, true, false},
		{0, true, false},
		{0, false, false},
		{-time.Hour, false, false}, // a clock that runs backwards gives nothing
		{500 * time.Millisecond, false, false},
		{time.Second, true, false},
		{2 * time.Second, true, false},
		{10 * time.Second, false, true},
		{time.Hour, true, false},
	} {
		if a := take(want.after); a.OK != want.ok || a.Quota != want.quota || !a.OK && a.Retry <= 0 {
			t.Errorf("step %d: %+v, want %+v", i, a, want)
		}
	}
}

func TestManyPrincipals(t *testing.T) {
	t.Parallel()
	m := rate.NewAccounts(rate.Config{Window: time.Minute}, tally.NewMemory())
	for i := range 10_000 {
		if _, err := m.Take(t.Context(), pipeline.Principal(strconv.Itoa(i)), "x", start().Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
}

type broken struct{}

func (broken) Take(context.Context, pipeline.Principal, string, time.Time) (rate.Answer, error) {
	return rate.Answer{OK: true}, errors.New("no count")
}

func TestErrorsAreReturned(t *testing.T) {
	t.Parallel()
	for _, g := range []*rate.Gate{rate.New(broken{}, start), rate.New(nil, start), rate.New(broken{}, nil)} {
		if _, err := g.Check(t.Context(), by("a", "x")); err == nil {
			t.Error("no error")
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	g := rate.New(rate.NewAccounts(rate.Config{Burst: 1 << 30, Quota: 1 << 30}, tally.NewMemory()), start)
	p := by("a", "")
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		p.ID = strconv.Itoa(n)
		if v, err := g.Check(b.Context(), p); err != nil || v.Outcome != pipeline.Allow {
			b.Fatal(v, err)
		}
	}
}
