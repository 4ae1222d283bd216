package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// A program of R that the first reading does not know is read once more, and then the
// names that reach out are what is listed (rReaches): any other function of R, or of a
// package that is known, computes, whatever values it gets. That holds as long as
//
//   - a name that reaches out stands only where it is called, and there with a rule
//     (rRuled): never as a value, so that nothing else can call it;
//   - no text becomes a function or code: functions that look for one by its name get
//     it written out (function), and nothing evaluates a text;
//   - no class is given by a reckoned name, since a class chooses methods;
//   - code as data (formulas, quote) holds nothing with a rule, as it may be changed
//     before it runs.
//
// A function that nobody knows belongs to the project if its code was loaded
// (devtools::load_all, source), and may then be called as the project's tests call it:
// no constant of the program points out of the project, and no name is one for deploying
// or destroying. Otherwise the program is not understood.

// rSecond is the second reading.
func rSecond(text string, given Given) ([]Effect, bool) {
	block := rParse(text, true)
	if block == nil {
		return nil, false
	}
	return rSoftly(block, given)
}

// rSoftly judges the tree of a program.
func rSoftly(block *node, given Given) ([]Effect, bool) {
	j := &rSoft{given: given, bound: map[string][]*node{}, attached: map[string]bool{}, lambdas: map[string]bool{}, certain: map[string]int{}, handled: map[string]bool{}, changing: map[string]bool{}}
	j.prepare(block, nil)
	if !given.Isolated {
		j.add(Effect{Kind: pipeline.KindCode, Object: "."}) // .Rprofile
	}
	j.walk(block)
	if j.draws {
		j.add(Effect{Kind: pipeline.KindWrite, Object: "Rplots.pdf"})
	}
	j.ends(block)
	return j.report.effects, !j.bad
}

// rSoft goes through a program once. What a name may be is all that any part of the program
// binds it to, in whatever order.
type rSoft struct {
	report   report
	given    Given
	bound    map[string][]*node // what names are bound to; nil: nobody knows
	lambdas  map[string]bool    // names that are bound to functions of the program, and to nothing else
	attached map[string]bool    // packages of others
	own      bool               // code of the project is loaded
	stored   bool               // objects of a file come in, which may be functions
	invokes  bool               // it calls values that are no functions of its own
	certain  map[string]int     // names that have a value of the program where the walk is
	handled  map[string]bool    // parameters of functions that get conditions
	changing map[string]bool    // functions of the program by whether they change files
	removes  bool
	methods  bool // the program has methods of its own for what R calls by itself
	mask     int  // > 0: names may be columns
	frozen   int  // > 0: within code that is data: nothing with a rule may stand there
	shown    int  // > 0: what is there is only printed
	naming   int  // > 0: what is there names files
	masked   bool // a function was taken by its name where a column may have it
	makes    bool
	symbols  bool // it has models or formulas, which hold names of columns as code
	injects  bool // it puts values into code, where such a name would be evaluated
	draws    bool
	bad      bool
	steps    int
}

// rMaxSteps bounds the work on values of one program.
const rMaxSteps = 20000

// no ends the reading.
func (j *rSoft) no() { j.bad = true }

// add states an effect.
func (j *rSoft) add(e Effect) { j.report.add(e) }

// walk judges a part of the program.
//
// Long: one case a kind of node.
func (j *rSoft) walk(n *node) {
	if n == nil || j.bad {
		return
	}
	switch n.kind {
	case nConst, nPass:
	case nText:
		j.text(n.text)
	case nName:
		j.value(n.text)
	case nAttr:
		j.walk(n.kids[0])
		if n.text == "call" && j.shown == 0 {
			j.no() // code that ran, which could be changed and run again
		}
		if listWords("parent_env .__enclos_env__ parent_frame", n.text) {
			j.no()
		}
	case nLambda:
		for _, p := range n.kids[0].kids {
			if len(p.kids) > 0 {
				j.walk(p.kids[0])
			}
		}
		shown, naming := j.shown, j.naming
		j.shown, j.naming = 0, 0
		for _, p := range n.kids[0].kids {
			j.certain[p.text]++
		}
		j.walk(n.kids[1])
		for _, p := range n.kids[0].kids {
			j.certain[p.text]--
		}
		j.shown, j.naming = shown, naming
	case nUnary, nBinary:
		if n.text == "!" && n.kids[0].kind == nUnary && n.kids[0].text == "!" {
			j.injects = true
		}
		if n.text == "~" {
			j.frozen++
			defer func() { j.frozen-- }()
		}
		if strings.HasPrefix(n.text, "%") && !listWords("%in% %% %/% %*% %o% %x%", n.text) {
			if !j.operator(n.text) {
				j.no()
			}
		}
		for _, k := range n.kids {
			j.operand(n, k)
		}
	case nAssign:
		j.assign(n)
	case nIndex:
		j.index(n)
	case nCall:
		j.call(n)
	case nBlock:
		j.block(n)
	case nFor:
		j.walk(n.kids[0])
		j.certain[n.text]++
		j.walk(n.kids[1])
		j.certain[n.text]--
	case nTuple, nIf, nWhile, nArg:
		for _, k := range n.kids {
			j.walk(k)
		}
	default:
		j.no()
	}
}

// block judges statements. What one of them binds is certain in those behind it.
func (j *rSoft) block(n *node) {
	var names []string
	for _, k := range n.kids {
		j.walk(k)
		if k.kind == nAssign && k.text != "<<-" && (k.kids[0].kind == nName || k.kids[0].kind == nText) {
			names = append(names, k.kids[0].text)
			j.certain[k.kids[0].text]++
		}
	}
	for _, name := range names {
		j.certain[name]--
	}
}

// operator reports whether an operator of packages, or of the program, may be used.
func (j *rSoft) operator(op string) bool {
	return j.lambdas[op] || len(j.bound[op]) == 0 && (op == "%||%" || len(j.attached) > 0 && !listWords("%<>% %$% %!>% %<-% %->% %do% %dopar%", op))
}

// operand judges what stands beside an operator. Those that compare or reckon fail for
// functions, so that a name may be a column there, whatever it is called.
func (j *rSoft) operand(n, k *node) {
	if j.methods || len(j.bound[n.text]) > 0 { // the program's own
		j.walk(k)
		return
	}
	if k.kind == nText && listWords("== != < > <= >= %in%", n.text) {
		return
	}
	if k.kind == nName && n.text != "~" && n.text != ":=" && !strings.HasPrefix(n.text, "%") && j.mask > 0 {
		return
	}
	j.walk(k)
}

// text judges a text constant: none is the name of a function that reaches out, nor of a
// class whose methods do, as other functions could look for it by that name. A few such
// names are words of data, and harmless whatever they are called with.
func (j *rSoft) text(s string) {
	if j.shown > 0 || j.naming > 0 {
		return
	}
	if rReaches(s) && !listWords("q quit dir C body formals subset transform open close structure help news history citation", s) || strings.HasPrefix(s, "base::") || listWords("vignette packageIQR libraryIQR packageInfo hsearch help_files_with_topic browseVignettes news_db packages packageStatus bibentry traceable", s) {
		j.no()
	}
}

// value judges a name that is used as a value. One that reaches out is taken only where
// the program certainly has a value of that name, or as a column.
func (j *rSoft) value(name string) {
	pkg, member := rSplit(name)
	switch {
	case pkg != "":
		if rReaches(member) || rUnlisted(pkg, member) || j.reachesIn(pkg, member) || rRuled(member) != "" || !rBasePackage(pkg) && !rKnown(pkg) || rBasePackage(pkg) && pkg != "datasets" && !rComputes(pkg, member) {
			j.no()
		}
	case name == "_":
		j.no()
	case rReaches(name) || rRuled(name) != "" || j.reachesAttached(name):
		if j.certain[name] == 0 || j.removes {
			j.no()
		}
	case j.lambdas[name] && j.frozen == 0 && j.ruledWithin(name):
		j.no() // whoever gets it could change what it does
	}
}

// reachesAttached reports whether a package that is attached has a name that reaches out.
func (j *rSoft) reachesAttached(name string) bool {
	for pkg := range j.attached {
		if j.reachesIn(pkg, name) {
			return true
		}
	}
	return false
}

// ruledWithin reports whether a function of the program calls something with a rule that
// changes files.
func (j *rSoft) ruledWithin(name string) bool {
	changes, known := j.changing[name]
	if !known {
		changes = slices.ContainsFunc(j.bound[name], changesFiles)
		j.changing[name] = changes
	}
	return changes
}

// changesFiles reports whether a call of a function with a rule stands anywhere in a part.
func changesFiles(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nName {
		if _, member := rSplit(n.text); strings.ContainsAny(rRuled(member), ">-!") || listWords("unlink file.remove cat sink save", member) {
			return true
		}
	}
	for _, k := range n.kids {
		if changesFiles(k) {
			return true
		}
	}
	return false
}

// rSplit divides a name into its package and itself.
func rSplit(name string) (pkg, member string) {
	if pkg, member, ok := strings.Cut(name, ":::"); ok {
		return pkg, member
	}
	if pkg, member, ok := strings.Cut(name, "::"); ok {
		return pkg, member
	}
	return "", name
}

// ends judges the program as a whole, once all of it is known.
func (j *rSoft) ends(block *node) {
	if j.masked {
		// A column may have the name of the function, and hold a text: then the text must
		// be the project's own.
		if j.makes {
			j.no()
		}
		for _, e := range append([]Effect(nil), j.report.effects...) {
			if e.Kind == pipeline.KindRead && !e.Look {
				j.add(Effect{Kind: pipeline.KindCode, Object: e.Object, Pattern: e.Pattern, Home: e.Home, Says: true})
			}
		}
	}
	if j.symbols && j.injects || (j.own || j.stored && j.invokes) && !j.staysInside(block) {
		j.no()
	}
}

// leads reports whether a text points out of the project.
func (j *rSoft) leads(s string) bool {
	return outsideOf(s, j.given.Inner) || strings.Contains(s, "://")
}

// madeOutside reports whether a call makes a text that points out of the project, of
// constants that do not, or a folder above the current one.
func (j *rSoft) madeOutside(n *node) bool {
	if n.kids[0].kind != nName {
		return false
	}
	_, name := rSplit(n.kids[0].text)
	if !listWords("file.path paste paste0 sprintf dirname path str_c glue", name) {
		return false
	}
	if name == "dirname" && slices.ContainsFunc(n.kids[1:], asksFolder) {
		return true
	}
	texts, ok := j.texts(n, 0)
	return j.steps > rMaxSteps || ok && slices.ContainsFunc(texts, func(t rText) bool { return j.leads(t.s) })
}

// asksFolder reports whether a part of a program asks where it runs.
func asksFolder(n *node) bool {
	if n == nil {
		return false
	}
	_, name := rSplit(n.text)
	return n.kind == nName && listWords("getwd normalizePath here", name) || slices.ContainsFunc(n.kids, asksFolder)
}

// staysInside reports whether no constant of a program that calls the project's own code,
// or may call what a file of objects holds, points out of the project.
func (j *rSoft) staysInside(n *node) bool {
	if n == nil {
		return true
	}
	if n.kind == nText && j.leads(n.text) || n.kind == nCall && j.madeOutside(n) {
		return false
	}
	for _, k := range n.kids {
		if !j.staysInside(k) {
			return false
		}
	}
	return true
}
