package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// What a program may do that may have put data into all objects: no function is among
// its data, so that none of the language's own is replaced by another, and it opens
// files by functions for which such members make no difference to which files these are.

// filed reports whether an effect is that of reading or writing one file, or looking
// at a folder.
func (e Effect) filed() bool {
	return (e.Kind == pipeline.KindRead || e.Kind == pipeline.KindWrite) && e.Sets == "" && !e.Says && !e.Operands && !e.Fed && !e.Moves
}

// keepsFunctions reports whether a function of a program may get among its data, or it
// names what it may not use then.
func keepsFunctions(tree *node) bool {
	own := make(map[string]bool)
	functionNames(tree, own)
	return keeping(tree, own)
}

// functionNames finds the names that functions have.
func functionNames(n *node, own map[string]bool) {
	if n == nil {
		return
	}
	switch {
	case n.kind == nDef, n.kind == nLambda && n.text != "":
		own[n.text] = true
	case n.kind == nAssign && n.kids[0] != nil && n.kids[0].kind == nLambda && n.kids[1].kind == nName:
		own[n.kids[1].text] = true
	}
	for _, kid := range n.kids {
		functionNames(kid, own)
	}
}

// keeping walks through what may hold a function: it may be called, be bound to a name
// that nothing else is done with, or be the first argument of a method that calls it
// and keeps it nowhere.
func keeping(n *node, own map[string]bool) bool {
	if n == nil {
		return false
	}
	kids := n.kids
	switch n.kind {
	case nLambda:
		return keepingAll(n.kids[0].kids, own) || n.kids[1].kind == nLambda || keeping(n.kids[1], own)
	case nClass, nYield:
		return true
	case nName:
		return own[n.text]
	case nDef:
		return keepingAll(n.kids[0].kids, own) || keeping(n.kids[1], own)
	case nAssign:
		if n.kids[0] != nil && n.kids[0].kind == nLambda && n.kids[1].kind == nName {
			return keepingCalled(n.kids[0], own)
		}
	case nAttr:
		if !steadyMember(n.text) {
			return true
		}
	case nText:
		return !steadyMember(n.text)
	case nNew:
		if n.kids[0].kind != nName || !listWords("Map Set Date Error URL", n.kids[0].text) {
			return true
		}
	case nCall:
		fn := n.kids[0]
		switch {
		case fn.kind == nName && own[fn.text]:
			kids = kids[1:]
		case fn.kind == nLambda:
			if keepingCalled(fn, own) {
				return true
			}
			kids = kids[1:]
		case fn.kind == nAttr && len(kids) > 1 && listWords("map filter forEach reduce some every find findIndex flatMap sort toSorted replace replaceAll catch then", fn.text):
			at := 1 + min(len(kids)-2, strings.Count(fn.text, "eplace")) // what is replaced comes first
			switch arg := kids[at]; {
			case arg.kind == nLambda:
				if keepingCalled(arg, own) {
					return true
				}
			case arg.kind != nName && keeping(arg, own):
				return true
			}
			return keeping(fn, own) || keepingAll(kids[1:at], own) || keepingAll(kids[at+1:], own)
		}
	}
	for _, kid := range kids {
		if kid != nil && kid.kind == nLambda || keeping(kid, own) {
			return true
		}
	}
	return false
}

// keepingCalled is keeping for a function that is called where it stands.
func keepingCalled(fn *node, own map[string]bool) bool {
	return keepingAll(fn.kids[0].kids, own) || fn.kids[1].kind == nLambda || keeping(fn.kids[1], own)
}

// keepingAll is keeping for all of some nodes.
func keepingAll(nodes []*node, own map[string]bool) bool {
	for _, n := range nodes {
		if n != nil && n.kind == nLambda || keeping(n, own) {
			return true
		}
	}
	return false
}

// steadyMember reports whether a member, or a text that may name one, is none of those
// that take options by which they open something else.
func steadyMember(name string) bool {
	return !listWords(`cp cpSync rm rmSync rmdir rmdirSync createWriteStream createReadStream ReadStream WriteStream open openSync opendir opendirSync watch watchFile
		createInterface glob globSync call apply bind`, name)
}
