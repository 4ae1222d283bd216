package catalogue

import "strings"

// Toolchain reports which of the machine's own tools a name of a tool chain for
// another processor stands for: arm-none-eabi-gcc is gcc, and reads its words
// like it. The names are ARCHITECTURE-[VENDOR-][SYSTEM-]TOOL.
func Toolchain(name string) (tool string, ok bool) {
	arch, rest, found := strings.Cut(name, "-")
	if !found || !architecture(arch) || strings.ContainsAny(name, "/ ") {
		return "", false
	}
	tool = rest[strings.LastIndexByte(rest, '-')+1:]
	if before, _ := strings.CutSuffix(rest, tool); strings.HasSuffix(before, "-gcc-") { // gcc's wrappers: arm-none-eabi-gcc-ar
		tool = "gcc-" + tool
	}
	switch tool {
	case "gcc", "g++", "cpp", "c++", "gfortran", "as", "ld", "ar", "ranlib", "nm", "objcopy", "objdump", "strip", "size", "readelf", "strings", "addr2line", "c++filt", "gcov", "gdb", "gcc-ar":
		return tool, true
	case "ld.bfd", "ld.gold":
		return "ld", true
	case "gcc-nm":
		return "nm", true
	case "gcc-ranlib":
		return "ranlib", true
	}
	return "", false
}

// architecture lists what compilers call machines.
func architecture(name string) bool {
	switch name {
	case "arm", "armv7l", "armv7", "armeb", "aarch64", "aarch64_be", "riscv", "riscv32", "riscv64", "x86_64", "i386", "i486", "i586", "i686", "mips", "mipsel", "mips64", "mips64el", "powerpc", "powerpc64", "powerpc64le", "ppc64le", "s390x", "sparc64", "m68k", "loongarch64", "avr", "msp430", "xtensa", "or1k", "sh4", "tricore", "nios2", "microblaze", "arc":
		return true
	}
	return false
}
