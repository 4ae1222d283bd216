package outward_test

import (
	"testing"

	"passepartout/command/outward"
)

// Instructions that order memory and wait are nobody's business; those that ask a system
// for something, or hide what they are, are.
func TestInstructions(t *testing.T) {
	t.Parallel()
	world := outward.World{Home: "/home/agent", Dir: "/w"}
	for text, found := range map[string]bool{
		`__asm volatile("dmb" ::: "memory");`:             false,
		`__asm__ volatile ("wfi");`:                       false,
		`asm volatile("" ::: "memory");`:                  false,
		`__asm volatile("mrs %0, primask" : "=r"(r));`:    false,
		`__asm volatile("dsb sy\n\tisb" ::: "memory");`:   false,
		`__asm volatile("syscall");`:                      true,
		`__asm volatile("nop; svc 0");`:                   true,
		`__asm volatile("nop" "\n int $0x80");`:           true,
		`__asm volatile(".byte 0x0f, 0x05");`:             true,
		`__asm volatile("nop" :: "r"(system("id")));`:     true,
		`__asm__(".incbin \"/etc/shadow\"");`:             true,
		`__asm volatile("nop" ::: "memory"); asm("hvc");`: true,
	} {
		if word := outward.Code("/w/src/a.c", text+"\n", world); (word != "") != found {
			t.Errorf("Code(%q) = %q, found must be %v", text, word, found)
		}
	}
}
