package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Programs like pkg-config print the options by which a compiler finds a library
// that is installed: folders of headers, names to link with. Whoever installed the
// library wrote them, as he did the library itself, so a compiler is told nothing
// by them that the workspace could say. That holds as long as the command neither
// says where to look for such texts nor who prints them.

// buildFlags judges a word of a compiler that is what such a program prints, or a
// folder of headers or libraries that it names. False: it is none.
func (v *visit) buildFlags(f field) bool {
	if !f.dynamic || !cCompiler(v.name) || v.sc.murky || v.sc.renamed(v.name) || v.sc.movesTools() || v.movesFlags() {
		return false
	}
	word, folder := f.text, false
	for _, option := range [...]string{"-isystem", "-I", "-L"} {
		if rest, ok := strings.CutPrefix(word, option); ok {
			word, folder = rest, true
			break
		}
	}
	s := v.r.nestedOutput(word)
	if s == nil || s.Negated || s.Background || slices.ContainsFunc(s.Redirs, hidesMore) {
		return false
	}
	words := literals(s)
	if len(words) < 2 || slices.Contains(words, "") || v.sc.renamed(words[0]) {
		return false
	}
	if !folder {
		return printsFlags(words[0], words[1:])
	}
	args := make([]field, 0, 4)
	for _, w := range words[1:] {
		args = append(args, field{text: w, span: f.span})
	}
	tool := toolOf(words[0], args)
	if tool == nil || words[0] == "python" || words[0] == "python3" || words[0] == "which" || words[0] == "command" || words[0] == "type" {
		return false
	}
	v.r.readTool(field{tool: tool, span: f.span}, v.name, v.mark)
	return true
}

// hidesMore reports whether a redirection does more than keep errors from being shown.
func hidesMore(r *syntax.Redirect) bool {
	return r.Op != syntax.RdrOut || r.N == nil || r.N.Value != "2" || r.Word == nil || r.Word.Lit() != "/dev/null"
}

// movesFlags reports whether a variable is set by which those programs look
// elsewhere or print something else, or by which words are divided elsewhere.
func (v *visit) movesFlags() bool {
	for name := range v.sc.vars {
		if flagVariable(name) {
			return true
		}
	}
	for name := range v.r.w.Env {
		if flagVariable(name) {
			return true
		}
	}
	return false
}

// flagVariable reports whether a variable moves what those programs look for, or how
// the shell divides what they print.
func flagVariable(name string) bool {
	return strings.HasPrefix(name, "PKG_CONFIG") || name == "IFS" || name == "PYTHON" || name == "PYTHONHOME" || name == "PYTHONFRAMEWORK"
}

// printsFlags reports whether a program prints options of libraries that are
// installed, all of them named. A name with a slash or the ending of such a text
// would be a file of anybody's.
func printsFlags(name string, args []string) bool {
	base := unhyphened(name)
	plain, named := "--cflags --libs --static-libs --cxxflags --cppflags --ldflags --include --includes --embed --libs_r --system-libs --clibs", false
	switch base {
	case "pkg-config", "pkgconf":
		plain = "--cflags --libs --cflags-only-I --cflags-only-other --libs-only-l --libs-only-L --libs-only-other --static --shared --silence-errors --short-errors --print-errors"
		named = true
	case "llvm-config":
		named = true
	default:
		if !flagProgram(name) {
			return false
		}
	}
	for _, a := range args {
		switch {
		case a[0] == '-' && !slices.Contains(strings.Fields(plain), a):
			return false
		case a[0] != '-' && (!named || strings.HasSuffix(a, ".pc") || strings.ContainsFunc(a, func(c rune) bool {
			return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.+", c))
		})):
			return false
		}
	}
	return true
}

// flagProgram knows programs of one library each that print how to build with it.
func flagProgram(name string) bool {
	switch name {
	case "sdl-config", "sdl2-config", "python3-config", "python3.9-config", "python3.10-config", "python3.11-config", "python3.12-config", "python3.13-config", "mysql_config", "mariadb_config",
		"xml2-config", "xslt-config", "curl-config", "gsl-config", "freetype-config", "libpng-config", "ncurses5-config", "ncurses6-config", "ncursesw5-config", "ncursesw6-config", "nc-config", "gdal-config", "geos-config", "fltk-config":
		return true
	}
	return false
}
