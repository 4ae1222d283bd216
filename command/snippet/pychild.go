package snippet

import (
	"slices"
	"strings"
)

// A program that goes on while this one does: subprocess.Popen. What it is asked for is its
// own pipes and its end; it is stated as any program that is started.

// childPlaces lists arguments of Popen that change nothing that is judged here.
const childPlaces = "start_new_session close_fds"

// child is subprocess.Popen([…]).
func (j *pyJudge) child(n *node) pyValue {
	call := &node{kind: nCall, at: n.at}
	for _, a := range n.kids {
		if a.kind == nArg && listWords(childPlaces, a.text) {
			if a.kids[0].kind != nConst {
				return j.fail()
			}
			continue
		}
		call.kids = append(call.kids, a)
	}
	for _, a := range call.kids[1:] {
		if a.kind == nArg && listWords("capture_output check timeout input", a.text) { // of run alone
			return j.fail()
		}
	}
	j.runs(call)
	j.lends = true
	return pyValue{what: pyObject, name: "child"}
}

// pyPut is a variable of a dictionary that gets a value: env["NAME"] = value.
type pyPut struct{ name, value *node }

// puts notes what is put into a dictionary by a name that is spelt out. Whether the
// dictionary is one of variables is seen when it is used as that.
func (c *pyNames) puts(n *node) {
	if n.kind != nAssign || len(n.kids) != 2 || n.kids[0] == nil {
		return
	}
	if t := n.kids[1]; t.kind == nIndex && t.kids[0].kind == nName && t.kids[1].kind == nText && t.kids[1].sure {
		if c.links.puts == nil {
			c.links.puts = make(map[string][]pyPut)
		}
		c.links.puts[t.kids[0].text] = append(c.links.puts[t.kids[0].text], pyPut{t.kids[1], n.kids[0]})
	}
}

// lendsVariables notes the places where a name may stand for the variables of a program that
// is started.
func (c *pyNames) lendsVariables(n *node) {
	for _, a := range n.kids[1:] {
		if a.kind == nArg && a.text == "env" && a.kids[0].kind == nName {
			if c.links.lentEnv == nil {
				c.links.lentEnv = make(map[string][]*node)
			}
			c.links.lentEnv[a.kids[0].text] = append(c.links.lentEnv[a.kids[0].text], n.kids[0])
		}
	}
}

// namedSurroundings are the surroundings that a name stands for: one dictionary, which nothing
// happens to but that variables are put into it, and that programs get it. A variable that
// is put in counts wherever that stands; one that is put in twice is not known.
func (j *pyJudge) namedSurroundings(n *node) (words []pyText, ok bool) {
	b := j.names[n.text]
	puts := j.links.puts[n.text]
	if b == nil || len(b.sites) != 1 || b.sites[0].how != byValue || b.sites[0].node == nil || b.sites[0].node.kind == nName || b.kin != nil || b.loads != len(j.links.lentEnv[n.text])+len(puts) {
		return nil, false
	}
	for _, fn := range j.links.lentEnv[n.text] { // another function could change it
		if !strings.HasPrefix(j.origin(fn), "subprocess.") {
			return nil, false
		}
	}
	made := b.sites[0].node
	if made.kind == nCall && len(made.kids) == 1 && made.kids[0].kind == nAttr && made.kids[0].text == "copy" && j.eval(made.kids[0].kids[0]).what == pyEnv || made.kind == nCall && passing(made.kids[0]) == "dict" && !j.names.bound("dict") && len(made.kids) == 2 && made.kids[1].kind != nArg && j.eval(made.kids[1]).what == pyEnv {
		words = []pyText{{s: "env"}}
	} else if words, ok = j.surroundings(made); !ok || len(words) == 0 {
		return nil, false
	}
	var pairs []*node
	for _, p := range puts {
		pairs = append(pairs, p.name, p.value)
	}
	more, ok := j.variables(pairs)
	words = append(words, more...)
	var seen []string
	for _, w := range words {
		name, _, _ := strings.Cut(w.s, "=")
		if ok = ok && !slices.Contains(seen, name); !ok {
			return nil, false
		}
		seen = append(seen, name)
	}
	return words, ok
}

// variables are the words that set variables, of names and values in turn.
func (j *pyJudge) variables(pairs []*node) (words []pyText, ok bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		name, value := j.plain(pairs[i]), j.plain(pairs[i+1])
		if len(name.texts) != 1 || len(value.texts) != 1 || strings.Trim(name.texts[0].s, letterSet+digitSet+"_") != "" || name.texts[0].s == "" || value.texts[0].glob || value.texts[0].home || value.texts[0].full || value.none {
			return nil, false
		}
		words = append(words, pyText{s: name.texts[0].s + "=" + value.texts[0].s})
	}
	return words, true
}
