package confine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"passepartout/confine"
	"passepartout/pipeline"
	"passepartout/process"
)

func TestMain(m *testing.M) {
	confine.FallenGuest()
	confine.RootGuest()
	confine.Main()
	jailMain()
	attackMain()
	keeperMain()
	goleak.VerifyTestMain(m)
}

func open(t testing.TB, builder string) *confine.Confiner {
	t.Helper()
	c, err := confine.Open(t.Context(), confine.Config{Builder: builder})
	if err != nil {
		t.Fatalf("Open(%s): %v", builder, err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 20*time.Second)
		defer cancel()
		if err := c.Close(ctx); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return c
}

func bash(script string) process.Spec {
	return process.Spec{
		Path: "/bin/bash", Argv: []string{"bash", "-c", script}, Dir: "/",
		Env: []string{"PATH=/usr/bin:/bin"}, Timeout: 20 * time.Second, Grace: time.Second,
	}
}

func TestThread(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderThread)
	ws, scratch := t.TempDir(), t.TempDir()
	p := confine.ProfileOf(nil, confine.Base{Workspace: []string{ws}, Scratch: scratch})
	if err := os.WriteFile(filepath.Join(ws, "f"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := bash("cat f; id -u; touch $TMPDIR/x && echo ok; touch y; cat /etc/shadow; cat /etc/passwd >/dev/null && echo read; grep -E 'NoNewPrivs|Seccomp:|CapEff|CapBnd' /proc/self/status")
	s.Dir = ws
	out, err := c.Run(t.Context(), "a", p, s)
	t.Logf("%s\n%s\n%v\n%s", out.Stdout.Kept, out.Stderr.Kept, err, c.Layers())
	if err != nil || !strings.Contains(string(out.Stderr.Kept), "shadow: Permission denied") {
		t.Fatal(err)
	}
}

func TestZygote(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	ws, scratch := t.TempDir(), t.TempDir()
	p := confine.ProfileOf(nil, confine.Base{Workspace: []string{ws}, Scratch: scratch})
	if err := os.WriteFile(filepath.Join(ws, "f"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := bash("cat f; id -u; touch $HOME/x && echo ok; touch y; cat /etc/shadow; cat /etc/passwd >/dev/null && echo read; grep -E 'NoNewPrivs|Seccomp:|CapEff|CapBnd' /proc/self/status; ls / /dev; ps ax; mount; echo $$; date >/tmp/x; ls -la /tmp; cat /etc/shadow; ls /root")
	s.Dir = ws
	out, err := c.Run(t.Context(), "a", p, s)
	t.Logf("%s\n%s\n%v\n%s", out.Stdout.Kept, out.Stderr.Kept, err, c.Layers())
	if err != nil || !strings.Contains(string(out.Stderr.Kept), "shadow: Permission denied") {
		t.Fatal(err)
	}
}

// onFirst is a sink that acts once, when the first output comes.
func onFirst(f func()) pipeline.Sink {
	var once sync.Once
	return sink(func() { once.Do(f) })
}

type sink func()

func (s sink) Write(pipeline.Chunk) { s() }

// TestOwnProcessesAndDevices: to read them is cleared by name, and means the
// sandbox's own.
func TestOwnProcessesAndDevices(t *testing.T) {
	t.Parallel()
	for _, builder := range []string{confine.BuilderZygote, confine.BuilderBubblewrap} {
		c, err := confine.Open(t.Context(), confine.Config{Builder: builder})
		if builder != confine.BuilderZygote && errors.Is(err, confine.ErrUnavailable) {
			continue // the other one is for everybody
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close(context.WithoutCancel(t.Context())) }()
		var effects []pipeline.Effect
		for _, at := range []string{"/proc/self/status", "/proc/net/dev", "/proc/cpuinfo", "/proc", "/dev", "/dev/null", "/dev/zero", "/dev/fd/0"} {
			effects = append(effects, pipeline.Effect{Kind: pipeline.KindRead, Object: at})
		}
		effects = append(effects, pipeline.Effect{Kind: pipeline.KindWrite, Object: "/dev/null"})
		p := confine.ProfileOf(effects, confine.Base{Scratch: t.TempDir()})
		out, err := c.Run(t.Context(), "a", p, bash("grep -c : /proc/net/dev; head -c 4 /dev/zero | wc -c; echo x >/dev/null; cat /proc/self/comm; ls -d /proc/[0-9]* | wc -l"))
		lines := strings.Fields(string(out.Stdout.Kept))
		if err != nil || len(lines) != 4 || lines[0] != "1" || lines[1] != "4" || lines[2] != "cat" || len(lines[3]) > 1 || len(out.Stderr.Kept) > 0 {
			t.Errorf("%s: %v %q %s", builder, err, lines, out.Stderr.Kept)
		}
	}
}
