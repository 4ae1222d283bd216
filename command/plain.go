package command

import "strings"

// A value is plain if it is made of letters, digits, points, underscores, signs,
// colons and white space alone, whatever it turns out to be: a number, a date,
// the name of a commit. In the script of another language it can end no string
// whose delimiter is a slash or a bar, and begins nothing where text is meant.

// blank stands for such a value in a script that is read with it. A text that
// comes from a command line never holds that character.
const blank = '\x01'

// withBlanks is the text of a word with a blank for each value in it; false if
// a value may be anything else.
func (f field) withBlanks() (string, bool) {
	if f.exact() {
		return f.text, strings.IndexByte(f.text, blank) < 0
	}
	if !f.plain || f.dynamic || f.many || strings.IndexByte(f.text, blank) >= 0 {
		return "", false
	}
	out := make([]byte, 0, len(f.text))
	for i := 0; i < len(f.text); i++ {
		switch c := f.text[i]; c {
		case '\\':
			if i++; i == len(f.text) {
				return "", false
			}
			out = append(out, f.text[i])
		case '*':
			out = append(out, blank)
		case '?', '[':
			return "", false
		default:
			out = append(out, c)
		}
	}
	return string(out), true
}

// plainToken is a token of such characters.
func plainToken() value {
	v := token()
	v.plain = true
	return v
}
