package housecheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/internal/housecheck"
)

// TestThisHouse runs every rule over this repository.
func TestThisHouse(t *testing.T) {
	t.Parallel()
	problems, err := housecheck.Check("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}

// TestCommentsExplain holds the share of comments of the whole tree between
// too little to understand and too much to read.
func TestCommentsExplain(t *testing.T) {
	t.Parallel()
	shares, err := housecheck.Shares("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shares {
		t.Logf("%-32s %6d code %5.1f %% comments, tests/source %.2f", s.Dir, s.Code, s.Percent(), float64(s.Tests)/float64(max(1, s.Code)))
	}
	if all := shares[len(shares)-1]; all.Percent() < 12 || all.Percent() > 26 {
		t.Errorf("%.1f %% of the source is comment; 12 to 26 explain best", all.Percent())
	}
}

// tree writes a small repository: go.mod, an empty list of dependencies, and
// the files given as path, body, path, body …
func tree(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	all := append([]string{
		"go.mod", "module house\n\ngo 1.26\n\nrequire (\n\tgithub.com/nats-io/nats.go v1.0.0\n\tgolang.org/x/sys v0.1.0 // indirect\n)\n",
		"docs/DEPENDENCIES.md", "# Dependencies\n",
	}, files...)
	for i := 0; i < len(all); i += 2 {
		path := filepath.Join(root, all[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(all[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestRules(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("\tprintln()\n", n) }
	for _, row := range []struct {
		name  string
		files []string
		want  string // "" : nothing is wrong
	}{
		{"empty house", nil, ""},
		{"long file", []string{"hitl/a.go", "package hitl\n" + strings.Repeat("\n", 400)}, "hitl/a.go: 401 lines"},
		{"long file with a reason", []string{"hitl/a.go", "package hitl\n\n// Long: a table.\n// Long: a whole table.\n" + strings.Repeat("\n", 400)}, ""},
		{"reason without words", []string{"hitl/a.go", "package hitl\n\n// Long:\n" + strings.Repeat("\n", 400)}, "hitl/a.go: 403 lines"},
		{"long function", []string{"hitl/a.go", "package hitl\n\nfunc a() {\n" + long(60) + "}\n", "hitl/a_test.go", "package hitl\n"}, "a has 62 lines"},
		{"long function with a reason", []string{"hitl/a.go", "package hitl\n\n// a prints.\n// Long: it prints much.\nfunc a() {\n" + long(60) + "}\n", "hitl/a_test.go", "package hitl\n"}, ""},
		{"words import a room", []string{"pipeline/a.go", "package pipeline\n\nimport _ \"house/hitl\"\n"}, "imports hitl: the words know nothing"},
		{"words import a library", []string{"pipeline/a.go", "package pipeline\n\nimport _ \"golang.org/x/sys\"\n", "docs/DEPENDENCIES.md", "`golang.org/x/sys`"}, "standard library only"},
		{"stage imports a stage", []string{"pipeline/act/a.go", "package act\n\nimport _ \"house/pipeline/reason\"\n"}, "stages know the words only"},
		{"stage imports the words", []string{"pipeline/act/a.go", "package act\n\nimport _ \"house/pipeline\"\n"}, ""},
		{"hand imports a hand", []string{"actuators/a/a.go", "package a\n\nimport _ \"house/actuators/b\"\n"}, "hands know the words"},
		{"hand imports its family", []string{"actuators/a/a.go", "package a\n\nimport _ \"house/actuators\"\n"}, ""},
		{"room imports a room", []string{"hitl/a.go", "package hitl\n\nimport _ \"house/bus\"\n"}, "rooms know the words"},
		{"roof imports all", []string{"cmd/worker/a.go", "package main\n\nimport _ \"house/bus\"\n"}, ""},
		{"folder without a floor", []string{"attic/a.go", "package attic\n\nimport _ \"house/bus\"\n"}, "no layer names"},
		{"NATS outside bus", []string{"hitl/a.go", "package hitl\n\nimport _ \"github.com/nats-io/nats.go\"\n", "docs/DEPENDENCIES.md", "`github.com/nats-io/nats.go`"}, "belongs to bus/"},
		{"exec outside process", []string{"hitl/a.go", "package hitl\n\nimport _ \"os/exec\"\n"}, "os/exec"},
		{"exec in a test", []string{"hitl/a_test.go", "package hitl\n\nimport _ \"os/exec\"\n"}, ""},
		{"init", []string{"hitl/a.go", "package hitl\n\nfunc init() {}\n", "hitl/a_test.go", "package hitl\n"}, "init function"},
		{"panic", []string{"hitl/a.go", "package hitl\n\nfunc a() { panic(1) }\n", "hitl/a_test.go", "package hitl\n"}, "panics"},
		{"unfinished", []string{"hitl/a.go", "package hitl\n\n// TO" + "DO: all of it\n"}, "unfinished"},
		{"skipped test", []string{"hitl/a_test.go", "package hitl\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Skip() }\n"}, "skips a test"},
		{"sleeping test", []string{"hitl/a_test.go", "package hitl\n\nimport \"time\"\n\nfunc a() { time.Sleep(1) }\n"}, "sleeps"},
		{"untested", []string{"hitl/a.go", "package hitl\n\nfunc a() {}\n"}, "hitl: has no test"},
		{"data is not code", []string{"hitl/testdata/a.go", "not go at all"}, ""},
		{"other module", []string{"bench/go.mod", "module bench\n", "bench/a.go", "package bench\n\nfunc init() {}\n"}, ""},
		{"gate without its suite", []string{"gates/a/a.go", "package a\n\nvar _ pipeline.Gate = (*Gate)(nil)\n\nfunc New() {}\n", "gates/a/a_test.go", "package a\n"}, "never calls gatetest.Run"},
		{"gate with its suite", []string{"gates/a/a.go", "package a\n\nvar _ pipeline.Gate = (*Gate)(nil)\n\nfunc New() {}\n", "gates/a/a_test.go", "package a\n\n// gatetest.Run(t, open)\n"}, ""},
		{"docs name a line", []string{"docs/a.md", "see bus/bus.go:17"}, "points to a line"},
		{"docs link nowhere", []string{"README.md", "[x](docs/none.md)"}, "links to docs/none.md"},
		{"docs link somewhere", []string{"README.md", "[x](docs/DEPENDENCIES.md#top) [y](https://example.org/)"}, ""},
		{"dependency unargued", []string{"bus/a.go", "package bus\n\nimport _ \"github.com/nats-io/nats.go/jetstream\"\n"}, "no line for github.com/nats-io/nats.go"},
		{"argument outlives", []string{"docs/DEPENDENCIES.md", "| `golang.org/x/sys` | calls |\n"}, "which no code imports"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			problems, err := housecheck.Check(tree(t, row.files...))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case row.want == "" && len(problems) > 0:
				t.Errorf("problems: %v", problems)
			case row.want != "" && (len(problems) != 1 || !strings.Contains(problems[0].String(), row.want)):
				t.Errorf("want one problem with %q, got %v", row.want, problems)
			}
		})
	}
}

func TestVocabularyHasABudget(t *testing.T) {
	t.Parallel()
	var names strings.Builder
	names.WriteString("package pipeline\n\n// All of one enumeration.\nconst (\n\tA = 1\n\tB = 2\n)\n")
	for i := range 75 {
		names.WriteString("\ntype T" + string(rune('A'+i/26)) + string(rune('A'+i%26)) + " int\n")
	}
	problems, err := housecheck.Check(tree(t, "pipeline/a.go", names.String(), "pipeline/b.go", "package pipeline\n\nvar x = []int{\n"+strings.Repeat("\t1,\n", 900)+"}\n\n// Long: for this test only.\n"))
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, p := range problems {
		text = append(text, p.String())
	}
	got := strings.Join(text, "\n")
	for _, want := range []string{"76 exported names", "lines of code, more than 900"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}

func TestUnreadableTreeIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := housecheck.Check(t.TempDir()); err == nil {
		t.Error("a folder without go.mod passed")
	}
	if _, err := housecheck.Check(tree(t, "hitl/a.go", "package")); err == nil {
		t.Error("broken Go passed")
	}
}
