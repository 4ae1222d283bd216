package spawn

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Below lists every living process that descends from pid, without pid.
// Zombies are left out: their reaper collects them. A tree that changes while
// it is read may be told incompletely; who wants it gone asks again.
func Below(pid int) ([]int, error) {
	children, err := descent(pid)
	if err != nil {
		return nil, err
	}
	var out []int
	todo := []int{pid}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range children(next) {
			todo = append(todo, p)
			if e, ok := readEntry(p); ok && !e.zombie {
				out = append(out, p)
			}
		}
	}
	return out, nil
}

// descent finds who knows whose children are whose: the kernel itself where it
// was built with CONFIG_PROC_CHILDREN, else the whole process table.
func descent(pid int) (func(int) []int, error) {
	if _, err := os.Stat("/proc/self/task/" + strconv.Itoa(os.Getpid()) + "/children"); err == nil {
		return childrenOf, nil
	}
	parents, err := table()
	if err != nil {
		return nil, fmt.Errorf("below %d: %w", pid, err)
	}
	children := make(map[int][]int, len(parents))
	for p, e := range parents {
		children[e.parent] = append(children[e.parent], p)
	}
	return func(p int) []int { return children[p] }, nil
}

// childrenOf asks the kernel for the children of each thread of a process.
func childrenOf(pid int) []int {
	dir := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(dir)
	if err != nil {
		return nil // gone
	}
	var out []int
	for _, t := range threads {
		raw, err := os.ReadFile(dir + t.Name() + "/children")
		if err != nil {
			continue
		}
		for _, f := range bytes.Fields(raw) {
			if p, err := strconv.Atoi(string(f)); err == nil {
				out = append(out, p)
			}
		}
	}
	return out
}

type entry struct {
	parent int
	zombie bool
}

// table reads who is whose child. Processes that vanish meanwhile are left out.
func table() (map[int]entry, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, fmt.Errorf("process table: %w", err)
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("process table: %w", err)
	}
	out := make(map[int]entry, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if e, ok := readEntry(pid); ok {
			out[pid] = e
		}
	}
	return out, nil
}

// readEntry reads /proc/PID/stat, see proc(5). The name of a program may hold
// blanks and parentheses, so fields count from the last one.
func readEntry(pid int) (entry, bool) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return entry{}, false
	}
	i := bytes.LastIndexByte(raw, ')')
	if i < 0 {
		return entry{}, false
	}
	f := bytes.Fields(raw[i+1:])
	if len(f) < 2 {
		return entry{}, false
	}
	parent, err := strconv.Atoi(string(f[1]))
	if err != nil {
		return entry{}, false
	}
	return entry{parent: parent, zombie: f[0][0] == 'Z' || f[0][0] == 'X'}, true
}

// killBelow kills what lives below a reaper, once over. A process is held by
// a pidfd before it is checked again, so a pid that was given to somebody else
// meanwhile is never hit.
func killBelow(reaper int) error {
	pids, err := Below(reaper)
	if err != nil {
		return err
	}
	var failed error
	for _, pid := range pids {
		if err := killOne(pid, reaper); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func killOne(pid, reaper int) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return nil //nolint:nilerr // it is gone
	}
	defer func() { _ = unix.Close(fd) }()
	for p, depth := pid, 0; p != reaper; depth++ {
		e, ok := readEntry(p)
		if !ok || p <= 1 || depth > 1<<15 {
			return nil // gone, or never ours
		}
		p = e.parent
	}
	if err := unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("process %d: %w", pid, err)
	}
	return nil
}
