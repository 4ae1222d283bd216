package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// Julia reads a program that runs tests or files of a project, or computes. What
// only loads and starts is read without its expressions; any other one is read once
// more by its names (jlread.go).
func Julia(text string, given Given) ([]Effect, bool) {
	if len(text) > MaxText {
		return nil, false
	}
	if effects, ok := juliaStarts(text, given); ok {
		return effects, true
	}
	return juliaComputes(text, given)
}

// juliaStarts reads what runs the tests or a file of a project: using and import of
// packages, include of a constant path, Pkg.test and Pkg.status without
// arguments, println of a constant. All of it is code of the folder.
//
// No expression is read, so there is nothing that could compute a name. $ in a
// text puts values in, backquotes are commands, @ calls a macro, # begins a
// comment, a backslash an escape: a text with any of them is not understood,
// nor one with letters that are not ASCII.
func juliaStarts(text string, given Given) ([]Effect, bool) {
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
				r.add(Effect{Kind: pipeline.KindCode, Object: juliaBeside(given, arg[1:len(arg)-1])})
			}
		default:
			return nil, false
		}
	}
	return r.effects, true
}

// juliaNames reads using A, B; names reports whether Pkg is among them.
//
// Names alone are taken: using A: b, import A.b and "as" could give Pkg's name
// to something else. ok: it is such a statement. Loading a package runs its
// code, which the code of the folder stands for: a project chooses its packages
// (Pkg manual, "Environments").
func juliaNames(s string) (names, ok bool) {
	rest, ok := strings.CutPrefix(s, "using ")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "import "); !ok {
			return false, false
		}
	}
	for name := range strings.SplitSeq(rest, ",") {
		name = strings.TrimSpace(name)
		if name == "" || strings.Trim(name, letterSet+digitSet+"_") != "" {
			return false, false
		}
		names = names || name == "Pkg"
	}
	return names, true
}

// juliaBeside is the file that include means: beside the file that says it.
func juliaBeside(given Given, file string) string {
	if path.IsAbs(file) {
		return file
	}
	return path.Join(given.Folder, file)
}
