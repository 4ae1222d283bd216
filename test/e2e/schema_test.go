package e2e

import (
	"strings"
	"testing"
)

// A request whose parameters do not fit what its operation declares is denied,
// and its sender learns which field to mend; the record tells which gate said so.
func TestMisfitsNameTheField(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	ask := func(target, op string, params map[string]any) map[string]any {
		return map[string]any{"target": target, "op": op, "params": params, "intent": "an end to end test"}
	}
	for id, c := range map[string]struct {
		data              map[string]any
		field, rule, says string
	}{
		"no-such-op":   {ask("shell", "rn", nil), "op", "unknown-operation", "run_script"},
		"unknown":      {ask("Shell", "run", map[string]any{"command": "ls", "comand": "ls"}), "params.comand", "unknown-parameter", "command"},
		"missing":      {ask("shell", "run_script", map[string]any{"language": "sh"}), "params.content", "missing-parameter", "script"},
		"wrong-kind":   {ask("shell", "run", map[string]any{"argv": []any{"ls", 7}}), "params.argv[1]", "wrong-type", "string"},
		"out":          {ask("shell", "run", map[string]any{"command": "ls", "max_output": 7}), "params.max_output", "out-of-bounds", "1024"},
		"a-tool":       {ask("tool", "echo", map[string]any{"text": 7}), "params.text", "wrong-type", "string"},
		"a-message":    {ask("system", "message", map[string]any{"txt": "hi"}), "params.txt", "unknown-parameter", "text"},
		"no-parameter": {ask("shell", "list_processes", map[string]any{"all": true}), "params.all", "unknown-parameter", "none"},
	} {
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, c.data))
		f := in.final(id)
		if f.Kind != "tool-error" || f.Error == nil {
			t.Errorf("%s: %+v", id, f)
			continue
		}
		if e := *f.Error; e.Code != "invalid_request" || e.Field != c.field || e.Rule != c.rule || !strings.Contains(e.Message+e.Hint, c.says) {
			t.Errorf("%s: told %+v, want %s at %s", id, e, c.rule, c.field)
		}
	}
	if got := s.client("explain", "unknown"); got.code != 0 || !strings.Contains(got.stdout, "schema [unknown-parameter]") {
		t.Errorf("explain: %+v", got)
	}
	publish(t, agent, "pp.request.agent", structured(t, "null", requestType, ask("shell", "run", map[string]any{"command": "true", "timeout": nil})))
	if f := in.final("null"); f.Kind != "tool-output" {
		t.Errorf("what is null is not given: %+v", f)
	}
}
