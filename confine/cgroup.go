package confine

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// Control groups bound a sandbox as a whole. Version 1 is joined by the one
// thread that clones, so that every command is born inside and nobody pays for
// moving; version 2 by CLONE_INTO_CGROUP.

const groupPrefix = "passepartout-"

// controllers that are needed; version 1 has a hierarchy for each.
func controllers() []string { return []string{"memory", "pids", "cpu"} }

// groups knows where groups can be made.
type groups struct {
	parents map[string]string // controller -> folder; the same one in version 2
	unified bool
	prefix  string // of the names of our groups, unlike anybody else's
	count   atomic.Uint64
}

// findGroups looks for hierarchies in which this process may make groups, and
// tries it.
func findGroups() (*groups, error) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	g := &groups{parents: map[string]string{}, prefix: groupPrefix + strconv.Itoa(os.Getpid()) + "-" + rand.Text()[:8] + "-"}
	v1, v2 := parseGroupMounts(string(mounts))
	paths := parseOwnGroups(string(own))
	for _, c := range controllers() {
		if at, ok := v1[c]; ok {
			g.parents[c] = inside(at, paths[c])
		}
	}
	if (g.parents["memory"] == "" || g.parents["pids"] == "") && v2 != "" {
		g.unified, g.parents = true, map[string]string{}
		at := inside(v2, paths[""])
		if filepath.Base(at) == leaf { // an earlier one of ours has moved there
			at = filepath.Dir(at)
		}
		have, err := delegate(at)
		if err != nil {
			return nil, err
		}
		for _, c := range have {
			g.parents[c] = at
		}
	}
	if g.parents["memory"] == "" || g.parents["pids"] == "" {
		return nil, errors.New("control groups: no memory and pids controllers")
	}
	g.sweep()
	trial, err := g.make(Limits{}.withDefaults())
	if err != nil {
		return nil, err
	}
	return g, trial.remove(0)
}

// withoutMemory are the groups for children that share this process's memory
// until they execute something. In a memory group the kernel would count all
// of this process's memory against such a child, choose it when the group runs
// out, and end whoever shares that memory with it: this very process.
func (g *groups) withoutMemory() *groups {
	delete(g.parents, "memory")
	return g
}

// sweep removes what workers left behind that were ended by force: empty groups
// that bear the pid of a process that is no more.
func (g *groups) sweep() {
	for _, parent := range g.parents {
		stale, err := filepath.Glob(filepath.Join(parent, groupPrefix+"*"))
		if err != nil {
			continue
		}
		for _, dir := range stale {
			text, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), groupPrefix), "-")
			pid, err := strconv.Atoi(text)
			if err == nil && errors.Is(unix.Kill(pid, 0), unix.ESRCH) {
				_ = unix.Rmdir(dir) // refused while anybody is in it
			}
		}
	}
}

// parseGroupMounts finds where each hierarchy is mounted, see proc(5).
func parseGroupMounts(mountinfo string) (v1 map[string]string, v2 string) {
	v1 = map[string]string{}
	for line := range strings.Lines(mountinfo) {
		before, after, ok := strings.Cut(line, " - ")
		f, tail := strings.Fields(before), strings.Fields(after)
		if !ok || len(f) < 5 || len(tail) < 3 {
			continue
		}
		switch tail[0] {
		case "cgroup2":
			v2 = f[4]
		case "cgroup":
			for option := range strings.SplitSeq(tail[2], ",") {
				if slices.Contains(controllers(), option) {
					v1[option] = f[4]
				}
			}
		}
	}
	return v1, v2
}

// parseOwnGroups reads /proc/self/cgroup; version 2 has the empty name.
func parseOwnGroups(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(f) != 3 {
			continue
		}
		for c := range strings.SplitSeq(f[1], ",") {
			out[c] = f[2]
		}
	}
	return out
}

// inside is our own group's folder, or the root where that is not visible.
func inside(mount, own string) string {
	at := filepath.Join(mount, own)
	if st, err := os.Stat(at); err == nil && st.IsDir() {
		return at
	}
	return mount
}

// leaf is the group of version 2 that a worker moves to, below its own.
const leaf = "passepartout-worker"

// delegate makes a version 2 group ready for children with limits, and says
// which controllers they have. A group with processes in it cannot have such
// children, so ours moves into a leaf; if others are in it, it stays as it is.
func delegate(at string) ([]string, error) {
	raw, err := os.ReadFile(filepath.Join(at, "cgroup.controllers"))
	if err != nil {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	var have []string
	want := ""
	for _, c := range controllers() {
		if slices.Contains(strings.Fields(string(raw)), c) {
			have, want = append(have, c), want+" +"+c
		}
	}
	if !slices.Contains(have, "memory") || !slices.Contains(have, "pids") {
		return nil, fmt.Errorf("control groups: %s has no memory and pids controllers", at)
	}
	control := filepath.Join(at, "cgroup.subtree_control")
	if err := os.WriteFile(control, []byte(want), 0); err == nil {
		return have, nil
	}
	below := filepath.Join(at, leaf)
	if err := os.Mkdir(below, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	if err := os.WriteFile(filepath.Join(below, "cgroup.procs"), []byte("0"), 0); err != nil {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	if err := os.WriteFile(control, []byte(want), 0); err != nil {
		return nil, fmt.Errorf("control groups: only the worker may be in its own group: %w", err)
	}
	return have, nil
}

// group bounds one sandbox.
type group struct {
	dirs    map[string]string
	unified bool
	counters
}

func (g *groups) make(l Limits) (*group, error) {
	name := g.prefix + strconv.FormatUint(g.count.Add(1), 10)
	one := &group{dirs: map[string]string{}, unified: g.unified}
	for c, parent := range g.parents {
		dir := filepath.Join(parent, name)
		if err := os.Mkdir(dir, 0o755); err != nil && (!g.unified || !errors.Is(err, fs.ErrExist)) {
			return nil, errors.Join(fmt.Errorf("control group: %w", err), one.remove(0))
		}
		one.dirs[c] = dir
	}
	if err := one.limit(l); err != nil {
		return nil, errors.Join(err, one.remove(0))
	}
	one.counters = openCounters(one)
	return one, nil
}

func (g *group) limit(l Limits) error {
	const period = 100_000 // µs
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	quota := n(int64(l.CPUShare * period))
	type setting struct {
		controller, file, value string
		optional                bool
	}
	set := []setting{
		{"memory", "memory.limit_in_bytes", n(l.Memory), false},
		{"memory", "memory.memsw.limit_in_bytes", n(l.Memory), true}, // only with swap accounting
		{"pids", "pids.max", strconv.Itoa(l.PIDs), false},
		{"cpu", "cpu.cfs_period_us", n(period), true},
		{"cpu", "cpu.cfs_quota_us", quota, true},
	}
	if g.unified {
		set = []setting{
			{"memory", "memory.max", n(l.Memory), false},
			{"memory", "memory.swap.max", "0", true},
			{"pids", "pids.max", strconv.Itoa(l.PIDs), false},
			{"cpu", "cpu.max", quota + " " + n(period), true},
		}
	}
	for _, s := range set {
		dir, ok := g.dirs[s.controller]
		if !ok {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, s.file), []byte(s.value), 0); err != nil && !s.optional {
			return fmt.Errorf("control group: %w", err)
		}
	}
	return nil
}

// join puts one thread into the groups of version 1.
func (g *group) join(tid int) error {
	for _, dir := range g.dirs {
		if err := os.WriteFile(filepath.Join(dir, "tasks"), []byte(strconv.Itoa(tid)), 0); err != nil {
			return fmt.Errorf("control group: %w", err)
		}
	}
	return nil
}

// open returns the version 2 group for CLONE_INTO_CGROUP.
func (g *group) open() (*os.File, error) { return os.Open(g.dirs["pids"]) }

// enter lets a plan's reaper put itself into the group: it is moved, which
// takes the kernel a while, so a zygote joins instead. closing is called once
// the plan has started.
func (g *group) enter(p *spawn.Plan) (closing func(), err error) {
	var files []*os.File
	closing = func() {
		for _, f := range files {
			_ = f.Close()
		}
	}
	if g == nil {
		return closing, nil
	}
	if g.unified {
		f, err := g.open()
		if err != nil {
			return closing, fmt.Errorf("control group: %w", err)
		}
		files = append(files, f)
		p.Cgroup = int(f.Fd())
		return closing, nil
	}
	for _, dir := range g.dirs {
		f, err := os.OpenFile(filepath.Join(dir, "tasks"), os.O_WRONLY, 0)
		if err != nil {
			closing()
			return closing, fmt.Errorf("control group: %w", err)
		}
		files = append(files, f)
		at := spawn.StatusFD + 1 + len(p.Files)
		p.Files = append(p.Files, int(f.Fd()))
		p.Init = append(p.Init, spawn.Step{Name: "control group", NR: unix.SYS_WRITE, Args: []any{at, []byte("0"), 1}})
	}
	return closing, nil
}

// remove takes the groups away. The kernel needs a moment for the last dead.
func (g *group) remove(patience time.Duration) error {
	if g == nil {
		return nil
	}
	g.counters.close()
	var failed error
	for _, dir := range g.dirs {
		failed = errors.Join(failed, removeGroup(dir, patience))
	}
	return failed
}

func removeGroup(dir string, patience time.Duration) error {
	for step := 5 * time.Millisecond; ; patience -= step {
		err := unix.Rmdir(dir)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if patience <= 0 {
			return fmt.Errorf("control group %s: %w", dir, err)
		}
		_, _ = unix.Poll(nil, int(step/time.Millisecond))
	}
}

// hostThread finds the thread of a process by the number that it has in its
// own PID namespace.
func hostThread(ctx context.Context, pid, tid int) (int, error) {
	names, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/[0-9]*/status")
	if err != nil {
		return 0, fmt.Errorf("thread: %w", err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil || ctx.Err() != nil {
			continue
		}
		for line := range bytes.Lines(raw) {
			rest, ok := bytes.CutPrefix(line, []byte("NSpid:"))
			if f := bytes.Fields(rest); ok && len(f) > 0 && string(f[len(f)-1]) == strconv.Itoa(tid) {
				return strconv.Atoi(filepath.Base(filepath.Dir(name)))
			}
		}
	}
	return 0, errors.New("thread: not found")
}
