package e2e

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// A worker that cannot start says why and what about, and ends; it never
// starts half.
func TestRefusesToStart(t *testing.T) {
	t.Parallel()
	file := func(t *testing.T, s *site, body string) string {
		t.Helper()
		path := filepath.Join(s.dir, "file")
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct {
		args func(t *testing.T, s *site) []string
		code int
		says []string
	}{
		"state folder is a file": {func(t *testing.T, s *site) []string {
			return []string{"--state-dir", file(t, s, "")}
		}, 1, []string{"state folder", "not a directory"}},
		"state folder below a file": {func(t *testing.T, s *site) []string {
			return []string{"--state-dir", filepath.Join(file(t, s, ""), "state")}
		}, 1, []string{"state folder", "not a directory"}},
		"state folder where nothing can be made": {func(*testing.T, *site) []string {
			return []string{"--state-dir", "/proc/self/passepartout"}
		}, 1, []string{"state folder", "/proc/self/passepartout"}},
		"port taken": {func(t *testing.T, _ *site) []string {
			l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			return []string{"--port", strconv.Itoa(l.Addr().(*net.TCPAddr).Port)}
		}, 1, []string{"port is taken", "127.0.0.1 port "}},
		"no server there": {func(*testing.T, *site) []string {
			return []string{"--nats-url", "nats://127.0.0.1:1"}
		}, 1, []string{"connect to NATS at nats://127.0.0.1:1"}},
		"credentials of nobody": {func(t *testing.T, s *site) []string {
			return []string{"--nats-url", "nats://127.0.0.1:1", "--creds", file(t, s, "not a key")}
		}, 1, []string{"credentials", "file"}},
		"config that is no YAML": {func(t *testing.T, s *site) []string {
			return []string{"--config", file(t, s, "policy:\n  preset: [strict\nlimits: {")}
		}, 2, []string{"file", "^"}},
		"config with an unknown key": {func(t *testing.T, s *site) []string {
			return []string{"--config", file(t, s, "policy:\n  presett: strict\n")}
		}, 2, []string{"[2:3]", "presett", "^"}},
		"config with bytes of something else": {func(t *testing.T, s *site) []string {
			return []string{"--config", file(t, s, "\x7fELF\x02\x01\x00\x00\xff\xfe")}
		}, 2, []string{"file"}},
		"config with a wrong value": {func(t *testing.T, s *site) []string {
			return []string{"--config", file(t, s, "limits:\n  timeout: soon\n")}
		}, 2, []string{"timeout", "^"}},
		"rules that are none": {func(t *testing.T, s *site) []string {
			return []string{"--set", "policy.files=" + file(t, s, "rules:\n  - nme: x\n")}
		}, 1, []string{"policy", "file"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			got := s.client(append([]string{"run"}, c.args(t, s)...)...)
			if got.code != c.code || strings.Contains(got.stdout, "ready") {
				t.Errorf("exit %d, want %d\n%s%s", got.code, c.code, got.stdout, got.stderr)
			}
			for _, word := range c.says {
				if !strings.Contains(got.stderr, word) {
					t.Errorf("it does not say %q:\n%s", word, got.stderr)
				}
			}
		})
	}
}

func TestSecondWorkerOnTheSameState(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	got := s.client("run")
	if got.code != 1 || !strings.Contains(got.stderr, "used by another worker") || !strings.Contains(got.stderr, w.url) {
		t.Errorf("exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	// The first one did not notice.
	if out := s.must("ask", "--target", "tool", "--op", "echo", "--params", `{"text":"still here"}`); !strings.Contains(out, "still here") {
		t.Errorf("the first worker answers %s", out)
	}
}

// A key that is revoked loses the connection that it has and gets no other.
func TestRevokedKey(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.start()
	s.must("keys", "add", "agent", "eve")
	s.must("keys", "add", "agent", "adam")
	eve, adam := w.connect("agent", "eve"), w.connect("agent", "adam")
	lost := make(chan struct{}, 1)
	eve.SetDisconnectErrHandler(func(*nats.Conn, error) {
		select {
		case lost <- struct{}{}:
		default:
		}
	})
	// Once that a worker knows her it must forget her: she has asked before.
	in := follow(t, eve, "pp.feedback.eve.>")
	publish(t, eve, "pp.request.eve", structured(t, "r1", requestType, map[string]any{"target": "tool", "op": "noop"}))
	if f := in.final("r1"); f.Kind != "tool-output" {
		t.Fatalf("%+v", f)
	}
	s.must("keys", "revoke", "agent", "eve")
	eventually(t, "eve's connection is closed", func() bool { return len(lost) > 0 || !eve.IsConnected() })
	option, err := nats.NkeyOptionFromSeed(filepath.Join(w.state(), "keys", "agent-adam.nk"))
	if err != nil {
		t.Fatal(err)
	}
	if nc, err := nats.Connect(w.url, option); err != nil {
		t.Errorf("somebody else's key: %v", err)
	} else {
		nc.Close()
	}
	eventually(t, "eve cannot come back", func() bool { return eve.IsClosed() || eve.LastError() != nil && !eve.IsConnected() })
	if nc, err := nats.Connect(w.url, nats.Name("no key at all")); err == nil {
		nc.Close()
		t.Error("somebody without a key was let in")
	}
	if !adam.IsConnected() {
		t.Error("another principal lost the connection, too")
	}
	if out := s.must("keys", "list"); !strings.Contains(out, "revoked") {
		t.Errorf("keys list: %s", out)
	}
}
