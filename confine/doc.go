// Package confine turns a profile into a confined process: what was cleared is
// all that the kernel permits.
//
// Idea. A Profile is derived from the cleared effects (ProfileOf): what may be
// read, written and deleted, what stays hidden, which hosts may be reached,
// how much of the machine may be used. A builder makes the kernel enforce it.
// No builder forks the worker; all of them start commands through
// internal/spawn, where each restriction is a system call that the command
// itself makes before its first instruction, and where a restriction that
// fails means that nothing is executed.
//
// Builders, best first:
//
//	zygote      a small re-exec of the same binary, one for each agent and
//	            view, which lives in user, mount, PID, network, IPC and UTS
//	            namespaces and forks commands from there; each command has a
//	            PID namespace and a /proc to itself, which stand ready before
//	            the command is known (lodging.go)
//	bubblewrap  the same namespaces, made by bwrap for each command: slow, for
//	            hosts that allow namespaces to bwrap alone
//	thread      no namespaces: Landlock, seccomp and no privileges, applied in
//	            the child. It hides no process list, has no network but for
//	            none at all, and cannot hide a name inside a readable folder
//	microvm     a virtual machine for each command, with a zygote in it; slow,
//	            without network, and only by explicit configuration
//	none        nothing; only by explicit configuration
//
// What a builder does not enforce is missing from its Layers; what a policy
// requires and the host does not offer is ErrUnavailable, never a silent
// downgrade.
//
// What a command writes in all is watched while it runs (meter.go); what the
// tools of a workspace's owner obey is protected from it (protected.go).
//
// Limits. A path that does not exist cannot be granted to the kernel: the
// nearest folder that exists is granted instead, by the thread builder only if
// nothing hidden lies in it, because no mount covers that there. Deleting a name needs the
// right to remove on its folder, which covers the names beside it. The exec
// supervisor (supervise.go) is a second look at indirect program starts, not a
// boundary against hostile threads.
package confine
