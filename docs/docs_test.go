// Package docs_test proves the guides: what they tell a reader to write is
// written into a copy of this tree and tested there.
package docs_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// blocks are the fenced listings whose first line names a file.
func blocks(t *testing.T, guide string) map[string]string {
	t.Helper()
	body, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)```(?:go|txtar)\n(?://|#) (\\S+)\n(.*?)\n```\n").FindAllStringSubmatch(string(body), -1) {
		files[m[1]] = m[2] + "\n"
	}
	return files
}

// copyTree copies what a build needs of this repository.
func copyTree(t *testing.T, to string) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "bin"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case !d.Type().IsRegular() || strings.HasSuffix(rel, "_test.go") || strings.HasSuffix(rel, ".test"):
			return nil
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), body, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestGuidesWork(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	copyTree(t, root)
	for guide, pkg := range map[string]string{
		"adding-an-actuator.md": "./actuators/note",
		"adding-a-gate.md":      "./gates/quiet",
		"adding-a-skill.md":     "./skills/diskfull",
	} {
		files := blocks(t, guide)
		if len(files) < 2 {
			t.Fatalf("%s: %d listings name a file", guide, len(files))
		}
		for path, body := range files {
			path = filepath.Join(root, path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Run(guide, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			for _, args := range [][]string{{"vet", pkg}, {"test", "-trimpath", "-v", pkg}} {
				cmd := exec.CommandContext(ctx, "go", args...)
				cmd.Dir = root
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
				}
				if args[0] == "test" && !strings.Contains(string(out), "--- PASS: Test") {
					t.Errorf("nothing was tested:\n%s", out)
				}
			}
		})
	}
}
