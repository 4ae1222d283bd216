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
