package snippet

import "strings"

// What a program prints that this one has started is data that nobody knows, but for
// commands that list files, and commits.

// printed is what a command prints that is started with constant words.
func (j *pyJudge) printed(n *node) pyValue {
	words := j.constants(placed(n, 0), n)
	if len(words) < 2 {
		return pyValue{}
	}
	for _, a := range n.kids[1:] {
		switch {
		case a.kind != nArg:
		case a.text == "env":
			return pyValue{}
		case a.text == "stderr" && !listWords("subprocess.DEVNULL subprocess.PIPE", j.origin(a.kids[0])), a.text == "cwd" && !j.here(a.kids[0]):
			return pyValue{}
		}
	}
	if one, ok := printsCommits(words); ok {
		return pyValue{lines: certainNames(anyHex), one: one}
	}
	if j.given.Names == nil {
		return pyValue{}
	}
	out := pyValue{}
	for _, pattern := range j.given.Names(words) {
		if strings.Contains(pattern, `\`) || len(out.lines) > maxTexts {
			return pyValue{}
		}
		out.lines = append(out.lines, pyText{s: pattern, glob: true, there: true})
	}
	return out
}

// here reports whether an expression is the folder in which the program runs.
func (j *pyJudge) here(n *node) bool {
	v := j.eval(n)
	return len(v.texts) == 1 && (v.none || v.texts[0].s == "." || v.texts[0].s == j.given.Here)
}

// constants are the words of a command, if they all are constants.
func (j *pyJudge) constants(list, call *node) []string {
	var words []string
	switch {
	case list == nil:
	case list.kind != nText:
		lists := j.lists(list, 0)
		if len(lists) != 1 {
			return nil
		}
		for _, kid := range lists[0] {
			v := j.pathLike(kid)
			if len(v.texts) != 1 || v.texts[0].glob || v.texts[0].home || v.texts[0].full {
				return nil
			}
			words = append(words, v.texts[0].s)
		}
	case list.kind == nText && list.sure: // for a shell that has nothing to do
		if shell := j.flag(call, "shell"); shell && strings.Trim(list.text, letterSet+digitSet+" -_./=%:") == "" {
			words = strings.Fields(list.text)
		}
	}
	return words
}

// flag reports whether an argument of a name is True.
func (j *pyJudge) flag(n *node, name string) bool {
	for _, a := range n.kids[1:] {
		if a.kind == nArg && a.text == name {
			return a.kids[0].kind == nConst && a.kids[0].text == "True"
		}
	}
	return false
}

// printsCommits reports whether a command of git prints names of commits, a line each,
// or one.
func printsCommits(words []string) (one, ok bool) {
	if words[0] != "git" {
		return false, false
	}
	switch rest := words[2:]; words[1] {
	case "rev-parse":
		if len(rest) > 1 && (rest[0] == "--short" || rest[0] == "--verify") {
			rest = rest[1:]
		}
		return true, len(rest) == 1 && rest[0] == "HEAD"
	case "rev-list":
		return false, choosesCommits(rest, "")
	case "log":
		return false, choosesCommits(rest, "--format=%H --format=%h --pretty=%H --pretty=%h --pretty=format:%H --pretty=format:%h --format=format:%H --format=tformat:%H")
	}
	return false, false
}

// choosesCommits reports whether options say which commits are listed, and nothing else
// but how each is shown.
func choosesCommits(words []string, shown string) bool {
	shows := shown == ""
	for i, w := range words {
		switch {
		case w == "--":
			return shows
		case !strings.HasPrefix(w, "-") || i > 0 && words[i-1] == "-n":
		case listWords(shown, w):
			shows = true
		case listWords("-n --reverse --no-merges --merges --first-parent --all --follow", w) || strings.Trim(w, "-0123456789") == "":
		case strings.HasPrefix(w, "--max-count=") || strings.HasPrefix(w, "--since=") || strings.HasPrefix(w, "--until=") || strings.HasPrefix(w, "--author=") || strings.HasPrefix(w, "--grep="):
		default:
			return false
		}
	}
	return shows
}
