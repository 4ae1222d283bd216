package snippet

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// goPlace says what a text stands behind. A text behind a place is relative to it, and
// stays there: what could climb out of it is not known.
type goPlace uint8

const (
	goPlain  goPlace = iota
	goHome           // the home folder
	goFresh          // a folder that the program has just made for itself
	goWalked         // a tree that is walked through; the text is its root
	goLoop           // the URL of a server of the program
)

// goValue is one text that an expression may have.
type goValue struct {
	place goPlace
	text  string
	whole bool // a plain text that stands for the same path from the root
}

// plainGo is the one text that is known to the letter.
func plainGo(s string) []goValue { return []goValue{{text: s}} }

// goConstant is the text of a string constant as it is written.
func goConstant(literal string) (string, bool) {
	s, err := strconv.Unquote(literal)
	return s, err == nil && !strings.Contains(s, "\x00")
}

// values are all texts that an expression may have; nil if that is not known. Not
// knowing is never an error here: whoever asks for a path that is not known decides
// what that means. An expression that has too many texts counts as not known.
func (j *goJudge) values(e ast.Expr) []goValue {
	if !j.step() {
		return nil
	}
	defer j.back()
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, ok := unquoteGo(e); ok {
			return plainGo(s)
		}
	case *ast.ParenExpr:
		return j.values(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return product(j.values(e.X), j.values(e.Y), followed)
		}
	case *ast.Ident:
		return j.variable(e)
	case *ast.IndexExpr:
		return j.argument(e)
	case *ast.SelectorExpr:
		return j.member(e)
	case *ast.CallExpr:
		return j.result(e, 0)
	}
	return nil
}

// variable are the texts of a variable, wherever it got them.
func (j *goJudge) variable(id *ast.Ident) []goValue {
	o := j.object(id)
	if o == nil {
		return nil
	}
	b := j.binding(o)
	if b.loose || b.busy || len(b.sites) == 0 || b.of != nil && !j.onlyCalled(b.of) {
		return nil
	}
	if _, ok := o.Decl.(*ast.Field); ok && b.of == nil && !j.lent[o] {
		return nil
	}
	b.busy = true
	defer func() { b.busy = false }()
	var all []goValue
	for _, s := range b.sites {
		var some []goValue
		switch s.how {
		case goZero:
			some = plainGo("")
		case goItem:
			some = j.items(s.expr)
		case goBelow:
			for _, v := range j.values(s.expr) {
				if v.place != goPlain {
					return nil
				}
				some = append(some, goValue{place: goWalked, text: v.text})
			}
		case goValued:
			if call, ok := s.expr.(*ast.CallExpr); ok {
				some = j.result(call, s.index)
			} else if s.index == 0 {
				some = j.values(s.expr)
			}
		}
		if len(some) == 0 || len(all)+len(some) > maxTexts {
			return nil
		}
		all = append(all, some...)
	}
	return all
}

// onlyCalled reports whether a function is mentioned where it is called, and nowhere
// else. One use is its declaration.
func (j *goJudge) onlyCalled(o *goObject) bool {
	b := j.binding(o)
	return b.uses == b.calls+1
}

// items are the elements of a list of texts that nothing changes.
func (j *goJudge) items(e ast.Expr) []goValue {
	lit := j.literal(e)
	if lit == nil {
		if s, ok := e.(*ast.SliceExpr); ok && s.High == nil && j.isArgs(s.X) && j.given.Known {
			low, _ := s.Low.(*ast.BasicLit)
			if low == nil || low.Value != "1" {
				return nil
			}
			all := plainGo("") // there may be none
			for _, a := range j.given.Args {
				all = append(all, goValue{text: a})
			}
			return all
		}
		return nil
	}
	var all []goValue
	for _, elt := range lit.Elts {
		if _, keyed := elt.(*ast.KeyValueExpr); keyed {
			return nil
		}
		some := j.values(elt)
		if len(some) == 0 || len(all)+len(some) > maxTexts {
			return nil
		}
		all = append(all, some...)
	}
	return all
}

// literal is the list that an expression stands for, if it can be seen whole.
func (j *goJudge) literal(e ast.Expr) *ast.CompositeLit {
	switch e := e.(type) {
	case *ast.CompositeLit:
		if _, ok := e.Type.(*ast.ArrayType); ok {
			return e
		}
	case *ast.Ident:
		if o := j.object(e); o != nil {
			b := j.binding(o)
			if len(b.sites) == 1 && !b.loose && b.uses == b.ranges+1 && b.sites[0].how == goValued && b.sites[0].index == 0 {
				if lit, ok := b.sites[0].expr.(*ast.CompositeLit); ok {
					return j.literal(lit)
				}
			}
		}
	}
	return nil
}

// isArgs reports whether an expression is os.Args.
func (j *goJudge) isArgs(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && j.packages[s] == "os" && s.Sel.Name == "Args" && !j.set["Args"] && j.argUses == 0
}

// argument is os.Args[N].
func (j *goJudge) argument(e *ast.IndexExpr) []goValue {
	lit, ok := e.Index.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT || !j.isArgs(e.X) || !j.given.Known {
		return nil
	}
	i, err := strconv.Atoi(lit.Value)
	if err != nil || i < 1 || i > len(j.given.Args) {
		return nil
	}
	return plainGo(j.given.Args[i-1])
}

// member is what a field of a variable, or a constant of a package, stands for.
func (j *goJudge) member(e *ast.SelectorExpr) []goValue {
	if at := j.packages[e]; at != "" {
		if at == "os" && e.Sel.Name == "DevNull" {
			return plainGo("/dev/null")
		}
		return nil
	}
	x, ok := e.X.(*ast.Ident)
	if !ok {
		return nil
	}
	if e.Sel.Name == "URL" && j.madeBy(x, "net/http/httptest", "NewServer") {
		return []goValue{{place: goLoop}}
	}
	return j.column(x, e.Sel.Name)
}

// column are the values of a field in the rows of a table that a loop goes through.
func (j *goJudge) column(x *ast.Ident, name string) []goValue {
	o := j.object(x)
	if o == nil || j.set[name] {
		return nil
	}
	b := j.binding(o)
	if len(b.sites) != 1 || b.loose || b.sites[0].how != goItem {
		return nil
	}
	lit := j.literal(b.sites[0].expr)
	if lit == nil {
		return nil
	}
	var all []goValue
	for _, elt := range lit.Elts {
		row, ok := elt.(*ast.CompositeLit)
		if !ok {
			return nil
		}
		some := plainGo("")
		for i, cell := range row.Elts {
			kv, keyed := cell.(*ast.KeyValueExpr)
			switch {
			case keyed:
				if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
					some = j.values(kv.Value)
				}
			case j.fieldAt(lit, i) == name:
				some = j.values(cell)
			case j.fieldAt(lit, i) == "":
				return nil
			}
		}
		if len(some) == 0 || len(all)+len(some) > maxTexts {
			return nil
		}
		all = append(all, some...)
	}
	return all
}

// fieldAt is the name of a field of the rows of a table.
func (j *goJudge) fieldAt(lit *ast.CompositeLit, at int) string {
	t, ok := lit.Type.(*ast.ArrayType)
	if !ok {
		return ""
	}
	elt := t.Elt
	if id, ok := elt.(*ast.Ident); ok {
		if o := j.object(id); o != nil {
			if spec, ok := o.Decl.(*ast.TypeSpec); ok {
				elt = spec.Type
			}
		}
	}
	s, ok := elt.(*ast.StructType)
	if !ok {
		return ""
	}
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			if at == 0 {
				return name.Name
			}
			at--
		}
		if len(f.Names) == 0 {
			at--
		}
	}
	return ""
}

// madeBy reports whether a variable holds nothing but what a function of a
// package gives.
func (j *goJudge) madeBy(x *ast.Ident, at, name string) bool {
	o := j.object(x)
	if o == nil {
		return false
	}
	b := j.binding(o)
	if b.loose || len(b.sites) == 0 {
		return false
	}
	for _, s := range b.sites {
		call, ok := s.expr.(*ast.CallExpr)
		if !ok || s.how != goValued || s.index != 0 {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || j.packages[sel] != at || sel.Sel.Name != name {
			return false
		}
	}
	return true
}

// product puts each value of one list together with each of another one.
func product(a, b []goValue, together func(a, b goValue) (goValue, bool)) []goValue {
	if len(a)*len(b) > maxTexts {
		return nil
	}
	var all []goValue
	for _, x := range a {
		for _, y := range b {
			v, ok := together(x, y)
			if !ok || len(v.text) > MaxText {
				return nil
			}
			all = append(all, v)
		}
	}
	return all
}

// followed is one text behind another one. Behind a place a text must begin with a
// slash, or end the name of what is there: home + "x" is a sibling of the home folder.
func followed(a, b goValue) (goValue, bool) {
	switch {
	case b.place != goPlain:
		return b, a == goValue{}
	case a.place == goPlain && a.whole: // the folder's name is in it: a text behind it names a sibling
		return goValue{text: a.text + b.text, whole: true}, b.text == "" || b.text[0] == '/'
	case a.place == goPlain:
		return goValue{text: a.text + b.text}, true
	case a.place == goWalked:
		return a, !climbsUp(b.text)
	}
	v := goValue{place: a.place, text: a.text + b.text}
	rooted := v.text == "" || v.text[0] == '/' || a.place == goLoop && (v.text[0] == '?' || v.text[0] == '#')
	return v, rooted && !climbsUp(v.text)
}

// joinedPath is what filepath.Join makes of two texts.
func joinedPath(a, b goValue) (goValue, bool) {
	switch {
	case b.place != goPlain:
		return b, a == goValue{}
	case a.place == goLoop || a.place != goPlain && climbsUp(b.text):
		return goValue{}, false
	case a.place == goWalked:
		return a, true
	case a.place != goPlain:
		return goValue{place: a.place, text: strings.TrimSuffix(path.Join(a.text, "/", b.text), "/")}, true
	}
	return goValue{text: path.Join(a.text, b.text), whole: a.whole}, true
}

// climbsUp reports whether a path may lead out of the folder that it is below.
func climbsUp(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}
