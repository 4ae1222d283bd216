package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeRename is rename(1) of Perl with an expression of that part. What a
// file will be called is bounded: it stays in its folder, or below the folder
// that the word begins with, where the expression cannot reach further.
func analyzeRename(v *visit) bool {
	if len(v.operands) == 0 || v.has("-e") || !v.operands[0].exact() {
		return false
	}
	subs, ok := readPerl(v.operands[0].text)
	if !ok || len(subs) == 0 {
		return false
	}
	files := v.operands[1:]
	if len(files) == 0 {
		files = v.stdinWords()
	}
	for _, f := range files {
		if f.dynamic && !f.unset {
			return false
		}
		if _, ok := renamed(f, subs); !f.dynamic && !ok {
			return false
		}
	}
	if v.has("-n", "--nono", "--no-act", "--just-print") {
		for _, f := range files {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, catalogue.MarkMetadata)
		}
		return true
	}
	for _, f := range files {
		if real := v.r.leadsAway(v.sc, f); real != "" { // a link may get another name
			v.r.linked = true
			if f.text != "*" { // which may leave it alone
				v.unknown("takes a link to "+real+" to another place", f)
			}
		}
		v.r.path(v.sc, f, pipeline.KindDelete, v.name, v.mark)
		if to, ok := renamed(f, subs); ok && !f.dynamic {
			v.r.path(v.sc, to, pipeline.KindWrite, v.name, v.mark)
			if hides(subs) { // a wildcard alone stands for no hidden file
				to.text = strings.TrimSuffix(to.text, "*") + ".*"
				v.r.path(v.sc, to, pipeline.KindWrite, v.name, v.mark)
			}
		}
	}
	return true
}

// renamed bounds the names that substitutions can make of a name.
func renamed(f field, subs []perlSubst) (field, bool) {
	s := f.text
	if !f.pattern {
		s = escapePattern(s)
	}
	i := strings.LastIndexByte(s, '/')
	atEnd := true
	for _, sub := range subs {
		if makesSlash(sub) || i >= 0 && sub.takesSlash() {
			return field{}, false
		}
		atEnd = atEnd && sub.atEnd()
	}
	dir := s[:i+1]
	switch {
	case i < 0: // a name of the working folder stays one
	case strings.Contains(s, ".."):
		return field{}, false
	case atEnd && strings.Contains(s, "**"):
		before, _, _ := strings.Cut(s, "**")
		dir = before + "**/"
	case atEnd:
	case s[0] != '/' && visible(subs):
		dir = "./**/" // the name of a folder on the way may change, too
	default:
		return field{}, false
	}
	return field{text: dir + "*", pattern: true, many: true, span: f.span}, true
}

// atEnd reports whether a substitution only touches the end of the name.
func (s perlSubst) atEnd() bool {
	return !s.list && strings.HasSuffix(s.from, "$") && !strings.HasSuffix(s.from, `\$`) && !strings.Contains(s.from, "|") && !strings.Contains(s.flags, "m")
}

// takesSlash reports whether a slash of the name could go or move.
func (s perlSubst) takesSlash() bool {
	if s.list {
		return strings.ContainsAny(s.from+s.to, `/.-\`) || s.flags != ""
	}
	return reachesSlash(s.from)
}

// makesSlash reports whether what is put in may hold a slash that the name had not.
func makesSlash(s perlSubst) bool {
	for i := 0; i < len(s.to); i++ {
		switch s.to[i] {
		case '/':
			return true
		case '\\':
			i++
			if i >= len(s.to) || s.list || strings.IndexByte("ULEul. -_", s.to[i]) < 0 {
				return true
			}
		case '-':
			if s.list { // a range
				return true
			}
		}
	}
	return false
}

// hides reports whether a name may come to begin with a dot.
func hides(subs []perlSubst) bool {
	for _, sub := range subs {
		if !sub.atEnd() && (sub.list || strings.Contains(sub.to, ".")) {
			return true
		}
	}
	return !visible(subs) && !slices.ContainsFunc(subs, perlSubst.atEnd)
}

// visible reports whether each text that is put in holds a letter or digit that
// is no reference, so that no name becomes empty, "." or "..".
func visible(subs []perlSubst) bool {
	for _, sub := range subs {
		if sub.list {
			continue
		}
		kept := false
		for i := 0; i < len(sub.to); i++ {
			switch c := sub.to[i]; {
			case c == '$' || c == '\\':
				i++
			case wordByte(c) && c != '.' || c == '-':
				kept = true
			}
		}
		if !kept {
			return false
		}
	}
	return true
}

// reachesSlash reports whether a regular expression may match a slash: only
// literal characters, \d, \w, \s, escaped punctuation, groups and counts surely
// do not.
func reachesSlash(re string) bool {
	for i := 0; i < len(re); i++ {
		switch c := re[i]; {
		case c == '\\':
			i++
			if i >= len(re) || strings.IndexByte("dwsbt.-+*?()[]{}$^|_ ", re[i]) < 0 {
				return true
			}
		case c == '/' || c == '.' || c == '[':
			return true
		}
	}
	return false
}
