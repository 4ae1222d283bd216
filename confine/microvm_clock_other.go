//go:build !amd64

package confine

// ticksPerMilli is not known: there is no machine for this architecture.
func ticksPerMilli() int64 { return 0 }
