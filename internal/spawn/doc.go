// Package spawn starts one child and holds on to everything that it leaves
// behind.
//
// Idea. The worker has a large heap, many threads and a scheduler; none of
// them may be forked. So the worker makes, by clone3 with CLONE_VM, a process
// that runs no Go at all: a reaper of about a hundred instructions
// (clone_linux_*.s) on a stack of its own. The reaper works through a table of
// system calls (Step), then makes the command by a clone3 of its own with
// CLONE_VFORK, and the command works through a second table, which ends in
// execve. Whatever must be true of a command before its first instruction
// (descriptors, directory, limits, Landlock, seccomp, no capabilities) is a
// row of that table; a row that fails means that nothing is executed.
//
// States. Started: the reaper waits for signals, forwards SIGTERM and its like
// to the command's process group and reaps. Ended: the command itself is gone;
// one record has been written to the status socket. Empty: nothing is left of
// the tree; the reaper leaves, too, and its pidfd becomes readable.
//
// Nothing escapes. The reaper is either the first process of a PID namespace,
// so that the kernel kills all of it with the reaper, or a child subreaper, so
// that every orphan (setsid and double fork included) becomes its child and
// is found by a walk over /proc.
//
// Limits. amd64 and arm64, Linux 5.9 (close_range) or newer. Cloning with
// CLONE_VM costs the same for every heap size, and the thread that clones is
// never blocked by the exec that follows, which is what makes it safe to
// supervise that exec from the same process.
package spawn
