package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// readmeCommands are the commands of the README that use the nats program, as
// they stand there.
func readmeCommands(t *testing.T) (subscribes, publishes []string) {
	t.Helper()
	_, block, found := strings.Cut(read(t, filepath.Join("..", "..", "README.md")), "S=nats://")
	if !found {
		t.Fatal("README.md shows no commands with S=nats://")
	}
	block, _, _ = strings.Cut(block, "\n```")
	for line := range strings.Lines(strings.ReplaceAll(block, "\\\n", "")) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.HasPrefix(line, "nats "):
		case strings.Contains(line, " sub "):
			if len(publishes) > 0 {
				t.Error("README.md subscribes after it has published: who copies that misses what came")
			}
			subscribes = append(subscribes, strings.TrimSuffix(line, " &"))
		default:
			publishes = append(publishes, line)
		}
	}
	if len(subscribes) != 2 || len(publishes) != 2 {
		t.Fatalf("README.md shows %d subscriptions and %d publications, not two of each: %q %q", len(subscribes), len(publishes), subscribes, publishes)
	}
	return subscribes, publishes
}

// Who has nothing but the README and the official nats program can ask, see
// that it is held, approve it, and see what became of it.
func TestReadmeWithTheNATSProgram(t *testing.T) {
	t.Parallel()
	program, err := natsProgram(t)
	if err != nil {
		missing(t, "the nats program", err)
		return
	}
	subscribes, publishes := readmeCommands(t)
	s := newSite(t)
	w := s.start()
	env := append(s.environ(), "S="+w.url, "K="+filepath.Join(s.state(), "keys"), "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"))
	sub := func(line string) *tail {
		out := &tail{}
		cmd := exec.CommandContext(t.Context(), "bash", "-c", "exec "+line)
		cmd.Env, cmd.Stdout, cmd.Stderr, cmd.Dir = env, out, out, s.workspace()
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Wait() }) // ends with the test's context
		return out
	}
	pub := func(line string) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, "bash", "-c", line)
		cmd.Env, cmd.Dir = env, s.workspace()
		if got := s.finish(cmd); got.code != 0 {
			t.Fatalf("%s: exit %d\n%s%s", line, got.code, got.stdout, got.stderr)
		}
	}
	feedback, plans := sub(subscribes[0]), sub(subscribes[1])
	for _, out := range []*tail{feedback, plans} {
		eventually(t, "it subscribes", func() bool { return strings.Contains(out.String(), "Subscribing on") })
	}

	// It says so before the server knows, so that the first plan may be missed.
	var token, id string
	held := regexp.MustCompile(`"plan":"([a-z0-9]+)"[^\n]*"token":"([^"]+)"`)
	for try := 1; id == ""; try++ {
		if try > 5 {
			t.Fatalf("no plan came:\n%s\n%s", plans, w.stderr)
		}
		pub(strings.Replace(publishes[0], "ce-id:r1", fmt.Sprint("ce-id:r", try), 1))
		soon := time.NewTimer(patience / 10)
		tick := time.NewTicker(20 * time.Millisecond)
		for waiting := true; waiting && id == ""; {
			select {
			case <-tick.C:
				if m := held.FindStringSubmatch(plans.String()); m != nil && strings.Contains(feedback.String(), "suspended") {
					id, token = m[1], m[2]
				}
			case <-soon.C:
				waiting = false
			}
		}
		soon.Stop()
		tick.Stop()
	}
	outside := filepath.Join(s.home(), "left-by-an-agent.txt")
	if exists(outside) {
		t.Fatal("it ran before anybody approved")
	}
	if strings.Contains(feedback.String(), token) {
		t.Error("the agent saw the token")
	}
	pub(strings.NewReplacer("THE PLAN", id, "ITS TOKEN", token).Replace(publishes[1]))
	eventually(t, "the agent sees the output", func() bool { return strings.Contains(feedback.String(), "tool-output") })
	if !exists(outside) {
		t.Error("the approved command left nothing behind")
	}
}

// natsVersions are tried in turn: of the newest one not every dependency can
// be had everywhere.
var natsVersions = []string{"v0.5.0", "v0.4.0", "v0.1.5"}

// natsProgram finds the official nats program, or builds it once into a folder
// that git does not see. It is no dependency of ours: its module is its own.
func natsProgram(t *testing.T) (string, error) {
	t.Helper()
	cached, err := filepath.Abs(filepath.Join("..", "..", ".cache", "bin", "nats"))
	if err != nil {
		return "", err
	}
	if exists(cached) {
		return cached, nil
	}
	if found, err := exec.LookPath("nats"); err == nil {
		return found, nil
	}
	if err := os.MkdirAll(filepath.Dir(cached), 0o755); err != nil {
		return "", err
	}
	dir := t.TempDir()
	for _, version := range natsVersions {
		cmd := exec.CommandContext(t.Context(), "sh", "-ec", `
			rm -f go.mod go.sum
			go mod init scratch
			go get github.com/nats-io/natscli/nats@"$1"
			go build -o "$2.new" github.com/nats-io/natscli/nats
			mv "$2.new" "$2"`, "sh", version, cached)
		cmd.Dir = dir
		var out []byte
		if out, err = cmd.CombinedOutput(); err == nil {
			return cached, nil
		}
		t.Logf("nats %s: %s", version, out)
	}
	return "", err
}
