package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// runs notes that programs are started: subprocess.run([…]), with words that are
// constants, each perhaps one of several.
func (j *pyJudge) runs(n *node) {
	j.only(n, 1, "capture_output text check timeout stdout stderr encoding universal_newlines shell input stdin errors bufsize cwd")
	first := j.argument(n, 0, "args")
	shell := j.argument(n, 9, "shell")
	if at := j.argument(n, 9, "cwd"); at != nil { // the folder that it is started in stays the same
		if v := j.pathLike(at); len(v.texts) != 1 || !v.none && v.texts[0].s != "." {
			j.failed = true
			return
		}
	}
	fed := j.argument(n, 9, "input") != nil || j.argument(n, 9, "stdin") != nil
	var commands [][]pyText
	switch {
	case first == nil, shell != nil && shell.text != "False" && shell.text != "True":
		j.failed = true
		return
	case shell != nil && shell.text == "True":
		commands = [][]pyText{{{s: "/bin/sh"}, {s: "-c"}, {s: j.word(first)}}}
	case first.kind == nList || first.kind == nTuple:
		commands = j.words(first.kids)
	default: // a name alone is a program without arguments
		j.failed = true
		return
	}
	for _, words := range commands {
		if len(words) == 2 && listWords("bash sh dash", words[0].s) && words[1].s == "-n" && fed { // what it gets is only parsed
			words, fed = append(words, pyText{s: "/dev/null"}), false
		}
		j.starting(words, fed)
	}
}

// words are the commands that a list of words may be.
func (j *pyJudge) words(list []*node) [][]pyText {
	out := [][]pyText{nil}
	for _, kid := range list {
		var texts []pyText
		if kid.kind == nAttr && kid.text == "executable" && j.eval(kid.kids[0]).name == "sys" {
			texts = []pyText{{s: "python3"}}
		} else {
			v := j.pathLike(kid)
			for _, t := range v.texts {
				if t.glob || t.home || t.full {
					j.failed = true
				}
			}
			texts = v.texts
		}
		if len(texts) == 0 || len(out)*len(texts) > maxTexts {
			j.failed = true
			return nil
		}
		var more [][]pyText
		for _, words := range out {
			for _, t := range texts {
				more = append(more, append(words[:len(words):len(words)], t))
			}
		}
		out = more
	}
	return out
}

// starting notes a program with its words.
func (j *pyJudge) starting(words []pyText, fed bool) {
	var all []string
	for _, w := range words {
		all = append(all, w.s)
	}
	if len(all) == 0 || all[0] == "" || strings.Contains(strings.Join(all, ""), "\x00") {
		j.failed = true
		return
	}
	j.starts = append(j.starts, Effect{Kind: pipeline.KindRun, Object: strings.Join(all, "\x00"), Fed: fed})
}

// word is a word of a command, which must be a constant.
func (j *pyJudge) word(n *node) string {
	v := j.plain(n)
	if len(v.texts) != 1 || v.texts[0].glob || v.texts[0].home || v.texts[0].full {
		j.failed = true
		return ""
	}
	return v.texts[0].s
}
