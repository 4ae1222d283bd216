package snippet

// Patterns take objects and lists apart on the left of an assignment and in parameters.
// What they bind is told by the node around them; a default in one is evaluated only
// where the value is undefined, and judged in any case.

// pattern is a name, [a, b] or {a, b: c}, with names alone in it.
func (p *jsParser) pattern() *node {
	if !p.enter() {
		return p.fail()
	}
	defer p.leave()
	switch {
	case p.take("["):
		n := p.node(nList, "")
		for !p.failed && !p.take("]") {
			if p.take(",") {
				n.kids = append(n.kids, p.node(nPass, ""))
				continue
			}
			if p.take("...") {
				n.kids = append(n.kids, p.node(nStar, "", p.pattern()))
			} else {
				n.kids = append(n.kids, p.withDefault(p.pattern()))
			}
			if !p.take(",") {
				p.need("]")
				break
			}
		}
		return n
	case p.take("{"):
		n := p.node(nDict, "")
		for !p.failed && !p.take("}") {
			if p.take("...") {
				n.kids = append(n.kids, p.node(nText, ""), p.pattern())
			} else {
				n.kids = append(n.kids, p.patternMember()...)
			}
			if !p.take(",") {
				p.need("}")
				break
			}
		}
		return n
	}
	return p.node(nName, p.name())
}

// patternMember is a member of a pattern: its name, which has no text if it is
// reckoned, and its target.
func (p *jsParser) patternMember() []*node {
	word := p.tok.kind == jsName
	key := p.node(nText, p.tok.text)
	key.sure = true
	switch next := jsNext(p.s, p.tok.end); {
	case word && next.kind == jsOp && next.text == ":": // any word
		p.advance()
	case word:
		p.name()
	default:
		if key = p.key(); key.kind == nIndex || !key.sure || key.text == "" {
			return []*node{p.fail(), p.fail()}
		}
	}
	target := p.node(nName, key.text)
	if !word {
		p.need(":")
		target = p.pattern()
	} else if p.take(":") {
		target = p.pattern()
	}
	return []*node{key, p.withDefault(target)}
}

// withDefault is a target with a value for undefined.
func (p *jsParser) withDefault(target *node) *node {
	if !p.take("=") {
		return target
	}
	return p.node(nParam, "", target, p.assign(true))
}
