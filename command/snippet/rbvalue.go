package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// name looks up a variable or a constant. The order is Ruby's: a local variable hides a
// method of its name, and a constant of the program one of the library. Names that the
// program defines as methods may be either, so that no text is known of them. Global
// variables that mean a file or a process ($stdout, $PROGRAM_NAME as a target) are
// looked at where they are set.
func (j *rbJudge) name(n *node) rbValue {
	name := n.text
	if j.names.bound(name) {
		v := j.bound(j.names[name])
		if j.own.methods[name] {
			v.texts, v.items = nil, nil // it may be that
		}
		return v
	}
	if first, last, deep := strings.Cut(name, "::"); deep && j.own.classes[first] { // X::Y of the program
		last = last[strings.LastIndexByte(last, ':')+1:]
		if j.own.classes[last] || j.names.bound(last) || j.structs[last] || strings.HasSuffix(last, "Error") {
			return j.name(&node{kind: nName, text: last, at: n.at, sure: n.sure})
		}
		return j.fail()
	}
	switch {
	case name == "self", j.own.classes[name], j.own.methods[name], len(j.own.classes) > 0 && (rbMethod(name) || rbQuiet(name)) && !rbFunction(name) && !listWords("gets readline readlines", name):
		switch {
		case j.app && j.own.classes[name]: // perhaps one of the project's, which is opened again
			return own(name)
		case j.app:
			return own("")
		}
		return rbValue{}
	case name == "ARGF" || name == "$<":
		j.add(Effect{Kind: pipeline.KindRead, Operands: true})
		return rbValue{}
	case name == "DATA" && j.data:
		return rbValue{}
	case name == "__dir__":
		if j.given.File != "" {
			return rbValue{texts: []pyText{{s: path.Dir(j.given.File)}}}
		}
		return rbValue{}
	case name == "ARGV":
		return rbValue{what: rbArgv}
	case name == "ENV":
		return rbValue{what: rbEnv}
	case rbPlainConstant(name):
		return rbValue{}
	case j.structs[name]:
		return rbValue{what: rbObject, name: rbOwnStruct}
	case name == "Pathname", rbMeasures(name), rbConstant(name), !j.app && (rbLibraryMembers(name) != "" || rbHeld(name)), strings.HasSuffix(name, "Error") && name[0] >= 'A' && name[0] <= 'Z':
		return rbValue{what: rbObject, name: name}
	case name[0] == '@' || name[0] == '$' && (name[1] >= 'a' && name[1] <= 'z' || digit(name[1]) || listWords("$_ $. $& $~ $! $$ $? $F $PROGRAM_NAME $FILENAME", name)):
		return rbValue{}
	case name == "_1" || name == "it":
		return rbValue{}
	}
	if j.app && name[0] >= 'A' && name[0] <= 'Z' {
		return j.ownClass(name)
	}
	return j.fail()
}

// bound is the value of a name that the program binds. A class that a name holds is not
// followed: who has a class can make anything of it. In an application what is not
// certainly data may be the project's.
func (j *rbJudge) bound(b *binding[rbValue]) rbValue {
	if v, known := b.enter(); known {
		return v
	}
	defer b.leave()
	v := rbValue{}
	for i, s := range b.sites {
		one := rbValue{}
		if j.app && s.how != byDef {
			one = own("")
		}
		switch s.how {
		case byValue:
			if s.node.kind != nLambda { // judged where it stands
				one = j.eval(s.node)
			}
		case byItem:
			if gone, ok := j.gonePathname(s.node); ok {
				one = gone
			} else if texts := j.items(s.node); len(texts) > 0 || !j.app {
				one = rbValue{texts: texts}
			}
		}
		switch {
		case i == 0:
			v = one
		case j.app && v.what != one.what && j.mixes(v) && j.mixes(one):
			v = own("")
		case v.what != one.what:
			return j.fail()
		default:
			v = rbValue{what: v.what, texts: union(v.texts, one.texts)}
		}
	}
	if v.what == rbObject || v.what == rbClass || b.again && !j.mixes(v) {
		return j.fail()
	}
	if j.changes || len(b.grown) > 0 {
		v.items = nil
	}
	if j.mutates || b.again {
		v.texts = nil
	}
	b.value, b.done = v, true
	return v
}

// union is all that one of two may be.
func union(a, b []pyText) []pyText {
	if len(a) == 0 || len(b) == 0 || len(a)+len(b) > maxTexts {
		return nil
	}
	return append(append([]pyText(nil), a...), b...)
}

// orNone is a text, or nil, which is an empty one within another text. As a path
// it is an error.
func orNone(texts []pyText) []pyText {
	if len(texts) == 0 {
		return nil
	}
	return union(texts, []pyText{{}})
}
