package actuatortest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Alive lists the processes whose command line holds marker, zombies left out.
// It reads /proc, where processes of inner PID namespaces show as well.
//
// Each is its id and its words. A zombie has no words in /proc/PID/cmdline
// (proc(5)), which is why none shows. The marker must be so odd that no other
// process has it.
func Alive(t testing.TB, marker string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatalf("list processes: %v", err)
	}
	var found []string
	for _, f := range files {
		line, err := os.ReadFile(f)
		if err != nil || !bytes.Contains(line, []byte(marker)) {
			continue // gone meanwhile
		}
		found = append(found, filepath.Base(filepath.Dir(f))+" "+strings.ReplaceAll(string(line), "\x00", " "))
	}
	return found
}

// Eventually polls until ok says so, or fails the test after a while. It is for
// what another process does, of which nothing tells; for all else there are
// signals.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	late := time.NewTimer(soon)
	defer late.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-late.C:
			t.Fatalf("%s: not within %v", what, soon)
		}
	}
}

// wantNoChild fails if the processes of an example outlive it. Without a marker
// they could not be told from others.
func wantNoChild(t *testing.T, e Example) {
	t.Helper()
	if e.Marker == "" {
		return
	}
	if left := Alive(t, e.Marker); len(left) > 0 {
		t.Errorf("%s left processes behind: %q", e.Op, left)
	}
}
