package command_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestFollowedLinks: what a program reads that follows the links of a folder, and one that
// does not. Places lie beside the folder; b/home leads back into it.
func TestFollowedLinks(t *testing.T) {
	t.Parallel()
	dir, beyond := linkedTree(t)
	a, w := analyzer(t), command.ExampleWorld()
	w.Dir, w.Paths = dir, command.OS()
	for text, leads := range map[string]bool{
		"grep -R x .":               true,
		"grep -r x .":               false,
		"grep -rR x a":              true,
		"grep -R x b":               false,
		"grep -R x [ab]":            true,
		"grep -R x b*":              false,
		"rg -L x":                   true,
		"rg -L x b":                 false,
		"rg x":                      false,
		"cp -rL . ../c":             true,
		"cp -r . ../c":              false,
		"tar -chf a.tar .":          true,
		"tar -cf a.tar .":           false,
		"zip -r a.zip .":            true,
		"zip -ry a.zip .":           false,
		"zip -r a.zip b -x '*.o'":   false,
		"diff -r . ../c":            true,
		"rsync -rL . ../c":          true,
		"rsync -a . ../c":           false,
		"7z a x.7z .":               true,
		"ag -f x":                   true,
		"diff --no-dereference . b": false,
	} {
		found, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := slices.ContainsFunc(found.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindRead && e.Object == beyond }); got != leads {
			t.Errorf("%s: reads what lies beyond: %v, want %v; %v", text, got, leads, found.Effects)
		}
	}
}

// TestTooManyToFollow: a folder with more files than are looked at is not taken for one
// without links.
func TestTooManyToFollow(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20_000 {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, w := analyzer(t), command.ExampleWorld()
	w.Dir, w.Paths = dir, command.OS()
	found, err := a.Analyze(command.Input{Text: "grep -R x ."}, w)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(found.Effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindUnknown && strings.Contains(e.Object, "too many files")
	}) {
		t.Errorf("stated: %v", found.Effects)
	}
}
