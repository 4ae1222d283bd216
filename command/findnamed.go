package command

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// namedByTest are patterns of all that a test of find(1) by name or path leaves over, to
// be put behind any folder below a starting point; nil: that cannot be said in a few.
func namedByTest(args []field, test, operand string) []string {
	switch test {
	case "-name":
		if !strings.Contains(operand, "/") {
			return []string{operand}
		}
	case "-iname":
		if anyCase.MatchString(operand) && !telling(strings.ToLower(operand)) {
			return withCases(operand)
		}
	case "-path", "-wholename":
		return namedByPath(args, operand)
	case "-regex":
		return namedByExpression(operand)
	}
	return nil
}

// anyCase is a name, or an ending, that says something besides its wildcard. What git
// keeps is called by small letters or large ones alone, as these patterns are.
var anyCase = regexp.MustCompile(`^\*?[.~#]?\w[\w.#~-]+\*?$|^\*[.~]\w+$`)

// withCases is a name as it is written, in small letters and in large ones.
func withCases(name string) []string {
	out := []string{name}
	for _, other := range [...]string{strings.ToLower(name), strings.ToUpper(name)} {
		if other != name {
			out = append(out, other)
		}
	}
	return out
}

// namedByPath is -path, of which * goes over slashes: what lies in folders of a name
// (*/cache/*, ./build/*), and what ends in one way below them (*/cache/*.o).
// A starting point that lies in such a folder itself has all below it in one.
func namedByPath(args []field, pattern string) []string {
	if begin, ok := strings.CutSuffix(strings.TrimPrefix(pattern, "*/"), "*"); ok && strings.HasPrefix(pattern, "*/") && beginsFolder.MatchString(begin) {
		if slices.ContainsFunc(findStarts(args), func(f field) bool { return !f.exact() || f.many || strings.Contains("/"+f.text, "/"+begin) }) {
			return nil
		}
		return []string{begin + "*", begin + "*/**"}
	}
	match := pathByFolder.FindStringSubmatch(pattern)
	if match == nil || strings.Contains(pattern, "..") {
		return nil
	}
	folders, last := match[1], match[2]
	first, _, _ := strings.Cut(folders, "/")
	if slices.ContainsFunc(findStarts(args), func(f field) bool {
		return !f.exact() || f.many || slices.Contains(strings.Split(f.text, "/"), first)
	}) {
		return nil
	}
	var out []string
	switch {
	case last == "" || last == "*":
		out = []string{folders + "/**"}
	case last[0] == '*':
		out = []string{folders + "/**/" + last}
	case strings.HasSuffix(last, "*"):
		out = []string{folders + "/" + last, folders + "/" + last + "/**"}
	default:
		out = []string{folders + "/" + last}
	}
	if pattern[0] == '*' && gitFolder.MatchString(first) {
		out = append(out, ".git/**/"+out[0]) // the star stands for that as well
	}
	return out
}

// beginsFolder is how a name begins that git has none of below .git.
var beginsFolder = regexp.MustCompile(`^(?:__[\w-]+|\.[a-fh-z][\w.-]+|node_mod\w*|(?:build|dist|target|coverage|htmlcov|tmp|cache|\w+\.egg-info)[\w.-]*)$`)

// gitFolder is a folder that git has below .git, or what one begins with.
var gitFolder = regexp.MustCompile(`^(?:hooks|refs|heads|tags|remotes|origin|objects|pack|info|logs|worktrees|modules|branches|lfs|[0-9a-f]{2})$`)

// pathByFolder is a path of which the folders are certain, but for what stands before
// them, and the last part has at most one star at one of its ends.
var pathByFolder = regexp.MustCompile(`^(?:\./|\*/)((?:[\w.@+-]+/)*[\w.@+-]+)/(\*?[\w.@+-]*|[\w.@+-]+\*)$`)

// namedByExpression is -regex for what ends in one of a few ways: .*\.pyc,
// .*\.\(orig\|rej\), .*\.py[co]. Which signs mean a group goes by -regextype: without a
// backslash they may be those of the name, so that such a name is among them as well.
func namedByExpression(expression string) []string {
	match := endsByExpression.FindStringSubmatch(expression)
	if match == nil {
		return nil
	}
	before, after := strings.ReplaceAll(match[1], `\.`, "."), strings.ReplaceAll(match[5], `\.`, ".")
	ways := []string{""}
	switch {
	case match[3] != "":
		ways = append(strings.Split(match[3], `\|`), strings.ReplaceAll(match[3], `\|`, "|"))
	case match[4] != "":
		ways = append(strings.Split(match[4], "|"), "("+match[4]+")")
	case match[2] != "":
		ways = strings.Split(match[2], "")
	}
	if len(ways) > maxTurns {
		return nil
	}
	out := make([]string, len(ways))
	for i, way := range ways {
		out[i] = "*" + before + strings.ReplaceAll(way, `\.`, ".") + after
	}
	return out
}

// endsByExpression is any text and an ending; [letters], \(some\|others\) and
// (some|others) are ways to write a part of it.
var endsByExpression = regexp.MustCompile(`^\.\*((?:\\\.|[\w~-])*)(?:\[(\w+)\]|\\\(((?:(?:\\\.|[\w-])+\\\|)+(?:\\\.|[\w-])+)\\\)|\(((?:(?:\\\.|[\w-])+\|)+(?:\\\.|[\w-])+)\))?((?:\\\.|[\w~-])*)\$?$`)

// matchesHidden adds to names what git and others keep their history in, where a
// wildcard at the beginning stands for the dot: to find(1) it does.
func matchesHidden(names []string) []string {
	out := names
	for _, name := range names {
		if strings.Trim(name, "*") == "" || strings.Contains(name, "/") || name[0] == '.' {
			continue
		}
		for _, kept := range [...]string{".git", ".hg", ".svn"} {
			if ok, err := path.Match(name, kept); (ok || err != nil) && !slices.Contains(out, kept) {
				out = append(slices.Clip(out), kept)
			}
		}
	}
	return out
}

// startsNamed are the starting points that tests by name leave over themselves, as find
// looks at them, too.
func startsNamed(starts []field, names []string) []field {
	var out []field
	for _, s := range starts {
		base := path.Base(s.text)
		if s.exact() && s.text != "" && slices.ContainsFunc(names, func(name string) bool {
			ok, err := path.Match(name, base)
			return strings.Trim(name, "*") != "" && (ok || err != nil)
		}) {
			out = append(out, s)
		}
	}
	return out
}
