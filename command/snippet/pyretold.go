package snippet

// retells reports whether a program gives other words to the project's code than it has got,
// and asks for neither itself: sys.argv = ["tool", "list"].
func (j *pyJudge) retells(t *node) bool {
	if j.soft == nil || !j.soft.owns || countNames(j.tree, "argv parse_args parse_known_args ArgumentParser getopt fileinput input") != 1 {
		return false
	}
	return told(j.tree, t)
}

// told reports whether what a target gets is a list of texts that are no orders.
func told(n, t *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nAssign && len(n.kids) == 2 && n.kids[1] == t {
		list := n.kids[0]
		if list == nil || list.kind != nList || ordered(list) {
			return false
		}
		for _, kid := range list.kids {
			if kid.kind != nText || !kid.sure {
				return false
			}
		}
		return true
	}
	for _, kid := range n.kids {
		if told(kid, t) {
			return true
		}
	}
	return false
}
