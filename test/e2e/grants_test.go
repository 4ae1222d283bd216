package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// grantRow is a line of "worker grants list --json".
type grantRow struct {
	ID      string   `json:"id"`
	By      string   `json:"by"`
	Used    []string `json:"used"`
	Revoked *struct {
		By string `json:"by"`
	} `json:"revoked"`
}

func (s *site) grants() []grantRow {
	s.tb.Helper()
	var rows []grantRow
	if err := json.Unmarshal([]byte(s.must("grants", "list", "--json")), &rows); err != nil {
		s.tb.Fatal(err)
	}
	return rows
}

// A person approves a copy once, and the same copy for the next times; what is
// used, revoked, expired, another agent's or another copy is held, and what is
// denied stays so.
func TestGrants(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	if got := s.client("keys", "add", "agent", "other"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if err := os.WriteFile(filepath.Join(s.workspace(), "x"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(s.dir, "outside")
	if err := os.Mkdir(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	inboxes := map[string]*inbox{}
	ask := func(agent, id, command, want string) feedback {
		t.Helper()
		nc := w.connect("agent", agent)
		if inboxes[agent] == nil {
			inboxes[agent] = follow(t, nc, "pp.feedback."+agent+".>")
		}
		publish(t, nc, "pp.request."+agent, structured(t, id, requestType, run(command, nil)))
		f := inboxes[agent].feedback(id)
		if f.Kind != want {
			t.Fatalf("%s: %s by %s is %s %+v, want %s", id, command, agent, f.Kind, f.Error, want)
		}
		return f
	}
	give := func(id, command string, args ...string) {
		t.Helper()
		ask("agent", id, command, "suspended")
		s.must(append([]string{"approve", "--yes", s.plan(command)}, args...)...)
		if f := inboxes["agent"].final(id); f.Kind != "tool-output" {
			t.Fatalf("%s: %+v", id, f)
		}
	}
	one := "cp x " + outside + "/one"
	give("g1", one, "--grant", "1h", "--uses", "2", "--reason", "the nightly copy")
	grants := s.grants()
	if len(grants) != 1 || grants[0].By != "approver" || len(grants[0].Used) != 0 {
		t.Fatalf("%+v", grants)
	}
	if err := os.Remove(filepath.Join(outside, "one")); err != nil {
		t.Fatal(err)
	}
	ask("agent", "g2", one, "tool-output")
	if _, err := os.Stat(filepath.Join(outside, "one")); err != nil {
		t.Error("it was not carried out", err)
	}
	if story := s.must("explain", "g2"); !strings.Contains(story, "approved by grant "+grants[0].ID+", answered by approver") {
		t.Errorf("the record does not name the grant:\n%s", story)
	}
	if story := s.must("explain", "g1"); !strings.Contains(story, grants[0].ID) {
		t.Errorf("the record does not tell that it was given:\n%s", story)
	}
	ask("agent", "other-copy", one+"2", "suspended")
	ask("other", "other-agent", one, "suspended")
	s.must("pause", "--reason", "fire drill")
	if f := ask("agent", "paused", one, "tool-error"); f.Error == nil || f.Error.Code != "paused" && f.Error.Code != "blocked" {
		t.Errorf("a grant lifts a deny: %+v", f.Error)
	}
	s.must("resume")
	ask("agent", "g3", one, "tool-output")
	ask("agent", "used-up", one, "suspended")

	two := "cp x " + outside + "/two"
	give("r1", two, "--grant", "1h")
	for _, g := range s.grants() {
		if g.ID != grants[0].ID {
			s.must("grants", "revoke", g.ID, "--reason", "enough")
		}
	}
	ask("agent", "revoked", two, "suspended")
	three := "cp x " + outside + "/three"
	give("e1", three, "--grant", "1s")
	eventually(t, "the grant expires", func() bool { return strings.Contains(s.must("grants", "list"), "expired") })
	ask("agent", "expired", three, "suspended")

	four := "cp x " + outside + "/four"
	give("l1", four, "--grant", "1h")
	ask("agent", "l2", four, "tool-output")
	s.must("keys", "revoke", "approver", "approver")
	ask("agent", "giver-is-gone", four, "suspended")
	s.must("keys", "add", "approver", "approver")
	ask("agent", "giver-is-another", four, "suspended")

	for _, wrong := range []struct {
		code int
		args []string
	}{
		{2, []string{"approve", "--uses", "2", "any"}},
		{2, []string{"approve", "--grant", "1ms", "any"}},
		{2, []string{"approve", "--grant", "800h", "any"}},
		{2, []string{"approve", "--grant", "1h", "--uses", "0", "any"}},
		{1, []string{"grants", "revoke", "nothing"}},
		{1, []string{"grants", "revoke", "a.b"}},
		{2, []string{"grants", "revoke"}},
		{2, []string{"grants", "give"}},
	} {
		if got := s.client(wrong.args...); got.code != wrong.code {
			t.Errorf("%v: %+v, want %d", wrong.args, got, wrong.code)
		}
	}
}

// What cannot be seen for certain is approved each time.
func TestCodeIsNotGranted(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--preset", "strict")
	w := s.start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	publish(t, agent, "pp.request.agent", structured(t, "code", requestType, run("python3 -c 'exec(input())'", nil)))
	if f := in.feedback("code"); f.Kind != "suspended" {
		t.Fatalf("%+v", f)
	}
	plan := s.plan("python3")
	if got := s.client("approve", "--yes", plan, "--grant", "1h"); got.code == 0 || !strings.Contains(got.stderr, "without a grant") && !strings.Contains(got.stderr, "for certain") {
		t.Errorf("%+v", got)
	}
	if got := s.client("reject", plan); got.code != 0 { // it still waits
		t.Errorf("%+v", got)
	}
}
