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
	reflects(tree, make(map[*node]bool))
	above(tree, standing(tree, map[string]bool{}))
}

// standing are the names that stand for the current folder: const root = process.cwd().
func standing(n *node, names map[string]bool) map[string]bool {
	if n == nil {
		return names
	}
	if n.kind == nAssign && len(n.kids) == 2 && n.kids[1] != nil && n.kids[1].kind == nName && current(n.kids[0]) {
		names[n.kids[1].text] = true
	}
	for _, kid := range n.kids {
		standing(kid, names)
	}
	return names
}

// current reports whether an expression is process.cwd().
func current(n *node) bool {
	if n != nil && (n.kind == nBinary || n.kind == nFormat || n.kind == nArg) { // within a text that is put together
		for _, kid := range n.kids {
			if current(kid) {
				return true
			}
		}
	}
	return n != nil && n.kind == nCall && len(n.kids) == 1 && n.kids[0].kind == nAttr && n.kids[0].text == "cwd" && n.kids[0].kids[0].kind == nName && n.kids[0].kids[0].text == "process"
}

// above spells out that dirname(process.cwd()) lies above the project, so that whoever looks
// for texts that point out of it finds one.
func above(n *node, names map[string]bool) {
	if n == nil {
		return
	}
	if n.kind == nCall && len(n.kids) == 2 && listWords("dirname parse", passingName(n.kids[0])) {
		if a := n.kids[1]; current(a) || a.kind == nName && names[a.text] && passingName(n.kids[0]) == "dirname" {
			n.kids[1] = &node{kind: nText, text: "../..", sure: true, at: a.at}
		}
	}
	if n.kind == nCall && n.kids[0].kind == nAttr && listWords("slice substring substr", n.kids[0].text) && current(n.kids[0].kids[0]) {
		n.kids[0].kids[0] = &node{kind: nText, text: "../..", sure: true, at: n.at} // a part of its name
	}
	for _, kid := range n.kids {
		above(kid, names)
	}
}

// traps notes Reflect.set(target, key, value, receiver) with the parameters of a trap as they
// are: it sets what the proxy stands for, as the receiver is the proxy.
func traps(n *node, params []*node, trapped map[*node]bool) {
	if n == nil || n.kind == nLambda {
		return
	}
	if n.kind == nCall && len(n.kids) == 5 && passingName(n.kids[0]) == "set" {
		same := true
		for i, p := range params {
			same = same && n.kids[i+1].kind == nName && p.kind == nName && p.text == n.kids[i+1].text
		}
		trapped[n] = same
	}
	for _, kid := range n.kids {
		traps(kid, params, trapped)
	}
}

// reflects takes Reflect.get(x, k) for x[k], and so on. Nobody can bind the name Reflect.
// The object that getters belong to may be another one; they are functions of the
// program, judged where they are written.
func reflects(n *node, trapped map[*node]bool) {
	if n == nil {
		return
	}
	if n.kind == nNew && len(n.kids) == 3 && n.kids[0].kind == nName && n.kids[0].text == "Proxy" && n.kids[2].kind == nDict {
		for _, trap := range n.kids[2].kids {
			if trap != nil && trap.kind == nLambda && len(trap.kids) == 2 && len(trap.kids[0].kids) == 4 && countNames(trap.kids[1], trap.kids[0].kids[3].text+" arguments") == 1 {
				traps(trap.kids[1], trap.kids[0].kids, trapped)
			}
		}
	}
	for _, kid := range n.kids {
		reflects(kid, trapped)
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
		place, value := &node{kind: nIndex, kids: args[:2], at: n.at}, args[2]
		if len(args) == 4 && !trapped[n] { // it is the last one that gets the value
			value = &node{kind: nAugment, text: "=", kids: []*node{place, value}, at: n.at}
			place = &node{kind: nIndex, kids: []*node{args[3], args[1]}, at: n.at}
		}
		n.kind, n.text, n.kids = nAugment, "=", []*node{place, value}
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
