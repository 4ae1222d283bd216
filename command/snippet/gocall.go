package snippet

import (
	"go/ast"
	"go/token"
	"strings"

	"passepartout/pipeline"
)

// call judges a call of a function that reaches beyond the program. Handled is set for
// those of which everything is known; what is not in it at the end must be something
// that needs no call (gojudge.go). So a call without a rule is never forgotten.
func (j *goJudge) call(n *ast.CallExpr) {
	sel, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	at := j.packages[sel]
	if j.decodes(sel.Sel.Name) && len(n.Args) > 0 && j.fills(n.Args[len(n.Args)-1]) {
		j.handled[sel] = true
	}
	if at == "" {
		j.method(sel, n)
		return
	}
	if n.Ellipsis.IsValid() {
		if at == "os/exec" {
			j.starts(sel, n)
		}
		return
	}
	switch at {
	case "os", "io/ioutil", "path/filepath":
		j.handled[sel] = j.file(at, sel.Sel.Name, n.Args)
	case "os/exec":
		j.handled[sel] = j.starts(sel, n)
	case "net":
		j.handled[sel] = j.dials(sel.Sel.Name, n.Args)
	case "net/http":
		j.handled[sel] = j.requests(sel.Sel.Name, n.Args)
	}
}

// goActs says what a function does to each of its arguments: r reads the file,
// l looks at it, w writes, d deletes it, D with all below, - none of them.
func goActs(at, name string) string {
	switch at + "." + name {
	case "os.ReadFile", "os.Open", "io/ioutil.ReadFile":
		return "r"
	case "os.ReadDir", "os.Stat", "os.Lstat", "os.Readlink", "io/ioutil.ReadDir", "path/filepath.EvalSymlinks":
		return "l"
	case "os.WriteFile", "io/ioutil.WriteFile", "os.Create", "os.Mkdir", "os.MkdirAll", "os.Truncate":
		return "w"
	case "os.Remove":
		return "d"
	case "os.RemoveAll":
		return "D"
	case "os.Rename":
		return "dw"
	}
	return ""
}

// file judges a call that is about files; true: all of it is known. Rename is a delete
// of one and a write of the other; that names moved is said besides, since links may
// lead elsewhere from then on.
func (j *goJudge) file(at, name string, args []ast.Expr) bool {
	switch name {
	case "Getenv", "LookupEnv":
		return j.asked(args)
	case "Setenv", "Unsetenv":
		return len(args) > 0 && j.sets(args[0])
	case "OpenFile":
		return len(args) == 3 && j.opens(args)
	case "MkdirTemp", "CreateTemp", "TempDir":
		return len(args) == 2 && j.makesFresh(args)
	case "Glob":
		return len(args) == 1 && j.globs(args[0])
	case "Walk", "WalkDir":
		return len(args) == 2 && j.touches(args[0], Effect{Kind: pipeline.KindRead, Look: true, Tree: true})
	}
	acts := goActs(at, name)
	if acts == "" || len(args) < len(acts) {
		return false
	}
	known := true
	for i := range acts {
		e := Effect{Kind: pipeline.KindRead}
		switch acts[i] {
		case 'l':
			e.Look = true
		case 'w':
			e.Kind = pipeline.KindWrite
		case 'd':
			e.Kind = pipeline.KindDelete
		case 'D':
			e.Kind, e.Tree = pipeline.KindDelete, true
		}
		known = j.touches(args[i], e) && known
	}
	if name == "Rename" {
		j.add(Effect{Moves: true})
	}
	return known
}

// touches states an effect on every path that an expression may be; false: the
// path is not known.
func (j *goJudge) touches(e ast.Expr, what Effect) bool {
	all := j.values(e)
	if len(all) == 0 {
		if j.loose && what.Kind == pipeline.KindDelete && j.tainted(e) {
			j.bad()
		}
		return false
	}
	for _, v := range all {
		one := what
		one.Object = v.text
		switch v.place {
		case goPlain:
			if v.text == "" || v.text == "/dev/null" { // an error, or nothing
				continue
			}
		case goHome:
			one.Home, one.Object = true, "~"+v.text
		case goFresh:
			continue
		case goWalked:
			if what.Kind != pipeline.KindRead {
				return false
			}
			one.Tree = true
		case goLoop:
			return false
		}
		j.add(one)
	}
	return true
}

// tainted reports whether a part of an expression is known to lead out of the
// project, whatever the rest is.
func (j *goJudge) tainted(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		for _, v := range j.values(x) {
			found = found || v.place == goHome || v.place == goPlain && outward(v.text)
		}
		return !found
	})
	return found
}

// asked judges os.Getenv: what a variable is called decides whether it is a secret. The
// programs of a project's tests read what the test that starts them has set, so that
// none of it is the user's.
func (j *goJudge) asked(args []ast.Expr) bool {
	if len(args) != 1 {
		return false
	}
	all := j.values(args[0])
	for _, v := range all {
		if v.place != goPlain {
			return false
		}
		if !j.loose { // tests of a project ask for what they need
			j.add(Effect{Kind: pipeline.KindSecret, Object: v.text})
		}
	}
	return len(all) > 0
}

// sets reports whether a variable that the program sets means nothing to Go, the system
// or another program. A program that starts others hands them all that it sets.
func (j *goJudge) sets(name ast.Expr) bool {
	all := j.values(name)
	for _, v := range all {
		if v.place != goPlain || j.has["os/exec"] || strings.HasPrefix(v.text, "GO") || strings.HasPrefix(v.text, "LD_") || strings.HasPrefix(v.text, "XDG_") || strings.Contains(strings.ToLower(v.text), "proxy") ||
			listWords("HOME TMPDIR PATH PWD ZONEINFO SHELL USER SSL_CERT_FILE SSL_CERT_DIR HOSTALIASES RES_OPTIONS LOCALDOMAIN", v.text) {
			return false
		}
	}
	return len(all) > 0
}

// opens judges os.OpenFile by its flags.
func (j *goJudge) opens(args []ast.Expr) bool {
	if sel, ok := args[1].(*ast.SelectorExpr); ok && j.packages[sel] == "os" && sel.Sel.Name == "O_RDONLY" {
		return j.touches(args[0], Effect{Kind: pipeline.KindRead})
	}
	return j.touches(args[0], Effect{Kind: pipeline.KindRead}) && j.touches(args[0], Effect{Kind: pipeline.KindWrite})
}

// makesFresh judges a file or a folder whose name ends in something that nobody can
// know: it is new, and lies in the folder that is named. The name gets a random number
// where the last * stands, or at its end (package os, MkdirTemp), so that nothing that
// is there can be meant.
func (j *goJudge) makesFresh(args []ast.Expr) bool {
	names := j.values(args[1])
	for _, v := range names {
		if v.place != goPlain || strings.ContainsAny(v.text, "/\\") { // there would be none
			return false
		}
	}
	dirs := j.values(args[0])
	for _, v := range dirs {
		switch {
		case v.place == goFresh:
		case v.place != goPlain || strings.ContainsAny(v.text, "*?[\\"):
			return false
		case v.text == "":
			j.add(Effect{Kind: pipeline.KindWrite, Object: j.temp() + "/go-*", Pattern: true})
		default:
			j.add(Effect{Kind: pipeline.KindWrite, Object: strings.TrimSuffix(v.text, "/") + "/*", Pattern: true})
		}
	}
	return len(names) > 0 && len(dirs) > 0
}

// globs judges a pattern of names.
func (j *goJudge) globs(e ast.Expr) bool {
	all := j.values(e)
	for _, v := range all {
		switch v.place {
		case goFresh:
		case goPlain:
			j.add(Effect{Kind: pipeline.KindRead, Object: v.text, Pattern: true, Look: true})
		default:
			return false
		}
	}
	return len(all) > 0
}

// method judges a call of a method that may reach beyond.
func (j *goJudge) method(sel *ast.SelectorExpr, n *ast.CallExpr) {
	switch name := sel.Sel.Name; {
	case name == "Setenv" && j.has["testing"]:
		j.handled[sel] = len(n.Args) == 2 && j.sets(n.Args[0])
	case name == "Parse" && j.templates():
		j.handled[sel] = len(n.Args) == 1 && j.template(n.Args[0])
	case j.has["net/http"] && listWords("Get Head Post PostForm", name):
		j.handled[sel] = j.gets(n.Args)
	}
}

// template judges the text of a template: it may ask data for any field, and call any
// method that data has. So each name behind a dot must be one that this program may ask
// for in Go as well.
func (j *goJudge) template(e ast.Expr) bool {
	all := j.values(e)
	for _, v := range all {
		if v.place != goPlain {
			return false
		}
		for rest := v.text; ; {
			i := strings.IndexByte(rest, '.')
			if i < 0 {
				break
			}
			rest = rest[i+1:]
			end := 0
			for end < len(rest) && (rest[end] == '_' || rest[end] >= '0' && rest[end] <= '9' || rest[end] >= 'A' && rest[end] <= 'Z' || rest[end] >= 'a' && rest[end] <= 'z') {
				end++
			}
			if end > 0 && (j.mustNot(rest[:end]) || j.needsCall(rest[:end]) || rest[:end] == "Do") {
				return false
			}
		}
	}
	return len(all) > 0
}

// fills reports whether a value that is filled in by names is a variable of
// plain types, so that nothing that starts or asks is among them.
func (j *goJudge) fills(e ast.Expr) bool {
	addr, ok := e.(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return false
	}
	id, ok := addr.X.(*ast.Ident)
	if !ok || j.object(id) == nil {
		return false
	}
	switch d := j.object(id).Decl.(type) {
	case *ast.ValueSpec:
		return d.Type != nil && j.plainType(d.Type, 0)
	case *ast.AssignStmt:
		for i, target := range d.Lhs {
			if x, ok := target.(*ast.Ident); ok && x.Name == id.Name && len(d.Lhs) == len(d.Rhs) {
				lit, ok := d.Rhs[i].(*ast.CompositeLit)
				return ok && j.plainType(lit.Type, 0)
			}
		}
	}
	return false
}

// plainType reports whether no type of a program that is started or a request
// that is sent is part of a type.
func (j *goJudge) plainType(t ast.Expr, depth int) bool {
	plain := depth < 8 && j.step()
	if plain {
		defer j.back()
	}
	ast.Inspect(t, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			at := j.packages[n]
			plain = plain && at != "" && at != "os/exec" && at != "net/url" && !strings.HasPrefix(at, "net/http") && (goListed(at) || at == "encoding/json")
			return false
		case *ast.Ident:
			if o := j.object(n); o != nil {
				if spec, ok := o.Decl.(*ast.TypeSpec); ok && !j.busyTypes[o] {
					j.busyTypes[o] = true
					plain = plain && j.plainType(spec.Type, depth+1)
				}
			} else if !goUniverse(n.Name) && !j.declared[n.Name] {
				plain = false
			}
		}
		return plain
	})
	return plain
}
