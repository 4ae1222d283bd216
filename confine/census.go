package confine

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// census knows how many tasks the worker's user has. The kernel's limit of
// processes counts all of them, so that a command's own share comes on top.
type census struct {
	now func() time.Time

	mu    sync.Mutex
	tasks int
	asOf  time.Time
}

const tasksLast = 2 * time.Second

// count is at most tasksLast old.
func (c *census) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.asOf) > tasksLast || c.asOf.IsZero() {
		c.tasks, c.asOf = countTasks(os.Geteuid()), now
	}
	return c.tasks
}

func countTasks(uid int) int {
	total := 0
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0
	}
	for _, d := range dirs {
		var st unix.Stat_t
		if unix.Stat(d, &st) != nil || int(st.Uid) != uid {
			continue
		}
		if tasks, err := os.ReadDir(d + "/task"); err == nil {
			total += len(tasks)
		}
	}
	return total
}

// machineRoot says whether this process is user 0 of the machine, whom alone
// the kernel's limit of processes does not bind (fork in kernel/fork.c). Root
// of a user namespace that stands for somebody else is bound like everybody.
func machineRoot() bool {
	if os.Geteuid() != 0 {
		return false
	}
	raw, err := os.ReadFile("/proc/self/uid_map")
	f := strings.Fields(string(raw))
	return err != nil || len(f) < 2 || f[1] == "0"
}
