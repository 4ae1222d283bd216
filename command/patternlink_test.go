package command_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/command"
	"passepartout/pipeline"
)

// linkedTree makes folders, files and links below a new folder.
func linkedTree(t *testing.T) (dir, beyond string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir, beyond = filepath.Join(base, "w"), filepath.Join(base, "b")
	for _, name := range []string{"w/a/x.c", "w/a/deep/y.c", "w/b/x.c", "w/x.c", "w/.hidden/z.c", "b/x.c", "b/a/x.c", "b/deep/y.c", "b/sub/a/z.c"} {
		if err := os.MkdirAll(filepath.Join(base, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(base, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for at, to := range map[string]string{"w/link": "../b", "w/a/far": beyond, "w/file.c": "../b/x.c", "w/inner": "a", "w/gone": "../nothing", "b/again": "../b/sub", "b/home": "../w", "w/loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(base, at)); err != nil {
			t.Fatal(err)
		}
	}
	return dir, beyond
}

// TestPatternsLeadWhereBashGoes: whatever bash lists for a pattern lies where one of the
// effects on it does.
func TestPatternsLeadWhereBashGoes(t *testing.T) {
	t.Parallel()
	dir, _ := linkedTree(t)
	a, w := analyzer(t), command.ExampleWorld()
	w.Dir, w.Paths = dir, command.OS()
	part := rapid.SampledFrom([]string{"*", "a", "l*", "?", "[ab]", "[!b]*", "*k", "link", "inner", "a*", "**", ".*", "x.c", "*.c", "far", "deep", "again", "f*", "h*", "s*", "[l-z]*", `\a`, "+(a|b)"})
	rapid.Check(t, func(rt *rapid.T) {
		pattern := strings.Join(rapid.SliceOfN(part, 1, 4).Draw(rt, "parts"), "/")
		if rapid.Bool().Draw(rt, "slash") {
			pattern += "/"
		}
		bash := exec.Command("bash", "-O", "dotglob", "-O", "nullglob", "-O", "extglob", "-c", `printf '%s\n' `+pattern)
		bash.Dir = dir
		out, err := bash.Output()
		if err != nil {
			rt.Fatal(err)
		}
		found, err := a.Analyze(command.Input{Text: "shopt -s extglob\nrm -rf " + pattern, Shell: true}, w)
		if err != nil {
			rt.Fatal(err)
		}
		for name := range strings.Lines(string(out)) {
			name = strings.TrimSuffix(name, "\n")
			at, last := filepath.Split(strings.TrimSuffix(name, "/"))
			real, err := filepath.EvalSymlinks(filepath.Join(dir, at))
			if err != nil || name == "" || last == "." || last == ".." {
				continue
			}
			if real = filepath.Join(real, last); strings.HasSuffix(name, "/") {
				if real, err = filepath.EvalSymlinks(real); err != nil {
					continue
				}
			}
			if !slices.ContainsFunc(found.Effects, func(e pipeline.Effect) bool {
				return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindDelete && standsFor(e.Object, real)
			}) {
				rt.Errorf("%s lists %s, which is %s; stated: %v", pattern, name, real, found.Effects)
			}
		}
	})
}

// standsFor reports whether an object, perhaps a pattern, is a path or a folder above it.
func standsFor(object, file string) bool {
	object = strings.NewReplacer("[!", "[^", "**", "*", "+(a|b)", "[ab]").Replace(object)
	for ; file != "/"; file = filepath.Dir(file) {
		if fits, err := filepath.Match(object, file); object == file || err == nil && fits {
			return true
		}
	}
	return false
}

// TestPatternsThroughLinks: which effects on patterns are stated behind links.
func TestPatternsThroughLinks(t *testing.T) {
	t.Parallel()
	dir, beyond := linkedTree(t)
	a, w := analyzer(t), command.ExampleWorld()
	w.Dir, w.Paths = dir, command.OS()
	for text, leads := range map[string]bool{
		"rm -rf */x.c":                           true,
		"rm -rf b/*":                             false,
		"rm -rf *":                               false, // a link goes, and nothing behind it
		"rm -rf *nk/":                            true,
		"rm -rf inn*/x.c":                        false, // a link within the project
		"rm -rf inn*/*/x.c":                      true,  // which has one out of it
		"chmod 600 f*.c":                         true,
		"echo x > */x.c":                         true,
		"echo x > l*":                            false, // nobody writes a folder
		"cp x.c l*":                              true,
		"for d in */; do rm -rf \"$d\"x.c; done": true,
		"for d in b*/; do rm -rf \"$d\"x.c; done":             false,
		"find */ -name x.c -delete":                           true,
		"find -H * -name x.c -exec rm {} +":                   true,
		"find . -name x.c -delete":                            false,
		"find b*/ -name x.c -delete":                          false,
		"cat */x.c":                                           true,
		"find . -maxdepth 1 -exec rm -rf {}/x.c \\;":          true,
		"find . -name x.c -exec rm -rf {} \\;":                false,
		"find . | while read -r p; do rm -f \"$p/x.c\"; done": true,
		"find . | while read -r p; do rm -f \"$p\"; done":     false,
		"cd a/far/../b && rm -f x.c":                          true, // bash takes it as it stands where the name alone leads nowhere
		"cd link/../b && rm -f x.c":                           false,
		"for d in */; do make -C \"$d\"; done":                true,
		"cat *.c":                                             true, // file.c
		"ls *":                                                false,
		"python3 -c 'import os, shutil; shutil.rmtree(os.path.realpath(\"link\"))'":                     true,
		"python3 -c 'import os, shutil; shutil.rmtree(os.path.realpath(\"inner\"))'":                    false,
		"python3 -c 'import os, shutil; shutil.rmtree(os.path.abspath(\"link\"))'":                      false,
		"python3 -c 'import shutil; from pathlib import Path; shutil.rmtree(Path(\"link\").resolve())'": true,
		"python3 -c 'import shutil; from pathlib import Path; shutil.rmtree(Path(\"b\").resolve())'":    false,
		"python3 -c 'import glob, os; [os.remove(f) for f in glob.glob(\"*/x.c\")]'":                    true,
		"Rscript -e 'unlink(normalizePath(\"link\"), recursive=TRUE)'":                                  true,
	} {
		found, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := slices.ContainsFunc(found.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindUnknown || strings.HasPrefix(e.Object, beyond)
		}); got != leads {
			t.Errorf("%s: leads out of the project: %t; %v", text, got, found.Effects)
		}
	}
}

// TestTooManyNamesAreHeld: where not all names can be looked at, nothing is taken for granted.
func TestTooManyNamesAreHeld(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	w.Paths = crowded{command.OS()}
	found, err := a.Analyze(command.Input{Text: "rm -rf */x", Shell: true}, w)
	if err != nil || !slices.ContainsFunc(found.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown }) {
		t.Errorf("%v, %v", found.Effects, err)
	}
}

// crowded is a file system of which the folders hold more than anybody looks at.
type crowded struct{ command.PathResolver }

// Passed gives up.
func (crowded) Passed(_ string, _ bool, most int) ([]string, int, bool) { return nil, most, false }
