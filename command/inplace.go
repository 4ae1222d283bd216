package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// awkInPlace judges gawk -i inplace, which is an extension of gawk's own: what the
// program prints replaces each file that it reads (gawk(1), "inplace"). It is found by
// the places where gawk looks for what it includes, of which the working folder is the
// first, so a file of that name there is run. Any other extension stays code, and so
// does this one where the program or a variable may say which files are replaced.
func (v *visit) awkInPlace() {
	at, suffixes := -1, []string{""}
	for i, a := range v.args {
		switch a.option {
		case "-i", "--include":
			if !a.field.exact() || a.field.text != "inplace" || at >= 0 {
				return
			}
			at = i
		case "-v", "--assign":
			name, value, ok := strings.Cut(a.field.text, "=")
			switch {
			case !ok || !a.field.exact():
				return
			case name == "inplace::suffix" || name == "INPLACE_SUFFIX":
				if !staysWord(value) || strings.Contains(value, "/") {
					return
				}
				suffixes = append(suffixes, value)
			case !validName(name) || namesFiles(name):
				return
			}
		case "-F", "--field-separator":
		default:
			return
		}
	}
	if at < 0 || len(v.operands) == 0 || !v.operands[0].exact() {
		return
	}
	files := v.operands[1:]
	tokens, ok := awkTokens(v.operands[0].text)
	if !ok || slices.ContainsFunc(tokens, func(t awkToken) bool { return !t.str && (t.text == "@" || namesFiles(t.text)) }) ||
		slices.ContainsFunc(files, func(f field) bool { return f.dynamic || strings.Contains(f.text, "=") }) {
		return
	}
	span := v.args[at].field.span
	v.args[at].role = catalogue.Role{}
	for _, name := range [...]string{"inplace", "inplace.awk"} {
		v.r.codePath(v.sc, field{text: name, span: span}, v.name, catalogue.MarkBuild)
	}
	for _, f := range files {
		for _, suffix := range suffixes {
			g := f
			if g.text += suffix; f.text != "-" {
				v.r.path(v.sc, g, pipeline.KindWrite, v.name, v.mark)
			}
		}
	}
}

// namesFiles reports whether a variable of awk says which files are read, or belongs to
// the extension that replaces them.
func namesFiles(name string) bool {
	switch name {
	case "FILENAME", "ARGV", "ARGC", "ARGIND", "SYMTAB", "FUNCTAB":
		return true
	}
	return strings.HasPrefix(strings.ToLower(name), "inplace")
}
