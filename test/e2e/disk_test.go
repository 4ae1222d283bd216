package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go"
)

// onTmpfs makes a command start with a small file system of its own on the
// state folder: in a mount namespace, which root may have, and in most places
// an ordinary user, too.
func (s *site) onTmpfs(options string) func(*exec.Cmd) {
	s.tb.Helper()
	if err := os.MkdirAll(s.state(), 0o700); err != nil {
		s.tb.Fatal(err)
	}
	return func(cmd *exec.Cmd) {
		text := `mount -t tmpfs -o "$0" none "$PASSEPARTOUT_STATE_DIR" || exit 99; exec "$@"`
		cmd.Args = append([]string{"sh", "-c", text, options, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
		attr := &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
		if uid := os.Getuid(); uid != 0 {
			attr = &syscall.SysProcAttr{
				Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
			}
		}
		cmd.SysProcAttr = attr
	}
}

// mounts reports whether this machine lets us mount at all.
func (s *site) mounts() bool {
	s.tb.Helper()
	ctx, cancel := context.WithTimeout(s.tb.Context(), patience)
	defer cancel()
	cmd := s.command(ctx, "version")
	s.onTmpfs("size=64k")(cmd)
	return cmd.Run() == nil
}

// On a full or a read-only file system the worker ends with an error that says
// so. Where nothing can be mounted, a limit on the size of files stands in.
func TestStateFolderFullOrReadOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ options, says string }{
		"full":      {"size=64k", "no space left on device"},
		"read-only": {"ro", "read-only file system"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := s.command(ctx, "run")
			if s.mounts() {
				s.onTmpfs(c.options)(cmd)
			} else {
				cmd.Args = []string{"sh", "-c", `ulimit -f 0 && exec "$0" run`, cmd.Path}
				cmd.Path, c.says = "/bin/sh", "file too large"
			}
			got := s.finish(cmd)
			if got.code != 1 || strings.Contains(got.stdout, "ready") {
				t.Errorf("exit %d\n%s%s", got.code, got.stdout, got.stderr)
			}
			lines := strings.Split(strings.TrimSpace(got.stderr), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "worker: ") || !strings.Contains(last, c.says) {
				t.Errorf("its last words do not say what is wrong:\n%s", got.stderr)
			}
		})
	}
}

// A worker whose file system runs full says so and ends with an error, because
// its server would take nothing any more, also with room again; whoever looks
// after it starts it again. Nothing is done twice.
func TestDiskFullUnderTheWorker(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if !s.mounts() {
		missing(t, "a file system of our own", errors.New("nothing can be mounted"))
		return
	}
	s.wrap = s.onTmpfs("size=24m")
	w := s.start()
	inside := filepath.Join("/proc", fmt.Sprint(w.cmd.Process.Pid), "root", s.state())
	option, err := nats.NkeyOptionFromSeed(filepath.Join(inside, "keys", "agent-agent.nk"))
	if err != nil {
		t.Fatal(err)
	}
	agent, err := nats.Connect(w.url, option)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	in := follow(t, agent, "pp.feedback.agent.>")
	ask := func(id string) feedback {
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run("echo ran >> "+id, map[string]any{"shell": true})))
		return in.final(id)
	}
	if f := ask("before"); f.Kind != "tool-output" {
		t.Fatalf("before: %+v %+v", f, f.Error)
	}
	fill := filepath.Join(inside, "fill")
	if err := os.WriteFile(fill, make([]byte, 32<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filled with %v", err)
	}
	asked := 0
	eventually(t, "the worker ends", func() bool {
		select {
		case <-w.gone:
			return true
		default:
		}
		asked++
		id := fmt.Sprint("full", asked)
		m := structured(t, id, requestType, run("echo ran >> "+id, map[string]any{"shell": true}))
		m.Subject = "pp.request.agent"
		_ = agent.PublishMsg(m) // taken or refused, as the server likes
		return false
	})
	if code := w.cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("exit %d", code)
	}
	lines := strings.Split(strings.TrimSpace(w.stderr.String()), "\n")
	if last := lines[len(lines)-1]; !strings.Contains(last, "the store cannot be written") || !strings.Contains(last, s.state()) {
		t.Errorf("its last words do not say what is wrong:\n%s", w.stderr)
	}
	for i := range asked {
		body, err := os.ReadFile(filepath.Join(s.workspace(), fmt.Sprint("full", i+1)))
		if err == nil && string(body) != "ran\n" {
			t.Errorf("request %d ran as %q", i+1, body)
		}
	}
}
