package confine

import (
	"os"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// TestRulesAreKeptForTheSameFiles: a ruleset serves again as long as every
// cleared path is the file that it was, and not once another is in its place.
func TestRulesAreKeptForTheSameFiles(t *testing.T) {
	t.Parallel()
	b, err := openThread(t.Context(), Config{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.close(t.Context()) }()
	ws := t.TempDir()
	for _, dir := range []string{"/a", "/b"} {
		if err := os.Mkdir(ws+dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p := ProfileOf(nil, Base{Workspace: []string{ws}})
	p.Write, p.Limits = append(p.Write, ws+"/a"), p.Limits.withDefaults()
	try := func(at string) bool {
		out, err := process.Run(t.Context(), starter{b, "a", p, nil, nil}, process.Spec{
			Path: "/bin/bash", Argv: []string{"bash", "-c", "echo x >" + at}, Dir: "/",
		})
		if err != nil {
			t.Fatal(err)
		}
		return out.ExitCode == 0
	}
	kept := func() *keptRules {
		for _, k := range b.kept {
			if len(b.kept) == 2 && len(k.changes.files) > 0 { // the other one proved the builder
				return k
			}
		}
		t.Fatalf("%d are kept", len(b.kept))
		return nil
	}
	if !try(ws+"/a/1") || try(ws+"/b/1") {
		t.Error("what was cleared is not what can be written")
	}
	first := kept()
	if !try(ws+"/a/2") || try(ws+"/b/2") || kept() != first {
		t.Error("the same files have other rules")
	}
	// Somebody moves the cleared folder away and puts another in its place.
	for _, err := range []error{os.Rename(ws+"/a", ws+"/c"), os.Rename(ws+"/b", ws+"/a")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !try(ws+"/a/3") || try(ws+"/c/3") || kept() == first {
		t.Error("the rules went with the folder")
	}
	if err := os.RemoveAll(ws + "/a"); err != nil { // then the folder above is granted
		t.Fatal(err)
	}
	if err := os.Symlink("/tmp", ws+"/a"); err != nil {
		t.Fatal(err)
	}
	if try(ws + "/a/passepartout-canary") {
		t.Error("a link leads out")
	}
}

// TestTheLauncherIsAlone: what restricts commands restricts no other thread of
// the worker, and a builder that is closed starts nothing.
func TestTheLauncherIsAlone(t *testing.T) {
	t.Parallel()
	before := worker(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			b, err := openThread(t.Context(), Config{}.withDefaults())
			if err != nil {
				t.Error(err)
				return
			}
			if err := b.close(t.Context()); err != nil {
				t.Error(err)
			}
			if _, _, err := b.from.launch(t.Context(), spawn.Plan{}, process.Spec{Path: "/bin/true", Argv: []string{"true"}}, [3]*os.File{}); err == nil {
				t.Error("a closed one has started something")
			}
		})
	}
	wg.Wait()
	if after := worker(t); after != before {
		t.Errorf("the worker has %d filters, not %d", after, before)
	}
	for range 50 { // whatever thread these come to
		wg.Go(func() {
			if _, _, errno := unix.Syscall6(unix.SYS_KCMP, 0, 0, 99, 0, 0, 0); errno == unix.EPERM {
				t.Error("a thread of the worker is restricted")
			}
		})
	}
	wg.Wait()
}

func worker(t *testing.T) int {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	return filtersIn(string(raw))
}
