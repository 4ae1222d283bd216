package confine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// thread confines without namespaces: the command restricts itself by Landlock
// and seccomp before its first instruction.
type thread struct {
	abi    int
	caps   int
	filter spawn.Filter
}

var _ builder = (*thread)(nil)

// devices that every program may expect.
func devices() []string {
	return []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
}

func openThread(ctx context.Context) (*thread, error) {
	if !spawn.Supported {
		return nil, &UnavailableError{Builder: BuilderThread, Why: spawn.ErrUnsupported.Error()}
	}
	t := &thread{abi: landlockABI(), caps: lastCapability(), filter: seccompFilter(seccompRules{})}
	if t.abi == 0 {
		return nil, &UnavailableError{Builder: BuilderThread, Missing: []string{LayerLandlock}, Why: "the kernel has no Landlock, or it is not enabled"}
	}
	if err := prove(ctx, t); err != nil {
		return nil, &UnavailableError{Builder: BuilderThread, Why: err.Error()}
	}
	return t, nil
}

// prove runs this very binary under a builder and lets it tell what it has
// become.
func prove(ctx context.Context, b builder) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	p := Profile{Read: append(SystemPaths(), exe)}
	out, err := process.Run(ctx, starter{b, "probe", p}, process.Spec{
		Path: exe, Argv: []string{nameProbe, nameProbe}, Dir: "/", Timeout: 10 * time.Second, Grace: time.Second,
	})
	if err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	if out.ExitCode != 0 {
		return fmt.Errorf("probe: exit code %d: %.300s", out.ExitCode, out.Stderr.Kept)
	}
	return verify(string(out.Stdout.Kept), true)
}

func (t *thread) layers() []string {
	return []string{LayerLandlock, LayerSeccomp, LayerNoCaps, LayerRlimits}
}

func (t *thread) close(context.Context) error { return nil }

func (t *thread) start(_ context.Context, _ string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	if len(p.Hosts) > 0 {
		return 0, nil, &UnavailableError{Builder: BuilderThread, Missing: []string{LayerNet, LayerEgress},
			Why: "without a network namespace there is no network at all"}
	}
	rules, err := t.rules(p)
	if err != nil {
		return 0, nil, fmt.Errorf("thread: %w", err)
	}
	defer func() { _ = rules.file.Close() }()
	if p.Scratch != "" {
		s.Env = environ(s.Env, "TMPDIR="+p.Scratch)
		if lacks(s.Env, "HOME") {
			s.Env = environ(s.Env, "HOME="+p.Scratch)
		}
	}
	steps := []spawn.Step{spawn.Session()}
	steps = append(steps, limitSteps(p.Limits, true, false)...)
	steps = append(steps, dropPrivileges(t.caps)...)
	steps = append(steps, restrictSelf(4), applyFilter(t.filter))
	plan := spawn.Plan{
		Files: []int{int(rules.file.Fd())},
		Init:  []spawn.Step{spawn.Subreaper()},
		Exec:  steps,
	}
	return process.Launch(plan, s, stdio)
}

// rules grants what the profile says, and what no program can do without.
func (t *thread) rules(p Profile) (*ruleset, error) {
	r, err := newRuleset(t.abi, true)
	if err != nil {
		return nil, err
	}
	fill := func() error {
		for _, path := range p.Read {
			whole, listed := carve(path, p.Hidden)
			for _, w := range whole {
				if err := r.trust(w, mayRead); err != nil {
					return err
				}
			}
			for _, l := range listed {
				if err := r.trust(l, unix.LANDLOCK_ACCESS_FS_READ_DIR); err != nil {
					return err
				}
			}
		}
		for _, path := range devices() {
			if err := r.trust(path, mayDevice); err != nil {
				return err
			}
		}
		if err := r.trust("/proc", mayRead); err != nil {
			return err
		}
		return grant(r, p)
	}
	if err := fill(); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// grant adds what may be changed. A name is removed by right of its folder.
func grant(r *ruleset, p Profile) error {
	for _, path := range p.Write {
		whole, _ := carve(path, p.Hidden)
		for _, w := range whole {
			if err := r.clear(w, p.Roots, mayRead|mayWrite); err != nil {
				return err
			}
		}
	}
	for _, path := range p.Delete {
		whole, _ := carve(path, p.Hidden)
		for _, w := range whole {
			if err := r.clear(w, p.Roots, mayDelete); err != nil {
				return err
			}
			if err := r.clear(parentOf(w, p.Roots), p.Roots, mayDelete); err != nil {
				return err
			}
		}
	}
	return nil
}
