package snippet

import (
	"go/ast"
	"go/token"
	"strings"
)

// goJudge walks through the trees of a program.
type goJudge struct {
	frame
	loose     bool // what is not known is passed over
	files     []*goText
	bindings  map[*goObject]*goBinding
	lent      map[*goObject]bool   // parameters of functions that a walk calls
	packages  map[ast.Node]string  // selectors of a package's members
	peers     map[string]*goObject // names of the package
	has       map[string]bool      // paths that are imported
	declared  map[string]bool      // fields and methods of the program's types
	methods   map[string]bool      // methods of the program's types
	set       map[string]bool      // fields that are assigned to
	changed   map[string]bool      // variables of the environment that the program sets
	handled   map[ast.Node]bool    // functions that were judged with their call
	argUses   int                  // uses of os.Args that share it
	asks      bool                 // it sends requests of HTTP
	free      bool                 // it uses packages that are not Go's own
	own       bool                 // of these, some of the project
	reflects  bool                 // it looks into values by package reflect
	busyTypes map[*goObject]bool   // types that were looked at
}

// no says that something is not known.
func (j *goJudge) no() {
	if !j.loose {
		j.failed = true
	}
}

// bad says that something cannot be told and is no ordinary thing.
func (j *goJudge) bad() { j.failed = true }

// walk judges every node of a file.
func (j *goJudge) walk(t *goText) {
	for _, d := range t.tree.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
			continue
		}
		if f, ok := d.(*ast.FuncDecl); ok && t.begins && (f.Recv != nil || f.Name.Name != "init" && f.Name.Name != "main") {
			continue
		}
		j.node(t, d)
	}
}

// node judges a declaration with all that stands in it.
func (j *goJudge) node(t *goText, root ast.Node) {
	var above []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		if j.failed {
			return false
		}
		var parent ast.Node
		if len(above) > 0 {
			parent = above[len(above)-1]
		}
		switch n := n.(type) {
		case *ast.Ident:
			j.name(t, n, parent)
		case *ast.SelectorExpr:
			j.selected(n, above)
		case *ast.CallExpr:
			j.call(n)
		case *ast.AssignStmt:
			for _, target := range n.Lhs {
				j.target(target)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				j.changes(n.X)
			}
		case *ast.RangeStmt:
			j.target(n.Key)
			j.target(n.Value)
		case *ast.BadDecl, *ast.BadExpr, *ast.BadStmt:
			j.no()
		}
		above = append(above, n)
		return true
	})
}

// name judges an identifier that stands alone.
func (j *goJudge) name(t *goText, id *ast.Ident, parent ast.Node) {
	if id.Name == "_" || j.object(id) != nil || goUniverse(id.Name) || j.given.Peers {
		return
	}
	switch p := parent.(type) {
	case *ast.SelectorExpr:
		if p.Sel == id || t.imports[id.Name] != "" {
			return
		}
	case *ast.FuncDecl:
		if p.Name == id {
			return
		}
	case *ast.KeyValueExpr:
		if p.Key == id {
			return
		}
	case *ast.Field, *ast.BranchStmt, *ast.LabeledStmt:
		if j.declared[id.Name] {
			return
		}
		if _, ok := parent.(*ast.Field); !ok {
			return
		}
	}
	j.no()
}

// selected judges X.NAME.
func (j *goJudge) selected(n *ast.SelectorExpr, above []ast.Node) {
	name := n.Sel.Name
	at := j.packages[n]
	if at == "" {
		j.field(n)
		return
	}
	if !j.standard(at) {
		if goOwn(at) && pyReaches(name) || j.decodes(name) && !j.handled[n] {
			j.no()
		}
		return
	}
	allowed, called := goMember(at, name)
	if !allowed || (called || j.decodes(name)) && !j.handled[n] || goHeld(at, name) && !held(above) {
		j.no()
	}
	if at == "syscall" && j.loose && listWords("Exec ForkExec StartProcess Unlink Unlinkat Rmdir Rename Mount Unmount Reboot Chroot PivotRoot Syscall Syscall6 RawSyscall Setuid Truncate", name) {
		j.bad()
	}
}

// standard reports whether a package is one of Go's own, or listed.
func (j *goJudge) standard(at string) bool {
	return !goForeign(at) && goStandard(strings.SplitN(at, "/", 2)[0])
}

// goHeld lists types that programs and requests are made of: they may only be
// pointed at by variables, parameters and fields, so that no program makes one itself.
func goHeld(at, name string) bool {
	return at == "os/exec" && name == "Cmd" || at == "net/http" && name == "Request"
}

// held reports whether a type stands behind * in a field or a variable.
func held(above []ast.Node) bool {
	if len(above) < 2 {
		return false
	}
	if _, ok := above[len(above)-1].(*ast.StarExpr); !ok {
		return false
	}
	switch above[len(above)-2].(type) {
	case *ast.Field, *ast.ValueSpec:
		return true
	}
	return false
}

// field judges a field or a method of a value.
func (j *goJudge) field(n *ast.SelectorExpr) {
	if !j.mayAsk(n.Sel.Name) || j.needsCall(n.Sel.Name) && !j.handled[n] {
		j.no()
	}
}

// mayAsk reports whether a field or a method of that name may be asked for,
// whatever the value is.
func (j *goJudge) mayAsk(name string) bool {
	switch {
	case j.mustNot(name):
		return false
	case !ast.IsExported(name) || j.declared[name] || goValues(name):
		return true
	}
	return (j.free || j.given.Peers) && !pyReaches(name)
}

// mustNot reports whether a field or a method of that name may do what nobody
// has followed, for a type that the program can have values of.
func (j *goJudge) mustNot(name string) bool {
	return goRefused(name) || j.reflects && !goReflected(name) || j.has["os/exec"] && goStarted(name) || j.has["net/http"] && name == "UnmarshalBinary"
}

// needsCall reports whether a method of that name is looked into where it is
// called, so that it may not be used otherwise.
func (j *goJudge) needsCall(name string) bool {
	return j.decodes(name) || j.templates() && name == "Parse" || j.has["testing"] && name == "Setenv" || j.has["net/http"] && listWords("Get Head Post PostForm", name)
}

// templates reports whether texts may become programs that ask data for fields and
// methods.
func (j *goJudge) templates() bool { return j.has["text/template"] || j.has["html/template"] }

// decodes reports whether a function or a method of that name fills a value in
// by the names of its fields, where there may be values that it must not fill in.
func (j *goJudge) decodes(name string) bool {
	return (j.has["os/exec"] || j.has["net/http"]) && (strings.HasPrefix(name, "Unmarshal") || strings.HasPrefix(name, "Decode") && name != "DecodeString" && name != "DecodeRune" && name != "DecodeRuneInString")
}

// goStarted lists fields of a command that say what it starts, and where.
func goStarted(name string) bool {
	return listWords("Path Args Dir Env SysProcAttr Process ExtraFiles Stdin StdinPipe Cancel Err", name)
}

// target judges what is assigned to. Where programs or requests are about, nothing
// is put behind a pointer as a whole.
func (j *goJudge) target(e ast.Expr) {
	if _, ok := e.(*ast.StarExpr); ok && (j.has["net/http"] || j.has["os/exec"]) {
		j.no()
	}
	j.changes(e)
}

// changes judges what is assigned to, or may be through a pointer.
func (j *goJudge) changes(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			if j.packages[x] != "" && j.standard(j.packages[x]) { // os.Stdout = …, http.DefaultClient = …
				if !listWords("Args Stdout Stderr Stdin Reader CommandLine Usage", x.Sel.Name) {
					j.no()
				}
				return
			}
			if j.has["net/http"] && listWords("URL Host Opaque RequestURI Transport Proxy Scheme User", x.Sel.Name) {
				j.no()
			}
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return
		}
	}
}

// goUniverse lists what Go declares itself.
func goUniverse(name string) bool {
	return listWords(`bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any comparable true false iota nil
		append cap clear close complex copy delete imag len make max min new panic print println real recover`, name)
}
