package reason_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

func judged(t *testing.T, gates ...pipeline.Gate) pipeline.Decision {
	t.Helper()
	cfg := config()
	cfg.Gates = gates
	_, d, err := reason.New(cfg).Reason(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestJudge(t *testing.T) {
	t.Parallel()
	fails := gate{pipeline.Spec{Name: "broken"}, func(context.Context, pipeline.Proposal) (pipeline.Verdict, error) {
		return pipeline.Verdict{Outcome: pipeline.Allow}, errors.New("store gone")
	}}
	panics := gate{pipeline.Spec{Name: "broken"}, func(context.Context, pipeline.Proposal) (pipeline.Verdict, error) { panic("x") }}
	edits := gate{pipeline.Spec{Name: "editor"}, func(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
		p.Effects[0].Object = "/harmless"
		return pipeline.Verdict{Outcome: pipeline.Allow}, nil
	}}
	tests := []struct {
		name  string
		gates []pipeline.Gate
		want  pipeline.Outcome
		rule  string
	}{
		{"no gate denies", nil, pipeline.Deny, "no-verdict"},
		{"all allow", []pipeline.Gate{says("a", pipeline.Allow), says("b", pipeline.Allow)}, pipeline.Allow, ""},
		{"one holds", []pipeline.Gate{says("a", pipeline.Allow), says("b", pipeline.Hold)}, pipeline.Hold, "r"},
		{"one denies", []pipeline.Gate{says("a", pipeline.Deny), says("b", pipeline.Hold)}, pipeline.Deny, "r"},
		{"one fails", []pipeline.Gate{says("a", pipeline.Allow), fails}, pipeline.Deny, "gate-error"},
		{"one panics", []pipeline.Gate{panics, says("a", pipeline.Allow)}, pipeline.Deny, "gate-error"},
		{"one edits", []pipeline.Gate{edits, says("a", pipeline.Allow)}, pipeline.Deny, "gate-edited"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := judged(t, tt.gates...)
			if d.Outcome != tt.want {
				t.Fatalf("got %s", d.Outcome)
			}
			if tt.rule != "" && d.Strictest().Rule != tt.rule {
				t.Errorf("explained by %+v", d.Strictest())
			}
		})
	}
}

func TestAllGatesAreAskedAndNamed(t *testing.T) {
	t.Parallel()
	liar := says("liar", pipeline.Allow)
	check := liar.check
	liar.check = func(ctx context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
		v, err := check(ctx, p)
		v.Gate = "policy"
		return v, err
	}
	first, last := says("first", pipeline.Deny), says("last", pipeline.Hold)
	first.spec.Priority, last.spec.Priority = 9, -9
	d := judged(t, last, liar, first)
	var names []string
	for _, v := range d.Verdicts {
		names = append(names, v.Gate)
	}
	if got := strings.Join(names, " "); got != "first liar last" {
		t.Errorf("verdicts of %s", got)
	}
}

// A worker that is told to stop says nothing, rather than that it was blocked.
func TestAnEndedContextIsNoVerdict(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	cfg := config()
	cfg.Gates = append(cfg.Gates, gate{pipeline.Spec{Name: "slow"}, func(ctx context.Context, _ pipeline.Proposal) (pipeline.Verdict, error) {
		stop()
		return pipeline.Verdict{}, ctx.Err()
	}})
	p, d, err := reason.New(cfg).Reason(ctx, request())
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	var told *pipeline.Error
	if errors.As(err, &told) || p.ID != "" || len(d.Verdicts) != 0 {
		t.Errorf("there is something to tell: %v %+v", told, d)
	}
}

func TestAGateThatTimesOutByItselfDenies(t *testing.T) {
	t.Parallel()
	d := judged(t, says("a", pipeline.Allow), gate{pipeline.Spec{Name: "slow"}, func(context.Context, pipeline.Proposal) (pipeline.Verdict, error) {
		return pipeline.Verdict{Outcome: pipeline.Allow}, context.DeadlineExceeded
	}})
	if d.Outcome != pipeline.Deny {
		t.Errorf("got %s", d.Outcome)
	}
}

func TestTheVersionOfTheRulesIsInTheDigest(t *testing.T) {
	t.Parallel()
	digest := func(version string) (pipeline.Proposal, pipeline.Digest) {
		cfg := config()
		cfg.Gates = []pipeline.Gate{versioned{says("policy", pipeline.Allow), func() string { return version }}, says("plain", pipeline.Allow)}
		p, d, err := reason.New(cfg).Reason(t.Context(), request())
		if err != nil {
			t.Fatal(err)
		}
		return p, d.Proposal
	}
	p, one := digest("v1")
	if _, again := digest("v1"); again != one {
		t.Error("not stable")
	}
	if _, two := digest("v2"); two == one {
		t.Error("other rules, same digest")
	}
	if p.Policy != "policy=v1" {
		t.Errorf("policy %q", p.Policy)
	}
}

// Rules that are exchanged between naming and asking them do not judge under
// the old name.
func TestRulesExchangedWhileJudging(t *testing.T) {
	t.Parallel()
	var version atomic.Int64
	cfg := config()
	changes := 1
	moving := says("policy", pipeline.Allow)
	check := moving.check
	moving.check = func(ctx context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
		if changes > 0 {
			changes--
			version.Add(1)
		}
		v, err := check(ctx, p)
		v.Reason = strconv.FormatInt(version.Load(), 10)
		return v, err
	}
	cfg.Gates = []pipeline.Gate{versioned{moving, func() string { return strconv.FormatInt(version.Load(), 10) }}}
	p, d, err := reason.New(cfg).Reason(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	if p.Policy != "policy="+d.Verdicts[0].Reason || d.Proposal != p.Digest() {
		t.Errorf("policy %q judged by version %s", p.Policy, d.Verdicts[0].Reason)
	}
	changes = 1 << 30
	var told *pipeline.Error
	if _, _, err := reason.New(cfg).Reason(t.Context(), request()); err == nil || errors.As(err, &told) {
		t.Errorf("rules that never rest: %v", err)
	}
}

// early is a gate that judges the wording.
type early struct{ gate }

func (early) Early() bool { return true }

// What an early gate denies is looked at by no actuator; what it does not deny
// is judged as ever, by it, too.
func TestTheWordingIsJudgedBeforeTheActuatorLooks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		outcome pipeline.Outcome
		looks   int
		want    pipeline.Outcome
	}{
		"denied":       {pipeline.Deny, 0, pipeline.Deny},
		"out of range": {7, 0, pipeline.Deny},
		"held":         {pipeline.Hold, 1, pipeline.Hold},
		"allowed":      {pipeline.Allow, 1, pipeline.Allow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looks := 0
			cfg := config()
			cfg.Directory = directory{inspected{hand{"shell"}, func(pipeline.Proposal) (pipeline.Inspection, error) {
				looks++
				return pipeline.Inspection{Effects: []pipeline.Effect{{Kind: pipeline.KindRead, Object: "/a"}}}, nil
			}}}
			cfg.Gates = []pipeline.Gate{says("late", pipeline.Allow), early{gate{pipeline.Spec{Name: "wording"}, func(context.Context, pipeline.Proposal) (pipeline.Verdict, error) {
				return pipeline.Verdict{Outcome: c.outcome, Rule: "r", Reason: "because", Field: "params.a", Code: pipeline.CodeInvalidRequest}, nil
			}}}}
			p, d, err := reason.New(cfg).Reason(t.Context(), request())
			if err != nil || d.Outcome.Stricter(pipeline.Allow) != c.want || looks != c.looks {
				t.Fatalf("%s after %d looks, %v; want %s after %d", d.Outcome, looks, err, c.want, c.looks)
			}
			if d.Proposal != p.Digest() || len(p.Exact) == 0 {
				t.Errorf("the decision is not for the proposal %+v", p)
			}
			if c.want != pipeline.Deny {
				return
			}
			if e := pipeline.Blocked(d); e.Field != "params.a" || e.Code != pipeline.CodeInvalidRequest {
				t.Errorf("told as %+v", e)
			}
		})
	}
}
