package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// analyzeLess looks at the commands that less takes behind a plus sign. Those
// that move and search only show something else; others run programs, write
// files or open some: less(1).
func analyzeLess(v *visit) bool {
	for i := range v.args {
		if a := &v.args[i]; a.option == "+" && a.field.exact() && moves(strings.TrimPrefix(a.field.text, "+")) {
			a.role = catalogue.Role{Acts: []catalogue.Act{catalogue.ActData}}
		}
	}
	return false
}

// moves reports whether a command of less goes to a place: a line, an end, what
// comes in, the next match of a pattern, which reaches to the end of the word.
func moves(command string) bool {
	rest := strings.TrimLeft(command, "0123456789")
	switch rest {
	case "", "G", "g", "F", "p", "%", ">", "<", "Gg", "gG":
		return true
	}
	if rest[0] != '/' && rest[0] != '?' {
		return false
	}
	for i := range len(rest) {
		if rest[i] < ' ' || rest[i] == 0x7f { // the end of the line begins another command
			return false
		}
	}
	return true
}
