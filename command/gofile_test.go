package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// goHeld reports whether a file of Go that the command has written is code that
// was not read, or a part of it cannot be told.
func goHeld(out command.Analysis) bool {
	return slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindCode && strings.HasSuffix(e.Object, ".go") || e.Kind == pipeline.KindUnknown
	})
}

// TestGoPrograms: which ways of running a program that was just written it is read
// for, and what it does is stated for.
func TestGoPrograms(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	const good, bad = "cat > m.go <<'E'\npackage main\n\nfunc main() { println(1) }\nE\n", "cat > m.go <<'E'\npackage main\n\nimport \"os\"\n\nfunc main() { os.RemoveAll(\"/srv\") }\nE\n"
	for way, held := range map[string]bool{
		"go run m.go": false, "go run ./m.go a b": false, "go run -race m.go | head": false, "timeout 9 go run m.go": false, "go build m.go && ./m": false,
		"go build -o b m.go && ./b": false, "go build -o b m.go; cd x; ../b": false, "gofmt -w m.go; go run m.go": false, "go vet m.go && go run m.go": false, "go run m.go; go run m.go": false,
		"go run m.go util.go":         true, // which is the project's
		"go run -overlay x.json m.go": true, "go run -tags x m.go": true, "go run -ldflags '-X main.x=y' m.go": true, "go run -C x m.go": true,
		"sed -i s/1/2/ m.go; go run m.go": true, "cp a m.go; go run m.go": true, "make; go run m.go": false, "TMPDIR=/x go run m.go": true, "export HOME=/x; go run m.go": true, "echo x > go.work; go run m.go": true,
		"printf 'module x\\n\\ngo 1.22\\n' > go.mod; go run m.go": false, "printf 'module x\\n\\ntoolchain go1.99\\n' > go.mod; go run m.go": true, "printf 'module x\\nreplace a => ../a\\n' > go.mod; go run m.go": true,
		"printf 'go 1.99\\n' > go.mod; go run m.go": true, "cp x go.mod; go run m.go": true, "sleep 1 & go run m.go": false, "cp x m.go & go run m.go": true,
	} {
		out := compiled(t, a, good+way)
		if goHeld(out) != held {
			t.Errorf("held is %v: %s\n%v", !held, way, out.Effects)
		}
		if held {
			continue
		}
		out = compiled(t, a, bad+way)
		if deletes := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Object == "/srv" }); !deletes && !strings.HasPrefix(way, "go vet m.go &&") {
			t.Errorf("does not delete: %s\n%v", way, out.Effects)
		}
	}
}

// TestGoPackages: what is written into a package states what it does for certain,
// whichever word names the package.
func TestGoPackages(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	const text = "package x\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestX(t *testing.T) { os.RemoveAll(\"/srv\") }\n"
	for way, stated := range map[string]bool{
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo test ./...":                              true,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo test ./a":                                true,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo test ./a/ -run X -v":                     true,
		"cat > a/x_test.go <<'E'\n" + text + "E\ncd a && go test":                            true,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo test demo/a":                             true,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo test -C a .":                             true,
		"mkdir -p a && cat > a/x_test.go <<'E'\n" + text + "E\ngo test ./...":                true,
		"mkdir -p a && cd a && cat > x_test.go <<'E'\n" + text + "E\ngo test ./...":          true,
		"cat > a/x_test.go <<'E'\n" + text + "E\nsed -i s/a/b/ a/x_test.go; go test ./...":   true,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo test ./b":                                false,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo run ./a":                                 false,
		"cat > a/x_test.go <<'E'\n" + text + "E\ngo vet ./a":                                 false,
		"cat > a/x.go <<'E'\n" + strings.Replace(text, "TestX", "f", 1) + "E\ngo test ./...": false,
	} {
		out := compiled(t, a, way)
		if got := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindDelete && e.Object == "/srv" && e.By == "go run"
		}); got != stated {
			t.Errorf("stated is %v: %s\n%v", got, way, out.Effects)
		}
	}
}

// TestPerhapsWritten: a file behind mkdir or cd is read, with what may have stood
// there before, unless something of this command may have put that there.
func TestPerhapsWritten(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, held := range map[string]bool{
		"mkdir -p d && cat > d/a.py <<'E'\nprint(1)\nE\npython3 d/a.py":                         false,
		"mkdir -p d && cd d && cat > a.py <<'E'\nprint(1)\nE\npython3 a.py":                     false,
		"mkdir -p d && echo 'echo 1' > d/a.sh\nbash d/a.sh":                                     false,
		"make && cat > d/a.py <<'E'\nprint(1)\nE\npython3 d/a.py":                               true,
		"false && cat > a.py <<'E'\nprint(1)\nE\npython3 a.py":                                  true,
		"cp x d/a.py; mkdir -p d && cat > d/a.py <<'E'\nprint(1)\nE\npython3 d/a.py":            true,
		"cp -r x d; mkdir -p d && cat > d/a.py <<'E'\nprint(1)\nE\npython3 d/a.py":              true,
		"mkdir -p d && cat > d/a.py <<'E'\nprint(1)\nE\ncp x d/a.py; python3 d/a.py":            true,
		"cp x a.py; cd d && cat > a.py <<'E'\nprint(1)\nE\npython3 a.py":                        true,
		"echo 1 > a.sh; bash a.sh; sed -i s/1/2/ a.sh":                                          false,
		"echo 1 > a.sh; bash a.sh && sed -i s/1/2/ a.sh":                                        false,
		"echo 1 > a.sh; { bash a.sh; sed -i s/1/2/ a.sh; }":                                     true,
		"echo 1 > a.sh; for i in 1 2; do bash a.sh; sed -i s/1/2/ a.sh; done":                   true,
		"echo 1 > a.sh; bash a.sh | sed -i s/1/2/ a.sh":                                         true,
		"trap 'echo' EXIT; echo 1 > a.sh; bash a.sh; sed -i s/1/2/ a.sh":                        true,
		"echo 1 > a.sh; sleep 1 & bash a.sh; sed -i s/1/2/ a.sh":                                true,
		"cd d\ncat > a.py <<'E'\nprint(1)\nE\npython3 a.py":                                     false,
		"cd d\necho 1 > b; cat > a.py <<'E'\nprint(1)\nE\necho 2 > c; python3 a.py":             false,
		"cd d\ncat > a.py <<'E'\nprint(1)\nE\ncat x > a.py; python3 a.py":                       true,
		"cd d\ncat x > a.py; cat > a.py <<'E'\nprint(1)\nE\npython3 a.py":                       true,
		"cp x a.py; cd d\ncat > a.py <<'E'\nprint(1)\nE\npython3 a.py":                          true,
		"curl -o d/a.py http://x.example/; cd d\ncat > a.py <<'E'\nprint(1)\nE\npython3 a.py":   true,
		"cd d\ncat > a.py <<'E'\nprint(1)\nE\nfor f in *.py; do cat x > $f; done; python3 a.py": true,
		"cd d\ncat > a.py <<'E'\nprint(1)\nE\ncd ..; cp x d/a.py; python3 d/a.py":               true,
	} {
		out := compiled(t, a, text)
		if got := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindCode && (strings.HasSuffix(e.Object, ".py") || strings.HasSuffix(e.Object, ".sh"))
		}); got != held {
			t.Errorf("held is %v: %s\n%v", got, text, out.Effects)
		}
	}
}
