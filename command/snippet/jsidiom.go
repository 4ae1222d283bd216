package snippet

import "slices"

// Idioms that name what data may not be asked for, and do no harm as they stand.

// idiom judges a member that is looked at through one that nobody may have: the
// name of a constructor is a text.
func (j *jsJudge) idiom(n *node) (jsValue, bool) {
	base := n.kids[0]
	if j.soft && n.text == "sys" && base.kind == nName && slices.Contains(j.loaded, "typescript") { // what the compiler sees of the machine; its members are judged as others are
		if v := j.eval(base); v.owned() && j.imported(base, 0) {
			return v, true
		}
	}
	if !j.soft || n.text != "name" || base.kind != nAttr || base.text != "constructor" {
		return jsValue{}, false
	}
	j.used(j.eval(base.kids[0]))
	return jsValue{}, true
}

// compared judges an operand of a comparison: which constructor or what prototype
// something has is a question.
func (j *jsJudge) compared(n *node) {
	if j.soft && n.kind == nAttr && (n.text == "constructor" || n.text == "prototype") {
		j.used(j.eval(n.kids[0]))
		return
	}
	j.shown(n)
}

// inherited judges members of Object that the second look knows by their arguments.
func (j *jsJudge) inherited(name string, n *node) (jsValue, bool) {
	args := n.kids[1:]
	if !j.soft || n.kids[0].kind != nAttr {
		return jsValue{}, false
	}
	switch {
	case (name == "getOwnPropertyNames" || name == "keys") && len(args) == 1 && args[0].kind == nAttr && args[0].text == "prototype": // names are texts
		j.used(j.eval(args[0].kids[0]))
		return jsValue{}, true
	case name == "getPrototypeOf" && len(args) == 1: // it may have what leads to code
		j.used(j.eval(args[0]))
		return jsValue{wild: true}, true
	case name == "create" && len(args) == 1:
		return j.arguments(n), true
	}
	return jsValue{}, false
}

// lends judges f.call(this, …) and f.apply(this, …) of a function that is the
// program's own, which is judged for what it does with this.
func (j *jsJudge) lends(n *node) bool {
	fn := n.kids[0]
	if !j.soft || fn.text != "call" && fn.text != "apply" || len(n.kids) < 2 || n.kids[1].kind != nName || n.kids[1].text != "this" || fn.kids[0].kind != nName {
		return false
	}
	if v := j.eval(fn.kids[0]); v.what != jsOwn || j.bindingOf(fn.kids[0].text).sites == nil {
		return false
	}
	j.free = true
	for _, a := range n.kids[2:] {
		j.plain(a)
	}
	return true
}

// reckons reports whether a method gives a number, whatever it is asked of: no
// object of the program has one of that name, and nothing of other code is
// among its data.
func (j *jsJudge) reckons(n *node) bool {
	fn := n.kids[0]
	if !j.soft || fn.kind != nAttr || j.own[fn.text] || !listWords("indexOf lastIndexOf findIndex findLastIndex charCodeAt codePointAt localeCompare search getTime getDay getDate getMonth getFullYear getHours getMinutes", fn.text) {
		return false
	}
	j.leans = true
	return true
}
