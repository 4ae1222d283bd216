package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// reckonable is what arithmetic finds under a name.
func (r *run) reckonable(sc *scope, name string) variable {
	if keptByShell(name) {
		return single(value{})
	}
	return r.variable(sc, name)
}

// keptByShell reports whether bash itself puts texts into a variable, which
// arithmetic would evaluate: the last word, the command under way, what was read.
func keptByShell(name string) bool {
	switch name {
	case "_", "REPLY", "OPTARG", "MAPFILE", "COPROC", "DIRSTACK":
		return true
	case "BASH_SUBSHELL", "BASH_VERSINFO":
		return false
	}
	return strings.HasPrefix(name, "BASH_")
}

// expandedValue is what $x stands for: one of several values, where that is known.
func (r *run) expandedValue(sc *scope, p *syntax.ParamExp) variable {
	name := p.Param.Value
	v, unset := r.baseValue(sc, p, name)
	if unset {
		return variable{unset: true}
	}
	if v.kind == valueDynamic && validName(name) && !keptByShell(name) {
		if all := r.variable(sc, name); len(all.alts) > 1 && !all.array && !all.ref {
			return all
		}
	}
	return single(v)
}
