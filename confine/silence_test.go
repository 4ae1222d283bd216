package confine

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// TestSilence: a tunnel outlives its patience while anything goes either way,
// and ends soon after nothing does.
func TestSilence(t *testing.T) {
	t.Parallel()
	const patient, talk = 400 * time.Millisecond, 1500 * time.Millisecond
	for _, up := range []bool{false, true} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		server := make(chan int64, 1)
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer func() { _ = c.Close() }()
			if !up {
				talkTo(c, talk)
			}
			n, _ := io.Copy(io.Discard, c)
			server <- n
		}()
		client, proxied := net.Pipe()
		to, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		e := &egress{now: time.Now, patient: patient}
		relayed := make(chan error, 1)
		began := time.Now()
		go func() { relayed <- e.relay(t.Context(), proxied, bufio.NewReader(proxied), to) }()
		if up {
			go talkTo(client, talk)
		}
		got, _ := io.ReadAll(client)
		if err := <-relayed; err == nil && !up {
			t.Error("a silent tunnel ended without an error")
		}
		took := time.Since(began)
		if took < talk || took > talk+20*patient {
			t.Errorf("up %v: it lasted %v", up, took)
		}
		if said := max(int64(len(got)), <-server); said != int64(len(strings.Repeat("x", 15))) {
			t.Errorf("up %v: %d bytes arrived", up, said)
		}
	}
}

// talkTo writes fifteen bytes, evenly.
func talkTo(c io.Writer, d time.Duration) {
	tick := time.NewTicker(d / 15)
	defer tick.Stop()
	for range 15 {
		<-tick.C
		if _, err := c.Write([]byte("x")); err != nil {
			return
		}
	}
}
