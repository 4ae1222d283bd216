package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// Programs for small machines speak to the processor in its own words: they wait for an
// interrupt, put memory in order, mask interrupts. Such instructions ask no system for
// anything (Arm Architecture Reference Manual, barriers and hints; Intel SDM vol. 2).

// plainInstructions takes them out of a text, with what they read and set.
func plainInstructions(text string) string {
	if !strings.Contains(text, "asm") {
		return text
	}
	return instruction().ReplaceAllString(text, "0")
}

// instruction is a statement of one or more of them: __asm volatile("dsb sy" ::: "memory").
func instruction() *needle.Regexp {
	return compiled(`\b(?:__asm__|__asm|asm)\s*(?:__volatile__|volatile)?\s*\(\s*(?:"(?:(?:nop|dmb|dsb|isb|wfi|wfe|sev|sevl|yield|pause|mfence|lfence|sfence|hlt|sti|cli|ebreak|cpsi[de]|bkpt|mrs|msr|rdtsc|fence(?:\.i)?|csr[rwsc]i?|clz|rbit|rev(?:16|sh)?)(?:[ \t]+(?:sy|ish|ishst|st|ld|i|f|if|#?\d+|%\w+|%\[\w+\]|primask|basepri|faultmask|control|msp|psp|ipsr|xpsr|mstatus|mie|mip|mcycle|r?w|r?w, ?r?w|,|[ \t])+)?(?:\\[nt]|;|[ \t])*)*"\s*)+(?::[^;"()]*(?:"[^";()]*"[^;"()]*(?:\([\w&*.>\[\]-]*\))?[^;"()]*)*)?\)`)
}
