package snippet

import (
	"context"
	"os/exec"
	"testing"
	"time"
)

// saidBy is what a real interpreter of this machine prints. Where there is none its names
// are compared with nothing, which is said.
func saidBy(t *testing.T, program string, args ...string) (out string, ok bool) {
	t.Helper()
	at, err := exec.LookPath(program)
	if err != nil {
		t.Logf("no %s here: the names are not compared with what it has", program)
		return "", false
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	printed, err := exec.CommandContext(ctx, at, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return string(printed), true
}
