package snippet

import "strings"

// matched is a method of what a regular expression found: m.group(1), m.groups().
func matched(r *pyRegex, name, key string) pyValue {
	switch name {
	case "group":
		if key != "" {
			return r.group(key)
		}
	case "groups":
		if len(r.groups) < 2 {
			return pyValue{}
		}
		return pyValue{parts: r.groups[1:], fixed: true}
	}
	return pyValue{}
}

// regex is the expression that an argument of re.match and its like is, with the flags
// of the call; nil if that is not known.
func (j *pyJudge) regex(pattern, flags *node) *pyRegex {
	if pattern == nil {
		return nil
	}
	fold := false
	if flags != nil {
		var ok bool
		if fold, ok = j.folds(flags); !ok {
			return nil
		}
	}
	v := j.eval(pattern)
	if v.sort == sortRegex && flags == nil {
		return v.regex
	}
	if len(v.texts) != 1 || v.texts[0].glob || v.what != pyPlain || v.number {
		return nil
	}
	if r := readRegex(v.texts[0].s, fold); r != nil {
		return r
	}
	return &pyRegex{} // any text may be any of its groups
}

// folds reads flags of re: whether one of them makes small and capital letters equal. Not
// ok: one changes how the expression is read.
func (j *pyJudge) folds(flags *node) (fold, ok bool) {
	if flags.kind == nBinary && flags.text == "|" {
		a, okay := j.folds(flags.kids[0])
		b, fine := j.folds(flags.kids[1])
		return a || b, okay && fine
	}
	switch j.origin(flags) {
	case "re.I", "re.IGNORECASE":
		return true, true
	case "re.M", "re.MULTILINE", "re.S", "re.DOTALL", "re.U", "re.UNICODE", "re.A", "re.ASCII":
		return false, true
	}
	return false, false
}

// applied is a function of re, or a method of an expression, of which the text that it
// is applied to comes at a place.
func (j *pyJudge) applied(r *pyRegex, name string, n *node, at int) pyValue {
	if r == nil {
		return pyValue{}
	}
	v := j.appliedTo(r, name, n, at)
	if name == "sub" {
		if at >= len(n.kids) || n.kids[at].kind != nText || !n.kids[at].sure || strings.ContainsAny(n.kids[at].text, `/\.`) {
			return v
		}
		at++
	}
	if at < len(n.kids) && n.kids[at].kind != nArg && n.kids[at].kind != nStar {
		return searched(j.eval(n.kids[at]), v)
	}
	return v
}

// appliedTo is the same for a text of which nothing is known.
func (j *pyJudge) appliedTo(r *pyRegex, name string, n *node, at int) pyValue {
	match := pyValue{sort: sortMatch, regex: r}
	switch name {
	case "match", "search", "fullmatch":
		return match
	case "finditer":
		return pyValue{elem: &match}
	case "findall":
		return r.found()
	case "sub":
		if len(n.kids) != at+2 && !(len(n.kids) == at+3 && n.kids[at+2].kind == nArg && n.kids[at+2].text == "flags") {
			return pyValue{}
		}
		if by := j.eval(n.kids[at]); r.strips && len(by.texts) == 1 && !by.texts[0].glob && !strings.ContainsAny(by.texts[0].s, `/\`) && !j.disguised {
			if r.plains && !strings.Contains(by.texts[0].s, ".") { // none, or a name
				return pyValue{texts: []pyText{{}, {s: "*", glob: true}}}
			}
			return pyValue{texts: someNames()}
		}
	}
	return pyValue{}
}
