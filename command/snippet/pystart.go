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
		v := j.pathLike(at)
		if len(v.texts) != 1 || v.texts[0].glob || !v.none && v.texts[0].s != "." && (v.texts[0].s != j.given.Here || v.texts[0].full) {
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
		for _, t := range j.lines(first) {
			commands = append(commands, []pyText{{s: "/bin/sh"}, {s: "-c"}, t})
		}
	default:
		for _, list := range j.lists(first, 0) {
			commands = append(commands, j.words(list)...)
		}
		if len(commands) == 0 || len(commands) > maxTexts {
			j.failed = true
			return
		}
	}
	for _, words := range commands {
		if len(words) == 2 && listWords("bash sh dash", words[0].s) && words[1].s == "-n" && fed { // what it gets is only parsed
			words, fed = append(words, pyText{s: "/dev/null"}), false
		}
		j.starting(words, fed)
	}
}

// lines are the commands that a text for a shell may be, each a constant.
func (j *pyJudge) lines(n *node) []pyText {
	v := j.plain(n)
	for _, t := range v.texts {
		if t.glob || t.home || t.full {
			j.failed = true
		}
	}
	if len(v.texts) == 0 || v.number {
		j.failed = true
	}
	return v.texts
}

// lists are the lists of words that an expression may be: one that is spelt out, two with + in
// between, or the name of such a list, which nobody changes. None: that is not known, as of a
// text, which is a program without arguments.
//
// Long: one case a kind of expression.
func (j *pyJudge) lists(n *node, depth int) (out [][]*node) {
	if n == nil || depth > 8 || !j.step() {
		return nil
	}
	defer j.back()
	switch n.kind {
	case nList, nTuple:
		out = [][]*node{nil}
		for _, kid := range n.kids {
			more := [][]*node{{kid}}
			if kid.kind == nStar {
				more = j.lists(kid.kids[0], depth+1)
			}
			if out = oneBehind(out, more); len(out) == 0 {
				return nil
			}
		}
	case nBinary:
		if n.text == "+" && !j.classy {
			return oneBehind(j.lists(n.kids[0], depth+1), j.lists(n.kids[1], depth+1))
		}
	case nCall:
		if fn := n.kids[0]; fn.kind == nName && listWords("list tuple", fn.text) && !j.names.bound(fn.text) && len(n.kids) == 2 {
			return j.lists(n.kids[1], depth+1)
		}
	case nName:
		b := j.names[n.text]
		if b == nil {
			return nil
		}
		counts := b
		if b.kin != nil {
			counts = b.kin
		}
		for _, s := range b.sites {
			if s.how != byValue || s.node == nil || s.node.kind != nTuple && counts.loads != counts.turns {
				return nil
			}
			one := j.lists(s.node, depth+1)
			if out = append(out, one...); len(one) == 0 || len(out) > maxTexts {
				return nil
			}
		}
	}
	return out
}

// oneBehind are lists with others behind each of them.
func oneBehind(a, b [][]*node) (out [][]*node) {
	if len(a)*len(b) > maxTexts {
		return nil
	}
	for _, x := range a {
		for _, y := range b {
			if len(x)+len(y) > maxTexts {
				return nil
			}
			out = append(out, append(x[:len(x):len(x)], y...))
		}
	}
	return out
}

// words are the commands that a list of words may be.
func (j *pyJudge) words(list []*node) [][]pyText {
	out := [][]pyText{nil}
	for i, kid := range list {
		var texts []pyText
		if kid.kind == nAttr && kid.text == "executable" && j.eval(kid.kids[0]).name == "sys" {
			texts = []pyText{{s: "python3"}}
		} else {
			texts = j.commandWord(kid, list[:i])
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
		if strings.HasPrefix(w.s, SomeWord) {
			j.failed = true
			return
		}
		if w.glob && len(all) > 0 && all[0] == "git" { // any commit is like another one
			w.s = strings.NewReplacer(anyHex, "0123abc", anyNumber, "1", anyDigit, "1").Replace(w.s)
			if w.glob = strings.ContainsAny(w.s, globbing); w.glob && strings.Contains(w.s, ":") {
				j.failed = true
				return
			}
		}
		if w.glob {
			w.s = SomeWord + w.s
		}
		all = append(all, w.s)
	}
	if len(all) == 0 || all[0] == "" || strings.HasPrefix(all[0], SomeWord) || strings.Contains(strings.Join(all, ""), "\x00") {
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

// commandWord is a word of a command, behind others. One that is not a constant is a
// number, a digest or a name that begins with a constant, or it stands where no option can.
func (j *pyJudge) commandWord(n *node, before []*node) []pyText {
	v := j.pathLike(n)
	fixed := false
	if len(before) > 0 {
		last := before[len(before)-1]
		fixed = last.kind == nText && last.sure && listWords("-- -k", last.text)
	}
	for _, t := range v.texts {
		if t.home || t.full || t.web || t.glob && (t.loose || len(before) == 0 || !fixed && !begun(t.s)) {
			j.failed = true
		}
	}
	return v.texts
}

// begun reports whether a pattern begins so that it is no option, or an option of a
// constant name with a value.
func begun(pattern string) bool {
	if pattern == anyNumber || pattern == anyFloat || strings.HasPrefix(pattern, "[0-9") {
		return true
	}
	begin := pattern[:strings.IndexAny(pattern+"*", globbing)]
	return begin != "" && (begin[0] != '-' || strings.HasPrefix(begin, "--") && strings.HasSuffix(strings.TrimRight(begin, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:"), "="))
}
