package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/hitl"
	"passepartout/pipeline"
)

func testLibrary(t *testing.T) library {
	t.Helper()
	subjects, err := bus.NewSubjects("pp")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	plan := func(id string, state hitl.State, deadline time.Time) hitl.FlightPlan {
		return hitl.FlightPlan{ID: id, Token: "tok-" + id, State: state, Deadline: deadline, Text: "what runs"}
	}
	return library{
		Subjects: subjects,
		Plans: func(context.Context) ([]hitl.FlightPlan, error) {
			return []hitl.FlightPlan{
				plan("later", hitl.Held, at.Add(time.Hour)), plan("sooner", hitl.Held, at),
				plan("done", hitl.Landed, at), plan("approved", hitl.Approved, at),
			}, nil
		},
		Standing: func(_ context.Context, who pipeline.Principal, id string) (standing, error) {
			switch {
			case who == "bob" && id == "key1":
				return standing{Key: "key1", Rule: "bobs-rule"}, nil
			case id == "broken":
				return standing{}, errors.New("bucket lost at 10.0.0.7")
			default:
				return standing{}, pipeline.ErrNotFound
			}
		},
		Decisions: func(_ context.Context, from uint64) (decisionPage, error) {
			return decisionPage{Records: []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"id":"d%d"}`, from))}, Next: from + 1}, nil
		},
		Explain: func(_ context.Context, id string) (story, error) {
			switch id {
			case "of-bob":
				return story{Agent: "bob", Data: json.RawMessage(`{}`), Text: "bob's story"}, nil
			case "broken":
				return story{}, errors.New("stream lost at 10.0.0.7")
			default:
				return story{}, pipeline.ErrNotFound
			}
		},
	}
}

func TestQueries(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, subject, body string
		want                string // in the reply
		not                 string // not in it
	}{
		{"approver lists held plans, soonest first", "pp.query.approver.ann", `{"op":"plans"}`, `"plan":"sooner","token":"tok-sooner"`, "done"},
		{"answered plans wait for nobody", "pp.query.approver.ann", `{"op":"plans"}`, `"plan":"later"`, `"plan":"approved"`},
		{"agents never see a token", "pp.query.agent.bob", `{"op":"plans"}`, "permission_denied", "tok-"},
		{"observers never see a token", "pp.query.observer.olga", `{"op":"plans"}`, "permission_denied", "tok-"},
		{"operators never see a token", "pp.query.operator.otto", `{"op":"plans"}`, "permission_denied", "tok-"},
		{"agent asks for its own", "pp.query.agent.bob", `{"op":"explain","id":"of-bob"}`, "bob's story", ""},
		{"agent asks for another's", "pp.query.agent.eve", `{"op":"explain","id":"of-bob"}`, "not_found", "bob's"},
		{"unknown request looks the same", "pp.query.agent.eve", `{"op":"explain","id":"nothing"}`, "not_found", ""},
		{"observer asks for any", "pp.query.observer.olga", `{"op":"explain","id":"of-bob"}`, "bob's story", ""},
		{"no id", "pp.query.observer.olga", `{"op":"explain"}`, `"field":"id"`, ""},
		{"inside stays inside", "pp.query.observer.olga", `{"op":"explain","id":"broken"}`, "internal", "10.0.0.7"},
		{"agent asks how its own stands", "pp.query.agent.bob", `{"op":"standing","id":"key1"}`, "bobs-rule", ""},
		{"agent asks how another's stands", "pp.query.agent.eve", `{"op":"standing","id":"key1"}`, "not_found", "bobs"},
		{"approver asks how one stands", "pp.query.approver.bob", `{"op":"standing","id":"key1"}`, "permission_denied", "bobs"},
		{"standing of nothing", "pp.query.agent.bob", `{"op":"standing"}`, `"field":"id"`, ""},
		{"standing of a wildcard", "pp.query.agent.bob", `{"op":"standing","id":"key1.>"}`, "not_found", ""},
		{"inside of the standing stays inside", "pp.query.agent.bob", `{"op":"standing","id":"broken"}`, "internal", "10.0.0.7"},
		{"observer reads the decisions", "pp.query.observer.olga", `{"op":"decisions","from":7}`, `{"decisions":{"records":[{"id":"d7"}],"next":8}}`, ""},
		{"agents read nobody else's decisions", "pp.query.agent.bob", `{"op":"decisions"}`, "permission_denied", "d0"},
		{"sensors read no decisions", "pp.query.sensor.bob", `{"op":"decisions"}`, `"error"`, "d0"},
		{"unknown question", "pp.query.observer.olga", `{"op":"rm"}`, "invalid_request", ""},
		{"unknown key", "pp.query.observer.olga", `{"op":"plans","x":1}`, "invalid_request", ""},
		{"no JSON", "pp.query.observer.olga", `{`, "invalid_request", ""},
		{"empty", "pp.query.observer.olga", ``, "invalid_request", ""},
		{"foreign subject", "pp.feedback.bob.s.message", `{"op":"plans"}`, `"error"`, "tok-"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			got := string(testLibrary(t).Answer(t.Context(), pipeline.Message{Subject: row.subject, Body: []byte(row.body)}))
			if !json.Valid([]byte(got)) || !strings.Contains(got, row.want) {
				t.Errorf("no %q in %s", row.want, got)
			}
			if row.not != "" && strings.Contains(got, row.not) {
				t.Errorf("%q in %s", row.not, got)
			}
		})
	}
}

func TestSoonestPlanFirst(t *testing.T) {
	t.Parallel()
	var reply queryReply
	raw := testLibrary(t).Answer(t.Context(), pipeline.Message{Subject: "pp.query.approver.ann", Body: []byte(`{"op":"plans"}`)})
	if err := json.Unmarshal(raw, &reply); err != nil {
		t.Fatal(err)
	}
	if len(reply.Plans) != 2 || reply.Plans[0].ID != "sooner" || reply.Plans[1].ID != "later" {
		t.Errorf("plans: %+v", reply.Plans)
	}
}

func TestTokensAreNotPrinted(t *testing.T) {
	t.Parallel()
	got := string(withoutToken(json.RawMessage(`{"plan":"p","token":"secret"}`)))
	if strings.Contains(got, "secret") || !strings.Contains(got, `"plan":"p"`) {
		t.Errorf("got %s", got)
	}
	if same := string(withoutToken(json.RawMessage(`{"a":1}`))); same != `{"a":1}` {
		t.Errorf("got %s", same)
	}
}
