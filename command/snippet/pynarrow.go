package snippet

import "strings"

// What a condition says of a name holds where it is true: if p.suffix in EXT: …, or behind
// if not name.endswith(".py"): continue. So a pattern of files becomes one of those that end so,
// and a text that begins with an address of this machine leads there.

// Ways in which a condition says more of a name.
const (
	narrowSuffix = "suffix" // Path.suffix is one of some
	narrowEnd    = "ends"   // it ends with one of some
	narrowBegin  = "begins" // it begins with one of some
	narrowHost   = "host"   // the host and port of an address are these
)

// narrowed is what is known where a condition is true, or false.
func (v *pyVersions) narrowed(cond *node, holds bool, known []pyVersion) []pyVersion {
	if cond == nil || len(known) >= maxVersions || v.count >= maxNarrowed {
		return known
	}
	switch cond.kind {
	case nUnary:
		if cond.text == "not" {
			return v.narrowed(cond.kids[0], !holds, known)
		}
	case nBool:
		if (cond.text == "and") == holds {
			return v.narrowed(cond.kids[1], holds, v.narrowed(cond.kids[0], holds, known))
		}
	case nCompare:
		if holds == listWords("in ==", cond.text) && listWords("in == not !=", cond.text) {
			if name, how := comparesWhat(cond.kids[0]); name != nil && (how != narrowHost || listWords("== !=", cond.text)) {
				return v.says(name, how, cond.kids[1], known)
			}
		}
	case nCall:
		if name, how := asksWhat(cond); name != nil && holds {
			return v.says(name, how, cond.kids[1], known)
		}
	}
	return known
}

// comparesWhat says what of a name stands on the left of a comparison.
func comparesWhat(n *node) (name *node, how string) {
	switch {
	case n.kind == nAttr && n.text == "suffix":
		return plainName(n.kids[0]), narrowSuffix
	case n.kind == nAttr && n.text == "netloc" && n.kids[0].kind == nCall && listWords("urlparse urlsplit", passingName(n.kids[0].kids[0])) && len(n.kids[0].kids) == 2:
		return plainName(n.kids[0].kids[1]), narrowHost
	}
	return nil, ""
}

// asksWhat says what of a name a call asks: name.endswith(…), p.name.endswith(…).
func asksWhat(n *node) (name *node, how string) {
	fn := n.kids[0]
	if len(n.kids) != 2 || n.kids[1].kind == nStar || n.kids[1].kind == nArg || fn.kind != nAttr {
		return nil, ""
	}
	of := fn.kids[0]
	switch {
	case fn.text == "startswith":
		return plainName(of), narrowBegin
	case fn.text != "endswith":
	case of.kind == nAttr && of.text == "name":
		return plainName(of.kids[0]), narrowEnd
	default:
		return plainName(of), narrowEnd
	}
	return nil, ""
}

// plainName is a node if it is a name.
func plainName(n *node) *node {
	if n.kind != nName {
		return nil
	}
	return n
}

// says notes that more is known of a name. A name of the module that a function asks may be
// another one by the time it is used.
func (v *pyVersions) says(name *node, how string, what *node, known []pyVersion) []pyVersion {
	base := v.base(name.text)
	if v.free[base] || v.bound[base] == 0 || v.local != nil && v.local[base] == 0 {
		return known
	}
	from := *name
	as := v.fresh(base)
	v.narrow[as] = &node{kind: nTuple, text: how, at: name.at, kids: []*node{&from, what}}
	return append(without(known, pyBound{base: boundHere}), pyVersion{base, as})
}

// divide makes versions of names what the names are.
func (c *pyNames) divide(v *pyVersions) {
	if c.versions = v; v == nil {
		return
	}
	for as, whole := range v.whole {
		c.names.of(as).kin = c.names.of(whole)
	}
	for as, n := range v.narrow {
		c.names.bind(as, site[pyValue]{how: byNarrow, node: n})
	}
}

// narrows is a value behind a condition.
func (j *pyJudge) narrows(n *node) pyValue {
	words := j.choices(n.kids[1])
	if n.text == narrowBegin || n.text == narrowHost { // whatever it was, which may depend on this
		if texts := begins(words, n.text); len(texts) > 0 && !j.disguised && !j.fields["startswith"] {
			return pyValue{texts: texts}
		}
		return j.eval(n.kids[0])
	}
	v := j.eval(n.kids[0])
	if v.what != pyPlain && v.what != pyPath || len(words) == 0 || v.number || j.disguised || j.fields["endswith"] {
		return v
	}
	out := pyValue{what: v.what}
	for _, t := range v.texts {
		out.texts = append(out.texts, endsIn(t, words, n.text)...)
	}
	if len(out.texts) == 0 || len(out.texts) > maxTexts {
		return v
	}
	return out
}

// choices are the constants that something is compared with; nil: they are not known.
func (j *pyJudge) choices(n *node) []string {
	v := j.eval(n)
	texts := v.texts
	if len(texts) == 0 && (n.kind != nName || v.listed()) {
		texts = v.items
	}
	var out []string
	for _, t := range texts {
		if t.glob || t.home || t.full {
			return nil
		}
		out = append(out, t.s)
	}
	return out
}

// endsIn is a pattern of paths as those of it that end with one of some words.
func endsIn(t pyText, words []string, how string) []pyText {
	folder, any := strings.CutSuffix(t.s, anyName)
	if !any {
		if folder, any = strings.CutSuffix(t.s, "*"); strings.HasSuffix(folder, "*") {
			any = false
		}
	}
	if !t.glob || !any || folder != "" && !strings.HasSuffix(folder, "/") {
		return []pyText{t}
	}
	var out []pyText
	for _, w := range words {
		if strings.Trim(w, ".") == "" || strings.ContainsAny(w, "/"+globbing) || how == narrowSuffix && w[0] != '.' {
			return []pyText{t}
		}
		one := t
		one.s, one.loose = t.s+w, false
		out = append(out, one)
		if how == narrowEnd { // and no more than that
			one.s = folder + w
			one.glob = strings.ContainsAny(folder, globbing)
			out = append(out, one)
		}
	}
	return out
}

// begins are texts that begin with an address of this machine, and lead there: they are no
// paths of files, since those could lead anywhere (..). None: they may lead elsewhere.
func begins(words []string, how string) (texts []pyText) {
	for _, w := range words {
		if how == narrowHost {
			if _, port, _ := strings.Cut(w, ":"); port == "" {
				return nil
			}
			w = "http://" + w + "/"
		}
		if !local(w) || strings.ContainsAny(w, globbing) {
			return nil
		}
		texts = append(texts, pyText{s: w + "**", glob: true, web: true})
	}
	return texts
}
