package snippet

import (
	"go/ast"
	"go/token"
)

// goObject is what an identifier stands for by the parser's own scopes. They end
// with the file, which is all that is asked of them: types are not known here.
type goObject = ast.Object //nolint:staticcheck // go/types would need the packages that are imported

// objectOf is the variable, function or type that an identifier means within its file.
func objectOf(id *ast.Ident) *goObject { return id.Obj } //nolint:staticcheck // see goObject

// goSource says how a variable gets what an expression yields. The zero value is the
// one that needs nothing further.
type goSource uint8

const (
	goValued goSource = iota // the value, or one of those of a call
	goItem                   // an element
	goBelow                  // a path that a walk has found below it
	goZero                   // no expression: the empty text
)

// goSite is one place that gives a variable a value.
type goSite struct {
	how   goSource
	expr  ast.Expr
	index int
}

// goBinding is a variable, or a function, with all that gives it a value.
type goBinding struct {
	sites  []goSite
	uses   int // places that mention it
	ranges int // of these, loops over it and len of it
	calls  int // of these, calls of it
	loose  bool
	busy   bool
	of     *goObject // the function that it is a parameter of
}

// object is what an identifier stands for in the whole program.
func (j *goJudge) object(id *ast.Ident) *goObject {
	if o := objectOf(id); o != nil {
		return o
	}
	return j.peers[id.Name]
}

// binding is what is known of an object, made at the first question.
func (j *goJudge) binding(o *goObject) *goBinding {
	b := j.bindings[o]
	if b == nil {
		b = &goBinding{}
		j.bindings[o] = b
	}
	return b
}

// collect notes what a file declares: names of the package, fields and methods.
func (j *goJudge) collect(t *goText) {
	for _, d := range t.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				j.declared[d.Name.Name], j.methods[d.Name.Name] = true, true
			} else if o := objectOf(d.Name); o != nil {
				j.peers[d.Name.Name] = o
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					j.peers[spec.Name.Name] = objectOf(spec.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if o := objectOf(name); o != nil {
							j.peers[name.Name] = o
						}
					}
				}
			}
		}
	}
	ast.Inspect(t.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			j.declare(n.Fields)
		case *ast.InterfaceType:
			j.declare(n.Methods)
		}
		return true
	})
}

// declare notes names of fields and methods, by which a selector is told from a
// function of a package.
func (j *goJudge) declare(list *ast.FieldList) {
	for _, f := range list.List {
		for _, name := range f.Names {
			j.declared[name.Name] = true
		}
		if len(f.Names) == 0 { // embedded: it goes by the name of its type
			switch t := f.Type.(type) {
			case *ast.Ident:
				j.declared[t.Name] = true
			case *ast.SelectorExpr:
				j.declared[t.Sel.Name] = true
			case *ast.StarExpr:
				if s, ok := t.X.(*ast.SelectorExpr); ok {
					j.declared[s.Sel.Name] = true
				}
			}
		}
	}
}

// bind notes where the variables of a file get their values.
func (j *goJudge) bind(t *goText) {
	ast.Inspect(t.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if o := j.object(n); o != nil {
				j.binding(o).uses++
			}
		case *ast.SelectorExpr:
			j.asks = j.asks || listWords("Do RoundTrip Transport Client", n.Sel.Name)
			switch x, ok := n.X.(*ast.Ident); {
			case ok && j.object(x) == nil && t.imports[x.Name] != "":
				j.packages[n] = t.imports[x.Name]
				j.noted(t.imports[x.Name], n.Sel.Name)
			case ok && (j.methods[n.Sel.Name] || j.free && !listWords("Name URL TempDir Addr", n.Sel.Name)):
				j.loosen(x) // a method may set what it is called on
			}
		case *ast.AssignStmt:
			j.assigned(n)
		case *ast.IncDecStmt:
			j.loosen(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				j.loosen(n.X)
			}
		case *ast.RangeStmt:
			j.loosen(n.Key)
			j.site(n.Value, goSite{how: goItem, expr: n.X})
			if x, ok := n.X.(*ast.Ident); ok && j.object(x) != nil {
				j.binding(j.object(x)).ranges++
			}
			if x, ok := n.X.(*ast.SliceExpr); ok {
				j.plainArgs(x.X)
			}
			j.plainArgs(n.X)
		case *ast.IndexExpr:
			j.plainArgs(n.X)
		case *ast.ValueSpec:
			j.specified(n)
		case *ast.GenDecl:
			if n.Tok == token.CONST { // what is left out is what stood before
				for _, spec := range n.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) == 0 {
						for _, name := range v.Names {
							j.loosen(name)
						}
					}
				}
			}
		case *ast.FuncDecl:
			j.parameters(n)
		case *ast.FuncLit:
			j.loosenAll(n.Type)
		case *ast.CallExpr:
			j.passed(t, n)
		}
		return !j.failed
	})
}

// noted takes down a use of a package that says something of the whole program.
func (j *goJudge) noted(at, name string) {
	switch {
	case at == "os" && name == "Args":
		j.argUses++
	case at == "reflect" && name != "DeepEqual":
		j.reflects = true
	case at == "net/http" && listWords("Get Head Post PostForm DefaultClient Client", name), at == "net/http/httptest" && name == "Server":
		j.asks = true
	}
}

// plainArgs takes a use of os.Args back that shares the list with nobody.
func (j *goJudge) plainArgs(e ast.Expr) {
	if s, ok := e.(*ast.SelectorExpr); ok && s.Sel.Name == "Args" {
		if x, ok := s.X.(*ast.Ident); ok && j.object(x) == nil {
			j.argUses--
		}
	}
}

// site notes a value of a variable, if the target is one.
func (j *goJudge) site(target ast.Expr, s goSite) {
	if id, ok := target.(*ast.Ident); ok && id.Name != "_" {
		if o := j.object(id); o != nil {
			b := j.binding(o)
			b.sites = append(b.sites, s)
		}
		return
	}
	if sel, ok := target.(*ast.SelectorExpr); ok {
		j.set[sel.Sel.Name] = true
	}
}

// loosen says that nothing is known of a variable or a field.
func (j *goJudge) loosen(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		if o := j.object(e); o != nil {
			j.binding(o).loose = true
		}
	case *ast.ParenExpr:
		j.loosen(e.X)
	case *ast.SelectorExpr:
		j.set[e.Sel.Name] = true
		j.loosen(e.X)
	case *ast.IndexExpr:
		j.loosen(e.X)
	case *ast.CompositeLit, nil:
	}
}

// assigned notes an assignment. x += y and its like leave something of which only the
// sum is known, which is not reckoned. An element that is set changes the list for
// everybody who has it.
func (j *goJudge) assigned(n *ast.AssignStmt) {
	for i, target := range n.Lhs {
		switch {
		case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
			j.loosen(target)
		case len(n.Lhs) == len(n.Rhs):
			j.site(target, goSite{expr: n.Rhs[i]})
		default:
			j.site(target, goSite{expr: n.Rhs[0], index: i})
		}
		if x, ok := target.(*ast.IndexExpr); ok {
			j.loosen(x.X)
		}
	}
}

// specified notes a declaration with var or const; without a value it is the zero one,
// for texts the empty one (The Go Programming Language Specification, "The zero
// value").
func (j *goJudge) specified(n *ast.ValueSpec) {
	for i, name := range n.Names {
		switch {
		case len(n.Values) == 0:
			j.site(name, goSite{how: goZero})
		case len(n.Values) == len(n.Names):
			j.site(name, goSite{expr: n.Values[i]})
		default:
			j.site(name, goSite{expr: n.Values[0], index: i})
		}
	}
}

// parameters notes whose parameters a function has; results may be set unseen. Whose
// parameters they are decides whether the calls can be seen: a function that is also
// handed on as a value may be called with anything (onlyCalled).
func (j *goJudge) parameters(n *ast.FuncDecl) {
	if n.Recv != nil || objectOf(n.Name) == nil {
		j.loosenAll(n.Type)
		return
	}
	if n.Type.Results != nil {
		j.loosenFields(n.Type.Results)
	}
	for _, f := range n.Type.Params.List {
		for _, name := range f.Names {
			if o := objectOf(name); o != nil {
				b := j.binding(o)
				b.of = objectOf(n.Name)
				_, rest := f.Type.(*ast.Ellipsis)
				b.loose = b.loose || rest || j.given.Peers
			}
		}
	}
}

// loosenAll says that nothing is known of the parameters and results of a function.
func (j *goJudge) loosenAll(t *ast.FuncType) {
	j.loosenFields(t.Params)
	if t.Results != nil {
		j.loosenFields(t.Results)
	}
}

// loosenFields says so of a list of them, but for what a walk hands over.
func (j *goJudge) loosenFields(list *ast.FieldList) {
	for _, f := range list.List {
		for _, name := range f.Names {
			if o := objectOf(name); o != nil && !j.lent[o] {
				j.binding(o).loose = true
			}
		}
	}
}

// passed notes what the parameters of a function get, and the path that a walk
// gives to what it calls.
func (j *goJudge) passed(t *goText, n *ast.CallExpr) {
	if sel, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 2 {
		if x, ok := sel.X.(*ast.Ident); ok && j.object(x) == nil && t.imports[x.Name] == "path/filepath" && (sel.Sel.Name == "WalkDir" || sel.Sel.Name == "Walk") {
			j.walked(n)
		}
	}
	if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Setenv" && len(n.Args) == 2 {
		name, _ := n.Args[0].(*ast.BasicLit)
		if text, ok := unquoteGo(name); ok {
			j.changed[text] = true
		} else {
			j.changed["*"] = true
		}
	}
	id, ok := n.Fun.(*ast.Ident)
	if !ok {
		return
	}
	o := j.object(id)
	if o == nil {
		if id.Name == "len" && len(n.Args) == 1 {
			if x, ok := n.Args[0].(*ast.Ident); ok && j.object(x) != nil {
				j.binding(j.object(x)).ranges++
			}
			j.plainArgs(n.Args[0])
		}
		return
	}
	decl, ok := o.Decl.(*ast.FuncDecl)
	if !ok {
		return
	}
	j.binding(o).calls++
	i := 0
	for _, f := range decl.Type.Params.List {
		for _, name := range f.Names {
			if i >= len(n.Args) || n.Ellipsis.IsValid() || len(n.Args) == 1 && decl.Type.Params.NumFields() != 1 {
				j.loosen(name)
			} else {
				j.site(name, goSite{expr: n.Args[i]})
			}
			i++
		}
	}
}

// walked notes what the function of a walk gets as its first parameter.
func (j *goJudge) walked(n *ast.CallExpr) {
	lit, ok := n.Args[1].(*ast.FuncLit)
	if !ok || len(lit.Type.Params.List) == 0 || len(lit.Type.Params.List[0].Names) != 1 {
		return
	}
	name := lit.Type.Params.List[0].Names[0]
	if o := objectOf(name); o != nil {
		j.lent[o] = true
		j.site(name, goSite{how: goBelow, expr: n.Args[0]})
	}
}
