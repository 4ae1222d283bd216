package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// call judges a call of a function, a closure, a method, or a function of a class.
//
// Long: one case a kind of function.
func (j *phJudge) call(n *node) phValue {
	fn, args := n.kids[0], n.kids[1:]
	if j.soft != nil {
		if v, done := j.softly(n); done {
			return v
		}
	}
	if phNamed(args) && !j.anyOrder(fn) {
		return j.fail()
	}
	if fn.kind == nAttr {
		base := fn.kids[0]
		j.called = j.called || listWords("newInstance newInstanceArgs newInstanceWithoutConstructor newLazyGhost newLazyProxy getClosure getMethod getProperty getStaticPropertyValue setStaticPropertyValue getValue setValue invoke invokeArgs getDefaultProperties getStaticProperties getStaticVariables", fn.text)
		if j.app && base.kind == nClass && !phStatic(base.text, fn.text) {
			return j.ownStatic(base.text, fn.text, args)
		}
		if j.app && base.kind != nClass {
			// The framework makes whatever it is named.
			if j.eval(base); !phAsks(fn.text, len(args)) || fn.text == "make" && len(args) > 0 && args[0].kind != nList {
				return j.fail()
			}
			return j.handed1(fn.text, args)
		}
		if base.kind != nClass {
			if v, ok := j.databaseMethod(fn.text, args); ok {
				j.eval(base)
				return v
			}
		}
		if base.kind == nClass && !phStatic(base.text, fn.text) || base.kind != nClass && !phMethod(fn.text) {
			return j.fail()
		}
		var v phValue
		if base.kind != nClass {
			v = j.eval(base)
		}
		j.all(args)
		if len(args) == 0 && listWords("getPathname getRealPath", fn.text) {
			return phValue{found: v.found}
		}
		return phValue{}
	}
	name := fn.text
	// The order matters: a name of the program is asked for before the lists, but
	// it is none of them, since phTaken refuses those.
	switch {
	case name[0] == '$':
		if !j.closure(name) {
			return j.fail()
		}
		return j.all(args)
	case j.defs[name], phPure(name):
		return j.all(args)
	case phRefers(name) && phCallback(name) < 0: // dots would hide what changes
		for _, a := range args {
			if a.kind == nStar {
				return j.fail()
			}
		}
		if name == "preg_replace" && !phPatterns(args) {
			return j.fail()
		}
		return j.all(args)
	case phCallback(name) >= 0:
		return j.calls(name, args)
	}
	switch name {
	case "getenv":
		if len(args) == 0 || args[0].kind == nStar {
			return j.fail()
		}
		texts := j.eval(args[0]).texts
		for _, t := range texts {
			j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
		}
		if len(texts) == 0 {
			return j.fail()
		}
		return phValue{}
	case "ini_set": // others load code or write files
		if len(args) != 2 || args[0].kind != nText || !listWords("memory_limit max_execution_time display_errors error_reporting precision serialize_precision html_errors date.timezone", args[0].text) {
			return j.fail()
		}
		return j.all(args)
	case "filter_var": // FILTER_CALLBACK calls what its options name
		if len(args) == 0 || len(args) > 1 && (args[1].kind != nConst || !strings.HasPrefix(args[1].text, "FILTER_VALIDATE_")) {
			return j.fail()
		}
		return j.all(args)
	}
	if name == "assert" && len(args) > 0 && (args[0].kind == nCompare || args[0].kind == nUnary && args[0].text == "!") { // a text would be code, before PHP 8
		return j.all(args)
	}
	if j.app {
		if v, ok := j.appFunction(name, args); ok {
			return v
		}
	}
	return j.file(name, args)
}

// anyOrder reports whether the places of a function's arguments mean nothing
// here: those of the project, of the program, and what only reckons.
func (j *phJudge) anyOrder(fn *node) bool {
	if fn.kind == nAttr {
		return fn.kids[0].kind != nClass || !phStatic(fn.kids[0].text, fn.text)
	}
	return fn.text[0] == '$' || j.defs[fn.text] || phPure(fn.text)
}

// closure reports whether a variable holds nothing but closures of the program.
func (j *phJudge) closure(name string) bool {
	if !j.names.bound(name) || j.refers {
		return false
	}
	// One place that binds it to anything else, be it in another function, and
	// it may be a text that names a function.
	for _, s := range j.names[name].sites {
		if s.how != byValue || s.node.kind != nLambda && !(s.node.kind == nConst && s.node.text == "null") {
			return false
		}
	}
	return true
}

// calls judges a function that calls what one of its arguments is: a closure,
// the name of a listed function that only reckons, or f(...) of such.
func (j *phJudge) calls(name string, args []*node) phValue {
	at := phCallback(name)
	for i, a := range args {
		switch {
		case i <= at && a.kind == nStar:
			return j.fail()
		case i != at:
			j.eval(a)
		case a.kind == nLambda:
			j.eval(a)
		case a.kind == nText && (phPure(a.text) || j.defs[a.text]):
		case a.kind == nConst && a.text == "null" && (name == "array_map" || name == "array_filter"):
		case a.kind == nName && j.closure(a.text):
		case a.kind == nCall && len(a.kids) == 2 && a.kids[1].kind == nStar && a.kids[1].text == "()" && a.kids[0].kind == nName && (phPure(a.kids[0].text) || j.defs[a.kids[0].text]):
		default:
			return j.fail()
		}
	}
	// A function without its callback fails in PHP; here it is not understood.
	if len(args) <= at && name != "array_filter" {
		return j.fail()
	}
	return phValue{}
}

// phPatterns reports whether what preg_replace looks for is written, and is no
// code: the flag e made it such until PHP 7.
func phPatterns(args []*node) bool {
	if len(args) == 0 {
		return false
	}
	patterns := []*node{args[0]}
	if args[0].kind == nList {
		patterns = args[0].kids
	}
	for _, p := range patterns {
		if p.kind != nText {
			return false
		}
		s := strings.TrimLeft(p.text, " \n\t\r\v\f")
		if s == "" {
			return false
		}
		closes := s[0]
		if i := strings.IndexByte("({[<", closes); i >= 0 {
			closes = ")}]>"[i]
		}
		end := strings.LastIndexByte(s, closes)
		if end < 1 || strings.Trim(s[end+1:], "imsxuADSUXJn") != "" {
			return false
		}
	}
	return true
}
