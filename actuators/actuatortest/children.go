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

// Eventually polls until ok says so, or fails the test after a while.
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

func wantNoChild(t *testing.T, e Example) {
	t.Helper()
	if e.Marker == "" {
		return
	}
	if left := Alive(t, e.Marker); len(left) > 0 {
		t.Errorf("%s left processes behind: %q", e.Op, left)
	}
}
