package confine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"

	"passepartout/confine"
)

// egressWorld is a server outside, a proxy that reaches it, and what the proxy
// decided.
type egressWorld struct {
	port   string
	mu     sync.Mutex
	events []confine.EgressEvent
}

func newEgressWorld(t *testing.T) *egressWorld {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n, err := strconv.Atoi(r.URL.Query().Get("bytes")); err == nil {
			_, _ = w.Write(bytes.Repeat([]byte("x"), n))
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "hello %s %s", r.Host, r.URL.Path)
		if len(body) > 0 {
			fmt.Fprintf(w, " %d", len(body))
		}
	}))
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return &egressWorld{port: port}
}

func (w *egressWorld) config(builder string) confine.Config {
	return confine.Config{
		Builder: builder,
		Egress: func(e confine.EgressEvent) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.events = append(w.events, e)
		},
		Resolve: func(_ context.Context, name string) ([]netip.Addr, error) {
			switch name {
			case "localhost", "rebind.example":
				return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
			case "metadata.example":
				return []netip.Addr{netip.MustParseAddr("169.254.169.254")}, nil
			}
			return nil, errors.New("no such name")
		},
	}
}

func (w *egressWorld) profile(t *testing.T) confine.Profile {
	t.Helper()
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	p.Hosts = []string{"localhost:" + w.port, "rebind.example", "metadata.example", "*.wild.example"}
	return p
}

// check looks at what was logged of the cases below.
func (w *egressWorld) check(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	var yes, no int
	for _, e := range w.events {
		if e.Owner != "a" {
			t.Errorf("whose? %+v", e)
		}
		if e.Allowed {
			yes++
		} else {
			no++
		}
	}
	if yes != 4 || no < 15 {
		t.Errorf("%d allowed, %d refused: %+v", yes, no, w.events)
	}
}

type egressCase struct{ name, script, want string }

func (w *egressWorld) cases() []egressCase {
	all := []egressCase{
		{"plain", "curl -s http://localhost:PORT/a", "hello localhost:PORT /a"},
		{"any case, trailing dot", "curl -s http://LOCALHOST.:PORT/b", "hello LOCALHOST.:PORT /b"},
		{"tunnel", "curl -s -p http://localhost:PORT/c", "hello localhost:PORT /c"},
		{"socks", "curl -s -x socks5h://127.0.0.1:3128 http://localhost:PORT/d", "hello localhost:PORT /d"},
		{"other port", "curl -s -o /dev/null -w %{http_code} http://localhost:1/", "403"},
		{"other host", "curl -s -o /dev/null -w %{http_code} http://example.org/", "403"},
		{"tunnel to other host", "curl -s -p -o /dev/null -w %{http_connect} https://example.org/; :", "403"},
		{"a name that turns private", "curl -s -o /dev/null -w %{http_code} http://rebind.example:PORT/", "403"},
		{"metadata by name", "curl -s -o /dev/null -w %{http_code} http://metadata.example/", "403"},
		{"metadata by address", "curl -s -o /dev/null -w %{http_code} http://169.254.169.254/", "403"},
		{"numeric", "for h in 127.1 2130706433 0x7f000001 0177.0.0.1 127.0.0.1 '[::ffff:127.0.0.1]' '[::1]'; do curl -g -s -o /dev/null -w '%{http_code} ' http://$h:PORT/; done", "403 403 403 403 403 403 403 "},
		{"suffix", "curl -s -o /dev/null -w %{http_code} http://evil-localhost:PORT/", "403"},
		{"above the wildcard", "curl -s -o /dev/null -w %{http_code} http://wild.example/", "403"},
		{"socks with NUL", `exec 3<>/dev/tcp/127.0.0.1/3128; printf '\5\1\0\5\1\0\3\16localhost\0.org\0\120' >&3; head -c 4 <&3 | od -An -tx1 | tr -d ' \n'`, "05000502"},
		{"direct", "curl --noproxy '*' -s -m 3 -o /dev/null http://127.0.0.1:PORT/; echo $?", "7\n"},
		{"udp", `echo x >/dev/udp/192.0.2.1/53; echo $?`, "1\n"},
		{"no DNS", "getent hosts example.org; echo $?", "2\n"},
	}
	for i := range all {
		all[i].script, all[i].want = strings.ReplaceAll(all[i].script, "PORT", w.port), strings.ReplaceAll(all[i].want, "PORT", w.port)
	}
	return all
}

// TestEgress runs a client inside a sandbox against real servers outside.
func TestEgress(t *testing.T) {
	t.Parallel()
	world := newEgressWorld(t)
	c, err := confine.Open(t.Context(), world.config(confine.BuilderZygote))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(context.WithoutCancel(t.Context())) }()
	p := world.profile(t)
	for _, tc := range world.cases() {
		t.Run(tc.name, func(t *testing.T) {
			out, err := c.Run(t.Context(), "a", p, bash(tc.script))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(out.Stdout.Kept); got != tc.want {
				t.Errorf("got %q, want %q; stderr %q", got, tc.want, out.Stderr.Kept)
			}
		})
	}
	world.check(t)
}

func TestWithoutHostsNothingAnswers(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for _, builder := range []string{confine.BuilderZygote, confine.BuilderThread} {
		t.Run(builder, func(t *testing.T) {
			c := open(t, builder)
			p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
			out, err := c.Run(t.Context(), "a", p, bash("echo x >/dev/tcp/127.0.0.1/"+port+" && echo reached"))
			if err != nil || len(out.Stdout.Kept) != 0 {
				t.Errorf("stdout %q %v", out.Stdout.Kept, err)
			}
		})
	}
}
