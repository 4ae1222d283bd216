package shell_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

func TestBackgroundConformance(t *testing.T) {
	t.Parallel()
	actuatortest.Run(t, func(t *testing.T) actuatortest.Hand {
		d := openDesk(t)
		s := d.start(t, "true")
		return actuatortest.Hand{Actuator: d.Actuator, Examples: []actuatortest.Example{
			{Op: shell.OpBackground, Params: `{"command":"true"}`},
			{Op: shell.OpListProcesses},
			{Op: shell.OpReadOutput, Params: `{"process":"` + s.Process + `"}`},
			{Op: shell.OpKill, Params: `{"process":"` + d.until(t, s.Process, shell.Exited).Process + `"}`},
		}}
	})
}

func TestBackgroundOutlivesItsRequest(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(testing.TB, ...option) bench{"unconfined": open, "confined": confined} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := withDesk(t, build)
			s := d.start(t, `echo grün; echo err >&2; while [ ! -e go ]; do sleep 0.02; done; echo done; exit 3`)
			if s.State != shell.Running || s.PID < 2 || s.Process == "" || s.ExitCode != nil || !s.Lease.After(s.Started) {
				t.Errorf("started %+v", s)
			}
			var p shell.Part
			actuatortest.Eventually(t, "first output", func() bool { p = d.output(t, s.Process, 0); return p.Bytes == 10 })
			if p.Data != "grün\nerr\n" || p.Next != 10 || p.End {
				t.Errorf("part %+v", p)
			}
			write(t, filepath.Join(d.dir, "go"), "", 0o600)
			ended := d.until(t, s.Process, shell.Exited)
			if ended.ExitCode == nil || *ended.ExitCode != 3 || ended.Ended.IsZero() || ended.Bytes != 15 {
				t.Errorf("ended %+v", ended)
			}
			if p = d.output(t, s.Process, p.Next); p.Data != "done\n" || !p.End {
				t.Errorf("part %+v", p)
			}
		})
	}
}

func TestSameRequestStartsOnce(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	p, err := d.propose(t, shell.OpBackground, map[string]any{"command": "echo x >> runs; sleep 60", "shell": true})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for range 3 {
		r, err := d.Do(t.Context(), actuatortest.Clear(t, p), nil)
		var s shell.Started
		if err != nil || json.Unmarshal(r.Data, &s) != nil {
			t.Fatal(err)
		}
		ids[s.Process]++
	}
	actuatortest.Eventually(t, "the first run", func() bool {
		got, err := os.ReadFile(filepath.Join(d.dir, "runs"))
		return err == nil && len(got) > 0
	})
	if got, _ := os.ReadFile(filepath.Join(d.dir, "runs")); string(got) != "x\n" || len(ids) != 1 {
		t.Errorf("ran %q, ids %v", got, ids)
	}
}

// TestKillStopsTheWholeTree: the original hit one pid, and a zombie showed as
// alive (defect 13).
func TestKillStopsTheWholeTree(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"obedient": "setsid sleep %[1]s & (sleep %[1]s &) ; sleep %[1]s",
		"deaf":     "trap '' TERM; setsid sleep %[1]s & while :; do sleep %[1]s; done",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			word := marker()
			s := d.start(t, fmt.Sprintf(script, word))
			actuatortest.Eventually(t, "its children", func() bool { return len(actuatortest.Alive(t, word)) >= 3 })
			e, err := do[shell.Ended](t, d, shell.OpKill, map[string]any{"process": s.Process})
			if err != nil || !e.Success || e.AlreadyEnded || e.State != shell.Stopped || e.Escalated != (name == "deaf") || e.Reason != "stopped by agent" {
				t.Errorf("ended %+v, %v", e, err)
			}
			if left := actuatortest.Alive(t, word); len(left) > 0 {
				t.Errorf("left %q", left)
			}
			again, err := do[shell.Ended](t, d, shell.OpKill, map[string]any{"process": s.Process})
			if err != nil || !again.AlreadyEnded || !again.Success {
				t.Errorf("again %+v, %v", again, err)
			}
		})
	}
}

func TestProcessesAreTheirAgents(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	s := d.start(t, "echo secret; sleep 60")
	other := d.as("mallory")
	if l, err := do[listed](t, other, shell.OpListProcesses, nil); err != nil || len(l.Processes) != 0 {
		t.Errorf("another agent sees %v, %v", l, err)
	}
	for _, op := range []string{shell.OpReadOutput, shell.OpKill} {
		if _, err := do[any](t, other, op, map[string]any{"process": s.Process}); told(t, err).Code != pipeline.CodeNotFound {
			t.Errorf("%s: %v", op, err)
		}
	}
	if _, err := do[any](t, other, shell.OpReadOutput, map[string]any{"process": s.Process, "owner": "agent"}); told(t, err).Field != "params.owner" {
		t.Errorf("read by naming the owner: %v", err)
	}
	// Whether another's process may be stopped is for the policy to say.
	for agent, mark := range map[pipeline.Principal]string{"agent": shell.MarkOwn, "mallory": shell.MarkForeign} {
		p, err := d.as(agent).propose(t, shell.OpKill, map[string]any{"process": s.Process, "owner": "agent"})
		if err != nil || len(p.Effects) != 1 || p.Effects[0].Kind != pipeline.KindSignal || p.Effects[0].Mark != mark || p.Effects[0].Object != fmt.Sprint(s.PID) {
			t.Errorf("%s: effects %v, %v", agent, p.Effects, err)
		}
	}
}

func TestBackgroundLimits(t *testing.T) {
	t.Parallel()
	t.Run("number", func(t *testing.T) {
		t.Parallel()
		d := openDesk(t, with(func(c *shell.Config) { c.Most = 2 }))
		d.start(t, "sleep 60")
		d.start(t, "sleep 60")
		if _, err := do[shell.Started](t, d, shell.OpBackground, map[string]any{"command": "sleep 60"}); told(t, err).Code != pipeline.CodeRateLimited {
			t.Errorf("a third: %v", err)
		}
		if _, err := do[shell.Started](t, d.as("other"), shell.OpBackground, map[string]any{"command": "sleep 60"}); err != nil {
			t.Errorf("another agent's: %v", err)
		}
	})
	t.Run("lease", func(t *testing.T) {
		t.Parallel()
		word := marker()
		d := openDesk(t, with(func(c *shell.Config) { c.Lease = 300 * time.Millisecond }))
		s := d.start(t, "setsid sleep "+word+" & sleep "+word)
		if s = d.until(t, s.Process, shell.Stopped); s.Reason != "its lease was over" {
			t.Errorf("ended %+v", s)
		}
		if left := actuatortest.Alive(t, word); len(left) > 0 {
			t.Errorf("left %q", left)
		}
	})
	t.Run("log", func(t *testing.T) {
		t.Parallel()
		d := openDesk(t, with(func(c *shell.Config) { c.LogCap = 64 << 10 }))
		s := d.start(t, "yes 0123456 | head -c 8000000; while [ ! -e go ]; do sleep 0.05; done; echo last")
		log := filepath.Join(d.scratch, "agent", s.Log)
		actuatortest.Eventually(t, "the log to be trimmed", func() bool {
			used := blocks(t, log)
			return used > 0 && used <= 256<<10 && d.output(t, s.Process, 0).Bytes == 8_000_000
		})
		p := d.output(t, s.Process, 0)
		if p.First == 0 || p.Offset != p.First || !strings.HasPrefix(p.Data, "0123456\n") {
			t.Errorf("first %d, offset %d, data %.20q", p.First, p.Offset, p.Data)
		}
		write(t, filepath.Join(d.dir, "go"), "", 0o600)
		d.until(t, s.Process, shell.Exited)
		if p = d.output(t, s.Process, 8_000_000); p.Data != "last\n" || !p.End {
			t.Errorf("offsets moved: %+v", p)
		}
	})
}

func TestFailedStartIsTold(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	write(t, filepath.Join(d.dir, "broken"), "#!/no/such/interpreter\n", 0o755)
	s, err := do[shell.Started](t, d, shell.OpBackground, map[string]any{"argv": []string{"./broken"}})
	if err != nil {
		if told(t, err).Code != pipeline.CodeUnavailable {
			t.Errorf("told %v", err)
		}
		return
	}
	if s = d.until(t, s.Process, shell.Failed); !strings.Contains(s.Reason, "not found") || s.ExitCode != nil {
		t.Errorf("ended %+v", s)
	}
}

func TestCloseStopsAll(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	word := marker()
	for range 3 {
		d.start(t, "setsid sleep "+word+" & sleep "+word)
	}
	if err := d.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := actuatortest.Alive(t, word); len(left) > 0 {
		t.Errorf("left %q", left)
	}
	if _, err := do[shell.Started](t, d, shell.OpBackground, map[string]any{"command": "true"}); told(t, err).Code != pipeline.CodeUnavailable {
		t.Errorf("after close: %v", err)
	}
}

// TestLogIsReadBelowScratchOnly: the agent can put links where its logs were.
func TestLogIsReadBelowScratchOnly(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]string{"file": "/etc/passwd", "relative": "../../../../../../etc/passwd", "pipe": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDesk(t)
			s := d.start(t, "true")
			d.until(t, s.Process, shell.Exited)
			log := filepath.Join(d.scratch, "agent", s.Log)
			if err := os.Remove(log); err != nil {
				t.Fatal(err)
			}
			if target == "" {
				if err := exec.Command("mkfifo", log).Run(); err != nil {
					t.Fatal(err)
				}
			} else if err := os.Symlink(target, log); err != nil {
				t.Fatal(err)
			}
			if p, err := do[shell.Part](t, d, shell.OpReadOutput, map[string]any{"process": s.Process}); told(t, err).Code != pipeline.CodeNotFound {
				t.Errorf("read %+v, %v", p, err)
			}
		})
	}
}

// TestReusedPidIsNotHit forges the record of a process whose pid now belongs to
// somebody else: this very test.
func TestReusedPidIsNotHit(t *testing.T) {
	t.Parallel()
	d := openDesk(t)
	s := d.start(t, "true")
	d.until(t, s.Process, shell.Exited)
	key := "agent." + s.Process
	raw, rev, err := d.store.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	var rec shell.Record
	if err := json.Unmarshal(raw, &rec); err != nil {
		t.Fatal(err)
	}
	bystander := exec.Command("sleep", marker())
	if err := bystander.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bystander.Process.Kill(); _ = bystander.Wait() }()
	rec.State, rec.PID, rec.Start = shell.Running, bystander.Process.Pid, rec.Start-1
	raw, _ = json.Marshal(rec)
	if _, err := d.store.Update(t.Context(), key, raw, rev); err != nil {
		t.Fatal(err)
	}
	if e, err := do[shell.Ended](t, d, shell.OpKill, map[string]any{"process": s.Process}); err != nil || !e.Success {
		t.Errorf("%+v, %v", e, err)
	}
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", bystander.Process.Pid)); err != nil || strings.Contains(string(stat), ") Z") {
		t.Error("the bystander was hit")
	}
}

// TestProcessIsFoundAgain starts a background process in a worker of its own,
// kills that worker, and looks for the process from here.
func TestProcessIsFoundAgain(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"kill", "itself", "kill confined", "itself confined"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			end, how, _ := strings.Cut(end, " ")
			dir := t.TempDir()
			word := marker()
			worker := exec.Command(os.Args[0], "-test.run=^TestHelperWorker$", "-test.v")
			worker.Env = append(os.Environ(), "HELPER_DIR="+dir, "HELPER_WORD="+word, "HELPER_HOW="+how)
			if out, err := worker.CombinedOutput(); err == nil || !strings.Contains(err.Error(), "killed") {
				t.Fatalf("the worker ended with %v: %s", err, out)
			}
			store, err := openMemory(filepath.Join(dir, "store"))
			if err != nil {
				t.Fatal(err)
			}
			actuatortest.Eventually(t, "the process to outlive its worker", func() bool { return len(actuatortest.Alive(t, word)) > 0 })
			forgeDead(t, store)
			b := open(t, with(func(c *shell.Config) { c.Store, c.Scratch, c.Dir = store, filepath.Join(dir, "scratch"), dir }))
			d := desk{bench: b, store: store, agent: "agent"}
			t.Cleanup(func() { _ = b.Close(context.WithoutCancel(t.Context())) })
			if err := b.Adopt(t.Context()); err != nil {
				t.Fatal(err)
			}
			l, err := do[listed](t, d, shell.OpListProcesses, nil)
			if err != nil || len(l.Processes) != 2 {
				t.Fatalf("found %+v, %v", l, err)
			}
			states := map[shell.State]shell.Started{}
			for _, s := range l.Processes {
				states[s.State] = s
			}
			s, ok := states[shell.Running]
			if _, lost := states[shell.Lost]; !ok || !lost {
				t.Fatalf("states %v", states)
			}
			actuatortest.Eventually(t, "its output", func() bool { return d.output(t, s.Process, 0).Data == "hello\n" })
			if end == "kill" {
				if e, err := do[shell.Ended](t, d, shell.OpKill, map[string]any{"process": s.Process}); err != nil || e.State != shell.Stopped || !e.Escalated {
					t.Errorf("%+v, %v", e, err)
				}
			} else {
				write(t, filepath.Join(dir, "go"), "", 0o600)
				d.until(t, s.Process, shell.Lost)
			}
			if left := actuatortest.Alive(t, word); len(left) > 0 {
				t.Errorf("left %q", left)
			}
		})
	}
}

// forgeDead adds a process that died with its worker to the one that did not.
func forgeDead(t testing.TB, store *memory) {
	t.Helper()
	keys, err := store.Keys(t.Context())
	if err != nil || len(keys) != 1 {
		t.Fatalf("records %v, %v", keys, err)
	}
	raw, _, err := store.Get(t.Context(), keys[0])
	if err != nil {
		t.Fatal(err)
	}
	var rec shell.Record
	if err := json.Unmarshal(raw, &rec); err != nil {
		t.Fatal(err)
	}
	rec.ID, rec.Start = "dead", rec.Start+1 // the pid is somebody else's now
	if raw, err = json.Marshal(rec); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Create(t.Context(), "agent.dead", raw); err != nil {
		t.Fatal(err)
	}
}

// blocks is how many bytes of disk a file takes.
func blocks(t testing.TB, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		t.Fatal("no blocks")
	}
	return stat.Blocks * 512
}

// TestHelperWorker is the worker of TestProcessIsFoundAgain. Without being
// asked it does nothing.
func TestHelperWorker(t *testing.T) {
	t.Parallel()
	dir, word := os.Getenv("HELPER_DIR"), os.Getenv("HELPER_WORD")
	if dir == "" {
		return
	}
	store, err := openMemory(filepath.Join(dir, "store"))
	if err != nil {
		t.Fatal(err)
	}
	build := open
	if os.Getenv("HELPER_HOW") == "confined" {
		build = confined
	}
	b := build(t, with(func(c *shell.Config) { c.Store, c.Scratch, c.Dir = store, filepath.Join(dir, "scratch"), dir }))
	d := desk{bench: b, store: store, agent: "agent"}
	d.start(t, "trap '' TERM; echo hello; setsid sleep "+word+" & while [ ! -e "+dir+"/go ]; do sleep 0.05; done; kill -9 $!")
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	_ = self.Kill()
	select {}
}
