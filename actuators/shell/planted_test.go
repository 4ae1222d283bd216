package shell_test

import (
	"path/filepath"
	"slices"
	"testing"

	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

// TestWhatIsPlantedIsTold: a command that was allowed to write the workspace
// leaves something there that its owner's tools obey.
func TestWhatIsPlantedIsTold(t *testing.T) {
	t.Parallel()
	b := confined(t)
	write(t, filepath.Join(b.dir, ".envrc"), "owner", 0o644)
	a, r, err := b.script(t, "echo x >.mcp.json; echo fine")
	e := told(t, err)
	if e.Code != pipeline.CodeBlocked || e.Rule != shell.RulePlanted || e.Retryable || e.Hint == "" {
		t.Errorf("told %+v", e)
	}
	if want := []string{filepath.Join(b.dir, ".mcp.json")}; !slices.Equal(a.Planted, want) || a.Success || a.Stdout != "fine\n" || r.ExitCode != 0 {
		t.Errorf("account %+v", a)
	}
	// It was there before the next command, which is not blamed for it.
	if a, _, err := b.script(t, "(echo x >.mcp.json) 2>/dev/null || (echo x >.envrc) 2>/dev/null || echo held"); err != nil || a.Stdout != "held\n" || a.Planted != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestWhatABackgroundProcessPlantsIsTold: its record says so.
func TestWhatABackgroundProcessPlantsIsTold(t *testing.T) {
	t.Parallel()
	d := withDesk(t, confined)
	s, err := do[shell.Started](t, d, shell.OpBackground, map[string]any{"command": "echo x >.mcp.json", "shell": true})
	if err != nil {
		t.Fatal(err)
	}
	if want := shell.RulePlanted + ": " + filepath.Join(d.dir, ".mcp.json"); d.until(t, s.Process, shell.Exited).Reason != want {
		t.Errorf("reason %q", d.until(t, s.Process, shell.Exited).Reason)
	}
}
