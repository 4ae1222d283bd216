package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// Words behind -- are the program's; what it writes to by them is judged as before.
func TestWordsOfTheOwnProgram(t *testing.T) {
	t.Parallel()
	wantEffects(t, map[string]bool{
		"cargo run -- /usr/share":            false,
		"cargo run -- -o /srv/x":             true,
		"cargo run -- --out-dir=/srv":        true,
		"cargo run --manifest-path /srv/a/C": true,
		"cargo test -- /srv/x":               true,
		"cargo run /srv/x":                   true,
	}, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindCode && strings.HasPrefix(e.Object, "/srv")
	})
}

// What leads a build away from the project is stated beside the build.
func TestStrays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mvn -f /srv/app/pom.xml test":          "code /srv/app/pom.xml build",
		"ninja --x=/srv/x build":                "code /srv/x build",
		"pytest ../other":                       "code /home/u/other test",
		"latex '\\immediate\\write18{/bin/sh}'": "code latex: \\immediate\\write18{/bin/sh} ",
		"eslint --rulesdir=https://example.org": "connect example.org:443 ",
		"blender -b --python-expr 'import os'":  "code blender --python-expr ",
		"bazel build //...":                     "code /home/u/w build",
		"meson setup --prefix=/usr build":       "code /home/u/w build",
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		found := false
		for _, e := range a.Effects {
			found = found || e.Kind.String()+" "+e.Object+" "+e.Mark == want
			if strings.HasPrefix(text, "bazel") && e.Object == "/..." || strings.HasPrefix(text, "meson") && e.Object == "/usr" {
				t.Errorf("%s: %v", text, e)
			}
		}
		if !found {
			t.Errorf("%s: no %q in %v", text, want, a.Effects)
		}
	}
}
