package spawn_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// prepare starts a command that waits.
func prepare(t *testing.T, exec ...spawn.Step) (*spawn.Status, *spawn.Child) {
	t.Helper()
	status, end, err := spawn.NewStatus()
	if err != nil {
		t.Fatal(err)
	}
	p := spawn.Plan{Files: []int{-1, -1, -1, int(end.Fd())}, Init: []spawn.Step{spawn.Subreaper()}, Exec: exec, Waits: true, Cgroup: -1}
	status.Explain(&p)
	s, err := spawn.Start(p)
	_ = end.Close()
	if err != nil {
		t.Fatal(errors.Join(err, status.Close()))
	}
	return status, spawn.NewChild(s.PID, s.PIDFD, status, p.Namespaced(), s.Reap)
}

func end(t *testing.T, c *spawn.Child) {
	t.Helper()
	if err := c.Kill(t.Context()); err != nil {
		t.Error(err)
	}
}

// files gives /dev/null twice around the writing end of a pipe.
func files(t *testing.T) (r, w *os.File, fds []int) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _, _ = r.Close(), w.Close(), null.Close() })
	return r, w, []int{int(null.Fd()), int(w.Fd()), int(null.Fd())}
}

func TestAPreparedCommandDoesWhatItIsOrdered(t *testing.T) {
	t.Parallel()
	status, c := prepare(t, spawn.Session(), spawn.Chdir("/"))
	defer end(t, c)
	ready, err := status.Ready()
	if err != nil {
		t.Fatal(err)
	}
	out, w, fds := files(t)
	dir := t.TempDir()
	steps := append([]spawn.Step{spawn.Chdir(dir)}, spawn.Execute("/bin/sh",
		[]string{"sh", "-c", `pwd; echo "$A:$1"; ls /proc/self/fd | wc -l; exit 7`, "sh", strings.Repeat("x", 5000)},
		[]string{"PATH=/usr/bin:/bin", "A=b"})...)
	if err := status.Order(ready, steps, fds...); err != nil {
		t.Fatal(err)
	}
	e, err := c.Wait()
	if err != nil || e.Code != 7 || !e.Empty {
		t.Fatalf("%+v %v", e, err)
	}
	_ = w.Close()
	raw, _ := io.ReadAll(out)
	if want := dir + "\nb:" + strings.Repeat("x", 5000) + "\n4\n"; string(raw) != want {
		t.Errorf("got %.200q…, want %.200q…", raw, want)
	}
}

// TestAReaperServesAgain gives one reaper orders of different lengths, and finds
// each command as if it were the first.
func TestAReaperServesAgain(t *testing.T) {
	t.Parallel()
	status, end, err := spawn.NewStatus()
	if err != nil {
		t.Fatal(err)
	}
	p := spawn.Plan{
		Files: []int{-1, -1, -1, int(end.Fd())}, Init: []spawn.Step{spawn.Subreaper()},
		Exec: []spawn.Step{spawn.Session()}, Waits: true, Again: true, Cgroup: -1,
	}
	s, err := spawn.Start(p)
	_ = end.Close()
	if err != nil {
		t.Fatal(err)
	}
	if status.Again() {
		t.Error("it goes on before it has begun")
	}
	long := strings.Repeat("x", 8000)
	for i, tc := range []struct {
		steps []spawn.Step
		code  int
	}{
		{append([]spawn.Step{spawn.Chdir("/"), spawn.Chdir("/tmp"), spawn.Chdir("/")}, shell("test $(pwd) = / && exit 7 # "+long)...), 7},
		{shell("exit $(ls /proc/self/fd | wc -l)"), 4},
		{shell("kill -TERM $$"), 128 + 15},
		{shell("(true &); (setsid true &); while test $(cat /proc/$PPID/task/$PPID/children | wc -w) -gt 1; do :; done; exit 5"), 5},
		{shell("exit 0"), 0},
	} {
		ready, err := status.Ready()
		if err != nil {
			t.Fatal(err)
		}
		_, _, fds := files(t)
		if err := status.Order(ready, tc.steps, fds...); err != nil {
			t.Fatal(err)
		}
		if e, err := status.Wait(); err != nil || e.Code != tc.code || !e.Empty || !e.Again {
			t.Errorf("%d: %+v %v", i, e, err)
		}
		if !status.Again() || status.Again() {
			t.Errorf("%d: it does not go on once", i)
		}
	}
	if _, err := status.Ready(); err != nil {
		t.Error(err)
	}
	if err := status.Close(); err != nil { // without an order: the last one leaves
		t.Error(err)
	}
	if err := s.Reap(); err != nil {
		t.Error(err)
	}
	if err := unix.Close(s.PIDFD); err != nil {
		t.Error(err)
	}
}

// TestAReaperThatIsLeftAloneLeaves closes the socket while a command runs.
func TestAReaperThatIsLeftAloneLeaves(t *testing.T) {
	t.Parallel()
	status, end, err := spawn.NewStatus()
	if err != nil {
		t.Fatal(err)
	}
	p := spawn.Plan{
		Files: []int{-1, -1, -1, int(end.Fd())}, Init: []spawn.Step{spawn.Subreaper()}, Waits: true, Again: true, Cgroup: -1,
	}
	s, err := spawn.Start(p)
	_ = end.Close()
	if err != nil {
		t.Fatal(err)
	}
	ready, err := status.Ready()
	if err != nil {
		t.Fatal(err)
	}
	r, _, fds := files(t)
	fds[0] = int(r.Fd())
	if err := status.Order(ready, shell("exec sleep 0.1"), fds...); err != nil {
		t.Fatal(err)
	}
	if err := status.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Reap(); err != nil { // returns when both are gone
		t.Error(err)
	}
	if err := unix.Close(s.PIDFD); err != nil {
		t.Error(err)
	}
}

func TestAnOrderThatFailsNamesItsStep(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		order []spawn.Step
		step  string
	}{
		{"first", append([]spawn.Step{spawn.Chdir("/nowhere")}, shell("true")...), "chdir /nowhere"},
		{"last", spawn.Execute("/nowhere", []string{"x"}, nil), "exec /nowhere"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			status, c := prepare(t, spawn.Session())
			defer end(t, c)
			ready, err := status.Ready()
			if err != nil {
				t.Fatal(err)
			}
			_, _, fds := files(t)
			if err := status.Order(ready, tc.order, fds...); err != nil {
				t.Fatal(err)
			}
			_, err = c.Wait()
			if e, ok := errors.AsType[*spawn.StartError](err); !ok || e.Step != tc.step || !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAPreparationThatFailsIsNeverReady(t *testing.T) {
	t.Parallel()
	status, c := prepare(t, spawn.Chdir("/nowhere"))
	defer end(t, c)
	_, err := status.Ready()
	if e, ok := errors.AsType[*spawn.StartError](err); !ok || e.Step != "chdir /nowhere" {
		t.Errorf("got %v", err)
	}
}

func TestAPreparedCommandThatGetsNoOrderLeaves(t *testing.T) {
	t.Parallel()
	status, end, err := spawn.NewStatus()
	if err != nil {
		t.Fatal(err)
	}
	p := spawn.Plan{Files: []int{-1, -1, -1, int(end.Fd())}, Waits: true, Cgroup: -1}
	s, err := spawn.Start(p)
	_ = end.Close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := status.Ready(); err != nil {
		t.Error(err)
	}
	if err := status.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Reap(); err != nil { // returns when both processes are gone
		t.Error(err)
	}
	if err := unix.Close(s.PIDFD); err != nil {
		t.Error(err)
	}
}

func TestAnOrderThatIsTooLongIsNotSent(t *testing.T) {
	t.Parallel()
	status, c := prepare(t)
	defer end(t, c)
	ready, err := status.Ready()
	if err != nil {
		t.Fatal(err)
	}
	_, _, fds := files(t)
	long := spawn.Execute("/bin/true", []string{"true", strings.Repeat("x", 64<<10)}, nil)
	if err := status.Order(ready, long, fds...); !errors.Is(err, spawn.ErrTooLong) {
		t.Errorf("got %v", err)
	}
	many := make([]spawn.Step, 9)
	if err := status.Order(ready, many, fds...); err == nil {
		t.Error("nine steps were sent")
	}
	if err := status.Order(ready, shell("exit 3"), fds...); err != nil {
		t.Fatal(err)
	}
	if e, err := c.Wait(); err != nil || e.Code != 3 {
		t.Errorf("%+v %v", e, err)
	}
}
