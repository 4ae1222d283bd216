package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What cannot be told before it runs is a person's decision; but a catastrophe
// that it turns out to be while it runs is stopped all the same, before it
// starts, and the result says so.
func TestACatastropheThatShowsOnlyAtRunTimeIsStopped(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent, approver := w.connect("agent", "agent"), w.connect("approver", "approver")
	in, plans := follow(t, agent, "pp.feedback.agent.>"), follow(t, approver, "pp.plan.>")
	if err := os.WriteFile(filepath.Join(w.workspace(), "word"), []byte("rm -rf --no-preserve-root /\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	publish(t, agent, "pp.request.agent", structured(t, "r1", requestType, run(`echo before; $(cat word); echo after`, map[string]any{"shell": true})))
	p := plans.plan("held")
	publish(t, approver, "pp.answer.approver", structured(t, "a1", answerType, answer(p, "approve")))
	f := in.final("r1")
	if f.Kind != "tool-error" || f.Error == nil || f.Error.Code != "blocked" || f.Error.Rule != "system-root" {
		t.Fatalf("%+v %+v", f, f.Error)
	}
	var r struct {
		shellResult
		Blocked     bool   `json:"blocked"`
		BlockReason string `json:"block_reason"`
	}
	unmarshal(t, f.Result, &r)
	if !r.Blocked || !strings.Contains(r.BlockReason, "rm") || !strings.HasPrefix(r.Stdout, "before\n") {
		t.Errorf("result %+v", r)
	}
}

func unmarshal(tb testing.TB, raw json.RawMessage, into any) {
	tb.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		tb.Fatalf("%s: %v", raw, err)
	}
}
