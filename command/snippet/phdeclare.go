package snippet

import "strings"

// The second reading of PHP takes more constructs than the first: namespaces, classes,
// interfaces, traits and enumerations, calls of what an expression gives, and references.
// A class is a node with what its properties begin with and its methods, which are
// functions like any; types are kept where they say that no text can be there.

// namespace is namespace A\B; at the begin of a program. Another one, or one in braces,
// would make names mean several things.
func (p *phParser) namespace() {
	if p.tok.kind != phName || p.space != "" || phKeyword(p.tok.text) {
		p.failed = true
		return
	}
	p.space = p.tok.text
	p.advance()
	p.need(";")
}

// useMore is use A\B, use A\{B, C as D} and use function a\b.
func (p *phParser) useMore() *node {
	kind := "class"
	for _, k := range [...]string{"function", "const"} {
		if p.take(k) {
			kind = k
		}
	}
	for !p.failed {
		full := p.tok.text
		if p.tok.kind != phName || phKeyword(full) {
			return p.fail()
		}
		if p.advance(); strings.HasSuffix(full, `\`) {
			p.group(kind, full)
			break
		}
		alias := full[strings.LastIndexByte(full, '\\')+1:]
		if p.take("as") {
			if alias = p.tok.text; p.tok.kind != phName || phKeyword(alias) || strings.Contains(alias, `\`) {
				return p.fail()
			}
			p.advance()
		}
		p.named(kind, alias, full)
		if !p.take(",") {
			break
		}
	}
	p.need(";")
	return p.node(nPass, "")
}

// group is what stands in the braces of use A\{B, C as D}.
func (p *phParser) group(kind, begin string) {
	p.need("{")
	for !p.failed && !p.peek("}") {
		name := p.tok.text
		if p.tok.kind != phName || phKeyword(name) {
			p.failed = true
		}
		p.advance()
		alias := name[strings.LastIndexByte(name, '\\')+1:]
		if p.take("as") {
			alias = p.tok.text
			p.advance()
		}
		if p.named(kind, alias, begin+name); !p.take(",") {
			break
		}
	}
	p.need("}")
}

// fullName is the whole name of a class by what the program says of it.
func (p *phParser) fullName(t phToken) string {
	if p.s[t.at] == '\\' || listWords("self static parent", strings.ToLower(t.text)) {
		return t.text
	}
	first, rest, more := strings.Cut(t.text, `\`)
	switch full := p.uses[strings.ToLower(first)]; {
	case full != "" && more:
		return full + `\` + rest
	case full != "":
		return full
	case p.space != "":
		return p.space + `\` + t.text
	}
	return t.text
}

// functionName is the same for a function. One without a namespace may be PHP's.
func (p *phParser) functionName(t phToken) string {
	switch full := p.lent[strings.ToLower(t.text)]; {
	case p.s[t.at] == '\\':
	case full != "":
		return full
	case strings.Contains(t.text, `\`):
		return p.fullName(t)
	}
	return t.text
}

// named notes what a name stands for. One that is used by another name in a program that
// says both is not told apart here.
func (p *phParser) named(kind, alias, full string) {
	into := &p.uses
	switch kind {
	case "const":
		return
	case "function":
		into = &p.lent
	}
	if *into == nil {
		*into = make(map[string]string)
	}
	lower := strings.ToLower(alias)
	if (*into)[lower] != "" {
		p.failed = true
	}
	(*into)[lower] = full
}

// declares reports whether a class or the like begins at the token at hand.
func (p *phParser) declares() bool {
	next := phNext(p.s, p.tok.end)
	switch p.tok.text {
	case "abstract", "final", "readonly", "class", "interface", "trait", "enum":
		return p.soft && next.kind == phName
	}
	return false
}

// declared is a class, an interface, a trait or an enumeration.
func (p *phParser) declared() *node {
	for p.take("abstract") || p.take("final") || p.take("readonly") {
	}
	if !p.take("class") && !p.take("interface") && !p.take("trait") && !p.take("enum") {
		return p.fail()
	}
	name := p.tok.text
	if p.tok.kind != phName || phKeyword(name) || strings.Contains(name, `\`) || p.around != 0 {
		return p.fail() // one within braces is only declared when that runs
	}
	p.advance()
	if p.space != "" {
		name = p.space + `\` + name
	}
	if p.take(":") { // the type of an enumeration's cases
		p.typed()
	}
	return p.classBody(name)
}

// classBody is what stands behind the name of a class: what it extends, and its members.
func (p *phParser) classBody(name string) *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	n := p.node(nClass, name, p.node(nTuple, ""), p.node(nBlock, ""))
	for !p.failed && (p.take("extends") || p.take("implements")) {
		p.bases(n)
	}
	p.need("{")
	for !p.failed && !p.take("}") {
		if p.tok.kind == phEnd {
			return p.fail()
		}
		p.memberOf(n)
	}
	return n
}

// bases are names between commas of what a class extends, promises or uses.
func (p *phParser) bases(class *node) {
	for !p.failed {
		base := p.node(nClass, "")
		base.text = p.class()
		if class.kids[0].kids = append(class.kids[0].kids, base); !p.take(",") {
			break
		}
	}
}

// nameless is new class(…) extends A { … }.
func (p *phParser) nameless() *node {
	n := p.node(nNew, "class")
	var args []*node
	if p.take("(") {
		args = p.arguments()
	}
	n.kids = append([]*node{p.classBody("")}, args...)
	return n
}

// reckoned is $x->$name or $x->{…}: a property whose name nobody knows. No method is
// called so.
func (p *phParser) reckoned(x *node) *node {
	n := p.node(nAttr, "", x)
	if p.take("{") {
		n.kids = append(n.kids, p.expr())
		p.need("}")
	} else {
		n.kids = append(n.kids, p.variable())
	}
	if p.peek("(") {
		return p.fail()
	}
	return n
}

// memberOf is one member of a class.
func (p *phParser) memberOf(class *node) {
	body := class.kids[1]
	if p.take("use") { // traits; what stands in braces gives other names to their functions
		p.bases(class)
		p.need(";")
		return
	}
	for p.take("public") || p.take("private") || p.take("protected") || p.take("static") || p.take("abstract") || p.take("final") || p.take("readonly") || p.take("var") {
	}
	switch {
	case p.take("case"):
		if p.tok.kind != phName {
			p.failed = true
		}
		p.advance()
		if p.take("=") {
			body.kids = append(body.kids, p.expr())
		}
		p.need(";")
	case p.take("const"):
		p.constants(body)
	case p.take("function"):
		body.kids = append(body.kids, p.method())
	default:
		p.properties(body)
	}
}

// constants are const A = 1, B = 2; the type before the name is left out.
func (p *phParser) constants(body *node) {
	if next := phNext(p.s, p.tok.end); next.kind == phName {
		p.typed()
	}
	for !p.failed {
		if p.tok.kind != phName {
			p.failed = true
		}
		p.advance()
		p.need("=")
		if body.kids = append(body.kids, p.expr()); !p.take(",") {
			break
		}
	}
	p.need(";")
}

// properties are ?int $a = 1, $b; what a property begins with is assigned to it.
func (p *phParser) properties(body *node) {
	kind := p.typed()
	for !p.failed {
		v := p.variable()
		to := p.node(nAttr, strings.TrimPrefix(v.text, "$"), p.node(nName, "$this"))
		value := p.node(nConst, "null")
		if p.take("=") {
			value = p.expr()
		}
		one := p.node(nAssign, "=", value, to, p.node(nConst, kind+"!"))
		if body.kids = append(body.kids, one); !p.take(",") {
			break
		}
	}
	p.need(";")
}

// method is a function of a class; of an interface it has no body.
func (p *phParser) method() *node {
	p.take("&")
	name := p.tok.text
	if p.tok.kind != phName || strings.Contains(name, `\`) {
		return p.fail()
	}
	p.advance()
	n := p.node(nLambda, strings.ToLower(name), p.params(), p.node(nBlock, "{"))
	n.kids[0].text = p.returns()
	if !p.take(";") {
		p.need("{")
		p.body++
		n.kids[1] = p.block()
		p.body--
	}
	if strings.EqualFold(name, "__construct") {
		promoted(n)
	}
	return n
}

// promoted makes properties of the parameters of a constructor that say so. Each
// parameter is taken for one: it is no more than an assignment that is not there.
func promoted(n *node) {
	for _, param := range n.kids[0].kids {
		if param.sure {
			to := &node{kind: nAttr, text: strings.TrimPrefix(param.kids[0].text, "$"), kids: []*node{{kind: nName, text: "$this"}}}
			n.kids[1].kids = append(n.kids[1].kids, &node{kind: nAssign, text: "=", kids: []*node{param.kids[0], to, {kind: nConst, text: param.kids[2].text + "!"}}})
		}
	}
}
