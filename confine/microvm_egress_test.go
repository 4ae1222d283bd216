package confine_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"passepartout/confine"
)

// TestMicroVMEgress makes the attempts of TestEgress inside a machine, which
// has no network device: all of them in one, and some that only its lines can
// get wrong.
func TestMicroVMEgress(t *testing.T) {
	t.Parallel()
	world := newEgressWorld(t)
	c := openMachineWith(t, world.config(confine.BuilderMicroVM))
	if c == nil {
		return
	}
	if !c.Has(confine.LayerEgress) || !c.Has(confine.LayerNet) {
		t.Errorf("layers: %s", c.Layers())
	}
	cases := world.cases()
	var b strings.Builder
	for i, tc := range cases {
		fmt.Fprintf(&b, "echo '<%d>'; (%s\n); echo '</%d>'\n", i, tc.script, i)
	}
	s := bash(b.String())
	s.Timeout = 2 * time.Minute
	out, err := c.Run(t.Context(), "a", world.profile(t), s)
	if err != nil {
		t.Fatal(err)
	}
	for i, tc := range cases {
		_, rest, _ := strings.Cut(string(out.Stdout.Kept), fmt.Sprintf("<%d>\n", i))
		got, _, _ := strings.Cut(rest, fmt.Sprintf("</%d>\n", i))
		if got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	if t.Failed() {
		t.Logf("%s\n%s", out.Stdout.Kept, out.Stderr.Kept)
	}
	world.check(t)
}

// TestMicroVMLines moves more than a window both ways, beside a connection that
// nobody reads and one whose client leaves, and an input that stays open.
func TestMicroVMLines(t *testing.T) {
	t.Parallel()
	world := newEgressWorld(t)
	c := openMachineWith(t, world.config(confine.BuilderMicroVM))
	if c == nil {
		return
	}
	s := bash(strings.ReplaceAll(`ip link 2>/dev/null | grep -c ether; ls /sys/class/net 2>/dev/null
exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET http://localhost:PORT/?bytes=5000000 HTTP/1.1\r\nHost: x\r\n\r\n' >&3
(exec 4<>/dev/tcp/127.0.0.1/3128; printf 'GET http://localhost:PORT/?bytes=5000000 HTTP/1.1\r\nHost: x\r\n\r\n' >&4; head -c 10 <&4 >/dev/null)
curl -s 'http://localhost:PORT/?bytes=1500000' | wc -c
head -c 700000 /dev/zero | curl -s -p --data-binary @- http://localhost:PORT/up; echo
for i in 1 2 3 4 5 6 7 8; do curl -s http://localhost:PORT/$i >/tmp/$i & done; wait; cat /tmp/[1-8] | wc -c
head -c 3`, "PORT", world.port))
	s.Timeout = 2 * time.Minute
	s.Stdin = strings.NewReader(strings.Repeat("input", 200_000))
	out, err := c.Run(t.Context(), "a", world.profile(t), s)
	want := fmt.Sprintf("0\n1500000\nhello localhost:%s /up 700000\n%d\ninp", world.port, 8*len("hello localhost:PORT /1")+8*(len(world.port)-4))
	if got := string(out.Stdout.Kept); err != nil || got != want {
		t.Errorf("%v exit %d: got %q, want %q; %s", err, out.ExitCode, got, want, out.Stderr.Kept)
	}
}

// TestMicroVMWithoutHosts has nobody to ask: no proxy answers, and what listens
// on the host is out of reach.
func TestMicroVMWithoutHosts(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	l, err := (&net.ListenConfig{}).Listen(context.WithoutCancel(t.Context()), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	out, err := c.Run(t.Context(), "a", p, bash("for p in 3128 "+port+"; do (echo x >/dev/tcp/127.0.0.1/$p) && echo reached; done; env | grep -ic proxy"))
	if err != nil || string(out.Stdout.Kept) != "0\n" {
		t.Errorf("stdout %q %v", out.Stdout.Kept, err)
	}
}
