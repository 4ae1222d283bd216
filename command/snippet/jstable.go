package snippet

import "strconv"

// Tables are lists of lists or of objects as they are written, which a program goes
// through: for (const [file, text] of [["a", "b"]]).

// column is what the rows of a table have at a place or under a name. All rows count or
// none: a cell that is not known could be any path.
func (j *jsJudge) column(s site[jsValue]) jsValue {
	rows, ok := j.rows(s.node)
	if !ok {
		v := j.eval(s.node)
		if v.owned() {
			return j.memberOf(v, s.member)
		}
		j.used(v)
		return jsValue{}
	}
	var v jsValue
	for _, row := range rows {
		cell := cellOf(row, s.member)
		if cell == nil {
			return jsValue{}
		}
		texts := j.used(j.eval(cell)).texts
		if len(texts) == 0 || len(v.texts)+len(texts) > maxTexts {
			return jsValue{}
		}
		v.texts = append(v.texts, texts...)
	}
	return v
}

// rows are the elements of a list that nothing changes, or the pairs of an object. The
// list has to stand there, or in a variable that nothing else uses; push, sort or an
// assignment to an element would be another use.
func (j *jsJudge) rows(n *node) ([]*node, bool) {
	if n.kind == nName {
		b := j.bindingOf(n.text)
		if len(b.sites) != 1 || b.sites[0].how != byValue || b.loads != 1 { // its rows could be changed as well
			return nil, false
		}
		n = b.sites[0].node
	}
	if n.kind == nList {
		return n.kids, true
	}
	if n.kind != nCall || len(n.kids) != 2 || n.kids[0].kind != nAttr || n.kids[0].text != "entries" || n.kids[0].kids[0].kind != nName || n.kids[0].kids[0].text != "Object" || j.names.bound("Object") {
		return nil, false
	}
	object := n.kids[1]
	if object.kind == nName {
		b := j.bindingOf(object.text)
		if len(b.sites) != 1 || b.sites[0].how != byValue || b.loads != 1 {
			return nil, false
		}
		object = b.sites[0].node
	}
	if object.kind != nDict {
		return nil, false
	}
	var rows []*node
	for i := 0; i+1 < len(object.kids); i += 2 {
		key := object.kids[i]
		if key == nil || key.kind != nText || !key.sure {
			return nil, false
		}
		rows = append(rows, &node{kind: nList, kids: []*node{key, object.kids[i+1]}})
	}
	return rows, true
}

// cellOf is what a row has at a place, or under a name; nil if that is not certain. A
// spread before the place moves it, and a name that stands twice means the last.
func cellOf(row *node, member string) *node {
	if row == nil {
		return nil
	}
	switch row.kind {
	case nList:
		at, err := strconv.Atoi(member)
		if err != nil || at >= len(row.kids) {
			return nil
		}
		for _, kid := range row.kids[:at+1] {
			if kid == nil || kid.kind == nStar {
				return nil
			}
		}
		return row.kids[at]
	case nDict:
		var cell *node
		for i := 0; i+1 < len(row.kids); i += 2 {
			key := row.kids[i]
			if key == nil || key.kind != nText || !key.sure || cell != nil && key.text == member {
				return nil
			}
			if key.text == member {
				cell = row.kids[i+1]
			}
		}
		if cell != nil && cell.kind == nLambda {
			return nil
		}
		return cell
	}
	return nil
}
