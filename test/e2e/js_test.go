package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// missing ends a test that needs something this machine does not have: as a
// failure where that must be there, and else with a word about it.
func missing(t *testing.T, what string, err error) {
	t.Helper()
	if ci := os.Getenv("CI"); ci != "" && ci != "false" {
		t.Fatalf("%s: %v", what, err)
	}
	t.Logf("nothing was tested: %s: %v", what, err)
}

// An agent in another language has the documentation, its key and public
// packages, and needs nothing else.
func TestJavaScriptAgent(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		missing(t, "Node.js", err)
		return
	}
	if err := installPackages(t); err != nil {
		missing(t, "npm packages", err)
		return
	}
	s := newSite(t)
	w := s.start()
	for _, c := range []struct{ mode, command, kind, says string }{
		{"binary", "echo grüße from node", "tool-output", `"stdout":"grüße from node\n"`},
		{"structured", "echo hello from node", "tool-output", `"stdout":"hello from node\n"`},
		{"structured", "rm -rf /", "tool-error", `"code":"blocked"`},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, node, "agent.mjs", w.url, filepath.Join(s.state(), "keys", "agent-agent.nk"), "agent", c.mode, c.command)
		cmd.Dir, cmd.Env = "js", s.environ()
		got := s.finish(cmd)
		if got.code != 0 {
			t.Errorf("%s in %s mode: exit %d\n%s%s\n%s", c.command, c.mode, got.code, got.stdout, got.stderr, w.stderr)
		}
		for _, part := range []string{`"type":"passepartout.feedback.` + c.kind + `.v1","session":"node"`, `"depth":1`, c.says} {
			if !strings.Contains(got.stdout, part) {
				t.Errorf("%s in %s mode: no %s in\n%s", c.command, c.mode, part, got.stdout)
			}
		}
	}
}

// installPackages installs what the lock file names, once.
func installPackages(t *testing.T) error {
	t.Helper()
	if exists(filepath.Join("js", "node_modules", ".package-lock.json")) {
		return nil
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund")
	cmd.Dir = "js"
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Logf("npm ci: %s", out)
	}
	return err
}

// The lock file must work for everybody: no address of anybody's own registry.
func TestLockFileNamesNoHost(t *testing.T) {
	t.Parallel()
	if text := read(t, filepath.Join("js", "package-lock.json")); strings.Contains(text, `"resolved"`) {
		t.Error("package-lock.json holds download addresses; make it with npm install --package-lock-only --omit-lockfile-registry-resolved")
	}
}
