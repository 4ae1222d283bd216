package snippet

import "slices"

// jsWhat says what a value may be used for.
type jsWhat uint8

const (
	jsPlain   jsWhat = iota // data, functions of the program itself; it is never called
	jsObject                // a global object or a listed module, by name
	jsMember                // a member of one: name, member
	jsOwn                   // a function that the program defines
	jsForeign               // a module of the project or of a package
	jsArgv                  // process.argv
	jsStdin                 // process.stdin
	jsSink                  // a file that is written bit by bit
	jsPrisma                // a client of Prisma, or by member one of its models
)

// The zero value is data of which nothing is known, which is what most expressions
// give. A text that is known is only used to say which file, host or variable is meant;
// not knowing it never makes a program harmless.
type jsValue struct {
	what   jsWhat
	name   string
	member string
	texts  []pyText
	items  []pyText
	entry  bool // of a list: its elements have the names that items are; of data: it has a name that texts are
	rest   int  // of a list: the arguments of the program from this one on
	wild   bool // of data: got by a name that nobody knows, so that it may be a constructor
}

// either is x || b, or a ? x : b, of which the first was evaluated. What may be one of
// two kinds of more than data is a foreign value, of which little may be asked; two
// texts stay known as one of two.
func (j *jsJudge) either(x jsValue, b *node) jsValue {
	y := j.eval(b)
	if x.owned() && (y.owned() || y.what == jsPlain) || y.owned() && x.what == jsPlain {
		return jsValue{what: jsForeign, name: jsOwned}
	}
	for _, v := range [...]jsValue{x, y} {
		if v.what == jsForeign || v.what == jsStdin || v.what == jsMember || v.what == jsObject {
			return jsValue{what: jsForeign}
		}
		j.used(v)
	}
	out := jsValue{wild: x.wild || y.wild}
	if len(x.texts) > 0 && len(y.texts) > 0 && len(x.texts)+len(y.texts) <= maxTexts {
		out.texts = append(append([]pyText(nil), x.texts...), y.texts...)
	}
	return out
}

// formatted is a template. A number that the program reckons stands in its text as a
// pattern, so that a name like out-${i}.txt is still one in a known folder.
func (j *jsJudge) formatted(n *node) jsValue {
	texts := []pyText{{}}
	for _, kid := range n.kids {
		v := jsValue{}
		if kid.kind == nArg {
			if v = j.used(j.eval(kid.kids[0])); len(v.texts) == 0 && j.numeric(kid.kids[0]) {
				v.texts = []pyText{{s: anyReckoned, glob: true}}
			}
		} else if kid.sure {
			v.texts = constantTexts(kid.text)
		}
		texts = combine(texts, v.texts, pyText.append)
	}
	return j.joined(texts)
}

// list is [a, b]. Its elements are known all or none: a loop that is judged for some of
// them would miss the others.
func (j *jsJudge) list(n *node) jsValue {
	v := jsValue{}
	known := len(n.kids) > 0
	for _, kid := range n.kids {
		one := j.plain(kid)
		known = known && len(one.texts) > 0 && kid.kind != nStar
		v.items = append(v.items, one.texts...)
	}
	if !known || len(v.items) > maxTexts {
		v.items = nil
	}
	return v
}

// jsAny reports whether any of the texts is one of a kind.
func jsAny(texts []pyText, f func(string) bool) bool {
	for _, t := range texts {
		if f(t.s) {
			return true
		}
	}
	return false
}

// key is the name of a member in brackets. A pattern is no name: whatever it stands for
// may be one that leads to code.
func (j *jsJudge) key(n *node) jsValue {
	v := j.used(j.eval(n))
	if slices.ContainsFunc(v.texts, func(t pyText) bool { return t.glob }) {
		v.texts = nil
	}
	return v
}
