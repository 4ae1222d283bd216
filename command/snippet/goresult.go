package snippet

import (
	"go/ast"
	"path"
	"strings"
)

// result are the texts that a call gives at a place of its results; where it may fail,
// the empty text is among them, as the program may not have looked. Of what a function
// of the program itself gives nothing is known: the texts of parameters are followed,
// those of results are not.
func (j *goJudge) result(e *ast.CallExpr, at int) []goValue {
	switch fun := e.Fun.(type) {
	case *ast.Ident:
		if fun.Name == "string" && j.object(fun) == nil && len(e.Args) == 1 && at == 0 {
			return j.values(e.Args[0])
		}
	case *ast.SelectorExpr:
		if from := j.packages[fun]; from != "" {
			if e.Ellipsis.IsValid() {
				return nil
			}
			return j.packageResult(from+"."+fun.Sel.Name, e.Args, at)
		}
		return j.methodResult(fun, e.Args, at)
	}
	return nil
}

// packageResult knows functions of packages. Only the first result is a text; the
// second, if there is one, is an error.
func (j *goJudge) packageResult(name string, args []ast.Expr, at int) []goValue {
	if at != 0 {
		return nil
	}
	switch name {
	case "path/filepath.Join", "path.Join":
		all := plainGo("")
		for _, a := range args {
			all = product(all, j.values(a), joinedPath)
		}
		return all
	case "path/filepath.Clean", "path.Clean", "path/filepath.Abs":
		if len(args) == 1 {
			all := product(j.values(args[0]), plainGo(""), joinedPath)
			if strings.HasSuffix(name, "Abs") && all != nil {
				for i := range all {
					all[i].whole = all[i].place == goPlain && !strings.HasPrefix(all[i].text, "/")
				}
				return append(all, goValue{text: ".", whole: true}, goValue{})
			}
			for i := range all {
				if all[i] == (goValue{}) {
					all[i].text = "."
				}
			}
			return all
		}
	case "path/filepath.ToSlash", "path/filepath.FromSlash":
		if len(args) == 1 {
			return j.values(args[0])
		}
	case "path/filepath.Dir", "path.Dir":
		if len(args) == 1 {
			return within(j.values(args[0]), path.Dir)
		}
	case "path/filepath.Base", "path.Base":
		if len(args) == 1 {
			return within(j.values(args[0]), nil)
		}
	case "fmt.Sprintf":
		return j.formatted(args)
	case "os.TempDir":
		return plainGo(j.temp())
	case "os.Getwd":
		return []goValue{{text: ".", whole: true}, {}}
	case "os.UserHomeDir":
		return j.environment(plainGo("HOME"))
	case "os.Getenv":
		if len(args) == 1 {
			return j.environment(j.values(args[0]))
		}
	case "os.MkdirTemp", "io/ioutil.TempDir":
		return j.fresh(args)
	}
	return nil
}

// environment is the value of a variable of the environment. Of HOME it is known whose
// home it is, not where. A variable that the program sets anywhere is not known, since
// when that happens is not followed.
func (j *goJudge) environment(names []goValue) []goValue {
	if len(names) != 1 || j.changed["*"] || j.changed[names[0].text] {
		return nil
	}
	switch names[0].text {
	case "HOME":
		return []goValue{{place: goHome}, {}}
	case "TMPDIR":
		return []goValue{{text: j.temp()}, {}}
	case "PWD":
		return []goValue{{text: ".", whole: true}, {}}
	}
	return nil
}

// temp is the folder for files that are needed for a while.
func (j *goJudge) temp() string {
	if j.given.Temp != "" {
		return j.given.Temp
	}
	return "/tmp"
}

// fresh is a folder that the program makes for itself; nobody had it before. Below the
// folder for temporary files everything new is the program's own, so that deleting it
// later needs no path that is known.
func (j *goJudge) fresh(args []ast.Expr) []goValue {
	if len(args) != 2 {
		return nil
	}
	for _, v := range j.values(args[0]) {
		if v.place == goPlain && v.text != "" && v.text != j.temp() {
			return nil
		}
	}
	if j.values(args[0]) == nil {
		return nil
	}
	return []goValue{{place: goFresh}, {}}
}

// formatted is what Sprintf makes of texts; of numbers and anything else nothing
// is known.
func (j *goJudge) formatted(args []ast.Expr) []goValue {
	if len(args) == 0 || j.free || j.methods["String"] || j.methods["Error"] || j.methods["Format"] || j.methods["GoString"] {
		return nil // a type may say what it looks like
	}
	format := j.values(args[0])
	if len(format) != 1 || format[0].place != goPlain {
		return nil
	}
	all, rest := plainGo(""), args[1:]
	for text := format[0].text; text != ""; {
		i := strings.IndexByte(text, '%')
		if i < 0 {
			i = len(text)
		}
		all = product(all, plainGo(text[:i]), followed)
		if text = text[i:]; text == "" {
			break
		}
		switch {
		case len(text) < 2 || text[1] != 's' && text[1] != 'v' && text[1] != '%':
			return nil
		case text[1] == '%':
			all = product(all, plainGo("%"), followed)
		case len(rest) == 0:
			return nil
		default:
			all = product(all, j.values(rest[0]), followed)
			rest = rest[1:]
		}
		text = text[2:]
	}
	if len(rest) > 0 {
		return nil
	}
	return all
}

// methodResult knows methods that say where something lies.
func (j *goJudge) methodResult(fun *ast.SelectorExpr, args []ast.Expr, at int) []goValue {
	x, ok := fun.X.(*ast.Ident)
	if !ok || at != 0 || len(args) != 0 || j.declared[fun.Sel.Name] {
		return nil
	}
	switch fun.Sel.Name {
	case "TempDir": // it ends the test where there is none
		if j.testing(x) {
			return []goValue{{place: goFresh}}
		}
	case "Name":
		if j.madeBy(x, "os", "CreateTemp") { // nil has none
			return []goValue{{place: goFresh, text: "/file"}}
		}
	}
	return nil
}

// testing reports whether a variable is a parameter *testing.T or its like. t.TempDir
// is a fresh folder that the framework deletes (package testing).
func (j *goJudge) testing(x *ast.Ident) bool {
	o := j.object(x)
	if o == nil {
		return false
	}
	f, ok := o.Decl.(*ast.Field)
	if !ok {
		return false
	}
	t := f.Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	s, ok := t.(*ast.SelectorExpr)
	return ok && j.packages[s] == "testing"
}

// within is the folder that paths lie in, or without a function their last name. A
// place keeps what it is: the folder of a path below the home is below the home, or the
// home itself.
func within(all []goValue, folder func(string) string) []goValue {
	out := make([]goValue, 0, len(all))
	for _, v := range all {
		switch {
		case v.place != goPlain && v.place != goFresh && v.place != goHome, v.place != goPlain && v.text == "":
			return nil
		case v.whole && (v.text == "." || v.text == ""): // its own name, or the folder above
			return nil
		case folder == nil:
			v = goValue{text: path.Base(v.text)}
		case v.place == goPlain:
			v.text = folder(v.text)
		default:
			v.text = strings.TrimSuffix(folder(v.text), "/")
		}
		out = append(out, v)
	}
	return out
}
