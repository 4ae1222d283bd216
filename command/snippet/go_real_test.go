package snippet_test

import (
	"context"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestGoForReal: what was understood is compiled by a real Go and run in a folder of
// its own; nothing else changes there than what was stated.
func TestGoForReal(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Log("no Go here: programs are not compared with what they do")
		return
	}
	root, kept := t.TempDir(), make(map[int][]snippet.Effect)
	all := texts(t, "go-harmless.txt")
	for i, s := range all {
		effects, ok := goRead(s)
		if !ok || !strings.HasPrefix(s, "package main") || foreign(s) || starting(effects) || len(effects) == 0 && i%3 > 0 { // to link all of them takes long
			continue
		}
		kept[i] = effects
		put(t, filepath.Join(root, "p"+strconv.Itoa(i), "main.go"), s)
	}
	if len(kept) < 20 {
		t.Fatalf("only %d programs are run", len(kept))
	}
	put(t, filepath.Join(root, "go.mod"), "module real\n\ngo 1.24\n")
	build := exec.CommandContext(t.Context(), tool, "build", "-o", "bin/", "./...")
	build.Dir, build.Env = root, append(os.Environ(), "GOFLAGS=", "GOTOOLCHAIN=local", "GOPROXY=off", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, effects := range kept {
		dir, temp := t.TempDir(), t.TempDir()
		for _, name := range []string{"a.txt", "go.mod", "go.sum", "testdata/in.json", "internal/a/a.go"} {
			put(t, filepath.Join(dir, name), "x\n")
		}
		before := listing(t, dir)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		run := exec.CommandContext(ctx, filepath.Join(root, "bin", "p"+strconv.Itoa(i)), "a.txt")
		run.Dir, run.Env, run.Stdin = dir, []string{"HOME=" + dir, "TMPDIR=" + temp}, strings.NewReader("x\n")
		_ = run.Run() // some fail, which is no matter
		cancel()
		after := listing(t, dir)
		for name, text := range after {
			if old, there := before[name]; (!there || old != text) && !phpStated(name, effects, pipeline.KindWrite) {
				t.Errorf("writes %s, said %v:\n%s", name, effects, all[i])
			}
		}
		for name := range before {
			if _, there := after[name]; !there && !phpStated(name, effects, pipeline.KindDelete) {
				t.Errorf("deletes %s, said %v:\n%s", name, effects, all[i])
			}
		}
	}
}

// put writes a file and the folders above it.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// foreign reports whether a program needs more than Go itself.
func foreign(text string) bool {
	tree, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return true
	}
	for _, spec := range tree.Imports {
		if first, _, _ := strings.Cut(strings.Trim(spec.Path.Value, `"`), "/"); strings.Contains(first, ".") || first == "demo" {
			return true
		}
	}
	return false
}

// starting reports whether a program starts others or connects.
func starting(effects []snippet.Effect) bool {
	for _, e := range effects {
		if e.Kind == pipeline.KindRun || e.Kind == pipeline.KindConnect || e.Kind == pipeline.KindCode {
			return true
		}
	}
	return false
}

// TestGoScopes: what the parser's own scopes say of names of packages is what the
// type checker says, wherever a name is declared again.
func TestGoScopes(t *testing.T) {
	t.Parallel()
	all := append(texts(t, "go-harmless.txt"), texts(t, "go-attacks.txt")...)
	for _, body := range []string{
		`os := os.Args; _ = os`, `if os := 1; os > 0 { _ = os } else { _ = os }; _ = os.Args`, `for os := range 3 { _ = os }; _ = os.Args`,
		`switch os := any(1).(type) { case int: _ = os; default: _ = os }; _ = os.Args`, `func(os int) { _ = os }(1); _ = os.Args`,
		`type os struct{ os int }; _ = os{os: 1}`, `var x struct{ os int }; x.os = len(os.Args)`, `os: for { break os }; _ = os.Args`,
		`var os = len(os.Args); _ = os`, `const os = 1; _ = os`, `{ var os int; _ = os }; _ = os.Args`, `f := func() (os int) { os = 1; return }; _ = f; _ = os.Args`,
		`select { case os := <-make(chan int): _ = os; default: _ = os.Args }`, `_ = map[string]int{"os": len(os.Args)}`, `x, os := 1, os.Args; _, _ = x, os`,
		`_ = os.Args; os := 1; _ = os`, `defer func() { os := 1; _ = os }(); _ = os.Args`, `_ = f[int](os.Args) --- func f[os any](x []string) os { var o os; return o }`,
		`_ = os.Args --- type T struct{}; func (os T) m() { _ = os }`, `_ = os.Args --- func g(os int, f func(x int) int) int { return f(os) }`,
	} {
		all = append(all, goProgram("os", body+" \n"))
	}
	for _, s := range all {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, "x.go", s, 0)
		if err != nil {
			continue
		}
		names := make(map[string]bool)
		for _, spec := range tree.Imports {
			at := strings.Trim(spec.Path.Value, `"`)
			names[at[strings.LastIndexByte(at, '/')+1:]] = true
		}
		info := types.Info{Uses: make(map[*ast.Ident]types.Object)}
		conf := types.Config{Importer: nothing{importer.Default()}, Error: func(error) {}}
		_, _ = conf.Check("main", set, []*ast.File{tree}, &info) // what is missing there is meant to be
		ast.Inspect(tree, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok && names[id.Name] && info.Uses[id] != nil {
					_, isPackage := info.Uses[id].(*types.PkgName)
					if isPackage != (id.Obj == nil) { //nolint:staticcheck // this is what is compared
						t.Errorf("%s is a package: %v\n%s", id.Name, isPackage, s)
					}
				}
			}
			return true
		})
	}
}

// nothing imports no package.
type nothing struct{ types.Importer }

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not here") }
