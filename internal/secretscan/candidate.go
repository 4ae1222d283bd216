package secretscan

import "strings"

// AnyIn is Any for bytes, which it copies only if a look at the text is needed.
func AnyIn(text []byte) (kind string, ok bool) {
	for i, c := range text {
		if first[c] && candidate(text, i) {
			return anyFrom(string(text), i)
		}
	}
	return "", false
}

// first are the bytes that may begin what at finds, in a table: texts are read to
// their end, and most bytes are none of these.
//
//nolint:gochecknoglobals // a table, never changed
var first = [256]bool{
	'-': true, ':': true, 'A': true, 'a': true, 'C': true, 'c': true, 'd': true, 'e': true, 'g': true, 'h': true, 'l': true, 'n': true,
	'P': true, 'p': true, 'r': true, 'S': true, 's': true, 'T': true, 't': true, 'x': true, 'y': true,
}

// None reports that a text certainly holds no credential if it stands under a
// name: that Find of name=text finds nothing, or of the text if there is no
// name. It puts nothing together, so it is what to ask first where credentials
// are rare; false says only that somebody must look.
func None(name, text string) bool {
	return (name == "" || !possible(name+"=")) && !possible(text)
}

// possible reports whether anything may begin somewhere in the text that at
// looks at more closely: what tokens, names, keys and URLs begin with.
func possible(text string) bool {
	for i := range len(text) {
		if !first[text[i]] || !candidate(text, i) {
			continue
		}
		switch rest := text[i:]; rest[0] {
		case '-':
			if strings.HasPrefix(rest, "-----BEGIN ") {
				return true
			}
		case ':':
			if strings.HasPrefix(rest, "://") {
				return true
			}
		default:
			if telling(rest) || nameLength(rest) > 0 {
				return true
			}
		}
	}
	return false
}

// candidate spares nearly every byte of ordinary text the look at what begins
// there: it is false only where at finds nothing.
func candidate[T string | []byte](text T, i int) bool {
	c := text[i]
	if !first[c] || i+2 >= len(text) || i > 0 && inWord[text[i-1]] && c != '-' && c != ':' {
		return false
	}
	return pair(c, text[i+1])
}

// inWord are the bytes behind which no letter begins a name or a token: wordByte but
// for the underscore.
//
//nolint:gochecknoglobals // a table, never changed
var inWord = func() (table [256]bool) {
	for c := range table {
		table[c] = wordByte(byte(c)) && c != '_'
	}
	return table
}()

// pair reports whether a credential's prefix, the name of one or a URL's host
// can begin with these two bytes.
func pair(a, b byte) bool {
	switch a {
	case '-':
		return b == '-'
	case ':':
		return b == '/'
	}
	switch a { // prefixes, in this very case
	case 'A':
		if b == 'K' || b == 'S' || b == 'I' || b == 'G' {
			return true
		}
	case 'S':
		if b == 'G' || b == 'U' || b == 'A' || b == 'O' {
			return true
		}
	case 'd':
		return b == 'o' || b == 'c' || b == 'a'
	case 'e':
		return b == 'y'
	case 'g':
		return b == 'h' || b == 'i' || b == 'l'
	case 'h':
		return b == 'v' || b == 'f'
	case 'l':
		return b == 'i'
	case 'n':
		return b == 'p'
	case 'r':
		return b == 'k' || b == 'u'
	case 'x':
		return b == 'o' || b == 'a'
	case 'y':
		return b == 'a'
	case 'p':
		if b == 'y' || b == 'h' {
			return true
		}
	case 's':
		if b == 'k' || b == 'h' || b == 'n' {
			return true
		}
	}
	switch b |= 0x20; a | 0x20 { // names, in any case
	case 'p':
		return b == 'a' || b == 'r' || b == 'g' || b == 'w'
	case 's':
		return b == 'e'
	case 't':
		return b == 'o'
	case 'a':
		return b == 'p' || b == 'c' || b == 'u'
	case 'c':
		return b == 'l'
	}
	return false
}
