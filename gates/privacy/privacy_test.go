package privacy_test

import (
	"encoding/json"
	"strings"
	"testing"

	"passepartout/gates/gatetest"
	"passepartout/gates/privacy"
	"passepartout/pipeline"
)

func TestGate(t *testing.T) {
	t.Parallel()
	open := func(t testing.TB) pipeline.Gate {
		g, err := privacy.New([]privacy.Tag{
			{Name: "customers", Paths: []string{"/home/agent/ws/customers/**", "/srv/crm"}, Texts: []string{"Project Falcon"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	read := func(path string, mark ...string) pipeline.Proposal {
		return gatetest.Proposal(gatetest.Effect(pipeline.KindRead, path, mark...))
	}
	says := func(params string) pipeline.Proposal {
		p := gatetest.Proposal()
		p.Action.Params = json.RawMessage(params)
		return p
	}
	gatetest.Run(t, open, []gatetest.Case{
		{Name: "other file", Proposal: read("/home/agent/ws/main.go"), Outcome: pipeline.Allow},
		{Name: "run of that name", Proposal: gatetest.Proposal(gatetest.Effect(pipeline.KindRun, "/srv/crm")), Outcome: pipeline.Allow},
		{Name: "variable", Proposal: says(`{"command":"curl -H 'Authorization: Bearer $TOKEN' localhost"}`), Outcome: pipeline.Allow},
		{Name: "tagged file", Proposal: read("/home/agent/ws/customers/a.csv"), Outcome: pipeline.Hold, Rule: "tagged-path"},
		{Name: "pattern", Proposal: read("/home/agent/ws/*/a.csv"), Outcome: pipeline.Hold, Rule: "tagged-path"},
		{Name: "tree above", Proposal: read("/home/agent/ws", "recursive"), Outcome: pipeline.Hold, Rule: "tagged-path"},
		{Name: "deletion above", Proposal: gatetest.Proposal(gatetest.Effect(pipeline.KindDelete, "/srv")), Outcome: pipeline.Hold, Rule: "tagged-path"},
		{Name: "tagged text", Proposal: says(`{"command":"echo project FALCON"}`), Outcome: pipeline.Hold, Rule: "tagged-text"},
		{Name: "token", Proposal: says(`{"command":"curl -H 'Authorization: Bearer aB3dE5gH7jK9mN1pQ2rS4tU6' x"}`), Outcome: pipeline.Hold, Rule: "secret-in-parameters"},
	})
}

func TestTheSecretIsNotQuoted(t *testing.T) {
	t.Parallel()
	g, err := privacy.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := gatetest.Proposal()
	p.Action.Params = json.RawMessage(`{"command":"mysql --password=hunter42"}`)
	v, err := g.Check(t.Context(), p)
	if err != nil || v.Outcome != pipeline.Hold || strings.Contains(v.Reason+v.Hint, "hunter42") {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, bad := range []privacy.Tag{{}, {Name: "a", Paths: []string{"b/c"}}, {Name: "a", Texts: []string{"ab"}}} {
		if _, err := privacy.New([]privacy.Tag{bad}); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
