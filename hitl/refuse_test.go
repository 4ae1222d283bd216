package hitl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"passepartout/event"
	"passepartout/hitl"
	"passepartout/hitl/hitltest"
	"passepartout/pipeline"
)

// Every answer that does not count is refused with its reason, told to people,
// and leaves the plan byte for byte as it was.
func TestRefusedAnswersChangeNothing(t *testing.T) {
	t.Parallel()
	with := func(key string, value any) func(map[string]any) { return func(m map[string]any) { m[key] = value } }
	without := func(key string) func(map[string]any) { return func(m map[string]any) { delete(m, key) } }
	tests := []struct {
		name string
		who  pipeline.Principal
		role pipeline.Role
		edit func(map[string]any)
		raw  string
		code pipeline.Code
		rule string
		says string // field, or a part of the message
	}{
		{name: "an agent answers", role: pipeline.RoleAgent, code: pipeline.CodePermissionDenied, rule: hitl.RuleNotApprover},
		{name: "an operator answers", role: pipeline.RoleOperator, code: pipeline.CodePermissionDenied, rule: hitl.RuleNotApprover},
		{name: "no role", role: "none", code: pipeline.CodePermissionDenied, rule: hitl.RuleNotApprover},
		{name: "the requester answers", who: "claude", code: pipeline.CodePermissionDenied, rule: hitl.RuleSelfGiven},
		{name: "the requester answers in capitals", who: "Claude", code: pipeline.CodePermissionDenied, rule: hitl.RuleSelfGiven},
		{name: "wrong token", edit: with("token", "wrong"), code: pipeline.CodePermissionDenied, rule: hitl.RuleWrongToken},
		{name: "foreign token", edit: with("token", "FOREIGN"), code: pipeline.CodePermissionDenied, rule: hitl.RuleWrongToken},
		{name: "no token", edit: without("token"), code: pipeline.CodeInvalidRequest, says: "data.token"},
		{name: "empty token", edit: with("token", ""), code: pipeline.CodeInvalidRequest, says: "data.token"},
		{name: "unknown plan", edit: with("plan", "abcdefghjkmn"), code: pipeline.CodeNotFound, rule: hitl.RuleUnknownPlan},
		{name: "no plan", edit: without("plan"), code: pipeline.CodeInvalidRequest, says: "data.plan"},
		{name: "a subject as plan", edit: with("plan", "pp.answer.>"), code: pipeline.CodeInvalidRequest, says: "data.plan"},
		{name: "no answer", edit: without("answer"), code: pipeline.CodeInvalidRequest, says: "data.answer"},
		{name: "another answer", edit: with("answer", "maybe"), code: pipeline.CodeInvalidRequest, says: "data.answer"},
		{name: "capital answer", edit: with("answer", "Approve"), code: pipeline.CodeInvalidRequest, says: "data.answer"},
		{name: "an edit", edit: with("answer", "edit"), code: pipeline.CodeInvalidRequest, says: "data.answer"},
		{name: "answer as boolean", edit: with("answer", true), code: pipeline.CodeInvalidRequest, says: "data.answer"},
		{name: "for another digest", edit: with("digest", pipeline.Digest{1}.String()), code: pipeline.CodeInvalidRequest, rule: hitl.RuleOtherDigest},
		{name: "for a digest of noughts", edit: with("digest", pipeline.Digest{}.String()), code: pipeline.CodeInvalidRequest, rule: hitl.RuleOtherDigest},
		{name: "no digest at all", edit: with("digest", "yes"), code: pipeline.CodeInvalidRequest, says: "digest"},
		{name: "in another's name", edit: with("by", "bob"), code: pipeline.CodeInvalidRequest, says: "data.by"},
		{name: "as another principal", edit: with("principal", "bob"), code: pipeline.CodeInvalidRequest, says: "data.principal"},
		{name: "as another approver", edit: with("approver", "bob"), code: pipeline.CodeInvalidRequest, says: "data.approver"},
		{name: "unknown key", edit: with("aprove", true), code: pipeline.CodeInvalidRequest, says: "data.aprove"},
		{name: "long reason", edit: with("reason", strings.Repeat("x", 3000)), code: pipeline.CodeInvalidRequest, says: "data.reason"},
		{name: "two answers in one", raw: `{"plan":"PLAN","token":"TOKEN","answer":"reject","answer":"approve"}`, code: pipeline.CodeInvalidRequest, says: "data.answer"},
		{name: "two answers in two cases", raw: `{"plan":"PLAN","token":"TOKEN","answer":"reject","Answer":"approve"}`, code: pipeline.CodeInvalidRequest, says: "data.Answer"},
		{name: "no object", raw: `"approve"`, code: pipeline.CodeInvalidRequest, says: "data"},
		{name: "nothing", raw: ` `, code: pipeline.CodeInvalidRequest, says: "data"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			foreign, plan := o.hold(t, "r0", "x"), o.hold(t, "r1", "x")
			before, _, err := o.store.Get(t.Context(), plan.ID)
			if err != nil {
				t.Fatal(err)
			}
			data := answerData(plan, "approve")
			if tt.edit != nil {
				tt.edit(data)
			}
			if data["token"] == "FOREIGN" {
				data["token"] = foreign.Token
			}
			s := signalOf("ann", "a1", data)
			if tt.raw != "" {
				s.Data = json.RawMessage(strings.NewReplacer("PLAN", plan.ID, "TOKEN", plan.Token).Replace(tt.raw))
			}
			if tt.who != "" {
				s.Principal = tt.who
			}
			if tt.role != "" {
				s.Role = tt.role
			}
			turn, err := o.desk.Answer(t.Context(), s)
			if err != nil || turn.Fly || len(turn.Tell) != 0 || turn.Proposal.ID != "" {
				t.Fatalf("turn %+v, %v", turn, err)
			}
			n := o.last(t)
			if n.Kind != hitl.NoticeRefused || n.Error == nil || n.To != s.Principal || n.Cause != "a1" || n.Token != "" || !pipeline.ValidToken(n.Plan) || !pipeline.ValidToken(string(n.Agent)) {
				t.Fatalf("people were told %+v", n)
			}
			if n.Error.Code != tt.code || n.Error.Rule != tt.rule || !strings.Contains(n.Error.Field+" "+n.Error.Message, tt.says) || n.Error.Message == "" {
				t.Errorf("refused with %+v", n.Error)
			}
			if after, _, err := o.store.Get(t.Context(), plan.ID); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the plan changed: %v\n%s\n%s", err, before, after)
			}
			if _, err := (event.Codec{}).Plan(event.Plan(n)); err != nil {
				t.Errorf("the notice cannot be published: %v", err)
			}
		})
	}
}

func TestDoubleClick(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	if turn := o.answer(t, "ann", "a1", answerData(plan, "approve")); !turn.Fly {
		t.Fatal("does not fly")
	}
	if turn := o.answer(t, "ann", "a2", answerData(plan, "approve")); turn.Fly {
		t.Error("the second click flies again")
	}
	if n := o.last(t); n.Error == nil || !strings.Contains(n.Error.Message, "approve by ann") {
		t.Errorf("the second click is told %+v", n.Error)
	}
	if turn := o.answer(t, "ann", "a1", answerData(plan, "approve")); !turn.Fly {
		t.Error("the same answer delivered again leads elsewhere before it has landed")
	}
	if turn := o.answer(t, "ann", "a1", answerData(plan, "reject")); turn.Fly || len(turn.Tell) != 0 || o.last(t).Error.Rule != hitl.RuleReusedID {
		t.Errorf("one id, two answers: %+v", turn)
	}
	if turn := o.answer(t, "bob", "b1", answerData(plan, "reject")); len(turn.Tell) != 0 || o.state(t, plan.ID) != hitl.Approved {
		t.Errorf("rejected after it was approved: %+v", turn)
	}
}

// An answer that comes before the plan is written finds no plan; the plan is
// asked for anew with a token that nobody could know.
func TestAnswerBeforeThePlan(t *testing.T) {
	t.Parallel()
	o, twin := open(t), open(t)
	guess := twin.hold(t, "r1", "x") // the id can be computed, the token cannot
	if turn := o.answer(t, "ann", "a1", answerData(guess, "approve")); turn.Fly || o.last(t).Error.Rule != hitl.RuleUnknownPlan {
		t.Fatalf("turn %+v", turn)
	}
	plan := o.hold(t, "r1", "x")
	if plan.ID != guess.ID || plan.Token == guess.Token || plan.State != hitl.Held {
		t.Errorf("plan %+v", plan)
	}
}

func TestRacingApprovers(t *testing.T) {
	t.Parallel()
	for range 20 {
		o := open(t)
		plan := o.hold(t, "r1", "x")
		var wg sync.WaitGroup
		flies := make(chan pipeline.Turn, 8)
		for i := range 8 {
			wg.Go(func() {
				kind := "approve"
				if i%2 == 1 {
					kind = "reject"
				}
				turn, err := o.desk.Answer(t.Context(), signalOf(pipeline.Principal(fmt.Sprint("p", i)), "a", answerData(plan, kind)))
				if err != nil {
					t.Error(err)
				}
				flies <- turn
			})
		}
		wg.Wait()
		close(flies)
		counted := 0
		for turn := range flies {
			if turn.Fly || len(turn.Tell) > 0 {
				counted++
			}
		}
		got, err := o.desk.Plan(t.Context(), plan.ID)
		if err != nil || counted != 1 || len(got.Answers) != 1 {
			t.Fatalf("%d answers count, the plan holds %d, %v", counted, len(got.Answers), err)
		}
	}
}

func TestRacingWorkersSpendTheSame(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	o.answer(t, "ann", "a1", answerData(plan, "approve"))
	p, d := proposal("r1", "x")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if a, err := o.desk.Spend(t.Context(), p, judged(p)); err != nil || a.Plan != plan.ID {
				t.Errorf("Spend = %+v, %v", a, err)
			}
			if f, err := o.desk.Suspend(t.Context(), p, d); err != nil || f.Plan == nil {
				t.Errorf("Suspend = %+v, %v", f, err)
			}
		})
	}
	wg.Wait()
}

// If people cannot be told, nothing is lost: the message is handed back, and
// its next delivery leads to the same turn.
func TestUntoldIsTriedAgain(t *testing.T) {
	t.Parallel()
	o := open(t)
	p, d := proposal("r1", "x")
	o.fail = errors.New("bus is gone")
	if _, err := o.desk.Suspend(t.Context(), p, d); err == nil {
		t.Fatal("suspended, although nobody was asked")
	}
	o.fail = nil
	plan := o.hold(t, "r1", "x")
	if n := o.last(t); n.Kind != hitl.NoticeHeld || n.Token != plan.Token {
		t.Fatalf("people were told %+v", n)
	}
	o.fail = errors.New("bus is gone")
	for _, data := range []any{answerData(plan, "approve"), map[string]any{"plan": plan.ID, "token": "wrong", "answer": "approve"}} {
		if _, err := o.desk.Answer(t.Context(), signalOf("ann", "a1", data)); err == nil {
			t.Fatal("answered, although nobody was told")
		}
	}
	o.fail = nil
	if turn := o.answer(t, "ann", "a1", answerData(plan, "approve")); !turn.Fly || o.last(t).Kind != hitl.NoticeAnswered {
		t.Errorf("the redelivered answer leads to %+v", turn)
	}
}

func TestBrokenRecordStopsNobodyElse(t *testing.T) {
	t.Parallel()
	o := open(t)
	plan := o.hold(t, "r1", "x")
	if _, err := o.store.Create(t.Context(), "zzzzzzzzzzzz", []byte("{")); err != nil {
		t.Fatal(err)
	}
	o.wait(16 * time.Minute)
	fs, _, err := o.desk.Expire(t.Context(), o.clock())
	if err == nil || len(fs) != 1 || o.state(t, plan.ID) != hitl.Expired {
		t.Errorf("Expire = %d, %v", len(fs), err)
	}
}

// counting counts the reads of a store.
type counting struct {
	*hitltest.Memory
	reads *int
}

func (c counting) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	*c.reads++
	return c.Memory.Get(ctx, key)
}

// A look at the deadlines costs what is open, not what ever was.
func TestEndedPlansSleep(t *testing.T) {
	t.Parallel()
	reads := 0
	o := open(t, func(c *hitl.Config) { c.Plans = counting{c.Plans.(*hitltest.Memory), &reads} })
	for i := range 20 {
		plan := o.hold(t, fmt.Sprint("r", i), "x")
		o.answer(t, "ann", fmt.Sprint("a", i), answerData(plan, "reject"))
	}
	o.hold(t, "open", "x")
	look := func() int {
		reads = 0
		if _, next, err := o.desk.Expire(t.Context(), o.clock()); err != nil || !next.Equal(noon.Add(15*time.Minute)) {
			t.Fatalf("%s, %v", next, err)
		}
		return reads
	}
	if first, second := look(), look(); first != 21 || second != 1 {
		t.Errorf("%d reads, then %d", first, second)
	}
	o.wait(25 * time.Hour)
	if _, _, err := o.desk.Expire(t.Context(), o.clock()); err != nil {
		t.Fatal(err)
	}
	if plans, err := o.desk.Plans(t.Context()); err != nil || len(plans) != 1 {
		t.Errorf("%d plans are left, %v", len(plans), err)
	}
}

// Whatever bytes an approver sends: without the token, or in another's name,
// nothing happens to the plan.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"plan":"PLAN","token":"TOKEN","answer":"approve"}`, `{"plan":"PLAN","token":"x","answer":"approve"}`,
		`{"plan":"PLAN","token":"TOKEN","answer":"reject","reason":"no","by":"bob"}`, `{"plan":"PLAN","Token":"TOKEN","answer":"approve"}`,
		`{"plan":"PLAN","token":null,"answer":"approve"}`, `[]`, ``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := open(t)
		plan := o.hold(t, "r1", "x")
		text = strings.NewReplacer("PLAN", plan.ID, "TOKEN", plan.Token).Replace(text)
		turn, err := o.desk.Answer(t.Context(), signalOf("ann", "a1", text))
		if err != nil {
			t.Fatal(err)
		}
		n := o.last(t)
		switch state := o.state(t, plan.ID); {
		case state == hitl.Held && (turn.Fly || len(turn.Tell) > 0 || n.Kind != hitl.NoticeRefused):
			t.Fatalf("nothing happened, yet %+v, %+v", turn, n)
		case state != hitl.Held && (n.Kind != hitl.NoticeAnswered || n.To != "ann" || !strings.Contains(text, `"answer"`)):
			t.Fatalf("%q made it %s: %+v", text, state, n)
		case state == hitl.Approved != turn.Fly:
			t.Fatalf("%s, flies %v", state, turn.Fly)
		}
	})
}
