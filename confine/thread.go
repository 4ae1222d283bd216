package confine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
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
	now    func() time.Time
	groups *groups // nil: none can be made
	tasks  census
	bound  bool // the kernel bounds the processes of this user

	mu     sync.Mutex
	owners map[string]*group // one for each agent
	parts  map[string]*parts // by what is read and hidden
}

// parts are the paths that a set of readable folders comes to once what is
// hidden is carved out. Finding them takes longer than starting a command.
type parts struct {
	grants []held
	asOf   time.Time
}

// held is a path that stays open, and the rights that are given on it.
type held struct {
	file   *os.File
	rights uint64
}

const (
	partsLast = 10 * time.Second // a file that is new since then is not readable yet
)

var _ builder = (*thread)(nil)

// devices that every program may expect.
func devices() []string {
	return []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
}

func openThread(ctx context.Context, cfg Config) (*thread, error) {
	if !spawn.Supported {
		return nil, &UnavailableError{Builder: BuilderThread, Why: spawn.ErrUnsupported.Error()}
	}
	t := &thread{abi: landlockABI(), caps: lastCapability(), filter: seccompFilter(seccompRules{abi: landlockABI()}),
		now: cfg.Now, tasks: census{now: cfg.Now}, bound: !machineRoot(), owners: map[string]*group{}, parts: map[string]*parts{}}
	if g, err := findGroups(); err == nil {
		t.groups = g.withoutMemory()
	}
	if t.abi == 0 {
		return nil, &UnavailableError{Builder: BuilderThread, Missing: []string{LayerLandlock}, Why: "the kernel has no Landlock, or it is not enabled"}
	}
	if err := prove(ctx, t); err != nil {
		return nil, errors.Join(&UnavailableError{Builder: BuilderThread, Why: err.Error()}, t.close(ctx))
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
	out, err := process.Run(ctx, starter{b, "probe", p, nil, nil}, process.Spec{
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
	out := []string{LayerLandlock, LayerSeccomp, LayerNoCaps, LayerRlimits}
	if t.groups != nil {
		out = append(out, LayerCgroup)
	}
	return out
}

func (t *thread) close(context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var err error
	for _, g := range t.owners {
		err = errors.Join(err, g.remove(2*time.Second))
	}
	t.owners = map[string]*group{}
	for key := range t.parts {
		t.drop(key)
	}
	return err
}

func (t *thread) start(_ context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
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
	group, err := t.group(owner, p.Limits)
	if err != nil {
		return 0, nil, err
	}
	steps := []spawn.Step{spawn.Session()}
	ordinary := t.bound && t.groups == nil // a group names the limit
	limits := p.Limits
	if ordinary {
		limits.PIDs += t.tasks.count() // the kernel counts all of the user's
	}
	steps = append(steps, limitSteps(limits, true, ordinary)...)
	steps = append(steps, dropPrivileges(t.caps)...)
	steps = append(steps, restrictSelf(4), applyFilter(t.filter))
	plan := spawn.Plan{
		Files: []int{int(rules.file.Fd())},
		Init:  []spawn.Step{spawn.Subreaper()},
		Exec:  steps,
	}
	closing, err := group.enter(&plan)
	if err != nil {
		return 0, nil, err
	}
	defer closing()
	before := group.hits()
	pid, c, err := process.Launch(plan, s, stdio)
	if err != nil {
		return 0, nil, err
	}
	return pid, bounded{c, group, before}, nil
}

// bounded is a child that knows the group that it is in.
type bounded struct {
	process.Child
	group  *group
	before hits
}

// Wait names the limit that the group has met.
func (b bounded) Wait() (process.Exit, error) {
	e, err := b.Child.Wait()
	if err == nil && e.Code != 0 {
		e.Limit = b.group.since(b.before)
	}
	return e, err
}

// group is the control group of an agent and its limits, made when first used.
func (t *thread) group(owner string, l Limits) (*group, error) {
	if t.groups == nil {
		return nil, nil //nolint:nilnil // no group is a valid group
	}
	key := owner + fmt.Sprint(l.Memory, l.PIDs, l.CPUShare)
	t.mu.Lock()
	defer t.mu.Unlock()
	if g, ok := t.owners[key]; ok {
		return g, nil
	}
	g, err := t.groups.make(l)
	if err != nil {
		return nil, err
	}
	t.owners[key] = g
	return g, nil
}

// readable grants what may be read, with what is hidden carved out, and what no
// program can do without.
func (t *thread) readable(r *ruleset, p Profile) error {
	key := strings.Join(p.Read, "\x00") + "\x00\x00" + strings.Join(p.Hidden, "\x00")
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if have, ok := t.parts[key]; ok {
		if now.Sub(have.asOf) < partsLast {
			return have.grantTo(r)
		}
		t.drop(key)
	}
	for other := range t.parts {
		if len(t.parts) > 16 {
			t.drop(other)
		}
	}
	fresh := &parts{asOf: now}
	t.parts[key] = fresh
	for _, path := range append(slices.Clone(p.Read), "/proc") {
		whole, listed := carve(path, p.Hidden)
		fresh.hold(whole, mayRead)
		fresh.hold(listed, unix.LANDLOCK_ACCESS_FS_READ_DIR)
	}
	fresh.hold(devices(), mayDevice)
	return fresh.grantTo(r)
}

// hold opens paths; what cannot be opened is not granted.
func (p *parts) hold(paths []string, rights uint64) {
	for _, path := range paths {
		fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err == nil {
			p.grants = append(p.grants, held{os.NewFile(uintptr(fd), path), rights})
		}
	}
}

func (p *parts) grantTo(r *ruleset) error {
	for _, g := range p.grants {
		if err := r.allow(int(g.file.Fd()), g.rights); err != nil {
			return err
		}
	}
	return nil
}

// drop closes what is held under a key; the lock is held.
func (t *thread) drop(key string) {
	for _, g := range t.parts[key].grants {
		_ = g.file.Close()
	}
	delete(t.parts, key)
}

// rules grants what the profile says, and what no program can do without.
func (t *thread) rules(p Profile) (*ruleset, error) {
	r, err := newRuleset(t.abi, true)
	if err != nil {
		return nil, err
	}
	err = t.readable(r, p)
	if err == nil {
		err = grant(r, p)
	}
	if err != nil {
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
