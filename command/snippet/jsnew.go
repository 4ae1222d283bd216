package snippet

// construct is new X(…). A class of the program was judged where it is written. One
// that a value holds may be any constructor, so it is only called where the rules for
// what is called freely allow it.
//
// Long: one case a class.
func (j *jsJudge) construct(n *node) jsValue {
	made := n.kids[0]
	if made.kind == nAttr {
		if base := j.eval(made.kids[0]); base.owned() {
			return j.ownCall(made.text, n)
		}
		v := j.memberOf(j.eval(made.kids[0]), made.text)
		if v.what == jsObject && listWords("EventEmitter util.TextDecoder util.TextEncoder", v.name) {
			return j.arguments(n)
		} else if v.what == jsObject && v.name == "JSDOM" {
			return j.page(n)
		} else if v.what == jsObject && v.name == jsAgentClass {
			return j.agent(n)
		} else if j.soft && (v.what == jsPlain || j.calculates(v)) {
			return j.made1(v, n)
		} else if v.what != jsMember || v.name != "Intl" || v.member == "supportedValuesOf" || v.member == "getCanonicalLocales" {
			return j.fail()
		}
		return j.arguments(n)
	}
	if made.kind != nName {
		return j.freely(j.eval(made), n)
	}
	v := j.name(made)
	switch {
	case j.calculates(v), v.what == jsObject && jsCalculates(v.name):
		return j.made1(v, n)
	case v.what == jsObject && v.name == "Promise" && len(n.kids) == 2 && pauses(n.kids[1], j.names):
		return jsValue{}
	case v.what == jsObject && v.name == "Promise" && len(n.kids) == 2 && n.kids[1].kind == nName && listWords("setImmediate queueMicrotask", n.kids[1].text) && !j.names.bound(n.kids[1].text): // until the others have had their turn
		return jsValue{}
	case v.what == jsObject && v.name == jsAgentClass:
		return j.agent(n)
	case v.what == jsObject && v.name == "JSDOM":
		return j.page(n)
	case v.what == jsObject && v.name == "Worker":
		return j.threads(n)
	case v.what == jsObject && v.name == "better-sqlite3":
		return j.opensDatabase(n)
	case v.what == jsObject && v.name == "WebSocketServer" && len(n.kids) >= 2 && n.kids[1].kind == nDict:
		at, ok := j.options(n.kids[1], "port host path clientTracking maxPayload perMessageDeflate")
		if !ok {
			return j.fail()
		}
		j.alive, j.free = true, true
		return j.bound2(at, n)
	case v.owned():
		j.unsure = j.unsure || !j.imported(made, 0)
		return j.ownCall(made.text, n)
	case v.what == jsObject && listWords("WebSocket ws", v.name) && len(n.kids) >= 2 && len(n.kids) <= 3:
		j.alive = true
		if !j.visitsValue(n.kids[1]) || len(n.kids) == 3 && n.kids[2].kind != nText && n.kids[2].kind != nList {
			return j.fail()
		}
		return jsValue{}
	case v.what == jsObject && v.name == "PrismaClient":
		return j.client(n)
	case v.what == jsOwn, v.what == jsPlain, v.what == jsObject && v.name == "Promise" && len(n.kids) == 2:
		j.free = true
		j.freely(jsValue{wild: v.wild}, n)
		return jsValue{}
	case v.what != jsObject || !listWords(`Date Map Set Error TypeError RangeError RegExp URL URLSearchParams Array TextDecoder TextEncoder Uint8Array Uint16Array Uint32Array Int8Array
		Int16Array Int32Array Float32Array Float64Array Uint8ClampedArray ArrayBuffer DataView WeakMap WeakSet
		AbortController Headers FormData Blob Event EventTarget SyntaxError ReferenceError EvalError URIError AggregateError Response events EventEmitter`, v.name):
		return j.fail()
	}
	return j.arguments(n)
}

// made1 is new X(…) where X only computes, or is a class that a value is. What it makes
// may be asked for anything that such objects have, so the program is free from then on
// (see jsfree.go).
func (j *jsJudge) made1(v jsValue, n *node) jsValue {
	j.free = true
	j.unsure = j.unsure || v.what == jsPlain || !j.allWritten(n.kids[1:])
	if v.wild {
		return j.fail()
	}
	return j.arguments(n)
}

// pauses reports whether a function is r => setTimeout(r, 100) and nothing more:
// what it gets is called by the timer alone.
func pauses(n *node, names bindings[jsValue]) bool {
	if n.kind != nLambda || len(n.kids[0].kids) != 1 || n.kids[0].kids[0].kind != nName || names.bound("setTimeout") {
		return false
	}
	body := n.kids[1]
	if body.kind == nBlock && len(body.kids) == 1 && body.kids[0].kind == nExpr {
		body = body.kids[0].kids[0]
	}
	return body.kind == nCall && len(body.kids) == 3 && body.kids[0].kind == nName && body.kids[0].text == "setTimeout" &&
		body.kids[1].kind == nName && body.kids[1].text == n.kids[0].kids[0].text && body.kids[2].kind == nConst
}
