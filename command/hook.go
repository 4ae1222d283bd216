package command

import "strings"

// hooks are builtins that can make the shell run something else.
func (r *run) hooks(name string, fields []field) {
	for i, f := range fields[1:] {
		operand := !strings.HasPrefix(f.text, "-") && (name == "enable" || name == "bind") && (i == 0 || hookFree(name, fields[i].text)) // a builtin switched off or on, a key that types
		if !f.exact() || operand || strings.HasPrefix(f.text, "-") && !hookFree(name, f.text) {
			r.unknown(name+" "+f.text, name, f.span)
			if i+2 < len(fields) && fields[i+2].exact() {
				r.suspectText(newScope(r), fields[i+2].text, name, f.span)
			}
		}
	}
}

// hookFree reports whether an option of a builtin gives the shell nothing to run
// later on (bash(1), "SHELL BUILTIN COMMANDS"): it lists, forgets or switches off.
func hookFree(name, opt string) bool {
	switch name {
	case "hash":
		return opt == "-r" || opt == "-l" || opt == "-t" || opt == "-d"
	case "enable":
		return opt == "-a" || opt == "-n" || opt == "-p" || opt == "-s"
	case "bind":
		return opt == "-l" || opt == "-p" || opt == "-P" || opt == "-v" || opt == "-V" || opt == "-s"
	case "compgen":
		return !strings.ContainsAny(opt, "CFW")
	case "complete":
		return opt == "-p" || opt == "-r"
	}
	return false
}
