package snippet_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestRForReal: a real R leaves no file behind that was not stated.
func TestRForReal(t *testing.T) {
	t.Parallel()
	leavesNothing(t, "Rscript", []string{"--vanilla", "-e"}, snippet.R, "r")
}

// leavesNothing runs the programs that touch files in a folder of their own.
func leavesNothing(t *testing.T, program string, options []string, read func(string, snippet.Given) ([]snippet.Effect, bool), name string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Logf("no %s here: programs are not compared with what they do", program)
		return
	}
	for _, s := range texts(t, name+"-harmless.txt") {
		effects, ok := read(s, snippet.Given{Known: true, Eval: true})
		if !ok || strings.Contains(s, "::") || !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindWrite }) {
			continue
		}
		dir := t.TempDir()
		for _, sub := range []string{"data", "out", "results"} {
			if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "data", "a.csv"), []byte("price,qty\n1,2\n3,4\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), path, append(options, s)...)
		cmd.Dir = dir
		_ = cmd.Run()
		stated := func(at string) bool {
			return slices.ContainsFunc(effects, func(e snippet.Effect) bool {
				same, _ := filepath.Match(e.Object, at)
				return e.Kind == pipeline.KindWrite && (same || e.Object == at)
			})
		}
		err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
			if rel, _ := filepath.Rel(dir, at); err == nil && !d.IsDir() && rel != "data/a.csv" && !stated(rel) {
				t.Errorf("made %s, said %v:\n%s", rel, effects, s)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
