package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// call judges a call of a function, a member of a class, or a method. Which method it
// is depends on the value, of which mostly nothing is known: so every method that any
// data has under that name must be harmless, and the program's own are known by their
// names.
func (j *rbJudge) call(n *node) rbValue {
	fn := n.kids[0]
	if fn.kind == nName {
		return j.function(fn.text, n)
	}
	if fn.kind != nAttr {
		return j.fail()
	}
	if j.app && j.whence(fn) {
		return own("")
	}
	switch {
	case rbLoadPath(fn.kids[0]):
		return j.listed(fn.text, n)
	case rbShownBy(fn, n):
		j.shown(fn.kids[0])
		j.arguments(n)
		return rbValue{}
	}
	if on := fn.kids[0]; on.kind == nName && on.text == "self" && !j.own.methods[fn.text] && (rbFunction(fn.text) || listWords("gets readline readlines", fn.text)) {
		return j.function(fn.text, n)
	}
	base := j.eval(fn.kids[0])
	if on := fn.kids[0]; on.kind == nName && on.text == "ARGF" && len(n.kids) == 1 && listWords("filename lineno", fn.text) { // texts and numbers
		return rbValue{}
	}
	if base.what == rbObject && j.app && rbCurrent(base.name, fn.text) {
		base = own(base.name)
	}
	switch base.what {
	case rbPath:
		return j.place(fn.text, base, n)
	case rbPathname:
		return j.pathnameMethod(fn.text, base, n)
	case rbTemplate:
		return j.renders(fn.text, base, n)
	case rbObject:
		return j.member(base.name, fn.text, n)
	case rbClass:
		if j.arguments(n); !listWords("name to_s inspect", fn.text) {
			return j.fail()
		}
		return rbValue{}
	case rbEnv:
		return j.environment(fn.text, n)
	case rbArgv:
		j.arguments(n)
		switch {
		case listWords("each each_with_index map first last shift to_a select reject sort drop take", fn.text):
			return rbValue{texts: orNone(j.args()), items: j.args()}
		case listWords("size length empty? join inspect any? include? count clear each_slice index", fn.text):
			return rbValue{}
		}
		return j.fail()
	}
	return j.method(fn.text, base, n)
}

// args are the arguments of the program, if they are known and stay what they are. A
// text that is changed in place anywhere in the program may be one of them.
func (j *rbJudge) args() []pyText {
	if !j.given.Known || j.mutates || len(j.given.Args) > maxTexts {
		return nil
	}
	var out []pyText
	for _, a := range j.given.Args {
		out = append(out, pyText{s: a})
	}
	return out
}

// arguments evaluates all arguments, which must be plain data.
func (j *rbJudge) arguments(n *node) {
	for _, a := range n.kids[1:] {
		j.argument(a)
	}
}

// argument evaluates one argument. &:x is the name of a listed method, &f a function as
// it is written. method(:puts) as a block is called with each element.
func (j *rbJudge) argument(a *node) {
	if a.kind != nStar || a.text != "&" {
		j.plain(a)
		return
	}
	switch f := a.kids[0]; {
	case f.kind == nText:
		known := j.answers(f.text) || rbOperator(f.text) || j.members[f.text]
		if j.app && !rbOperator(f.text) {
			known = j.callable(f.text, 0)
		}
		if !f.sure || !known || listWords("inject reduce pack unpack unpack1", f.text) {
			j.failed = true
		}
	case f.kind == nCall && f.kids[0].kind == nName && f.kids[0].text == "method" && len(f.kids) == 2:
		if m := f.kids[1]; m.kind != nText || !m.sure || !j.lends(m.text) {
			j.failed = true
		}
	case f.kind == nName && j.names.bound(f.text):
		for _, s := range j.names[f.text].sites {
			if s.member != "&" && (s.how != byValue || s.node.kind != nLambda) {
				j.failed = true
			}
		}
		j.plain(f)
	default:
		j.failed = true
	}
}

// defines reports whether a name is a function of the program.
func (j *rbJudge) defines(name string) bool {
	return j.names.bound(name) && j.names[name].sites[0].how == byDef
}

// lends reports whether a function may be had as a value by its name.
func (j *rbJudge) lends(name string) bool {
	return listWords("puts print p pp Integer Float String Rational", name) || j.own.methods[name] || j.defines(name)
}

// requires is require of a library of Ruby, or within an application of its own. A
// library that is not listed may do anything while it is loaded, and would hold methods
// that nobody has looked at.
func (j *rbJudge) requires(n *node) rbValue {
	switch {
	case j.app && j.takesOwn(n):
	case len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure:
		return j.fail()
	case rbTested(n.kids[1].text):
		j.add(Effect{Kind: pipeline.KindCode, Object: "."}) // plug-ins of the project, or what its Gemfile says
	case !RubyLibrary(n.kids[1].text):
		return j.fail()
	}
	return rbValue{}
}

// rbOperator lists operators that are methods, as reduce(:+) names them.
func rbOperator(s string) bool { return listWords("+ - * / % ** == <=> < > <= >= | & ^ <<", s) }

// function judges a call without an object.
//
// Long: one case a function.
func (j *rbJudge) function(name string, n *node) rbValue {
	if j.defines(name) {
		j.arguments(n)
		return rbValue{}
	}
	if v, ok := j.implicit(name, n); ok {
		return v
	}
	switch name {
	case "Pathname":
		return j.pathnameClass("new", n.kids[1:])
	case "`", "system":
		return j.starts(name, n)
	case "require_relative":
		return j.takes(n)
	case "method": // as a value; it may be called
		if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure || !j.lends(n.kids[1].text) {
			return j.fail()
		}
		return rbValue{}
	case "to_enum", "enum_for": // of the object at hand, by a name that is written
		if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure || !j.answers(n.kids[1].text) || listWords("gets readline readlines", n.kids[1].text) {
			return j.fail()
		}
		return rbValue{}
	case "require":
		return j.requires(n)
	case "gets", "readline", "readlines":
		j.add(Effect{Kind: pipeline.KindRead, Operands: true})
	case "sub", "gsub", "chomp", "chop": // of $_, with -n
		if !j.given.Lines {
			return j.fail()
		}
	case "raise", "p", "pp", "puts", "print":
		for i, a := range n.kids[1:] {
			switch {
			case name == "raise" && i > 0: // the class that is raised may be one of the program's
				j.argument(a)
			case a.kind == nList && name != "raise":
				j.shown(a)
			default:
				if v := j.eval(a); a.kind == nStar && a.text == "&" || v.what == rbObject && name != "raise" {
					j.failed = true
				}
			}
		}
		if name == "p" || name == "pp" { // they give back what they got
			return j.printed(n)
		}
		return rbValue{}
	case "printf", "sprintf", "format", "warn":
		for _, a := range n.kids[1:] {
			if a.kind == nList || a.kind == nStar || a.kind == nArg || a.kind == nLambda {
				j.argument(a)
			} else {
				j.shown(a)
			}
		}
		return rbValue{}
	}
	if !rbFunction(name) && !rbConvert(name) {
		return j.fail()
	}
	j.arguments(n)
	return rbValue{}
}

// printed is the value of p x: of no use if it is more than plain data.
func (j *rbJudge) printed(n *node) rbValue {
	for _, a := range n.kids[1:] {
		if a.kind == nList {
			if j.shown(a) {
				return rbValue{what: rbClass}
			}
			continue
		}
		if j.eval(a).what != rbPlain {
			return rbValue{what: rbClass}
		}
	}
	return rbValue{}
}

// method judges a listed method of plain data. A method that takes the name of another
// one (send, public_send, method, instance_eval, define_method) is no listed one.
func (j *rbJudge) method(name string, base rbValue, n *node) rbValue {
	args := n.kids[1:]
	switch {
	case name == "class" && len(args) == 0:
		if on := n.kids[0].kids[0]; on.kind == nName && on.text == "self" && len(j.own.classes) > 0 {
			return rbValue{} // a class of the program
		}
		return rbValue{what: rbClass}
	case j.app && !rbMethod(name) && !j.members[name] && !(rbQuiet(name) && base.what != rbOwn):
		return j.ownMethod(name, base, n)
	case j.app && !j.callable(name, len(args)) && !j.container(n.kids[0].kids[0]), j.app && j.rolled == 0 && rbChangesAll(name, n):
		return j.fail()
	case !j.answers(name) && !(j.members[name] && len(args) == 0):
		return j.fail()
	case listWords("print_text print_method pretty_print", name): // of what measures
		return j.measured(args)
	case listWords("on define on_tail on_head", name): // classes say of which kind what stands behind an option is
		return j.arguesOption(args)
	case listWords("parse! order! permute!", name) && len(args) == 1 && args[0].kind == nName && args[0].text == "ARGV":
		j.eval(args[0])
		return rbValue{}
	case listWords("is_a? kind_of? instance_of?", name):
		if len(args) == 1 {
			j.eval(args[0])
			return rbValue{}
		}
		return j.fail()
	case listWords("inject reduce", name):
		if !rbFolds(args) {
			return j.fail()
		}
	case listWords("pack unpack unpack1", name): // p and P are addresses
		if len(args) != 1 || args[0].kind != nText || !args[0].sure || strings.ContainsAny(args[0].text, "pP") {
			return j.fail()
		}
	case name == "read" && len(args) > 1, name == "gets" && len(args) > 1:
		return j.fail() // it would write into the second one
	}
	j.arguments(n)
	if base.what == rbOwn {
		if j.tells(name, args) || rbDoes(name) && (rbServes(base.name) || ordered(n)) {
			return j.fail()
		}
		j.hand(args)
		return own("")
	}
	if names := rbLinesOf(n); names != nil {
		return rbValue{items: names}
	}
	if listWords(rbPassing, name) && !rbMaps(name, args) {
		if listWords("first last", name) && len(args) == 0 {
			return rbValue{texts: orNone(base.items)}
		}
		if name == "freeze" {
			return rbValue{texts: base.texts, items: base.items}
		}
		return rbValue{items: base.items}
	}
	return rbValue{}
}

// rbFolds reports whether inject gets a block, or the name of an operator.
// inject(:system) would call system with each element.
func rbFolds(args []*node) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	block := last.kind == nLambda && last.text == "&" || last.kind == nStar && last.text == "&"
	return block || last.kind == nText && last.sure && (rbOperator(last.text) || listWords("merge lcm gcd", last.text))
}

// index judges x[y]. Dir[pattern] is glob. Of a list nothing is known by its places,
// since what Ruby makes of a place beyond the end depends on the kind of value.
func (j *rbJudge) index(n *node) rbValue {
	base := j.eval(n.kids[0])
	var keys []rbValue
	for _, key := range n.kids[1:] {
		if key.kind == nStar && key.text == "&" {
			return j.fail()
		}
		keys = append(keys, j.plain(key))
	}
	switch {
	case base.what == rbArgv:
		return rbValue{texts: orNone(j.args()), items: j.args()} // there may be fewer
	case base.what == rbEnv:
		for _, key := range keys {
			for _, t := range key.texts {
				j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
			}
		}
		if len(keys) == 1 {
			return j.variable(keys[0].texts)
		}
		return rbValue{}
	case base.what == rbObject && base.name == "Dir":
		return j.globbed(n.kids[1:])
	case base.what == rbObject && listWords("Set Hash Array", base.name):
		return rbValue{}
	}
	j.accept(base)
	return rbValue{}
}

// environment judges methods of ENV. Those that list all variables are for who judges
// listings; here a name decides.
func (j *rbJudge) environment(name string, n *node) rbValue {
	j.arguments(n)
	switch {
	case listWords("fetch key? has_key? include? dig", name) && len(n.kids) > 1:
		keys := j.eval(n.kids[1]).texts
		for _, t := range keys {
			j.add(Effect{Kind: pipeline.KindSecret, Object: t.s})
		}
		if name == "fetch" {
			return j.variable(keys)
		}
	case listWords("each each_pair", name): // they give back ENV
		return rbValue{what: rbEnv}
	case listWords("keys values to_h to_a sort sort_by map select reject filter size length count key any? find find_all inspect slice", name):
	default:
		return j.fail()
	}
	return rbValue{}
}
