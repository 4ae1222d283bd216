package snippet

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
