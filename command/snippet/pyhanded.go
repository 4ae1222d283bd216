package snippet

// Which argument of a call is which parameter of a function.

// restOf are the arguments of a call that a parameter with a star takes, as a tuple.
func restOf(def, call *node) *node {
	out, at := &node{kind: nTuple, at: call.at}, 0
	for _, a := range call.kids[1:] {
		if a.kind == nArg {
			continue
		}
		if p := def.kids[0].kids[at:]; len(p) > 0 && p[0].text != "" && len(p[0].kids) == 2 {
			at++
		} else {
			out.kids = append(out.kids, a)
		}
	}
	return out
}

// handed says which argument of a call is which parameter. Not ok: that cannot be
// told, or the call fails.
func handed(def, call *node) (args []*node, ok bool) {
	params := def.kids[0].kids
	args = make([]*node, len(params))
	at := 0
	for _, a := range call.kids[1:] {
		switch a.kind {
		case nStar:
			return nil, false
		case nArg:
			i := 0
			for i < len(params) && (spelled(params[i].text) != a.text || len(params[i].kids) > 2 && params[i].kids[2].text != "named") {
				i++
			}
			switch {
			case i < len(params) && args[i] == nil:
				args[i] = a.kids[0]
			case i < len(params) || !takes(params, "**"):
				return nil, false
			}
		default:
			if at < len(params) && params[at].text != "" && len(params[at].kids) == 2 {
				args[at] = a
				at++
			} else if !takes(params, "*") {
				return nil, false
			}
		}
	}
	return args, true
}

// takes reports whether one of the parameters takes several arguments.
func takes(params []*node, how string) bool {
	for _, p := range params {
		if len(p.kids) > 2 && p.kids[2].text == how {
			return true
		}
	}
	return false
}
