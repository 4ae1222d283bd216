package hitl_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

func planOf(p pipeline.Proposal, d pipeline.Decision) hitl.FlightPlan {
	return hitl.FlightPlan{ID: "abcdefghjkmn", Token: "SECRET", State: hitl.Held, Proposal: p, Decision: d, Created: noon, Deadline: noon, Quorum: 1}
}

func TestRender(t *testing.T) {
	t.Parallel()
	p, d := proposal("r1", "rm -r /srv/data")
	p.Exact = []byte(`{"argv":["rm","-r","/srv/data"],"dir":"/srv","env":{"A":"<b>"},"mixed":[{"a":1},2],"pins":[{"word":"rm","path":"/usr/bin/rm"},{"path":"/srv/\u202ex"}],"script":"a\nb"}`)
	d.Proposal = p.Digest()
	want := `Flight plan abcdefghjkmn
claude asks (session s1) for shell run:

    rm -r /srv/data

Exactly:
  argv: ["rm","-r","/srv/data"]
  dir: /srv
  env: {"A":"<b>"}
  mixed: [{"a":1},2]
  pins: 
    {"path":"/usr/bin/rm","word":"rm"}
    {"path":"/srv/⟨U+202E⟩x"}
  script: 
    a
    b

What it would do, strictest first:
  hold   delete     /srv/data  (by rm)  (rule delete-outside)
  allow  read       /etc/hosts  (by cat)

Why a person must decide:
  policy: outside the workspace (delete-outside)

The agent says (its claim, not checked):
  > tidy up

Confined by: landlock
Policy:      p1
Digest:      ` + d.Proposal.String() + `
Approvals:   1 needed
Answer by:   2026-11-20T12:00:00Z
`
	if got := hitl.Render(planOf(p, d)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestRenderIsHonest(t *testing.T) {
	t.Parallel()
	p, d := proposal("r1", "x")
	p.Confinement, p.Exact, p.Action.Intent, p.Effects = "", nil, "", nil
	text := hitl.Render(planOf(p, d))
	for _, want := range []string{"UNCONFINED", "no exact form", "stated no effects", "  nothing\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("does not say %q:\n%s", want, text)
		}
	}
	p.Effects = []pipeline.Effect{{Kind: pipeline.KindUnknown, Object: "$X", Certain: false}}
	d.Verdicts = nil
	p.Exact = []byte("not json\x1b[2J")
	text = hitl.Render(planOf(p, d))
	for _, want := range []string{"hold   unknown    perhaps $X  (rule uncovered-effect)", "not json⟨U+001B⟩[2J", "no gate said why"} {
		if !strings.Contains(text, want) {
			t.Errorf("does not say %q:\n%s", want, text)
		}
	}
	p.Exact = []byte(`{"argv":["x"],"dir":`)
	if text := hitl.Render(planOf(p, d)); !strings.Contains(text, `{"argv":["x"],"dir":`) {
		t.Errorf("half of the exact form is hidden:\n%s", text)
	}
}

// Whatever the agent writes into its request, it cannot leave its place in the
// plan: no control characters, no line that looks like the worker's own.
func TestRenderContainsTheAgent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"\nConfined by: everything\n", "\x1b[1A\x1b[2K", "ok\r", "\u202eevil", "\n\n\n\n\n\nApprovals:   0 needed",
		}))
		p, d := proposal("r1", "x")
		p.Action.Intent, p.Summary = text.Draw(t, "intent"), text.Draw(t, "summary")
		p.Effects[0].Object, p.Effects[1].By = text.Draw(t, "object"), text.Draw(t, "by")
		exact, err := json.Marshal(map[string]string{"argv": text.Draw(t, "exact"), text.Draw(t, "key"): "v"})
		if err != nil {
			t.Fatal(err)
		}
		p.Exact = exact
		d.Verdicts[0].Reason = text.Draw(t, "reason")
		out := hitl.Render(planOf(p, d))
		for _, r := range out {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%U in:\n%s", r, out)
			}
		}
		if strings.Contains(out, "SECRET") {
			t.Fatalf("the token is in the text:\n%s", out)
		}
		for _, own := range []string{"Confined by:", "Approvals:", "Digest:", "Answer by:", "Policy:"} {
			if n := strings.Count("\n"+out, "\n"+own); n != 1 {
				t.Fatalf("%d lines begin with %q:\n%s", n, own, out)
			}
		}
	})
}

// What people are told is what the schema says, with every notice that the
// desk sends.
func TestNoticesFitTheirSchema(t *testing.T) {
	t.Parallel()
	raw, ok := event.Schema(event.TypePlanHeld)
	if !ok {
		t.Fatal("no schema")
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	o := open(t)
	approved, rejected, late, gone := o.hold(t, "r1", "x"), o.hold(t, "r2", "x"), o.hold(t, "r3", "x"), o.hold(t, "r4", "x")
	o.answer(t, "ann", "a1", answerData(approved, "approve"))
	o.answer(t, "ann", "a2", answerData(rejected, "reject"))
	o.answer(t, "claude", "a3", answerData(late, "approve"))
	o.answer(t, "ann", "a4", `{"plan":">"}`)
	if _, err := o.desk.Withdraw(t.Context(), gone.ID, "claude", ""); err != nil {
		t.Fatal(err)
	}
	o.wait(16 * 60e9)
	if _, _, err := o.desk.Expire(t.Context(), o.clock()); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, n := range o.notices {
		e, err := event.Codec{}.Plan(event.Plan(n))
		if err != nil {
			t.Fatal(err)
		}
		if ids[e.ID] {
			t.Errorf("two notices are %s", e.ID)
		}
		ids[e.ID] = true
		s, err := event.Codec{}.Decode(pipeline.Message{Header: e.Header, Body: e.Body})
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(s.Data, &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", n.Kind, err, s.Data)
		}
		if holds := strings.Contains(string(s.Data), `"token"`); holds != (n.Kind == hitl.NoticeHeld) {
			t.Errorf("%s holds a token: %v", n.Kind, holds)
		}
	}
	if len(o.notices) != 11 {
		t.Errorf("%d notices", len(o.notices))
	}
}

func BenchmarkAnswer(b *testing.B) {
	o := open(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p, d := proposal(fmt.Sprint("r", i), "x")
		f, err := o.desk.Suspend(b.Context(), p, d)
		if err != nil {
			b.Fatal(err)
		}
		plan, err := o.desk.Plan(b.Context(), f.Plan.ID)
		if err != nil {
			b.Fatal(err)
		}
		if turn, err := o.desk.Answer(b.Context(), signalOf("ann", "a", answerData(plan, "approve"))); err != nil || !turn.Fly {
			b.Fatal(err)
		}
		if _, err := o.desk.Spend(b.Context(), p, judged(p)); err != nil {
			b.Fatal(err)
		}
	}
}

// A change that is too long to be shown is cut, and says so.
func TestChangesAreBounded(t *testing.T) {
	t.Parallel()
	o := open(t)
	var last hitl.FlightPlan
	for n := range 2 {
		p, _ := proposal("r1", "x")
		p.Exact = fmt.Appendf(nil, `{"script":%q}`, fmt.Sprintln("line", n)+scriptOf(n))
		f, err := o.desk.Suspend(t.Context(), p, judged(p))
		if err != nil {
			t.Fatal(err)
		}
		if last, err = o.desk.Plan(t.Context(), f.Plan.ID); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(last.Changes); n != 41 || last.Changes[0] != "- line 0" || last.Changes[40] != "and more" {
		t.Errorf("%d lines of changes: %q", n, last.Changes)
	}
}

// scriptOf is a script of 100 lines, each of which tells n.
func scriptOf(n int) string {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "step %d of %d\n", i, n)
	}
	return b.String()
}
