package command_test

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/command"
)

// slowly is Resolve from the end of the path on, one folder at a time.
func slowly(p string) string {
	p = path.Clean(p)
	rest := ""
	for at := p; ; {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return path.Join(real, rest)
		}
		if target, err := os.Readlink(at); err == nil {
			if !path.IsAbs(target) {
				target = path.Join(path.Dir(at), target)
			}
			if target != at {
				dir, err := filepath.EvalSymlinks(path.Dir(target))
				if err != nil {
					return path.Join(path.Clean(target), rest)
				}
				return path.Join(dir, path.Base(target), rest)
			}
		}
		if at == "/" {
			return p
		}
		rest = path.Join(path.Base(at), rest)
		at = path.Dir(at)
	}
}

// TestResolveLikeOneFolderAtATime: finding what exists by halves changes nothing.
func TestResolveLikeOneFolderAtATime(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	for _, dir := range []string{"a/b/c/a", "b/a", "c"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(base, "c/a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"a/b/b": "../..", "b/b": "nowhere/at/all", "b/c": base + "/a/b", "c/b": "b", "c/c": "../d/e", "a/a": "../c/a", "d": base + "/b/b",
	} {
		if err := os.Symlink(target, filepath.Join(base, link)); err != nil {
			t.Fatal(err)
		}
	}
	resolver := command.OS()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "..", ".", "nowhere"}), 0, 12).Draw(t, "parts")
		p := base + "/" + strings.Join(parts, "/")
		if got, want := resolver.Resolve(p), slowly(p); got != want {
			t.Fatalf("Resolve(%q) = %q, want %q", p, got, want)
		}
	})
	if got := resolver.Resolve("/"); got != "/" {
		t.Errorf("Resolve(/) = %q", got)
	}
}
