package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// rbDefined are the classes and methods that a program defines.
type rbDefined struct {
	classes map[string]bool // by the last part of their names
	methods map[string]bool // with = behind those that set a member
	suite   bool            // a class is a suite of tests
}

// rbOwnable reports whether a class of the program may define a method of a name: none
// by which others reach out, or that is asked with more than data. A class with a
// method each or to_s of its own is harmless, since what is called by that name was
// judged where it is written; one with system or open would be taken for Ruby's.
func rbOwnable(name string) bool {
	bare := strings.TrimRight(name, "?!=")
	if bare == "" {
		return listWords("== != < > <= >= ! <=> ===", name)
	}
	return !rbReaches(name) && !rbReaches(bare) && (!rbFunction(name) || rbOfLines(name)) && !rbMacro(name) && !rbAsserts(name) && !rbConvert(name) &&
		!listWords("is_a? kind_of? instance_of? class to_hash to_path to_io to_open super self", name)
}

// rbClassName reports whether a class of the program may have a name: none that Ruby or
// one of its libraries has. To open a class of a library again would change what listed
// methods do.
func rbClassName(name string) bool {
	for part := range strings.SplitSeq(name, "::") {
		if rbConstant(part) || rbPlainConstant(part) || rbConvert(part) || rbStranger(part) || rbFramework(part) || rbRubyClass(part) {
			return false
		}
	}
	return name != ""
}

// rbRubyClass lists constants of Ruby and of the libraries that may be required,
// beside those that something is understood of.
func rbRubyClass(name string) bool {
	return listWords(`ARGF ARGV DATA ENV IO Kernel Module Class BasicObject Binding Struct Method UnboundMethod Signal Marshal Fiber Ractor Bundle RubyVM TracePoint StringIO StringScanner Tempfile Logger
		Delegator SimpleDelegator Errno DidYouMean ErrorHighlight SyntaxSuggest OptionParser OptParse Open3 ERB Pathname Data Warning Refinement Enumerator SystemExit Interrupt SignalException StopIteration
		ClosedQueueError NoMatchingPatternError StandardError ScriptError Monitor MonitorMixin Mutex Queue SizedQueue Thread ThreadGroup ConditionVariable Timeout Zlib Ripper Forwardable Singleton Observable
		TSort Find Matrix Vector OpenStruct Prime Benchmark PP PrettyPrint Minitest Test JSON Digest OpenSSL Net Socket Fiddle Coverage Racc RDoc IRB Reline Readline Random Main MAIN Gem Bundler Psych
		CROSS_COMPILING SortedSet UncaughtThrowError ThreadError Tmpname DEBUGGER__ UnicodeNormalize Abbrev SecureRandom Continuation NIL TRUE FALSE Fixnum Bignum`, name)
}

// apart reports whether names that mean something else where a variable has them
// are those of methods alone, and no class has the name of a constant.
func (c *rbNames) apart(bare []string) bool {
	for _, name := range bare {
		for _, s := range c.names.of(name).sites {
			if s.how != byDef {
				return false
			}
		}
	}
	for name := range c.own.classes {
		if c.names.bound(name) || c.structs[name] {
			return false
		}
	}
	return true
}

// class notes a class or a module, and all that its body defines.
func (c *rbNames) class(n *node) {
	if n.text != "" {
		c.owns(n.text)
	}
	c.base(n.kids[0])
	defer c.certain.apart()()
	c.walk(n.kids[1])
}

// base walks through what a class inherits from. Tests are found and run by what they
// inherit from, after the program has ended.
func (c *rbNames) base(n *node) {
	switch {
	case n == nil:
	case n.kind == nName && listWords("Minitest::Test Test::Unit::TestCase", n.text):
		c.own.suite = true
	case !c.makes(n):
		c.walk(n)
	}
}

// owns notes a class of the program.
func (c *rbNames) owns(name string) {
	if !rbClassName(name) {
		c.failed = true
	}
	if c.own.classes == nil {
		c.own.classes = make(map[string]bool)
	}
	c.own.classes[name[strings.LastIndexByte(name, ':')+1:]] = true
}

// makes takes Struct.new(:a) do … end and its like: classes without a name. Members of
// a Struct are methods, so they need names that may be defined.
func (c *rbNames) makes(n *node) bool {
	what, ok := rbMakes(n)
	if !ok {
		return false
	}
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nLambda && a.text == "&":
			func() {
				defer c.certain.apart()()
				c.target(a.kids[0], site[rbValue]{})
				c.walk(a.kids[1])
			}()
		case what == "Struct" || what == "Data":
			switch {
			case a.kind == nArg && a.text == "keyword_init" && a.kids[0].kind == nConst:
			case a.kind == nText && a.sure && rbOwnable(a.text):
				c.methods(a.text, a.text+"=")
			default:
				c.failed = true
			}
		default:
			c.walk(a)
		}
	}
	return true
}

// methods notes methods that are defined.
func (c *rbNames) methods(names ...string) {
	if c.own.methods == nil {
		c.own.methods = make(map[string]bool)
	}
	for _, name := range names {
		if !rbOwnable(name) {
			c.failed = true
		}
		c.own.methods[name] = true
	}
}

// macro notes what a call in the body of a class defines. What sets a member sets a
// variable of the object. A name that is not written as it stands (attr_reader name)
// could be any.
func (c *rbNames) macro(name string, n *node) {
	for i, a := range n.kids[1:] {
		if a.kind != nText {
			continue
		}
		if !a.sure {
			c.failed = true
		}
		switch {
		case name == "attr_reader":
			c.methods(a.text)
		case name == "attr_accessor" || name == "attr_writer":
			c.methods(a.text, a.text+"=")
			c.names.bind("@"+a.text, site[rbValue]{})
		case name == "alias_method" && !rbOperator(a.text) && !listWords("[] []= == === <=>", a.text), name == "define_method" && i == 0, name == "def_delegators" && i > 0, name == "def_delegator" && i > 0:
			c.methods(a.text)
		}
	}
}

// class judges a class of the program.
func (j *rbJudge) class(n *node) rbValue {
	if base := n.kids[0]; base != nil && !j.inherits(base) {
		return j.fail()
	}
	j.classBody(n.kids[1])
	return rbValue{what: rbClass} // what its last statement gives is of no use
}

// classBody judges statements whose values nobody gets.
func (j *rbJudge) classBody(n *node) {
	if n == nil || !j.step() {
		return
	}
	defer j.back()
	switch n.kind {
	case nBlock, nTry:
		for _, kid := range n.kids {
			j.classBody(kid)
		}
	default:
		j.eval(n)
	}
}

// inherits judges what a class inherits from: one of the program, one of errors, one
// that holds data, a suite of tests; within an application one of its own.
// Class#inherited of the base runs at once, with the new class.
func (j *rbJudge) inherits(n *node) bool {
	if n.kind == nCall {
		return j.makes(n)
	}
	if n.kind != nName {
		return false
	}
	name := n.text
	last := name[strings.LastIndexByte(name, ':')+1:]
	switch {
	case j.own.classes[last], j.structs[name], name == "Object", name == "StandardError", name == "Exception", strings.HasSuffix(name, "Error") && !strings.Contains(name, "::"):
		return true
	case listWords("Minitest::Test Test::Unit::TestCase", name):
		j.add(Effect{Kind: pipeline.KindCode, Object: "."}) // plug-ins of the project
		return true
	}
	return j.app && j.name(n).what == rbOwn
}

// makes judges Struct.new(:a) do … end and its like.
func (j *rbJudge) makes(n *node) bool {
	what, ok := rbMakes(n)
	if !ok {
		return false
	}
	for i, a := range n.kids[1:] {
		switch {
		case a.kind == nLambda && a.text == "&":
			j.params(a.kids[0])
			j.classBody(a.kids[1])
		case what == "Class":
			if i > 0 || !j.inherits(a) {
				return false
			}
		case what == "Module", a.kind != nText && a.kind != nArg:
			return false
		}
	}
	return true
}

// macro judges a call in the body of a class. include brings methods of a module under
// their names: only modules of the program and those whose methods are listed.
func (j *rbJudge) macro(name string, n *node) rbValue {
	args := n.kids[1:]
	for i, a := range args {
		switch {
		case listWords("include extend prepend", name):
			if a.kind != nName || !j.own.classes[a.text[strings.LastIndexByte(a.text, ':')+1:]] && !listWords("self Comparable Enumerable Forwardable Singleton", a.text) {
				return j.fail()
			}
		case a.kind == nText:
			known := a.sure
			switch {
			case name == "alias_method" && i == 1, listWords("def_delegators def_delegator", name) && i == 1:
				known = known && (j.answers(a.text) && !listWords("gets readline readlines", a.text) || rbOperator(a.text) || listWords("[] []=", a.text))
			case listWords("def_delegators def_delegator", name) && i == 0: // it becomes code
				known = known && wordEnd(strings.TrimLeft(a.text, "@"), 0) == len(strings.TrimLeft(a.text, "@"))
			case name == "def_delegators":
				known = known && j.answers(a.text)
			}
			if !known {
				return j.fail()
			}
		case a.kind == nDef, a.kind == nCall, a.kind == nLambda && name == "define_method", a.kind == nName && name == "private_constant", a.kind == nList:
			j.plain(a)
		default:
			return j.fail()
		}
	}
	if name == "define_method" && (len(args) == 0 || args[0].kind != nText) {
		return j.fail()
	}
	return rbValue{}
}

// answers reports whether a method of that name may be called on data and on
// objects of the program.
func (j *rbJudge) answers(name string) bool {
	return rbMethod(name) || rbQuiet(name) || j.own.methods[name]
}

// implicit judges a call of a method of the object at hand. A call without an object
// goes to self, which in a class of the program is an object of it.
func (j *rbJudge) implicit(name string, n *node) (v rbValue, ok bool) {
	switch {
	case name == "super":
	case rbMacro(name) && len(j.own.classes) > 0:
		return j.macro(name, n), true
	case j.own.suite && rbAsserts(name):
		return j.asserts(name, n), true
	case j.own.methods[name]:
	case len(j.own.classes) > 0 && (rbMethod(name) || rbQuiet(name)) && !rbFunction(name) && !listWords("gets readline readlines select", name):
		on := &node{kind: nCall, kids: append([]*node{{kind: nAttr, text: name, kids: []*node{{kind: nName, text: "self"}}}}, n.kids[1:]...)}
		return j.method(name, rbValue{}, on), true
	default:
		return rbValue{}, false
	}
	j.arguments(n)
	if j.app {
		j.hand(n.kids[1:])
		return own(""), true
	}
	return rbValue{}, true
}

// asserts judges what a test asserts. Some call a method by its name. assert_raises
// takes a class of errors; a block as it is written is the only thing that is called.
func (j *rbJudge) asserts(name string, n *node) rbValue {
	for i, a := range n.kids[1:] {
		switch {
		case i == 1 && listWords("assert_predicate refute_predicate assert_operator assert_respond_to", name):
			if a.kind != nText || !a.sure || !j.answers(a.text) && !rbOperator(a.text) {
				return j.fail()
			}
		case listWords("assert_raises assert_raise assert_instance_of assert_kind_of", name) && a.kind == nName && a.text[0] >= 'A' && a.text[0] <= 'Z':
			j.eval(a)
		case a.kind == nArg || a.kind == nStar || a.kind == nLambda:
			j.argument(a)
		default:
			j.plain(a)
		}
	}
	return rbValue{}
}

// setsOwn reports whether a member may be set: one of the program's classes.
func (j *rbJudge) setsOwn(name string) bool { return j.own.methods[name+"="] }

// rbTests reports whether a program may be a test.
func rbTests(s string) bool {
	return strings.Contains(s, "minitest/autorun") || strings.Contains(s, "test/unit")
}
