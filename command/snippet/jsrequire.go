package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// require judges which module is loaded. What lies in the folder of the program may
// stand in for what has an ending, and runs then. The order is that of Node (Node.js,
// "All together…"): a module of its own comes before any file, a path means the file,
// with one of several endings or a folder, and a bare name is looked for in
// node_modules upwards. Each file that may be meant is stated as code, so that one
// which this command has just written is seen.
func (j *jsJudge) require(n *node) jsValue {
	if len(n.kids) == 2 && n.kids[1].kind != nText {
		if file, ok := j.reckonedFile(n.kids[1]); ok {
			return j.local(file)
		}
	}
	if len(n.kids) == 2 {
		if asked := j.askedFor(n.kids[1]); asked != nil {
			return j.require(asked)
		}
	}
	if len(n.kids) == 2 && (n.kids[1].kind == nBinary || n.kids[1].kind == nFormat) {
		return j.manifests(n.kids[1])
	}
	if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure || strings.ContainsRune(n.kids[1].text, Hole) && n.kids[1].text[0] != '.' {
		return j.fail()
	}
	name := strings.TrimPrefix(n.kids[1].text, "node:")
	switch {
	case name == "test" && !strings.HasPrefix(n.kids[1].text, "node:"):
		return j.fail()
	case jsModule(name), j.soft && jsSoftModule(name):
		return jsValue{what: jsObject, name: name}
	case j.soft && n.kids[1].text == "bun:sqlite":
		j.bunned = true
		return jsValue{what: jsObject, name: "bun:sqlite"}
	case j.soft && n.kids[1].text == "node:sqlite":
		return jsValue{what: jsObject, name: "sqlite"}
	case name == "" || listWords(jsBuiltins, name) || strings.HasPrefix(n.kids[1].text, "node:") || strings.ContainsAny(name, "\\\n?#%:"):
		return j.fail()
	case strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/"):
		if name[0] == '.' && j.given.Folder != "" {
			if name = path.Join(j.given.Folder, name); !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "..") {
				name = "./" + name
			}
		}
		return j.local(name)
	}
	if first, _, _ := strings.Cut(name, "/"); listWords(jsBuiltins, first) || jsModule(first) {
		return j.fail()
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: j.folder()})
	return j.installed(name)
}

// askedFor is the call that loads what require.resolve("x") says: the same as require("x").
func (j *jsJudge) askedFor(n *node) *node {
	if n.kind != nName {
		return nil
	}
	b := j.bindingOf(n.text)
	if len(b.sites) != 1 || b.sites[0].how != byValue {
		return nil
	}
	call := b.sites[0].node
	if call.kind != nCall || len(call.kids) != 2 || call.kids[0].kind != nAttr || call.kids[0].text != "resolve" || call.kids[0].kids[0].kind != nName || call.kids[0].kids[0].text != "require" {
		return nil
	}
	return &node{kind: nCall, kids: []*node{call.kids[0].kids[0], call.kids[1]}, at: call.at}
}

// local is a file that is loaded by its path.
func (j *jsJudge) local(name string) jsValue {
	if strings.HasSuffix(name, ".json") {
		j.add(Effect{Kind: pipeline.KindRead, Object: name})
		j.add(Effect{Kind: pipeline.KindCode, Object: path.Dir(name)})
		return jsValue{}
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: name})
	if _, module, found := strings.Cut(name, "/node_modules/"); found && path.IsAbs(name) && path.Clean(name) == name && !strings.Contains(module, "node_modules") {
		return j.installed(module)
	}
	if strings.Contains(name, "..") || strings.Contains(name, "node_modules") || strings.Contains(name, "vendor") || strings.Contains(name, "third_party") || pyReaches(strings.NewReplacer("/", ".", "-", ".").Replace(name)) {
		return jsValue{what: jsForeign}
	}
	return jsValue{what: jsForeign, name: jsOwned}
}

// reckonedFile is a path that a program puts together, if it is one from the root or
// from the folder in which it runs: path.resolve("dist/x.js"), TMPDIR + "/x.json".
func (j *jsJudge) reckonedFile(n *node) (name string, ok bool) {
	texts := j.plain(n).texts
	if len(texts) != 1 || texts[0].glob || texts[0].home || texts[0].under || strings.ContainsAny(texts[0].s, "\\\n?#%:\x00") {
		return "", false
	}
	name = path.Clean(texts[0].s)
	if strings.HasPrefix(name, "/") {
		return name, true
	}
	return "./" + name, texts[0].full && name != "." && !strings.HasPrefix(name, "..")
}

// installed is a package of the project's by its name. It is told by the name alone
// what it can do: what its author put there is nothing that can be read here. Packages
// that reach beyond have rules of their own or none.
func (j *jsJudge) installed(name string) jsValue {
	switch {
	case listWords("axios ws supertest @prisma/client", name):
		return jsValue{what: jsObject, name: name}
	case j.soft && name == "better-sqlite3":
		return jsValue{what: jsObject, name: name}
	case j.soft && listWords("jsdom jsdom/lib/api.js", name):
		return jsValue{what: jsObject, name: "jsdom"}
	case j.soft && listWords("esbuild vite rollup", name):
		return jsValue{what: jsObject, name: name}
	case j.soft && name == "typescript":
		j.loaded = append(j.loaded, name)
		return jsValue{what: jsForeign, name: jsOwned}
	case j.soft && globbers(name):
		return jsValue{what: jsObject, name: "glob"}
	case jsLibrary(name), j.soft && !jsThird(name) && name != "js-yaml" && !j.hidden(path.Base(name), false):
		j.loaded, j.strange = append(j.loaded, name), j.strange || !jsLibrary(name) && jsPackage(name) == ""
		return jsValue{what: jsForeign, name: jsOwned}
	case j.soft && jsInert(name) != "" && jsPackage(name) == "":
		return jsValue{what: jsForeign, member: name}
	}
	return packaged(name)
}

// folder is where modules are looked for. folder is where modules are looked for first.
func (j *jsJudge) folder() string {
	if j.given.Folder == "" {
		return "."
	}
	return j.given.Folder
}

// loadsOwnWork reports whether a program loads what it may have written itself, under a
// name without its ending or from within a folder. That would be a program in two steps
// of which only the first is read.
func (j *jsJudge) loadsOwnWork() bool {
	for _, w := range j.effects {
		if w.Kind != pipeline.KindWrite || strings.HasSuffix(w.Object, ".json") {
			continue
		}
		made := path.Clean(w.Object)
		for _, c := range j.effects {
			if c.Kind != pipeline.KindCode {
				continue
			}
			loaded := path.Clean(c.Object)
			if made == loaded || strings.HasPrefix(made, loaded+".") || loaded != "." && strings.HasPrefix(made, loaded+"/") || strings.Contains(made+"/", "node_modules/") ||
				w.Tree && strings.HasPrefix(loaded, made) {
				return true
			}
		}
	}
	return false
}
