package snippet

import (
	"slices"
	"strconv"
	"strings"
)

// The parameters of a function that is only ever called by its name have the
// values that it is called with. A function that calls itself with places below
// its own is a walk through a folder.

// jsFunction is a function of a program, by its parameters.
type jsFunction struct {
	name  string
	body  *node
	calls []jsCall
}

// jsCall is a call of a function by its name, within the functions around it.
type jsCall struct {
	call   *node
	within []*node
}

// define notes a function that has a name.
func (c *jsNames) define(name string, params, body *node) {
	if c.functions == nil {
		c.functions = make(map[*node]*jsFunction)
	}
	c.functions[params] = &jsFunction{name: name, body: body}
}

// called notes a call: of a name, or of a function where it stands.
func (c *jsNames) called(n *node) {
	fn := n.kids[0]
	one := jsCall{n, slices.Clone(c.around)}
	switch fn.kind {
	case nName:
		if c.calls == nil {
			c.calls = make(map[string][]jsCall)
		}
		c.calls[fn.text] = append(c.calls[fn.text], one)
	case nLambda:
		c.define(fn.text, fn.kids[0], fn.kids[1])
		c.functions[fn.kids[0]].calls = []jsCall{one}
	}
}

// counts reports whether the second parameter of a function certainly counts the
// elements of a list.
func (c *jsNames) counts(n *node) {
	fn := n.kids[0]
	if fn.kind != nAttr || len(n.kids) != 2 || n.kids[1].kind != nLambda || n.kids[1].text != "" || !listWords("map forEach filter flatMap some every find findIndex", fn.text) {
		return
	}
	if params := n.kids[1].kids[0].kids; len(params) > 1 && params[1].kind == nName {
		c.counters = append(c.counters, counter{params[1], fn.text})
	}
}

// counter is a parameter that counts elements, if the method that gives it is not
// one of the program's.
type counter struct {
	param  *node
	method string
}

// parameter is the site of a parameter.
func (c *jsNames) parameter(params *node, i int) site[jsValue] {
	kid := params.kids[i]
	for _, one := range c.counters {
		if i == 1 && one.param == kid {
			return site[jsValue]{how: byIndex, member: one.method}
		}
	}
	if c.functions[params] == nil {
		return site[jsValue]{}
	}
	if kid.kind == nStar {
		return site[jsValue]{how: byRest, node: params, member: strconv.Itoa(i)}
	}
	return site[jsValue]{how: byParam, node: params, member: strconv.Itoa(i)}
}

// callsOf lists all calls of a function, if there are no others.
func (j *jsJudge) callsOf(params *node) (calls []jsCall, ok bool) {
	fn := j.functions[params]
	if fn == nil {
		return nil, false
	}
	calls = fn.calls
	if fn.name != "" {
		b := j.bindingOf(fn.name)
		if len(b.sites) != 1 || b.loads != len(j.calls[fn.name]) {
			return nil, false
		}
		calls = append(slices.Clone(calls), j.calls[fn.name]...)
	}
	for _, c := range calls {
		if slices.ContainsFunc(c.call.kids[1:], func(a *node) bool { return a.kind == nStar }) {
			return nil, false
		}
	}
	return calls, len(calls) > 0 && len(calls) <= 2*maxTexts
}

// param is the value of a parameter.
//
// Long: what the calls give it, then those that the function makes itself.
func (j *jsJudge) param(s site[jsValue], b *binding[jsValue]) jsValue {
	calls, ok := j.callsOf(s.node)
	i, err := strconv.Atoi(s.member)
	if !ok || err != nil {
		return jsValue{}
	}
	var out jsValue
	var own []*node
	first := true
	for _, c := range calls {
		var arg *node
		if i+1 < len(c.call.kids) {
			arg = c.call.kids[i+1]
		} else if kid := s.node.kids[i]; kid.kind == nParam {
			arg = kid.kids[1]
		}
		if arg == nil {
			return jsValue{}
		}
		if slices.Contains(c.within, s.node) {
			own = append(own, arg)
			continue
		}
		v := j.eval(arg)
		switch {
		case v.what != jsPlain && v.what != jsOwn:
			return jsValue{}
		case first:
			out = jsValue{what: v.what, texts: v.texts, items: v.items}
		case out.what != v.what:
			return jsValue{}
		default:
			if len(out.texts) == 0 || len(v.texts) == 0 || len(out.texts)+len(v.texts) > maxTexts {
				out.texts = nil
			} else {
				out.texts = append(slices.Clone(out.texts), v.texts...)
			}
			out.items = nil
		}
		first = false
	}
	if len(own) == 0 || first {
		return out
	}
	if out.items = nil; len(b.sites) > 1 { // it has other values, below which it may lead
		return jsValue{}
	}
	for _, arg := range own {
		if !j.below(arg, b) {
			return jsValue{}
		}
	}
	for i := range out.texts {
		if t := &out.texts[i]; t.glob || t.home || t.s == "" {
			return jsValue{}
		}
	}
	out.texts = slices.Clone(out.texts)
	for i := range out.texts {
		out.texts[i].under = true
	}
	return out
}

// numbers reports whether a parameter is a number in all calls of its function.
func (j *jsJudge) numbers(s site[jsValue]) bool {
	calls, ok := j.callsOf(s.node)
	i, err := strconv.Atoi(s.member)
	if !ok || err != nil {
		return false
	}
	for _, c := range calls {
		if i+1 >= len(c.call.kids) || !j.numeric(c.call.kids[i+1]) {
			return false
		}
	}
	return true
}

// below reports whether a value is a place in the folder that a parameter is, or
// the parameter itself.
func (j *jsJudge) below(n *node, b *binding[jsValue]) bool {
	if n == nil || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nName:
		one := j.bindingOf(n.text)
		return one == b || len(one.sites) == 1 && one.sites[0].how == byValue && j.below(one.sites[0].node, b)
	case nCall:
		fn := n.kids[0]
		if len(n.kids) < 3 {
			return false
		}
		var v jsValue
		switch fn.kind {
		case nName:
			v = j.name(fn)
		case nAttr:
			v = j.memberOf(j.eval(fn.kids[0]), fn.text)
		}
		if v.what != jsMember || v.name != "path" || v.member != "join" && v.member != "resolve" || !j.below(n.kids[1], b) {
			return false
		}
		for _, a := range n.kids[2:] {
			if !j.entry(a) {
				return false
			}
		}
		return true
	case nFormat: // `${dir}/${name}`
		k := n.kids
		return len(k) == 5 && k[0].text == "" && k[1].kind == nArg && j.below(k[1].kids[0], b) && k[2].sure && k[2].text == "/" && k[3].kind == nArg && j.entry(k[3].kids[0]) && k[4].text == ""
	case nBinary: // dir + "/" + name
		left := n.kids[0]
		return n.text == "+" && left.kind == nBinary && left.text == "+" && j.below(left.kids[0], b) && left.kids[1].kind == nText && left.kids[1].sure && left.kids[1].text == "/" && j.entry(n.kids[1])
	}
	return false
}

// entry reports whether a value is a name that a folder has. It is found without
// asking what the folder is.
func (j *jsJudge) entry(n *node) bool {
	named := n.kind == nAttr && n.text == "name"
	if named {
		n = n.kids[0]
	}
	if n.kind != nName {
		return false
	}
	b := j.bindingOf(n.text)
	if len(b.sites) != 1 || b.sites[0].how != byItem {
		return false
	}
	j.named = j.named || named // a name that is a text of its own stays what it is
	list, ok := j.listing(b.sites[0].node, 0)
	return ok && list.entry == named && len(list.items) == 1 && list.items[0].s == anyName
}

// listing is what a call that lists a folder gives back, perhaps less of it.
func (j *jsJudge) listing(n *node, depth int) (jsValue, bool) {
	if n == nil || depth > 8 {
		return jsValue{}, false
	}
	if n.kind == nUnary && n.text == "await" {
		n = n.kids[0]
	}
	if n.kind == nName {
		b := j.bindingOf(n.text)
		if len(b.sites) != 1 || b.sites[0].how != byValue || b.loads != b.turns || len(b.grown) > 0 {
			return jsValue{}, false
		}
		return j.listing(b.sites[0].node, depth+1)
	}
	if n.kind != nCall {
		return jsValue{}, false
	}
	fn := n.kids[0]
	var v jsValue
	switch fn.kind {
	case nName:
		v = j.name(fn)
	case nAttr:
		if fn.text == "slice" || listWords("filter sort reverse toSorted", fn.text) && onlyAsked(n) {
			return j.listing(fn.kids[0], depth+1)
		}
		base := fn.kids[0]
		if base.kind != nName && base.kind != nAttr && !requires(base) {
			return jsValue{}, false
		}
		v = j.memberOf(j.eval(base), fn.text)
	}
	name := strings.TrimSuffix(v.member, "Sync")
	if v.what != jsMember || v.name != "fs" && v.name != "fs/promises" || name != "readdir" && name != "opendir" || len(n.kids) < 2 {
		return jsValue{}, false
	}
	tree := false
	for _, a := range n.kids[2:] {
		if !j.fileOptions(a, &tree) {
			return jsValue{}, false
		}
	}
	return j.listed("fs."+name+"Sync", n.kids[2:], tree), true
}
