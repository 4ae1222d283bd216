package confine

import "golang.org/x/sys/unix"

const (
	nativeArch = unix.AUDIT_ARCH_X86_64
	x32Bit     = 0x40000000 // __X32_SYSCALL_BIT
)

// forbiddenHere exist on this architecture only.
var forbiddenHere = [...]uintptr{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_SYSFS, unix.SYS__SYSCTL,
	unix.SYS_CREATE_MODULE, unix.SYS_GET_KERNEL_SYMS, unix.SYS_QUERY_MODULE,
}

// changesModesHere are the older spellings.
var changesModesHere = [...]uintptr{
	unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
}

// openHere are spellings of open, whose second argument are the flags.
var openHere = [...]uint32{unix.SYS_OPEN}

// chmodHere are spellings of chmod that this architecture alone has.
var chmodHere = [...]uint32{unix.SYS_CHMOD}
