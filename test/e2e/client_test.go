package e2e

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// later runs a command of the site in the background.
func (s *site) later(args ...string) <-chan ended {
	s.tb.Helper()
	ctx, cancel := context.WithTimeout(s.tb.Context(), 2*patience)
	cmd := s.command(ctx, args...)
	done := make(chan ended, 1)
	go func() {
		defer cancel()
		var out, errs tail
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run() // the exit code says it
		done <- ended{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
	}()
	s.tb.Cleanup(cancel)
	return done
}

// plan waits for the id of an open flight plan with a word in it.
func (s *site) plan(word string) string {
	s.tb.Helper()
	id := ""
	eventually(s.tb, "a plan with "+word, func() bool {
		var rows []struct{ Plan, Summary string }
		if err := json.Unmarshal([]byte(s.must("plans", "--json")), &rows); err != nil {
			s.tb.Fatal(err)
		}
		for _, r := range rows {
			if strings.Contains(r.Summary, word) {
				id = r.Plan
			}
		}
		return id != ""
	})
	return id
}

// The exit codes of `worker ask` are a contract: scripts branch on them.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"--intent", "look around", "--", "echo", "a  b"}, 0, "a  b\n", ""},
		{[]string{"--intent", "look around", "--shell", "--", "echo out; echo err >&2; exit 7"}, 7, "out\n", "err\n"},
		{[]string{"--intent", "look around", "--", "ls", "no-such-file"}, 2, "", "no-such-file"},
		{[]string{"--target", "tool", "--op", "echo", "--params", `{"text":"hi"}`}, 0, "hi", ""},
		{[]string{"--intent", "look around"}, 2, "", "what shall be run"},
		{[]string{"--target", "nobody", "--op", "run", "--params", "{}"}, 2, "", "unknown_target"},
		{[]string{"--intent", "free space", "--shell", "--", "rm -rf / --no-preserve-root"}, 3, "", "rule"},
		{[]string{"--", "echo", "no intent"}, 3, "", "intent"},
		{[]string{"--wait", "1s", "--intent", "leave a note", "--", "touch", "../outside-held"}, 4, "", "stays open"},
		{[]string{"--wait", "1s", "--intent", "wait", "--", "sleep", "9"}, 6, "", "may still be done"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			t.Parallel()
			own := site{tb: t, dir: s.dir}
			got := own.client(append([]string{"ask"}, c.args...)...)
			if got.code != c.code || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) {
				t.Errorf("exit %d, want %d\nstdout: %s\nstderr: %s", got.code, c.code, got.stdout, got.stderr)
			}
		})
	}
}

// One request seen from everywhere: the agent's terminal, the approver's desk,
// an observer's screen and the record.
func TestDeskWatchAndExplain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.start()
	watching := s.command(t.Context(), "watch", "--json")
	var seen, words tail
	watching.Stdout, watching.Stderr = &seen, &words
	if err := watching.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it watches", func() bool { return strings.Contains(words.String(), "watching") })

	asked := s.later("ask", "--intent", "leave a note", "--shell", "--", "echo flew > ../approved; echo landed")
	id := s.plan("approved")
	if text := s.must("plans", id); !strings.Contains(text, "leave a note") || !strings.Contains(text, filepath.Join(s.home(), "approved")) {
		t.Errorf("the plan shows\n%s", text)
	}
	if out := s.must("approve", "--yes", "--reason", "go ahead", id); !strings.Contains(out, "approved by approver") {
		t.Errorf("approve: %s", out)
	}
	if got := <-asked; got.code != 0 || got.stdout != "landed\n" || !strings.Contains(got.stderr, id) {
		t.Errorf("ask: exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	if text := read(t, filepath.Join(s.home(), "approved")); text != "flew\n" {
		t.Errorf("it left %q behind", text)
	}

	asked = s.later("ask", "--intent", "leave another", "--", "touch", "../rejected")
	id = s.plan("rejected")
	s.must("reject", "--reason", "once is enough", id)
	if got := <-asked; got.code != 5 || !strings.Contains(got.stderr, "once is enough") {
		t.Errorf("ask: exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	if exists(filepath.Join(s.home(), "rejected")) {
		t.Error("a rejected command ran")
	}
	if got := s.client("approve", "--yes", id); got.code == 0 {
		t.Errorf("a rejected plan was approved: %s", got.stdout)
	}

	eventually(t, "the observer saw all of it", func() bool {
		text := seen.String()
		return strings.Contains(text, "feedback.agent.default.rejected") && strings.Contains(text, "landed") && strings.Contains(text, "pp.plan.agent.")
	})
	if strings.Contains(seen.String(), `"token"`) {
		t.Error("the observer saw a token")
	}
	if err := watching.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := watching.Wait(); err != nil {
		t.Errorf("watch ended with %v", err)
	}
	request := regexp.MustCompile(`"request":"([^"]+)"`).FindStringSubmatch(seen.String())
	if request == nil {
		t.Fatalf("no request in\n%s", seen.String())
	}
	story := s.must("explain", request[1])
	for _, part := range []string{"leave a note", "approver", "go ahead", "write", filepath.Join(s.home(), "approved")} {
		if !strings.Contains(story, part) {
			t.Errorf("the record of the first request lacks %q:\n%s", part, story)
		}
	}
}

// Judging needs no worker, and runs nothing.
func TestCheckAndDoctor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for command, want := range map[string]struct {
		outcome string
		code    int
	}{
		"ls -la": {"allow", 0}, "touch ../made-by-check": {"hold", 4}, "rm -rf /": {"deny", 3}, "frobnicate --now": {"hold", 4},
	} {
		got := s.client("check", "--json", command)
		var line struct{ Command, Outcome string }
		if err := json.Unmarshal([]byte(got.stdout), &line); err != nil {
			t.Fatalf("%s: %v: %s%s", command, err, got.stdout, got.stderr)
		}
		if got.code != want.code || line.Outcome != want.outcome || line.Command != command {
			t.Errorf("%s: exit %d, %+v; want %+v", command, got.code, line, want)
		}
	}
	if exists(filepath.Join(s.home(), "made-by-check")) || exists(s.state()) {
		t.Error("judging left something behind")
	}
	if got := s.client("doctor"); !strings.Contains(got.stdout, "NATS") || got.code > 1 {
		t.Errorf("doctor: exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	var version struct{ Version, Go string }
	if err := json.Unmarshal([]byte(s.must("version", "--json")), &version); err != nil || version.Version == "" {
		t.Errorf("version: %+v %v", version, err)
	}
}

// The demo shows the main job and ends by itself, without a terminal, too, and
// leaves nothing behind.
func TestDemo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // what is promised
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "demo")
	cmd.Env, cmd.Dir = append(s.environ(), "TMPDIR="+s.dir), s.workspace()
	got := s.finish(cmd)
	if got.code != 0 {
		t.Fatalf("exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	for _, part := range []string{"step 3 of 3", "blocked", "suspended", "the demo was here", "nonzero_exit", "hello from a tool", "tool-output"} {
		if !strings.Contains(got.stdout, part) {
			t.Errorf("it does not show %q:\n%s", part, got.stdout)
		}
	}
	left, err := filepath.Glob(filepath.Join(s.dir, "passepartout-demo-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
