package snippet

// handed1 reports whether a value may be handed to other code in the second look:
// whatever a program can hold, but for what it has by a name that is reckoned.
func (j *jsJudge) handed1(n *node) bool {
	if !j.soft {
		return false
	}
	if n.kind == nStar {
		n = n.kids[0]
	}
	v := j.eval(n)
	j.free, j.woven = true, true
	for _, t := range append(append([]pyText(nil), v.texts...), v.items...) {
		if t.home || t.full || !t.glob && outsideOf(t.s, j.given.Inner) {
			return false
		}
	}
	return v.owned() || (v.what == jsPlain || v.what == jsOwn) && !v.wild && !j.failed
}

// schematic reports whether compile is that of a checker of schemas, which gets an
// object and makes a function of it that checks.
func (j *jsJudge) schematic(name string, n *node) bool {
	if !j.soft || name != "compile" || len(n.kids) != 2 || len(j.loaded) == 0 {
		return false
	}
	for _, one := range j.loaded {
		if !listWords("ajv ajv/dist/2019 ajv/dist/2020 ajv-formats ajv-keywords ajv-errors", one) {
			return false
		}
	}
	a := n.kids[1]
	return a.kind == nDict || a.kind == nName || requires(a)
}

// hidden lists members that nobody asks other code for. In the second look those
// that only Python has are left out, and a method may process something.
func (j *jsJudge) hidden(name string, called bool) bool {
	if !j.soft {
		return jsHidden(name)
	}
	if called && name == "process" || listWords("__typename __schema __type __html __v _id _count _sum _avg _min _max _all _def", name) { // data by convention
		return false
	}
	if listWords("importActual importMock requireActual requireMock genMockFromModule createMockFromModule unstable_mockModule isolateModules", name) { // modules that reach out among others
		return true
	}
	return jsHidden(name) && !listWords("types code inspect signal commands gc io Path locals vars mmap resource codeop mro", name)
}
