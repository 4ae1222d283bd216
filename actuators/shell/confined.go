package shell

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"passepartout/confine"
	"passepartout/process"
)

// Confined is the Runner of the product: each command gets the sandbox that
// its cleared effects ask for.
type Confined struct {
	confiner *confine.Confiner
	base     confine.Base
}

var _ Runner = (*Confined)(nil)

// NewConfined makes a runner. base is what every command gets; its Scratch is
// replaced by the agent's own folder.
func NewConfined(c *confine.Confiner, base confine.Base) *Confined {
	return &Confined{confiner: c, base: base}
}

// Layers names what confines.
func (c *Confined) Layers() string { return c.confiner.Layers() }

// Run derives the profile from the job's effects, starts the command under it
// and waits for all that it leaves behind.
func (c *Confined) Run(ctx context.Context, job Job) (process.Outcome, error) {
	starter, changed := c.starter(job)
	out, err := process.Run(ctx, starter, job.Spec)
	out.Planted = changed()
	return out, err
}

// starter is what starts a job under its profile. changed tells afterwards what
// the command has planted.
func (c *Confined) starter(job Job) (s process.Starter, changed func() []string) {
	base := c.base
	base.Scratch = job.Scratch
	profile := confine.ProfileOf(job.Effects, base)
	profile.Read = append(profile.Read, job.Read...)
	// The program itself was judged, wherever it lives.
	profile.Read = append(profile.Read, programFolder(job.Spec.Path, profile.Read)...)
	if c.confiner.Has(confine.LayerExecGate) {
		profile.Gate = job.Gate
	}
	return tap{Starter: c.confiner.Starter(string(job.Owner), profile), began: job.Began}, c.confiner.Watch(profile).Changed
}

// programFolder grants a program that stands outside all that may be read.
func programFolder(path string, read []string) []string {
	if slices.ContainsFunc(read, func(dir string) bool { return path == dir || within(path, dir) }) {
		return nil
	}
	return []string{path}
}

func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// tap tells the pid of what was started.
type tap struct {
	process.Starter
	began func(pid int)
}

func (t tap) Start(ctx context.Context, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	pid, child, err := t.Starter.Start(ctx, s, stdio)
	if err == nil && t.began != nil {
		t.began(pid)
	}
	return pid, child, err
}

// Unconfined runs commands without any confinement. It exists for explicit
// configuration alone: everything but pure reads is then held.
type Unconfined struct{}

var _ Runner = Unconfined{}

// Layers is empty: nothing confines.
func (Unconfined) Layers() string { return "" }

// Run starts the command as a plain child.
func (Unconfined) Run(ctx context.Context, job Job) (process.Outcome, error) {
	return process.Run(ctx, tap{Starter: process.Direct{}, began: job.Began}, job.Spec)
}
