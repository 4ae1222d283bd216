// Package process runs one command and answers for all that it leaves behind.
//
// Idea. A command is a tree of processes, not a process. Run starts it through
// a Starter (Direct here; confine has the confined ones), keeps the head and
// the tail of what it prints while the rest is drained and counted, enforces
// the deadline, and returns only when nothing of the tree is left: processes
// that changed their session, forked twice or hold the pipes included.
//
// States of a run: started; ended (the command is gone, what it left behind
// has a moment to finish printing); swept (nothing is left, outcome final). A
// deadline, a cancel or the output ceiling leads from started to stopping:
// SIGTERM to the command's process group, a grace, then SIGKILL to the tree.
//
// Limits. Path must be absolute and Argv is executed as it is: no shell, no
// search, no expansion. Output is bytes; making it safe to show is the
// caller's business. Everything here is Linux.
package process
