package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// A program that the first reading gives up is read once more, with classes of its own and
// of libraries. Then the names that reach out are what is listed, and any other method
// computes.
//
// Why that is enough: the functions of PHP stay a closed list (phPure, phSoftPure), and so
// do its classes whose objects a program may have (phSoftClass): of their methods those
// that do more are known (phActs). What a program's own class does stands there. What is
// called by its value is tame (phtame.go). A class of a library, which only a program has
// that loads one, and what is asked of its objects, must have no word in its name by which
// libraries reach out (phOutwardWord); what it is handed names no place out of the project, no
// function and no class that does anything.

// phSoft is what a judge of the second reading knows more.
type phSoft struct {
	classes   map[string]*node // of the program, by their full names in small letters
	methods   map[string]bool  // of these classes
	loads     bool             // other files are loaded
	strangers []string         // classes of libraries that are made, or asked
	rebinds   bool             // $this may be another object
	says      func(word string) bool
	tame      *phTame
	class     *node // the one around what is judged
}

// phSoftly is the second reading.
func phSoftly(text string, given Given) (effects []Effect, ok bool) {
	tree, ok := parsePHP(text, !given.Eval, false, true)
	if !ok || !phHoles(tree, false) {
		return nil, false
	}
	names := phNames{names: make(bindings[phValue]), soft: true}
	for _, s := range tree.kids {
		if s.kind == nDef {
			names.define(s)
		}
	}
	names.walk(tree)
	lower := strings.ToLower(text)
	soft := &phSoft{classes: make(map[string]*node), methods: make(map[string]bool), says: func(word string) bool { return strings.Contains(lower, word) }}
	soft.gather(tree)
	j := phJudge{frame: frame{given: given, failed: names.failed}, names: names.names, defs: names.defs, refers: names.refers, soft: soft}
	soft.tame = newTame(&j, tree)
	j.eval(tree)
	if j.handed && !j.failed {
		j.failed = !inwardBut(tree, func(s string, _ *node) bool { return outsideOf(s, given.Inner) }) || phDecodes(tree) || phMakesNames(tree)
	}
	return j.effects, !j.failed && !feeds(j.effects, soft.loads)
}

// gather notes the classes of a program.
func (s *phSoft) gather(n *node) {
	if n == nil {
		return
	}
	switch {
	case n.kind == nClass && len(n.kids) > 0:
		if n.text != "" {
			s.classes[strings.ToLower(n.text)] = n
		}
		for _, m := range n.kids[1].kids {
			if m.kind == nLambda {
				s.methods[m.text] = true
			}
		}
	case n.kind == nImport:
		s.loads = true
	case n.kind == nAttr && listWords("bind bindto call", strings.ToLower(n.text)):
		s.rebinds = true
	}
	for _, kid := range n.kids {
		s.gather(kid)
	}
}

// own reports whether a class is the program's.
func (s *phSoft) own(class string) bool {
	return s.classes[strings.ToLower(class)] != nil || s.class != nil && listWords("self static", strings.ToLower(class))
}

// has reports whether a class has a method of its own.
func (s *phSoft) has(class *node, method string) bool {
	for _, m := range class.kids[1].kids {
		if m.kind == nLambda && m.text == method {
			return true
		}
	}
	return false
}

// callable reports whether a text may be called: it names nothing, or what only computes.
func (s *phSoft) callable(text string, j *phJudge) bool {
	lower := strings.ToLower(strings.TrimPrefix(text, `\`))
	if lower == "" || strings.IndexFunc(lower, func(r rune) bool { return r < 0x80 && !nameByte(byte(r)) && r != '\\' && r != ':' }) >= 0 {
		return true
	}
	switch {
	case strings.ContainsAny(lower, `:\`), strings.HasPrefix(lower, "__"), phStandsForFiles(lower), !phSafeClass(lower) && (phBuiltinWords(lower) || phKnownClass(lower)):
		return false
	case phPure(lower), phSoftPure(lower), phRefers(lower) && phCallback(lower) < 0, j.defs[text]:
		return true
	}
	return !phInternal(lower)
}

// method reports whether a text may stand for a method in an array that is called.
func (s *phSoft) method(text string) bool {
	lower := strings.ToLower(text)
	return !phActs(lower, nil) && !phDatabase(lower) && !(s.loads && phOutwardWord(text))
}

// classKind says what a class is: "own", "php", "library", or nothing that may be had.
func (j *phJudge) classKind(class string) string {
	lower := strings.ToLower(class)
	switch {
	case j.soft.own(class):
		return "own"
	case j.soft.class != nil && lower == "parent":
		kind := "own"
		for _, base := range j.soft.class.kids[0].kids {
			if kind = j.classKind(base.text); kind != "own" {
				break
			}
		}
		return kind
	case phSafeClass(lower), phInterface(class):
		return "php"
	case phBuiltinWords(lower), phKnownClass(lower), phOutwardWord(class):
		return ""
	case j.soft.loads:
		return "library"
	}
	return ""
}

// extends judges what a class of the program extends: nothing whose objects call what they
// are made with, stand for files, or look into others.
func (j *phJudge) extends(n *node) phValue {
	for _, base := range n.kids[0].kids {
		kind, lower := j.classKind(base.text), strings.ToLower(base.text)
		if kind == "" || kind == "php" && (strings.Contains(lower, "callback") || strings.Contains(lower, "reflection") || strings.Contains(lower, "file") || strings.Contains(lower, "directory") || listWords("fiber closure pdo", lower)) {
			return j.fail()
		}
		if kind == "library" {
			j.handed = true
			j.soft.strangers = append(j.soft.strangers, base.text)
		}
	}
	before := j.soft.class
	j.soft.class = n
	defer func() { j.soft.class = before }()
	for _, m := range n.kids[1].kids {
		j.eval(m)
	}
	return phValue{}
}

// made judges new in the second reading; done says that it did.
func (j *phJudge) made(n *node) (done bool) {
	lower := strings.ToLower(n.text)
	switch {
	case n.text == "class":
		j.eval(n.kids[0])
		j.all(n.kids[1:])
		return true
	case j.classKind(n.text) == "own":
		if j.soft.loads && !j.mine(n) {
			j.lends(n.text, "new", n.kids)
			return true
		}
		j.all(n.kids)
		return true
	case lower == "pdo":
		if len(n.kids) != 1 || n.kids[0].kind != nText || n.kids[0].text != "sqlite::memory:" {
			j.fail()
		}
		j.all(n.kids)
		return true
	case lower == "sqlite3":
		if len(n.kids) != 1 || n.kids[0].kind != nText || n.kids[0].text != ":memory:" {
			j.fail()
		}
		return true
	case lower == "callbackfilteriterator" || lower == "recursivecallbackfilteriterator" || lower == "fiber":
		for _, a := range n.kids {
			if a.kind == nStar || a.kind == nArg {
				j.fail()
			}
		}
		if len(n.kids) == 0 || !j.tamed(n.kids[len(n.kids)-1]) {
			j.fail()
		}
		j.all(n.kids)
		return true
	case lower == "simplexmlelement":
		j.failed = j.failed || len(n.kids) != 1 || n.kids[0].kind == nStar || n.kids[0].kind == nArg
		j.all(n.kids)
		return true
	case phSoftClass(lower):
		j.all(n.kids)
		return true
	case j.classKind(n.text) == "library":
		j.lends(n.text, "new", n.kids)
		return true
	}
	return false
}

// tamed asks whether what is called here may be.
func (j *phJudge) tamed(n *node) bool {
	return j.soft.tame.tame(n, false, j.soft.class) && (n.kind != nList || j.soft.tame.tame(n, true, j.soft.class))
}

// asked judges a call of a method, or of a function of a class.
func (j *phJudge) asked(fn *node, args []*node) phValue {
	base, name := fn.kids[0], strings.ToLower(fn.text)
	mine := j.soft.methods[name]
	switch {
	case name == "parsefile" && base.kind == nClass && strings.TrimPrefix(base.text, `\`) == `Symfony\Component\Yaml\Yaml` && j.soft.loads && len(args) == 1 && args[0].kind != nStar && args[0].kind != nArg: // flags make objects
		texts := j.eval(args[0]).texts
		if slices.ContainsFunc(texts, func(t pyText) bool { return outsideOf(t.s, j.given.Inner) }) {
			return j.fail()
		}
		j.touch(pipeline.KindRead, texts, false, false)
		return phValue{}
	case strings.HasPrefix(name, "__") && !(base.kind == nClass && strings.EqualFold(base.text, "parent")) && (!mine || name == "__construct"):
		return j.fail()
	case phActs(name, j.soft.says) && !mine, phActs(name, j.soft.says) && mine && !j.mine(base):
		if !phHarmlessHere(name, args) {
			return j.fail()
		}
	case (j.soft.says("pdo") || j.soft.says("sqlite3")) && phDatabase(name) && !(mine && j.mine(base)):
		return j.statement(name, base, args)
	case listWords("uasort uksort fromcallable", name) && !j.mine(base):
		if len(args) != 1 || !j.tamed(args[0]) {
			return j.fail()
		}
	}
	if base.kind == nClass {
		kind := j.classKind(base.text)
		if kind == "" {
			return j.fail()
		}
		if kind == "library" || kind == "own" && j.soft.loads && !j.mine(base) {
			return j.lends(base.text, fn.text, args)
		}
		return j.all(args)
	}
	v := j.eval(base)
	if j.soft.loads && !j.mine(base) {
		return j.lends("", fn.text, args)
	}
	j.all(args)
	if len(args) == 0 && listWords("getpathname getrealpath", name) {
		return phValue{found: v.found}
	}
	return phValue{}
}

// mine reports whether an object certainly is one of the program's own classes, all of
// which it inherits from being the program's, too.
func (j *phJudge) mine(n *node) bool {
	own := func(class string) bool {
		c := j.soft.classes[strings.ToLower(class)]
		return c != nil && j.soft.tame.ownBases(c)
	}
	switch {
	case n.kind == nName && n.text == "$this", n.kind == nClass && listWords("self static", strings.ToLower(n.text)):
		return j.soft.class != nil && !j.soft.rebinds && j.soft.tame.ownBases(j.soft.class)
	case n.kind == nNew && listWords("self static", strings.ToLower(n.text)):
		return j.soft.class != nil && j.soft.tame.ownBases(j.soft.class)
	case n.kind == nClass, n.kind == nNew && n.text != "class":
		return own(n.text)
	case n.kind == nName && !j.soft.tame.wild:
		sites, params := j.soft.tame.sites[n.text], j.soft.tame.params[n.text]
		for _, s := range sites {
			if s.inner || s.node == nil || s.node.kind != nNew || !own(s.node.text) {
				return false
			}
		}
		for _, p := range params {
			if !own(p.param.kids[2].text) {
				return false
			}
		}
		return len(sites)+len(params) > 0
	}
	return false
}

// lends judges what code of a library, or of the project, is asked and given.
func (j *phJudge) lends(class, name string, args []*node) phValue {
	if name != "new" && (phOutwardWord(name) || phHidden(name) || listWords(strings.ToLower(phHiddenNames), strings.ToLower(name)) || rbCredential(rbUnderscore(strings.TrimPrefix(name, "get")))) {
		return j.fail()
	}
	if class == "" && strings.EqualFold(name, "make") && len(args) > 0 && args[0].kind != nList { // whatever it is named
		return j.fail()
	}
	j.handed = true
	j.soft.strangers = append(j.soft.strangers, class)
	for _, a := range args {
		if a.kind == nStar && a.text == "()" { // f(...) would be called by nobody knows whom
			return j.fail()
		}
		if a.kind == nArg {
			if elsewhere(a) || rbBeyond(rbUnderscore(a.text)) || phOutwardWord(a.text) {
				return j.fail()
			}
			a = a.kids[0]
		}
		j.harmlessTo(a)
		v := j.eval(a)
		for _, t := range append(v.items, v.texts...) {
			if !t.glob && (outsideOf(t.s, j.given.Inner) || sqlChanges(t.s) || !j.soft.callable(t.s, j)) {
				return j.fail()
			}
		}
		if phCalls(name) && a.kind != nLambda && !j.tamed(a) {
			return j.fail()
		}
	}
	return phValue{}
}

// harmlessTo refuses what a library could call, or make an object of.
func (j *phJudge) harmlessTo(n *node) {
	switch {
	case n == nil || n.kind == nLambda:
		return
	case n.kind == nText:
		j.failed = j.failed || !j.soft.callable(n.text, j)
	case n.kind == nList && len(n.kids) == 2 && n.kids[1].kind == nText && !j.soft.method(n.kids[1].text):
		j.failed = true
	case n.kind == nConst && strings.HasSuffix(strings.ToLower(n.text), "::class"):
		class := n.text[:len(n.text)-len("::class")]
		j.failed = j.failed || j.classKind(class) == "" || phStandsForFiles(strings.ToLower(class))
	case n.kind == nConst && strings.Contains(n.text, "PARSE_OBJECT"), n.kind == nConst && strings.HasPrefix(n.text, "PARSE_CONSTANT"):
		j.failed = true
	}
	for _, kid := range n.kids {
		j.harmlessTo(kid)
	}
}
