package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Deleting what is empty loses nothing, wherever it lies: an effect of that kind says so
// by its mark.

// reachesHollow reports whether actions reach only what holds nothing: empty files and
// folders, links that lead nowhere. Where folders below .git may be among them they do
// not: git needs its empty ones, and its empty files are locks and references.
func (v *visit) reachesHollow(starts, args []field, action func(i int) bool) bool {
	args = args[findExpression(args):]
	for _, kind := range [...]byte{'f', 'o'} {
		if f, ok := readFind(args, thing{kind: kind, empty: no, stale: no}, action); !ok || f.reached {
			return false
		}
	}
	for _, s := range starts {
		at, ok := v.r.place(v.sc, s)
		if !ok || strings.Contains(at+"/", "/.git/") || strings.Contains(at+"/", "/.hg/") || strings.Contains(at+"/", "/.svn/") {
			return false
		}
		git := s.text + "/.git"
		if !leavesHistory(args, git, action) || strings.HasSuffix(s.text, "/") && !leavesHistory(args, s.text+".git", action) {
			return false
		}
	}
	return true
}

// leavesHistory reports whether actions reach nothing below the .git of a folder but
// links that lead nowhere.
func leavesHistory(args []field, git string, action func(i int) bool) bool {
	inside, ok := readFind(args, thing{below: git + "/", stale: no}, action)
	if !ok || !inside.reached || inside.deepest >= 0 && inside.deepest < 2 {
		return ok
	}
	itself, ok := readFind(args, thing{at: git, kind: 'd', empty: no, stale: no}, action)
	return ok && itself.pruned && !itself.upwards && itself.shallow < 2
}

// findEmpty carries out what an action deletes, which says so where it reaches only what
// holds nothing.
func (v *visit) findEmpty(starts, args []field, at int, deletes func(names []string), names []string) {
	first := findExpression(args)
	end := at + 1
	for end < len(args) && !(args[end].exact() && (args[end].text == ";" || args[end].text == "+" && args[end-1].text == "{}")) {
		end++
	}
	removes := args[at].text == "-delete" || args[at].text == "-exec" && removesFound(args[at+1:min(end, len(args))])
	hollow := removes && !findFollows(args) && v.r.spend(len(args)) && v.reachesHollow(starts, args, func(i int) bool { return first+i == at })
	if hollow && len(names) == 1 && names[0] == "" {
		names = []string{"*"}
	}
	v.r.hollow(hollow, func() { deletes(names) })
}

// findEmptyExec is findExec, which says so where what is deleted is empty.
func (v *visit) findEmptyExec(starts, args []field, at int) (end int) {
	v.findEmpty(starts, args, at, func(names []string) {
		end = v.findExec(starts, args, at+1, append(names, spelledByFind(args[:at])...))
	}, findSelector(args[:at]))
	return end
}

// asksEmpty reports whether a word of find may be the test for what holds nothing. Most
// have none of them.
func asksEmpty(w *syntax.Word) bool {
	switch constantWord(w) {
	case "-empty", "-xtype":
		return true
	}
	return false
}

// printsEmpty reports whether find prints only names of what holds nothing.
func (r *run) printsEmpty(sc *scope, s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || commandName(s) != "find" || sc.renamed("find") || len(call.Assigns) > 0 || r.muted > 0 || !slices.ContainsFunc(call.Args, asksEmpty) {
		return false
	}
	mute := r.mute()
	args := r.fields(sc, call.Args)
	r.unmute(mute)
	if len(args) == 0 || !r.spend(len(args)) || slices.ContainsFunc(args, func(f field) bool {
		return printsOther(f.text) || strings.HasPrefix(f.text, "-exec") || strings.HasPrefix(f.text, "-printf")
	}) {
		return false // a folder of what was found, or anything
	}
	args = args[1:]
	v := visit{r: r, sc: sc}
	first := findExpression(args)
	prints := func(i int) bool { return strings.HasPrefix(args[first+i].text, "-print") }
	return !findFollows(args) && v.reachesHollow(findStarts(args), args, prints)
}

// hollow says of what is deleted meanwhile that it holds nothing.
func (r *run) hollow(really bool, deletes func()) {
	before := r.hollowed
	r.hollowed = really
	deletes()
	r.hollowed = before
}

// removesFound reports whether the command of -exec or xargs deletes what it is given,
// and nothing else.
func removesFound(words []field) bool {
	if len(words) == 0 || slices.ContainsFunc(words, func(f field) bool { return !f.exact() }) {
		return false
	}
	options := ""
	switch words[0].text {
	case "rm":
		options = "-f -v -d -r -rf -fr -fv -vf -rfv --force --verbose --"
	case "rmdir":
		options = "-v --verbose --ignore-fail-on-non-empty --"
	case "unlink":
		options = "--"
	default:
		return false
	}
	for i, f := range words[1:] {
		if !slices.Contains(strings.Fields(options), f.text) && (i != len(words)-2 || f.text != "{}") {
			return false
		}
	}
	return true
}
