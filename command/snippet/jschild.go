package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// starts judges a function of child_process, whose words are constants. What it starts
// is judged as if the command had started it. In a loop that does not wait for one
// before it starts the next there may be any number of them at once, which is for
// nobody to allow by one line.
//
// Long: what is started, with which words, in which folder; each in turn.
func (j *jsJudge) starts(name string, n *node) jsValue {
	j.alive = true
	args := n.kids[1:]
	if len(args) == 0 {
		return j.fail()
	}
	if !strings.HasSuffix(name, "Sync") {
		if j.spawned = true; j.repeats > 0 && j.awaited != n { // any number of them, beside each other
			return j.fail()
		}
	}
	if last := len(args) - 1; last > 0 && (name == "exec" || name == "execFile") && j.written(args[last]) {
		j.plain(args[last])
		args = args[:last]
	}
	j.tell(args)
	first := j.plain(args[0]).texts
	self := len(first) == 0 && j.interpreter(args[0])
	if self {
		first = []pyText{{s: "node"}}
	}
	if len(first) == 0 && (name == "exec" || name == "execSync") {
		if line, ok := j.shellLine(args[0]); ok {
			first = []pyText{{s: line}}
		}
	}
	if len(first) == 0 || len(first) > 8 {
		return j.fail()
	}
	rest := args[1:]
	lines := make([][]string, len(first))
	for i, t := range first {
		lines[i] = []string{t.s}
	}
	if name != "exec" && name != "execSync" && len(rest) > 0 && rest[0].kind == nList {
		if lines = j.linesOf(lines, rest[0]); lines == nil {
			return j.fail()
		}
		rest = rest[1:]
	}
	var at []string
	if len(rest) == 1 {
		at = j.startedIn(rest[0])
	}
	if len(rest) > 1 || len(rest) == 1 && !j.childOptions(rest[0]) {
		return j.fail()
	}
	for _, t := range first {
		if !constant(t) || t.s == "" {
			return j.fail()
		}
	}
	for _, line := range lines {
		if self && (name == "exec" || name == "execSync" || len(line) < 2 || !nodeWord(line[1])) {
			return j.fail()
		}
		if name == "exec" || name == "execSync" {
			line = []string{"/bin/sh", "-c", line[0]}
		}
		j.add(Effect{Kind: pipeline.KindRun, Object: strings.Join(append(slices.Clone(at), line...), "\x00")})
	}
	return jsValue{}
}

// tell notes the texts of a command that stand where it is started: what they say is
// stated there, and nobody else gets them.
func (j *jsJudge) tell(args []*node) {
	if j.told == nil {
		j.told = make(map[*node]bool)
	}
	if args[0].kind == nText {
		j.told[args[0]] = true
	}
	if len(args) > 1 && args[1].kind == nList {
		for _, word := range args[1].kids {
			if word.kind == nText {
				j.told[word] = true
			}
		}
	}
}

// linesOf puts the words of a list as it is written behind each of some lines, in all
// the ways that there are; nil if not all of them are constants.
func (j *jsJudge) linesOf(lines [][]string, list *node) [][]string {
	for _, kid := range list.kids {
		if kid.kind == nStar {
			if lines = j.poured(lines, kid.kids[0]); lines == nil {
				return nil
			}
			continue
		}
		texts := j.plain(kid).texts
		if len(texts) == 0 || len(texts)*len(lines) > maxTexts || slices.ContainsFunc(texts, func(t pyText) bool { return !constant(t) }) {
			return nil
		}
		var longer [][]string
		for _, line := range lines {
			for _, t := range texts {
				longer = append(longer, append(slices.Clone(line), t.s))
			}
		}
		lines = longer
	}
	return lines
}

// constant reports whether a text is known to the letter and relative to nothing but
// the folder at hand.
func constant(t pyText) bool {
	return !t.glob && !t.home && !t.full && !t.under && strings.IndexByte(t.s, 0) < 0
}

// startedIn is what puts a program into the folder that the options name, if they name
// one. env(1) has an option that does the same, so that the folder is judged by the
// rules for that.
func (j *jsJudge) startedIn(n *node) []string {
	if n.kind != nDict {
		return nil
	}
	var at []string
	for i := 0; i+1 < len(n.kids); i += 2 {
		if key := n.kids[i]; key != nil && key.text == "cwd" {
			texts := j.plain(n.kids[i+1]).texts
			if at != nil || len(texts) != 1 || !constant(texts[0]) && !(texts[0].s == "." && texts[0].full) || texts[0].s == "" || texts[0].s[0] == '-' {
				j.failed = true
				return nil
			}
			at = []string{"/usr/bin/env", "-C", texts[0].s}
		}
	}
	return at
}

// childOptions reads options that do not change what is started, where, or with what
// variables. shell: true would make a line for a shell of the words; uid, argv0,
// execPath and signal are left out as well.
func (j *jsJudge) childOptions(n *node) bool {
	if n.kind != nDict {
		return false
	}
	for i := 0; i+1 < len(n.kids); i += 2 {
		key, value := n.kids[i], n.kids[i+1]
		if key != nil && key.text == "cwd" && key.kind == nText && key.sure { // read before
			continue
		}
		if key != nil && key.text == "env" && value.kind == nDict {
			if !j.sameVariables(value) {
				return false
			}
			continue
		}
		if key == nil || key.kind != nText || !key.sure || !listWords("encoding stdio maxBuffer timeout windowsHide killSignal", key.text) {
			return false
		}
		if value.kind != nConst && value.kind != nText && value.kind != nList && value.kind != nBinary {
			return false
		}
		j.used(j.eval(value))
	}
	return true
}

// ownVariables lists variables that only programs like this one read.
const ownVariables = "NODE_ENV TZ PORT LOG_LEVEL DEBUG CI FORCE_COLOR NO_COLOR APP_ENV LANG VITEST"

// sameVariables reports whether variables are those of the program, and a few that
// change nothing of what is started. Without process.env before them the program would
// have no PATH, and be looked for elsewhere.
func (j *jsJudge) sameVariables(n *node) bool {
	for i := 0; i+1 < len(n.kids); i += 2 {
		key, value := n.kids[i], n.kids[i+1]
		if key == nil {
			if v := j.eval(value); v.what != jsObject || v.name != "process.env" {
				return false
			}
			continue
		}
		if key.kind != nText || !key.sure || !listWords(ownVariables, key.text) || value.kind != nText && value.kind != nConst {
			return false
		}
	}
	return len(n.kids) > 0 && n.kids[0] == nil
}

// promised is promisify(f): it gives back what f does, as a function of its own. Only
// functions whose last argument is a callback can be made so; what it gives is a
// promise of the same.
func (j *jsJudge) promised(n *node) jsValue {
	if len(n.kids) != 2 {
		return j.fail()
	}
	if a := n.kids[1]; a.kind == nName && a.text == "setTimeout" && !j.names.bound("setTimeout") {
		return jsValue{what: jsOwn}
	}
	v := j.eval(n.kids[1])
	if v.what == jsMember && (v.name == "child_process" && (v.member == "exec" || v.member == "execFile") || v.name == "fs" && jsAct("fs", v.member) == "call") {
		if v.name == "fs" {
			v.member += "Sync"
		}
		return v
	}
	j.free = true
	return j.taken(v)
}

// again begins what may run more than once, and is what ends it. What stands in a loop
// or in a function that somebody may call often counts alike.
func (j *jsJudge) again() func() {
	j.repeats++
	return func() { j.repeats-- }
}
