package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// replacedPattern is ${f/a/b} for a name that stands for files. The name stays
// in its folder where neither text has a slash and what is put in makes neither
// ".." nor an option of it.
func replacedPattern(p *syntax.Replace, s string) value {
	if p.Orig == nil || p.With == nil {
		return value{}
	}
	from, ok := literalWord(p.Orig)
	if with, plain := literalWord(p.With); p.All && ok && plain && (from == "/" || from == `\/`) && (with == "-" || with == "_") && s == "**" {
		return pattern(anyName) // of several parts one
	}
	if !ok || from == "" || strings.ContainsAny(from, "/*?[\\#%@!+(") {
		return value{}
	}
	with, ok := literalWord(p.With)
	if !ok || with == "" || with[0] == '-' || strings.Trim(with, letterSet+digitSet+"_-") != "" {
		return value{}
	}
	dir := s[:strings.LastIndexByte(s, '/')+1]
	if i := strings.IndexAny(s, globChars); i >= 0 && i < len(dir) {
		dir = s[:strings.LastIndexByte(s[:i], '/')+1]
	}
	switch rest := s[len(dir):]; {
	case strings.Contains(dir, from) || strings.ContainsAny(dir, globChars):
		return value{}
	case strings.Contains(rest, "/") || strings.Contains(rest, "**"):
		return pattern(dir + "**")
	case rest == "" || rest[0] == '.' || strings.Contains(rest, anyName):
		return pattern(dir + anyName)
	}
	return pattern(dir + "*") // what is put in is no dot either
}

// replacedText is ${x/a/b} for a text that is known. Only what every version of bash
// reads alike is reckoned: a # or % at the beginning ties the text that is sought to an
// end, & is what was found (patsub_replacement), a backslash quotes, and ~ is the home.
func replacedText(p *syntax.Replace, s string) value {
	if p.Orig == nil {
		return value{}
	}
	from, ok := literalWord(p.Orig)
	if from == `\/` {
		from = "/"
	}
	if !ok || from == "" || strings.ContainsAny(from, "#%&\\$`\"'~(|") {
		return value{}
	}
	with := ""
	if p.With != nil {
		with, ok = literalWord(p.With)
		if with = strings.ReplaceAll(with, `\/`, "/"); ok && !strings.Contains(with, "&") && strings.Count(with, `\`) == 2 {
			with = strings.ReplaceAll(with, `\\`, "\x00") // one that is quoted
		}
		if !ok || strings.ContainsAny(with, "&\\$`\"'~") {
			return value{}
		}
		with = strings.ReplaceAll(with, "\x00", `\`)
	}
	n := 1
	if p.All {
		n = -1
	}
	var out string
	switch class, ok := classOf(from); {
	case !strings.ContainsAny(from, "*?[]!+@"):
		out = strings.Replace(s, from, with, n)
	case ok && p.All:
		var b strings.Builder
		for i := range len(s) {
			if s[i] >= 0x80 {
				return value{} // a letter for one locale, several for another
			}
			if class[s[i]] {
				b.WriteString(with)
			} else {
				b.WriteByte(s[i])
			}
		}
		out = b.String()
	default:
		return value{}
	}
	if len(out) > maxValue {
		return value{}
	}
	return text(out)
}

// classOf is what a bracket of single characters and ranges stands for, in bash and for
// ASCII: [^a-z0-9].
func classOf(s string) (class [256]bool, ok bool) {
	inner, open := strings.CutPrefix(s, "[")
	inner, shut := strings.CutSuffix(inner, "]")
	if !open || !shut || inner == "" || strings.ContainsAny(inner, "[]") {
		return class, false
	}
	not := inner[0] == '^' || inner[0] == '!'
	if not {
		inner = inner[1:]
	}
	for i := 0; i < len(inner); i++ {
		to := inner[i]
		if i+2 < len(inner) && inner[i+1] == '-' {
			if to = inner[i+2]; !sameKind(inner[i], to) {
				return class, false
			}
		}
		if inner[i] >= 0x80 || to >= 0x80 {
			return class, false
		}
		for c := int(inner[i]); c <= int(to); c++ {
			class[c] = true
		}
		if to != inner[i] {
			i += 2
		}
	}
	if inner == "" {
		return class, false
	}
	if not {
		for c := range class {
			class[c] = !class[c]
		}
	}
	return class, true
}

// sameKind reports whether a range has both of its ends among the digits, the small or
// the capital letters; any other means something else in each locale.
func sameKind(a, b byte) bool {
	return a <= b && (a >= '0' && b <= '9' || a >= 'a' && b <= 'z' || a >= 'A' && b <= 'Z')
}
