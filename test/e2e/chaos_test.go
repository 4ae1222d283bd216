package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// kills is how often TestKilledAtAnyMoment kills; PP_KILLS=50 for more.
const kills = 5

// endings is what became of a request, as the stream of feedback keeps it:
// each kind and code once.
func endings(t *testing.T, w *worker) map[string]map[string]bool {
	t.Helper()
	nc := w.connect("worker", "worker", nats.CustomInboxPrefix("_INBOX"))
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	c, err := js.OrderedConsumer(t.Context(), "PP_FEEDBACK", jetstream.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { // who asks again and again would reach the limit of consumers
		if info := c.CachedInfo(); info != nil {
			if err := js.DeleteConsumer(t.Context(), "PP_FEEDBACK", info.Name); err != nil {
				t.Error(err)
			}
		}
	}()
	out := map[string]map[string]bool{}
	for left := uint64(1); left > 0; {
		m, err := c.Next(jetstream.FetchMaxWait(5 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		meta, err := m.Metadata()
		if err != nil {
			t.Fatal(err)
		}
		left = meta.NumPending
		f := feedbackOf(t, &nats.Msg{Subject: m.Subject(), Data: m.Data()})
		how := f.Kind
		if f.Error != nil {
			how += " " + f.Error.Code
		}
		if how == "suspended" {
			continue
		}
		if out[f.Request] == nil {
			out[f.Request] = map[string]bool{}
		}
		out[f.Request][how] = true
	}
	return out
}

// freePort is a port that nobody listens on now.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// each is how many requests the stream may have stored for each life of a worker:
// more than are done before the kill, and no more than a busy machine can end.
const each = 60

// stream publishes one request after the other until stop is closed, over
// whatever connection there is, and returns those that the server had stored.
type stream struct {
	mu      sync.Mutex
	taken   []string
	allowed atomic.Int64
}

func (s *stream) stored() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.taken)
}

func (s *stream) run(nc *nats.Conn, stop <-chan struct{}) {
	tick := time.NewTicker(3 * time.Millisecond)
	defer tick.Stop()
	for i := 0; ; i++ {
		for ready := false; !ready; ready = s.stored() < int(s.allowed.Load()) {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
		id := "r" + strconv.Itoa(i)
		data, err := json.Marshal(run("echo "+id+" >> effects", map[string]any{"shell": true}))
		if err != nil {
			return
		}
		body, err := json.Marshal(ce{SpecVersion: "1.0", ID: id, Source: "/e2e", Type: requestType, ContentType: "application/json", Data: data})
		if err != nil {
			return
		}
		m := &nats.Msg{Subject: "pp.request.agent", Header: nats.Header{"content-type": {"application/cloudevents+json"}}, Data: body}
		reply, err := nc.RequestMsg(m, 300*time.Millisecond)
		if err == nil && !strings.Contains(string(reply.Data), `"error"`) {
			s.mu.Lock()
			s.taken = append(s.taken, id)
			s.mu.Unlock()
		}
	}
}

// Whenever a worker is killed, each request acts at most once, and each that
// the server had stored ends in exactly one way: as done, or as unknown.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	n := kills
	if more, err := strconv.Atoi(os.Getenv("PP_KILLS")); err == nil {
		n = more
	}
	s := newSite(t, "--set", "limits.rate=100000", "--set", "limits.burst=100000", "--set", "nats.port="+freePort(t))
	w := s.start()
	agent := w.connect("agent", "agent", nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond), nats.ReconnectJitter(0, 0))
	stop := make(chan struct{})
	var asked stream
	var running sync.WaitGroup
	running.Go(func() { asked.run(agent, stop) })
	for life := range n {
		asked.allowed.Add(each)
		if before := asked.stored(); life%2 == 0 { // the others may end before the agent is back
			eventually(t, "the agent is back", func() bool { return asked.stored() > before })
		}
		<-time.After(time.Duration(rand.IntN(600)) * time.Millisecond)
		w.kill()
		w = s.start()
	}
	asked.allowed.Add(each)
	var ends map[string]map[string]bool
	eventually(t, "a request is done", func() bool { // on a busy machine none may be done between two kills
		ends = endings(t, w)
		for _, how := range ends {
			if how["tool-output"] {
				return true
			}
		}
		return false
	})
	close(stop)
	running.Wait()
	began := time.Now()
	eventually(t, "every request ends", func() bool {
		ends = endings(t, w)
		for _, id := range asked.taken {
			if len(ends[id]) == 0 {
				return false
			}
		}
		return true
	})
	t.Logf("%d requests, %d kills, %s to the last end", len(asked.taken), n, time.Since(began))
	body, err := os.ReadFile(filepath.Join(s.workspace(), "effects"))
	if err != nil {
		t.Fatal(err)
	}
	effects := map[string]int{}
	for line := range bytes.Lines(body) {
		effects[strings.TrimSpace(string(line))]++
	}
	unknown := 0
	for id, how := range ends {
		switch {
		case len(how) != 1:
			t.Errorf("%s ended as %v", id, how)
		case effects[id] > 1:
			t.Errorf("%s acted %d times", id, effects[id])
		case how["tool-output"] && effects[id] != 1:
			t.Errorf("%s is told as done and acted %d times", id, effects[id])
		case how["tool-error outcome_unknown"]:
			unknown++
		case !how["tool-output"]:
			t.Errorf("%s ended as %v", id, how)
		}
	}
	if len(asked.taken) < n || unknown == len(ends) {
		t.Errorf("%d requests of which %d ended as unknown: that tries nothing", len(asked.taken), unknown)
	}
	t.Log(fmt.Sprint(unknown, " unknown"))
}
