package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What a function prints is a number if everything in it that prints prints
// numbers. That is found while its body is judged for $(f x): each command notes
// what it prints. A call of the function within itself is taken for a number, which
// holds if it holds of the call that it repeats; see recurs.

// printing is what was printed so far into a substitution.
type printing struct {
	other   bool // than numbers
	assumed bool // a call within has been taken for a number
}

// spoils notes that something else may be printed.
func (r *run) spoils() {
	if r.out != nil {
		r.out.other = true
	}
}

// functionNumber judges a substitution that calls a function, and reports whether
// it prints nothing but numbers.
func (r *run) functionNumber(sc *scope, stmts []*syntax.Stmt) bool {
	out := &printing{other: r.traps != nil || !sc.lookup("BASH_XTRACEFD").unset}
	r.out = out
	r.stmts(sc, stmts)
	return !out.other && !r.over && r.traps == nil
}

// printsWithin begins a call of a function under way, whose output goes where that of
// its caller goes.
func (r *run) printsWithin(now *entrance) *printing {
	outer := r.out
	if outer != nil {
		now.prints = &printing{}
		r.out = now.prints
	}
	return outer
}

// printedWithin ends it.
func (r *run) printedWithin(outer *printing, at *syntax.Stmt) {
	if outer == nil {
		return
	}
	if own := r.out; own != nil && own.other {
		outer.other = true
		if own.assumed {
			r.unknown("arithmetic on what a function prints that calls itself", "arithmetic", r.spanOf(at))
		}
	}
	r.out = outer
}

// repeats takes a call that finds nothing but what an earlier one did for a number,
// as that one is then.
func (r *run) repeats(earlier *entrance) {
	switch {
	case r.out == nil:
	case earlier.prints == nil:
		r.out.other = true
	default:
		earlier.prints.assumed = true
	}
}

// divert is where a statement prints that has redirections.
func (r *run) divert(redirs []*syntax.Redirect) *printing {
	out := r.out
	for _, rd := range redirs {
		n := ""
		if rd.N != nil {
			n = rd.N.Value
		}
		word := ""
		if rd.Word != nil {
			word, _ = fixedWord(rd.Word)
		}
		switch rd.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			all := rd.Op == syntax.RdrAll || rd.Op == syntax.AppAll
			switch {
			case word != "/dev/null", n != "" && n != "1" && n != "2":
				r.spoils()
			case all || n != "2":
				out = nil
			}
		case syntax.DplOut:
			switch {
			case n == "2" && word == "1" && out == nil: // both are gone
			case (n == "" || n == "1") && word == "2":
				out = nil
			default:
				r.spoils()
			}
		default:
			r.spoils()
		}
	}
	return out
}

// prints notes what a simple command prints.
func (r *run) prints(sc *scope, fields []field) {
	name, args := fields[0].text, fields[1:]
	if strings.Contains(name, "/") && !systemDir(path.Dir(name)) {
		r.spoils()
		return
	}
	if saysNothing(sc, name, args) {
		return
	}
	switch name {
	case "echo":
		if len(args) > 0 && args[0].exact() && args[0].text == "-n" {
			args = args[1:]
		}
	case "printf":
		if len(args) == 0 || !args[0].exact() || strings.HasPrefix(args[0].text, "-") {
			r.spoils()
			return
		}
		if printsNumber(name, args) {
			return
		}
		if !addsNothing(strings.NewReplacer("%s", "", "%d", "", `\n`, "").Replace(args[0].text)) {
			r.spoils()
			return
		}
		args = args[1:]
	default:
		if v := outputOf(sc, path.Base(name), args); !v.number && !(v.kind == valueText && v.figure()) {
			r.spoils()
		}
		return
	}
	if slices.ContainsFunc(args, func(f field) bool { return f.many || !f.number && !(f.exact() && signed(f.text)) }) {
		r.spoils()
	}
}

// signed reports whether a text is a number, perhaps below zero, or nothing.
func signed(s string) bool { return strings.Trim(strings.TrimPrefix(s, "-"), "0123456789") == "" }

// saysNothing reports whether a command prints nothing to its standard output.
func saysNothing(sc *scope, name string, args []field) bool {
	switch name {
	case ":", "true", "false", "test", "[", "return", "exit", "break", "continue", "shift", "unset", "read", "wait", "sleep", "let":
		return true
	case "cd":
		return sc.lookup("CDPATH").unset && !slices.ContainsFunc(args, func(f field) bool { return !f.exact() || f.text == "-" })
	case "set":
		return len(args) > 0 && args[0].exact() && args[0].text == "--"
	case "mkdir", "touch", "rm", "cp", "mv", "kill":
		return !slices.ContainsFunc(args, func(f field) bool {
			return f.optionLike() && (!f.exact() || strings.HasPrefix(f.text, "--") || strings.ContainsAny(f.text, "vlLh"))
		})
	case "grep":
		return len(args) > 0 && args[0].exact() && (args[0].text == "-q" || args[0].text == "--quiet" || args[0].text == "-qE" || args[0].text == "-qF" || args[0].text == "-qi")
	}
	return false
}

// lists reports whether a declaration may print variables.
func lists(d *syntax.DeclClause) bool {
	return len(d.Args) == 0 || slices.ContainsFunc(d.Args, func(a *syntax.Assign) bool {
		if a.Name != nil {
			return false
		}
		word := ""
		if a.Value != nil {
			word = a.Value.Lit()
		}
		return word == "" || strings.ContainsAny(word, "pfF") || word == "-"
	})
}

// addsNothing reports whether a text holds figures and signs alone.
func addsNothing(s string) bool { return strings.Trim(s, "0123456789 .,:;_-+%/\n\t") == "" }
