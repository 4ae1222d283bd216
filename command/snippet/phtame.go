package snippet

import "strings"

// A text is code to PHP as soon as something calls it. So what the second reading lets a
// program call must be tame: by no way on which its value may have come is there a text
// that names what does more than compute. phTame follows those ways through the whole
// program, by names and not by scopes: from a variable to all that is assigned to any of
// that name, from a parameter to the arguments of all calls by that name, from a property
// to all that any property of that name gets. A way that it does not know is not tame.
// Values within arrays are followed with the arrays; what objects hand out is not.
type phTame struct {
	judge    *phJudge
	sites    map[string][]phSite  // of variables, and of properties behind ->
	params   map[string][]phParam // of functions and methods, by the names of the parameters
	calls    map[string][]phSite  // calls by name; new for constructors
	returns  map[string][]phSite  // what functions and methods give back
	gives    map[*node][]phSite   // the same for closures
	types    map[string][]string  // what properties are declared to be
	declared map[string]bool      // class, ->, property
	dynamic  []phSite             // what is handed to what is called by its value, and by PHP to functions
	named    map[string]bool      // functions and methods that are called so
	wild     bool                 // properties, or variables by reference, may get anything
	seen     map[phSite]bool
}

// newTame looks at a program.
func newTame(j *phJudge, tree *node) *phTame {
	t := &phTame{judge: j, sites: make(map[string][]phSite), params: make(map[string][]phParam), calls: make(map[string][]phSite), returns: make(map[string][]phSite),
		gives: make(map[*node][]phSite), types: make(map[string][]string), declared: make(map[string]bool), named: make(map[string]bool), seen: make(map[phSite]bool)}
	t.look(tree, nil, nil)
	return t
}

// tame reports whether a value is tame.
//
// Long: one case a kind of node.
func (t *phTame) tame(n *node, inner bool, class *node) bool {
	s := phSite{n, inner, class}
	if n == nil {
		return false
	}
	if t.seen[s] {
		return true
	}
	t.seen[s] = true
	if !t.judge.step() {
		return false
	}
	defer t.judge.back()
	switch n.kind {
	case nLambda:
		return true
	case nText:
		return t.judge.soft.callable(n.text, t.judge) && t.judge.soft.method(n.text)
	case nConst:
		return n.text == "" || digit(n.text[0]) || n.text[0] == '.' || listWords("true false null TRUE FALSE NULL PHP_EOL PHP_INT_MAX PHP_INT_MIN M_PI M_E INF NAN", n.text)
	case nFormat:
		for _, kid := range n.kids {
			if kid.kind == nText && strings.ContainsAny(kid.text, " .,;-+/()[]%=!?#*@\n") {
				return true // no name of a function
			}
		}
		return false
	case nCompare:
		return true
	case nList:
		if !inner && t.ownMethod(n, class) {
			return true
		}
		for _, kid := range n.kids {
			if kid.kind == nStar {
				if !t.tame(kid.kids[0], true, class) {
					return false
				}
				continue
			}
			for _, v := range kidsOf(kid) {
				if !t.tame(v, false, class) || !t.tame(v, true, class) {
					return false
				}
			}
		}
		return true
	case nUnary:
		return listWords("! - + int integer float double bool boolean", n.text) || listWords("@ array string", n.text) && t.tame(n.kids[0], inner, class)
	case nBinary:
		return n.text != "." && n.text != "|" && n.text != "&" && n.text != "^" && (n.text != "+" || t.each(n.kids, inner, class))
	case nBool:
		return t.each(n.kids, inner, class)
	case nBlock:
		return len(n.kids) > 1 && n.text == "" && t.each(n.kids[1:], inner, class)
	case nChoice:
		return t.each(n.kids[1:], inner, class)
	case nAssign:
		return n.text == "=" && t.tame(n.kids[0], inner, class)
	case nIndex:
		return t.tame(n.kids[0], true, class)
	case nStar, nArg:
		return len(n.kids) > 0 && t.tame(n.kids[len(n.kids)-1], true, class) && (n.kind == nStar || t.tame(n.kids[len(n.kids)-1], false, class))
	case nName: // objects are not tame: what takes a text makes one of them
		return t.variable(n, inner)
	case nAttr:
		return t.property(n, inner, class)
	case nCall:
		return t.result(n, inner, class)
	}
	return false
}

// ownMethod reports whether an array is [$this, 'f'] with a method of the class around it.
func (t *phTame) ownMethod(n, class *node) bool {
	return class != nil && len(n.kids) == 2 && n.kids[0].kind == nName && n.kids[0].text == "$this" && n.kids[1].kind == nText && t.judge.soft.has(class, strings.ToLower(n.kids[1].text)) && !t.judge.soft.rebinds
}

// kidsOf are the key and the value of an element.
func kidsOf(n *node) []*node {
	if n.kind == nArg {
		return n.kids
	}
	return []*node{n}
}

// each reports whether all of several values are tame.
func (t *phTame) each(nodes []*node, inner bool, class *node) bool {
	for _, n := range nodes {
		if !t.tame(n, inner, class) {
			return false
		}
	}
	return true
}

// all is each for what was noted elsewhere in the program.
func (t *phTame) all(sites []phSite, inner bool) bool {
	for _, s := range sites {
		if s.node == nil || !t.tame(s.node, inner || s.inner, s.class) {
			return false
		}
	}
	return true
}

// typed reports whether no value of a type is a text; inner, whether none holds one.
func (t *phTame) typed(kind string, inner bool) bool {
	if kind == "" {
		return false
	}
	for one := range strings.SplitSeq(strings.ToLower(kind), "|") {
		switch {
		case one == "closure" && !inner, listWords("int float bool null false true void never", one):
		default: // a text, or an object that may become one
			return false
		}
	}
	return true
}

// variable follows a variable to all that any of its name gets.
func (t *phTame) variable(n *node, inner bool) bool {
	if t.wild || n.text == "$this" || strings.HasPrefix(n.text, "$_") || n.text == "$argv" || n.text == "$GLOBALS" {
		return false
	}
	sites, params := t.sites[n.text], t.params[n.text]
	if len(sites)+len(params) == 0 {
		return false
	}
	for _, p := range params {
		if !t.param(p, inner) {
			return false
		}
	}
	return t.all(sites, inner)
}

// param follows a parameter to what it is called with.
func (t *phTame) param(p phParam, inner bool) bool {
	if p.param.text != "..." && t.typed(p.param.kids[2].text, inner) {
		return true
	}
	if p.lone || p.param.text == "&" || p.param.kids[1] != nil && !t.tame(p.param.kids[1], inner, nil) {
		return false
	}
	if (p.name == "" || t.named[p.name]) && (!t.all(t.dynamic, inner) || len(t.judge.soft.strangers) > 0) {
		return false
	}
	for _, call := range t.calls[p.name] {
		args := call.node.kids
		if call.node.kind == nCall || call.node.text == "class" {
			args = args[1:]
		}
		for i, a := range args {
			if (i == p.at || i > p.at && p.param.text == "..." || a.kind == nStar || a.kind == nArg) && !t.tame(a, inner || a.kind == nStar, call.class) {
				return false
			}
		}
	}
	return true
}

// property follows $this->x and self::$x of a class that declares it.
func (t *phTame) property(n *node, inner bool, class *node) bool {
	base := n.kids[0]
	if n.text == "" || t.wild || class == nil || !t.declared[class.text+"->"+n.text] || t.judge.soft.rebinds ||
		!(base.kind == nName && base.text == "$this" || base.kind == nClass && listWords("self static", base.text)) {
		return false
	}
	kinds := true
	for _, kind := range t.types[n.text] {
		kinds = kinds && t.typed(kind, inner)
	}
	return kinds && len(t.types[n.text]) > 0 || t.all(t.sites["->"+n.text], inner)
}

// result follows what a call gives back.
func (t *phTame) result(n *node, inner bool, class *node) bool {
	fn, args := n.kids[0], n.kids[1:]
	name := strings.ToLower(fn.text)
	if len(args) == 1 && args[0].kind == nStar && args[0].text == "()" {
		return true // it is judged where it stands, as what it calls
	}
	switch {
	case n.text == "()" || fn.kind == nName && name[0] == '$':
		return false
	case fn.kind == nName && t.judge.defs[fn.text], fn.kind == nAttr && fn.kids[0].text == "$this" && class != nil && t.judge.soft.has(class, name):
		for _, r := range t.returns[name] {
			if !t.tame(r.node, inner, r.class) || inner && !t.tame(r.node, false, r.class) {
				return false
			}
		}
		return len(t.returns[name]) > 0
	case fn.kind != nName:
		return false
	case name == "array_reduce" && len(args) > 1 && args[1].kind == nLambda:
		return (len(args) < 3 || t.tame(args[2], inner, class)) && t.all(t.gives[args[1]], inner)
	case listWords("count strlen microtime hrtime time memory_get_usage memory_get_peak_usage round floor ceil abs intdiv random_int mt_rand rand range array_sum array_product is_callable spl_object_id", name):
		return true
	case listWords("array_merge array_reverse array_values array_slice array_filter array_pop array_shift end reset current array_pad array_chunk array_replace iterator_to_array", name):
		return t.each(args, inner, class) && t.each(args, true, class)
	}
	return false
}
