package command

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What echo -e and printf print of words that are known (bash(1), SHELL BUILTIN COMMANDS;
// POSIX printf(1p)). A wrong answer is worse than none: \0057 is a slash to %b, and two
// characters to a format. So what shells read in different ways, what depends on a
// locale, and NUL, which no word can hold, are nobody's answer.

// escapes says who reads a backslash.
type escapes uint8

const (
	ofFormat   escapes = iota // printf's format: \NNN
	ofArgument                // what %b prints: \0NNN and \NNN
	ofEcho                    // echo -e: \0NNN
)

// escape decodes one escape at the beginning of a text, and says how long it is.
func escape(s string, who escapes, posix bool) (out string, n int, ok bool) {
	if len(s) < 2 {
		return s, len(s), !posix
	}
	c := s[1]
	if i := strings.IndexByte("abfnrtv\\", c); i >= 0 {
		return string("\a\b\f\n\r\t\v\\"[i]), 2, true
	}
	switch {
	case c >= '0' && c <= '7':
		from, most := 1, 3
		if c == '0' && who != ofFormat {
			from = 2
		} else if who == ofEcho {
			return s[:2], 2, !posix
		}
		return digitsOf(s, from, min(from+most, len(s)), 8)
	case posix:
		return "", 0, false
	case c == 'e', c == 'E':
		return "\x1b", 2, true
	case c == 'x':
		return digitsOf(s, 2, min(4, len(s)), 16)
	case c == 'u':
		return digitsOf(s, 2, min(6, len(s)), 16)
	case c == 'U':
		return digitsOf(s, 2, min(10, len(s)), 16)
	case c == 'c':
		return "", 0, false
	case who == ofFormat && strings.IndexByte(`"'?`, c) >= 0:
		return s[1:2], 2, true
	case c >= utf8.RuneSelf:
		return "", 0, false
	}
	return s[:1], 1, true // what follows is read by itself: \%s
}

// digitsOf decodes the digits of an escape between two places. Only ASCII is the same in
// every locale.
func digitsOf(s string, from, to, base int) (out string, n int, ok bool) {
	digits, end := "01234567", from
	if base == 16 {
		digits = "0123456789abcdefABCDEF"
	}
	for end < to && strings.IndexByte(digits, s[end]) >= 0 {
		end++
	}
	code, err := strconv.ParseUint(s[from:end], base, 32)
	if err != nil || code == 0 || code >= utf8.RuneSelf {
		return "", 0, false
	}
	return string(rune(code)), end, true
}

// unescaped decodes all escapes of a text.
func unescaped(s string, who escapes, posix bool) (string, bool) {
	var out strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			out.WriteString(s)
			break
		}
		out.WriteString(s[:i])
		text, n, ok := escape(s[i:], who, posix)
		if !ok {
			return "", false
		}
		out.WriteString(text)
		s = s[i+n:]
	}
	return out.String(), true
}

// formatted is what printf prints. The format is used again for words that are left.
func formatted(format string, args []string, posix bool) (string, bool) {
	var out strings.Builder
	for {
		text, used, ok := formattedOnce(format, args, posix)
		out.WriteString(text)
		if !ok || out.Len() > maxValue {
			return "", false
		}
		if args = args[used:]; used == 0 || len(args) == 0 {
			return out.String(), true
		}
	}
}

// formattedOnce is what one turn prints, and how many words it takes.
func formattedOnce(format string, args []string, posix bool) (text string, used int, ok bool) {
	var out strings.Builder
	for format != "" {
		i := strings.IndexAny(format, `\%`)
		if i < 0 {
			out.WriteString(format)
			break
		}
		out.WriteString(format[:i])
		if format = format[i:]; format[0] == '\\' {
			text, n, ok := escape(format, ofFormat, posix)
			if !ok {
				return "", 0, false
			}
			out.WriteString(text)
			format = format[n:]
			continue
		}
		m := conversion.FindStringSubmatch(format)
		if m == nil {
			return "", 0, false
		}
		format = format[len(m[0]):]
		if m[0] == "%%" {
			out.WriteByte('%')
			continue
		}
		arg := ""
		if used < len(args) {
			arg, used = args[used], used+1
		}
		text, ok := oneFormatted(m, arg, posix)
		if !ok {
			return "", 0, false
		}
		out.WriteString(text)
	}
	return out.String(), used, true
}

// conversion is one with its flags, width and precision.
var conversion = regexp.MustCompile(`^%(?:%|([-0+]*)([1-9][0-9]{0,3})?(\.[0-9]{1,3})?([sbdiuxXoc]))`)

// oneFormatted is one word as a conversion prints it.
func oneFormatted(m []string, arg string, posix bool) (string, bool) {
	flags, width, precision, verb := m[1], m[2], m[3], m[4]
	switch verb {
	case "s":
		if width+precision+flags != "" && strings.IndexFunc(arg, func(c rune) bool { return c >= utf8.RuneSelf }) >= 0 || strings.Trim(flags, "-") != "" {
			return "", false
		}
		return fmt.Sprintf("%"+flags+width+precision+"s", arg), true
	case "b":
		if flags+width+precision != "" {
			return "", false
		}
		return unescaped(arg, ofArgument, posix)
	case "c":
		if flags+width+precision != "" || arg == "" || arg[0] >= utf8.RuneSelf {
			return "", false
		}
		return arg[:1], true
	}
	if arg == "" { // none, or an empty one
		arg = "0"
	}
	n, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || precision != "" || len(arg) > 1 && (arg[0] == '0' || arg[0] == '+') || n < 0 && (verb != "d" && verb != "i" || arg[1] == '0') || strings.Contains(flags, "+") && verb != "d" || strings.Contains(flags, "0") && strings.Contains(flags, "-") {
		return "", false
	}
	if slices.Contains([]string{"i", "u"}, verb) {
		verb = "d"
	}
	return fmt.Sprintf("%"+flags+width+verb, n), true
}
