package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// shown evaluates what is only put into a text: a list of values there may hold
// classes that x.class gave. It reports whether there was one.
func (j *rbJudge) shown(n *node) (class bool) {
	if n.kind != nList {
		v := j.eval(n)
		if v.what != rbClass && v.what != rbPathname {
			j.accept(v)
		}
		return v.what == rbClass
	}
	for _, kid := range n.kids {
		if kid.kind == nList || kid.kind == nStar || kid.kind == nArg {
			j.plain(kid)
			continue
		}
		class = j.shown(kid) || class
	}
	return class
}

// rbShownBy reports whether a call makes nothing but a text of a written list.
func rbShownBy(fn *node, n *node) bool {
	return fn.kids[0].kind == nList && (fn.text == "join" && len(n.kids) <= 2 || listWords("inspect to_s", fn.text) && len(n.kids) == 1)
}

// rbLoadPath reports whether a name is that of the folders in which Ruby looks
// for libraries, or of the files that it has loaded.
func rbLoadPath(n *node) bool {
	return n.kind == nName && listWords("$LOAD_PATH $: $LOADED_FEATURES", n.text)
}

// listed judges a method of the folders of libraries, of which only those are
// known that show some. Where anything is changed, they could be changed by it.
func (j *rbJudge) listed(name string, n *node) rbValue {
	if j.changes || !listWords("first last take grep grep_v select reject find map size length count include? any? inspect join sort uniq each each_with_index", name) {
		return j.fail()
	}
	j.arguments(n)
	return rbValue{}
}

// rbPutsFirst is the folder that a statement puts before those of the libraries:
// $LOAD_PATH.unshift "lib".
func rbPutsFirst(n *node, file string) (folder string, ok bool) {
	if n.kind != nCall || len(n.kids) != 2 || n.kids[0].kind != nAttr || n.kids[0].text != "unshift" || !rbLoadPath(n.kids[0].kids[0]) || n.kids[0].kids[0].text == "$LOADED_FEATURES" {
		return "", false
	}
	at := n.kids[1]
	if made, ok := rbBeside(at, file); ok {
		return made, true
	}
	if at.kind == nCall && len(at.kids) == 2 && at.kids[0].kind == nAttr && at.kids[0].text == "expand_path" && at.kids[0].kids[0].kind == nName && at.kids[0].kids[0].text == "File" {
		at = at.kids[1]
	}
	if at.kind != nText || !at.sure || at.text == "" || at.text == "." || at.text == "/" || path.Clean(at.text) != at.text || at.text[0] != '/' && !rbLibraryPath(at.text) || strings.ContainsAny(at.text, "~$*?\\\x00") {
		return "", false
	}
	return at.text, true
}

// rbBeside is a folder that is named from where the program's file lies:
// File.expand_path("../lib", __dir__), File.join(__dir__, "lib").
func rbBeside(n *node, file string) (folder string, ok bool) {
	if file == "" || n.kind != nCall || len(n.kids) != 3 || n.kids[0].kind != nAttr || n.kids[0].kids[0].kind != nName || n.kids[0].kids[0].text != "File" {
		return "", false
	}
	name, from := n.kids[1], n.kids[2]
	switch n.kids[0].text {
	case "join":
		name, from = from, name
	case "expand_path":
	default:
		return "", false
	}
	base := ""
	switch {
	case from.kind == nName && from.text == "__dir__":
		base = path.Dir(file)
	case from.kind == nConst && from.text == "__FILE__" && n.kids[0].text == "expand_path":
		base = file
	}
	if base == "" || name.kind != nText || !name.sure || name.text == "" || strings.ContainsAny(name.text, "~$*?\\\x00") {
		return "", false
	}
	return path.Join(base, name.text), true
}

// rbOwnFolder is the folder of a program's first such statement that stands in
// no other; what it requires is looked for there from then on.
func rbOwnFolder(tree *node, file string) string {
	for _, s := range tree.kids {
		if folder, ok := rbPutsFirst(s, file); ok {
			return folder
		}
	}
	return ""
}

// loads takes a statement that puts a folder of the project first.
func (j *rbJudge) loads(n *node) bool {
	folder, ok := rbPutsFirst(n, j.given.File)
	if !ok {
		return false
	}
	if j.given.Lib != "" && j.given.Lib != folder {
		return false
	}
	j.given.Lib = folder
	n.kids = n.kids[:1] // it is stated here whose folder that is, be it a full path
	j.add(Effect{Kind: pipeline.KindCode, Object: folder})
	return true
}
