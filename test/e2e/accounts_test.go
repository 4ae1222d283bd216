package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// asker is an agent that asks for one thing after the other.
type asker struct {
	*testing.T
	ask func(command string) feedback
}

// asks connects the agent of a site to a worker; ids begin with a name, so that
// none is asked twice.
func asks(t *testing.T, w *worker, name string) asker {
	t.Helper()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	n := 0
	return asker{T: t, ask: func(command string) feedback {
		t.Helper()
		n++
		id := fmt.Sprint(name, n)
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run(command, map[string]any{"shell": true})))
		return in.feedback(id)
	}}
}

// want asks and compares the code of the error, or the kind without one.
func (a asker) want(command, want string) feedback {
	a.Helper()
	f := a.ask(command)
	got := f.Kind
	if f.Error != nil {
		got = f.Error.Code
	}
	if got != want {
		a.Errorf("%s: %s, want %s: %+v %+v", command, got, want, f, f.Error)
	}
	return f
}

// What a session has spent is spent, however often its worker dies.
func TestBudgetOutlivesTheWorker(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--set", "limits.session_budget=4")
	w := s.start()
	a := asks(t, w, "a")
	a.want("echo 1", "tool-output")
	a.want("echo 2", "tool-output")
	w.kill()
	w = s.start()
	a = asks(t, w, "b")
	a.want("echo 3", "tool-output")
	a.want("echo 4", "tool-output")
	a.want("echo 5", "budget_exhausted")
	w.kill()
	w = s.start()
	asks(t, w, "c").want("echo 6", "budget_exhausted")
	if err := w.stop(); err != nil {
		t.Error(err)
	}
	w = s.start()
	a = asks(t, w, "d")
	a.want("echo 7", "budget_exhausted")
	s.must("refill", "agent", "--session", "default")
	a.want("echo 8", "tool-output")
	// Neither a refill nor a death after it is taken for a loss.
	w.kill()
	asks(t, s.start(), "e").want("echo 9", "tool-output")
}

func TestQuotaOutlivesTheWorker(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--set", "limits.quota=3")
	for i, want := range []string{"tool-output", "tool-output", "tool-output", "rate_limited", "rate_limited"} {
		w := s.start()
		asks(t, w, fmt.Sprint("r", i, "-")).want("echo hi", want)
		w.kill()
	}
}

// An agent that was refused too often meets a person also after its worker
// died, and cannot get out of it by looking at things.
func TestBreakerOutlivesTheWorker(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i := range 5 {
		w := s.start()
		asks(t, w, fmt.Sprint("r", i, "-")).want("rm -rf /", "blocked")
		w.kill()
	}
	w := s.start()
	a := asks(t, w, "x")
	a.want("touch x", "held")
	a.want("ls", "tool-output")
	w.kill()
	w = s.start()
	a = asks(t, w, "y")
	a.want("touch y", "held")
	if exists(filepath.Join(s.workspace(), "x")) || exists(filepath.Join(s.workspace(), "y")) {
		t.Error("it was done")
	}
	s.must("refill", "agent", "--reason", "it was a mistake")
	eventually(t, "the breaker is closed", func() bool { return a.ask("touch z").Kind == "tool-output" })
}

// A record that makes no sense is no empty one.
func TestUnreadableAccounts(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"rate.agent": "rate_limited", "budget.agent.default": "budget_exhausted", "refusals.agent.default": "held",
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, "--set", "limits.session_budget=100")
			w := s.start()
			asks(t, w, "a").want("touch a", "tool-output")
			js, err := jetstream.New(w.connect("worker", "worker"))
			if err != nil {
				t.Fatal(err)
			}
			kv, err := js.KeyValue(t.Context(), "PP_ACCOUNTS")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := kv.PutString(t.Context(), key, "{}"); err != nil {
				t.Fatal(err)
			}
			w.kill()
			w = s.start()
			a := asks(t, w, "b")
			if f := a.want("touch b", want); f.Error != nil && !strings.Contains(f.Error.Hint, "worker refill agent") {
				t.Errorf("the hint is %q", f.Error.Hint)
			}
			if exists(filepath.Join(s.workspace(), "b")) {
				t.Error("it was done")
			}
			s.must("refill", "agent")
			eventually(t, "it is begun anew", func() bool { return a.ask("touch c").Kind == "tool-output" })
		})
	}
}

// A server that finds its file damaged goes on with what it can read, in which
// agents have spent less. Nothing is done then until an operator says so, and
// that is said once.
func TestDamagedAccounts(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(t *testing.T, file string){
		"the last record":  func(t *testing.T, file string) { flip(t, file, -20) },
		"the first record": func(t *testing.T, file string) { flip(t, file, 60) },
		"no file": func(t *testing.T, file string) {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		},
		"no folder": func(t *testing.T, file string) {
			if err := os.RemoveAll(filepath.Dir(filepath.Dir(file))); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, "--set", "limits.session_budget=3")
			w := s.start()
			a := asks(t, w, "a")
			for range 3 {
				a.want("echo hi", "tool-output")
			}
			a.want("echo hi", "budget_exhausted")
			w.kill()
			damage(t, filepath.Join(s.state(), "nats/jetstream/WORKERS/streams/KV_PP_ACCOUNTS/msgs/1.blk"))
			for i := range 2 {
				w = s.start()
				a = asks(t, w, fmt.Sprint("b", i, "-"))
				if f := a.want("touch b", "paused"); f.Error != nil && !strings.Contains(f.Error.Message, "worker resume") {
					t.Errorf("what it says does not help: %+v", f.Error)
				}
				w.kill()
			}
			w = s.start()
			s.must("resume")
			a = asks(t, w, "c")
			eventually(t, "it is resumed", func() bool { f := a.ask("echo hi"); return f.Error == nil || f.Error.Code != "paused" })
			w.kill()
			f := asks(t, s.start(), "d").ask("echo hi")
			if f.Error != nil && f.Error.Code == "paused" {
				t.Errorf("paused once more for the same loss: %+v", f.Error)
			}
		})
	}
}

// Damage to the file of a server that was stopped in peace is found only when
// the record is looked at; then nothing is done any more either.
func TestDamagedAccountsAfterAStop(t *testing.T) {
	t.Parallel()
	for kind, says := range map[string]string{"refusals": "bucket ACCOUNTS", "budget": "KV_PP_ACCOUNTS", "rate": "KV_PP_ACCOUNTS"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, "--set", "limits.session_budget=100")
			w := s.start()
			a := asks(t, w, "a")
			a.want("rm -rf /", "blocked")
			a.want("rm -rf /", "blocked")
			if err := w.stop(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(s.state(), "nats/jetstream/WORKERS/streams/KV_PP_ACCOUNTS/msgs/1.blk")
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			at := bytes.LastIndex(body, []byte("PP_ACCOUNTS."+kind+"."))
			flip(t, file, at+bytes.Index(body[at:], []byte(`"record"`)))
			w, err = s.tryStart()
			if err == nil {
				agent := w.connect("agent", "agent")
				publish(t, agent, "pp.request.agent", structured(t, "b1", requestType, run("touch b", nil)))
				select {
				case <-w.gone:
					err = errors.New(w.stderr.String())
				case <-time.After(patience):
					t.Fatal("the worker does not end")
				}
			}
			if !strings.Contains(err.Error(), says) {
				t.Errorf("it does not say what is damaged: %v", err)
			}
			if exists(filepath.Join(s.workspace(), "b")) {
				t.Error("it was done")
			}
		})
	}
}

// flip spoils one byte of a file; a place below zero counts from its end.
func flip(t *testing.T, file string, place int) {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if place < 0 {
		place += len(body)
	}
	body[place] ^= 0xff
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Workers on one bus give one budget together, not each its own.
func TestWorkersShareTheBudget(t *testing.T) {
	t.Parallel()
	n := startServer(t, "")
	for range 2 {
		newSite(t, "--nats-url", n.url(), "--set", "limits.session_budget=20").start()
	}
	agent := n.connect()
	in := follow(t, agent, "pp.feedback.agent.>")
	const asked = 40
	for i := range asked {
		publish(t, agent, "pp.request.agent", structured(t, fmt.Sprint("r", i), requestType, run("echo hi", nil)))
	}
	done := 0
	for range asked {
		f := feedbackOf(t, in.next())
		switch {
		case f.Kind == "tool-output":
			done++
		case f.Error == nil || f.Error.Code != "budget_exhausted":
			t.Errorf("%+v %+v", f, f.Error)
		}
	}
	// What the other worker holds in its hand is not there for this one.
	if done > 20 || done < 15 {
		t.Errorf("%d of a budget of 20 were done", done)
	}
}
