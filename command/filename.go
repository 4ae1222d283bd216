package command

import (
	"path"
	"strings"
)

// staysWord reports whether a text stays one word wherever it is put.
func staysWord(s string) bool {
	return strings.Trim(s, "/_-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// templated is the name that mktemp(1) makes of a template: three X or more at
// its end become something else.
func templated(sc *scope, args []field) value {
	dir, template := "", ""
	for i := 0; i < len(args); i++ {
		switch t := args[i].text; {
		case t == "-d", t == "-q", t == "-dq", t == "-qd":
		case t == "-t", t == "-dt", t == "-td":
			if dir = "/tmp"; sc.lookup("TMPDIR").one().kind == valueText && sc.lookup("TMPDIR").one().text != "" {
				dir = sc.lookup("TMPDIR").one().text
			}
		case t == "-p" && i+1 < len(args):
			i++
			dir = args[i].text
		case strings.HasPrefix(t, "--tmpdir=") && len(t) > len("--tmpdir="):
			dir = t[len("--tmpdir="):]
		case t == "" || t[0] == '-' || template != "":
			return value{}
		default:
			template = t
		}
	}
	prefix := strings.TrimRight(template, "X")
	if len(template)-len(prefix) < 3 || dir != "" && strings.Contains(template, "/") {
		return value{}
	}
	if dir != "" {
		prefix = strings.TrimSuffix(dir, "/") + "/" + prefix
	}
	v := pattern(escapePattern(prefix) + "*")
	v.word = staysWord(prefix) && prefix != "" && prefix[0] != '-'
	return v
}

// dirName is what dirname(1) prints: a slash at the end does not make what
// stands before it a folder.
func dirName(s string) string {
	if s == "" {
		return "."
	}
	s = strings.TrimRight(s, "/")
	i := strings.LastIndexByte(s, '/')
	if s != "" && i < 0 {
		return "."
	}
	if s = strings.TrimRight(s[:max(i, 0)], "/"); s == "" {
		return "/"
	}
	return s
}

// lastOf is the last part of a path that is a pattern, whole or cut at its end.
func lastOf(p string, whole bool) value {
	switch base := path.Base(p); {
	case base == "**" || strings.Contains(p, "**") && base[0] == '*':
		return pattern(anyName)
	case whole:
		return pattern(base)
	case base[0] == '.':
		return pattern(".*")
	}
	return token()
}

// anyName is a file's name that may begin with a dot, as none does that a
// shell's own * stands for.
const anyName = "[.-~]*"
