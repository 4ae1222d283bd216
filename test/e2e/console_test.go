package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pty opens a pseudo-terminal of 100 × 30 (pty(7)): our end and the program's.
func pty(tb testing.TB) (ours, theirs *os.File) {
	tb.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		tb.Fatalf("/dev/ptmx: %v", err)
	}
	ours = os.NewFile(uintptr(fd), "/dev/ptmx")
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		tb.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		tb.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 30, Col: 100}); err != nil {
		tb.Fatal(err)
	}
	theirs, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return ours, theirs
}

// sitting is a person at the console.
type sitting struct {
	*worker
	keys   *os.File
	screen *tail
	ended  chan error
}

// sit starts "worker console" on a terminal of its own.
func (w *worker) sit() sitting {
	w.tb.Helper()
	ours, theirs := pty(w.tb)
	cmd := exec.Command(binary, "console")
	cmd.Env, cmd.Dir = append(w.environ(), "TERM=xterm-256color"), w.workspace()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		w.tb.Fatal(err)
	}
	_ = theirs.Close() // the program has it now
	s := sitting{w, ours, &tail{}, make(chan error, 1)}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := ours.Read(buf)
			_, _ = s.screen.Write(buf[:n]) // memory takes all
			if err != nil {
				return // the program has closed its end
			}
		}
	}()
	go func() { s.ended <- cmd.Wait() }()
	w.tb.Cleanup(func() { _ = cmd.Process.Kill(); _ = ours.Close() }) // it may have gone
	return s
}

// press types keys. What was drawn before them is forgotten: it answers
// something else.
func (s sitting) press(keys string) {
	s.tb.Helper()
	s.screen.clear()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.tb.Fatal(err)
	}
}

// sees waits until a text stands in what was drawn since the last keys.
func (s sitting) sees(text string) {
	s.tb.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !strings.Contains(s.screen.String(), text) {
		select {
		case <-tick.C:
		case <-late.C:
			s.tb.Fatalf("no %q on the screen: %q\n%s", text, s.screen.String(), s.stderr.String())
		}
	}
}

// TestConsole is an approver's sitting on a real terminal: a plan comes, is
// read and flies; the next one is rejected with a reason.
func TestConsole(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent := w.connect("agent", "agent")
	told := follow(t, agent, "pp.feedback.agent.>")
	s := w.sit()
	s.sees("no flight plan waits")

	ask := func(id string) string {
		outside := filepath.Join(w.dir, "outside-"+id)
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run("touch "+outside, nil)))
		return outside
	}
	outside := ask("r1")
	s.sees("1 flight plan")
	s.press("\r")
	s.sees("person must decide")
	s.press("  ")
	s.sees("the end")
	if exists(outside) {
		t.Fatal("it ran before anybody said yes")
	}
	s.press("a")
	s.sees("any other key is no")
	s.press("y")
	if f := told.final("r1"); f.Error != nil || !exists(outside) {
		t.Errorf("approved, but %+v", f)
	}
	s.sees("approved by approver")
	s.sees("no flight plan waits")

	s.screen.clear()
	outside = ask("r2")
	told.next()
	s.sees("1 flight plan") // its line in the news may be there before it is in the list
	s.press("\r")
	s.sees("claim, not checked")
	s.press("r")
	s.sees("why not?")
	s.press("not today\r")
	if f := told.final("r2"); f.Error == nil || f.Error.Code != "rejected" || exists(outside) {
		t.Errorf("rejected, but %+v", f)
	}
	// The first q may still leave the plan; the next one leaves the console.
	eventually(t, "it ends", func() bool {
		select {
		case err := <-s.ended:
			if err != nil {
				t.Errorf("it ended with %v", err)
			}
			return true
		default:
			_, _ = s.keys.WriteString("q") // it may have gone in between
			return false
		}
	})
}

// TestConsoleNeedsATerminal: without one it says what to use instead.
func TestConsoleNeedsATerminal(t *testing.T) {
	t.Parallel()
	out, err := newSite(t).command(t.Context(), "console").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "worker plans") {
		t.Errorf("%v: %s", err, out)
	}
}
