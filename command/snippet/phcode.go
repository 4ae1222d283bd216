package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// phValue is what is known of a value. All values are data, or closures of the
// program: nothing else can be had.
type phValue struct {
	texts []pyText // all that a text may be; empty: anything
	items []pyText // all that its elements may be
	// entries are the folders below which the files lie that it goes through; found are
	// those of one of these files, or of its path.
	entries []pyText
	found   []pyText
}

// PHP says what a program does, or that it is not understood.
//
// A text is code there as soon as something calls it: "system"(x), $f(x),
// array_map($f, x), new $c. So what is called is written: a listed function, one of
// the program, a method or class of a list, or a variable that holds nothing but
// closures of the program; and where a listed function calls another, that one is
// a closure as it stands or the name of a listed function. Then texts are data,
// whatever they say. Names of all scopes that are alike are taken for one, so that
// "global", "static" and "use (&$x)" bring nothing new; references between names that
// differ exist only through parameters and loops, and a program with such has no
// values in names that are relied upon.
//
// given.Eval says that it is code from its first byte, not a page.
func PHP(text string, given Given) (effects []Effect, ok bool) {
	if effects, ok := php(text, given, false); ok {
		return effects, true
	}
	return phSoftly(text, given)
}

// php reads and judges a program. app says that it runs within an application whose
// classes may be called.
func php(text string, given Given, app bool) (effects []Effect, ok bool) {
	tree, ok := parsePHP(text, !given.Eval, app, false)
	if !ok || !phHoles(tree, false) {
		return nil, false
	}
	names := phNames{names: make(bindings[phValue])}
	for _, s := range tree.kids {
		if s.kind == nDef {
			names.define(s)
		}
	}
	names.walk(tree)
	j := phJudge{frame: frame{given: given, failed: names.failed}, names: names.names, defs: names.defs, refers: names.refers, app: app}
	j.eval(tree)
	return j.effects, !j.failed && !(j.mirror && j.called) && !feeds(j.effects, app) && !(j.handed && (!inwardBut(tree, func(s string, _ *node) bool { return outsideOf(s, given.Inner) }) || phDecodes(tree)))
}

// phJudge is one judgement of one program.
type phJudge struct {
	frame
	names  bindings[phValue]
	defs   map[string]bool // functions of the program
	refers bool            // a name may change through another one
	app    bool            // classes of the project may be called
	handed bool            // some were
	looks  int
	mirror bool    // a class is looked at by ReflectionClass
	curls  bool    // a request of this machine was made
	called bool    // something is called that would use such a look
	soft   *phSoft // the second reading
}

// fail ends the judgement: something has no rule.
func (j *phJudge) fail() phValue {
	j.failed = true
	return phValue{}
}

// all evaluates nodes whose values do not matter.
func (j *phJudge) all(nodes []*node) phValue {
	for _, n := range nodes {
		j.eval(n)
	}
	return phValue{}
}

// eval says what a node's value is, and notes what evaluating it does.
//
// Long: one case a kind of node.
func (j *phJudge) eval(n *node) phValue {
	if n == nil || !j.step() {
		return phValue{}
	}
	defer j.back()
	switch n.kind {
	case nPass, nNames, nNone:
		return phValue{}
	case nConst:
		return j.constant(n.text)
	case nName:
		v := j.name(n.text)
		if !n.sure {
			v.texts = orNone(v.texts)
		}
		return v
	case nText:
		return phValue{texts: constantTexts(n.text)}
	case nFormat:
		v := phValue{texts: []pyText{{}}}
		for _, kid := range n.kids {
			v.texts = combine(v.texts, j.eval(kid).texts, pyText.append)
		}
		return v
	case nBlock, nReturn, nTry, nHandler, nIf, nWhile, nUnary, nCompare, nDelete, nArg:
		return j.all(n.kids)
	case nStar:
		if n.text != "*" {
			return j.fail() // f(...), where no function is called by another
		}
		return j.all(n.kids)
	case nAugment:
		return j.all(n.kids)
	case nFor:
		return j.all(n.kids) // what is bound may be an element, by a key that does something
	case nBool:
		x, y := j.eval(n.kids[0]), j.eval(n.kids[1])
		return phValue{texts: union(x.texts, y.texts)}
	case nChoice:
		j.eval(n.kids[0])
		x, y := j.eval(n.kids[1]), j.eval(n.kids[2])
		return phValue{texts: union(x.texts, y.texts)}
	case nBinary:
		x, y := j.eval(n.kids[0]), j.eval(n.kids[1])
		if n.text != "." {
			return phValue{}
		}
		return phValue{texts: combine(x.texts, y.texts, pyText.append)}
	case nList:
		return j.list(n)
	case nAssign:
		v := j.eval(n.kids[0])
		if n.kids[1].kind != nName {
			j.eval(n.kids[1])
		}
		if n.text == "&" {
			v.texts = nil
		}
		return phValue{texts: v.texts}
	case nAttr:
		if (j.app || j.soft != nil && j.soft.loads) && rbCredential(rbUnderscore(n.text)) {
			return j.fail()
		}
		return j.all(n.kids)
	case nClass:
		if j.soft == nil || j.classKind(n.text) == "" && len(n.kids) == 0 {
			return j.fail()
		}
		if len(n.kids) > 0 {
			return j.extends(n)
		}
		return phValue{}
	case nIndex:
		return j.index(n)
	case nLambda, nDef:
		for _, param := range n.kids[0].kids {
			j.eval(param.kids[1])
		}
		return j.all(n.kids[1:2])
	case nImport:
		return j.includes(n)
	case nNew:
		return j.object(n)
	case nCall:
		return j.call(n)
	}
	return j.fail()
}

// constant is a number or a constant by name, of which only the folder of the
// program says anything.
func (j *phJudge) constant(name string) phValue {
	if j.app && name != "" && nameStart(name[0]) && !strings.Contains(name, "::") && strings.ToUpper(name) != name && !listWords("true false null", name) {
		return j.fail() // a command of the console
	}
	if name != "__DIR__" {
		return phValue{}
	}
	folder := j.given.Folder
	if folder == "" {
		folder = "."
	}
	return phValue{texts: []pyText{{s: folder, full: true}}}
}

// list is an array, whose elements are known if all are constants.
func (j *phJudge) list(n *node) phValue {
	v := phValue{}
	known := true
	for _, kid := range n.kids {
		if kid.kind == nArg {
			j.eval(kid.kids[0])
			kid = kid.kids[1]
		}
		one := j.eval(kid).texts
		known = known && len(one) > 0
		v.items = append(v.items, one...)
	}
	if !known || len(v.items) > maxTexts {
		v.items = nil
	}
	return v
}

// index judges $x[y]: of the arguments it may be known, of the environment it
// is a variable by its name.
func (j *phJudge) index(n *node) phValue {
	base := n.kids[0]
	var key phValue
	if len(n.kids) > 1 {
		key = j.eval(n.kids[1])
	}
	if base.kind != nName || j.names.bound(base.text) {
		j.eval(base)
		return phValue{}
	}
	switch base.text {
	case "$_SERVER", "$_ENV":
		if len(key.texts) == 0 {
			return j.fail()
		}
		for _, t := range key.texts {
			j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
		}
		return phValue{}
	case "$argv":
		if k := n.kids[len(n.kids)-1]; base.sure && len(n.kids) == 2 && k.kind == nConst && k.text >= "1" && k.text <= "9" && len(k.text) == 1 && j.given.Known {
			if i := int(k.text[0] - '1'); i < len(j.given.Args) {
				return phValue{texts: []pyText{{s: j.given.Args[i]}}}
			}
		}
	}
	j.eval(base)
	return phValue{}
}

// name looks up a variable.
func (j *phJudge) name(name string) phValue {
	b := j.names[name]
	if b == nil || len(b.sites) == 0 {
		switch name { // more is in them than data, or it is not known whose
		case "$this":
			j.failed = j.failed || j.soft == nil
			return phValue{}
		case "$_SERVER", "$_ENV", "$GLOBALS", "$_GET", "$_POST", "$_COOKIE", "$_REQUEST", "$_FILES", "$_SESSION":
			return j.fail()
		}
		return phValue{}
	}
	if v, known := b.enter(); known {
		return v
	}
	defer b.leave()
	var v phValue
	for i, s := range b.sites {
		var one phValue
		switch {
		case s.how == byValue && s.node.kind != nLambda: // a closure is judged where it stands
			one = j.eval(s.node)
		case s.how == byItem:
			list := j.eval(s.node)
			one = phValue{texts: list.items, found: list.entries}
		}
		if i == 0 {
			v = one
			continue
		}
		v = phValue{texts: union(v.texts, one.texts), entries: union(v.entries, one.entries), found: union(v.found, one.found)}
	}
	if j.refers || b.again {
		v = phValue{}
	}
	b.value, b.done = v, true
	return v
}

// includes is require and its like, of a file of the project: it is code of
// that. Files that are not there are looked for beside the program.
func (j *phJudge) includes(n *node) phValue {
	texts := j.eval(n.kids[0]).texts
	if len(texts) == 0 {
		return j.fail()
	}
	for _, t := range texts {
		if t.s == "" && len(texts) > 1 {
			continue // a variable without a value: there is no such file
		}
		if path.IsAbs(t.s) && path.Clean(t.s) == t.s && !t.glob && strings.HasSuffix(t.s, ".php") && !outsideOf(t.s, j.given.Inner) {
			j.add(Effect{Kind: pipeline.KindCode, Object: t.s})
			continue
		}
		if !t.full && j.given.Folder != "" && j.given.Folder != "." || !strings.HasSuffix(t.s, ".php") || !phPath(t.s) || t.glob && !phIncluded(t.s) {
			return j.fail()
		}
		j.add(Effect{Kind: pipeline.KindCode, Object: t.s, Pattern: t.glob})
	}
	return phValue{}
}

// object judges new: of listed classes, some of which go through folders.
func (j *phJudge) object(n *node) phValue {
	if j.soft != nil && j.made(n) {
		return phValue{}
	}
	switch {
	case listWords("DirectoryIterator FilesystemIterator RecursiveDirectoryIterator", n.text):
		if len(n.kids) == 0 || n.kids[0].kind == nStar || phNamed(n.kids) {
			return j.fail()
		}
		texts := j.eval(n.kids[0]).texts
		j.touch(pipeline.KindRead, texts, true, n.text == "RecursiveDirectoryIterator")
		j.all(n.kids[1:])
		return phValue{entries: entriesOf(texts, n.kids[1:])}
	case listWords("RecursiveIteratorIterator RegexIterator LimitIterator IteratorIterator", n.text) && len(n.kids) > 0 && len(n.kids) < 4 && !phNamed(n.kids) && (n.text != "RegexIterator" || len(n.kids) == 2):
		v := j.eval(n.kids[0])
		if n.text == "RegexIterator" && !phPatterns(n.kids[1:]) {
			return j.fail()
		}
		j.all(n.kids[1:])
		return phValue{entries: v.entries}
	case listWords("SplFileObject SplFileInfo GlobIterator RegexIterator LimitIterator", n.text):
		return j.fileObject(n)
	case listWords("PDO SQLite3", n.text):
		return j.opensDatabase(n)
	case n.text == "ReflectionClass" && len(n.kids) == 1 && (n.kids[0].kind == nConst || n.kids[0].kind == nText): // it only tells
		if j.app && !j.ownClass(strings.TrimSuffix(n.kids[0].text, "::class")) {
			return j.fail()
		}
		j.mirror = true
		return j.all(n.kids)
	case !phClass(n.text):
		if j.app && j.ownClass(n.text) && !rbServes(n.text) {
			return j.handed1("new", n.kids)
		}
		return j.fail()
	}
	return j.all(n.kids)
}
