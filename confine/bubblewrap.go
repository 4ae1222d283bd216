package confine

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// bubblewrap has bwrap(1) make the namespaces, anew for each command. It costs
// several milliseconds and has neither Landlock nor a network for cleared
// hosts; it is for hosts where bwrap may make namespaces and we may not.
type bubblewrap struct {
	path   string
	filter spawn.Filter
	caps   int
	tasks  census
}

var _ builder = (*bubblewrap)(nil)

func openBubblewrap(ctx context.Context, cfg Config) (*bubblewrap, error) {
	if os.Geteuid() == 0 {
		// Without Landlock the owner of /proc/sys can write it, and a root
		// worker has no need of bwrap: it may make namespaces everywhere.
		return nil, &UnavailableError{Builder: BuilderBubblewrap, Why: "it is for workers that are not root"}
	}
	b := &bubblewrap{tasks: census{now: cfg.Now}, filter: seccompFilter(seccompRules{sysvIPC: true, pids: true, modes: true, abi: abiScopes}), caps: lastCapability()}
	for _, at := range []string{"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"} { // never by PATH
		if st, err := os.Stat(at); err == nil && st.Mode().IsRegular() {
			b.path = at
			break
		}
	}
	if b.path == "" {
		return nil, &UnavailableError{Builder: BuilderBubblewrap, Why: "bwrap is not installed"}
	}
	if !spawn.Supported {
		return nil, &UnavailableError{Builder: BuilderBubblewrap, Why: spawn.ErrUnsupported.Error()}
	}
	if err := prove(ctx, b, 1); err != nil {
		return nil, &UnavailableError{Builder: BuilderBubblewrap, Why: err.Error()}
	}
	return b, nil
}

func (b *bubblewrap) layers() []string {
	return []string{LayerUser, LayerMount, LayerPID, LayerNet, LayerIPC, LayerUTS, LayerSeccomp, LayerNoCaps, LayerRlimits, LayerProtected}
}

func (b *bubblewrap) close(context.Context) error { return nil }

func (b *bubblewrap) start(_ context.Context, _ string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	if len(p.Hosts) > 0 {
		return 0, nil, &UnavailableError{Builder: BuilderBubblewrap, Missing: []string{LayerEgress},
			Why: "bwrap has no network for cleared hosts"}
	}
	// bwrap's own failure to execute has no errno that we could read.
	if st, err := os.Stat(s.Path); err != nil || st.IsDir() || st.Mode()&0o111 == 0 {
		no := unix.EACCES
		if errors.Is(err, fs.ErrNotExist) {
			no = unix.ENOENT
		}
		return 0, nil, &spawn.StartError{Step: "exec " + s.Path, Err: no}
	}
	args, err := memoryFile([]byte(strings.Join(b.args(p, s), "\x00") + "\x00"))
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = args.Close() }()
	filter, err := memoryFile(b.rawFilter())
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = filter.Close() }()
	for _, f := range []*os.File{args, filter} {
		if _, err := f.Seek(0, 0); err != nil {
			return 0, nil, fmt.Errorf("bubblewrap: %w", err)
		}
	}
	limits := p.Limits
	limits.PIDs += b.tasks.count() // the kernel counts all of the user's
	plan := spawn.Plan{
		Files: []int{int(args.Fd()), int(filter.Fd())},
		Init:  []spawn.Step{spawn.Subreaper()},
		Exec:  append([]spawn.Step{spawn.Session(), keepOpen(4), keepOpen(5)}, limitSteps(limits, true, true)...),
	}
	argv := append([]string{"bwrap", "--args", "4", "--", s.Path}, s.Argv[1:]...)
	// The environment goes by the arguments: bwrap itself, outside the sandbox,
	// must not be steered by it.
	return process.Launch(plan, process.Spec{Path: b.path, Argv: argv, Dir: "/"}, stdio)
}

func keepOpen(fd int) spawn.Step {
	return spawn.Step{Name: "keep open", NR: unix.SYS_FCNTL, Args: []any{fd, int(unix.F_SETFD), 0}}
}

func (b *bubblewrap) rawFilter() []byte {
	var raw bytes.Buffer
	for _, f := range b.filter {
		_ = binary.Write(&raw, binary.NativeEndian, f) // a buffer never fails
	}
	return raw.Bytes()
}

func (b *bubblewrap) args(p Profile, s process.Spec) []string {
	v := viewOf(p, false)
	a := []string{
		"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--hostname", "sandbox",
		"--die-with-parent", "--cap-drop", "ALL", "--seccomp", "5", "--clearenv",
		"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--size", strconv.FormatInt(v.temp, 10), "--tmpfs", "/tmp", "--dir", "/run",
	}
	parts := shown(v)
	if coversTemp(parts) {
		a = append(a, "--perms", "1777", "--size", strconv.FormatInt(v.temp, 10), "--tmpfs", narrowTemp)
	}
	for _, part := range parts {
		a = append(a, part.args...)
	}
	for _, h := range v.hidden {
		st, err := os.Lstat(h)
		shown := slices.ContainsFunc(parts, func(p part) bool { return within(h, p.at) })
		if err != nil || !shown || st.Mode()&fs.ModeSymlink != 0 {
			continue
		}
		if st.IsDir() {
			a = append(a, "--perms", "0000", "--tmpfs", h, "--remount-ro", h)
		} else {
			a = append(a, "--ro-bind", os.DevNull, h)
		}
	}
	a = append(a, "--remount-ro", "/")
	temp := wholeTemp
	if coversTemp(parts) {
		temp = narrowTemp
	}
	for _, e := range b.environ(p, s, temp) {
		if key, value, ok := strings.Cut(e, "="); ok && key != "" {
			a = append(a, "--setenv", key, value)
		}
	}
	if s.Dir != "" {
		a = append(a, "--chdir", s.Dir)
	}
	return a
}

// part is one place in the new root, and how it is made.
type part struct {
	at   string
	args []string
}

// shown lists what a view shows, outer parts before inner ones.
func shown(v view) []part {
	var parts []part
	for _, r := range v.read {
		st, err := os.Lstat(r)
		switch {
		case err != nil || slices.Contains(v.write, r):
		case st.Mode()&fs.ModeSymlink != 0:
			if to, err := os.Readlink(r); err == nil {
				parts = append(parts, part{r, []string{"--symlink", to, r}})
			}
		default:
			parts = append(parts, part{r, []string{"--ro-bind", r, r}})
		}
	}
	for _, w := range v.write {
		if at, ok := clearedPath(w, v.roots); ok {
			parts = append(parts, part{at, []string{"--bind", at, at}})
		}
	}
	for _, k := range v.kept {
		at, pin, ok := kept(k)
		if !ok || !slices.ContainsFunc(v.write, func(w string) bool { return within(at, w) }) {
			continue
		}
		how := "--ro-bind-try"
		if pin {
			how = "--bind-try"
		}
		parts = append(parts, part{at, []string{how, at, at}})
	}
	slices.SortStableFunc(parts, func(x, y part) int { return strings.Compare(x.at, y.at) })
	return parts
}

// coversTemp says whether the host's /tmp is shown in the place of the private
// one: a command then gets another.
func coversTemp(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.at == wholeTemp })
}

func (b *bubblewrap) environ(p Profile, s process.Spec, temp string) []string {
	env := withTemp(s.Env, p, temp)
	if lacks(env, "HOME") {
		home := p.Scratch
		if home == "" {
			home = temp
		}
		env = environ(env, "HOME="+home)
	}
	return env
}

// clearedPath is openCleared for those who need a path.
func clearedPath(p string, roots []string) (string, bool) {
	fd, err := openCleared(p, roots)
	if err != nil {
		return "", false
	}
	defer func() { _ = unix.Close(fd) }()
	at, err := os.Readlink(filepath.Join("/proc/self/fd", strconv.Itoa(fd)))
	return at, err == nil
}
