package shell_test

import (
	"strings"
	"testing"
)

// TestTemporaryFolderIsTheJudgedOne: $TMPDIR is the agent's scratch folder, as it
// was judged, confined or not; what one command leaves there the next one finds.
func TestTemporaryFolderIsTheJudgedOne(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(testing.TB, ...option) bench{"unconfined": open, "confined": confined} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := build(t)
			a, _, err := b.run(t, map[string]any{"command": `printf '%s\n' "$TMPDIR"; echo left > "$TMPDIR/note"`, "shell": true})
			if err != nil || strings.TrimSpace(a.Stdout) != b.scratch+"/agent" {
				t.Fatalf("%q %q, %v", a.Stdout, a.Stderr, err)
			}
			a, _, err = b.run(t, map[string]any{"command": `cat "$TMPDIR/note"; mktemp`, "shell": true})
			if err != nil || !strings.HasPrefix(a.Stdout, "left\n"+b.scratch+"/agent/tmp.") {
				t.Errorf("%q %q, %v", a.Stdout, a.Stderr, err)
			}
		})
	}
}
