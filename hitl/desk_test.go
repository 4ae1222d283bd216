package hitl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

func TestApprovedPlanFlies(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "rm -r /srv/data")
	asked := o.last(t)
	if asked.Kind != hitl.NoticeHeld || asked.Token != plan.Token || asked.Agent != "claude" || !asked.Deadline.Equal(noon.Add(15*time.Minute)) || asked.Rule != "delete-outside" {
		t.Errorf("people were told %+v", asked)
	}
	if len(plan.Token) < 22 { // 128 bits in base64
		t.Errorf("token %q is too short", plan.Token)
	}
	p, d := proposal("r1", "rm -r /srv/data")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Fatalf("spent before anybody answered: %+v, %v", a, err)
	}
	turn := o.answer(t, "ann", "a1", map[string]any{"plan": plan.ID, "token": plan.Token, "answer": "approve", "reason": "fine", "digest": p.Digest().String(), "by": "ann"})
	if !turn.Fly || turn.Proposal.Digest() != p.Digest() || len(turn.Tell) != 0 {
		t.Fatalf("turn %+v", turn)
	}
	if n := o.last(t); n.Kind != hitl.NoticeAnswered || n.To != "ann" || n.Answer != "approve" || n.Token != "" || n.State != "approved" {
		t.Errorf("people were told %+v", n)
	}
	o.wait(time.Minute)
	for range 2 { // a worker may die between spending and claiming
		a, err := o.desk.Spend(t.Context(), p, judged(p))
		if err != nil || a.Plan != plan.ID || fmt.Sprint(a.By) != "[ann]" || !a.Expires.Equal(noon.Add(5*time.Minute)) {
			t.Fatalf("Spend = %+v, %v", a, err)
		}
		if _, err := pipeline.Clear(p, d, a, o.clock()); err != nil {
			t.Fatalf("the approval does not clear: %v", err)
		}
	}
	f := pipeline.TellProposal(p, d, pipeline.ToolOutput, o.clock())
	f.Approval = &pipeline.Approval{Plan: plan.ID}
	for range 2 {
		if err := o.desk.Land(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := o.desk.Plan(t.Context(), plan.ID); err != nil || got.State != hitl.Landed || got.Outcome != pipeline.ToolOutput {
		t.Errorf("landed as %s, %s, %v", got.State, got.Outcome, err)
	}
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || err == nil {
		t.Errorf("spent after it landed: %+v", a)
	}
	if turn := o.answer(t, "ann", "a1", answerData(plan, "approve")); turn.Fly {
		t.Error("a redelivered answer flies again what has landed")
	}
}

func TestRejectedPlanEnds(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	for range 2 { // delivered twice
		turn := o.answer(t, "ann", "a1", map[string]any{"plan": plan.ID, "token": plan.Token, "answer": "reject", "reason": "use git"})
		if turn.Fly || len(turn.Tell) != 1 {
			t.Fatalf("turn %+v", turn)
		}
		f := turn.Tell[0]
		noToken(t, f, plan.Token)
		if f.Kind != pipeline.Rejected || f.Err.Code != pipeline.CodeRejected || !strings.Contains(f.Err.Message, "use git") || fmt.Sprint(f.Plan.By) != "[ann]" || f.To != "claude" || f.SignalID != "r1" || f.Depth != 2 {
			t.Fatalf("the agent is told %+v, %+v", f, f.Err)
		}
	}
	p, d := proposal("r1", "x")
	if f, err := o.desk.Suspend(t.Context(), p, d); err != nil || f.Kind != pipeline.Rejected {
		t.Errorf("the same request after the rejection: %s, %v", f.Kind, err)
	}
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || err == nil {
		t.Errorf("spent a rejected plan: %+v", a)
	}
}

func TestSuspendIsIdempotent(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	o.wait(time.Minute)
	again := o.hold(t, "r1", "x")
	if again.ID != plan.ID || again.Token != plan.Token || !again.Deadline.Equal(plan.Deadline) {
		t.Errorf("a second plan was made: %+v", again)
	}
	if n := o.last(t); n.Kind != hitl.NoticeHeld || n.At != noon || n.Token != plan.Token {
		t.Errorf("asking again is another notice: %+v", n)
	}
	if other := o.hold(t, "r2", "x"); other.ID == plan.ID || other.Token == plan.Token {
		t.Error("two requests share a plan")
	}
	p, d := proposal("r3", "x")
	d.Outcome = pipeline.Deny
	if f, err := o.desk.Suspend(t.Context(), p, d); err == nil {
		t.Errorf("a denied proposal was parked: %+v", f)
	}
	_, d = proposal("r3", "y")
	if f, err := o.desk.Suspend(t.Context(), p, d); err == nil {
		t.Errorf("a decision for something else was parked: %+v", f)
	}
}

func TestChangedProposalNeedsAnotherAnswer(t *testing.T) {
	t.Parallel()
	o := open(t)
	old := o.hold(t, "r1", "x")
	o.answer(t, "ann", "a1", answerData(old, "approve"))
	changed, _ := proposal("r1", "y")
	if a, err := o.desk.Spend(t.Context(), changed, judged(changed)); a != nil || !errors.Is(err, pipeline.ErrChanged) {
		t.Fatalf("Spend for another content = %+v, %v", a, err)
	}
	fresh := o.hold(t, "r1", "y")
	if fresh.ID == old.ID || fresh.Token == old.Token || o.state(t, old.ID) != hitl.Withdrawn {
		t.Fatalf("old %s is %s, new %s", old.ID, o.state(t, old.ID), fresh.ID)
	}
	want := "This replaces flight plan " + old.ID + ", which was for something else. Changed since:\n  - argv: [\"x\"]\n  + argv: [\"y\"]\n\n"
	if fresh.Replaces != old.ID || !strings.Contains(fresh.Text, want) || old.Replaces != "" || strings.Contains(old.Text, "replaces") {
		t.Errorf("people are not told what changed:\n%s", fresh.Text)
	}
	o.answer(t, "bob", "a2", answerData(old, "approve"))
	if n := o.last(t); n.Kind != hitl.NoticeRefused || n.Error.Rule != hitl.RuleAnswered {
		t.Errorf("the old plan took an answer: %+v", n)
	}
	// Back to what it was: the old approval stays void.
	back := o.hold(t, "r1", "x")
	if back.Replaces != fresh.ID {
		t.Errorf("it replaces %q", back.Replaces)
	}
	if back.ID == old.ID || back.ID == fresh.ID || o.state(t, fresh.ID) != hitl.Withdrawn {
		t.Fatalf("plans %s, %s, %s", old.ID, fresh.ID, back.ID)
	}
	p, _ := proposal("r1", "x")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || !errors.Is(err, pipeline.ErrHeld) {
		t.Errorf("an approval came back to life: %+v, %v", a, err)
	}
}

func TestQuorumCountsDistinctPeople(t *testing.T) {
	t.Parallel()
	o := open(t, quorum(2))
	plan := o.hold(t, "r1", "x")
	turn := o.answer(t, "ann", "a1", answerData(plan, "approve"))
	if turn.Fly || len(turn.Tell) != 1 || turn.Tell[0].Kind != pipeline.Notice || turn.Tell[0].Kind.Final() {
		t.Fatalf("one of two: %+v", turn)
	}
	if turn := o.answer(t, "ann", "a2", answerData(plan, "approve")); turn.Fly || o.last(t).Error.Rule != hitl.RuleAnswered {
		t.Fatalf("one person counts twice: %+v", turn)
	}
	if turn := o.answer(t, "Ann", "a9", answerData(plan, "approve")); turn.Fly {
		t.Fatal("one person counts twice under two spellings")
	}
	p, _ := proposal("r1", "x")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || err == nil {
		t.Fatal("spent with one of two approvals")
	}
	if turn := o.answer(t, "bob", "b1", answerData(plan, "approve")); !turn.Fly {
		t.Fatalf("two of two: %+v", turn)
	}
	if turn := o.answer(t, "ann", "a1", answerData(plan, "approve")); turn.Fly {
		t.Error("the first answer, redelivered, flies")
	}
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); err != nil || fmt.Sprint(a.By) != "[ann bob]" {
		t.Errorf("Spend = %+v, %v", a, err)
	}
	veto := o.hold(t, "r2", "x")
	o.answer(t, "ann", "a3", answerData(veto, "approve"))
	if turn := o.answer(t, "ann", "a4", answerData(veto, "reject")); len(turn.Tell) != 1 || o.state(t, veto.ID) != hitl.Rejected {
		t.Errorf("who approved cannot think better of it: %+v", turn)
	}
	one := open(t, func(c *hitl.Config) {
		c.QuorumFor = func(p pipeline.Proposal, _ pipeline.Decision) int { return len(p.Effects) }
	})
	if plan := one.hold(t, "r1", "x"); plan.Quorum != 2 {
		t.Errorf("quorum %d", plan.Quorum)
	}
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	o := open(t)
	unanswered, approved, rejected := o.hold(t, "r1", "x"), o.hold(t, "r2", "x"), o.hold(t, "r3", "x")
	o.answer(t, "ann", "a2", answerData(approved, "approve"))
	o.answer(t, "ann", "a3", answerData(rejected, "reject"))
	fs, next, err := o.desk.Expire(t.Context(), o.clock())
	if err != nil || len(fs) != 0 || !next.Equal(noon.Add(5*time.Minute)) {
		t.Fatalf("Expire = %d, %s, %v", len(fs), next, err)
	}
	o.wait(5 * time.Minute)
	p, _ := proposal("r2", "x")
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || !errors.Is(err, pipeline.ErrExpired) {
		t.Fatalf("spent too late: %+v, %v", a, err)
	}
	for range 2 { // told until it is landed
		fs, next, err = o.desk.Expire(t.Context(), o.clock())
		if err != nil || len(fs) != 1 || fs[0].SignalID != "r2" || fs[0].Kind != pipeline.Expired || fs[0].Err.Code != pipeline.CodeExpired || !next.Equal(noon.Add(15*time.Minute)) {
			t.Fatalf("Expire = %+v, %s, %v", fs, next, err)
		}
		noToken(t, fs[0], approved.Token)
	}
	if err := o.desk.Land(t.Context(), fs[0]); err != nil {
		t.Fatal(err)
	}
	if a, err := o.desk.Spend(t.Context(), p, judged(p)); a != nil || !errors.Is(err, pipeline.ErrExpired) {
		t.Fatalf("spent after it expired: %+v, %v", a, err)
	}
	o.wait(10 * time.Minute)
	if turn := o.answer(t, "ann", "a1", answerData(unanswered, "approve")); turn.Fly || o.last(t).Error.Rule != hitl.RuleTooLate || o.state(t, unanswered.ID) != hitl.Held {
		t.Fatalf("answered too late: %+v, %+v", turn, o.last(t))
	}
	fs, next, err = o.desk.Expire(t.Context(), o.clock())
	if err != nil || len(fs) != 1 || fs[0].SignalID != "r1" || !next.IsZero() {
		t.Fatalf("Expire = %+v, %s, %v", fs, next, err)
	}
	if n := o.last(t); n.Kind != hitl.NoticeExpired || n.Plan != unanswered.ID || n.Token != "" {
		t.Errorf("people were told %+v", n)
	}
	q, d := proposal("r1", "x")
	if f, err := o.desk.Suspend(t.Context(), q, d); err != nil || f.Kind != pipeline.Expired {
		t.Errorf("the same request after its end: %s, %v", f.Kind, err)
	}
	if err := o.desk.Land(t.Context(), fs[0]); err != nil {
		t.Fatal(err)
	}
	o.wait(25 * time.Hour)
	if fs, _, err := o.desk.Expire(t.Context(), o.clock()); err != nil || len(fs) != 0 {
		t.Fatalf("Expire = %+v, %v", fs, err)
	}
	if plans, err := o.desk.Plans(t.Context()); err != nil || len(plans) != 0 {
		t.Fatalf("%d plans are left, %v", len(plans), err)
	}
}

// What the last mile finds expired is told once, by the last mile.
func TestExpiredAtTheLastMile(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	o.answer(t, "ann", "a1", answerData(plan, "approve"))
	o.wait(6 * time.Minute)
	p, d := proposal("r1", "x")
	if err := o.desk.Land(t.Context(), pipeline.TellProposal(p, d, pipeline.Expired, o.clock())); err != nil {
		t.Fatal(err)
	}
	if fs, _, err := o.desk.Expire(t.Context(), o.clock()); err != nil || len(fs) != 0 || o.state(t, plan.ID) != hitl.Expired {
		t.Errorf("told again: %+v, %v", fs, err)
	}
}

// A policy that now allows what was approved leaves no plan behind that would
// later be told as expired.
func TestLandedUnderAnotherPolicy(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	o.answer(t, "ann", "a1", answerData(plan, "approve"))
	p, _ := proposal("r1", "x")
	p.Policy = "p2"
	d := pipeline.Decide(p, []pipeline.Verdict{{Gate: "policy", Outcome: pipeline.Allow, PerEffect: []pipeline.Verdict{{Outcome: pipeline.Allow}, {Outcome: pipeline.Allow}}}})
	if err := o.desk.Land(t.Context(), pipeline.TellProposal(p, d, pipeline.ToolOutput, o.clock())); err != nil {
		t.Fatal(err)
	}
	if got := o.state(t, plan.ID); got != hitl.Withdrawn {
		t.Errorf("the plan is %s", got)
	}
	// Feedback on what never was held touches no plan.
	held := o.hold(t, "r2", "x")
	q, _ := proposal("r9", "x")
	if err := o.desk.Land(t.Context(), pipeline.TellProposal(q, d, pipeline.ToolOutput, o.clock())); err != nil || o.state(t, held.ID) != hitl.Held {
		t.Errorf("a foreign plan is %s, %v", o.state(t, held.ID), err)
	}
}

func TestTooLargeForAnybody(t *testing.T) {
	t.Parallel()
	o := open(t)
	p, _ := proposal("r1", strings.Repeat("\u200b", 60_000))
	d := pipeline.Decide(p, []pipeline.Verdict{{Gate: "g", Outcome: pipeline.Hold, Rule: "r", Reason: "because"}})
	f, err := o.desk.Suspend(t.Context(), p, d)
	if err != nil || !f.Kind.Final() || f.Err.Rule != hitl.RuleTooLarge || f.Err.Code != pipeline.CodeBlocked {
		t.Fatalf("%s, %+v, %v", f.Kind, f.Err, err)
	}
	if plans, err := o.desk.Plans(t.Context()); err != nil || len(plans) != 0 || len(o.notices) != 0 {
		t.Errorf("%d plans, %d notices, %v", len(plans), len(o.notices), err)
	}
	// The largest command that is taken is still shown, however it is written.
	large := strings.Repeat("x<", 32<<10)
	p, d = proposal("r2", "x")
	p.Summary, p.Exact = large, []byte(`{"script":"`+large+`"}`)
	d.Proposal = p.Digest()
	f, err = o.desk.Suspend(t.Context(), p, d)
	if err != nil || f.Kind != pipeline.Suspended {
		t.Fatalf("%s, %+v, %v", f.Kind, f.Err, err)
	}
	e, err := event.Codec{}.Plan(event.Plan(o.last(t)))
	if err != nil || len(e.Body) > event.DefaultMaxBytes {
		t.Errorf("%d bytes, %v", len(e.Body), err)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	f, err := o.desk.Withdraw(t.Context(), plan.ID, "claude", "not needed")
	if err != nil || f.Kind != pipeline.Rejected || !strings.Contains(f.Err.Message, "not needed") || o.state(t, plan.ID) != hitl.Withdrawn {
		t.Fatalf("%+v, %v", f, err)
	}
	if turn := o.answer(t, "ann", "a1", answerData(plan, "approve")); turn.Fly {
		t.Error("a withdrawn plan flies")
	}
	if _, err := o.desk.Withdraw(t.Context(), plan.ID, "claude", ""); err == nil {
		t.Error("withdrawn twice")
	}
	for _, id := range []string{"", "../../x", "abcdefghjkmn"} {
		if _, err := o.desk.Plan(t.Context(), id); !errors.Is(err, pipeline.ErrNotFound) {
			t.Errorf("Plan(%q) = %v", id, err)
		}
	}
}

func TestDeskNeedsItsPorts(t *testing.T) {
	t.Parallel()
	if _, err := hitl.New(hitl.Config{}); err == nil {
		t.Error("a desk without store, notifier and clock was made")
	}
}
