package confine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"passepartout/confine"
)

// builtMachine is kernel and image for this test binary, made once. Without a
// kernel or without QEMU there is none, and why says so.
var builtMachine = sync.OnceValues(func() (confine.MicroVM, error) {
	exe, err := os.Executable()
	if err != nil {
		return confine.MicroVM{}, err
	}
	root := os.Getenv("PP_KERNEL_ROOT")
	if root == "" {
		root = "/"
	}
	return confine.BuildMicroVM(context.Background(), confine.MicroVMBuild{
		Out: filepath.Join(filepath.Dir(exe), "microvm"), Init: exe, Root: root,
	})
})

// openMachine opens the builder by software emulation, which every host has.
// Where a part is missing it checks that the refusal says so, and returns nil.
func openMachine(t testing.TB) *confine.Confiner {
	t.Helper()
	return openMachineWith(t, confine.Config{})
}

func openMachineWith(t testing.TB, cfg confine.Config) *confine.Confiner {
	t.Helper()
	vm, err := builtMachine()
	vm.Accel = confine.AccelTCG
	cfg.Builder, cfg.MicroVM = confine.BuilderMicroVM, vm
	complete := err == nil
	if _, err := os.Stat("/usr/bin/qemu-system-x86_64"); err != nil {
		complete = false
	}
	c, err := confine.Open(t.Context(), cfg)
	if !complete {
		if !errors.Is(err, confine.ErrUnavailable) {
			t.Errorf("Open without QEMU or a kernel: %v, want a refusal", err)
		}
		return nil
	}
	if err != nil {
		t.Fatalf("Open: %v", err)
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

func TestMicroVMBoots(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	ws, scratch := t.TempDir(), t.TempDir()
	p := confine.ProfileOf(nil, confine.Base{Workspace: []string{ws}, Scratch: scratch})
	s := bash("uname -a; id; echo err >&2; echo x >$HOME/x; cat /proc/cpuinfo | grep -m1 model.name; exit 7")
	out, err := c.Run(t.Context(), "a", p, s)
	t.Logf("%s\n%s\n%+v %v %s", out.Stdout.Kept, out.Stderr.Kept, out.Finished.Sub(out.Started), err, c.Layers())
	if err != nil || out.ExitCode != 7 || string(out.Stderr.Kept) != "err\n" {
		t.Errorf("exit %d, %v", out.ExitCode, err)
	}
	if raw, _ := os.ReadFile(scratch + "/x"); string(raw) != "x\n" {
		t.Errorf("what it wrote: %q", raw)
	}
}
