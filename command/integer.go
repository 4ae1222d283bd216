package command

import (
	"strings"

	"passepartout/pipeline"
)

// evaluated reports whether bash takes what is assigned to a variable for an
// expression: the dynamic variables that bear the integer attribute from the
// start in one version of bash or another, and what the text declared so.
func (r *run) evaluated(name string) bool {
	switch name {
	case "RANDOM", "SRANDOM", "SECONDS", "LINENO", "OPTIND", "HISTCMD", "BASHPID", "EPOCHSECONDS", "BASH_SUBSHELL":
		return true
	}
	return r.integers[name]
}

// declareInteger notes the attribute. It is noted for the whole text: a loop or
// a function may assign before the declaration that stands above it in time.
func (r *run) declareInteger(name string) {
	if r.integers == nil {
		r.integers = map[string]bool{}
	}
	r.integers[name] = true
	if keptByShell(name) { // the shell itself assigns
		r.unknown("the integer "+name, "declare", pipeline.Span{})
	}
}

// expression judges a value that bash evaluates: names in it are evaluated in
// turn, and the subscript of one may run commands.
func (r *run) expression(name string, v value, span pipeline.Span) {
	if !r.evaluated(name) || v.number || v.kind == valueText && strings.Trim(v.text, "0123456789+-*/%<>&|^~()!=,?: \t\n") == "" {
		return
	}
	r.unknown("expression in the integer "+name, name, span)
	if v.kind == valueText {
		r.suspectExpansions(newScope(r), v.text, span)
	}
}

// jobs lists processes, but with -x it runs a command.
func (r *run) jobs(fields []field) {
	for i, f := range fields[1:] {
		if f.exact() && (!strings.HasPrefix(f.text, "-") || strings.Trim(f.text, "-lnprs") == "") {
			continue
		}
		r.unknown("jobs "+f.text, "jobs", f.span)
		var rest []string
		for _, word := range fields[i+2:] {
			rest = append(rest, word.text)
		}
		r.suspectText(newScope(r), strings.Join(rest, " "), "jobs", f.span)
		return
	}
}

// wait sets the variable that -p names, which may be an element of an array.
func (r *run) wait(sc *scope, args []field) {
	for i, f := range args {
		if !f.exact() || !strings.HasPrefix(f.text, "-") {
			continue
		}
		_, attached, found := strings.Cut(f.text, "p")
		switch {
		case !found:
		case attached != "":
			f.text = attached
			r.nameOperand([]field{f}, "wait")
			r.assignNames(sc, []field{f})
		case i+1 < len(args):
			r.nameOperand(args[i+1:i+2], "wait")
			r.assignNames(sc, args[i+1:i+2])
		}
	}
}
