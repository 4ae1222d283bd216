package command

import "strings"

// watched judges the commands of cargo that cargo-watch(1) is given as text.
func (v *visit) watched() {
	for _, a := range v.args {
		if a.option == "-x" || a.option == "--exec" {
			f := a.field
			f.text = "cargo " + f.text
			v.shell(f, "sh", nil)
		}
	}
}

// goFlags looks for flags of go test that start a program among the words that
// a wrapper hands on to it.
func (v *visit) goFlags() {
	for _, f := range v.fields[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(f.text, "-"), "=")
		switch name {
		case "exec", "toolexec", "vettool", "overlay", "modfile":
			if strings.HasPrefix(f.text, "-") {
				v.unknown("hands on "+f.text, f)
			}
		}
	}
}
