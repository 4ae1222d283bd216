package snippet

import (
	"slices"
	"strings"
)

// A file that require or import is given by its path is the project's own.
// Loading it runs code of the project, which is stated; so its functions may be
// called, as in a test run, with what is certainly data or a function as it is
// written. What they give back is theirs, too. As in Python they are not asked
// for what they have loaded themselves, for what runs a text or a command, or
// for what deploys and destroys, and no constant points out of the project.

// jsOwned is the name of values that belong to the project's code.
const jsOwned = "own"

// owned reports whether a value is what the project's own code gave.
func (v jsValue) owned() bool { return v.what == jsForeign && v.name == jsOwned }

// jsHidden lists members that nobody asks the project's own files for. A module of the
// project that has loaded fs hands it out under that name, with everything that can be
// done with it.
func jsHidden(name string) bool {
	return jsForbidden(name) || pyHidden(name) || listWords(`fs fsp child_process execSync execFile execFileSync spawnSync fork vm require module process global globalThis net dgram tls https
		http2 dns worker_threads cluster rm rmSync rmdir rmdirSync unlinkSync writeFile writeFileSync appendFileSync createWriteStream rename renameSync shelljs execa rimraf del axios fetch got
		fromURL Function AsyncFunction constructor runInContext runInNewContext runInThisContext createRequire template
		XMLHttpRequest WebSocket EventSource getInternalVMContext runVMScript deleteFile createDirectory`, name)
}

// jsReaches reports whether a function does by convention what stays behind. deployAll
// and deploy_all are the same word to it.
func jsReaches(name string) bool {
	words := strings.FieldsFunc(name, func(c rune) bool { return c >= 'A' && c <= 'Z' })
	return pyReaches(name) || len(words) > 0 && pyReaches(words[0])
}

// ownCall calls a function of the project.
func (j *jsJudge) ownCall(name string, n *node) jsValue {
	name = spelled(name)
	if j.soft && name == "listen" && len(n.kids) > 1 {
		j.alive, j.handed = true, true
		j.listens(n)
		return jsValue{what: jsForeign, name: jsOwned}
	}
	if j.hidden(name, true) && !j.schematic(name, n) || jsReaches(name) && !j.gotten(n.kids[0]) && !j.gives(name, n) || n.text == "tag" && (pyCommands(name) || strings.HasPrefix(name, "$")) {
		return j.fail()
	}
	if listWords("setTimeout setInterval setImmediate", name) && (len(n.kids) < 2 || !j.written(n.kids[1])) { // of a page, which might run a text
		return j.fail()
	}
	if pyCommands(name) {
		for _, a := range n.kids[1:] {
			if !j.wordless(a, 0) { // it may be a command
				return j.fail()
			}
		}
	}
	for _, a := range n.kids[1:] {
		j.texted = j.texted || !asserts(name) && j.unread(a, 0)
		if !j.handable(a, 0) && !j.handed1(a) && !logs(a) || givesMember(name) && (a.kind != nText || !a.sure) && a.kind != nConst {
			return j.fail()
		}
		if v := j.eval(a); v.what == jsForeign && v.name == "" && v.member == "" { // nobody knows what it does
			return j.fail()
		}
	}
	j.handed = true
	return jsValue{what: jsForeign, name: jsOwned}
}

// givesMember lists functions that by convention give the member of a name, so that
// the name has to be written out.
func givesMember(name string) bool {
	return listWords("prop props property propertyOf pluck path pathOr propOr lens lensProp lensPath invoke invoker invokeMap method methodOf result", name)
}

// wordless reports whether a value has certainly no text in it: it is a number, a
// function of the program's own, or holds nothing else. Without a text there is no
// command.
func (j *jsJudge) wordless(n *node, depth int) bool {
	if n == nil || depth > 8 {
		return false
	}
	switch n.kind {
	case nLambda, nConst:
		return true
	case nList:
		for _, kid := range n.kids {
			if !j.wordless(kid, depth+1) {
				return false
			}
		}
		return true
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || n.kids[i].kind != nText || !j.wordless(n.kids[i+1], depth+1) {
				return false
			}
		}
		return true
	case nName:
		if b := j.bindingOf(n.text); len(b.sites) > 0 && j.bound(b).what == jsOwn {
			return true
		}
	}
	return j.numeric(n)
}

// handable reports whether a value may be handed to other code: it is certainly
// data, a function as it is written, or came from that code.
//
// Long: one case a kind of node; only those that are listed may be handed over.
func (j *jsJudge) handable(n *node, depth int) bool {
	if n == nil || depth > maxDepth || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nConst, nText, nFormat, nRegexp, nLambda, nBinary, nCompare:
		return true
	case nUnary:
		return n.text != "await" || j.handable(n.kids[0], depth+1)
	case nList, nNew: // what is made is listed where it is judged
		kids := n.kids
		if n.kind == nNew {
			kids = n.kids[1:]
		}
		for _, kid := range kids {
			if !j.handable(kid, depth+1) {
				return false
			}
		}
		return true
	case nDict:
		for i := 0; i+1 < len(n.kids); i += 2 {
			if n.kids[i] == nil || !j.handable(n.kids[i+1], depth+1) {
				return false
			}
		}
		return true
	case nName:
		b := j.bindingOf(n.text)
		if n.text == "undefined" && len(b.sites) == 0 {
			return true
		}
		if len(b.sites) == 0 || len(b.sites) > 8 {
			return false
		}
		v := j.bound(b)
		if v.owned() || v.what == jsOwn || v.what == jsPlain && len(v.texts) > 0 && !slices.ContainsFunc(v.texts, func(t pyText) bool { return !constant(t) || outsideOf(t.s, j.given.Inner) }) {
			return true
		}
		for _, s := range b.sites {
			if s.how == byColumn && j.handableCells(s, depth) {
				continue
			}
			if s.how != byValue && s.how != byItem || !j.handable(s.node, depth+8) {
				return false
			}
		}
		return true
	case nAttr: // of data alone
		return !jsForbidden(n.text) && !jsCalled(n.text) && j.handable(n.kids[0], depth+8)
	case nCall:
		if v := j.eval(n); v.owned() {
			return true
		}
		fn := n.kids[0]
		if fn.kind != nAttr || fn.kids[0].kind != nName && !requires(fn.kids[0]) {
			return false
		}
		base := j.eval(fn.kids[0])
		return base.what == jsObject && (base.name == "JSON" || base.name == "fs" || base.name == "fs/promises" || base.name == "path")
	}
	return false
}

// scripted reports whether no text of a program that calls the project's code is code
// itself, or leads to the constructor of functions. Code of the project may evaluate
// what it is handed; texts that look like code are therefore never handed over.
func scripted(n *node) bool {
	if n == nil {
		return false
	}
	if (n.kind == nText || n.kind == nFormat) && isCode(n.text) {
		return true
	}
	for _, kid := range n.kids {
		if scripted(kid) {
			return true
		}
	}
	return false
}

// isCode reports whether a text has words in it that are those of code.
func isCode(s string) bool {
	for _, word := range [...]string{"constructor", "prototype", "process.", "require(", "import(", "eval(", "Function"} {
		if strings.Contains(s, word) {
			return true
		}
	}
	return false
}

// joined is a text that is put together from others.
func (j *jsJudge) joined(texts []pyText) jsValue {
	j.codes = j.codes || jsAny(texts, func(s string) bool { return isCode(s) || outsideOf(withoutIdioms(s), j.given.Inner) })
	return jsValue{texts: texts}
}

// fetches judges fetch with a constant URL. agent and dispatcher, which could lead the
// request elsewhere, are none of the options that are listed.
func (j *jsJudge) fetches(n *node) jsValue {
	args := n.kids[1:]
	if len(args) == 0 || len(args) > 2 {
		return j.fail()
	}
	if !j.visitsValue(args[0]) {
		return j.fail()
	}
	if len(args) == 2 {
		if args[1].kind != nDict {
			return j.fail()
		}
		for i := 0; i+1 < len(args[1].kids); i += 2 {
			key, value := args[1].kids[i], args[1].kids[i+1]
			if key == nil || !listWords("method headers body redirect cache signal credentials mode duplex keepalive", key.text) || key.text == "method" && value.kind != nName && value.kind != nAttr && (value.kind != nText || !listWords("GET POST PUT PATCH HEAD OPTIONS DELETE get post", value.text)) {
				return j.fail()
			}
		}
		j.plain(args[1])
	}
	return jsValue{}
}

// imported is import X, {a, b as c} from "m", or import * as X from "m": names
// that get what require would give.
//
// Long: one case a part of the statement.
func (p *jsParser) imported() *node {
	n := p.node(nBlock, "const")
	var targets []*node
	if next := jsNext(p.s, p.tok.end); p.ts && p.peek("type") && (next.kind == jsName && next.text != "from" || next.kind == jsOp && next.text == "{") {
		p.advance()
		saved := p.nodes
		p.imported() // nothing of it is there when it runs
		p.nodes = saved
		return p.node(nPass, "")
	}
	if p.tok.kind == jsString { // for what it does alone
		module := p.node(nText, p.tok.text)
		module.sure = p.tok.sure
		p.advance()
		p.ends()
		return p.node(nExpr, "", p.node(nCall, "", p.node(nName, "require"), module))
	}
	if p.tok.kind == jsName {
		targets = append(targets, p.node(nName, p.name()))
		if !p.take(",") && !p.peek("from") {
			return p.fail()
		}
	}
	switch {
	case p.take("*"):
		p.need("as")
		targets = append(targets, p.node(nName, p.name()))
	case p.take("{"):
		names := p.node(nDict, "")
		for !p.failed && !p.take("}") {
			next := jsNext(p.s, p.tok.end)
			typed := p.ts && p.peek("type") && next.kind == jsName && next.text != "as"
			if typed {
				p.advance()
			}
			key := p.node(nText, p.tok.text)
			if p.take("default") && !p.peek("as") || key.text != "default" && p.name() == "" {
				return p.fail()
			}
			key.sure = true
			target := p.node(nName, key.text)
			if p.take("as") {
				target = p.node(nName, p.name())
			}
			if !typed {
				names.kids = append(names.kids, key, target)
			}
			if !p.take(",") {
				p.need("}")
				break
			}
		}
		targets = append(targets, names)
	}
	p.need("from")
	if p.tok.kind != jsString || !p.tok.sure || len(targets) == 0 {
		return p.fail()
	}
	module := p.tok.text
	p.advance()
	if !p.tok.line && strings.HasSuffix(module, ".json") && (p.take("with") || p.take("assert")) {
		p.need("{")
		p.need("type")
		p.need(":")
		if p.tok.kind != jsString || p.tok.text != "json" {
			return p.fail()
		}
		p.advance()
		p.take(",")
		p.need("}")
	}
	p.ends()
	for _, t := range targets {
		name := p.node(nText, module)
		name.sure = true
		n.kids = append(n.kids, p.node(nAssign, "const", p.node(nCall, "", p.node(nName, "require"), name), t))
	}
	return n
}

// cases is the body of switch: constants that are compared, and statements. A colon
// behind an expression ends it there and begins no type (plain).
func (p *jsParser) cases(n *node) *node {
	p.need("{")
	for !p.failed && !p.take("}") {
		switch {
		case p.take("case"):
			p.plain = true
			n.kids = append(n.kids, p.node(nExpr, "", p.expr(true)))
			p.plain = false
			p.need(":")
		case p.take("default"):
			p.need(":")
		default:
			n.kids = append(n.kids, p.statement())
		}
	}
	return n
}

// regular reports whether a value is certainly a regular expression, whose exec is no
// other one's. exec of anything else may start a program.
func (j *jsJudge) regular(n *node) bool {
	if n.kind != nName {
		return n.kind == nRegexp
	}
	b := j.bindingOf(n.text)
	for _, s := range b.sites {
		if s.how != byValue || s.node.kind != nRegexp {
			return false
		}
	}
	return len(b.sites) > 0
}
