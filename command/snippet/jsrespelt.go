package snippet

// Spellings that mean what others mean, taken for those before names are looked at.

// respell takes members of Reflect for what they do, and leaves out the require that a
// module makes itself.
func respell(tree *node) {
	for i, kid := range tree.kids {
		if ownRequire(kid) && importsCreateRequire(tree) {
			tree.kids[i] = &node{kind: nPass, at: kid.at}
		}
	}
	reflects(tree)
}

// reflects takes Reflect.get(x, k) for x[k], and so on. Nobody can bind the name Reflect.
// The object that getters and setters belong to may be another one; they are
// functions of the program, judged where they are written.
func reflects(n *node) {
	if n == nil {
		return
	}
	for _, kid := range n.kids {
		reflects(kid)
	}
	if n.kind != nCall || n.kids[0].kind != nAttr || n.kids[0].kids[0].kind != nName || n.kids[0].kids[0].text != "Reflect" {
		return
	}
	args := n.kids[1:]
	for _, a := range args {
		if a.kind == nStar {
			return
		}
	}
	switch name := n.kids[0].text; {
	case name == "get" && (len(args) == 2 || len(args) == 3 && args[2].kind == nName):
		n.kind, n.text, n.kids = nIndex, "", args[:2]
	case name == "set" && (len(args) == 3 || len(args) == 4 && args[3].kind == nName):
		place := &node{kind: nIndex, kids: args[:2], at: n.at}
		n.kind, n.text, n.kids = nAugment, "=", []*node{place, args[2]}
	case name == "has" && len(args) == 2:
		n.kind, n.text, n.kids = nCompare, "in", []*node{args[1], args[0]}
	case name == "ownKeys" && len(args) == 1:
		n.kids[0].text, n.kids[0].kids[0].text = "getOwnPropertyNames", "Object"
	}
}

// ownRequire reports whether a statement is const require = createRequire(import.meta.url).
func ownRequire(n *node) bool {
	if n == nil || !declares(n) || len(n.kids) != 1 || n.kids[0].kind != nAssign {
		return false
	}
	value, target := n.kids[0].kids[0], n.kids[0].kids[1]
	return target.kind == nName && target.text == "require" && value != nil && value.kind == nCall && len(value.kids) == 2 && value.kids[0].kind == nName && value.kids[0].text == "createRequire" &&
		value.kids[1].kind == nName && value.kids[1].text == "__filename" && value.kids[1].sure
}

// importsCreateRequire reports whether a program has import {createRequire} from "module",
// beside which no other variable of that name can stand at the top.
func importsCreateRequire(tree *node) bool {
	for _, kid := range tree.kids {
		if kid == nil || !declares(kid) {
			continue
		}
		for _, one := range kid.kids {
			value, target := one.kids[0], one.kids[1]
			if value == nil || !requires(value) || len(value.kids) != 2 || !listWords("module node:module", value.kids[1].text) || target.kind != nDict {
				continue
			}
			for i := 0; i+1 < len(target.kids); i += 2 {
				if target.kids[i].text == "createRequire" && target.kids[i+1].kind == nName && target.kids[i+1].text == "createRequire" {
					return true
				}
			}
		}
	}
	return false
}
