package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// name looks a name up: what the program binds comes before what is global. A global
// object without a rule fails even where it is only mentioned, since a mention can be
// kept and called.
func (j *jsJudge) name(n *node) jsValue {
	if b := j.names[n.text]; b != nil && len(b.sites) > 0 {
		v := j.bound(b)
		if v.what <= jsPlain && j.passed(b) && j.strays(n.text) {
			v.wild = true
		}
		return v
	}
	switch {
	case n.text == "this":
		return j.this(n)
	case n.text == "super":
		j.free = true
		return jsValue{}
	case n.text == "undefined", n.text == "NaN", n.text == "Infinity", n.text == "__filename":
		return jsValue{}
	case n.text == "__dirname" && j.given.File != "":
		return jsValue{texts: []pyText{{s: path.Dir(j.given.File)}}}
	case n.text == "__dirname" && j.given.Folder != "": // the folder of the script, from the root on
		return jsValue{}
	case n.text == "__dirname":
		return jsValue{texts: []pyText{{s: "."}}}
	case n.text == "module":
		return jsValue{what: jsObject, name: "module."}
	case listWords("setTimeout setInterval setImmediate queueMicrotask", n.text):
		return jsValue{what: jsMember, name: "timers", member: n.text}
	case n.text == "require", jsGlobal(n.text), jsFurther(n.text):
		return jsValue{what: jsObject, name: n.text}
	case j.soft && n.text == "Bun":
		return jsValue{what: jsObject, name: "Bun"}
	case j.soft && jsRunner(n.text):
		return jsValue{what: jsForeign, name: jsOwned}
	case j.given.Eval && jsModule(n.text), j.soft && jsCalculates(n.text): // node -e has modules as globals
		return jsValue{what: jsObject, name: n.text}
	}
	return j.fail()
}

// bound is the value of a name that the program binds, over all places that bind it:
// the order in which they run is not followed. What is data in one place and more in
// another fails, but for what the project's code gave, which may be data as well.
func (j *jsJudge) bound(b *binding[jsValue]) jsValue {
	if v, known := b.enter(); known {
		return v
	}
	defer b.leave()
	var v jsValue
	for i, s := range b.sites {
		one := jsValue{}
		switch s.how {
		case byValue:
			one.what = jsOwn
			if s.node.kind != nLambda { // those are judged where they stand
				one = j.eval(s.node)
			}
		case byItem:
			list := j.eval(s.node)
			if one = (jsValue{texts: list.items, entry: list.entry}); list.owned() { // what other code has in its lists is its own
				one = list
			}
		case byColumn:
			one = j.column(s)
		case byParam:
			one = j.param(s, b)
		case byElement:
			one = j.element(s)
		case byFrom:
			one = j.memberOf(j.eval(s.node), s.member)
		case byDef:
			one = jsValue{what: jsOwn}
		}
		switch {
		case i == 0:
			v = one
		case v.owned() && one.owned(), v.owned() && one.what == jsPlain, one.owned() && v.what == jsPlain:
			v = jsValue{what: jsForeign, name: jsOwned}
		case v.what != one.what || v.what != jsPlain && v.what != jsOwn:
			return j.fail()
		case v.entry == one.entry && len(v.texts) > 0 && len(one.texts) > 0 && len(v.texts)+len(one.texts) <= maxTexts: // one of them
			v = jsValue{what: v.what, texts: append(append([]pyText(nil), v.texts...), one.texts...), entry: v.entry, wild: v.wild || one.wild}
		default:
			v = jsValue{what: v.what, wild: v.wild || one.wild}
		}
	}
	if b.loads != b.turns {
		v.items, v.rest = nil, 0
	} else if len(b.grown) > 0 {
		v.items, v.rest, v.entry = j.grown(b, v), 0, false
	}
	if b.again && v.what != jsPlain && v.what != jsOwn && !v.owned() {
		return j.fail()
	}
	b.value, b.done = v, true
	return v
}

// memberOf is a member of an object or a module.
//
// Long: one case a kind of base, and a table of members that are objects themselves.
func (j *jsJudge) memberOf(base jsValue, name string) jsValue {
	if (name == "stdin" || name == "stdio") && base.what != jsObject {
		j.feeds = true
	}
	switch {
	case jsForbidden(name):
		return j.fail()
	case base.owned() && j.hidden(name, false):
		return j.fail()
	case base.owned() && jsReaches(name): // looked at, and no more
		return jsValue{what: jsForeign}
	case base.owned():
		if name == strings.ToUpper(name) {
			j.add(Effect{Kind: pipeline.KindSecret, Object: name})
		}
		return base
	case base.what == jsForeign:
		return base.within(name)
	case base.what == jsPrisma:
		return j.model(base, name)
	case base.what == jsMember && base.name == "Bun.file" && listWords("size type lastModified", name):
		return jsValue{}
	case base.what != jsObject:
		j.lured = j.lured || living(name)
		if base.entry && name == "name" {
			j.named = true
			return jsValue{texts: base.texts}
		}
		return jsValue{wild: j.used(base).wild && (!j.soft || inborn(name))}
	}
	switch base.name + "." + name {
	case "fs.promises":
		return jsValue{what: jsObject, name: "fs/promises"}
	case "process.argv":
		j.argued = true
		return jsValue{what: jsArgv}
	case "process.env":
		return jsValue{what: jsObject, name: "process.env"}
	case "process.stdin":
		return jsValue{what: jsStdin}
	case "perf_hooks.performance":
		return jsValue{what: jsObject, name: "performance"}
	case "util.TextDecoder", "util.TextEncoder":
		return jsValue{what: jsObject, name: name}
	case "path.posix", "assert.strict", "axios.default", "test.default", "events.default", "ws.default", "ws.WebSocket":
		return base
	case "sqlite.DatabaseSync", "better-sqlite3.default", "better-sqlite3.Database":
		return jsValue{what: jsObject, name: "better-sqlite3"}
	case "worker_threads.Worker":
		return jsValue{what: jsObject, name: "Worker"}
	case "jsdom.default":
		return base
	case "jsdom.JSDOM":
		return jsValue{what: jsObject, name: "JSDOM"}
	case "jsdom.VirtualConsole":
		return jsValue{what: jsForeign, name: jsOwned}
	case "bun:sqlite.Database", "bun:sqlite.default":
		return jsValue{what: jsObject, name: "better-sqlite3"}
	case "ws.WebSocketServer", "ws.Server":
		return jsValue{what: jsObject, name: "WebSocketServer"}
	case "@prisma/client.PrismaClient":
		return jsValue{what: jsObject, name: "PrismaClient"}
	case "supertest.default", "@prisma/client.default":
		return base
	case "require.main":
		return jsValue{what: jsObject, name: "module."}
	case "events.EventEmitter":
		return jsValue{what: jsObject, name: "EventEmitter"}
	case "http.Agent", "https.Agent":
		return jsValue{what: jsObject, name: jsAgentClass}
	case "process.stdout", "process.stderr":
		return jsValue{what: jsObject, name: "process.stdout"}
	}
	if v, ok := j.bundler(base, name); ok {
		return v
	}
	if base.name == "process.env" {
		j.add(Effect{Kind: pipeline.KindSecret, Object: name})
		return j.variable(name)
	}
	if listWords(jsValues(base.name), name) {
		return jsValue{}
	}
	if listWords(jsFunctions(base.name), name) || jsAct(base.name, name) != "" {
		return jsValue{what: jsMember, name: base.name, member: name}
	}
	if v, ok := j.calculated(base, name); ok {
		return v
	}
	return j.fail()
}

// attr is x.name where it is not called.
func (j *jsJudge) attr(n *node) jsValue {
	if base := n.kids[0]; n.text == "gc" && base.kind == nName && (base.text == "global" || base.text == "globalThis") && !j.own["gc"] {
		return jsValue{what: jsOwn} // the collector, if there is one
	}
	if listWords("exec prepare pragma", n.text) { // as a value nobody would know what it is asked
		j.questioned = true
	}
	if v, ok := j.idiom(n); ok {
		return v
	}
	base := j.eval(n.kids[0])
	v := j.memberOf(base, n.text)
	if base.owned() && pyCommands(n.text) { // under another name nobody would know it
		return jsValue{what: jsForeign}
	}
	return v
}

// call judges a call.
//
// Long: one case a kind of what is called.
func (j *jsJudge) call(n *node) jsValue {
	fn := n.kids[0]
	switch fn.kind {
	case nLambda:
		j.eval(fn)
		return j.arguments(n)
	case nName:
		if fn.text == "fetch" && !j.names.bound("fetch") {
			return j.fetches(n)
		}
		v := j.name(fn)
		switch {
		case v.owned():
			j.unsure = j.unsure || !j.imported(fn, 0)
			return j.ownCall(fn.text, n)
		case v.what == jsForeign && v.member != "":
			return j.packageCall(v.member, n)
		case v.what == jsOwn:
			return j.handsOver(fn.text, n)
		case v.what == jsPlain:
			return j.freely(v, n)
		case v.what == jsMember:
			return j.member(v.name, v.member, n)
		case v.what == jsObject && v.name == "require":
			return j.require(n)
		case v.what == jsObject && listWords("structuredClone assert assert/strict Number String Boolean parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI Error TypeError RangeError BigInt Symbol Array Date RegExp SyntaxError ReferenceError clearTimeout clearInterval clearImmediate atob btoa", v.name):
			return j.arguments(n)
		case v.what == jsObject && v.name == "test":
			j.free = true
			return j.arguments(n)
		case j.bears(v):
			return j.arguments(n)
		case v.what == jsObject && v.name == "better-sqlite3":
			return j.opensDatabase(n)
		case v.what == jsObject && v.name == "glob":
			return j.globs(n)
		case v.what == jsObject && v.name == "axios":
			return j.axios("", n)
		case v.what == jsObject && v.name == "supertest":
			return j.supertest(n)
		}
	case nAttr:
		if fn.text == "gc" && j.attr(fn).what == jsOwn {
			return j.arguments(n)
		}
		if j.lends(n) {
			return jsValue{}
		}
		base := j.eval(fn.kids[0])
		if base.what == jsObject && base.name == "Object" {
			if v, ok := j.inherited(fn.text, n); ok {
				return v
			}
		}
		if fn.text == "then" && requires(fn.kids[0]) {
			if m := j.eval(fn.kids[0]); !m.owned() && (m.what != jsForeign || !takesWhole(n)) {
				return j.fail() // what a module of Node's own hands out nobody sees there
			}
			j.kept = j.kept || j.soft // the function gets the module
			return j.arguments(n)
		}
		if base.owned() {
			return j.ownCall(fn.text, n)
		}
		if base.what == jsForeign && base.member != "" {
			return j.packageCall(base.within(fn.text).member, n)
		}
		switch base.what {
		case jsObject:
			if base.name == "process.env" {
				return j.fail()
			}
			if base.name == "Bun" {
				return j.bun(fn.text, n)
			}
			if base.name == jsBundle && listWords("generate write close", fn.text) {
				if fn.text == "close" {
					return j.arguments(n)
				}
				return j.bundles(jsBundle, fn.text, n)
			}
			if v := j.memberOf(base, fn.text); v.what == jsMember {
				return j.member(v.name, v.member, n)
			}
		case jsMember:
			if base.name == "Bun.file" && len(n.kids) == 1 && listWords("text json arrayBuffer bytes exists stat", fn.text) {
				return jsValue{}
			}
			if j.calculates(base) {
				j.free = true
				return j.method(fn.text, jsValue{}, n)
			}
			if base.name == "process" && (base.member == "hrtime" && fn.text == "bigint" || base.member == "memoryUsage" && fn.text == "rss") {
				return j.arguments(n)
			}
		case jsPrisma:
			return j.asked(base, fn.text, n)
		case jsSink:
			return j.sink(fn.text, n)
		case jsStdin:
			return j.stdin(fn.text, n)
		case jsArgv:
			if fn.text == "slice" {
				return j.sliced(n)
			}
			if fn.text == "join" || fn.text == "includes" || fn.text == "indexOf" {
				return j.arguments(n)
			}
		case jsPlain, jsOwn:
			return j.method(fn.text, base, n)
		}
	case nCall, nIndex, nBool, nChoice, nClass, nNew:
		v := j.eval(fn)
		if v.owned() && fn.kind == nCall { // require("./app")(options): as if it had a name
			j.unsure = j.unsure || !requires(fn)
			name := fn.kids[0].text
			if requires(fn) {
				name = "default"
			}
			return j.ownCall(name, n)
		}
		return j.freely(v, n)
	}
	return j.fail()
}

// arguments judges what a call is given where none of it may be more than data.
func (j *jsJudge) arguments(n *node) jsValue {
	for _, a := range n.kids[1:] {
		j.plain(a)
	}
	return jsValue{}
}

// written reports whether an argument is a function as it is written, one of
// the program, or a global one that only computes.
func (j *jsJudge) written(a *node) bool {
	if a.kind == nLambda {
		return true
	}
	if a.kind != nName {
		return false
	}
	if b := j.names[a.text]; b != nil && len(b.sites) > 0 {
		return j.bound(b).what == jsOwn
	}
	return listWords("Number String Boolean parseInt parseFloat", a.text)
}

// logs reports whether an argument is console.error or its like.
func logs(a *node) bool {
	return a.kind == nAttr && a.kids[0].kind == nName && a.kids[0].text == "console" && listWords("log error warn info", a.text)
}

// takesWhole reports whether functions that get a module have it under a name of their
// own, by which its members are judged, or its default: ({rm}) => rm(x) takes a member
// that nobody knows for one.
func takesWhole(n *node) bool {
	for _, a := range n.kids[1:] {
		if a.kind != nLambda || len(a.kids[0].kids) > 1 {
			return false
		}
		for _, param := range a.kids[0].kids {
			if param.kind != nName {
				return false
			}
		}
	}
	return true
}
