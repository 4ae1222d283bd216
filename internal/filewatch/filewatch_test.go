package filewatch_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"passepartout/internal/filewatch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestWatch(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := filepath.Join(folder, "rules.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	ctx, cancel := context.WithCancel(t.Context())
	changes, done := make(chan string, 10), make(chan error, 1)
	go func() {
		done <- filewatch.Watch(ctx, []string{name, filepath.Join(folder, "later.yaml")}, func() {
			text, _ := os.ReadFile(name)
			changes <- string(text)
		})
	}()
	expect := func(want string, change func()) {
		t.Helper()
		tick := time.NewTicker(300 * time.Millisecond) // the watcher may not have begun: make the event again
		defer tick.Stop()
		deadline := time.After(20 * time.Second)
		for change(); ; {
			select {
			case got := <-changes:
				if got != want {
					t.Fatalf("told of %q, want %q", got, want)
				}
				return
			case <-tick.C:
				if err := os.Chtimes(name, time.Time{}, time.Now()); err != nil {
					t.Fatal(err)
				}
			case <-deadline:
				t.Fatalf("never told of %q", want)
			}
		}
	}
	// The first change tells that the watcher is there: until then it may have
	// taken the new content for the old one, so it is made different each time.
	n := 0
	tick := time.NewTicker(300 * time.Millisecond)
	for ready := false; !ready; {
		select {
		case <-changes:
			ready = true
		case <-tick.C:
			n++
			write("start" + string(rune('a'+n%26)))
		}
	}
	tick.Stop()
	for drained := false; !drained; {
		select {
		case <-changes:
		case <-time.After(time.Second):
			drained = true
		}
	}
	expect("two", func() { write("two") })
	expect("three", func() {
		other := filepath.Join(folder, "tmp")
		if err := os.WriteFile(other, []byte("three"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(other, name); err != nil {
			t.Fatal(err)
		}
	})
	write("three") // the same content is no change
	if err := os.WriteFile(filepath.Join(folder, "stranger"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expect("four", func() { write("four") })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestMissingFolder(t *testing.T) {
	t.Parallel()
	if err := filewatch.Watch(t.Context(), []string{"/no/such/folder/file"}, func() {}); err == nil {
		t.Error("no error")
	}
}
