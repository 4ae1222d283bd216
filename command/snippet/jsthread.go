package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// Threads: what a thread runs is the program itself once more, or a file of the project;
// one that runs a text is not understood. Messages are copied, so that no function and
// nothing living comes by one; what says which module or variables a thread begins with
// is none of the options that are listed.

// jsThreadValues are members of worker_threads that are data, or the other end of a thread.
const jsThreadValues = "isMainThread threadId workerData parentPort resourceLimits"

// threads is new Worker(what, {workerData: …}).
func (j *jsJudge) threads(n *node) jsValue {
	args := n.kids[1:]
	if len(args) == 0 || len(args) > 2 || j.looping {
		return j.fail() // any number of them
	}
	if len(args) == 2 {
		if args[1].kind != nDict {
			return j.fail()
		}
		for i := 0; i+1 < len(args[1].kids); i += 2 {
			key, value := args[1].kids[i], args[1].kids[i+1]
			if key == nil || key.kind != nText || !key.sure || !listWords("workerData eval name resourceLimits stdout stderr type trackUnmanagedFds", key.text) || key.text == "eval" && (value.kind != nConst || value.text != "false") {
				return j.fail()
			}
			if key.text == "workerData" && !j.handable(value, 0) && !j.handed1(value) {
				return j.fail()
			}
		}
		j.plain(args[1])
	}
	j.alive, j.spawned = true, true
	if j.itself(args[0]) {
		if !j.inMain { // each would start another one
			return j.fail()
		}
		return jsValue{}
	}
	name, ok := j.threadFile(args[0])
	if !ok {
		return j.fail()
	}
	if len(args) == 2 {
		j.texted = j.texted || j.unread(args[1], 0)
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: name})
	j.handed = true
	return jsValue{what: jsForeign, name: jsOwned}
}

// itself reports whether a value is the file of the program: __filename,
// fileURLToPath(import.meta.url), new URL(import.meta.url).
func (j *jsJudge) itself(n *node) bool {
	switch n.kind {
	case nName:
		if b := j.bindingOf(n.text); len(b.sites) == 1 && b.sites[0].how == byValue && b.sites[0].node.kind == nCall {
			return j.itself(b.sites[0].node)
		}
		return n.text == "__filename" && !j.names.bound("__filename") && j.given.File != "" && !n.sure
	case nNew:
		return len(n.kids) == 2 && n.kids[0].kind == nName && n.kids[0].text == "URL" && !j.names.bound("URL") && j.ownAddress(n.kids[1])
	case nCall:
		v := j.callee(n.kids[0])
		return len(n.kids) == 2 && v.what == jsMember && v.name == "url" && v.member == "fileURLToPath" && j.ownAddress(n.kids[1])
	}
	return false
}

// ownAddress reports whether a value is import.meta.url of a program in a file.
func (j *jsJudge) ownAddress(n *node) bool {
	return n.kind == nName && n.text == "__filename" && n.sure && j.given.File != ""
}

// threadFile is a file of the project that a thread runs.
func (j *jsJudge) threadFile(n *node) (name string, ok bool) {
	if n.kind == nNew && len(n.kids) == 3 && n.kids[0].kind == nName && n.kids[0].text == "URL" && n.kids[1].kind == nText && n.kids[1].sure && n.kids[2].kind == nName && n.kids[2].text == "__filename" && n.kids[2].sure {
		if name = n.kids[1].text; !strings.HasPrefix(name, "./") || strings.ContainsAny(name, "\\\n?#%:\x00") || strings.Contains(name, "..") {
			return "", false
		}
		return path.Join(j.folder(), name), true
	}
	texts := j.plain(n).texts
	if len(texts) != 1 || texts[0].glob || texts[0].home || texts[0].under || strings.ContainsAny(texts[0].s, "\\\n?#%:\x00") || strings.Contains(texts[0].s, "..") || strings.Contains(texts[0].s, "node_modules") {
		return "", false
	}
	name = texts[0].s
	return name, strings.HasPrefix(name, "./") || strings.HasPrefix(name, "/") || texts[0].full && name != "."
}

// branches judges the branches of a condition. What stands where a program asks whether
// it is the first thread, and is, runs once.
func (j *jsJudge) branches(n *node) {
	then, otherwise := j.inMain, j.inMain
	asked := n.kids[0]
	if asked.kind == nUnary && asked.text == "!" {
		otherwise = otherwise || j.mainThread(asked.kids[0])
	} else {
		then = then || j.mainThread(asked)
	}
	before := j.inMain
	j.inMain = then
	j.statement(n.kids[1])
	j.inMain = otherwise
	j.statement(n.kids[2])
	j.inMain = before
}

// mainThread reports whether a value is isMainThread of Node's own.
func (j *jsJudge) mainThread(n *node) bool {
	switch n.kind {
	case nName:
		b := j.bindingOf(n.text)
		if len(b.sites) != 1 || b.sites[0].how != byFrom || b.sites[0].member != "isMainThread" {
			return false
		}
		v := j.eval(b.sites[0].node)
		return v.what == jsObject && v.name == "worker_threads"
	case nAttr:
		if n.text != "isMainThread" || n.kids[0].kind != nName {
			return false
		}
		v := j.eval(n.kids[0])
		return v.what == jsObject && v.name == "worker_threads"
	}
	return false
}

// endless reports whether a loop may go round any number of times: all but for (…; i < 4; …)
// and for (…; i < list.length; …), of which a block has the parts.
func endless(loop *node) bool {
	if loop.kind != nBlock || len(loop.kids) != 4 || loop.kids[1].kind != nExpr {
		return true
	}
	cond := loop.kids[1].kids[0]
	if cond.kind != nCompare || len(cond.kids) != 2 || cond.kids[0].kind != nName {
		return true
	}
	end := cond.kids[1]
	return !(end.kind == nConst && len(end.text) <= 2 || end.kind == nAttr && end.text == "length")
}
