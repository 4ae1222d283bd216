package command

import (
	"path"
	"strings"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// Programs that are run for each line of their input: perl -n, ruby -p.

// lines states that files are read line by line and, in place, written again.
// What they held is kept under a name with a suffix behind it.
func (v *visit) lines(files []field, suffix string, inPlace bool) {
	for _, f := range files {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
		if !inPlace {
			continue
		}
		v.r.path(v.sc, f, pipeline.KindWrite, v.name, v.mark)
		if suffix != "" && !f.dynamic {
			g := f
			if g.pattern && strings.HasSuffix(g.text, "**") {
				g.text += "/*"
			}
			g.text += suffix
			v.r.path(v.sc, g, pipeline.KindWrite, v.name, v.mark)
		}
	}
}

// ruby reports whether the program at hand is Ruby itself.
func (v *visit) ruby() bool {
	return unversioned(v.name) == "ruby"
}

// plainRuby reports whether options bring no other code and change neither
// folders nor what the text means: ruby(1).
func (v *visit) plainRuby() bool {
	for _, o := range v.options {
		switch o {
		case "-e", "-n", "-p", "-a", "-l", "-w", "-W", "-r", "-F", "-0", "-i", "-I", "--yjit", "--jit":
		default:
			return false
		}
	}
	for _, a := range v.args {
		switch a.option {
		case "-r":
			if !a.field.exact() || !snippet.RubyLibrary(a.field.text) && !snippet.RubyOwn(a.field.text, v.ownLibraries()) {
				return false
			}
		case "-I":
			if !a.field.exact() || !ownFolder(a.field.text) {
				return false
			}
		case "-0":
			if strings.Trim(a.field.text, "01234567") != "" {
				return false
			}
		case "-i":
			if !a.field.exact() || strings.ContainsAny(a.field.text, "*/ \t|") {
				return false
			}
		case "-F":
			if !a.field.exact() {
				return false
			}
		}
	}
	return true
}

// ownLibraries is the folder that -I names for Ruby, if it lies below the
// folder at hand: what a program requires is looked for there first.
func (v *visit) ownLibraries() string {
	if !v.ruby() {
		return ""
	}
	for _, a := range v.args {
		if a.option == "-I" && a.field.exact() && ownFolder(a.field.text) {
			return a.field.text
		}
		if a.option == "-r" && a.field.exact() && strings.HasPrefix(a.field.text, "./") && ownFolder(a.field.text) {
			return path.Dir(a.field.text)
		}
	}
	return ""
}

// ownFolder reports whether a word is a plain folder below the one at hand.
func ownFolder(s string) bool {
	return s != "" && s[0] != '/' && !strings.Contains(s, "..") && !strings.ContainsAny(s, ":~$*?[")
}

// understoodRuby judges the texts of -e, which are one program.
func (v *visit) understoodRuby(read language, f field) bool {
	var texts []string
	suffix := ""
	for _, a := range v.args {
		switch a.option {
		case "-e":
			if !a.field.exact() || len(texts) > 8 {
				return false
			}
			texts = append(texts, a.field.text)
		case "-i":
			suffix = a.field.text
		}
	}
	if len(texts) == 0 || !v.snippet(read, strings.Join(texts, "\n"), f, v.operands, "") {
		return false
	}
	if v.has("-i") {
		v.lines(v.operands, suffix, true)
	}
	return true
}

// library reports whether a word is the argument of -r and names a library of
// Ruby itself.
func (v *visit) library(f field) bool {
	if !v.ruby() || strings.HasPrefix(v.name, "ruby1") || !f.exact() || !snippet.RubyLibrary(f.text) {
		return false
	}
	for _, a := range v.args {
		if a.option == "-r" && a.field.span == f.span {
			return true
		}
	}
	return false
}

// readsUTF8 reports whether nothing asks for a locale in which bytes of a text mean
// something else than in UTF-8 or ASCII.
func (v *visit) readsUTF8() bool {
	if v.sc.murky {
		return false
	}
	exported := v.exported()
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		known, ok := exported[name]
		if !ok {
			if !plainLocale(v.r.w.Env[name]) {
				return false
			}
			continue
		}
		if known.array || known.ref || known.assoc {
			return false
		}
		for _, one := range known.alts {
			if !one.unset && (one.kind != valueText || !plainLocale(one.text)) {
				return false
			}
		}
	}
	return true
}

// plainLocale reports whether a locale is one of UTF-8 or ASCII.
func plainLocale(name string) bool {
	name = strings.ToLower(name)
	return name == "" || name == "c" || name == "posix" || strings.HasSuffix(name, ".utf-8") || strings.HasSuffix(name, ".utf8")
}
