package command

import "strings"

// circuitScript judges the commands of yosys -p: passes over a circuit, and
// reading and writing files of the folder. Others start programs (exec, !, abc
// with a script), load plugins or go on in a file.
func (v *visit) circuitScript() {
	for _, a := range v.args {
		if a.option != "-p" && a.option != "--commands" {
			continue
		}
		if !a.field.exact() {
			v.unknown(clip(a.field.text), a.field)
			continue
		}
		for line := range strings.FieldsFuncSeq(a.field.text, func(c rune) bool { return c == ';' || c == '\n' }) {
			words := strings.Fields(line)
			if len(words) > 0 && !circuitCommand(words) {
				v.unknown(clip(strings.TrimSpace(line)), a.field)
			}
		}
	}
}

// circuitCommand reports whether a command of yosys only works on the circuit
// and on files below the folder.
func circuitCommand(words []string) bool {
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "/") || strings.Contains(w, "..") || strings.ContainsAny(w, "~|!`$<>\"") || strings.HasPrefix(w, "-I/") || w == "-script" || w == "-exe" || strings.HasPrefix(w, "-abc") {
			return false
		}
	}
	name := words[0]
	switch name {
	case "read_verilog", "read_json", "read_liberty", "read_rtlil", "read_blif", "read_aiger", "write_verilog", "write_json", "write_blif", "write_edif", "write_rtlil", "write_aiger", "write_btor", "write_smt2", "write_cxxrtl", "write_spice",
		"hierarchy", "proc", "opt", "stat", "check", "clean", "flatten", "fsm", "memory", "techmap", "abc", "abc9", "dfflibmap", "dfflegalize", "setundef", "splitnets", "rename", "delete", "prep", "async2sync", "clk2fflogic", "chformal", "sat", "miter", "select", "design", "log", "chparam", "setattr", "autoname", "wreduce", "peepopt", "alumacc", "share", "simplemap", "extract_fa", "dump", "ls", "cutpoint", "uniquify", "submod", "ltp", "scc", "help":
		return true
	}
	for _, family := range [...]string{"synth", "opt_", "memory_", "proc_", "fsm_", "equiv_"} {
		if name == family || strings.HasPrefix(name, family) {
			return true
		}
	}
	return false
}
