package snippet

import "strings"

// Files that are read or written bit by bit may stand between others: pipeline(a, b, c).

// streams judges a function of the modules of streams.
func (j *jsJudge) streams(object string, n *node) (jsValue, bool) {
	if !j.soft || !listWords("stream stream/promises stream/consumers", object) {
		return jsValue{}, false
	}
	j.free, j.unsure = true, true
	out := jsValue{}
	for _, a := range n.kids[1:] {
		v := j.eval(a)
		switch {
		case v.what == jsSink, v.what == jsObject && v.name == "process.stdout":
			out = jsValue{what: jsSink}
		case v.what == jsStdin:
		default:
			j.taken(v)
			continue
		}
		j.streamed = true
	}
	return out, true
}

// redirected reports whether a file that is opened later on may get another name
// by then.
func (j *jsJudge) redirected() bool {
	return j.streamed && (j.misnamed() || j.own["path"] || j.own["fd"] || j.own["flags"])
}

// stdin is process.stdin.on("data", …).
func (j *jsJudge) stdin(name string, n *node) jsValue {
	args := n.kids[1:]
	switch {
	case name == "setEncoding" && len(args) == 1, name == "resume" && len(args) == 0:
		j.arguments(n)
	case name == "pipe" && len(args) == 1 && args[0].kind == nCall:
		if v := j.callee(args[0].kids[0]); v.what != jsMember || v.name != "zlib" || !strings.HasPrefix(v.member, "create") {
			return j.fail()
		}
		j.arguments(n)
	case (name == "on" || name == "once") && len(args) == 2 && args[0].kind == nText && listWords("data end close error line", args[0].text) && j.written(args[1]):
		j.plain(args[1])
	default:
		return j.fail()
	}
	return jsValue{what: jsStdin}
}

// sink is w.write(…): it opens its file later on, by a name that it has as a
// member, so that it is kept nowhere.
func (j *jsJudge) sink(name string, n *node) jsValue {
	if !listWords("write end on once close cork uncork", name) {
		return j.fail()
	}
	j.arguments(n)
	return jsValue{what: jsSink}
}
