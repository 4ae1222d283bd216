package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// linkedPlaces lists the places out of the workspace where a command runs code or writes.
// The workspace has a link out of it, one within, and one that climbs.
func linkedPlaces(t *testing.T, text string) string {
	t.Helper()
	w := command.World{Dir: "/home/u/w", Home: "/home/u", Env: map[string]string{"HOME": "/home/u", "TMPDIR": "/tmp/s", "PATH": "/usr/bin"}}
	w.Paths = command.Fixed{
		Links: map[string]string{"/home/u/w/out": "/srv/other", "/home/u/w/in": "/home/u/w/src/lib", "/home/u/w/sub/up": "../..",
			"/home/u/w/.venv/bin/python": "/home/u/miniconda3/bin/python3.11", "/home/u/w/venv/bin/python": "/tmp/x/bin/python", "/home/u/w/env/bin/python": "/srv/python", "/home/u/w/.tox/py3/bin/python": "/srv/bin/sh.x"},
		Programs: map[string]string{"bash": "/usr/bin/bash", "make": "/usr/bin/make", "pytest": "/usr/bin/pytest", "python": "/usr/bin/python", "go": "/usr/bin/go", "gcc": "/usr/bin/gcc", "npm": "/usr/bin/npm", "tar": "/usr/bin/tar", "cat": "/usr/bin/cat", "jar": "/usr/bin/jar", "git": "/usr/bin/git"},
	}
	a, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, w)
	if err != nil {
		t.Fatalf("analyse %q: %v", text, err)
	}
	var places []string
	for _, e := range a.Effects {
		outside := !strings.HasPrefix(e.Object, "/home/u/w") && !strings.HasPrefix(e.Object, "/tmp/s/")
		if outside && (e.Kind == pipeline.KindCode || e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindUnknown) {
			places = append(places, e.Kind.String()+" "+e.Object)
		}
	}
	return strings.Join(places, ", ")
}

func TestWordsThroughLinks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"make -C out/x", "/srv/other/x"},
		{"make -Iout", "/srv/other"},
		{"pytest out", "/srv/other"},
		{"pytest out/t.py::test_x", "/srv/other/t.py"},
		{"pytest -p out.plugin", "/srv/other/plugin"},
		{"pytest sub/up/x", "/home/u/x"},
		{"python -m out.app", "/srv/other/app"},
		{"python -c 'import out.app'", "/srv/other"},
		{"python gen.py -o out/x", "write /srv/other/x"},
		{"./pack -o out/x", "write /srv/other/x"},
		{"./pack --log-dir=out", "write /srv/other"},
		{"out/bin/tool", "/srv/other/bin/tool"},
		{"go test ./out/...", "/srv/other/..."},
		{"go work use ./out/x", "/srv/other/x"},
		{"gcc out/a.o -o a", "/srv/other/a.o"},
		{"npm --prefix out test", "/srv/other/package.json"},
		{"APP_BIN=./out/app make e2e", "/srv/other/app"},
		{"ln -s /srv/x e; pytest e", "/srv/x"},
		{"in/../../../x.sh", "/home/u/x.sh"},
		{"venv/bin/python a.py", "/tmp/x/bin/python"},
		{"env/bin/python a.py", "/srv/python"},
		{".tox/py3/bin/python a.py", "/srv/bin/sh.x"},
		{"ln -sf /srv/bin/python .venv/bin/python; .venv/bin/python a.py", "/home/u/miniconda3/bin/python3.11"},
		{".venv/bin/python -m pytest", ""},
		{"make -C in", ""},
		{"pytest in", ""},
		{"in/run.sh", ""},
		{"./pack -o in/x", ""},
		{"python -m in.app", ""},
		{"make out", ""},
		{"npm run out", ""},
		{"pytest -k out", ""},
		{"git commit -m 'mend out of it'", ""},
		{"python app.py out/data.csv", ""},
		{"cat out/a.txt", ""},
		{"python -c 'out = 4; print(out / 2)'", ""},
	} {
		if got := linkedPlaces(t, tt.text); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestUnpackedFromElsewhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		held bool
	}{
		{"tar xf /srv/x.tar -C build; make -C build", true},
		{"tar xf /srv/x.tar && make", true},
		{"cat /srv/x.tar | tar x; make", true},
		{"tar x < /srv/x.tar; make", true},
		{"git apply /srv/x.patch && make", true},
		{"tar xf out/x.tar -C build; make -C build", true},
		{"tar xf /srv/x.tar -C build; ls build", false},
		{"tar xf lib/x.tar -C build; make -C build", false},
		{"tar xf /tmp/s/x.tar && make", false},
		{"tar cf - src | tar x -C /tmp/s/x && make -C /tmp/s/x", false},
		{"git commit -F notes.txt && make", false},
	} {
		if got := linkedPlaces(t, tt.text); strings.Contains(got, "which it makes") != tt.held {
			t.Errorf("%q: %q", tt.text, got)
		}
	}
}

// An archive lies where the command started, whatever -C says.
func TestArchiveBeforeFolder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"tar czf ../x.tgz -C sub/dir .", "write /home/u/x.tgz"},
		{"tar -C sub/dir -cf ../x.tar .", "write /home/u/x.tar"},
		{"jar cf ../x.jar -C sub/dir .", "write /home/u/x.jar"},
		{"tar czf x.tgz -C sub/dir .", ""},
		{"jar cf x.jar -C sub/dir .", ""},
		{"cmake -S sub/dir -B ../out", "write /home/u/out"},
	} {
		if got := linkedPlaces(t, tt.text); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
