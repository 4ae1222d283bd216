package shell_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

// desk is a bench with a store, as one agent.
type desk struct {
	bench
	store *memory
	agent pipeline.Principal
}

func openDesk(t testing.TB, opts ...option) desk {
	t.Helper()
	return withDesk(t, open, opts...)
}

func withDesk(t testing.TB, build func(testing.TB, ...option) bench, opts ...option) desk {
	t.Helper()
	store := newMemory()
	b := build(t, append([]option{with(func(c *shell.Config) { c.Store = store })}, opts...)...)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 20*time.Second)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return desk{bench: b, store: store, agent: "agent"}
}

func (d desk) as(agent pipeline.Principal) desk { d.agent = agent; return d }

// propose proposes an operation as the desk's agent, each under an id of its own.
func (d desk) propose(t testing.TB, op string, p map[string]any) (pipeline.Proposal, error) {
	t.Helper()
	prop := pipeline.Proposal{Signal: actuatortest.Signal(marker()), Action: pipeline.Action{Target: "shell", Op: op, Params: json.RawMessage(params(t, p))}}
	prop.Signal.Principal = d.agent
	prop.ID = prop.Signal.Key()
	n, err := d.Inspect(t.Context(), prop)
	prop.Effects, prop.Exact, prop.Summary, prop.Confinement = n.Effects, n.Exact, n.Summary, n.Confinement
	return prop, err
}

func do[T any](t testing.TB, d desk, op string, p map[string]any) (T, error) {
	t.Helper()
	var out T
	prop, err := d.propose(t, op, p)
	if err != nil {
		return out, err
	}
	// The request's context ends with the request.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := d.Do(ctx, actuatortest.Clear(t, prop), nil)
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(r.Data, &out); err != nil {
		t.Fatalf("%s: %v", r.Data, err)
	}
	return out, nil
}

type listed struct{ Processes []shell.Started }

func (d desk) start(t testing.TB, script string) shell.Started {
	t.Helper()
	s, err := do[shell.Started](t, d, shell.OpBackground, map[string]any{"command": script, "shell": true})
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	return s
}

func (d desk) state(t testing.TB, id string) shell.Started {
	t.Helper()
	l, err := do[listed](t, d, shell.OpListProcesses, nil)
	if err != nil {
		t.Fatalf("list: %v", err)
	}
	for _, s := range l.Processes {
		if s.Process == id {
			return s
		}
	}
	t.Fatalf("%s is not among %v", id, l.Processes)
	return shell.Started{}
}

func (d desk) until(t testing.TB, id string, want shell.State) shell.Started {
	t.Helper()
	var s shell.Started
	actuatortest.Eventually(t, id+" "+string(want), func() bool { s = d.state(t, id); return s.State == want })
	return s
}

func (d desk) output(t testing.TB, id string, offset int64) shell.Part {
	t.Helper()
	p, err := do[shell.Part](t, d, shell.OpReadOutput, map[string]any{"process": id, "offset": offset})
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return p
}
