package snippet

import (
	"strconv"
	"strings"
)

// indexed is an element or a part of plain data. A slice of a text is a part of it; a
// slice of a list has some of its elements, so what all of them may be holds for those.
// An element by a place that is not known may be any of them.
func (j *pyJudge) indexed(base pyValue, at *node) pyValue {
	switch {
	case base.sort == sortMatch:
		return orData(base.regex.group(keyOr(at, "none")), base)
	case len(base.src) > 0:
		return pyValue{src: base.src}
	case base.sort != sortAny:
		return pyValue{}
	case base.parts != nil && at.kind != nSlice:
		return base.part(keyOr(at, "none"))
	case base.vals != nil:
		if at.kind == nSlice {
			return pyValue{}
		}
		return *base.vals
	case at.kind == nSlice && len(base.texts) > 0 && !base.number:
		return pyValue{texts: sliced(base.texts, at)}
	case at.kind == nSlice:
		return pyValue{items: base.items, rows: base.rows, elem: base.elem, lines: nil}
	case len(base.texts) > 0:
		return pyValue{texts: cut(base.texts)}
	}
	if _, number := wholeNumber(at); number || j.eval(at).numeric() {
		return base.element()
	}
	return pyValue{}
}

// keyOr is a constant key, or another one. keyOf says what counts as constant.
func keyOr(n *node, other string) string {
	if key := keyOf(n); key != "" {
		return key
	}
	return other
}

// wholeNumber is a constant whole number, with a sign or without.
func wholeNumber(n *node) (int, bool) {
	sign := 1
	if n != nil && n.kind == nUnary && n.text == "-" {
		n, sign = n.kids[0], -1
	}
	if n == nil || n.kind != nConst || !counts(n.text) {
		return 0, false
	}
	i, err := strconv.Atoi(n.text)
	return sign * i, err == nil
}

// sliced is a part of texts by constant bounds. What is left of a digest is one. A part
// of a path may be another path (what is cut off of "..x" may leave ".."), so only
// plain texts with a bound from the left, and digests, of which every part is digits
// and letters, keep being known.
func sliced(texts []pyText, at *node) []pyText {
	from, to := at.kids[0], at.kids[1]
	end, ended := wholeNumber(to)
	if from == nil && at.kids[2] == nil && ended && end < 0 {
		if out := shortened(texts, -end); out != nil {
			return out
		}
	}
	if at.kids[2] == nil && from == nil && ended && end > 0 || at.kids[2] == nil && to == nil && from != nil && from.kind == nUnary { // [:12], [-8:]
		if start, ok := wholeNumber(from); from != nil && (!ok || start >= 0) {
			return cut(texts)
		}
		certain := len(texts) > 0
		for _, t := range texts {
			certain = certain && t.s == anyHex && t.glob
		}
		if certain {
			return certainNames(anyHex)
		}
		var out []pyText
		for _, t := range texts {
			if !letters(t) || from != nil {
				return cut(texts)
			}
			t.s = t.s[:min(end, len(t.s))]
			out = append(out, t)
		}
		return out
	}
	return cut(texts)
}

// shortened are texts without so many letters at their ends, which are constants; nil: some
// are not.
func shortened(texts []pyText, by int) []pyText {
	var out []pyText
	for _, t := range texts {
		tail := t.s[strings.LastIndexByte(t.s, '/')+1:]
		if t.glob {
			tail = t.s[strings.LastIndexAny(t.s, globbing+"]")+1:]
		}
		if t.home || t.full || t.web || t.loose || len(tail) < by || strings.Contains(tail, "/") || !letters(pyText{s: tail}) {
			return nil
		}
		if t.s, t.there = t.s[:len(t.s)-by], false; t.glob && strings.Trim(tail[:len(tail)-by], ".") == "" { // what is left may be . or ..
			t.loose = true
		}
		out = append(out, t)
	}
	return out
}

// filled is text.format(…): its fields are arguments by their place or name, as they
// are or as numbers of some width. What it looks like is known before. A field without
// a name is the next argument; {a.b} and {a[b]} were refused before.
func (j *pyJudge) filled(base pyValue, n *node) []pyText {
	if len(base.texts) != 1 || base.texts[0].glob || base.texts[0].home || base.texts[0].full || starred(n) {
		return nil
	}
	out, rest, next := []pyText{{}}, base.texts[0].s, 0
	for rest != "" {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			return behind(out, []pyText{{s: rest}})
		}
		if i > 0 {
			out = behind(out, []pyText{{s: rest[:i]}})
		}
		if strings.HasPrefix(rest[i+1:], rest[i:i+1]) { // {{
			out, rest = behind(out, []pyText{{s: rest[i : i+1]}}), rest[i+2:]
			continue
		}
		field, after, ok := strings.Cut(rest[i+1:], "}")
		if !ok || rest[i] == '}' {
			return nil
		}
		name, spec, formatted := strings.Cut(field, ":")
		if name == "" {
			name = strconv.Itoa(next)
			next++
		}
		a := argumentOf(n, name)
		if a == nil {
			return nil
		}
		out, rest = behind(out, j.piece(a, spec, formatted)), after
	}
	return out
}

// argumentOf is the argument with a name, or at a place. A name that is a number is a
// place.
func argumentOf(n *node, name string) *node {
	if i, err := strconv.Atoi(name); err == nil && i >= 0 {
		return placed(n, i)
	}
	for _, a := range n.kids[1:] {
		if a.kind == nArg && a.text == name {
			return a.kids[0]
		}
	}
	return nil
}

// piece is a value as a part of a text, perhaps in a format. What it prints as is known
// for plain data and paths alone.
func (j *pyJudge) piece(n *node, spec string, formatted bool) []pyText {
	v := j.shown(n)
	if formatted && spec != "" {
		return specified(&node{kids: []*node{{kind: nText, text: spec}}}, v).texts
	}
	if v.what != pyPlain && v.what != pyPath {
		return nil
	}
	return v.texts
}

// percent is "x%03d" % value, or with several values. %d raises an error for anything
// but a number, so what comes out is digits and a sign whatever the value is.
func (j *pyJudge) percent(format pyValue, n *node) []pyText {
	if len(format.texts) != 1 || format.texts[0].glob || format.texts[0].home || format.texts[0].full || format.number {
		return nil
	}
	values := []*node{n}
	if n.kind == nTuple {
		values = n.kids
	} else if v := j.eval(n); len(v.texts) == 0 && !(n.kind == nBinary && n.text == "%" && !j.classy && !j.foreign) || v.parts != nil { // it could be a tuple
		return nil
	}
	out, rest := []pyText{{}}, format.texts[0].s
	for rest != "" {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			return behind(out, []pyText{{s: rest}})
		}
		if i > 0 {
			out = behind(out, []pyText{{s: rest[:i]}})
		}
		rest = rest[i+1:]
		width := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		switch {
		case strings.HasPrefix(rest, "%"):
			out = behind(out, []pyText{{s: "%"}})
		case len(values) == 0 || values[0].kind == nStar || width == len(rest):
			return nil
		case rest[width] == 'd': // nothing but a number fits
			out, values = behind(out, certainNames("*")), values[1:]
		case rest[width] == 's' && width == 0:
			out, values = behind(out, j.piece(values[0], "", false)), values[1:]
		default:
			return nil
		}
		rest = rest[width+1:]
	}
	return out
}

// sieved is what "".join makes of the letters of a text that are letters, digits or
// among some others, perhaps with another one for the rest. nil: that is not what it
// does. This is the usual way to make a safe name: "".join(c if c.isalnum() else "_"
// for c in title).
func sieved(n *node) []pyText {
	if n.kind != nComp || len(n.kids) != 2 || n.kids[1].kind != nClause || n.kids[1].kids[0].kind != nName {
		return nil
	}
	letter, element := n.kids[1].kids[0].text, n.kids[0]
	conds, put := n.kids[1].kids[2:], ""
	if element.kind == nChoice {
		if element.kids[2].kind != nText || !element.kids[2].sure || len(conds) > 0 {
			return nil
		}
		conds, put, element = element.kids[:1], element.kids[2].text, element.kids[1]
	}
	if element.kind != nName || element.text != letter || len(conds) != 1 {
		return nil
	}
	others, ok := lets(conds[0], letter)
	switch {
	case !ok || strings.Contains(others+put, "/"):
		return nil
	case strings.Contains(others+put, "."):
		return someNames()
	}
	return []pyText{{}, {s: "*", glob: true}}
}

// lets says which letters a condition lets through but letters and digits. Letters and
// digits of any script are no slash and no dot.
func lets(n *node, letter string) (others string, ok bool) {
	switch {
	case n.kind == nBool && n.text == "or":
		a, okay := lets(n.kids[0], letter)
		b, fine := lets(n.kids[1], letter)
		return a + b, okay && fine
	case n.kind == nCall && len(n.kids) == 1 && n.kids[0].kind == nAttr && listWords("isalnum isalpha isdigit isidentifier", n.kids[0].text):
		return "", n.kids[0].kids[0].kind == nName && n.kids[0].kids[0].text == letter
	case n.kind == nCompare && n.text == "in" && n.kids[0].kind == nName && n.kids[0].text == letter && n.kids[1].kind == nText && n.kids[1].sure:
		return n.kids[1].text, true
	}
	return "", false
}
