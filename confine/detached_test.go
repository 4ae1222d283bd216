package confine_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"passepartout/confine"
	"passepartout/process"
)

// keeper is this test binary as a worker that will be ended by force.
const keeper = "keeper"

func keeperMain() {
	if len(os.Args) != 4 || os.Args[1] != keeper {
		return
	}
	if err := keep(os.Args[2], os.Args[3]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	_, _ = os.Stdin.Read(make([]byte, 1))
	os.Exit(0)
}

func keep(mark, scratch string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c, err := confine.Open(ctx, confine.Config{Builder: confine.BuilderZygote})
	if err != nil {
		return err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	starter := c.Starter("a", confine.ProfileOf(nil, confine.Base{Scratch: scratch}))
	for _, detached := range []bool{true, false} {
		s := bash(fmt.Sprintf("(setsid sleep %s%t &); sleep %s%t", mark, detached, mark, detached))
		s.Argv[2] = strings.NewReplacer("true", "1", "false", "0").Replace(s.Argv[2])
		s.Detached = detached
		pid, _, err := starter.Start(ctx, s, [3]*os.File{null, null, null})
		if err != nil {
			return err
		}
		if detached {
			id, err := process.Identify(pid)
			if err != nil {
				return err
			}
			fmt.Println(id.PID, id.Start)
		}
	}
	return nil
}

func marked(mark string) int {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	n := 0
	for _, f := range files {
		if raw, err := os.ReadFile(f); err == nil && strings.HasPrefix(string(raw), "sleep\x00"+mark) {
			n++
		}
	}
	return n
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range 1000 {
		if done() {
			return
		}
		<-tick.C
	}
	t.Fatalf("never: %s", what)
}

func TestDetachedOutlivesTheWorker(t *testing.T) {
	t.Parallel()
	mark := fmt.Sprintf("340.%d", os.Getpid())
	cmd := exec.CommandContext(t.Context(), testBinary(t), keeper, mark, t.TempDir())
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close() }()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var id process.Identity
	if _, err := fmt.Sscan(line, &id.PID, &id.Start); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	eventually(t, "all four run", func() bool { return marked(mark+"1") == 2 && marked(mark+"0") == 2 })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	eventually(t, "what is not detached ends with the worker", func() bool { return marked(mark+"0") == 0 })
	if !id.Alive() || marked(mark+"1") != 2 {
		t.Fatal("the detached command has ended with the worker")
	}
	if err := id.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := marked(mark + "1"); n != 0 || id.Alive() {
		t.Errorf("%d processes survive the kill", n)
	}
}
