package spawn_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start runs a plan with /dev/null as stdio and returns how it ended.
func start(t *testing.T, p spawn.Plan) (spawn.Exit, error) {
	t.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	status, end, err := spawn.NewStatus()
	if err != nil {
		t.Fatal(err)
	}
	p.Files = append([]int{int(null.Fd()), int(null.Fd()), int(null.Fd()), int(end.Fd())}, p.Files...)
	status.Explain(&p)
	s, err := spawn.Start(p)
	_ = end.Close()
	if err != nil {
		return spawn.Exit{}, errors.Join(err, status.Close())
	}
	c := spawn.NewChild(s.PID, s.PIDFD, status, p.Namespaced(), s.Reap)
	e, err := c.Wait()
	if kerr := c.Kill(t.Context()); kerr != nil {
		t.Error(kerr)
	}
	return e, err
}

func shell(script string) []spawn.Step {
	return spawn.Execute("/bin/sh", []string{"sh", "-c", script}, []string{"PATH=/usr/bin:/bin"})
}

func TestAFailingStepExecutesNothing(t *testing.T) {
	t.Parallel()
	marker := t.TempDir() + "/ran"
	bad := spawn.Step{Name: "bad step", NR: unix.SYS_CHDIR, Args: []any{"/nowhere"}}
	for _, tc := range []struct {
		name string
		plan spawn.Plan
		step string
		want error
	}{
		{"of the reaper", spawn.Plan{Init: []spawn.Step{bad}, Exec: shell("touch " + marker)}, "bad step", fs.ErrNotExist},
		{"of the command", spawn.Plan{Exec: append([]spawn.Step{bad}, shell("touch "+marker)...)}, "bad step", fs.ErrNotExist},
		{"exec", spawn.Plan{Exec: spawn.Execute("/nowhere", []string{"x"}, nil)}, "exec /nowhere", fs.ErrNotExist},
		{"limit", spawn.Plan{Exec: append([]spawn.Step{spawn.Limit(9999, 1, 1)}, shell("touch "+marker)...)}, "limit", unix.EINVAL},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := start(t, tc.plan)
			e, ok := errors.AsType[*spawn.StartError](err)
			if !ok || e.Step != tc.step || !errors.Is(err, tc.want) {
				t.Errorf("got %v", err)
			}
			if _, err := os.Stat(marker); err == nil {
				t.Error("the command ran")
			}
		})
	}
}

func TestAnOptionalStepMayFail(t *testing.T) {
	t.Parallel()
	bad := spawn.Step{Name: "bad", NR: unix.SYS_CHDIR, Args: []any{"/nowhere"}, Optional: true}
	e, err := start(t, spawn.Plan{Exec: append([]spawn.Step{bad}, shell("exit 5")...)})
	if err != nil || e.Code != 5 || !e.Empty {
		t.Errorf("%+v %v", e, err)
	}
}

func TestEmptySaysWhetherSomethingIsLeft(t *testing.T) {
	t.Parallel()
	e, err := start(t, spawn.Plan{Init: []spawn.Step{spawn.Subreaper()}, Exec: append([]spawn.Step{spawn.Session()}, shell("sleep 300 & exit 0")...)})
	if err != nil || e.Empty {
		t.Errorf("%+v %v", e, err)
	}
	e, err = start(t, spawn.Plan{Init: []spawn.Step{spawn.Subreaper()}, Exec: shell("sleep 0.01 & wait")})
	if err != nil || !e.Empty {
		t.Errorf("%+v %v", e, err)
	}
}

func TestLargeArguments(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("x", 100_000)
	e, err := start(t, spawn.Plan{Exec: spawn.Execute("/bin/sh", []string{"sh", "-c", `[ ${#1} = 100000 ] && [ ${#E} = 100000 ]`, "sh", big}, []string{"E=" + big})})
	if err != nil || e.Code != 0 {
		t.Errorf("%+v %v", e, err)
	}
	_, err = start(t, spawn.Plan{Exec: spawn.Execute("/bin/sh", []string{"sh", "-c", ":", strings.Repeat("x", 1<<18)}, nil)})
	if !errors.Is(err, unix.E2BIG) {
		t.Errorf("got %v", err)
	}
}

func TestPlansThatMakeNoSense(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]spawn.Plan{
		"no descriptors":   {Exec: shell(":")},
		"seven arguments":  {Files: []int{0, 1, 2, 2}, Exec: []spawn.Step{{Args: []any{1, 2, 3, 4, 5, 6, 7}}}},
		"unknown argument": {Files: []int{0, 1, 2, 2}, Exec: []spawn.Step{{Args: []any{1.5}}}},
	} {
		if _, err := spawn.Start(p); err == nil {
			t.Errorf("%s: started", name)
		}
	}
}
