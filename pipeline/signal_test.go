package pipeline_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/pipeline"
)

func TestKey(t *testing.T) {
	t.Parallel()
	base := pipeline.Signal{ID: "17", Source: "/app", Principal: "alpha", Role: pipeline.RoleAgent}
	with := func(change func(s *pipeline.Signal)) pipeline.Signal {
		s := base
		change(&s)
		return s
	}
	same := map[string]pipeline.Signal{
		"a redelivery":   base,
		"another depth":  with(func(s *pipeline.Signal) { s.Depth = 3 }),
		"other data":     with(func(s *pipeline.Signal) { s.Data = []byte(`1`) }),
		"other session":  with(func(s *pipeline.Signal) { s.Session = "x" }),
		"another moment": with(func(s *pipeline.Signal) { s.Time = noon }),
	}
	for name, s := range same {
		if s.Key() != base.Key() {
			t.Errorf("%s has another key", name)
		}
	}
	seen := map[string]string{base.Key(): "the original"}
	for name, s := range map[string]pipeline.Signal{
		"the same id of another agent":  with(func(s *pipeline.Signal) { s.Principal = "beta" }),
		"the same id of another source": with(func(s *pipeline.Signal) { s.Source = "/app2" }),
		"another id":                    with(func(s *pipeline.Signal) { s.ID = "18" }),
		"another role":                  with(func(s *pipeline.Signal) { s.Role = pipeline.RoleSensor }),
		"source flows into id":          with(func(s *pipeline.Signal) { s.Source, s.ID = "/ap", "p17" }),
		"id flows into source":          with(func(s *pipeline.Signal) { s.Source, s.ID = "/app17", "" }),
		"a nul as border":               with(func(s *pipeline.Signal) { s.Source, s.ID = "/app\x0017", "" }),
		"a nul as border, shifted":      with(func(s *pipeline.Signal) { s.Source, s.ID = "/app", "\x0017" }),
		"bytes that are no text":        with(func(s *pipeline.Signal) { s.ID = "\xff" }),
		"other bytes that are no text":  with(func(s *pipeline.Signal) { s.ID = "\xfe" }),
		"the zero signal":               {},
	} {
		if twin, clash := seen[s.Key()]; clash {
			t.Errorf("%s has the key of %s", name, twin)
		}
		seen[s.Key()] = name
	}
}

func TestKeyProperties(t *testing.T) {
	t.Parallel()
	// A small alphabet with the border byte, so that shifted fields do meet.
	part := rapid.StringOfN(rapid.SampledFrom([]rune{'a', 0, 1, 2}), 0, 3, -1)
	draw := rapid.Custom(func(t *rapid.T) pipeline.Signal {
		return pipeline.Signal{
			Role: pipeline.Role(part.Draw(t, "role")), Principal: pipeline.Principal(part.Draw(t, "who")),
			Source: part.Draw(t, "source"), ID: part.Draw(t, "id"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		same := a.Role == b.Role && a.Principal == b.Principal && a.Source == b.Source && a.ID == b.ID
		if (a.Key() == b.Key()) != same {
			t.Fatalf("keys %s and %s of %+v and %+v", a.Key(), b.Key(), a, b)
		}
		if k := a.Key(); len(k) != 26 || !pipeline.ValidToken(k) || strings.ToLower(k) != k {
			t.Fatalf("%q is no key", k)
		}
	})
}

func TestValidToken(t *testing.T) {
	t.Parallel()
	valid := []string{"a", "Z", "7", "a-b_c", "0-", strings.Repeat("x", 64)}
	invalid := []string{
		"", "-a", "_a", "a.b", "a b", "*", ">", "a*", "a>", "$JS", "a/b", "é", "a\n", "\x00",
		"a\u200b", strings.Repeat("x", 65), "a\xff",
	}
	for _, s := range valid {
		if !pipeline.ValidToken(s) {
			t.Errorf("%q is refused", s)
		}
	}
	for _, s := range invalid {
		if pipeline.ValidToken(s) {
			t.Errorf("%q is taken", s)
		}
	}
}

// A valid token can stand anywhere in a subject without changing its shape.
func FuzzValidToken(f *testing.F) {
	for _, s := range []string{"alpha", "a.b", ">", "*", "", "-x", "a b", "a\x00", "ünï"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !pipeline.ValidToken(s) {
			return
		}
		if len(s) == 0 || len(s) > 64 {
			t.Fatalf("length %d", len(s))
		}
		if strings.ContainsAny(s, ".*> \t\r\n$/\\\x00") || strings.Trim(s, "-_") == "" || s[0] == '-' || s[0] == '_' {
			t.Fatalf("%q would change a subject", s)
		}
		if got := len(strings.Split("pp.request."+s, ".")); got != 3 {
			t.Fatalf("%d tokens", got)
		}
	})
}

func BenchmarkKey(b *testing.B) {
	s := proposal().Signal
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Key()
	}
}
