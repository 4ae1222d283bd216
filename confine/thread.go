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
// and seccomp before its first instruction, beside what it has from the thread
// that clones it (launcher.go).
type thread struct {
	abi    int
	filter spawn.Filter
	now    func() time.Time
	groups *groups // nil: none can be made
	tasks  census
	bound  bool // the kernel bounds the processes of this user

	mu     sync.Mutex
	owners map[string]*group // one for each agent
	parts  map[string]*parts // by what is read and hidden
	kept   map[string]*keptRules
	from   *launcher
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
	rules := seccompRules{abi: landlockABI()}
	t := &thread{abi: rules.abi, filter: commandFilter(rules), now: cfg.Now, tasks: census{now: cfg.Now}, bound: !machineRoot(),
		owners: map[string]*group{}, parts: map[string]*parts{}, kept: map[string]*keptRules{}}
	if g, err := findGroups(); err == nil {
		t.groups = g.withoutMemory()
	}
	if t.abi == 0 {
		return nil, &UnavailableError{Builder: BuilderThread, Missing: []string{LayerLandlock}, Why: "the kernel has no Landlock, or it is not enabled"}
	}
	var err error
	if t.from, err = openLauncher(rules, lastCapability()); err != nil {
		return nil, &UnavailableError{Builder: BuilderThread, Missing: []string{LayerSeccomp}, Why: err.Error()}
	}
	if err := prove(ctx, t, 2); err != nil {
		return nil, errors.Join(&UnavailableError{Builder: BuilderThread, Why: err.Error()}, t.close(ctx))
	}
	return t, nil
}

// prove runs this very binary under a builder and lets it tell what it has
// become.
//
// filters is how many seccomp filters it must have beside those of this process:
// a command that was cloned from the wrong thread has too few. Negative: it is
// in another kernel.
func prove(ctx context.Context, b builder, filters int) error {
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
	if filters >= 0 {
		own, err := os.ReadFile("/proc/self/status")
		if err != nil {
			return fmt.Errorf("probe: %w", err)
		}
		filters += filtersIn(string(own))
	}
	return verify(string(out.Stdout.Kept), filters)
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
	for _, k := range t.kept {
		err = errors.Join(err, k.close())
	}
	t.kept = nil
	t.from.close()
	return err
}

func (t *thread) start(ctx context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
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
		s.Env = withTemp(s.Env, p, p.Scratch)
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
	steps = append(steps, dropPrivileges(-1)...)
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
	pid, c, err := t.from.launch(ctx, plan, s, stdio)
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
// program can do without, and says when it has looked.
func (t *thread) readable(r *ruleset, p Profile) (asOf time.Time, err error) {
	key := strings.Join(p.Read, "\x00") + "\x00\x00" + strings.Join(p.Hidden, "\x00") + filesOf(p.Hidden)
	now := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if have, ok := t.parts[key]; ok {
		if now.Sub(have.asOf) < partsLast {
			return have.asOf, have.grantTo(r)
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
	return now, fresh.grantTo(r)
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
