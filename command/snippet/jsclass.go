package snippet

// Classes, and what objects have like them: methods, getters, computed names.

// construction is new X(…), or new X.Y(…). new a.b(c) takes the members before the
// call, a.b()(c) does not (ECMA-262, MemberExpression).
func (p *jsParser) construction() *node {
	x := p.constructed()
	for p.take(".") {
		x = p.member(x)
	}
	if p.ts && p.peek("<") {
		p.typeArguments()
	}
	if p.take("(") {
		return p.call(nNew, x)
	}
	if p.peek("[") || p.peek("?.") || p.tok.kind == jsTemplate {
		return p.fail() // what is made is something else then
	}
	return p.node(nNew, "", x)
}

// constructed is what stands behind new, up to its members. new.target and new (f())()
// are not read.
func (p *jsParser) constructed() *node {
	switch {
	case p.peek("class"):
		return p.atom()
	case p.take("this"):
		n := p.node(nName, "this")
		n.sure = p.class
		if !p.peek(".") {
			return p.fail()
		}
		return n
	case p.take("("):
		x := p.expr(true)
		p.need(")")
		return x
	}
	return p.node(nName, p.name())
}

// derived is what stands behind extends: a name, its members, calls of them. Every kind
// of expression may stand there in the language; these are what people write.
func (p *jsParser) derived() *node {
	x := p.node(nName, p.name())
	for !p.failed {
		switch {
		case p.take("."):
			x = p.member(x)
		case p.take("("):
			x = p.call(nCall, x)
		default:
			return x
		}
	}
	return x
}

// key reads the name of a member. With brackets it is an nIndex of the
// expression; what is certainly a name is an nText that is sure.
func (p *jsParser) key() *node {
	t := p.tok
	switch {
	case p.take("["):
		key := p.node(nIndex, "", p.assign(true))
		p.need("]")
		return key
	case t.kind == jsName || t.kind == jsString || t.kind == jsNumber:
		p.advance()
		key := p.node(nText, t.text)
		key.sure = t.kind != jsString || t.sure
		return key
	}
	return p.fail()
}

// modifier takes a word like get or async, if a member's name follows it. get may be
// the name of a member itself: {get: 1}, {get() {}}.
func (p *jsParser) modifier(words string) (word string) {
	if p.tok.kind != jsName || !listWords(words, p.tok.text) {
		return ""
	}
	next := jsNext(p.s, p.tok.end)
	if next.kind == jsEnd || next.kind == jsBad || next.kind == jsTemplate || next.kind == jsOp && next.text != "[" && next.text != "*" && next.text != "{" {
		return ""
	}
	if next.text == "{" && next.kind == jsOp && p.tok.text != "static" {
		return ""
	}
	word = p.tok.text
	p.advance()
	return word
}

// object is {a: 1, "b": 2, c, ...d, e() {}, get f() {}, [g]: 3}.
func (p *jsParser) object() *node {
	n := p.node(nDict, "")
	for !p.failed && !p.take("}") {
		if p.take("...") {
			n.kids = append(n.kids, nil, p.assign(true))
		} else {
			n.kids = append(n.kids, p.property()...)
		}
		if !p.take(",") {
			p.need("}")
			break
		}
	}
	return n
}

// property is a member of an object that is not spread: its name and its value. A
// getter or a setter runs where nobody sees a call; such a function is marked (sure),
// and judged as one that may run at any time.
func (p *jsParser) property() []*node {
	word := p.modifier("get set async")
	generator := word != "get" && word != "set" && p.take("*")
	t := p.tok
	key := p.key()
	if p.peek("<") && !p.ts {
		p.failed = true
	}
	switch {
	case t.kind == jsName && t.text[0] == '#':
		return []*node{p.fail(), p.fail()}
	case p.peek("("), p.peek("<"):
		params, body := p.function(generator)
		if body == nil {
			return []*node{p.fail(), p.fail()}
		}
		made := p.node(nLambda, "", params, body)
		made.sure = word == "get" || word == "set"
		return []*node{key, made}
	case word != "" || generator:
		return []*node{p.fail(), p.fail()}
	case p.take(":"):
		return []*node{key, p.assign(true)}
	case t.kind == jsName && !jsKeyword(t.text):
		return []*node{key, p.node(nName, t.text)}
	}
	return []*node{p.fail(), p.fail()}
}

// classRest is what follows class X: an nClass of the base, or nil, and its members,
// each an nArg of the value, or nil, and its name. Code within a class is strict: this
// is never the global object there.
func (p *jsParser) classRest(name string) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	saved := p.class
	p.class = true
	defer func() { p.class = saved }()
	n := p.node(nClass, name, nil)
	p.typeParameters()
	if p.take("extends") {
		n.kids[0] = p.derived()
		if p.ts && p.peek("<") {
			p.typeArguments()
		}
	}
	if p.ts && p.take("implements") {
		for p.typeName(); p.take(","); p.typeName() {
		}
	}
	p.need("{")
	for !p.failed && !p.take("}") {
		if p.take(";") {
			continue
		}
		if m := p.classMember(); m != nil {
			n.kids = append(n.kids, m)
		}
	}
	return n
}

// classMember reads a field, a method or a static block of a class. What runs when the
// class is made stands in it like a method: nobody is told when.
func (p *jsParser) classMember() *node {
	p.accessed()
	if p.modifier("static") != "" && p.take("{") {
		return p.node(nArg, "", p.node(nLambda, "", p.node(nParams, ""), p.block()), nil)
	}
	p.accessed()
	word := p.modifier("get set async")
	generator := word != "get" && word != "set" && p.take("*")
	key := p.key()
	if p.ts && !p.take("?") {
		p.take("!")
	}
	if p.peek("(") || p.ts && p.peek("<") {
		params, body := p.function(generator)
		if body == nil {
			return nil
		}
		made := p.node(nLambda, "", params, body)
		made.sure = word == "get" || word == "set"
		return p.node(nArg, key.text, made, key)
	}
	if word != "" || generator {
		return p.fail()
	}
	field := p.node(nArg, key.text, nil, key)
	p.annotation()
	if p.take("=") {
		field.kids[0] = p.assign(true)
	}
	p.ends()
	return field
}

// yielded is yield x, or yield* x, in a generator. Outside of a generator yield is a
// name in old code, and is not read as one.
func (p *jsParser) yielded(in bool) *node {
	if !p.yields {
		return p.fail()
	}
	p.advance()
	if p.tok.line || p.tok.kind == jsEnd || p.peek(")") || p.peek("]") || p.peek("}") || p.peek(",") || p.peek(";") || p.peek(":") {
		return p.node(nYield, "")
	}
	text := ""
	if p.take("*") {
		text = "*"
	}
	return p.node(nYield, text, p.assign(in))
}

// assignable reports whether a list or an object may stand before =, as in [a, b] = [b,
// a]. A member that is forbidden as a name must not be set this way either.
func assignable(n *node, depth int) bool {
	if n == nil || depth > 4 {
		return false
	}
	switch n.kind {
	case nName:
		return !jsKeyword(n.text)
	case nAttr, nIndex:
		return depth > 0
	case nStar:
		return depth > 0 && assignable(n.kids[0], depth+1)
	case nList:
		for _, kid := range n.kids {
			if !assignable(kid, depth+1) {
				return false
			}
		}
		return true
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if key := n.kids[i]; key == nil || key.kind != nText || !key.sure || jsForbidden(key.text) || n.kids[i+1].kind != nName && n.kids[i+1].kind != nAttr {
				return false
			}
		}
		return true
	}
	return false
}

// importAhead reports whether import( or import.meta follows, which is a value.
func (p *jsParser) importAhead() bool {
	next := jsNext(p.s, p.tok.end)
	return next.kind == jsOp && (next.text == "(" || next.text == ".")
}

// importing is import("m"), which gives what require does, or what import.meta says of
// the place of the program. As a call of require it goes through the same rules; that a
// promise comes of it makes what it gives no freer.
func (p *jsParser) importing() *node {
	p.advance()
	if p.take("(") {
		x := p.assign(true)
		p.need(")")
		return p.node(nCall, "", p.node(nName, "require"), x)
	}
	p.need(".")
	p.need("meta")
	p.need(".")
	switch {
	case p.take("dirname"):
		return p.node(nName, "__dirname")
	case p.take("url"):
		n := p.node(nName, "__filename")
		n.sure = true // as a URL
		return n
	case p.take("filename"):
		return p.node(nName, "__filename")
	}
	return p.fail()
}

// exported is what stands behind export: nobody imports the program itself.
func (p *jsParser) exported() *node {
	if n, ok := p.typeStatement(); ok {
		return n
	}
	if next := jsNext(p.s, p.tok.end); p.ts && p.peek("type") && next.text == "{" {
		p.advance()
	}
	switch {
	case p.take("default"):
		if p.peek("function") || p.peek("class") || p.asyncAhead() { // perhaps without a name
			return p.node(nExpr, "", p.atom())
		}
		n := p.node(nExpr, "", p.assign(true))
		p.ends()
		return n
	case p.take("{"):
		for !p.failed && !p.take("}") {
			p.name()
			if p.take("as") {
				p.key()
			}
			if !p.take(",") {
				p.need("}")
				break
			}
		}
		if p.peek("from") {
			return p.fail()
		}
		p.ends()
		return p.node(nPass, "")
	case p.peek("const"), p.peek("let"), p.peek("var"), p.peek("function"), p.peek("class"), p.asyncAhead():
		return p.statement()
	}
	return p.fail()
}
