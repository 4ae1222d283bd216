package process

import (
	"context"
	"fmt"
	"os"

	"passepartout/internal/spawn"
)

// Direct starts commands without any confinement: the judged argv, a session
// of its own, nothing inherited but the three descriptors. Its zero value is
// ready.
type Direct struct{}

var _ Starter = Direct{}

// Start makes a reaper and the command below it.
func (Direct) Start(_ context.Context, s Spec, stdio [3]*os.File) (int, Child, error) {
	plan := spawn.Plan{
		Init:   []spawn.Step{spawn.Subreaper()},
		Exec:   []spawn.Step{spawn.Session()},
		Cgroup: -1,
	}
	return Launch(plan, s, stdio)
}

// Launch starts a plan whose last steps (directory, exec) are still missing as
// a child of this very process. It is for starters.
func Launch(plan spawn.Plan, s Spec, stdio [3]*os.File) (int, Child, error) {
	status, end, err := spawn.NewStatus()
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = end.Close() }()
	plan.Files = append([]int{fd(stdio[0]), fd(stdio[1]), fd(stdio[2]), fd(end)}, plan.Files...)
	if s.Dir != "" {
		plan.Exec = append(plan.Exec, spawn.Chdir(s.Dir))
	}
	plan.Exec = append(plan.Exec, spawn.Execute(s.Path, s.Argv, s.Env)...)
	status.Explain(&plan)
	started, err := spawn.Start(plan)
	if err != nil {
		_ = status.Close()
		return 0, nil, fmt.Errorf("process: %w", err)
	}
	return started.PID, spawn.NewChild(started.PID, started.PIDFD, status, plan.Namespaced(), started.Reap), nil
}

func fd(f *os.File) int {
	if f == nil {
		return -1
	}
	return int(f.Fd())
}
