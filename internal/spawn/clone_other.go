//go:build !(linux && (amd64 || arm64))

package spawn

import "golang.org/x/sys/unix"

// Supported says whether this build has the reaper.
const Supported = false

func launch(*cloneArgs, uintptr, uintptr) int { return -int(unix.ENOSYS) }
