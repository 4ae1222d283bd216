package confine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// namespaces of a zygote.
const zygoteNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// zygotes is the builder that keeps one sandbox for each agent and view.
type zygotes struct {
	cfg    Config
	abi    int
	groups *groups // nil: none can be made
	bound  bool    // the kernel bounds the processes of this user
	mu     sync.Mutex
	live   map[string]*zygote // nil once closed
}

var _ builder = (*zygotes)(nil)

func openZygotes(ctx context.Context, cfg Config) (*zygotes, error) {
	if !spawn.Supported {
		return nil, &UnavailableError{Builder: BuilderZygote, Why: spawn.ErrUnsupported.Error()}
	}
	if os.Geteuid() == 0 && landlockABI() == 0 {
		return nil, &UnavailableError{Builder: BuilderZygote, Missing: []string{LayerLandlock},
			Why: "without Landlock user 0 can write /proc/sys, even without a capability: run the worker as an ordinary user"}
	}
	z := &zygotes{cfg: cfg, abi: landlockABI(), bound: !machineRoot(), live: map[string]*zygote{}}
	if g, err := findGroups(); err == nil {
		z.groups = g
	}
	if err := prove(ctx, z, 2); err != nil {
		return nil, errors.Join(&UnavailableError{Builder: BuilderZygote, Why: err.Error()}, z.close(ctx))
	}
	if err := z.close(ctx); err != nil { // the one that proved it has served
		return nil, err
	}
	z.live = map[string]*zygote{}
	return z, nil
}

func (z *zygotes) layers() []string {
	out := []string{LayerUser, LayerMount, LayerPID, LayerNet, LayerIPC, LayerUTS}
	if z.abi > 0 {
		out = append(out, LayerLandlock)
	}
	out = append(out, LayerSeccomp, LayerNoCaps, LayerRlimits, LayerEgress, LayerProtected)
	if z.groups != nil {
		out = append(out, LayerCgroup)
	}
	return append(out, LayerExecGate)
}

func (z *zygotes) start(ctx context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	v := viewOf(p, z.abi > 0)
	key := string(encode([]string{owner, fmt.Sprint(p.Limits.Memory, p.Limits.PIDs, p.Limits.CPUShare)}, p.Hosts)) + v.files() + string(v.encode())
	req := z.request(p, v, s)
	for attempt := 0; ; attempt++ {
		one, err := z.get(ctx, key, owner, v, p.Hosts, p.Limits)
		if err == nil {
			var pid int
			var c process.Child
			if pid, c, err = one.start(ctx, req, p.Gate, stdio); err == nil {
				return pid, c, nil
			}
			if errors.Is(err, errGone) {
				z.forget(key, one)
				err = errors.Join(err, one.end(ctx))
			}
		}
		if cause := context.Cause(ctx); cause != nil {
			return 0, nil, fmt.Errorf("%w: %w", cause, err) // the deadline came while the sandbox was made
		}
		if !errors.Is(err, errGone) || attempt > 0 {
			return 0, nil, err
		}
	}
}

func (z *zygotes) request(p Profile, v view, s process.Spec) request {
	env := withTemp(s.Env, p, v.tempFor(p.Write, p.Delete))
	if home := p.Scratch; lacks(env, "HOME") {
		if home == "" {
			home = wholeTemp
		}
		env = environ(env, "HOME="+home)
	}
	if len(p.Hosts) > 0 {
		env = environ(env, proxyEnv()...)
	}
	return request{
		path: s.Path, dir: s.Dir, detached: s.Detached, gated: p.Gate != nil, argv: s.Argv, env: env,
		write: p.Write, remove: p.Delete, roots: p.Roots, limits: p.Limits, ordinary: z.bound && z.groups == nil, rlimits: z.groups == nil,
	}
}

// get finds or makes the zygote of a key and counts the caller as its user.
func (z *zygotes) get(ctx context.Context, key, owner string, v view, hosts []string, limits Limits) (*zygote, error) {
	z.mu.Lock()
	if z.live == nil {
		z.mu.Unlock()
		return nil, &UnavailableError{Builder: BuilderZygote, Why: "it is closed"}
	}
	one, ok := z.live[key]
	if !ok {
		one = &zygote{owner: owner, made: make(chan struct{}), landlock: z.abi > 0}
		one.spare.most, one.spare.rules = max(0, z.cfg.Prepared), map[string]*os.File{}
		one.done = func() {
			z.mu.Lock()
			one.users--
			z.mu.Unlock()
		}
		z.live[key] = one
	}
	one.users++
	one.used = z.cfg.Now()
	idle := z.idle()
	z.mu.Unlock()
	for _, o := range idle {
		_ = o.end(ctx)
	}
	if ok {
		select {
		case <-one.made:
		case <-ctx.Done():
			one.done()
			return nil, fmt.Errorf("zygote: %w", context.Cause(ctx))
		}
	} else {
		one.err = one.make(ctx, v, hosts, limits, z)
		close(one.made)
	}
	if one.err != nil {
		one.done()
		z.forget(key, one)
		if ok { // somebody else's start failed, perhaps by their own deadline
			return nil, fmt.Errorf("%w: %w", errGone, one.err)
		}
		return nil, one.err
	}
	return one, nil
}

// idle takes out what is too many; the lock is held.
func (z *zygotes) idle() []*zygote {
	var out []*zygote
	for len(z.live) > z.cfg.MaxZygotes {
		oldest := ""
		for k, o := range z.live {
			if o.users == 0 && (oldest == "" || o.used.Before(z.live[oldest].used)) {
				oldest = k
			}
		}
		if oldest == "" {
			break
		}
		out = append(out, z.live[oldest])
		delete(z.live, oldest)
	}
	return out
}

func (z *zygotes) forget(key string, one *zygote) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.live[key] == one {
		delete(z.live, key)
	}
}

func (z *zygotes) close(ctx context.Context) error {
	z.mu.Lock()
	all := z.live
	z.live = nil
	z.mu.Unlock()
	var err error
	for _, one := range all {
		err = errors.Join(err, one.end(ctx))
	}
	return err
}
