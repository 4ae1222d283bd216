package confine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"passepartout/process"
)

// Names of builders.
const (
	BuilderAuto       = "auto"
	BuilderZygote     = "zygote"
	BuilderBubblewrap = "bubblewrap"
	BuilderThread     = "thread"
	BuilderMicroVM    = "microvm"
	BuilderNone       = "none"
)

// Names of layers, as policies require them and results report them.
const (
	LayerUser     = "userns"
	LayerMount    = "mntns"
	LayerPID      = "pidns"
	LayerNet      = "netns"
	LayerIPC      = "ipcns"
	LayerUTS      = "utsns"
	LayerLandlock = "landlock"
	LayerSeccomp  = "seccomp"
	LayerNoCaps   = "nocaps"
	LayerRlimits  = "rlimits"
	LayerCgroup   = "cgroup"
	LayerEgress   = "egress"
	LayerExecGate = "execgate"
	// LayerProtected: what a person's own tools obey cannot be changed where it
	// exists. Where it does not, new names are found afterwards: see Watch.
	LayerProtected = "protected"
	LayerMicroVM   = "microvm" // a kernel of its own
	LayerKVM       = "kvm"     // and the processor keeps it apart
)

// ErrUnavailable says that the host, or the chosen builder, does not offer the
// confinement that was asked for.
var ErrUnavailable = errors.New("confinement unavailable")

// ErrDetached says, beside ErrUnavailable, that nothing can be left running by
// this builder.
var ErrDetached = errors.New("nothing can be left running")

// UnavailableError names what is missing.
type UnavailableError struct {
	Builder string
	Missing []string
	Why     string
}

// Error names builder, layers and reason.
func (e *UnavailableError) Error() string {
	s := "confinement unavailable: builder " + e.Builder
	if len(e.Missing) > 0 {
		s += " lacks " + strings.Join(e.Missing, ", ")
	}
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// Is matches ErrUnavailable.
func (e *UnavailableError) Is(target error) bool { return target == ErrUnavailable }

// Config says how to confine. The zero value is the best builder that works
// here, and nothing required.
type Config struct {
	Builder string   // "" is auto
	Require []string // layers without which Open fails
	// MaxZygotes bounds how many sandboxes are kept; the one that was used
	// longest ago goes first. 0: 16.
	MaxZygotes int
	// Prepared bounds how many sandboxes for the next commands of the same
	// limits each zygote keeps ready. 0: 2; negative: none.
	Prepared int
	// Egress hears of every connection that a sandbox asks for. It may be nil
	// and must not block.
	Egress func(EgressEvent)
	// Resolve finds addresses for the proxy; nil: the system's resolver.
	Resolve Resolver
	Now     func() time.Time // nil: the system's clock
	MicroVM MicroVM          // read by the builder of that name alone

	carry func(context.Context, net.Conn) error // in a guest: takes connections to the worker
}

// EgressEvent is one decision of the egress proxy.
type EgressEvent struct {
	Owner   string    `json:"owner"`
	Host    string    `json:"host"` // as asked for, bounded, printable
	Port    int       `json:"port"`
	Address string    `json:"address,omitempty"` // that was dialled
	Allowed bool      `json:"allowed"`
	Reason  string    `json:"reason"`
	At      time.Time `json:"at"`
}

// ExecGate judges one program start that a confined command is about to make.
// path is what the kernel is asked to execute, argv its arguments; an error
// stops it before it runs. It must be quick and may be called at any time.
// CallerDir of its context is the folder that relative arguments count from.
type ExecGate func(ctx context.Context, path string, argv []string) error

type callerDir struct{}

// CallerDir is the working folder of the process that is about to start a
// program, as that process sees it; "" where nobody could tell.
func CallerDir(ctx context.Context) string {
	dir, _ := ctx.Value(callerDir{}).(string)
	return dir
}

// withCallerDir tells a gate where the caller is, beside what every gate gets.
func withCallerDir(ctx context.Context, dir string) context.Context {
	if !filepath.IsAbs(dir) {
		return ctx
	}
	return context.WithValue(ctx, callerDir{}, dir)
}

// builder makes confined children.
type builder interface {
	layers() []string
	start(ctx context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error)
	close(ctx context.Context) error
}

// Confiner starts confined commands. It is safe for concurrent use.
type Confiner struct {
	name    string
	builder builder
	survey  *surveyor
	meter   *meter
}

// Open finds the builder that Config asks for and proves it by running a child
// under it. It fails with ErrUnavailable when a required layer is missing.
func Open(ctx context.Context, cfg Config) (*Confiner, error) {
	cfg = cfg.withDefaults()
	names := []string{cfg.Builder}
	if cfg.Builder == "" || cfg.Builder == BuilderAuto {
		names = automatic()
	}
	var failed error
	for _, name := range names {
		b, err := open(ctx, name, cfg)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		have := b.layers()
		missing := slices.DeleteFunc(slices.Clone(cfg.Require), func(l string) bool { return slices.Contains(have, l) })
		if len(missing) > 0 {
			failed = errors.Join(failed, &UnavailableError{Builder: name, Missing: missing}, b.close(ctx))
			continue
		}
		return &Confiner{name: name, builder: b, survey: newSurveyor(cfg.Now), meter: newMeter(cfg.Now)}, nil
	}
	return nil, fmt.Errorf("confine: %w", failed)
}

func (cfg Config) withDefaults() Config {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.MaxZygotes <= 0 {
		cfg.MaxZygotes = 16
	}
	if cfg.Prepared == 0 {
		cfg.Prepared = 2
	}
	return cfg
}

// automatic lists the builders that auto tries, best first.
func automatic() []string { return []string{BuilderZygote, BuilderBubblewrap, BuilderThread} }

func open(ctx context.Context, name string, cfg Config) (builder, error) {
	switch name {
	case BuilderZygote:
		return openZygotes(ctx, cfg)
	case BuilderBubblewrap:
		return openBubblewrap(ctx, cfg)
	case BuilderThread:
		return openThread(ctx, cfg)
	case BuilderMicroVM:
		return openMicroVM(ctx, cfg)
	case BuilderNone:
		return none{}, nil
	default:
		return nil, &UnavailableError{Builder: name, Why: "there is no such builder"}
	}
}

// Builder is the name of the builder in use.
func (c *Confiner) Builder() string { return c.name }

// Layers lists what is enforced, joined by "+"; empty for none.
func (c *Confiner) Layers() string { return strings.Join(c.builder.layers(), "+") }

// Details says what the sandboxes are made of, where that is more than the
// builder's name: accelerator, boot time, kernel and image of a machine.
func (c *Confiner) Details() string {
	if d, ok := c.builder.(interface{ details() string }); ok {
		return d.details()
	}
	return ""
}

// Has says whether a layer is enforced.
func (c *Confiner) Has(layer string) bool { return slices.Contains(c.builder.layers(), layer) }

// Starter starts commands of owner under a profile; it is what process.Run
// wants. owner is the agent: no two share a sandbox.
func (c *Confiner) Starter(owner string, p Profile) process.Starter {
	return starter{c.builder, owner, p, c.survey, c.meter}
}

// Run runs one command of owner under a profile.
func (c *Confiner) Run(ctx context.Context, owner string, p Profile, s process.Spec) (process.Outcome, error) {
	return process.Run(ctx, c.Starter(owner, p), s)
}

// Close ends every sandbox and all that still runs in one.
func (c *Confiner) Close(ctx context.Context) error {
	c.meter.close()
	return c.builder.close(ctx)
}

type starter struct {
	b      builder
	owner  string
	p      Profile
	survey *surveyor
	meter  *meter
}

func (s starter) Start(ctx context.Context, spec process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	s.p.Limits = s.p.Limits.withDefaults()
	s.p.kept = s.survey.protect(s.p)
	if len(s.p.Replace) > 0 {
		s.p.Write, s.p.Delete = slices.Concat(s.p.Write, s.p.Replace), slices.Concat(s.p.Delete, s.p.Replace)
	}
	pid, child, err := s.b.start(ctx, s.owner, s.p, spec, stdio)
	if err != nil {
		return 0, nil, err
	}
	return pid, s.meter.watch(child, s.p), nil
}

// none confines nothing.
type none struct{}

func (none) layers() []string { return nil }

func (none) start(ctx context.Context, _ string, _ Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	return process.Direct{}.Start(ctx, s, stdio)
}

func (none) close(context.Context) error { return nil }

// environ is a command's environment: what the caller gave, with HOME and
// TMPDIR where it may write.
func environ(env []string, extra ...string) []string {
	out := slices.Clone(env)
	for _, e := range extra {
		key, _, _ := strings.Cut(e, "=")
		out = slices.DeleteFunc(out, func(have string) bool { return strings.HasPrefix(have, key+"=") })
		out = append(out, e)
	}
	return out
}

// withTemp gives a command a folder for temporary files: the one that it was
// judged with, where that is writable for it, so that what it leaves there is
// found again; else the builder's own.
func withTemp(env []string, p Profile, private string) []string {
	for _, e := range env {
		at, ok := strings.CutPrefix(e, "TMPDIR=")
		if ok && at != "" && filepath.Clean(at) == at && (at == p.Scratch || slices.ContainsFunc(p.Write, func(w string) bool { return within(at, w) })) {
			return env
		}
	}
	return environ(env, "TMPDIR="+private)
}

func lacks(env []string, key string) bool {
	return !slices.ContainsFunc(env, func(e string) bool { return strings.HasPrefix(e, key+"=") })
}
