package snippet

import (
	"strconv"
	"strings"
)

// A name that a program binds more than once is several variables one after the other:
// for path in a: …, then for path, lines in b: …. Where one place that binds it certainly
// comes before a use, and no other one in between, the use is one of that place alone. So is
// a use behind a condition, of which more is known than of the name: if p.suffix in EXT: …
// Such uses get a name of their own, a version. The name itself stays bound by all places;
// functions, lambdas and generators, which run later, keep it.

// versionMark divides a name from the number of its version.
const versionMark = "'v"

// maxVersions bounds how many names are followed at a place.
const maxVersions = 32

// maxNarrowed bounds the versions of a program that conditions still add to.
const maxNarrowed = 256

// pyVersion is what a name is called at a place.
type pyVersion struct{ name, as string }

// pyVersions divides the names of a program.
type pyVersions struct {
	count  int
	old    bool              // it may be Python 2
	bound  map[string]int    // how often a name is bound
	fixed  map[string]bool   // names that are bound otherwise than by =, for and with
	free   map[string]bool   // names that functions change from within
	at     map[*node]string  // the versions that targets bind
	narrow map[string]*node  // versions that conditions make, by their names: see pynarrow.go
	whole  map[string]string // names by their versions
	local  pyBound           // what the function binds that is looked at; nil: the module
}

// versions divides the names of a tree whose scopes are known. nil: there is nothing to divide.
// In Python 2 a list in brackets binds its target around it.
func versions(tree *node, old bool) *pyVersions {
	v := pyVersions{old: old, bound: make(map[string]int), fixed: make(map[string]bool), free: make(map[string]bool), at: make(map[*node]string), narrow: make(map[string]*node), whole: make(map[string]string)}
	v.find(tree, false)
	v.block(tree, nil)
	if v.count == 0 {
		return nil
	}
	return &v
}

// find counts what binds names. The body of a class binds names of the module, as far as
// anybody here can tell.
func (v *pyVersions) find(n *node, class bool) {
	if n == nil {
		return
	}
	switch n.kind {
	case nAssign:
		for _, t := range n.kids[1:] {
			v.target(t, class)
		}
	case nFor:
		v.target(n.kids[0], class)
	case nClause, nAugment, nWalrus, nDelete:
		v.target(n.kids[0], true)
		v.frees(n)
	case nNames:
		for _, kid := range n.kids {
			v.fixed[kid.text], v.free[kid.text] = true, true
		}
	case nParam, nDef, nClass:
		v.bound[n.text]++
		v.fixed[n.text] = true
	case nHandler:
		if n.kids[1] != nil {
			v.target(n.kids[1], true)
		}
	case nAlias, nCapture:
		if len(n.kids) > 0 && n.kids[0] != nil {
			v.target(n.kids[0], true)
		}
	case nCall, nIndex, nAttr:
		v.grows(n)
	}
	class = n.kind == nClass || class && n.kind != nDef && n.kind != nLambda
	for _, kid := range n.kids {
		v.find(kid, class)
	}
}

// frees notes names that an expression binds, or that end.
func (v *pyVersions) frees(n *node) {
	if n.kind == nClause && v.old {
		names := make(pyBound)
		names.target(n.kids[0])
		for name := range names {
			v.free[name] = true
		}
	}
	if n.kind == nWalrus || n.kind == nDelete {
		for _, kid := range n.kids {
			if kid.kind == nName {
				v.free[kid.text], v.fixed[kid.text] = true, true
			}
		}
	}
}

// grows notes that something is put into what a name is: it stays one variable.
func (v *pyVersions) grows(n *node) {
	if n.kind == nAttr && pyAlters(n.text) && n.kids[0].kind == nName {
		v.fixed[n.kids[0].text] = true
	}
}

// target counts the names of a target; fixed: that is no place that makes a version.
func (v *pyVersions) target(t *node, fixed bool) {
	switch t.kind {
	case nName:
		v.bound[t.text]++
		v.fixed[t.text] = v.fixed[t.text] || fixed
	case nTuple, nList, nStar:
		for _, kid := range t.kids {
			v.target(kid, fixed || t.kind == nStar)
		}
	case nIndex:
		if t.kids[0].kind == nName {
			v.fixed[t.kids[0].text] = true
		}
	}
}

// fresh is a name for a version of a name.
func (v *pyVersions) fresh(name string) string {
	v.count++
	as := name + versionMark + strconv.Itoa(v.count)
	v.whole[as] = v.base(name)
	return as
}

// unversioned is the name that a version is one of, by how it is spelt.
func unversioned(name string) string {
	name, _, _ = strings.Cut(name, versionMark)
	return name
}

// base is the name that a version is one of.
func (v *pyVersions) base(name string) string {
	if whole, ok := v.whole[name]; ok {
		return whole
	}
	return name
}
