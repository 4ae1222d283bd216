//go:build amd64 || arm64

package spawn

// Supported says whether this build has the reaper.
const Supported = true

// launch clones the calling thread as args say. The child never returns: it
// runs prog. The parent gets the pid or a negative errno. The caller must have
// blocked all signals.
//
//go:noescape
func launch(args *cloneArgs, size uintptr, prog uintptr) int
