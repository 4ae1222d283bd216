package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// visitsValue notes a connection to a URL; what follows the host need not be known. The
// host must be whole: it ends at a slash that is certain, so that nothing that is put
// in behind can make another host of it (http://good + ".evil.example").
func (j *jsJudge) visitsValue(n *node) bool {
	texts := j.used(j.eval(n)).texts
	if len(texts) == 0 || slices.ContainsFunc(texts, func(t pyText) bool { return t.glob }) {
		begin, ok := j.beginning(n, 0)
		if !ok {
			return false
		}
		if j.entire(n, 0) {
			begin += "/"
		}
		scheme, rest, found := strings.Cut(begin, "://")
		host, _, full := strings.Cut(rest, "/")
		if !found || !full || host == "" {
			return false
		}
		texts = []pyText{{s: scheme + "://" + host + "/"}}
	}
	for _, t := range texts {
		if t.glob || t.home || t.full || t.under || strings.ContainsAny(t.s, "\\ \t\n@") {
			return false
		}
		scheme, rest, _ := strings.Cut(t.s, "://")
		if !listWords("http https ws wss", scheme) {
			return false
		}
		j.visits(strings.Replace(scheme, "ws", "http", 1) + "://" + rest)
	}
	return true
}

// visits states a connection.
func (j *jsJudge) visits(url string) { j.add(Effect{Kind: pipeline.KindConnect, Object: url}) }

// beginning is the text that a value begins with for certain. A port that the program
// has from a server of its own counts as 0, see ownPort; any other value in the middle
// ends what is known.
//
// Long: one case a kind of node.
func (j *jsJudge) beginning(n *node, depth int) (string, bool) {
	if n == nil || depth > 8 {
		return "", false
	}
	one := func(n *node) (string, bool) {
		texts := j.used(j.eval(n)).texts
		if len(texts) > 1 && !slices.ContainsFunc(texts, func(t pyText) bool { return !constant(t) || !strings.HasPrefix(t.s, "/") }) {
			return "/", true // a path, whichever it is
		}
		if len(texts) != 1 || texts[0].glob || texts[0].home || texts[0].full || texts[0].under {
			return "", false
		}
		return texts[0].s, true
	}
	switch n.kind {
	case nFormat:
		begin := ""
		for _, kid := range n.kids {
			s, ok := kid.text, kid.sure
			if kid.kind == nArg {
				if s, ok = one(kid.kids[0]); !ok && kid.kids[0].kind == nConst {
					s, ok = kid.kids[0].text, true
				}
				if !ok && begin == "" {
					return j.beginning(kid.kids[0], depth+1)
				}
				if !ok && ownPort(begin) && (j.numeric(kid.kids[0]) || j.addressed(kid.kids[0])) {
					s, ok = "0", true
				}
			}
			if !ok {
				if kid.kind == nArg && begin != "" {
					s, _ = j.beginning(kid.kids[0], depth+1)
					begin += s
				}
				break
			}
			begin += s
		}
		return begin, begin != ""
	case nBinary:
		if n.text != "+" {
			return "", false
		}
		left, ok := one(n.kids[0])
		if !ok {
			if left, ok = j.beginning(n.kids[0], depth+1); !ok || !j.entire(n.kids[0], 0) {
				return left, ok
			}
		}
		if ownPort(left) && j.addressed(n.kids[1]) {
			return left + "0", true
		}
		right, ok := one(n.kids[1])
		if !ok {
			right, _ = j.beginning(n.kids[1], depth+1)
		}
		return left + right, true
	case nName:
		b := j.bindingOf(n.text)
		if len(b.sites) == 1 && b.sites[0].how == byValue {
			return j.beginning(b.sites[0].node, depth+1)
		}
		if s, ok := one(n); ok {
			return s, ok
		}
		if j.rootedParam(b, depth) {
			return "/", true
		}
		return "", false
	}
	return one(n)
}

// rootedParam reports whether a parameter begins with a slash in all calls of its function.
func (j *jsJudge) rootedParam(b *binding[jsValue], depth int) bool {
	if len(b.sites) != 1 || b.sites[0].how != byParam || b.asked {
		return false
	}
	b.asked = true
	defer func() { b.asked = false }()
	args := j.argumentsUpTo(b.sites[0], 2*maxTexts)
	for _, a := range args {
		if s, ok := j.beginning(a, depth+2); !ok || !strings.HasPrefix(s, "/") {
			return false
		}
	}
	return len(args) > 0
}

// ownPort reports whether a text goes on with a port of this machine.
func ownPort(s string) bool {
	return strings.HasSuffix(s, "://localhost:") || strings.HasSuffix(s, "://127.0.0.1:")
}

// entire reports whether a text ends where what is known of it ends: with a
// constant, or the port of a server.
func (j *jsJudge) entire(n *node, depth int) bool {
	switch n.kind {
	case nName:
		b := j.bindingOf(n.text)
		return depth < 4 && len(b.sites) == 1 && b.sites[0].how == byValue && j.entire(b.sites[0].node, depth+1)
	case nText:
		return n.sure
	case nBinary:
		left, right := n.kids[0], n.kids[1]
		return n.text == "+" && (right.kind == nText && right.sure && j.entire(left, depth) || left.kind == nText && ownPort(left.text) && j.addressed(right))
	case nFormat:
		for i, kid := range n.kids {
			if kid.kind == nArg && kid.kids[0].kind != nConst && !(i == 1 && ownPort(n.kids[0].text) && j.addressed(kid.kids[0])) || kid.kind == nText && !kid.sure {
				return false
			}
		}
		return true
	}
	return false
}

// addressed reports whether a value is the port of server.address(). address() of a
// server that listens says where; a class of the program could have a method of that
// name.
func (j *jsJudge) addressed(n *node) bool {
	if j.own["address"] {
		return false
	}
	base := n
	switch n.kind {
	case nAttr:
		if n.text != "port" {
			return false
		}
		base = n.kids[0]
	case nName:
		b := j.bindingOf(n.text)
		if len(b.sites) != 1 || b.sites[0].node == nil {
			return false
		}
		s := b.sites[0]
		if s.how == byValue {
			return s.node.kind == nAttr && j.addressed(s.node)
		}
		if s.how != byFrom || s.member != "port" {
			return false
		}
		base = s.node
	}
	return base.kind == nCall && len(base.kids) == 1 && base.kids[0].kind == nAttr && base.kids[0].text == "address"
}
