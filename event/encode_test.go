package event_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ce "github.com/cloudevents/sdk-go/v2/event"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"passepartout/event"
	"passepartout/pipeline"
)

// TB is what a test and a property check have in common.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.UTC)

func checkSchema(t TB, typ string, data json.RawMessage) {
	t.Helper()
	raw, ok := event.Schema(typ)
	if !ok {
		t.Fatalf("no schema for %s", typ)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatalf("schema of %s: %v", typ, err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("schema of %s: %v", typ, err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("data of %s: %v", typ, err)
	}
	if err := resolved.Validate(v); err != nil {
		t.Fatalf("data of %s is not what its schema says: %v\n%s", typ, err, data)
	}
}

// back reads an encoded event through our decoder and through the SDK, and
// compares the two.
func back(t TB, e event.Encoded) pipeline.Signal {
	t.Helper()
	s, err := event.Codec{MaxBytes: 8 << 20}.Decode(pipeline.Message{Header: e.Header, Body: e.Body})
	if err != nil {
		t.Fatalf("%s cannot be read: %v\n%v %s", e.Type, err, e.Header, e.Body)
	}
	if s.ID != e.ID || s.Type != e.Type {
		t.Fatalf("read %s %s, want %s %s", s.Type, s.ID, e.Type, e.ID)
	}
	if strings.HasPrefix(e.Header["content-type"][0], "application/cloudevents") {
		var other ce.Event
		if err := other.UnmarshalJSON(e.Body); err != nil {
			t.Fatalf("the SDK cannot read %s: %v", e.Body, err)
		}
		if err := other.Validate(); err != nil {
			t.Fatalf("the SDK finds fault with %s: %v", e.Body, err)
		}
		if other.ID() != s.ID || other.Source() != s.Source || other.Type() != s.Type || !other.Time().Equal(s.Time) ||
			!bytes.Equal(bytes.TrimSpace(other.Data()), s.Data) {
			t.Fatalf("the SDK reads another event:\n%v\n%+v", other, s)
		}
	}
	return s
}

func signal() pipeline.Signal {
	return pipeline.Signal{ID: "req-1", Type: event.TypeRequest, Source: "/a", Session: "s1", Principal: "claude", Role: pipeline.RoleAgent, Depth: 2, Trace: trace}
}

func decision() *pipeline.Decision {
	return &pipeline.Decision{Proposal: sha256.Sum256([]byte("x")), Outcome: pipeline.Hold, Verdicts: []pipeline.Verdict{{
		Gate: "policy", Outcome: pipeline.Hold, Code: pipeline.CodeHeld, Rule: "r", Reason: "because <&>", Hint: "h",
		PerEffect: []pipeline.Verdict{{Gate: "policy", Outcome: pipeline.Hold, Rule: "r"}},
	}}}
}

func feedbacks() []pipeline.Feedback {
	s := signal()
	withAll := pipeline.Tell(s, pipeline.ToolError, noon)
	withAll.Target, withAll.Op, withAll.Decision, withAll.Proposal = "shell", "run", decision(), decision().Proposal
	withAll.Result = &pipeline.Result{Data: json.RawMessage(`{"success":false,"stdout":"<b>","exit_code":1}`)}
	withAll.Err = &pipeline.Error{Code: pipeline.CodeNonzeroExit, Message: "exit 1", Field: "f", Rule: "r", Hint: "h", Err: fmt.Errorf("inside")}
	withAll.Approval = &pipeline.Approval{Plan: "abc", By: []pipeline.Principal{"ann", "bob"}}
	withAll.Text, withAll.Replayed = "text", true
	suspended := pipeline.Tell(s, pipeline.Suspended, noon)
	suspended.Plan = &pipeline.PlanRef{ID: "abc", Deadline: noon.Add(time.Hour)}
	rejected := pipeline.Tell(s, pipeline.Rejected, noon)
	rejected.Plan = &pipeline.PlanRef{ID: "abc", By: []pipeline.Principal{"ann"}, Reason: "no"}
	return []pipeline.Feedback{withAll, suspended, rejected, pipeline.Tell(s, pipeline.ToolOutput, noon), pipeline.Tell(s, pipeline.Expired, noon), pipeline.Tell(s, pipeline.Notice, noon)}
}

func TestFeedback(t *testing.T) {
	t.Parallel()
	for _, c := range []event.Codec{{}, {Binary: true, Source: "/passepartout/w 1"}} {
		for _, f := range feedbacks() {
			e, err := c.Feedback(f)
			if err != nil {
				t.Fatal(err)
			}
			s := back(t, e)
			checkSchema(t, e.Type, s.Data)
			kind, ok := event.FeedbackKind(s.Type)
			if !ok || kind != f.Kind || s.Session != f.Session || s.Depth != 3 || s.Cause != "req-1" || s.Trace != trace || !s.Time.Equal(noon) {
				t.Errorf("binary %v: %s as %+v", c.Binary, f.Kind, s)
			}
			if bytes.Contains(e.Body, []byte("inside")) || bytes.Contains(e.Body, []byte("token")) || bytes.Contains(e.Body, []byte(`\u003c`)) {
				t.Errorf("tells too much, or badly: %s", e.Body)
			}
			d, err := event.Read[event.Feedback](s)
			if err != nil || d.Request != "req-1" || d.Key != f.Key || d.Agent != "claude" {
				t.Errorf("read %+v, %v", d, err)
			}
			if f.Decision != nil && (d.Outcome != "hold" || d.Plan.ID != "abc" || len(d.Plan.By) != 2 || string(d.Result) == "" || d.Error.Code != pipeline.CodeNonzeroExit) {
				t.Errorf("lost something: %+v", d)
			}
		}
	}
}

func TestFeedbackIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range feedbacks() {
		one, err := event.Codec{}.Feedback(f)
		if err != nil {
			t.Fatal(err)
		}
		f.Replayed, f.At = true, noon.Add(time.Hour)
		two, err := event.Codec{}.Feedback(f)
		if err != nil || one.ID != two.ID {
			t.Errorf("%s told twice is %q and %q (%v)", f.Kind, one.ID, two.ID, err)
		}
		if seen[one.ID] {
			t.Errorf("%s has the id of another", f.Kind)
		}
		seen[one.ID] = true
	}
}

func TestFeedbackTooLargeIsCutAndSaysSo(t *testing.T) {
	t.Parallel()
	result := func(v map[string]any) json.RawMessage {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	tests := map[string]struct {
		result json.RawMessage
		kept   bool
	}{
		"one stream":  {result(map[string]any{"stdout": strings.Repeat("ü", 1<<20), "exit_code": 3}), true},
		"two streams": {result(map[string]any{"stdout": strings.Repeat("\x01", 400_000), "stderr": strings.Repeat("\x02", 400_000), "exit_code": 3}), true},
		"no text":     {result(map[string]any{"list": make([]int, 1<<20)}), false},
		"no object":   {json.RawMessage(`"` + strings.Repeat("x", 2<<20) + `"`), false},
	}
	for name, tt := range tests {
		f := pipeline.Tell(signal(), pipeline.ToolOutput, noon)
		f.Result = &pipeline.Result{Data: tt.result}
		e, err := event.Codec{}.Feedback(f)
		if err != nil || len(e.Body) > event.DefaultMaxBytes {
			t.Errorf("%s: %d bytes, %v", name, len(e.Body), err)
			continue
		}
		d, err := event.Read[event.Feedback](back(t, e))
		if err != nil || tt.kept != (len(d.Result) > 0) {
			t.Errorf("%s: result has %d bytes, %v", name, len(d.Result), err)
			continue
		}
		if !tt.kept {
			continue
		}
		var r struct {
			Stdout    string `json:"stdout"`
			Truncated bool   `json:"truncated"`
			ExitCode  int    `json:"exit_code"`
		}
		if err := json.Unmarshal(d.Result, &r); err != nil || !r.Truncated || r.ExitCode != 3 || !strings.Contains(r.Stdout, "bytes left out") || !utf8.ValidString(r.Stdout) {
			t.Errorf("%s: %v, truncated %v, exit %d", name, err, r.Truncated, r.ExitCode)
		}
	}
}

func TestEveryOtherEvent(t *testing.T) {
	t.Parallel()
	for _, c := range []event.Codec{{}, {Binary: true}} {
		env := event.Envelope{ID: "e1", Source: "/client", Session: "s1", Trace: trace, At: noon}
		plan := event.Plan{
			Kind: "held", Plan: "abcdefghjkmn", Token: "secret", Agent: "claude", Session: "s1", Request: "req-1", Key: "k", Target: "shell", Op: "run",
			Summary: "rm x", Intent: "tidy", Effects: []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "/x", By: "rm", Mark: "m", Span: pipeline.Span{Start: 1, End: 2}}},
			Verdicts: decision().Verdicts, Rule: "r", Reason: "b", Digest: decision().Proposal, Policy: "p1", Confinement: "landlock", Deadline: noon, Quorum: 2, Text: "text",
			To: "ann", Answer: "approve", Comment: "ok", By: []pipeline.Principal{"ann"}, State: "held", Error: &pipeline.Error{Code: pipeline.CodeExpired, Message: "late"}, Cause: "req-1", Trace: trace, Depth: 1, At: noon,
		}
		events := map[string]func() (event.Encoded, error){
			"request": func() (event.Encoded, error) {
				return c.Request(env, event.Request{Target: "shell", Op: "run", Params: json.RawMessage(`{"command":"ls"}`), Intent: "i", Idempotent: true, DryRun: true, Agent: "claude", Principal: "claude"})
			},
			"answer": func() (event.Encoded, error) {
				return c.Answer(env, event.Answer{Plan: "p", Token: "t", Answer: "reject", Reason: "r", Digest: decision().Proposal.String()})
			},
			"control": func() (event.Encoded, error) {
				return c.Control(env, event.Control{Op: "pause", Principal: "claude", Session: "s", Object: "o", Reason: "r"})
			},
			"plan": func() (event.Encoded, error) { return c.Plan(plan) },
			"refusal": func() (event.Encoded, error) {
				return c.Plan(event.Plan{Kind: "refused", Plan: "unknown", Agent: "unknown", To: "bob", Cause: "e1", Error: plan.Error})
			},
			"output": func() (event.Encoded, error) {
				return c.Output(signal(), pipeline.Chunk{Stream: "stdout", Seq: 3, Data: []byte("hi\n"), At: noon})
			},
			"raw": func() (event.Encoded, error) {
				return c.Output(signal(), pipeline.Chunk{Stream: "stderr", Data: []byte("\xff")})
			},
			"dead": func() (event.Encoded, error) {
				return c.Dead(pipeline.Message{Subject: "pp.request.x", Header: map[string][]string{"A": {"b"}}, Body: []byte("{"), Delivery: 1, Published: noon}, &pipeline.Error{Code: pipeline.CodeInvalidEvent, Message: "m"}, noon)
			},
			"dead raw": func() (event.Encoded, error) {
				return c.Dead(pipeline.Message{Subject: "s", Body: []byte{0xff, 0}}, &pipeline.Error{Code: pipeline.CodeInternal, Message: "m"}, noon)
			},
			"audit": func() (event.Encoded, error) {
				return c.Audit(pipeline.StepActed, "acted-1", []byte(`{"id":"acted-1","step":"acted","at":"2026-11-20T12:00:00Z","key":"k"}`), noon)
			},
		}
		for name, encode := range events {
			e, err := encode()
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			checkSchema(t, e.Type, back(t, e).Data)
		}
	}
}

func TestOutputKeepsItsBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		e, err := event.Codec{}.Output(signal(), pipeline.Chunk{Stream: "stdout", Data: data})
		if err != nil {
			t.Fatal(err)
		}
		o, err := event.Read[event.Output](back(t, e))
		if err != nil || !bytes.Equal(o.Bytes(), data) {
			t.Fatalf("%q came back as %q: %v", data, o.Bytes(), err)
		}
	})
}

func TestDeadLetters(t *testing.T) {
	t.Parallel()
	why := &pipeline.Error{Code: pipeline.CodeInvalidEvent, Message: "m"}
	read := func(m pipeline.Message) (event.Dead, string) {
		e, err := event.Codec{}.Dead(m, why, noon)
		if err != nil || len(e.Body) > event.DefaultMaxBytes {
			t.Fatalf("%d bytes: %v", len(e.Body), err)
		}
		d, err := event.Read[event.Dead](back(t, e))
		if err != nil {
			t.Fatal(err)
		}
		return d, e.ID
	}
	m := pipeline.Message{Subject: "pp.request.x", Header: map[string][]string{"ce-id": {"1"}}, Body: []byte("\xff{"), Delivery: 1, Published: noon}
	d, id := read(m)
	if again, whole := d.Message(); !whole || !bytes.Equal(again.Body, m.Body) || again.Subject != m.Subject || again.Header["ce-id"][0] != "1" {
		t.Errorf("cannot be sent again: %+v", again)
	}
	m.Delivery = 2
	if _, again := read(m); again != id {
		t.Error("buried twice under two names")
	}
	for name, m := range map[string]pipeline.Message{
		"large body":    {Subject: "s", Body: bytes.Repeat([]byte("x"), 10<<20)},
		"control bytes": {Subject: "s", Body: bytes.Repeat([]byte{1}, 10<<20)},
		"large header":  {Subject: "s", Header: map[string][]string{"x": {strings.Repeat("y", 1<<20)}}},
	} {
		d, _ := read(m)
		if _, whole := d.Message(); whole || d.Bytes != len(m.Body) {
			t.Errorf("%s: passes for whole (%d bytes)", name, d.Bytes)
		}
	}
}

// What clients write, workers read as it was meant, in both modes.
func TestRequestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[!-~]([ -~äß世]{0,20}[!-~])?`)
		token := rapid.StringMatching(`[a-zA-Z0-9][a-zA-Z0-9_-]{0,20}`)
		env := event.Envelope{
			ID: text.Draw(t, "id"), Source: "/" + token.Draw(t, "source"), Session: token.Draw(t, "session"), Cause: text.Draw(t, "cause"),
			Depth: rapid.IntRange(0, 1000).Draw(t, "depth"), At: noon.Add(time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "at"))),
		}
		want := event.Request{Target: rapid.String().Draw(t, "target"), Op: "x" + rapid.String().Draw(t, "op"), Intent: rapid.String().Draw(t, "intent"), DryRun: rapid.Bool().Draw(t, "dry")}
		e, err := event.Codec{Binary: rapid.Bool().Draw(t, "binary")}.Request(env, want)
		if err != nil {
			t.Fatal(err)
		}
		s := back(t, e)
		if s.ID != env.ID || s.Source != env.Source || s.Session != env.Session || s.Cause != env.Cause || s.Depth != env.Depth || !s.Time.Equal(env.At) {
			t.Fatalf("sent %+v, read %+v", env, s)
		}
		got, err := event.Read[event.Request](s)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Fatalf("sent %+v, read %+v, %v", want, got, err)
		}
	})
}

func TestEmitRefusesWhatNobodyCouldRead(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`{`, `{"a":1,"a":2}`, "hello"} {
		if _, err := (event.Codec{}).Emit(event.Envelope{ID: "1"}, "t", json.RawMessage(data)); err == nil {
			t.Errorf("emits %s", data)
		}
	}
	if _, err := (event.Codec{MaxBytes: 1000}).Emit(event.Envelope{ID: "1"}, "t", json.RawMessage(`"`+strings.Repeat("x", 1000)+`"`)); err == nil {
		t.Error("emits more than fits")
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	if typ := event.FeedbackType(pipeline.ToolOutput); typ != "passepartout.feedback.tool-output.v1" {
		t.Error(typ)
	}
	if typ := event.PlanType("held"); typ != event.TypePlanHeld {
		t.Error(typ)
	}
	for _, typ := range []string{"passepartout.feedback..v1", "passepartout.feedback.a.b.v1", "passepartout.feedback.a", "x.v1", ""} {
		if kind, ok := event.FeedbackKind(typ); ok {
			t.Errorf("%q is feedback of kind %q", typ, kind)
		}
	}
	if got := strings.Join(event.Schemas(), " "); got != "answer audit control dead feedback output plan request" {
		t.Errorf("schemas: %s", got)
	}
	if _, ok := event.Schema("passepartout.heartbeat.v1"); ok {
		t.Error("a heartbeat has no schema")
	}
}

func BenchmarkDecode(b *testing.B) {
	data := `{"target":"shell","op":"run","params":{"command":"` + strings.Repeat("x", 800) + `"},"intent":"see what changed"}`
	for name, m := range map[string]pipeline.Message{
		"structured": structuredMessage(envelope(`,"session":"s1","time":"2026-11-20T12:00:00Z"`, data)),
		"binary":     binaryMessage(data, "ce-session", "s1", "ce-time", "2026-11-20T12:00:00Z"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (event.Codec{}).Decode(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	body := structuredMessage(envelope(`,"session":"s1","time":"2026-11-20T12:00:00Z"`, data)).Body
	b.Run("sdk", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var e ce.Event
			if err := e.UnmarshalJSON(body); err != nil || e.Validate() != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEncodeFeedback(b *testing.B) {
	f := feedbacks()[0]
	f.Result.Data = json.RawMessage(`{"stdout":"` + strings.Repeat("x", 800) + `"}`)
	for _, c := range []event.Codec{{}, {Binary: true}} {
		b.Run(fmt.Sprintf("binary=%v", c.Binary), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Feedback(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
