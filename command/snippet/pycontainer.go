package snippet

// Values that are put together: lists, dictionaries, comprehensions, texts with values
// in them, sums. What all parts have in common is known of the whole, and no more.

// aClass reports whether an expression certainly is a class, or several of them.
func (j *pyJudge) aClass(n *node, v pyValue) bool {
	switch {
	case v.what == pyClass, v.what == pyOwn && n.kind == nName, n.kind == nName && !j.names.bound(n.text):
		return true
	case n.kind == nTuple, n.kind == nList, n.kind == nSet:
		for _, kid := range n.kids {
			if !j.aClass(kid, j.eval(kid)) {
				return false
			}
		}
		return true
	}
	return false
}

// container is a tuple, a list or a set.
func (j *pyJudge) container(n *node) pyValue {
	v := pyValue{fixed: n.kind == nTuple, hollow: len(n.kids) == 0}
	known := len(n.kids) > 0
	paths := 0
	var own pyObjects
	for _, kid := range n.kids {
		one := j.eval(kid)
		own.add(one)
		switch {
		case kid.kind == nStar && one.what == pyPaths: // [*root.glob("*.md"), *root.glob("*.txt")]
			paths++
			known = known && len(one.items) > 0
			v.items = append(v.items, one.items...)
			continue
		case kid.kind == nStar && one.listed() && len(one.items) > 0:
			v.items = append(v.items, one.items...)
			continue
		case kid.kind == nStar:
			known = false
			continue
		case one.what == pyPath:
			paths++
		default:
			j.accept(one)
		}
		known = known && len(one.texts) > 0
		v.items = append(v.items, one.texts...)
		if n.kind == nTuple {
			v.parts = append(v.parts, j.within(one))
		}
		if kid.kind != nStar {
			v.rows = row(v.rows, one, kid == n.kids[0])
		}
	}
	if starred(n) {
		v.rows, v.parts = nil, nil
	}
	if own.all && !j.alters {
		v.elem = &own.value
	}
	if paths > 0 && paths != len(n.kids) {
		return pyValue{parts: v.parts, fixed: v.fixed}
	}
	if !known || len(v.items) > maxTexts {
		v.items = nil
	}
	if paths > 0 {
		v.what = pyPaths
	}
	return v
}

// row is what tuples of one length have at each place, with one more of them. Of rows
// of different lengths nothing is known by a place.
func row(rows []pyValue, one pyValue, first bool) []pyValue {
	if first {
		return one.parts
	}
	if len(rows) != len(one.parts) || len(rows) == 0 {
		return nil
	}
	out := make([]pyValue, len(rows))
	for i := range rows {
		v, ok := either(rows[i], one.parts[i])
		if ok {
			out[i] = v
		}
	}
	return out
}

// comprehension judges [x for y in z if w]. What its elements may be is known where the
// element is known for every y.
func (j *pyJudge) comprehension(n *node) pyValue {
	var elements []*node
	for _, kid := range n.kids {
		if kid.kind != nClause {
			elements = append(elements, kid)
			continue
		}
		j.turn(kid)
		for _, cond := range kid.kids[2:] {
			j.shown(cond)
		}
	}
	if len(elements) == 2 { // of a dictionary
		key, val := j.eval(elements[0]), j.eval(elements[1])
		if key.what != pyPath {
			j.accept(key)
		}
		if val.what != pyPath {
			val = j.accept(val)
		}
		val = j.within(val)
		return pyValue{elem: &key, vals: &val}
	}
	if len(elements) == 1 {
		v := j.eval(elements[0])
		if v.what == pyPath {
			return pyValue{what: pyPaths, items: v.texts}
		}
		if v.what == pyInstance {
			return pyValue{elem: &v}
		}
		j.accept(v)
		return pyValue{items: v.texts, rows: v.parts, src: v.src}
	}
	for _, e := range elements {
		j.plain(e)
	}
	return pyValue{}
}

// formatted is a format string: a constant if all its parts are. A number in it is a
// pattern of digits, so that a path with one stays known as a pattern.
func (j *pyJudge) formatted(n *node) pyValue {
	texts := []pyText{{}}
	for _, kid := range n.kids {
		piece := pyValue{}
		switch {
		case kid.kind == nArg:
			v := j.shown(kid.kids[0])
			if len(kid.kids) > 1 {
				j.formatted(kid.kids[1])
			}
			if (kid.sure || v.number && len(kid.kids) > 1 && padded(kid.kids[1], v)) && (v.what == pyPlain || v.what == pyPath) {
				piece = v
			} else if len(kid.kids) > 1 {
				piece = specified(kid.kids[1], v)
			}
		case kid.sure:
			piece.texts = constantTexts(kid.text)
		}
		texts = behind(texts, piece.texts)
	}
	return pyValue{texts: texts}
}

// object is the object that an operator gives back: one of those that it got.
func object(values ...pyValue) pyValue {
	for _, v := range values {
		if v.what == pyObject {
			return v
		}
	}
	return pyValue{}
}

// binary judges an operator. / joins paths, + texts and lists, % puts values into a
// text; all others give data of which nothing is known.
func (j *pyJudge) binary(n *node) pyValue {
	x, y := j.eval(n.kids[0]), j.eval(n.kids[1])
	switch {
	case n.text == "/" && (x.what == pyPath || y.what == pyPath):
		if x.what != pyPath && x.what != pyPlain || y.what != pyPath && y.what != pyPlain {
			return j.fail()
		}
		if v, ok := j.under(x, y); ok {
			return v
		}
		return pyValue{what: pyPath, texts: asPath(below(x.texts, y.texts))}
	case n.text == "%" && y.what != pyFunc && y.what != pyModule && y.what != pyXML:
		j.accept(x)
		return pyValue{texts: j.percent(x, n.kids[1])}
	}
	if v, ok := both(x, y); ok && n.text == "+" {
		return v
	}
	j.accept(x)
	j.accept(y)
	if x.what == pyObject || y.what == pyObject {
		return object(x, y)
	}
	if x.sort == sortTime && j.span(n.kids[1]) && (n.text == "+" || n.text == "-") {
		return someTime()
	}
	if n.text == "+" && !x.number && !y.number {
		return pyValue{texts: behind(x.texts, y.texts)}
	}
	if x.numeric() && y.numeric() && listWords("+ - * / // %", n.text) {
		return pyValue{texts: certainNames(anyFloat), number: true}
	}
	return pyValue{}
}
