//go:build !amd64

package confine

import "golang.org/x/sys/unix"

const (
	nativeArch = unix.AUDIT_ARCH_AARCH64
	x32Bit     = 0
)

// forbiddenHere exist on this architecture only.
var forbiddenHere = [...]uintptr{}

// changesModesHere are the older spellings; there are none.
var changesModesHere = [...]uintptr{}

// chmodHere would be further spellings of chmod; there are none.
var chmodHere = [...]uint32{}

// openHere would be further spellings of open; there are none.
var openHere = [...]uint32{}
