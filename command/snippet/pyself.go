package snippet

import "strings"

// What may be relied upon of an object of the program, once pyinstance.go has seen
// where its class goes: that it is one, that a name asked of it is the program's own,
// and that nothing of a library stands behind it under that name.

// instance reports whether what a class calls, and self in its methods, certainly is an
// object of it. What stands behind @ before the class may give back another one, and a
// base that is not certain makes it uncertain as well.
func (j *pyJudge) instance(name string) bool {
	if j.soft == nil || j.soft.escape {
		return false
	}
	info, b := j.soft.classes[name], j.names[name]
	if info == nil || info.twisted || b == nil || len(b.sites) != 1 {
		return false
	}
	for _, d := range info.wraps {
		if d.kind == nCall {
			d = d.kids[0]
		}
		if v := j.eval(d); v.what != pyFunc || v.name != "decorator" {
			return false
		}
	}
	for _, base := range info.bases {
		if own := j.soft.classes[base]; own != nil && (base == name || j.depth > 3*maxDepth || !j.instance(base)) {
			return false
		}
	}
	return true
}

// defines reports whether a class of the program, or one that it derives from, binds a
// name. The depth is bounded, as a class may be written to derive from itself.
func (s *pySoft) defines(class, name string, depth int) bool {
	info := s.classes[class]
	if info == nil || depth > maxDepth {
		return false
	}
	if info.defines[name] {
		return true
	}
	for _, base := range info.bases {
		if s.defines(base, name, depth+1) {
			return true
		}
	}
	return false
}

// mine reports whether a name that is asked of an object of the program certainly is the
// program's own there, or reaches nothing.
func (j *pyJudge) mine(base pyValue, name string) bool {
	if !j.fields[name] {
		return pyAttr(name) && name != "replace" && name != "copy" || capital(name) || j.soft.computes(name)
	}
	if base.name == "" { // of one of them
		for class := range j.soft.classes {
			if j.soft.borrows(class, 0) && !j.soft.free(name) {
				return false
			}
		}
		return true
	}
	return j.soft.defines(base.name, name, 0) || !j.soft.borrows(base.name, 0) || j.soft.free(name)
}

// borrows reports whether a class derives from one of a library.
func (s *pySoft) borrows(class string, depth int) bool {
	info := s.classes[class]
	if info == nil || depth > maxDepth {
		return false
	}
	for _, base := range info.bases {
		if s.borrows(base, depth+1) || s.classes[base] == nil && !pyPlainBase(base) && !pyListed(base) {
			return true
		}
	}
	return false
}

// pyPlainBase lists builtin bases of classes, by their names. None of these has a
// method that reaches beyond its object, so inheriting from one adds nothing that is
// not looked at.
func pyPlainBase(name string) bool {
	return listWords("object dict list int float str set tuple bytes frozenset ABC Protocol NamedTuple Enum IntEnum StrEnum Exception BaseException", name) || listWords(pyErrors, name)
}

// selfless reports whether the first parameter of a method is no object of its class.
func selfless(decorators []*node) bool {
	for _, d := range decorators {
		if !pyMethodWraps(d) {
			return true
		}
	}
	return false
}

// self is the first parameter of a method: an object of the class, or of one that
// derives from it. A decorator that is not known may hand anything to the method first.
func (j *pyJudge) self(s site[pyValue]) pyValue {
	for _, d := range s.node.kids {
		if d.kind == nCall {
			d = d.kids[0]
		}
		if d.kind == nAttr && strings.HasSuffix(d.text, "etter") || d.kind == nName && d.text == "property" && !j.names.bound("property") || d.kind == nAttr && d.text == "deleter" {
			continue
		}
		if v := j.eval(d); v.what != pyFunc || v.name != "decorator" {
			return pyValue{}
		}
	}
	if !j.instance(s.module) {
		return pyValue{}
	}
	return pyValue{what: pyInstance, name: s.module}
}
