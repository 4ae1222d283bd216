package command

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// staysWord reports whether a text stays one word wherever it is put.
func staysWord(s string) bool {
	return strings.Trim(s, letterSet+digitSet+"/_-.") == ""
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
	if template == "" && dir != "" {
		template = "tmp.XXXXXXXXXX"
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
	v.hollow = !sc.makesTemporary(path.Dir(prefix + "x"))
	return v
}

// makesTemporary reports whether mktemp finds the folder in which it is to make
// something: otherwise it prints nothing.
func (s *scope) makesTemporary(dir string) bool {
	if dir == "." || dir == "/tmp" || dir == s.env["TMPDIR"] {
		return true
	}
	if !path.IsAbs(dir) {
		here, ok := s.exactFolder()
		if !ok {
			return false
		}
		dir = path.Join(here, dir)
	}
	return s.run.w.Paths.IsDir(dir)
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

// folderOfPattern is the folder of a path that is a pattern, where it is known
// which slash is the last.
func folderOfPattern(p string) value {
	i := strings.LastIndexByte(p, '/')
	switch {
	case i <= 0 || i == len(p)-1 || strings.Contains(p, "**") || strings.Contains(p, anyName):
		return value{}
	case special(p[:i]):
		return pattern(p[:i])
	}
	return text(p[:i])
}

// hashed reports whether a pipe ends with the hash of what is read, or the
// beginning of one. Of a file that is missing nothing is printed.
func (s *scope) hashed(bin *syntax.BinaryCmd) (value, bool) {
	words, ok := literalWords(bin.Y)
	if !ok || s.renamed(words[0]) {
		return value{}, false
	}
	most := 0 // how much of it is printed, where it is cut
	switch line := strings.Join(words, " "); {
	case line == "cut -d  -f1", line == "cut -f1 -d ", line == "awk {print $1}":
	case len(words) == 2 && (words[0] == "cut" && strings.HasPrefix(line, "cut -c1-") || words[0] == "head" && strings.HasPrefix(line, "head -c")):
		n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(words[1], "-c1-"), "-c"))
		if err != nil || n <= 0 {
			return value{}, false
		}
		most = n
	default:
		return value{}, false
	}
	last := bin.X
	if pipe, ok := last.Cmd.(*syntax.BinaryCmd); ok && pipe.Op == syntax.Pipe {
		last = pipe.Y
	}
	hash, ok := literalWords(last)
	if !ok || len(hash) > 2 || s.renamed(hash[0]) || len(hash) == 2 && (hash[1] == "" || hash[1][0] == '-' || strings.ContainsAny(hash[1], "*?[\\\n")) {
		return value{}, false // a name with a line's end is quoted, and a backslash put first
	}
	v := plainToken()
	v.hollow = len(hash) == 2
	digits := map[string]int{"md5sum": 32, "sha1sum": 40, "shasum": 40, "sha224sum": 56, "sha256sum": 64, "sha384sum": 96, "sha512sum": 128, "b2sum": 128}[hash[0]]
	return v, digits > 0 && most <= digits // behind it stands the name
}

// datePath is what date prints for a format like +%Y/%m: a relative path of
// which the digits are not known.
func datePath(format string) value {
	rest, ok := strings.CutPrefix(format, "+%")
	if !ok || rest == "" || strings.Trim(rest, "%YmdHMSjFyuVG/-_.0123456789") != "" || strings.Contains(rest, "..") || strings.Contains(rest, "/.") {
		return value{}
	}
	out := make([]byte, 0, len(format))
	for i := 1; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		if i++; i == len(format) || strings.IndexByte("YmdHMSjFyuVG", format[i]) < 0 {
			return value{}
		}
		out = append(out, '*')
	}
	return pattern(string(out))
}

// commitID reports whether git's words are those of rev-parse for the name of one
// commit, or of merge-base, which prints one or nothing. Of what it does not know
// rev-parse prints the word.
func commitID(args []field) bool {
	if len(args) < 2 {
		return false
	}
	if args[0].text == "merge-base" {
		return len(args) > 2 && !slices.ContainsFunc(args[1:], func(f field) bool { return f.text != "--fork-point" && !revision(f) })
	}
	if args[0].text != "rev-parse" {
		return false
	}
	for i, f := range args[1:] {
		switch last := i == len(args)-2; {
		case !f.exact(), last != (revision(f) && !strings.ContainsAny(f.text, "/.")):
			return false
		case !last && f.text != "--verify" && f.text != "-q" && f.text != "--short" && strings.Trim(f.text, "0123456789") != "--short=":
			return false
		}
	}
	return true
}

// revision reports whether a word names a commit by no more than a name and ways from it.
func revision(f field) bool {
	return f.exact() && f.text != "" && f.text[0] != '-' && strings.Trim(f.text, letterSet+digitSet+"_./-~^@") == ""
}

// describes reports whether git's words ask for the name of a commit by the tags
// before it. Such a name holds no blank, does not begin with a dash, a dot or a
// slash, and never leads up.
func describes(args []field) bool {
	if len(args) == 0 || args[0].text != "describe" {
		return false
	}
	for _, f := range args[1:] {
		switch name, _, _ := strings.Cut(f.text, "="); {
		case !f.exact():
			return false
		case name == "--tags", name == "--abbrev", name == "--always", name == "--long", name == "--exact-match", name == "--match", name == "--first-parent", f.text == "--dirty", f.text == "HEAD":
		default:
			return false
		}
	}
	return true
}

// refNames reports whether git's words list branches or tags by name alone.
func refNames(args []field) bool {
	if args[0].text == "tag" {
		for _, f := range args[1:] {
			if f.text != "-l" && f.text != "--list" && !strings.HasPrefix(f.text, "--sort=") && !strings.HasPrefix(f.text, "--merged") && (f.optionLike() || !has(args, "-l") && !has(args, "--list")) {
				return false
			}
		}
		return len(args) > 1
	}
	short := 0
	for _, f := range args[1:] {
		switch {
		case f.text == "--format=%(refname:short)", f.text == "--format=%(refname)":
			short++
		case strings.HasPrefix(f.text, "--sort="), strings.HasPrefix(f.text, "--merged"), strings.HasPrefix(f.text, "--no-merged"), strings.HasPrefix(f.text, "--count="), !f.optionLike() && args[0].text == "for-each-ref":
		default:
			return false
		}
	}
	return short == 1 && (args[0].text == "for-each-ref" || args[0].text == "branch")
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
