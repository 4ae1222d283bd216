package snippet

import "strings"

// Commands that list files of the folder.

// listsFiles reports whether a command lists files of the folder, and does no more:
// git with options that leave the names as they are, and patterns, perhaps in quotes.
func listsFiles(s string) bool {
	if strings.ContainsAny(s, ";&|<>$`(){}\\\n") || strings.Contains(s, "=~") || strings.Contains(s, ":~") || strings.Contains(s, "/..") || strings.Contains(s, "../") {
		return false
	}
	words := strings.Fields(s)
	if len(words) < 2 || words[0] != "git" {
		return false
	}
	from := 2
	if words[1] == "diff" {
		if len(words) < 3 || words[2] != "--name-only" {
			return false
		}
		from = 3
	} else if words[1] != "ls-files" {
		return false
	}
	for _, w := range words[from:] {
		quoted := len(w) > 2 && (w[0] == '"' || w[0] == '\'') && w[len(w)-1] == w[0]
		if quoted {
			w = w[1 : len(w)-1]
		}
		if strings.ContainsAny(w, "\"'") || strings.HasPrefix(w, "/") || w[0] == '~' || w == ".." || w[0] == '-' && (quoted || !namesOnly(w, words[1])) {
			return false
		}
	}
	return true
}

// namesOnly reports whether an option of git leaves the names of files as they are.
func namesOnly(option, command string) bool {
	if filter, found := strings.CutPrefix(option, "--diff-filter="); found {
		return command == "diff" && filter != "" && strings.Trim(filter, "ABCDMRTUXacdmrtux") == ""
	}
	if command == "diff" {
		return listWords("-- --cached --staged --merge-base", option)
	}
	return listWords("-- -c --cached -m --modified -s --exclude-standard", option)
}

// originContent is where the content of a file comes from whose path data say: any
// of those below the folders in which it was found.
func (j *jsJudge) originContent(n *node, depth int) (from source, ok bool) {
	from, ok = j.originPath(n, depth)
	from.files = append(from.files, from.roots...)
	if len(from.files) == 0 {
		from.files = []string{"."}
	}
	return source{files: from.files}, ok
}

// listing1 is where the names come from that a command lists.
func (j *jsJudge) listing1(name string, args []*node) (from source, ok bool) {
	if name == "execFileSync" {
		words := []string{}
		if len(args) > 1 && args[1].kind == nList {
			for _, a := range append([]*node{args[0]}, args[1].kids...) {
				texts := j.used(j.eval(a)).texts
				if len(texts) != 1 || !constant(texts[0]) || strings.ContainsAny(texts[0].s, " \"'") {
					return source{}, false
				}
				words = append(words, texts[0].s)
			}
		}
		return source{files: []string{"."}}, listsFiles(strings.Join(words, " "))
	}
	texts := j.used(j.eval(args[0])).texts
	return source{files: []string{"."}}, len(texts) == 1 && constant(texts[0]) && listsFiles(texts[0].s)
}
