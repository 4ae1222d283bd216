package perceive_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/pipeline"
	"passepartout/pipeline/perceive"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// decoder hands out what a test wants to have been in the message.
type decoder func(m pipeline.Message) (pipeline.Signal, error)

func (d decoder) Decode(m pipeline.Message) (pipeline.Signal, error) { return d(m) }

func reads(s pipeline.Signal) decoder {
	return func(pipeline.Message) (pipeline.Signal, error) { return s, nil }
}

// attributor takes the last two tokens of a subject for role and name.
type attributor struct{}

func (attributor) Sender(subject string) (pipeline.Principal, pipeline.Role, error) {
	tokens := strings.Split(subject, ".")
	if len(tokens) != 3 {
		return "", "", errors.New("no such subject")
	}
	return pipeline.Principal(tokens[2]), pipeline.Role(tokens[1]), nil
}

func stage(d perceive.Decoder) *perceive.Stage {
	return perceive.New(perceive.Config{
		Decoder: d, Attributor: attributor{},
		Limits: perceive.Limits{MaxBytes: 1000, MaxAge: time.Hour, MaxSkew: time.Minute, MaxDepth: 8},
		Types:  map[pipeline.Role][]string{pipeline.RoleAgent: {"request", "other"}},
		Now:    func() time.Time { return noon },
	})
}

func message() pipeline.Message {
	return pipeline.Message{Subject: "pp.agent.alpha", Body: []byte("{}"), Delivery: 1, Published: noon}
}

func event() pipeline.Signal {
	return pipeline.Signal{ID: "1", Type: "request", Source: "/app", Data: json.RawMessage(`{"target":"shell"}`)}
}

func TestIdentityComesFromTheSubjectOnly(t *testing.T) {
	t.Parallel()
	lie := event()
	lie.Principal, lie.Role, lie.Session = "root", pipeline.RoleOperator, "s1"
	s, err := stage(reads(lie)).Perceive(t.Context(), message())
	if err != nil {
		t.Fatal(err)
	}
	if s.Principal != "alpha" || s.Role != pipeline.RoleAgent {
		t.Errorf("attributed to %s as %s", s.Principal, s.Role)
	}
	if s.Session != "s1" || !s.Time.Equal(noon) {
		t.Errorf("session %q, time %s", s.Session, s.Time)
	}
}

func TestSubjectsThatVouchForNobody(t *testing.T) {
	t.Parallel()
	for _, subject := range []string{"", "pp.agent", "pp.agent.", "pp.agent.*", "pp.agent.>", "pp..alpha", "pp.agent.a b", "pp.agent." + strings.Repeat("x", 65)} {
		m := message()
		m.Subject = subject
		s, err := stage(reads(event())).Perceive(t.Context(), m)
		var e *pipeline.Error
		if !errors.As(err, &e) || e.Field != "subject" || e.Code != pipeline.CodeInvalidEvent {
			t.Errorf("%q: error %v", subject, err)
		}
		if s.Principal != "" || s.Key() != (pipeline.Signal{}).Key() {
			t.Errorf("%q: somebody would be told: %+v", subject, s)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", perceive.MaxAttribute)
	tests := []struct {
		name  string
		event func(s *pipeline.Signal)
		msg   func(m *pipeline.Message)
		field string // empty: taken
	}{
		{name: "as it should be"},
		{name: "no id", event: func(s *pipeline.Signal) { s.ID = "" }, field: "id"},
		{name: "no source", event: func(s *pipeline.Signal) { s.Source = "" }, field: "source"},
		{name: "no type", event: func(s *pipeline.Signal) { s.Type = "" }, field: "type"},
		{name: "a foreign type", event: func(s *pipeline.Signal) { s.Type = "answer" }, field: "type"},
		{name: "the longest id", event: func(s *pipeline.Signal) { s.ID = long }},
		{name: "a longer id", event: func(s *pipeline.Signal) { s.ID = long + "x" }, field: "id"},
		{name: "a longer source", event: func(s *pipeline.Signal) { s.Source = long + "x" }, field: "source"},
		{name: "a longer cause", event: func(s *pipeline.Signal) { s.Cause = long + "x" }, field: "causationid"},
		{name: "a longer trace", event: func(s *pipeline.Signal) { s.Trace = long + "x" }, field: "traceparent"},
		{name: "a nul in the id", event: func(s *pipeline.Signal) { s.ID = "a\x00b" }, field: "id"},
		{name: "a newline in the source", event: func(s *pipeline.Signal) { s.Source = "a\nb" }, field: "source"},
		{name: "a turn of direction in the id", event: func(s *pipeline.Signal) { s.ID = "a\u202eb" }, field: "id"},
		{name: "bytes that are no text", event: func(s *pipeline.Signal) { s.ID = "a\xff" }, field: "id"},
		{name: "a session with a dot", event: func(s *pipeline.Signal) { s.Session = "a.b" }, field: "session"},
		{name: "a session that is a wildcard", event: func(s *pipeline.Signal) { s.Session = ">" }, field: "session"},
		{name: "the deepest", event: func(s *pipeline.Signal) { s.Depth = 8 }},
		{name: "too deep", event: func(s *pipeline.Signal) { s.Depth = 9 }, field: "depth"},
		{name: "deep beyond counting", event: func(s *pipeline.Signal) { s.Depth = math.MaxInt }, field: "depth"},
		{name: "below the ground", event: func(s *pipeline.Signal) { s.Depth = -1 }, field: "depth"},
		{name: "the oldest", event: func(s *pipeline.Signal) { s.Time = noon.Add(-time.Hour) }},
		{name: "too old", event: func(s *pipeline.Signal) { s.Time = noon.Add(-time.Hour - 1) }, field: "time"},
		{name: "from year 1", event: func(s *pipeline.Signal) { s.Time = time.Time{}.Add(1) }, field: "time"},
		{name: "from year 30000", event: func(s *pipeline.Signal) { s.Time = noon.AddDate(28000, 0, 0) }, field: "time"},
		{name: "ahead within the skew", event: func(s *pipeline.Signal) { s.Time = noon.Add(time.Minute) }},
		{name: "ahead of the skew", event: func(s *pipeline.Signal) { s.Time = noon.Add(time.Minute + 1) }, field: "time"},
		{name: "long on the bus, whatever it says", msg: func(m *pipeline.Message) { m.Published = noon.Add(-2 * time.Hour) }, event: func(s *pipeline.Signal) { s.Time = noon }, field: "time"},
		{name: "the bus's clock ahead", msg: func(m *pipeline.Message) { m.Published = noon.Add(time.Hour) }, event: func(s *pipeline.Signal) { s.Time = noon }},
		{name: "no time of its own", msg: func(m *pipeline.Message) { m.Published = noon.Add(-time.Minute) }},
		{name: "no time at all", msg: func(m *pipeline.Message) { m.Published = time.Time{} }, field: "time"},
		{name: "the largest body", msg: func(m *pipeline.Message) { m.Body = make([]byte, 1000) }},
		{name: "a larger body", msg: func(m *pipeline.Message) { m.Body = make([]byte, 1001) }, field: "body"},
		{name: "large by its headers", msg: func(m *pipeline.Message) {
			m.Header = map[string][]string{"a": {strings.Repeat("x", 500)}, "b": {strings.Repeat("x", 500)}}
		}, field: "body"},
		{name: "large by one header's name", msg: func(m *pipeline.Message) { m.Header = map[string][]string{strings.Repeat("x", 1001): nil} }, field: "body"},
		{name: "data that is no JSON", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"a":`) }, field: "data"},
		{name: "data nested without end", event: func(s *pipeline.Signal) {
			s.Data = json.RawMessage(strings.Repeat("[", 20000) + strings.Repeat("]", 20000))
		}, field: "data"},
		{name: "data that is a list", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`["alpha"]`) }},
		{name: "no data", event: func(s *pipeline.Signal) { s.Data = nil }},
		{name: "its own name", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"agent":"alpha"}`) }},
		{name: "another agent", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"agent":"beta"}`) }, field: "data.agent"},
		{name: "another agent in capitals", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"AGENT":"beta"}`) }, field: "data.agent"},
		{name: "another principal", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"principal":"beta"}`) }, field: "data.principal"},
		{name: "another person", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"by":"beta"}`) }, field: "data.by"},
		{name: "a list of agents", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"agent":["alpha"]}`) }, field: "data.agent"},
		{name: "nobody by name", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"agent":null}`) }},
		{name: "an empty name", event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"agent":""}`) }, field: "data.agent"},
		{name: "an operator names whom a lever is for", msg: func(m *pipeline.Message) { m.Subject = "pp.operator.root" }, event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"principal":"beta"}`) }},
		{name: "an operator as another", msg: func(m *pipeline.Message) { m.Subject = "pp.operator.root" }, event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"principal":"beta","by":"beta"}`) }, field: "data.by"},
		{name: "a sensor speaks of others", msg: func(m *pipeline.Message) { m.Subject = "pp.sensor.probe" }, event: func(s *pipeline.Signal) { s.Data = json.RawMessage(`{"agent":"beta"}`) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sig, m := event(), message()
			if tt.event != nil {
				tt.event(&sig)
			}
			if tt.msg != nil {
				tt.msg(&m)
			}
			got, err := stage(reads(sig)).Perceive(t.Context(), m)
			if tt.field == "" {
				if err != nil {
					t.Fatalf("refused: %v", err)
				}
				return
			}
			var e *pipeline.Error
			if !errors.As(err, &e) || e.Field != tt.field || e.Code != pipeline.CodeInvalidEvent || e.Message == "" {
				t.Fatalf("got %v, want field %s", err, tt.field)
			}
			refusable(t, got)
		})
	}
}

// refusable checks that the refusal of a signal can be told and recorded.
func refusable(t interface {
	Helper()
	Errorf(string, ...any)
}, s pipeline.Signal,
) {
	t.Helper()
	if s.Principal == "" || s.Role == "" {
		t.Errorf("the sender is lost: %+v", s)
	}
	if !pipeline.ValidToken(s.Session) {
		t.Errorf("session %q would change the subject of the refusal", s.Session)
	}
	if s.Depth < 0 || s.Depth > 8 {
		t.Errorf("depth %d", s.Depth)
	}
	body, err := json.Marshal(s)
	if err != nil {
		t.Errorf("the refusal cannot be recorded: %v", err)
	}
	if len(body) > 8*perceive.MaxAttribute {
		t.Errorf("the refusal has %d bytes", len(body))
	}
}

func TestWhatCouldBeReadStaysBesideAnError(t *testing.T) {
	t.Parallel()
	fault := &pipeline.Error{Code: pipeline.CodeInvalidEvent, Field: "specversion", Message: "0.3"}
	s, err := stage(decoder(func(pipeline.Message) (pipeline.Signal, error) {
		return pipeline.Signal{
			ID: "1", Source: "/app", Session: "s1", Principal: "root", Trace: "00-x",
			Data: json.RawMessage(`{"trunc`), Time: noon.AddDate(99999, 0, 0), Depth: 3,
		}, fault
	})).Perceive(t.Context(), message())
	if !errors.Is(err, fault) {
		t.Fatalf("got %v", err)
	}
	if s.ID != "1" || s.Source != "/app" || s.Session != "s1" || s.Principal != "alpha" || s.Trace != "00-x" || s.Depth != 3 {
		t.Errorf("got %+v", s)
	}
	refusable(t, s)
}

func TestADecoderThatPanics(t *testing.T) {
	t.Parallel()
	s, err := stage(decoder(func(pipeline.Message) (pipeline.Signal, error) { panic("bad bytes") })).Perceive(t.Context(), message())
	var e *pipeline.Error
	if !errors.As(err, &e) || e.Code != pipeline.CodeInvalidEvent || strings.Contains(e.Message, "bad bytes") {
		t.Fatalf("got %v", err)
	}
	refusable(t, s)
}

func TestTooLargeIsNotEvenDecoded(t *testing.T) {
	t.Parallel()
	m := message()
	m.Body = make([]byte, 10<<20)
	s, err := stage(decoder(func(pipeline.Message) (pipeline.Signal, error) {
		t.Error("decoded")
		return pipeline.Signal{}, nil
	})).Perceive(t.Context(), m)
	if err == nil {
		t.Fatal("taken")
	}
	refusable(t, s)
}

func TestTheZeroLimitsTakeNothing(t *testing.T) {
	t.Parallel()
	s := perceive.New(perceive.Config{Decoder: reads(event()), Attributor: attributor{}, Now: func() time.Time { return noon }})
	if _, err := s.Perceive(t.Context(), message()); err == nil {
		t.Fatal("taken")
	}
}

func TestDefaultLimitsBound(t *testing.T) {
	t.Parallel()
	l := perceive.DefaultLimits()
	if l.MaxBytes <= 0 || l.MaxAge <= 0 || l.MaxSkew <= 0 || l.MaxDepth <= 0 {
		t.Errorf("got %+v", l)
	}
}

// Whatever is in an event, a signal that is taken keeps every bound, and one
// that is not can be refused.
func TestPerceiveProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.Just("ok"), rapid.String(), rapid.Just("a\x00b"), rapid.Just(strings.Repeat("y", 600)))
		sig := pipeline.Signal{
			ID: text.Draw(t, "id"), Source: text.Draw(t, "source"), Type: "request", Session: text.Draw(t, "session"),
			Cause: text.Draw(t, "cause"), Trace: text.Draw(t, "trace"), Depth: rapid.IntRange(-2, 10).Draw(t, "depth"),
			Time:      noon.Add(time.Duration(rapid.IntRange(-70, 3).Draw(t, "minutes")) * time.Minute),
			Principal: pipeline.Principal(text.Draw(t, "who")), Role: pipeline.Role(text.Draw(t, "role")),
			Data: json.RawMessage(rapid.SampledFrom([]string{``, `{}`, `{"agent":"beta"}`, `{`, `7`, `nul`}).Draw(t, "data")),
		}
		before, _ := json.Marshal(sig.ID + sig.Session)
		got, err := stage(reads(sig)).Perceive(t.Context(), message())
		if after, _ := json.Marshal(sig.ID + sig.Session); string(after) != string(before) {
			t.Fatal("the decoder's signal was changed")
		}
		if err != nil {
			refusable(t, got)
			return
		}
		if got.Principal != "alpha" || got.Role != pipeline.RoleAgent || !pipeline.ValidToken(got.Session) ||
			got.Depth < 0 || got.Depth > 8 || got.ID == "" || noon.Sub(got.Time) > time.Hour {
			t.Fatalf("taken: %+v", got)
		}
		if _, err := json.Marshal(got); err != nil {
			t.Fatalf("taken, but cannot be stored: %v", err)
		}
	})
}

func BenchmarkPerceive(b *testing.B) {
	s := stage(reads(event()))
	m := message()
	m.Header = map[string][]string{"Content-Type": {"application/cloudevents+json"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Perceive(b.Context(), m); err != nil {
			b.Fatal(err)
		}
	}
}
