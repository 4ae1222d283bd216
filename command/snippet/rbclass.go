package snippet

import (
	"regexp"
	"strings"
)

// Classes and modules of a program. Their methods are bodies like any other and
// are read where they stand; what matters is that none of them takes the place
// of what Ruby is asked for by those who reach out, and that a class of Ruby is
// never opened: what is known of values rests on what their methods do.

// rbDeclared finds methods that a program defines, wherever it does, so that a
// call without brackets is told from a variable before the definition is read.
var rbDeclared = regexp.MustCompile(`\bdef\s+(?:self\.)?([a-z_]\w*[?!]?)|\b(?:attr_(?:reader|writer|accessor)|alias_method|def_delegators?|define_method)[ (]+((?::@?\w+[?!]?[,\s]*)+)`)

// rbOwnNames are the names of those methods, in a text.
func rbOwnNames(s string) map[string]bool {
	if !strings.Contains(s, "def") && !strings.Contains(s, "attr_") {
		return nil
	}
	own := make(map[string]bool)
	for _, m := range rbDeclared.FindAllStringSubmatch(s, 200) {
		if m[1] != "" {
			own[m[1]] = true
		}
		for _, name := range strings.FieldsFunc(m[2], func(c rune) bool { return c == ':' || c == ',' || c == ' ' || c == '\n' }) {
			own[name] = true
		}
	}
	return own
}

// rbMacro lists what the body of a class calls to say what it is.
func rbMacro(name string) bool {
	return listWords(`attr_reader attr_writer attr_accessor private public protected module_function private_class_method private_constant public_class_method include extend prepend alias_method
		def_delegators def_delegator define_method`, name)
}

// rbAsserts lists what a test calls. None takes the name of a method but those
// that are judged by it.
func rbAsserts(name string) bool {
	return listWords(`assert refute assert_equal refute_equal assert_nil refute_nil assert_empty refute_empty assert_includes refute_includes assert_match refute_match assert_raises assert_raise assert_in_delta
		refute_in_delta assert_in_epsilon assert_same refute_same assert_instance_of assert_kind_of assert_respond_to assert_predicate refute_predicate assert_operator assert_output assert_silent
		assert_nothing_raised assert_true assert_false assert_not_nil assert_not_equal skip flunk pass capture_io`, name)
}

// class reads class A < B … end, class << self … end or module A … end, behind
// its word.
func (p *rbParser) class(word string) *node {
	n := p.node(nClass, "", nil, nil)
	switch {
	case word == "class" && p.take("<<"):
		if !p.take("self") {
			return p.fail()
		}
	case p.tok.kind != rbConst:
		return p.fail()
	default:
		n.text = p.constant().text
		if word == "class" && p.take("<") {
			n.kids[0] = p.expr()
		}
	}
	defer p.within()()
	n.kids[1] = p.body()
	return n
}

// within begins the body of a class, and is what ends it.
func (p *rbParser) within() (leave func()) {
	saved := p.noDo
	p.noDo = 0
	p.classes++
	return func() {
		p.noDo = saved
		p.classes--
	}
}

// rbMakes reports whether a call makes a class: Struct.new, Data.define.
func rbMakes(n *node) (what string, ok bool) {
	if n.kind != nCall || n.kids[0].kind != nAttr || n.kids[0].kids[0].kind != nName {
		return "", false
	}
	what = n.kids[0].kids[0].text
	return what, n.kids[0].text == "new" && listWords("Struct Class Module", what) || n.kids[0].text == "define" && what == "Data"
}

// methodName takes the name of a method behind def. It is no function of the
// program's own, as they are told by their names alone, if it stands in a class,
// is that of one object, or is no plain name.
func (p *rbParser) methodName() (name string, method bool) {
	method = p.classes > 0
	if p.peek("self") {
		if p.advance(); !p.peek(".") || p.tok.space {
			p.failed = true
		}
		p.advance()
		method = true
	}
	t := p.tok
	switch {
	case p.failed || t.line:
		p.failed = true
	case t.kind == rbName && !rbKeyword(t.text):
		p.advance()
		name = t.text
		if p.peek("=") && !p.tok.space && p.tok.end < len(p.s) && (p.s[p.tok.end] == '(' || nameStart(p.s[p.tok.end])) {
			p.advance()
			name, method = name+"=", true
		}
		method = method || strings.ContainsAny(name, "?!") || rbTaken(name)
	case p.peek("["):
		if p.advance(); !p.take("]") {
			p.failed = true
		}
		if name, method = "[]", true; p.peek("=") && !p.tok.space {
			p.advance()
			name = "[]="
		}
	case t.kind == rbOp && listWords("+ - * / % ** == != < > <= >= <=> === << >> =~ & | ^ !", t.text):
		p.tok = rbToken{kind: rbNumber, at: t.at, end: t.end} // it takes nothing
		p.advance()
		name, method = t.text, true
	default:
		p.failed = true
	}
	return name, method
}

// definition is a function or a method of the program. A function must not take
// the place of anything that Ruby itself may call.
func (p *rbParser) definition() *node {
	own := p.peek("self")
	name, method := p.methodName()
	if p.failed || p.peek(".") || p.colon() {
		return p.fail()
	}
	if !method {
		p.defs += " " + name
	}
	params := p.node(nParams, "")
	if p.take("(") {
		params = p.params(")")
	} else if !p.tok.line && (p.tok.kind == rbName || p.peek("*") || p.peek("&") || p.peek("**")) {
		params = p.params("")
	}
	saved := p.noDo
	p.noDo = 0
	defer func() { p.noDo = saved }()
	if p.classes == 0 && !own && (rbTaken(name) || method && !strings.ContainsAny(name, "?!")) {
		return p.fail()
	}
	n := p.node(nDef, name, params, nil)
	n.sure = method
	switch {
	case p.take("="):
		n.kids[1] = p.stmt()
	case !p.tok.line && !p.peek(";") && p.last.text != ")":
		return p.fail()
	default:
		n.kids[1] = p.body()
	}
	return n
}

// aliased is alias new old, behind the word.
func (p *rbParser) aliased() *node {
	var names []*node
	for range 2 {
		p.take(":")
		if p.tok.kind != rbName || rbKeyword(p.tok.text) || p.tok.line || p.classes == 0 {
			return p.fail()
		}
		one := p.node(nText, p.tok.text)
		one.sure = true
		names = append(names, one)
		p.advance()
	}
	return p.node(nCall, "", append([]*node{p.node(nName, "alias_method")}, names...)...)
}

// asked is defined?(x) of a name alone, of which nothing is evaluated.
func (p *rbParser) asked() *node {
	brackets := p.take("(")
	n := p.node(nConst, "defined?")
	switch {
	case p.tok.kind == rbConst:
		p.constant()
	case p.tok.kind == rbGlobal, p.tok.kind == rbName && (!rbKeyword(p.tok.text) || listWords("yield super", p.tok.text)):
		p.advance()
	default:
		return p.fail()
	}
	if brackets {
		p.need(")")
	} else if !p.tok.line && !p.ends() {
		return p.fail()
	}
	return n
}

// over is super, behind the word: of a method that may be defined, what is
// inherited does no more than it.
func (p *rbParser) over() *node {
	fn := p.node(nName, "super")
	switch {
	case p.classes == 0:
		return p.fail()
	case p.peek("(") && !p.tok.space:
		return p.call(fn)
	case p.commandFollows():
		return p.node(nCall, "", append([]*node{fn}, p.command()...)...)
	}
	return p.node(nCall, "", fn)
}
