package command

import "strings"

// attached is how much of what stands behind the letter of an option in the
// same word is its argument. Ruby and Perl take so many bytes of some, and read
// further options from the rest: -0777ne CODE is -0777 -n -e CODE.
func (v *visit) attached(name, rest string) int {
	program := unhyphened(v.name)
	octal := len(rest) - len(strings.TrimLeft(rest, "01234567"))
	switch program {
	case "ruby", "jruby", "truffleruby", "rbx", "mruby":
		switch {
		case name == "-0":
			return min(octal, 3)
		case name == "-W" && !strings.HasPrefix(rest, ":"):
			return min(octal, 1)
		case name == "-K":
			return min(len(rest), 1)
		}
	case "perl":
		switch t := strings.TrimPrefix(rest, "t"); {
		case name == "-0" && !strings.HasPrefix(rest, "x"): // -0x41 is in hex
			return min(octal, 3)
		case name == "-d" && !strings.HasPrefix(t, ":") && !strings.HasPrefix(t, "="):
			return len(rest) - len(t)
		}
		if i := strings.IndexAny(rest, " \t\n\r\f\v"); i >= 0 && strings.TrimSpace(rest[i:]) != "" { // "-i.bak -ne" is more than one
			return i
		}
	}
	return len(rest)
}
