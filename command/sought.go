package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A filter behind a list of files asks for some of them: find . | grep '\.env$' names
// the file with the secrets as find . -name .env does.

// soughtAmong adds to names those that a stage asks for among them by words that
// secrets have. A name whose ending is known already is not another one.
func (s *scope) soughtAmong(names []string, st *syntax.Stmt) []string {
	asked := s.soughtBy(st)
	if asked == nil {
		return names
	}
	out := slices.Clone(names)
	for _, n := range names {
		free := strings.IndexByte(n, '*')
		if free < 0 || !strings.HasSuffix(n, "*") {
			continue
		}
		folder := n[:strings.LastIndexByte(n[:free], '/')+1]
		for _, a := range asked {
			if one := folder + "**/" + a; len(out) < maxAlts && !slices.Contains(out, one) {
				out = append(out, one)
			}
		}
	}
	return out
}

// soughtBy are the names, as patterns, that a filter keeps because its words say so.
func (s *scope) soughtBy(st *syntax.Stmt) []string {
	call, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 {
		return nil
	}
	switch call.Args[0].Lit() {
	case "grep", "egrep", "fgrep", "rg", "awk", "gawk", "mawk", "sed":
	default:
		return nil
	}
	mute := s.run.mute()
	words := wordsOf(s.run.fields(s, call.Args))
	s.run.unmute(mute)
	if len(words) < 2 {
		return nil
	}
	var patterns []string
	switch words[0] {
	case "grep", "egrep", "fgrep", "rg":
		for _, w := range words[1:] {
			if strings.HasPrefix(w, "-") {
				if w == "--invert-match" || !strings.HasPrefix(w, "--") && strings.Contains(w, "v") {
					return nil
				}
				continue
			}
			patterns = append(patterns, w)
		}
	case "awk", "gawk", "mawk", "sed":
		program := words[len(words)-1]
		if before, rest, ok := strings.Cut(program, "/"); ok && !strings.Contains(before, "!") && before != "s" && !strings.HasSuffix(program, "d") {
			if end := strings.LastIndexByte(rest, '/'); end > 0 {
				patterns = append(patterns, rest[:end])
			}
		}
	}
	var out []string
	for _, p := range patterns {
		for one := range strings.SplitSeq(strings.ReplaceAll(p, `\|`, "|"), "|") {
			if name := spelledByFd(one, false); name != "" && len(out) < maxTurns {
				if out = append(out, name); strings.ToLower(name) != name { // -i, perhaps
					out = append(out, strings.ToLower(name))
				}
			}
		}
	}
	return out
}

// asksForSecrets reports whether a name among several is one that a filter has asked
// for: one of them all would not say so.
func asksForSecrets(names []string) bool {
	return len(names) > 1 && slices.ContainsFunc(names, func(n string) bool {
		_, asked, ok := strings.Cut(n, "**/")
		return ok && telling(asked)
	})
}
