package snippet

import "strings"

// attr judges x.name where it is not called.
//
// Long: one case a kind of value.
func (j *pyJudge) attr(n *node) pyValue {
	inner := n.kids[0]
	if n.text == "__name__" && inner.kind == nAttr && inner.text == "__class__" || listWords("__traceback__ __cause__ __context__ __notes__", n.text) { // of an exception
		for inner.kind == nAttr && strings.HasPrefix(inner.text, "__") {
			inner = inner.kids[0]
		}
		j.plain(inner)
		return pyValue{}
	}
	if listWords("__name__ __qualname__ __module__", n.text) && j.glimpsed(inner) {
		return pyValue{}
	}
	if listWords("__doc__ __name__ __qualname__ __module__", n.text) && j.ofLibrary(inner) {
		return pyValue{}
	}
	base := j.eval(inner)
	switch base.what {
	case pyModule:
		if listWords("__version__ __file__ __name__ __doc__", n.text) {
			return pyValue{}
		}
		what, act, ok := pyMember(base.name, n.text)
		if !ok {
			return j.fail()
		}
		return pyValue{what: what, name: act, texts: alphabet(base.name, n.text)}
	case pyForeign:
		j.setting(base, n.text)
		return j.foreignMember(base, n.text)
	case pyObject:
		j.setting(base, n.text)
		return j.objectAttr(base, n.text)
	case pyClass:
		if base.name == "type" && n.text == "__name__" {
			return pyValue{}
		}
		return j.fail()
	case pyPath:
		return j.pathAttr(base, n.text)
	case pyOwn:
		if !j.fields[n.text] && !listWords("__doc__ __name__ __qualname__ __module__ __members__ __abstractmethods__ __match_args__ metadata", n.text) && !j.soft.computes(n.text) && (j.soft == nil || !listWords("register registry dispatch", n.text)) {
			return j.fail()
		}
		return pyValue{}
	case pyInstance:
		if listWords("__doc__ __module__", n.text) {
			return pyValue{}
		}
		return j.ownAttr(base, n.text)
	}
	j.accept(base)
	if j.fields[n.text] {
		if j.soft != nil && !j.soft.free(n.text) {
			return j.fail()
		}
		return pyValue{}
	}
	if base.sort == sortUUID && n.text == "hex" {
		return pyValue{texts: certainNames(anyHex)}
	}
	if n.text == "format" && formats(base.texts) { // handed on: s.map("{:.1%}".format)
		return pyValue{}
	}
	if capital(n.text) { // Color.RED, SortKey.TIME
		return pyValue{}
	}
	if !listWords("__doc__ __name__ __qualname__ __module__", n.text) && (!pyAttr(n.text) && !j.soft.computes(n.text) || n.text == "replace" || n.text == "copy") {
		return j.fail()
	}
	return pyValue{}
}

// capital reports whether a name is written as those of constants are. Nothing that plain
// data has under such a name is more than data.
func capital(name string) bool {
	return len(name) > 1 && name[0] >= 'A' && name[0] <= 'Z' && strings.ToUpper(name) == name
}

// method judges a call of an attribute of plain data.
//
// What a listed method of plain data gives is plain data again. A path may be
// among it: its replace and its copy take one argument, those of other data none
// or more.
func (j *pyJudge) method(base pyValue, n *node) pyValue {
	name := n.kids[0].text
	switch {
	case name == "format" && len(n.kids) == 1: // of nothing
		return pyValue{}
	case name == "format":
		if !formats(base.texts) {
			return j.fail()
		}
		for _, a := range n.kids[1:] {
			if a.kind == nArg {
				a = a.kids[0]
			}
			j.shown(a)
		}
		return pyValue{texts: j.filled(base, n)}
	case j.fields[name]:
		if j.soft != nil && !j.soft.free(name) {
			return j.fail()
		}
		j.arguments(n)
		return j.givesBack(name)
	case !pyAttr(name) && !j.soft.computes(name), name == "query": // that of a data frame is code
		if v, ok := j.tableLike(name, n); ok {
			return v
		}
		return j.fail()
	}
	if (name == "replace" || name == "copy") && !pathless(name, n) {
		return j.fail()
	}
	if name == "encode" || name == "decode" || name == "reconfigure" {
		if a := j.argument(n, 0, "encoding"); a != nil {
			j.codec(a)
		}
	}
	for _, a := range n.kids[1:] {
		if name == "sort" && j.keyed(a, base) || name == "get" && base.what == pyPlain && j.spelt(n.kids[0].kids[0]) && j.kindOf(a) {
			continue
		}
		if a.kind == nArg {
			a = a.kids[0]
		}
		switch v := j.eval(a); {
		case name == "join" && (v.what == pyArgv || v.what == pySysPath || v.what == pyEnv):
		default:
			j.accept(v)
		}
	}
	return taken(base, name, n, j.textMethod(base, name, n))
}

// pathless reports whether a call of replace or copy is none that a path takes.
func pathless(name string, n *node) bool {
	places := 0
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nStar, a.kind == nArg && listWords("target follow_symlinks preserve_metadata", a.text):
			return false
		case a.kind != nArg:
			places++
		}
	}
	return places == 0 || places > 1 && name == "replace"
}

// formats reports whether all that a text may be is known, and plain as a format.
func formats(texts []pyText) bool {
	for _, t := range texts {
		if t.glob || !plainFormat(t.s) {
			return false
		}
	}
	return len(texts) > 0
}

// plainFormat reports whether the fields of a text for str.format name only
// arguments, none of their attributes or elements.
//
// {0.__class__} would lead out of plain data (Library Reference, "Format String
// Syntax").
func plainFormat(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '{' {
			continue
		}
		if strings.HasPrefix(s[i+1:], "{") {
			i++
			continue
		}
		field, _, ok := strings.Cut(s[i+1:], "}")
		if !ok || strings.ContainsAny(field, "{[]") {
			return false
		}
		name, _, _ := strings.Cut(field, ":")
		if strings.ContainsAny(name, "._") {
			return false
		}
		i += len(field) + 1
	}
	return true
}

// alphabet is one of the texts with letters that module string has.
func alphabet(module, name string) []pyText {
	if module != "string" {
		return nil
	}
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	switch name {
	case "ascii_lowercase":
		return []pyText{{s: lower}}
	case "ascii_uppercase":
		return []pyText{{s: upper}}
	case "ascii_letters":
		return []pyText{{s: lower + upper}}
	case "digits":
		return []pyText{{s: digits}}
	case "hexdigits":
		return []pyText{{s: digits + "abcdefABCDEF"}}
	}
	return nil
}
