package command

import "strings"

// juliaOptions reports whether every option of julia only says how code is compiled and
// measured, or which project of the folder is meant.
func (v *visit) juliaOptions() bool {
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		if !f.exact() {
			return false
		}
		switch w := f.text; {
		case len(v.operands) > 0 && f.span == v.operands[0].span && w == v.operands[0].text, w == "-", w == "--":
			return true
		case w == "-e" || w == "-E" || w == "--eval" || w == "--print":
			i++
		case !juliaOption(w):
			return false
		}
	}
	return true
}

// juliaOption judges one option with its value.
func juliaOption(word string) bool {
	name, value, has := strings.Cut(word, "=")
	switch name {
	case "-q", "--quiet", "--project", "--trace-compile-timing":
		return !has || name == "--project" && (value == "@." || value == "." || ownFolder(value) && strings.IndexByte("@.", value[0]) < 0)
	case "--color", "--startup-file", "--history-file", "--depwarn", "--check-bounds", "--banner", "--compiled-modules", "--pkgimages", "--inline", "--warn-overwrite", "--warn-scope", "--compile", "--math-mode", "--polly", "--track-allocation", "--code-coverage", "--startup_file":
		return has && (value == "no" && name != "" || value == "yes" && name != "--startup-file" && name != "--startup_file" || value == "auto" || value == "none" || value == "user" || value == "all" || value == "min" || value == "error" || value == "ieee" || value == "existing" || value == "quiet")
	case "--threads", "--gcthreads", "--optimize", "--min-optlevel", "--heap-size-hint":
		return has && (value == "auto" || value != "" && strings.Trim(value, "0123456789,.MGK") == "")
	}
	return len(word) == 3 && (word[:2] == "-t" || word[:2] == "-O" || word[:2] == "-g") && word[2] >= '0' && word[2] <= '9'
}
