package command_test

import (
	"path"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// A build is the project's own until a target installs or sends.
func TestTargets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"make":                                 "build",
		"make -j4 all":                         "build",
		"make -n install":                      "build",
		"make docs/install":                    "build",
		"make installer":                       "build",
		"rake db:drop":                         "database",
		"make db-drop":                         "database",
		"make drop_database":                   "database",
		"make db-up":                           "build",
		"make docker-push":                     "publish",
		"make pre-push":                        "build",
		"npm run site-deploy":                  "publish",
		"npm run file-upload":                  "build",
		"gradle dockerPushImage":               "publish",
		"gradle assembleRelease":               "build",
		"gradle flywayClean":                   "database",
		"mill x.Y/publishAll":                  "publish",
		"goreleaser announce":                  "publish",
		"pnpm -r build":                        "build",
		"tox -e lint,deploy":                   "publish",
		"nox -s release":                       "publish",
		"tox -e py312":                         "build",
		"python3 manage.py flush":              "database",
		"php artisan migrate:fresh":            "database",
		"mix archive.install x":                "persist",
		"mix hex.publish":                      "publish",
		"make docs.html":                       "build",
		"go run . install":                     "build",
		"./gradlew installDist":                "build",
		"./gradlew test":                       "build",
		"./gradlew :app:publish":               "publish",
		"./gradlew publishToMaven":             "publish",
		"./mvnw deploy":                        "publish",
		"bin/console d:d:d":                    "",
		"bin/console doctrine:database:drop":   "database",
		"php bin/console doctrine:schema:drop": "database",
		"./configure --prefix=/usr":            "build",
		"npm run deploy":                       "publish",
		"npm run release:prod":                 "publish",
		"npm run build":                        "build",
		"python3 setup.py build":               "",
		"./setup.py develop":                   "persist",
		"./setup.py install":                   "persist",
		"go run example.org/x@v1":              "remote-code",
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		found := false
		for _, e := range a.Effects {
			if e.Kind == pipeline.KindCode {
				found = found || e.Mark == want
			}
		}
		if !found {
			t.Errorf("%s: no code effect with mark %q in %v", text, want, a.Effects)
		}
	}
}

// A comment alone does nothing, and what runs says so.
func TestOnlyComment(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"# rm -rf /", "  # a\n# b"} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		if a.Script != ":" || !a.Inspectable {
			t.Errorf("%q: runs %q, inspectable %t", text, a.Script, a.Inspectable)
		}
		for _, e := range a.Effects {
			if e.Kind != pipeline.KindRun {
				t.Errorf("%q: %v", text, e)
			}
		}
	}
}

// Words that are typed at a pager or an editor are no programs of the folder.
func TestTypedWords(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"less f\n!/bin/sh", "joe\n^K!/bin/sh", "vim\n:!/bin/sh"} {
		if a := analyze(t, command.Input{Text: text, Shell: true}); a.Inspectable {
			t.Errorf("%q counts as known: %v", text, a.Effects)
		}
	}
}

func analyze(t *testing.T, in command.Input) command.Analysis {
	t.Helper()
	a, err := analyzer(t).Analyze(in, command.ExampleWorld())
	if err != nil {
		t.Fatalf("%q: %v", in.Text, err)
	}
	return a
}

// Objects are clean however the working folder is spelled.
func TestUncleanFolder(t *testing.T) {
	t.Parallel()
	w := command.ExampleWorld()
	w.Dir += "/a/../"
	out, err := analyzer(t).Analyze(command.Input{Text: "rm x ./y z//u . \"q/./r\"", Shell: true}, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range out.Effects {
		if e.Kind == pipeline.KindDelete && (e.Object != path.Clean(e.Object) || !strings.HasPrefix(e.Object, "/home/u/w")) {
			t.Errorf("object %s", e.Object)
		}
	}
}
