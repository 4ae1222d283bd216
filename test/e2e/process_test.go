package e2e

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// eventually waits until something is so, which must be in time.
func eventually(tb testing.TB, what string, is func() bool) {
	tb.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-late.C:
			tb.Fatalf("not in time: %s", what)
		}
	}
}

// job is a command that leaves a line in a file each time it is begun, says so
// on its output, and then waits for a file that the test makes.
type job struct {
	id   string
	mark string // stands in the command line of every process of it
	site *site
}

func (s *site) job(id string) job {
	return job{id: id, mark: "mark" + strings.ToLower(rand.Text()), site: s}
}

func (j job) path(kind string) string { return filepath.Join(j.site.workspace(), j.id+"."+kind) }

// request is the data that asks for it.
func (j job) request(more map[string]any) map[string]any {
	command := fmt.Sprintf("echo begun >> %[1]s.begun; echo started; while ! test -e %[1]s.go -o %[2]s = x; do sleep 0.05; done; echo finished", j.id, j.mark)
	params := map[string]any{"shell": true, "timeout": 300}
	data := run(command, params)
	for k, v := range more {
		data[k] = v
	}
	return data
}

// release lets the command end.
func (j job) release() {
	j.site.tb.Helper()
	if err := os.WriteFile(j.path("go"), nil, 0o644); err != nil {
		j.site.tb.Fatal(err)
	}
}

// begun is how often it was begun.
func (j job) begun() int {
	j.site.tb.Helper()
	b, err := os.ReadFile(j.path("begun"))
	if err != nil && !os.IsNotExist(err) {
		j.site.tb.Fatal(err)
	}
	return bytes.Count(b, []byte("begun\n"))
}

// runs reports whether any process of it is there.
func (j job) runs() bool {
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		j.site.tb.Fatal(err)
	}
	for _, path := range all {
		// What ended meanwhile has no command line any more.
		if line, err := os.ReadFile(path); err == nil && bytes.Contains(line, []byte(j.mark)) {
			return true
		}
	}
	return false
}

// started waits for live output of every request, which says that they run.
func started(tb testing.TB, live *inbox, requests ...string) {
	tb.Helper()
	missing := map[string]bool{}
	for _, id := range requests {
		missing[id] = true
	}
	for len(missing) > 0 {
		e := decode(tb, live.next())
		var chunk struct{ Text string }
		if err := json.Unmarshal(e.Data, &chunk); err != nil {
			tb.Fatal(err)
		}
		if strings.Contains(chunk.Text, "started") {
			delete(missing, e.Cause)
		}
	}
}

// terminate asks the worker to stop and waits until it takes nothing new, which
// shows in that nobody answers questions any more.
func (w *worker) terminate(agent *nats.Conn) {
	w.tb.Helper()
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		w.tb.Fatal(err)
	}
	eventually(w.tb, "the worker takes nothing new", func() bool {
		_, err := agent.Request("pp.query.agent.agent", []byte(`{"op":"explain","id":"x"}`), time.Second)
		return err != nil
	})
}

// wait waits for the worker's own end.
func (w *worker) wait() error {
	select {
	case <-w.gone:
		return w.err
	case <-time.After(patience):
		return fmt.Errorf("the worker did not end\n%s", w.stderr)
	}
}

// ended is a client command that has ended.
type ended struct {
	stdout, stderr string
	code           int
}

// client runs a command of the site to its end, which must come in time.
func (s *site) client(args ...string) ended {
	s.tb.Helper()
	ctx, cancel := context.WithTimeout(s.tb.Context(), patience)
	defer cancel()
	return s.finish(s.command(ctx, args...))
}

func (s *site) finish(cmd *exec.Cmd) ended {
	s.tb.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, isExit := errors.AsType[*exec.ExitError](err); err != nil && !isExit {
		s.tb.Fatal(err)
	}
	return ended{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// must is client for what must succeed.
func (s *site) must(args ...string) string {
	s.tb.Helper()
	got := s.client(args...)
	if got.code != 0 {
		s.tb.Fatalf("worker %s: exit %d\n%s%s", strings.Join(args, " "), got.code, got.stdout, got.stderr)
	}
	return got.stdout
}
