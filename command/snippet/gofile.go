package snippet

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"passepartout/pipeline"
)

// MaxGo is how long all the files of a Go program may be together.
const MaxGo = 64 << 10

// GoFile is a file of a Go program that a command has written.
type GoFile struct {
	Name string
	Text string
	// Begins says that only what happens when the program begins is of interest:
	// variables of the package, init and main.
	Begins bool
}

// goText is a file that was parsed.
type goText struct {
	tree    *ast.File
	imports map[string]string // local name to path
	begins  bool
}

// Go reads a whole Go program, given with every file that it is made of, and
// says what it would do: go run FILE, go test FILE.
//
// The parser of the standard library makes the tree, and its scopes say what an
// identifier stands for. All values come from functions of listed packages, so
// that the types of all values have harmless methods, but for those whose names
// are refused; the few functions that reach beyond are calls with known arguments.
func Go(files []GoFile, given Given) ([]Effect, bool) {
	return readGo(files, given, false)
}

// GoPart reads files that become part of a program which nobody has read as a
// whole, a test of the project for one. It says what they certainly do; false
// says that they do what cannot be told but is no ordinary thing.
func GoPart(files []GoFile, given Given) ([]Effect, bool) {
	return readGo(files, given, true)
}

// readGo judges the files of one program together, as names of a package are seen in
// all of them. loose says that it is a test or a build of the project: what such a
// program reads of the project and its environment is the project's own business.
func readGo(files []GoFile, given Given, loose bool) ([]Effect, bool) {
	j := &goJudge{frame: frame{given: given}, loose: loose, handled: make(map[ast.Node]bool), lent: make(map[*goObject]bool), methods: make(map[string]bool), busyTypes: make(map[*goObject]bool)}
	j.bindings, j.packages, j.peers = make(map[*goObject]*goBinding), make(map[ast.Node]string), make(map[string]*goObject)
	j.has, j.declared, j.set, j.changed = make(map[string]bool), make(map[string]bool), make(map[string]bool), make(map[string]bool)
	size := 0
	for _, f := range files {
		if size += len(f.Text); size > MaxGo {
			return nil, false
		}
		if len(f.Text) > longGo && !goTokens(f.Text) {
			if loose {
				continue
			}
			return nil, false
		}
		tree, err := parser.ParseFile(token.NewFileSet(), "x.go", f.Text, parser.ParseComments)
		if err != nil || tree == nil {
			if loose { // it does not compile, or is a part of what was put together
				continue
			}
			return nil, false
		}
		t := &goText{tree: tree, imports: make(map[string]string), begins: f.Begins}
		j.files = append(j.files, t)
		j.comments(t)
		j.imported(t)
	}
	for _, t := range j.files {
		j.collect(t)
	}
	for _, t := range j.files {
		j.bind(t)
	}
	for _, t := range j.files {
		j.walk(t)
	}
	if (j.own || j.asks || given.Peers) && !j.failed && !loose {
		j.pointsInward()
	}
	if j.own && !loose {
		j.add(Effect{Kind: pipeline.KindCode, Object: "."})
	}
	if j.failed {
		return nil, false
	}
	return j.effects, true
}

// longGo is from where on it is worth while to look for tokens first.
const longGo = 4 << 10

// goTokens reports whether a text consists of tokens of Go. The parser, too, refuses one
// that does not, but keeps an error for each letter that is none.
func goTokens(text string) bool {
	ok := true
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(text)), []byte(text), func(token.Position, string) { ok = false }, 0)
	for ok {
		if _, tok, _ := s.Scan(); tok == token.EOF {
			break
		}
	}
	return ok
}

// comments refuses directives: they link other functions, put files in, or set
// what the compiler and the run time do.
func (j *goJudge) comments(t *goText) {
	for _, group := range t.tree.Comments {
		for _, c := range group.List {
			switch {
			case strings.HasPrefix(c.Text, "//go:build"), strings.HasPrefix(c.Text, "//go:noinline"), strings.HasPrefix(c.Text, "//go:norace"):
			case strings.HasPrefix(c.Text, "//go:linkname"):
				j.bad()
			case strings.HasPrefix(c.Text, "//go:"), strings.HasPrefix(c.Text, "//export "), strings.HasPrefix(c.Text, "//line "), strings.HasPrefix(c.Text, "/*line "):
				j.no()
			}
		}
	}
}

// imported notes the packages that a file imports by the names that it uses.
func (j *goJudge) imported(t *goText) {
	for _, spec := range t.tree.Imports {
		at, ok := unquoteGo(spec.Path)
		if !ok {
			j.no()
			continue
		}
		j.has[at] = true
		name := packageName(at)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		switch {
		case at == "C" || at == "plugin":
			j.bad()
		case goListed(at) || goSpecial(at):
		case goForeign(at):
			j.free = true
		case goOwn(at) || j.loose:
			j.free, j.own = true, true
		default:
			j.no()
		}
		if name == "." || name == "_" && !goListed(at) {
			j.no()
		}
		if t.imports[name] != "" && name != "_" { // one of them is called otherwise
			j.no()
			if j.standard(t.imports[name]) {
				continue
			}
		}
		t.imports[name] = at
	}
}

// packageName is what a package is most likely called by its path. If it is not,
// the program uses a name that nobody knows, or does not compile.
func packageName(at string) string {
	parts := strings.Split(at, "/")
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = parts[len(parts)-2] // math/rand/v2
	}
	if name, _, ok := strings.Cut(last, ".v"); ok { // gopkg.in/yaml.v3
		last = name
	}
	return strings.TrimPrefix(last, "go-")
}

// goOwn reports whether a path is that of a package of the project: no host
// stands before it, or it is one that only its own module may import.
func goOwn(at string) bool {
	first, _, _ := strings.Cut(at, "/")
	if strings.Contains(at, "vendor") || strings.Contains(at, "..") || strings.ContainsAny(at, "\\ ") {
		return false
	}
	if !strings.Contains(first, ".") {
		return !goStandard(first)
	}
	return strings.Contains(at, "/internal/")
}

// goStandard lists the first words of the paths of Go's own packages.
func goStandard(first string) bool {
	return listWords(`archive arena bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index internal io iter
		log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak C simd`, first)
}

// unquoteGo is the text of a string constant.
func unquoteGo(lit *ast.BasicLit) (string, bool) {
	if lit == nil || lit.Kind != token.STRING {
		return "", false
	}
	return goConstant(lit.Value)
}
