package confine

import (
	"bufio"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// TestSilence: a tunnel outlives its patience while anything goes either way,
// and ends soon after nothing does. Its clock is that of a bubble, in which no
// load delays anybody.
func TestSilence(t *testing.T) {
	t.Parallel()
	for name, up := range map[string]bool{"up": true, "down": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { tunnel(t, up) })
		})
	}
}

func tunnel(t *testing.T, up bool) {
	const patient, talk = 400 * time.Millisecond, 1500 * time.Millisecond
	client, proxied := net.Pipe()
	server, to := net.Pipe()
	talker, listener := server, client
	if up {
		talker, listener = client, server
	}
	e := &egress{now: time.Now, patient: patient}
	relayed := make(chan error, 1)
	began := time.Now()
	go func() { relayed <- e.relay(t.Context(), proxied, bufio.NewReader(proxied), to) }()
	go talkTo(talker, talk)
	got, err := io.ReadAll(listener)
	if len(got) != spoken || err != nil {
		t.Errorf("%d bytes arrived, %v", len(got), err)
	}
	if err := <-relayed; err == nil {
		t.Error("a silent tunnel ended without an error")
	}
	// The deadlines were set again at the last byte, or a tenth before it.
	if took := time.Since(began); took < talk+patient-patient/10 || took > talk+patient {
		t.Errorf("it lasted %v", took)
	}
	if err := talker.Close(); err != nil {
		t.Error(err)
	}
}

const spoken = 15 // bytes

// talkTo writes bytes, evenly.
func talkTo(c io.Writer, d time.Duration) {
	tick := time.NewTicker(d / spoken)
	defer tick.Stop()
	for range spoken {
		<-tick.C
		if _, err := c.Write([]byte("x")); err != nil {
			return
		}
	}
}
