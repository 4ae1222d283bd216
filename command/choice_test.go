package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestChosenFiles: what chooses among files by their names asks for those, and what
// prints no lines shows nothing of them.
func TestChosenFiles(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]string{
		"grep -rh x --include=.env":                       "/home/u/w/**/.env",
		"grep -rh --include=.env x src":                   "/home/u/w/src/**/.env",
		"grep -rh --include=.env -e -l .":                 "/home/u/w/**/.env",
		"grep -rl --include=.env x .":                     "",
		"grep -rh --include='*.go' x .":                   "",
		"rg -uu -g '{a,.env}' x":                          "/home/u/w/**/.env",
		"rg -uu -g '!.env' x":                             "",
		"rg --hidden -rl x -g .env":                       "/home/u/w/**/.env",
		"rg --type-add 'k:*.pem' -tk x":                   "/home/u/w/**/*.pem",
		"ag -G '\\.env$' x":                               "/home/u/w/**/*.env",
		"find . -path '*/.env' -exec cat {} +":            "/home/u/w/**/.env",
		"find . -iname .ENV -exec cat {} +":               "/home/u/w/**/.env",
		"find . -regex '.*/\\.env' -exec cat {} +":        "/home/u/w/**/.env",
		"find . -not -path '*/.env' -exec cat {} +":       "",
		"find . -path ./.env -prune -o -exec cat {} +":    "",
		"find . -path '*/.env' | xargs cat":               "/home/u/w/**/.env",
		"fd -H '^\\.env$' -x cat":                         "/home/u/w/**/.env",
		"fd -H gitignore -x cat":                          "",
		"cat $(fd -H '^\\.env$')":                         "/home/u/w/**/.env",
		"git ls-files -oi --exclude-standard | xargs cat": "/home/u/w/**/.env",
		"git ls-files | xargs cat":                        "",
		"dotenv -- printenv":                              "/home/u/w/.env",
		"dotenv -- node a.js":                             "",
		"helm template x . --set-file key=.env":           "/home/u/w/.env",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		secret := func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindRead && e.Mark != "metadata" && (e.Object == want || want == "" && (e.Object == "/home/u/w/**/.env" || e.Object == "/home/u/w/.env"))
		}
		if found := slices.ContainsFunc(out.Effects, secret); found != (want != "") {
			t.Errorf("%q: want %q: %+v", text, want, out.Effects)
		}
	}
}

// TestNamedVariables: a variable whose name says that its value is a program, a command
// or a place of plugins is looked at where a program gets it.
func TestNamedVariables(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]string{
		"X_CMD='rm -rf /home/u/x' make":         "/home/u/x",
		"env X_CMD='rm -rf /home/u/x' make":     "/home/u/x",
		"export X_CMD='rm -rf /home/u/x'; make": "/home/u/x",
		"X_CMD='rm -rf /home/u/x'; echo a":      "",
		"X_LAUNCHER=/opt2/x make":               "/opt2/x",
		"X_PLUGINS_DIR=/opt2/x make":            "/opt2/x",
		"X_BIN=../x/y make":                     "/home/u/x/y",
		"X_BIN=/usr/bin/y make":                 "",
		"X_DIR=/opt2/x make":                    "",
		"GCCGO=/opt2/x go build":                "/opt2/x",
		"NIX_PATH= make":                        "",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		stated := func(e pipeline.Effect) bool {
			return e.Kind != pipeline.KindRun && (e.Object == want || want == "" && (e.Object == "/home/u/x" || e.Object == "/opt2/x" || e.Object == "/usr/bin/y"))
		}
		if found := slices.ContainsFunc(out.Effects, stated); found != (want != "") {
			t.Errorf("%q: want %q: %+v", text, want, out.Effects)
		}
	}
}

// TestForeignParts: libraries and headers of another's folder, modules of jq, outputs that
// are commands and pagers that run what they get are code or unknown.
func TestForeignParts(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"gcc -L/opt2/x -lx a.c":                              true,
		"gcc -Wl,-rpath,/opt2/x a.c":                         true,
		"gcc a.c /opt2/x.a":                                  true,
		"gcc -Iinclude -L/usr/lib a.c -lm":                   false,
		"gcc -Wl,-rpath,'$ORIGIN/../lib' a.c":                false,
		`jq -n 'import "/opt2/x" as $c; $c'`:                 true,
		`jq -n 'import "x" as $c {search:"../.docker"}; $c'`: true,
		`jq 'include "lib"; f' a.json`:                       false,
		"convert x 'png:|sh'":                                true,
		"convert x png:y":                                    false,
		"xelatex -output-driver='sh x' a.tex":                true,
		"GIT_PAGER=sh git -p log":                            true,
		"GIT_PAGER=cat git -p log":                           false,
		"cabal build --ghc-options='-pgmF /opt2/x -F'":       true,
		"cabal build --ghc-options='-O2 -Wall'":              false,
		"echo '<!DOCTYPE r [<!ENTITY e SYSTEM \".env\">]><r>&e;</r>' > a.xml; xmllint --noent a.xml": true,
		"echo '<r/>' > a.xml; xmllint --noent a.xml":                                                 false,
		"echo '<!DOCTYPE r SYSTEM \"r.dtd\"><r/>' > a.xml; xmllint --format a.xml":                   false,
		"source -p /opt2 x": true,
		"bazel build --workspace_status_command=/opt2/x //...":   true,
		"bazel build --workspace_status_command='sh -c x' //...": true,
		"bazel build --workspace_status_command=./x.sh //...":    false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		foreign := func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode && (len(e.Object) < 9 || e.Object[:9] != "/home/u/w")
		}
		if found := slices.ContainsFunc(out.Effects, foreign); found != want {
			t.Errorf("%q: found %v, want %v: %+v", text, found, want, out.Effects)
		}
	}
}
