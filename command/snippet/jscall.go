package snippet

import (
	"path"
	"strconv"
	"strings"

	"passepartout/pipeline"
)

func (j *jsJudge) name(n *node) jsValue {
	if b := j.names[n.text]; b != nil && len(b.sites) > 0 {
		return j.bound(b)
	}
	switch {
	case n.text == "undefined", n.text == "NaN", n.text == "Infinity", n.text == "__filename":
		return jsValue{}
	case n.text == "__dirname" && j.given.Folder != "": // the folder of the script, from the root on
		return jsValue{}
	case n.text == "__dirname":
		return jsValue{texts: []pyText{{s: "."}}}
	case n.text == "require", jsGlobal(n.text), jsFurther(n.text):
		return jsValue{what: jsObject, name: n.text}
	case j.given.Eval && jsModule(n.text): // node -e has them as globals
		return jsValue{what: jsObject, name: n.text}
	}
	return j.fail()
}

func (j *jsJudge) bound(b *binding[jsValue]) jsValue {
	if b.done {
		return b.value
	}
	if b.busy {
		b.again = true
		return jsValue{}
	}
	b.busy = true
	defer func() { b.busy = false }()
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
			one = jsValue{texts: j.eval(s.node).items}
		case byFrom:
			one = j.memberOf(j.eval(s.node), s.member)
		case byDef:
			one = jsValue{what: jsOwn}
		}
		switch {
		case i == 0:
			v = one
		case v.what != one.what || v.what != jsPlain && v.what != jsOwn:
			return j.fail()
		case len(v.texts) > 0 && len(one.texts) > 0 && len(v.texts)+len(one.texts) <= maxTexts: // one of them
			v = jsValue{what: v.what, texts: append(append([]pyText(nil), v.texts...), one.texts...)}
		default:
			v = jsValue{what: v.what}
		}
	}
	if b.loads != b.turns {
		v.items = nil
	}
	if b.again && v.what != jsPlain && v.what != jsOwn {
		return j.fail()
	}
	b.value, b.done = v, true
	return v
}

// memberOf is a member of an object or a module.
func (j *jsJudge) memberOf(base jsValue, name string) jsValue {
	switch {
	case jsForbidden(name):
		return j.fail()
	case base.owned() && (jsHidden(name) || jsReaches(name)):
		return j.fail()
	case base.owned():
		if name == strings.ToUpper(name) {
			j.add(Effect{Kind: pipeline.KindSecret, Object: name})
		}
		return base
	case base.what == jsForeign:
		return base.within(name)
	case base.what != jsObject:
		j.accept(base)
		return jsValue{}
	}
	switch base.name + "." + name {
	case "fs.promises":
		return jsValue{what: jsObject, name: "fs/promises"}
	case "process.argv":
		return jsValue{what: jsArgv}
	case "process.env":
		return jsValue{what: jsObject, name: "process.env"}
	case "process.stdin":
		return jsValue{what: jsStdin}
	case "perf_hooks.performance":
		return jsValue{what: jsObject, name: "performance"}
	case "util.TextDecoder", "util.TextEncoder":
		return jsValue{what: jsObject, name: name}
	case "assert.strict":
		return base
	case "process.stdout", "process.stderr":
		return jsValue{what: jsObject, name: "process.stdout"}
	}
	if base.name == "process.env" {
		j.add(Effect{Kind: pipeline.KindSecret, Object: name})
		return jsValue{}
	}
	if listWords(jsValues(base.name), name) {
		return jsValue{}
	}
	if listWords(jsFunctions(base.name), name) || jsAct(base.name, name) != "" {
		return jsValue{what: jsMember, name: base.name, member: name}
	}
	return j.fail()
}

func (j *jsJudge) attr(n *node) jsValue {
	base := j.eval(n.kids[0])
	v := j.memberOf(base, n.text)
	if base.owned() && pyCommands(n.text) { // under another name nobody would know it
		return jsValue{what: jsForeign}
	}
	return v
}

// index judges x[y].
func (j *jsJudge) index(n *node) jsValue {
	base, key := j.eval(n.kids[0]), j.plain(n.kids[1])
	if jsAny(key.texts, jsForbidden) {
		return j.fail()
	}
	switch {
	case base.what == jsArgv:
		if i, err := strconv.Atoi(n.kids[1].text); err == nil && n.kids[1].kind == nConst && j.given.Known && j.given.Eval && i >= 1 && i <= len(j.given.Args) {
			return jsValue{texts: []pyText{{s: j.given.Args[i-1]}}}
		}
		return jsValue{}
	case base.what == jsObject && base.name == "process.env":
		for _, t := range key.texts {
			j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
		}
		return jsValue{}
	case base.what == jsForeign && len(key.texts) > 0:
		if base.owned() && jsAny(key.texts, jsHidden) {
			return j.fail()
		}
		base.member = ""
		return base
	}
	j.accept(base)
	return jsValue{}
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
		if (fn.text == "fetch" || fn.text == "setTimeout") && len(j.bindingOf(fn.text).sites) == 0 {
			if fn.text == "fetch" {
				return j.fetches(n)
			}
			if len(n.kids) != 3 || !j.written(n.kids[1]) || n.kids[2].kind != nConst {
				return j.fail()
			}
			return j.arguments(n)
		}
		v := j.name(fn)
		switch {
		case v.owned():
			return j.ownCall(fn.text, n)
		case v.what == jsForeign && v.member != "":
			return j.packageCall(v.member, n)
		case v.what == jsOwn:
			return j.arguments(n)
		case v.what == jsMember:
			return j.member(v.name, v.member, n)
		case v.what == jsObject && v.name == "require":
			return j.require(n)
		case v.what == jsObject && listWords("structuredClone assert assert/strict Number String Boolean parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI Error TypeError RangeError BigInt", v.name):
			return j.arguments(n)
		}
	case nAttr:
		base := j.eval(fn.kids[0])
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
			if v := j.memberOf(base, fn.text); v.what == jsMember {
				return j.member(v.name, v.member, n)
			}
		case jsMember:
			if base.name == "process" && (base.member == "hrtime" && fn.text == "bigint" || base.member == "memoryUsage" && fn.text == "rss") {
				return j.arguments(n)
			}
		case jsStdin:
			return j.stdin(fn.text, n)
		case jsArgv:
			if fn.text == "slice" || fn.text == "join" || fn.text == "includes" || fn.text == "indexOf" {
				return j.arguments(n)
			}
		case jsPlain, jsOwn:
			return j.method(fn.text, base, n)
		}
	}
	return j.fail()
}

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

// method judges a listed method of plain data.
func (j *jsJudge) method(name string, base jsValue, n *node) jsValue {
	if !jsMethod(name) && !(listWords("format formatToParts resolvedOptions decode encode", name) && j.formatter(n.kids[0].kids[0])) && !(name == "exec" && j.regular(n.kids[0].kids[0])) && !(len(n.kids) == 1 && (name == "json" || name == "text")) { // of a response
		return j.fail()
	}
	args := n.kids[1:]
	switch {
	case listWords("then catch finally", name):
		for i, a := range args {
			if i > 1 || !j.written(a) && !logs(a) {
				return j.fail()
			}
			j.eval(a)
		}
		return jsValue{}
	case listWords("map filter forEach reduce reduceRight some every find findIndex findLast flatMap", name), listWords("sort toSorted", name) && len(args) > 0:
		if len(args) == 0 || !j.written(args[0]) {
			return j.fail()
		}
		if args[0].kind == nLambda {
			j.eval(args[0])
		}
		args = args[1:]
		if name == "filter" || name == "sort" || name == "toSorted" {
			for _, a := range args {
				j.plain(a)
			}
			return left(name, base, n)
		}
	case listWords("sort toSorted reverse", name) && len(args) == 0:
		return left(name, base, n)
	case name == "replace" || name == "replaceAll":
		if len(args) != 2 || !j.written(args[1]) && !jsHarmless(args[1]) && len(j.plain(args[1]).texts) == 0 {
			return j.fail()
		}
	}
	for _, a := range args {
		if a.kind == nName && j.written(a) {
			continue
		}
		j.plain(a)
	}
	return jsValue{}
}

// logs reports whether an argument is console.error or its like.
func logs(a *node) bool {
	return a.kind == nAttr && a.kids[0].kind == nName && a.kids[0].text == "console" && listWords("log error warn info", a.text)
}

// stdin is process.stdin.on("data", …).
func (j *jsJudge) stdin(name string, n *node) jsValue {
	args := n.kids[1:]
	switch {
	case name == "setEncoding" && len(args) == 1, name == "resume" && len(args) == 0:
		j.arguments(n)
	case (name == "on" || name == "once") && len(args) == 2 && args[0].kind == nText && listWords("data end close error line", args[0].text) && j.written(args[1]):
		j.plain(args[1])
	default:
		return j.fail()
	}
	return jsValue{what: jsStdin}
}

// construct is new X(…).
func (j *jsJudge) construct(n *node) jsValue {
	made := n.kids[0]
	if made.kind == nAttr { // the parser lets only members of Intl through
		if v := j.memberOf(j.name(made.kids[0]), made.text); v.what != jsMember || v.name != "Intl" || v.member == "supportedValuesOf" || v.member == "getCanonicalLocales" {
			return j.fail()
		}
		return j.arguments(n)
	}
	v := j.name(made)
	switch {
	case v.what == jsObject && v.name == "Promise" && len(n.kids) == 2 && pauses(n.kids[1], j.names):
		return jsValue{}
	case v.what != jsObject || !listWords(`Date Map Set Error TypeError RangeError RegExp URL URLSearchParams Array TextDecoder TextEncoder Uint8Array Uint16Array Uint32Array Int8Array
		Int16Array Int32Array Float32Array Float64Array Uint8ClampedArray ArrayBuffer DataView WeakMap WeakSet`, v.name):
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

// require judges which module is loaded. What lies in the folder of the
// program may stand in for what has an ending, and runs then.
func (j *jsJudge) require(n *node) jsValue {
	if len(n.kids) == 2 && (n.kids[1].kind == nBinary || n.kids[1].kind == nFormat) {
		return j.manifests(n.kids[1])
	}
	if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure {
		return j.fail()
	}
	name := strings.TrimPrefix(n.kids[1].text, "node:")
	switch {
	case jsModule(name):
		return jsValue{what: jsObject, name: name}
	case name == "" || listWords(jsBuiltins, name) || strings.HasPrefix(n.kids[1].text, "node:") || strings.ContainsAny(name, "\\\n?#%:"):
		return j.fail()
	case strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/"):
		if name[0] == '.' && j.given.Folder != "" {
			name = path.Join(j.given.Folder, name)
		}
		if strings.HasSuffix(name, ".json") {
			j.add(Effect{Kind: pipeline.KindRead, Object: name})
			j.add(Effect{Kind: pipeline.KindCode, Object: path.Dir(name)})
			return jsValue{}
		}
		j.add(Effect{Kind: pipeline.KindCode, Object: name})
		if name[0] != '.' || strings.Contains(name, "..") || strings.Contains(name, "node_modules") || strings.Contains(name, "vendor") || strings.Contains(name, "third_party") || pyReaches(strings.NewReplacer("/", ".", "-", ".").Replace(name)) {
			return jsValue{what: jsForeign}
		}
		return jsValue{what: jsForeign, name: jsOwned}
	}
	if first, _, _ := strings.Cut(name, "/"); listWords(jsBuiltins, first) || jsModule(first) {
		return j.fail()
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: j.folder()})
	return packaged(name)
}

// folder is where modules are looked for.
func (j *jsJudge) folder() string {
	if j.given.Folder == "" {
		return "."
	}
	return j.given.Folder
}
