package snippet

import (
	"slices"
	"strconv"
	"strings"
)

// Words of a command that stand in lists of their own: spawnSync("x", ["a", ...more]).

// maxLists are the lists that one name may have.
const maxLists = 16

// poured puts the words of each list that a value may be behind each of some lines;
// nil if not all of them are constants.
func (j *jsJudge) poured(lines [][]string, n *node) [][]string {
	lists := j.literals(n, 0)
	if len(lists) == 0 || len(lists)*len(lines) > maxTexts {
		return nil
	}
	var longer [][]string
	for _, list := range lists {
		words := []string{}
		for _, kid := range list.kids {
			texts := j.plain(kid).texts
			if kid.kind == nStar || len(texts) != 1 || !constant(texts[0]) {
				return nil
			}
			words = append(words, texts[0].s)
		}
		for _, line := range lines {
			longer = append(longer, append(slices.Clone(line), words...))
		}
	}
	return longer
}

// literals are the lists as they are written that a value may be, if it can be no
// other: a name of them is nowhere used but where they are gone through.
func (j *jsJudge) literals(n *node, depth int) (lists []*node) {
	if n == nil || depth > 4 || !j.step() {
		return nil
	}
	defer j.back()
	if n.kind == nList {
		return []*node{n}
	}
	if n.kind != nName {
		return nil
	}
	b := j.bindingOf(n.text)
	if len(b.sites) != 1 || b.loads != b.turns || len(b.grown) > 0 || j.altered[n.text] {
		return nil
	}
	var values []*node
	switch s := b.sites[0]; s.how {
	case byValue:
		values = []*node{s.node}
	case byItem, byColumn:
		rows, ok := j.rows(s.node)
		if !ok {
			return nil
		}
		for _, row := range rows {
			if s.how == byColumn {
				row = cellOf(row, s.member)
			}
			values = append(values, row)
		}
	case byParam:
		values = j.argumentsFor(s)
	case byRest:
		values = j.restsFor(s)
	}
	for _, value := range values {
		some := j.literals(value, depth+1)
		if len(some) == 0 || len(lists)+len(some) > maxLists {
			return nil
		}
		lists = append(lists, some...)
	}
	return lists
}

// restsFor are the lists that a parameter like ...args gets, one for each call.
func (j *jsJudge) restsFor(s site[jsValue]) (lists []*node) {
	calls, ok := j.callsOf(s.node)
	from, err := strconv.Atoi(s.member)
	if !ok || err != nil {
		return nil
	}
	for _, c := range calls {
		list := &node{kind: nList, at: c.call.at}
		if from+1 < len(c.call.kids) {
			list.kids = c.call.kids[from+1:]
		}
		lists = append(lists, list)
	}
	return lists
}

// interpreter reports whether a value is the program that runs the program itself.
func (j *jsJudge) interpreter(n *node) bool {
	return n.kind == nAttr && n.text == "execPath" && n.kids[0].kind == nName && n.kids[0].text == "process" && !j.given.Texts && !j.own["execPath"]
}

// nodeWord reports whether a first word is read alike by whatever may run programs in
// JavaScript: a file, or an option of node.
func nodeWord(s string) bool {
	return strings.HasSuffix(s, ".js") || strings.HasSuffix(s, ".mjs") || strings.HasSuffix(s, ".cjs") || listWords("-e -p --eval --print --version -v --check --test", s)
}
