package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Paths that data say: fs.readFileSync("dist/" + entry.file). Where the data come
// out of files of the project that the program only reads, they say what the
// project's own code may say; so a file that they name is read as code of the file that they
// stand in would read it. Only whole values count, as they stand in the data, so
// that no path is made of their letters; and nothing may be put among them.
// Written is only below a constant folder; deleted or moved is nothing.

// ofDatum judges a function of fs whose path comes out of data.
func (j *jsJudge) ofDatum(name, act string, n *node) bool {
	if !j.soft || act != "read" && act != "look" && act != "write" || name == "fs.mkdtempSync" || name == "fs.opendirSync" || name == "fs.createWriteStream" || j.failed {
		return false
	}
	var d datum
	if !j.datumPath(n, &d, 0) || !d.data || d.head == "" && act == "write" && (len(d.files) > 0 || len(d.roots) == 0) {
		return false
	}
	kind := pipeline.KindRead
	if act == "write" {
		kind = pipeline.KindWrite
	}
	if d.head != "" && (d.head != "." || act == "write") {
		j.add(Effect{Kind: kind, Object: d.head, Look: act == "look", Tree: true})
	}
	if d.head == "" {
		for _, root := range d.roots {
			if act == "write" && (root == "." || strings.Contains(root, ".git")) {
				return false
			}
			j.add(Effect{Kind: kind, Object: root, Look: act == "look", Tree: true})
		}
	}
	if len(d.files) == 0 && d.head == "" && len(d.roots) == 0 {
		return false
	}
	for _, file := range d.files {
		j.add(Effect{Kind: pipeline.KindCode, Object: file, Says: true})
	}
	j.dated = append(j.dated, d.files...)
	j.datum = true
	return true
}

// datum is what is known of a path that data say.
type datum struct {
	head  string   // the folder that it begins with
	files []string // where the data come from
	roots []string // or the folders that they were found in
	data  bool
	same  bool
	begun bool
	tail  string // the constants that it ends with so far
}

// datumPath reads a path as constants and values of data, one behind the other.
func (j *jsJudge) datumPath(n *node, d *datum, depth int) bool {
	if n == nil || depth > 12 || !j.step() {
		return false
	}
	defer j.back()
	switch n.kind {
	case nBinary:
		return n.text == "+" && j.datumPath(n.kids[0], d, depth+1) && j.datumPath(n.kids[1], d, depth+1)
	case nFormat:
		for _, kid := range n.kids {
			if kid.kind == nArg {
				if !j.datumPath(kid.kids[0], d, depth+1) {
					return false
				}
			} else if !kid.sure || !d.constant(kid.text, j.given.Inner) {
				return false
			}
		}
		return true
	case nCall:
		if v := j.callee(n.kids[0]); v.what == jsMember && v.name == "path" && (v.member == "join" || v.member == "resolve") && len(n.kids) > 1 {
			for i, a := range n.kids[1:] {
				if i > 0 && !d.constant("/", nil) || !j.datumPath(a, d, depth+1) {
					return false
				}
			}
			return true
		}
	case nName:
		if b := j.bindingOf(n.text); len(b.sites) == 1 && b.sites[0].how == byValue && (b.sites[0].node.kind == nFormat || b.sites[0].node.kind == nBinary || b.sites[0].node.kind == nCall) && len(j.eval(n).texts) == 0 {
			return j.datumPath(b.sites[0].node, d, depth+1)
		}
	}
	if ok, known := d.known(j.used(j.eval(n)).texts, j.given.Inner); known {
		return ok
	}
	begun := d.begun
	d.begun, d.data, d.tail = true, true, ""
	from, ok := j.origin(n, depth)
	d.files = append(d.files, from.files...)
	if !begun { // behind something it is a name
		if d.roots, d.same = from.roots, from.same; len(from.roots)+len(from.files) == 0 && !from.same {
			d.roots = []string{"."} // a name of what lies here
		}
	}
	return ok
}

// known takes a part whose values are known: one constant, or places below folders.
// What is neither may still be known by where it comes from.
func (d *datum) known(texts []pyText, inner []string) (ok, known bool) {
	if len(texts) == 1 && (constant(texts[0]) || texts[0].s == "." && texts[0].full) {
		if texts[0].full && d.begun {
			return false, true
		}
		return d.constant(texts[0].s, inner), true
	}
	for _, t := range texts {
		if !t.under || t.glob || t.home || d.begun || outsideOf(t.s, inner) {
			return false, false
		}
		d.roots = append(d.roots, t.s)
	}
	if len(texts) > 0 {
		d.begun, d.data, d.tail = true, true, ""
	}
	return true, len(texts) > 0
}

// constant takes a part of a path that stands in the program.
func (d *datum) constant(s string, inner []string) bool {
	if s == "" {
		return true
	}
	if strings.Contains(d.tail+s, "..") || s != "/" && s != "." && outward(s) && outsideOf(s, inner) || strings.ContainsAny(s, "\x00\\*?[") {
		return false
	}
	behind := strings.HasSuffix(d.tail, "/")
	d.tail += s
	if !d.begun {
		d.begun = true
		if s == "/" || outsideOf(s, inner) {
			return false
		}
		if d.head = "."; strings.Contains(s, "/") {
			d.head = s[:strings.LastIndexByte(s, '/')]
		} else if s != "." {
			d.head = s
		}
		return d.head != ""
	}
	// behind data: a place below, or an ending
	return !d.data || behind || s[0] == '/' || s[0] == '.' || s[0] == '-'
}

// callee is the function that a call names, where it is one of the program's names or a
// listed member of a module; else nothing is known of it.
func (j *jsJudge) callee(fn *node) jsValue {
	switch fn.kind {
	case nName:
		if len(j.bindingOf(fn.text).sites) > 0 {
			return j.name(fn)
		}
	case nAttr:
		if base := fn.kids[0]; base.kind == nName || base.kind == nAttr || requires(base) {
			if v := j.eval(base); v.what == jsObject && (listWords(jsFunctions(v.name), fn.text) || jsAct(v.name, fn.text) != "" || v.name == "glob") {
				return j.memberOf(v, fn.text)
			}
		}
	}
	return jsValue{}
}

// undatum reports whether data of files may have got among what the program makes,
// or the program has written such a file.
func (j *jsJudge) undatum() bool {
	if !j.datum {
		return false
	}
	for _, e := range j.effects {
		if e.Kind != pipeline.KindWrite {
			continue
		}
		for _, file := range j.dated {
			if file == "." || strings.TrimPrefix(e.Object, "./") == strings.TrimPrefix(file, "./") || e.Pattern || e.Tree && (e.Object == "." || strings.HasPrefix(strings.TrimPrefix(file, "./"), strings.TrimPrefix(e.Object, "./"))) {
				return true
			}
		}
	}
	return j.misnamed() || j.mixing()
}

// manifestsOfData is require(name + "/package.json") with names that data say.
func (j *jsJudge) manifestsOfData(n *node) jsValue {
	var d datum
	last := n.kids[len(n.kids)-1]
	if !j.soft || last.kind != nText || !last.sure || last.text != "/package.json" || !j.datumPath(n, &d, 0) || !d.data || !listWords("node_modules ./node_modules", d.head) && d.head != "" {
		return j.fail()
	}
	for _, file := range d.files {
		j.add(Effect{Kind: pipeline.KindCode, Object: file, Says: true})
	}
	j.add(Effect{Kind: pipeline.KindCode, Object: j.folder()})
	j.dated = append(j.dated, d.files...)
	j.datum = true
	return jsValue{}
}

// looksBelow states that the names below a folder are looked at.
func (j *jsJudge) looksBelow(dir string) {
	j.add(Effect{Kind: pipeline.KindRead, Object: dir, Look: true, Tree: true})
}
