package snippet

import "strings"

// jsHarmless reports whether a value is certainly a number, a text or a new object or
// function as it is written. What certainly is no function of somebody else may be
// stored under a name that the language calls.
func jsHarmless(n *node) bool {
	switch n.kind {
	case nConst, nText, nFormat, nBinary, nCompare, nDict, nList, nRegexp, nLambda:
		return true
	case nNew: // names that no program may bind
		return n.kids[0].kind == nName && listWords("Map Set Date", n.kids[0].text)
	case nUnary: // await gives back what it gets
		return n.text != "await" || jsHarmless(n.kids[0])
	case nChoice:
		return jsHarmless(n.kids[1]) && jsHarmless(n.kids[2])
	case nBool:
		return n.text != "," && jsHarmless(n.kids[0]) && jsHarmless(n.kids[1])
	}
	return false
}

// jsForbidden lists names of members that lead from data to code, or change what all
// objects inherit. x.constructor.constructor is Function for every value, so the name
// alone is refused.
func jsForbidden(name string) bool {
	return strings.HasPrefix(name, "__") && !listWords("__typename __schema __type __html __v", name) || listWords("constructor prototype caller arguments mainModule binding dlopen call apply bind", name)
}

// jsCalled lists the names under which something may be called: by the language itself,
// or as a listed method. then is called on whatever a promise is resolved with,
// toString on whatever is put into a text.
func jsCalled(name string) bool {
	return jsMethod(name) || listWords("valueOf toJSON then next return throw exec inspect catch finally write log", name)
}
