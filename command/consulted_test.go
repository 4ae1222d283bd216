package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestConsulted: a path that a written text names is stated as read where the program that
// gets the text follows it, and nowhere else.
func TestConsulted(t *testing.T) {
	t.Parallel()
	const secret = "/home/u/.netrc"
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"printf '#include \"/home/u/.netrc\"\\n' > x.c; gcc -c x.c":                     true,
		"printf '#include \"../.netrc\"\\n' > x.c; gcc -c x.c":                          true,
		"printf '#include \"/home/u/.netrc\"\\n' > x.h; gcc -c main.c":                  true,
		"printf '#include \"/home/u/.netrc\"\\n' > README.c; gcc -c README.c":           true,
		"printf 'char *p = \"/home/u/.netrc\";\\n' > x.c; gcc -c x.c":                   false,
		"printf '<!ENTITY x SYSTEM \"/home/u/.netrc\">' > x.xml; xmllint --noent x.xml": true,
		"printf '<a>/home/u/.netrc</a>' > x.xml; cat x.xml":                             false,
		"printf '![x](~/.netrc)' > x.md; pandoc x.md -o x.html":                         true,
		"printf 'write it to ~/.netrc' > x.md; pandoc x.md -o x.html":                   false,
		"printf '.. include:: ../.netrc' > x.rst; rst2html x.rst":                       true,
		"printf 'importstr \"/home/u/.netrc\"' > x.jsonnet; jsonnet x.jsonnet":          true,
		"printf '@import \"/home/u/.netrc\";' > x.scss; npx sass x.scss x.css":          true,
		"printf 'a: /home/u/.netrc' > x.yaml; npm test":                                 false,
		"printf '#include \"/home/u/.netrc\"\\n' > x.tmp; mv x.tmp x.c; gcc -c x.c":     true,
		"printf '# see include ~/.netrc\\n' > README; npm test":                         false,
		"printf '\\\\\\\\input{/home/u/.netrc}' > x.tex; pdflatex x.tex":                true,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindRead && e.Object == secret })
		if found != want {
			t.Errorf("%q: found %v, want %v: %+v", text, found, want, out.Effects)
		}
	}
}

// TestNamedSettings: settings that bear the name of a program that runs are searched, in
// whatever way the program gets them.
func TestNamedSettings(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"printf 'library_path = /tmp/x' > .sqlfluff; sqlfluff lint a.sql":                                       true,
		"printf 'plugins: [/tmp/x.js]' > .remarkrc; npx remark .":                                               true,
		"printf 'plugins:\\n- plugin: /tmp/x' > buf.gen.yaml; buf generate":                                     true,
		"mkdir .hg; printf '[alias]\\nst = !cat ~/.netrc' > .hg/hgrc; hg st":                                    true,
		"mkdir .cargo; printf '[build]\\ntarget-dir = \"/tmp/x\"' > .cargo/config.toml; cargo clean":            true,
		"mkdir .cargo; printf '[build]\\njobs = 2' > .cargo/config.toml; cargo clean":                           false,
		"printf 'puts `cat ~/.netrc`' > Vagrantfile; vagrant validate":                                          true,
		"printf 'x = /tmp/x' > .sqlfluff; ls":                                                                   false,
		"go mod edit -replace x=/tmp/y":                                                                         false,
		"go mod edit -replace x=/tmp/y; go build":                                                               true,
		"composer config scripts.test 'cat ~/.netrc'; composer test":                                            true,
		"curl -s http://localhost/m -o Makefile; make":                                                          true,
		"curl -s http://localhost/m -o m.json; make":                                                            false,
		"python3 -c 'open(\"conftest.py\",\"w\").write(\"import os;os.system(\\\"cat ~/.netrc\\\")\")'; pytest": true,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Mark == "made-code" || e.Kind == pipeline.KindRead && e.Object == "/home/u/.netrc"
		})
		if found != want {
			t.Errorf("%q: found %v, want %v: %+v", text, found, want, out.Effects)
		}
	}
}

// TestListsOfPlaces: each place of a list is code, not the list as one path.
func TestListsOfPlaces(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	for text, want := range map[string]bool{
		"java -cp .:/tmp/x.jar Main":                true,
		"java -cp 'lib/*:/tmp/*' Main":              true,
		"java -cp lib/a.jar:out Main":               false,
		"ruby -Ilib:/tmp x.rb":                      true,
		"javac -cp .:/tmp/x.jar A.java":             true,
		"javac -cp lib/x.jar A.java":                false,
		"javac -proc:none -cp /tmp/x.jar A.java":    false,
		"LUA_PATH='./?.lua;/tmp/?.lua' lua x.lua":   true,
		"python3 manage.py check --pythonpath /tmp": true,
		"cmake -B b -DCMAKE_PREFIX_PATH=/tmp/x":     true,
		"cmake -B b -DCMAKE_INSTALL_PREFIX=/tmp/x":  false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindCode && len(e.Object) > 4 && e.Object[:4] == "/tmp" || e.Kind == pipeline.KindCode && e.Object == "/tmp" || e.Kind == pipeline.KindUnknown
		})
		if found != want {
			t.Errorf("%q: found %v, want %v: %+v", text, found, want, out.Effects)
		}
	}
}

// TestQueryEnvironment: a program of jq may show a variable by its name; what it chooses
// by anything else may be a credential.
func TestQueryEnvironment(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for program, want := range map[string]bool{
		`env.HOME`: false, `$ENV.CI`: false, `.env.A`: false, `{name, env: .env}`: false, `env|keys`: false, `.[$env]`: false, `{"env": 1}`: false,
		`env|.A`: true, `env as $e|$e.A`: true, `[env]`: true, `{env}`: true, `{$ENV}`: true, `env[.a]`: true, `env.API_TOKEN`: true,
		`"\(env|.A)"`: true, `$ENV|to_entries[]|select(.key|test("T"))`: true, `def f: env; f.A`: true,
	} {
		out, err := a.Analyze(command.Input{Argv: []string{"jq", "-n", program}}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindSecret })
		if found != want {
			t.Errorf("%s: %v, want %v", program, found, want)
		}
	}
}
