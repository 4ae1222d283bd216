package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Julia reads what runs the tests or a file of a project: using and import of
// packages, include of a constant path, Pkg.test and Pkg.status without
// arguments, println of a constant. All of it is code of the folder.
func Julia(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText {
		return nil, false
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' || c >= 0x7f || strings.IndexByte("$\\`@#'", c) >= 0 {
			return nil, false
		}
	}
	r := &report{}
	r.add(Effect{Kind: pipeline.KindCode, Object: "."})
	pkg := false // Pkg is the one that was loaded
	for s := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		s = strings.TrimSpace(s)
		call, arg, ok := strings.Cut(s, "(")
		switch arg = strings.TrimSuffix(arg, ")"); {
		case s == "":
		case !ok:
			names, loads := juliaNames(s)
			if pkg = pkg || names; !loads {
				return nil, false
			}
		case !strings.HasSuffix(s, ")"):
			return nil, false
		case (call == "Pkg.test" || call == "Pkg.status") && arg == "" && pkg, call == "println" && arg == "VERSION":
		case (call == "include" || call == "println") && len(arg) > 2 && arg[0] == '"' && strings.IndexByte(arg[1:], '"') == len(arg)-2:
			if call == "include" {
				r.add(Effect{Kind: pipeline.KindCode, Object: arg[1 : len(arg)-1]})
			}
		default:
			return nil, false
		}
	}
	return r.effects, true
}

// juliaNames reads using A, B; names reports whether Pkg is among them.
func juliaNames(s string) (names, ok bool) {
	rest, ok := strings.CutPrefix(s, "using ")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "import "); !ok {
			return false, false
		}
	}
	for name := range strings.SplitSeq(rest, ",") {
		name = strings.TrimSpace(name)
		if name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			return false, false
		}
		names = names || name == "Pkg"
	}
	return names, true
}
