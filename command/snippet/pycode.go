package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Python says what a program does, or that it is not understood. What the lists do not have
// is looked at once more (see pySoft), and then with each name that is bound several times as
// several (see pyVersions).
func Python(text string, given Given) (effects []Effect, ok bool) {
	for _, soft := range [...]*pySoft{nil, {}, {divides: true}} {
		if ok && !changesAny(effects) {
			break
		}
		if ok && (soft == nil || !soft.divides) {
			continue
		}
		tree, parses := parsePython(text)
		if !parses || pySets(text, tree) {
			return nil, false
		}
		if found, fine := judgePython(tree, given, soft); fine {
			effects, ok = found, true
		}
	}
	return effects, ok
}

// changesAny reports whether files of any name are changed: then it is worth a look whether a
// condition says which.
func changesAny(effects []Effect) bool {
	return slices.ContainsFunc(effects, func(e Effect) bool {
		return e.Pattern && (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete) && strings.HasSuffix(e.Object, "*")
	})
}

// judgePython says what a tree does, with what is known of it if it is looked at again.
func judgePython(tree *node, given Given, soft *pySoft) (effects []Effect, ok bool) {
	points(tree)
	if soft != nil {
		spread(tree, given)
		spellOut(tree)
	}
	scopePython(tree, given.Old)
	var divided *pyVersions
	if soft != nil && soft.divides {
		if divided = versions(tree, given.Old); divided == nil {
			return nil, false
		}
	}
	names := pyNames{names: make(bindings[pyValue]), fields: make(map[string]bool), old: given.Old, soft: soft, attrs: make(bindings[pyValue])}
	if soft != nil {
		soft.begin(tree)
	}
	names.divide(divided)
	names.walk(tree)
	names.dispatched()
	names.link()
	if names.failed {
		return nil, false
	}
	j := pyJudge{alters: names.loosens(), foreign: names.foreign, disguised: names.disguised, looksUp: names.looksUp, names: names.names, fields: names.fields, links: names.links, options: &names.options, classy: names.classy, soft: soft, attrs: names.attrs, frame: frame{given: given}}
	j.late, j.tree = lateImports(tree), tree
	j.statement(tree)
	for _, e := range j.starts { // after all that is written, wherever that stands
		j.add(e)
	}
	if j.failed || j.strays() || j.reloads() || j.changeable() || !j.settled() || j.handed && (j.homely || !j.inward(tree)) {
		return nil, false
	}
	if soft != nil {
		return j.effects, soft.sound()
	}
	return j.effects, !(j.classy && j.pathlike && j.misleads() || j.classy && (j.lends || j.tasks && j.clashes() || j.owns && j.confusing()))
}

// pyJudge goes through a tree and says what it does.
type pyJudge struct {
	frame
	names     bindings[pyValue]
	fields    map[string]bool
	links     pyLink
	options   *pyOptions      // of the command line
	asked     map[string]bool // variables of the environment whose values count
	put       map[string]bool // those that get one
	pathlike  bool            // there are paths among its data
	homely    bool            // the home folder is among its paths
	looksUp   bool            // a class of the program gets keys that it is asked for
	matched   bool            // attributes of objects are asked for by patterns
	classy    bool            // the program defines classes
	lends     bool            // the program has objects of libraries
	tasks     bool            // it has tasks
	owns      bool            // the program has objects of the project
	led       bool            // files are read that data names
	heir      bool            // a class of the program derives from one of the project
	tree      *node           // the program
	asks      *routing        // which texts are routes, once that was asked
	loaded    []string        // files of the project that it loads as code
	pictured  []pyText        // pictures that it opens
	drawing   bool            // what is opened is drawn, too
	late      bool            // modules are imported when it already does something
	brought   map[string]bool // patterns of files that are written and may be new
	foreign   bool            // it imports more than Python's own modules
	alters    bool            // it changes containers that may lie within others
	disguised bool            // a class of the program is a text or a number that may look otherwise
	soft      *pySoft         // nil: nothing but what is listed is taken
	attrs     bindings[pyValue]
	starts    []Effect // programs
	handed    bool     // functions of the project were called
	roots     []string // where else it looks for modules

	modules map[string]bool // that lie in the project
	sought  int
}

// fail ends the judgement: something has no rule.
func (j *pyJudge) fail() pyValue {
	j.failed = true
	return pyValue{}
}

// statement judges a statement and those in it.
//
// Long: one case a kind of statement.
func (j *pyJudge) statement(n *node) {
	if n == nil || j.failed {
		return
	}
	switch n.kind {
	case nBlock:
		for _, s := range n.kids {
			j.statement(s)
		}
	case nExpr:
		if !j.compiled(n.kids[0]) {
			j.eval(n.kids[0])
		}
	case nAssign:
		j.failed = j.failed || j.redirects(n)
		j.assign(n)
	case nAugment:
		if n.kids[0].kind == nIndex || n.kids[0].kind == nAttr {
			j.store(n.kids[0])
		}
		j.plain(n.kids[1])
		j.plain(n.kids[0])
	case nImport:
		j.imports(n)
	case nIf, nWhile:
		j.eval(n.kids[0])
		j.statement(n.kids[1])
		j.statement(n.kids[2])
	case nFor:
		j.turn(n)
		j.statement(n.kids[2])
		j.statement(n.kids[3])
	case nTry:
		for _, kid := range n.kids {
			j.statement(kid)
		}
	case nHandler:
		if n.kids[0] != nil {
			j.plain(n.kids[0])
		}
		j.statement(n.kids[2])
	case nWith:
		for _, item := range n.kids {
			j.statement(item)
		}
	case nDef:
		j.params(n.kids[0])
		j.statement(n.kids[1])
	case nReturn:
		for _, kid := range n.kids {
			if n.sure { // gives knows what it is
				j.eval(kid)
			} else {
				j.plain(kid)
			}
		}
	case nMatch:
		j.matches(n)
	case nRaise:
		for _, kid := range n.kids {
			j.plain(kid)
		}
	case nDelete:
		j.deleted(n.kids[0])
	case nClass:
		j.class(n)
	case nDecor:
		for _, d := range n.kids[:len(n.kids)-1] {
			j.decorator(d)
		}
		j.statement(n.kids[len(n.kids)-1])
	case nPass, nNames:
	default:
		j.failed = true
	}
}

// assign judges the value, the targets and what an annotation says.
func (j *pyJudge) assign(n *node) {
	if n.kids[0] != nil {
		j.eval(n.kids[0])
	}
	for _, t := range n.kids[1:] {
		switch {
		case t.kind == nParam:
			j.annotation(t.kids[1])
		case t.kind == nName:
		case t.kind == nTuple && n.kids[0] != nil && j.eval(n.kids[0]).what == pyArgv:
			j.store(t)
		case t.kind == nIndex && n.kids[0] != nil && j.eval(t.kids[0]).what == pyEnv:
			j.sets(j.plain(t.kids[1]), j.eval(n.kids[0]))
		default:
			if v := j.eval(n.kids[0]); j.soft == nil || t.kind != nTuple || !v.divides() { // whose parts are known
				j.plain(n.kids[0])
			}
			if t.kind == nAttr && j.tunes(j.eval(t.kids[0]), t, n.kids[0]) {
				continue
			}
			j.store(t)
		}
	}
}

// divides reports whether the parts of an object of a library are taken for such objects.
func (v pyValue) divides() bool {
	return v.what == pyObject && (pyHarmless(v.name) || pyDefines(v.name) || v.name == "matplotlib")
}

// store judges a target that is no name: an element of plain data.
func (j *pyJudge) store(t *node) {
	switch t.kind {
	case nName:
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			j.store(kid)
		}
	case nIndex:
		if j.eval(t.kids[0]).what == pyEnv { // by assign
			j.failed = true
		}
		if j.drawSettings(t.kids[0]) {
			j.failed = j.failed || !j.drawSetting(t.kids[1])
			return
		}
		j.plain(t.kids[0])
		j.plain(t.kids[1])
	case nAttr:
		j.stored(t)
	default:
		j.failed = true
	}
}

// deleted judges what stands behind del. An attribute that is deleted could uncover
// that of a class.
func (j *pyJudge) deleted(t *node) {
	if t.kind == nIndex || t.kind == nTuple {
		j.store(t)
	} else if t.kind != nName {
		j.failed = true
	}
}

// turn judges a loop's iterable and target.
func (j *pyJudge) turn(n *node) {
	v := j.eval(n.kids[1])
	switch v.what {
	case pyPaths, pyArgv:
		if n.kids[0].kind != nName {
			j.failed = true
		}
	case pyEnv, pySysPath:
	case pyObject:
		if v.name != "signature" {
			j.accept(v)
		}
	case pyForeign: // that has no name: enumerate(paths): pynames knows what its second name is
		t, call := n.kids[0], n.kids[1]
		if v.name != "" {
			j.accept(v)
			break
		}
		if t.kind != nTuple || len(t.kids) != 2 || t.kids[0].kind != nName || t.kids[1].kind != nName || call.kind != nCall || passing(call.kids[0]) != "enumerate" {
			j.failed = true
		}
	default:
		j.accept(v)
	}
	j.store(n.kids[0])
}

// params judges what parameters have by themselves, which is evaluated once, where the
// function is defined.
func (j *pyJudge) params(n *node) {
	for _, p := range n.kids {
		switch value := p.kids[0]; {
		case value == nil:
		case j.links.flows[value]: // what it is, its uses say; what it does, it does here
			j.eval(value)
		default:
			j.plain(value)
		}
		if p.kids[1] != nil {
			j.annotation(p.kids[1])
		}
	}
}

// annotation is evaluated like any expression; what it may hold is little.
func (j *pyJudge) annotation(n *node) {
	switch n.kind {
	case nName, nAttr:
		if v := j.eval(n); v.what != pyClass {
			j.accept(v)
		}
	case nConst:
	case nText: // somebody may evaluate it
		j.failed = j.failed || j.soft != nil && strings.Contains(n.text, "(")
	case nIndex, nTuple, nList, nBinary:
		for _, kid := range n.kids {
			j.annotation(kid)
		}
	default:
		j.failed = true
	}
}

// imports judges the modules of an import. One that is not of the standard
// library is code of the project or of a package, as it is when a script of the
// project imports it.
func (j *pyJudge) imports(n *node) {
	modules := []string{n.text}
	if !n.sure {
		modules = modules[:0]
		for _, a := range n.kids {
			modules = append(modules, a.text)
		}
	}
	for _, module := range modules {
		first, _, _ := strings.Cut(module, ".")
		j.pathlike = j.pathlike || first == "pathlib"
		switch {
		case strings.HasPrefix(module, "_") && module != "__future__":
			j.failed = true
		case listWords(pyStdlib, first) || first == "__future__":
			j.tasks = j.tasks || first == "asyncio"
			j.lends = j.lends || module == "importlib.metadata" // a file of a package leads to its path
			if !pyKnown(module) {
				j.failed = true
			}
			if !listWords(pyLoaded, module) && !j.given.Isolated && module != "__future__" {
				j.code(j.given.Folder)
			}
		default:
			j.owns = j.owns || !pyThird(first)
			j.code(j.given.Folder)
		}
	}
	if !n.sure || !listWords(pyStdlib, strings.SplitN(n.text, ".", 2)[0]) {
		return
	}
	for _, a := range n.kids {
		if _, _, ok := pyMember(n.text, a.text); !ok {
			j.failed = true
		}
	}
}
