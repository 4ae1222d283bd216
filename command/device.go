package command

import "strings"

// netPath is HOST/PORT of a path that bash itself makes a connection of (bash(1),
// "REDIRECTION"). For any other program it is a file that is not there.
func netPath(p string) (string, bool) {
	for _, prefix := range []string{"/dev/tcp/", "/dev/udp/"} {
		if rest, ok := strings.CutPrefix(p, prefix); ok {
			return rest, true
		}
	}
	return "", false
}

// harmlessDevice reports whether reading or writing a device does nothing.
func harmlessDevice(p string) bool {
	switch p {
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/random", "/dev/urandom":
		return true
	}
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if rest, ok := strings.CutPrefix(p, dir); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			return true
		}
	}
	return false
}

// replaces names programs that put a new file where one is, and do not write
// into it: rename(2), or unlink(2) before open(2).
func replaces(program string) bool {
	switch program {
	case "mv", "ln", "install", "rename", "link", "rsync", "ginstall", "gmv":
		return true
	}
	return false
}

// device reports whether a path names a device; /dev/shm holds ordinary files
// that everybody may write: shm_overview(7).
func device(p string) bool {
	return strings.HasPrefix(p, "/dev/") && !strings.HasPrefix(p, "/dev/shm")
}
