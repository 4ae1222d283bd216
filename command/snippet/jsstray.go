package snippet

import "slices"

// A value that is got by a name that nobody knows (jsfree.go) may be handed to a function
// of the program, or get a name: then the name stands for such a value, and less may be
// done with it. What a program puts into such a value may get into all objects there are:
// b["__proto__"], b["constructor"]. Merging one file of texts into another does so. Where
// all that is put is data, nothing can be called that could not be called before; but
// what looks at options finds some that nobody has written. So a program that does this
// may do no more than read and write files that it names.

// jsStrays is what is known of them.
type jsStrays struct {
	removes, reckonsNames bool
	hoisted               jsNamed
	strayNames            map[string]bool // nil before it is asked for
}

// passed reports whether a name gets values by assignments or calls: those are not kept.
func (j *jsJudge) passed(b *binding[jsValue]) bool {
	return j.reckonsNames && (len(b.sites) > 1 || b.sites[0].how == byParam)
}

// mild reports whether a value is what x[k], or x[k] ??= {}, gives of an object that the
// program has made: what one name leads to from there is no more than what all objects have.
func (j *jsJudge) mild(n *node) bool {
	if n.kind == nName {
		b := j.bindingOf(n.text)
		if len(b.sites) != 1 || b.sites[0].how != byValue {
			return false
		}
		n = b.sites[0].node
	} else if n.kind == nIndex {
		return n.kids[0].kind == nName && j.made(n.kids[0])
	}
	if n.kind != nAugment || !listWords("??= ||=", n.text) {
		return false
	}
	target := n.kids[0]
	return target.kind == nIndex && target.kids[0].kind == nName && j.made(target.kids[0]) && jsHarmless(n.kids[1])
}

// inert reports whether a value is certainly no function.
func (j *jsJudge) inert(n *node) bool {
	switch n.kind {
	case nConst, nText, nFormat, nBinary, nCompare, nDict, nList, nRegexp, nNew:
		return jsHarmless(n)
	case nBool:
		return n.text != "," && j.inert(n.kids[0]) && j.inert(n.kids[1])
	case nChoice:
		return j.inert(n.kids[1]) && j.inert(n.kids[2])
	}
	return j.numeric(n)
}

// functional reports whether a value may be a function as it is written.
func (j *jsJudge) functional(n *node) bool {
	switch n.kind {
	case nLambda, nClass:
		return true
	case nName:
		return j.written(n)
	case nBool, nChoice:
		for _, kid := range n.kids {
			if j.functional(kid) {
				return true
			}
		}
	}
	return false
}

// strayed reports whether the value of an assignment may be such a one.
func (j *jsJudge) strayed(n *node) bool {
	j.strays("")
	return j.stray(n)
}

// strays are the names that may be such values, by all places that bind them. It is found
// at once and for all names, since each may get its value from any other.
func (j *jsJudge) strays(name string) bool {
	if !j.reckonsNames {
		return false
	}
	if j.strayNames == nil {
		j.strayNames = make(map[string]bool)
		for round, more := 0, true; more; round++ {
			more = false
			for one, b := range j.names {
				if !j.strayNames[one] && (round > maxRounds || slices.ContainsFunc(b.sites, j.straySite)) {
					j.strayNames[one], more = true, true
				}
			}
		}
	}
	return j.strayNames[name]
}

// maxRounds is how often names may pass on what they are; then all may be anything.
const maxRounds = 12

// straySite reports whether a place binds a name to such a value.
func (j *jsJudge) straySite(s site[jsValue]) bool {
	switch s.how {
	case byValue, byFrom, byPlain:
		return j.stray(s.node)
	case byParam:
		for _, c := range j.handedTo(s) {
			if j.stray(c) {
				return true
			}
		}
	}
	return false
}

// handedTo are what a parameter is called with, where all calls of its function are known.
func (j *jsJudge) handedTo(s site[jsValue]) (args []*node) {
	calls, ok := j.callsOf(s.node)
	if !ok {
		return nil
	}
	at := 0
	for _, digit := range s.member {
		at = 10*at + int(digit-'0')
	}
	if kid := s.node.kids[at]; kid.kind == nParam {
		args = append(args, kid.kids[1])
	}
	for _, c := range calls {
		if at+1 < len(c.call.kids) {
			args = append(args, c.call.kids[at+1])
		}
	}
	return args
}

// stray reports whether a value may be such a one; names are those found so far. It
// finds at least what eval finds.
func (j *jsJudge) stray(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nName:
		return j.strayNames[n.text]
	case nIndex:
		return !j.plainKey(n) || j.stray(n.kids[0])
	case nAttr, nStar:
		return j.stray(n.kids[0])
	case nBool:
		return n.text != "," && j.stray(n.kids[0]) || j.stray(n.kids[1])
	case nChoice:
		return j.stray(n.kids[1]) || j.stray(n.kids[2])
	case nUnary:
		return n.text == "await" && j.stray(n.kids[0])
	case nAugment:
		return !arithmetic(n.text) && (j.stray(n.kids[1]) || n.text != "=" && j.stray(n.kids[0]))
	case nCall:
		return n.kids[0].kind == nAttr && n.kids[0].text == "getPrototypeOf"
	}
	return false
}

// plainKey reports whether the name of a member is certainly none that leads on.
func (j *jsJudge) plainKey(n *node) bool {
	key := n.kids[1]
	if key.kind == nConst || key.kind == nText && key.sure || j.ownMember(n) {
		return true
	}
	if key.kind == nName {
		b := j.bindingOf(key.text)
		known := func(s site[jsValue]) bool {
			if s.how == byItem && s.node.kind == nList {
				return !slices.ContainsFunc(s.node.kids, func(kid *node) bool { return kid.kind != nText && kid.kind != nConst })
			}
			return s.how == byIndex || s.how == byCount || s.how == byValue && (s.node.kind == nText || s.node.kind == nConst)
		}
		if len(b.sites) > 0 && !slices.ContainsFunc(b.sites, func(s site[jsValue]) bool { return !known(s) }) {
			return true
		}
	}
	return j.numeric(key)
}

// follows reports whether a parameter of a function of the program, called by its name,
// stands for what it is handed there.
func (j *jsJudge) follows(function string, i int) bool {
	name, ok := j.paramOf(function, i)
	if !ok {
		return false
	}
	b := j.bindingOf(name)
	return len(b.sites) > 0 && !slices.ContainsFunc(b.sites, func(s site[jsValue]) bool {
		if s.how != byParam {
			return false
		}
		_, ok := j.callsOf(s.node)
		return !ok
	}) && slices.ContainsFunc(b.sites, func(s site[jsValue]) bool { return s.how == byParam }) && j.strays(name)
}

// handsOver judges what a function of the program is called with by its name.
func (j *jsJudge) handsOver(function string, n *node) jsValue {
	for i, a := range n.kids[1:] {
		v := j.eval(a)
		if v.wild && v.what == jsPlain && j.follows(function, i) {
			j.used(v)
			continue
		}
		j.taken(v)
	}
	return jsValue{}
}

// spoiled reports whether a program that may have put data into all objects does
// more than it may then.
func (j *jsJudge) spoiled(tree *node) bool {
	if !j.polluted {
		return false
	}
	if j.loose || j.optioned || j.handed || j.kept || j.alive || j.spawned || j.leads || j.datum || j.argued || j.leans || j.database || j.lent || j.streamed || j.strange || j.bunned || len(j.loaded) > 0 {
		return true
	}
	for _, e := range j.effects {
		if !e.filed() {
			return true
		}
	}
	return keepsFunctions(tree)
}
