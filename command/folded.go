package command

import (
	"regexp"
	"strings"
)

// stand stands for a number or the like in what is folded. It is one that printf
// takes for a number, too.
const stand = "7190518263"

// folded is what echo and printf print for constants, and for words that hold
// numbers and tokens.
func folded(name string, args []field, posix bool) value {
	if dated, ok := datedFormat(name, args, posix); ok {
		return dated
	}
	words := make([]string, 0, len(args))
	loose, hollow := false, false
	for _, f := range args {
		switch {
		case f.exact() && !strings.Contains(f.text, stand):
			words = append(words, f.text)
		case f.pattern && !f.dynamic && f.text == "*":
			words, loose, hollow = append(words, stand), true, hollow || f.hollow
		default:
			return value{}
		}
	}
	v := foldedWords(name, words, posix)
	if loose && v.kind == valueText {
		if !strings.Contains(v.text, stand) || strings.ContainsAny(v.text, " \t\n") {
			return value{}
		}
		if hollow && strings.HasPrefix(v.text, stand) && v.text != stand {
			return value{} // it may begin with what comes next
		}
		out := pattern(strings.ReplaceAll(escapePattern(v.text), stand, "*"))
		out.hollow = hollow && out.text == "*"
		return out
	}
	return v
}

// timeFormat is a format of bash's printf with one time in it that is figures and signs
// which mean nothing in a path: bash(1), printf, %(datefmt)T.
var timeFormat = regexp.MustCompile(`^([A-Za-z0-9_./-]*)%\((?:%[YmdHMSFTjsy]|[-_:])+\)T([A-Za-z0-9_./-]*)$`)

// datedFormat is what printf prints of a time.
func datedFormat(name string, args []field, posix bool) (value, bool) {
	if name != "printf" || posix || len(args) == 0 || len(args) > 2 || !args[0].exact() || len(args) == 2 && (!args[1].exact() || args[1].text != "-1") || !strings.Contains(args[0].text, ")T") {
		return value{}, false
	}
	m := timeFormat.FindStringSubmatch(args[0].text)
	if len(m) == 0 || strings.HasPrefix(m[1], "-") {
		return value{}, false
	}
	return pattern(escapePattern(m[1]) + "*" + escapePattern(m[2])), true
}

// foldedWords is what echo or printf prints of words that are known. Of printf only
// formats are folded whose result does not depend on the shell.
func foldedWords(name string, words []string, posix bool) value {
	if name == "echo" {
		for len(words) > 0 && words[0] == "-n" {
			words = words[1:]
		}
		if len(words) > 1 && strings.HasPrefix(words[0], "-") && strings.HasPrefix(words[1], "-") {
			return value{}
		}
		if len(words) > 0 && strings.HasPrefix(words[0], "-") {
			s, ok := unescaped(strings.Join(words[1:], " "), ofEcho, posix)
			if !ok || words[0] != "-e" && words[0] != "-ne" && words[0] != "-en" {
				return value{}
			}
			return text(strings.TrimRight(s, "\n"))
		}
		return text(strings.TrimRight(strings.Join(words, " "), "\n"))
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "-") && words[0] != "--" {
		return value{}
	}
	if words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return value{}
	}
	s, ok := formatted(words[0], words[1:], posix)
	if !ok {
		return value{}
	}
	return text(strings.TrimRight(s, "\n"))
}
