package e2e

import (
	"strings"
	"syscall"
	"testing"
)

// A worker that is asked to stop finishes what runs, tells it, and hands back
// what it had not begun, for the next one to do.
func TestGracefulStop(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--set", "limits.parallel=1")
	w := s.start()
	agent := w.connect("agent", "agent")
	in, live := follow(t, agent, "pp.feedback.agent.>"), follow(t, agent, "pp.output.agent.>")
	runs, waits := s.job("runs"), s.job("waits")
	waits.release()
	publish(t, agent, "pp.request.agent", structured(t, "runs", requestType, runs.request(nil)))
	started(t, live, "runs")
	publish(t, agent, "pp.request.agent", structured(t, "waits", requestType, waits.request(nil)))
	w.terminate(agent)
	runs.release()
	if f := in.final("runs"); f.Kind != "tool-output" || f.shell(t).Stdout != "started\nfinished\n" {
		t.Errorf("what ran ended as %s %+v", f.Kind, f.Error)
	}
	if err := w.wait(); err != nil {
		t.Errorf("the end: %v\n%s", err, w.stderr)
	}
	if waits.begun() != 0 {
		t.Error("a request was begun after the signal")
	}
	s.start()
	eventually(t, "the next worker does it", func() bool { return waits.begun() == 1 })
	if runs.begun() != 1 {
		t.Errorf("what had ended ran %d times", runs.begun())
	}
}

// What is not done within the worker's patience is cut off, with all its
// processes, and its sender is told.
func TestPatienceOfAStop(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start("--patience", "1s")
	agent := w.connect("agent", "agent")
	in, live := follow(t, agent, "pp.feedback.agent.>"), follow(t, agent, "pp.output.agent.>")
	endless := s.job("endless")
	publish(t, agent, "pp.request.agent", structured(t, "endless", requestType, endless.request(nil)))
	started(t, live, "endless")
	w.terminate(agent)
	if f := in.final("endless"); f.Kind != "tool-error" || f.Error == nil || f.Error.Retryable || f.shell(t).Stdout != "started\n" {
		t.Errorf("what was cut off ended as %+v", f)
	}
	if err := w.wait(); err == nil {
		t.Error("work was cut off, and the exit code says that all was well")
	}
	if endless.runs() {
		t.Error("a process outlived the worker")
	}
}

// The second signal does not wait.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start("--patience", "10m")
	agent := w.connect("agent", "agent")
	live := follow(t, agent, "pp.output.agent.>")
	endless := s.job("endless")
	publish(t, agent, "pp.request.agent", structured(t, "endless", requestType, endless.request(nil)))
	started(t, live, "endless")
	w.terminate(agent)
	if !endless.runs() {
		t.Error("the first signal ended what ran")
	}
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := w.wait()
	if err == nil || strings.Contains(err.Error(), "did not end") {
		t.Errorf("the end: %v", err)
	}
	if endless.runs() {
		t.Error("a process outlived the worker")
	}
	if endless.begun() != 1 {
		t.Errorf("begun %d times", endless.begun())
	}
}
