package snippet

import (
	"slices"
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// runs notes that programs are started: subprocess.run([…]), with words that are
// constants, each perhaps one of several.
func (j *pyJudge) runs(n *node) {
	surroundings := j.argument(n, 9, "env")
	if surroundings != nil { // it is judged by itself
		n = &node{kind: nCall, at: n.at, kids: slices.DeleteFunc(slices.Clone(n.kids), func(a *node) bool { return a.kind == nArg && a.text == "env" })}
	}
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
	before, ok := j.surroundings(surroundings)
	if !ok {
		j.failed = true
		return
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
		j.starting(append(before[:len(before):len(before)], words...), fed)
	}
}

// spawned starts a program whose words are the arguments of a call.
func (j *pyJudge) spawned(n *node) pyValue {
	words := &node{kind: nList, at: n.at}
	call := &node{kind: nCall, at: n.at, kids: []*node{n.kids[0], words}}
	for _, a := range n.kids[1:] {
		if a.kind == nArg || a.kind == nStar && a.text == "**" {
			call.kids = append(call.kids, a)
		} else {
			words.kids = append(words.kids, a)
		}
	}
	j.runs(call)
	return pyValue{what: pyObject, name: "subprocess"}
}

// surroundings are the words that give a command its variables, as env does: those that the
// program has with others (env={**os.environ, "A": "b"}), or those alone.
func (j *pyJudge) surroundings(n *node) (words []pyText, ok bool) {
	if n == nil || n.kind == nConst && n.text == "None" {
		return nil, true
	}
	own, pairs := false, []*node(nil)
	switch {
	case n.kind == nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil {
				if i > 0 || j.eval(n.kids[1]).what != pyEnv {
					return nil, false
				}
				own = true
				continue
			}
			pairs = append(pairs, n.kids[i], n.kids[i+1])
		}
	case n.kind == nBinary && n.text == "|" && n.kids[1].kind == nDict && !slices.Contains(n.kids[1].kids, nil) && j.eval(n.kids[0]).what == pyEnv:
		own, pairs = true, n.kids[1].kids
	case n.kind == nCall && passing(n.kids[0]) == "dict" && !j.names.bound("dict") && len(n.kids) > 1 && n.kids[1].kind != nArg && n.kids[1].kind != nStar && j.eval(n.kids[1]).what == pyEnv:
		own = true
		for _, a := range n.kids[2:] {
			if a.kind != nArg {
				return nil, false
			}
			pairs = append(pairs, &node{kind: nText, text: a.text, sure: true, at: a.at}, a.kids[0])
		}
	case j.eval(n).what == pyEnv:
		return nil, true
	case n.kind == nName && j.soft != nil:
		return j.namedSurroundings(n)
	default:
		return nil, false
	}
	words = []pyText{{s: "env"}}
	if !own {
		words = append(words, pyText{s: "-i"})
	}
	more, ok := j.variables(pairs)
	return append(words, more...), ok
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
		if b == nil || j.reordered(n.text) {
			return nil
		}
		counts := b
		if b.kin != nil {
			counts = b.kin
		}
		for _, s := range b.sites {
			var one [][]*node
			switch {
			case s.node == nil, counts.loads != counts.turns && (s.how != byValue || s.node.kind != nTuple):
				return nil
			case s.how == byValue:
				one = j.lists(s.node, depth+1)
			default:
				for _, n := range j.members(s, depth+1) {
					more := j.lists(n, depth+1)
					if one = append(one, more...); len(more) == 0 || len(one) > maxTexts {
						return nil
					}
				}
			}
			if out = append(out, one...); len(one) == 0 || len(out) > maxTexts {
				return nil
			}
		}
	}
	return out
}

// reordered reports whether the elements of a list may have changed their places: what it
// has stays known, which word is the first does not.
func (j *pyJudge) reordered(name string) bool {
	return slices.ContainsFunc(j.links.taken, func(n *node) bool { return n.kind == nName && unversioned(n.text) == unversioned(name) })
}

// foreignList reports whether an expression may be a list that lies in another one: it is no
// name of lists that are made under it.
func (j *pyJudge) foreignList(n *node) bool {
	b := j.names[unversioned(n.text)]
	if n.kind != nName || b == nil || len(b.sites) == 0 {
		return true
	}
	return slices.ContainsFunc(b.sites, func(s site[pyValue]) bool {
		return s.how != byGrown && s.how != byPoured && (s.how != byValue || s.node == nil || !fresh(s.node))
	})
}

// members are the elements that a name gets which goes through a container that is spelt out:
// for cmd in [[…], […]], for name, cmd in {…}.items(). None: they are not known.
func (j *pyJudge) members(s site[pyValue], depth int) (out []*node) {
	if j.alters || slices.ContainsFunc(j.links.moved, j.foreignList) { // what lies within may be changed under another name
		return nil
	}
	over := s.node
	if over.kind == nCall && over.kids[0].kind == nAttr && len(over.kids) == 1 {
		if d := j.spelledDict(over.kids[0].kids[0]); d != nil && (s.how == byPart && over.kids[0].text == "items" || s.how == byItem && over.kids[0].text == "values") {
			for i := 1; i < len(d.kids); i += 2 {
				out = append(out, d.kids[i])
			}
		}
		return out
	}
	if s.how != byItem && s.how != byColumn {
		return nil
	}
	for _, list := range j.lists(over, depth+1) {
		for _, n := range list {
			if s.how == byColumn {
				i, err := strconv.Atoi(s.member)
				if n.kind != nTuple && n.kind != nList || err != nil || i >= len(n.kids) || starred(n) {
					return nil
				}
				n = n.kids[i]
			}
			out = append(out, n)
		}
	}
	return out
}

// spelledDict is a dictionary that is spelt out and that nobody changes, or the only one that
// a name is.
func (j *pyJudge) spelledDict(n *node) *node {
	if n.kind == nName {
		b := j.names[n.text]
		if b == nil || len(b.sites) != 1 || b.sites[0].how != byValue || b.kin != nil || b.loads != b.turns {
			return nil
		}
		n = b.sites[0].node
	}
	if n == nil || n.kind != nDict || slices.Contains(n.kids, nil) {
		return nil
	}
	return n
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
	return begin != "" && (begin[0] != '-' || strings.HasPrefix(begin, "--") && strings.HasSuffix(strings.TrimRight(begin, letterSet+digitSet+"_./:"), "="))
}
