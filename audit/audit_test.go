package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"passepartout/audit"
	"passepartout/event"
	"passepartout/pipeline"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// book is a log and its trail in memory.
type book struct {
	mu     sync.Mutex
	bodies [][]byte
	kinds  []pipeline.StepKind
	ids    []string
	fail   error
}

func (b *book) Append(_ context.Context, kind pipeline.StepKind, id string, body []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		return b.fail
	}
	b.bodies, b.kinds, b.ids = append(b.bodies, bytes.Clone(body)), append(b.kinds, kind), append(b.ids, id)
	return nil
}

func (b *book) Read(_ context.Context, from int64, each func([]byte) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, body := range b.bodies[min(from, int64(len(b.bodies))):] {
		if err := each(body); err != nil {
			return err
		}
	}
	return nil
}

// clock ticks a second at each look.
func clock() func() time.Time {
	now := noon
	return func() time.Time { now = now.Add(time.Second); return now }
}

func request(id string) pipeline.Signal {
	return pipeline.Signal{ID: id, Type: event.TypeRequest, Source: "/a", Session: "s1", Principal: "claude", Role: pipeline.RoleAgent, Depth: 1, Cause: "c0"}
}

// life is all steps of a request that was held, approved and failed.
func life(id string) []pipeline.Step {
	sig := request(id)
	p := pipeline.Proposal{
		ID: sig.Key(), Skill: "request", Signal: sig, Policy: "p1", Summary: "rm -r /srv/data", Exact: []byte(`{"argv":["rm"]}`), Confinement: "landlock",
		Action:  pipeline.Action{Target: "shell", Op: "run", Intent: "tidy\x1b[2J up", Params: json.RawMessage(`{"command":"rm -r /srv/data"}`)},
		Effects: []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "/srv/data", Certain: true}},
	}
	d := pipeline.Decide(p, []pipeline.Verdict{
		{Gate: "policy", Outcome: pipeline.Hold, Rule: "delete-outside", Reason: "outside", PerEffect: []pipeline.Verdict{{Outcome: pipeline.Hold, Rule: "delete-outside", Reason: "outside"}}},
		{Gate: "depth", Outcome: pipeline.Allow},
	})
	held := pipeline.TellProposal(p, d, pipeline.Suspended, noon)
	held.Plan = &pipeline.PlanRef{ID: "plan1", Deadline: noon.Add(time.Hour)}
	acted := pipeline.TellProposal(p, d, pipeline.ToolError, noon)
	acted.Approval = &pipeline.Approval{Proposal: p.Digest(), By: []pipeline.Principal{"ann"}, Plan: "plan1", Expires: noon.Add(time.Minute)}
	acted.Err = &pipeline.Error{Code: pipeline.CodeNonzeroExit, Message: "exit 3", Err: errors.New("inside")}
	acted.Result = &pipeline.Result{ExitCode: 3, Signal: "SIGTERM", TimedOut: true, Started: noon, Finished: noon.Add(1500 * time.Millisecond), Confinement: "landlock", Stdout: pipeline.Output{Bytes: 5}, Data: json.RawMessage(`{"stdout":"s3cret"}`)}
	answer := pipeline.Signal{ID: "a1", Type: event.TypeAnswer, Source: "/desk", Session: "default", Principal: "ann", Role: pipeline.RoleApprover,
		Data: json.RawMessage(`{"plan":"plan1","token":"TOKEN","answer":"approve","reason":"fine"}`)}
	forged := answer
	forged.ID, forged.Principal = "a0", "bob"
	replayed := acted
	replayed.Replayed = true
	return []pipeline.Step{
		{Kind: pipeline.StepDecided, Signal: sig, Proposal: &p, Decision: &d},
		{Kind: pipeline.StepSuspended, Signal: sig, Proposal: &p, Decision: &d, Feedback: &held},
		{Kind: pipeline.StepAnswered, Signal: forged, By: "bob"},
		{Kind: pipeline.StepAnswered, Signal: answer, By: "ann", Proposal: &p},
		{Kind: pipeline.StepActed, Signal: sig, Feedback: &acted},
		{Kind: pipeline.StepReplayed, Signal: sig, Feedback: &replayed},
	}
}

func record(t testing.TB, b *book, steps ...pipeline.Step) {
	t.Helper()
	r := audit.New(audit.Config{Log: b, Worker: "w1", Now: clock()})
	for _, s := range steps {
		if err := r.Record(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRecordsFitTheirSchema(t *testing.T) {
	t.Parallel()
	raw, ok := event.Schema(event.AuditType(pipeline.StepActed))
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
	b := &book{}
	steps := append(life("r1"),
		pipeline.Step{Kind: pipeline.StepRefused, Signal: pipeline.Signal{Principal: "claude"}, Note: "invalid_event: no id"},
		pipeline.Step{Kind: pipeline.StepOperated, By: "root", Note: "pause"},
		pipeline.Step{Kind: pipeline.StepExpired, Signal: request("r2"), Feedback: life("r2")[1].Feedback},
	)
	record(t, b, steps...)
	for i, body := range b.bodies {
		var v any
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", b.kinds[i], err, body)
		}
		for _, secret := range []string{"TOKEN", "s3cret", "inside", "\n"} {
			if bytes.Contains(body, []byte(secret)) {
				t.Errorf("%s holds %q: %s", b.kinds[i], secret, body)
			}
		}
		e, err := event.Codec{}.Audit(b.kinds[i], b.ids[i], body, noon)
		if err != nil || !pipeline.ValidToken(e.ID) {
			t.Errorf("%s as event %q: %v", b.kinds[i], e.ID, err)
		}
	}
}

func TestSchemaKnowsEveryStepAndKind(t *testing.T) {
	t.Parallel()
	raw, ok := event.Schema(event.AuditType(pipeline.StepActed))
	if !ok {
		t.Fatal("no schema")
	}
	for _, step := range []pipeline.StepKind{
		pipeline.StepRefused, pipeline.StepDecided, pipeline.StepPreviewed, pipeline.StepDenied, pipeline.StepSuspended,
		pipeline.StepAnswered, pipeline.StepActed, pipeline.StepExpired, pipeline.StepReplayed, pipeline.StepOperated,
	} {
		if !bytes.Contains(raw, []byte(`"`+string(step)+`"`)) {
			t.Errorf("step %s is not in the schema", step)
		}
	}
	for _, kind := range []pipeline.FeedbackKind{pipeline.ToolOutput, pipeline.ToolError, pipeline.Suspended, pipeline.Rejected, pipeline.Expired, pipeline.Notice} {
		if !bytes.Contains(raw, []byte(`"`+string(kind)+`"`)) {
			t.Errorf("feedback %s is not in the schema", kind)
		}
	}
}

// A step that no signal brought, such as an expiry, stands in the story of the
// request that it is about.
func TestExpiryBelongsToItsRequest(t *testing.T) {
	t.Parallel()
	b := &book{}
	steps := life("r1")
	record(t, b, steps[0], steps[1])
	over := *steps[1].Feedback
	over.Kind = pipeline.Expired
	half := pipeline.Signal{ID: "r1", Principal: "claude", Role: pipeline.RoleAgent} // without the source
	record(t, b, pipeline.Step{Kind: pipeline.StepExpired, Signal: half, Feedback: &over})
	rejected := over
	rejected.Kind = pipeline.Rejected
	answer := steps[3]
	answer.Proposal, answer.Feedback = nil, &rejected
	record(t, b, answer)
	s, err := audit.Explain(t.Context(), b, "r1")
	if err != nil || len(s.Records) != 4 || s.Records[2].Step != pipeline.StepExpired || s.Records[3].For != request("r1").Key() {
		t.Fatalf("%v: %s", err, s.Text())
	}
}

// Two unreadable messages of one sender are two steps.
func TestUnreadableMessagesAreCounted(t *testing.T) {
	t.Parallel()
	b := &book{}
	bad := pipeline.Step{Kind: pipeline.StepRefused, Signal: pipeline.Signal{Principal: "claude", Role: pipeline.RoleAgent}, Note: "invalid_event: no id"}
	record(t, b, bad, bad)
	if b.ids[0] == b.ids[1] {
		t.Error("they pass for one")
	}
}

func TestRecordIsNamedByWhatHappened(t *testing.T) {
	t.Parallel()
	b := &book{}
	record(t, b, life("r1")...)
	record(t, b, life("r1")...)
	record(t, b, life("r2")...)
	n := len(life("r1"))
	seen := map[string]bool{}
	for i := range n {
		if b.ids[i] != b.ids[n+i] {
			t.Errorf("%s told twice is %s and %s", b.kinds[i], b.ids[i], b.ids[n+i])
		}
		if seen[b.ids[i]] {
			t.Errorf("two steps are %s", b.ids[i])
		}
		seen[b.ids[i]] = true
		// The two answers do not depend on the request's id alone.
		if b.ids[i] == b.ids[2*n+i] && b.kinds[i] != pipeline.StepAnswered {
			t.Errorf("%s of two requests is %s", b.kinds[i], b.ids[i])
		}
	}
	pull := pipeline.Step{Kind: pipeline.StepOperated, By: "root", Note: "pause"}
	o := &book{}
	record(t, o, pull, pull)
	if o.ids[0] == o.ids[1] {
		t.Error("pulling a lever twice is one step")
	}
}

func TestRecordFailsLoudly(t *testing.T) {
	t.Parallel()
	b := &book{fail: errors.New("full")}
	r := audit.New(audit.Config{Log: b, Now: clock()})
	if err := r.Record(t.Context(), life("r1")[0]); err == nil {
		t.Error("what could not be stored counts as recorded")
	}
	r = audit.New(audit.Config{Log: &book{}, Now: clock(), Redact: redactor(func([]byte) []byte { return []byte("{") })})
	if err := r.Record(t.Context(), life("r1")[0]); err == nil {
		t.Error("broken JSON was recorded")
	}
}

type redactor func([]byte) []byte

func (r redactor) Redact(body []byte) []byte { return r(body) }

func TestRedactionComesFirst(t *testing.T) {
	t.Parallel()
	b := &book{}
	r := audit.New(audit.Config{Log: b, Now: clock(), Redact: redactor(func(body []byte) []byte {
		return bytes.ReplaceAll(body, []byte("/srv/data"), []byte("[redacted]"))
	})})
	if err := r.Record(t.Context(), life("r1")[0]); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.bodies[0], []byte("/srv/data")) || !bytes.Contains(b.bodies[0], []byte("[redacted]")) {
		t.Errorf("stored %s", b.bodies[0])
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	b := &book{}
	record(t, b, life("r1")...)
	record(t, b, life("r1")[:2]...) // told twice
	record(t, b, life("r2")[0])
	b.bodies = append(b.bodies, []byte("no record"))
	key := request("r1").Key()
	for _, id := range []string{"r1", key, "a1", "plan1"} {
		s, err := audit.Explain(t.Context(), b, id)
		if err != nil || s.Key != key || len(s.Records) != 5 {
			t.Fatalf("%s: %d records of %s, %v", id, len(s.Records), s.Key, err)
		}
		text := s.Text()
		for _, want := range []string{
			"Request r1 (" + key + ") of claude, session s1", "decided", "shell run: rm -r /srv/data", "claimed intent: tidy⟨U+001B⟩[2J up",
			"decision: hold", "hold  policy [delete-outside]: outside", "hold  delete /srv/data [delete-outside]: outside", "allow depth",
			"told: suspended", "flight plan plan1", "answered by ann", "approve of flight plan plan1: fine",
			"told: tool-error, exit 3, ended by SIGTERM, timed out, took 1.5s, confined by landlock", "nonzero_exit: exit 3", "approved by flight plan plan1, answered by ann",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("does not say %q:\n%s", want, text)
			}
		}
	}
	if _, err := audit.Explain(t.Context(), b, "r9"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("of nothing: %v", err)
	}
	other := request("r1")
	other.Principal = "codex"
	record(t, b, pipeline.Step{Kind: pipeline.StepRefused, Signal: other, Note: "x"})
	var ambiguous *audit.AmbiguousError
	if _, err := audit.Explain(t.Context(), b, "r1"); !errors.As(err, &ambiguous) || len(ambiguous.Keys) != 2 || !strings.Contains(err.Error(), key) {
		t.Errorf("two agents, one id: %v", err)
	}
}

// A refused answer says that it changed nothing.
func TestExplainRefusedAnswer(t *testing.T) {
	t.Parallel()
	b := &book{}
	record(t, b, life("r1")...)
	s, err := audit.Explain(t.Context(), b, "a0")
	if err != nil || !strings.Contains(s.Text(), "it was refused and changed nothing") {
		t.Errorf("%v\n%s", err, s.Text())
	}
}

func BenchmarkRecord(b *testing.B) {
	steps := life("r1")
	r := audit.New(audit.Config{Log: sink{}, Now: func() time.Time { return noon }})
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Record(b.Context(), steps[0]); err != nil {
			b.Fatal(err)
		}
	}
}

type sink struct{}

func (sink) Append(context.Context, pipeline.StepKind, string, []byte) error { return nil }
