package confine

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// lastCapability is the highest number that this kernel knows.
func lastCapability() int {
	raw, err := os.ReadFile("/proc/sys/kernel/cap_last_cap")
	if err == nil {
		if n, err := strconv.Atoi(strings.TrimSpace(string(raw))); err == nil && n > 0 && n < 64 {
			return n
		}
	}
	return 63 // steps for capabilities that do not exist fail, and may
}

// Bits of prctl(PR_SET_SECUREBITS), see capabilities(7): no privileges for
// user 0, none kept, and all of it locked.
const secureBits = 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7

// dropPrivileges are the steps that leave a command without any capability and
// without a way to get one. Without the right to drop (an ordinary user) there
// are none to drop, and no_new_privs keeps it so; hence Optional. The last two
// are not.
func dropPrivileges(last int) []spawn.Step {
	var out []spawn.Step
	for c := 0; c <= last; c++ {
		out = append(out, prctl("capability bound", true, unix.PR_CAPBSET_DROP, c))
	}
	out = append(out,
		prctl("secure bits", true, unix.PR_SET_SECUREBITS, secureBits),
		prctl("ambient capabilities", true, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL),
		capset(),
		prctl("no new privileges", false, unix.PR_SET_NO_NEW_PRIVS, 1))
	return out
}

func prctl(name string, optional bool, option, arg int) spawn.Step {
	return spawn.Step{Name: name, NR: unix.SYS_PRCTL, Args: []any{option, arg, 0, 0, 0}, Optional: optional}
}

// capset empties all three sets.
func capset() spawn.Step {
	header := make([]byte, 8) // version 3, this process
	header[0], header[1], header[2], header[3] = 0x22, 0x05, 0x08, 0x20
	return spawn.Step{Name: "capabilities", NR: unix.SYS_CAPSET, Args: []any{header, make([]byte, 24)}}
}

// restrictSelf applies the Landlock ruleset at a descriptor.
func restrictSelf(fd int) spawn.Step {
	return spawn.Step{Name: "landlock", NR: unix.SYS_LANDLOCK_RESTRICT_SELF, Args: []any{fd, 0}}
}

// applyFilter applies a seccomp filter.
func applyFilter(f spawn.Filter) spawn.Step {
	return spawn.Step{Name: "seccomp", NR: unix.SYS_SECCOMP, Args: []any{unix.SECCOMP_SET_MODE_FILTER, 0, f}}
}

// limitSteps bound one process; what bounds all of them is a control group. A
// limit above what we have ourselves is cut to that.
func limitSteps(l Limits, perProcessMemory bool, processes bool) []spawn.Step {
	want := []struct {
		resource int
		value    uint64
	}{
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_NOFILE, uint64(l.Files)},
		{unix.RLIMIT_FSIZE, uint64(l.FileSize)},
		{unix.RLIMIT_CPU, uint64(max(1, (l.CPU+999999999)/1000000000))},
		{unix.RLIMIT_MEMLOCK, 8 << 20},
		{unix.RLIMIT_MSGQUEUE, 0},
	}
	if perProcessMemory {
		want = append(want, struct {
			resource int
			value    uint64
		}{unix.RLIMIT_DATA, uint64(l.Memory)})
	}
	if processes {
		want = append(want, struct {
			resource int
			value    uint64
		}{unix.RLIMIT_NPROC, uint64(l.PIDs)})
	}
	var out []spawn.Step
	for _, w := range want {
		hard := w.value
		if w.resource == unix.RLIMIT_CPU {
			hard++ // SIGXCPU, which has a name in the result, before SIGKILL
		}
		var have unix.Rlimit
		if err := unix.Getrlimit(w.resource, &have); err == nil {
			w.value, hard = min(w.value, have.Max), min(hard, have.Max)
		}
		out = append(out, spawn.Limit(w.resource, w.value, hard))
	}
	return out
}

// preferredVictim lets the kernel end a command before anything else when
// memory runs out. next is the lowest free descriptor.
func preferredVictim(next int) []spawn.Step {
	return []spawn.Step{
		{Name: "oom", NR: unix.SYS_OPENAT, Args: []any{unix.AT_FDCWD, "/proc/self/oom_score_adj", unix.O_WRONLY | unix.O_CLOEXEC}, Optional: true},
		{Name: "oom", NR: unix.SYS_WRITE, Args: []any{next, []byte("1000"), 4}, Optional: true},
		{Name: "oom", NR: unix.SYS_CLOSE, Args: []any{next}, Optional: true},
	}
}

// verify reads what a process has become and says what is missing. It is how
// a builder is checked before it is trusted. filters is the least number of
// seccomp filters.
func verify(status string, filters int) error {
	want := map[string]string{"NoNewPrivs": "1", "CapEff": "0000000000000000", "CapPrm": "0000000000000000", "CapAmb": "0000000000000000", "Seccomp": "2"}
	if n := filtersIn(status); n < filters {
		return fmt.Errorf("%d seccomp filters in the child, not %d", n, filters)
	}
	for line := range strings.Lines(status) {
		key, value, ok := strings.Cut(line, ":")
		if w, asked := want[key]; ok && asked {
			if got := strings.TrimSpace(value); got != w {
				return fmt.Errorf("%s is %s in the child, not %s", key, got, w)
			}
			delete(want, key)
		}
	}
	if len(want) > 0 {
		return fmt.Errorf("the child's status does not tell %v", want)
	}
	return nil
}

// filtersIn reads how many seccomp filters a process has.
func filtersIn(status string) int {
	for line := range strings.Lines(status) {
		if rest, ok := strings.CutPrefix(line, "Seccomp_filters:"); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(rest))
			return n
		}
	}
	return 0
}
