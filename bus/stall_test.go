package bus_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// lossy stands between a worker and its server and swallows pull requests
// while lose is positive, as a race in a client library does.
func lossy(tb testing.TB, server string, lose *atomic.Int64) (url string) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	done := make(chan struct{})
	tb.Cleanup(func() {
		_ = l.Close()
		<-done
	})
	go func() {
		defer close(done)
		in, err := l.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", strings.TrimPrefix(server, "nats://"))
		if err != nil {
			return
		}
		back := make(chan struct{})
		go func() {
			defer close(back)
			_, _ = io.Copy(in, out)
			_ = in.Close()
		}()
		forward(bufio.NewReader(in), out, lose)
		_ = out.Close()
		<-back
	}()
	return "nats://" + l.Addr().String()
}

func forward(in *bufio.Reader, out io.Writer, lose *atomic.Int64) {
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		words, body := strings.Fields(line), []byte(nil)
		if len(words) > 2 && (words[0] == "PUB" || words[0] == "HPUB") {
			n, err := strconv.Atoi(words[len(words)-1])
			if err != nil {
				return
			}
			body = make([]byte, n+2)
			if _, err := io.ReadFull(in, body); err != nil {
				return
			}
			if strings.Contains(words[1], "CONSUMER.MSG.NEXT.PP_SIGNALS") && lose.Add(-1) >= 0 {
				continue
			}
		}
		if _, err := out.Write(append([]byte(line), body...)); err != nil {
			return
		}
	}
}

func TestALostPullIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	var lose atomic.Int64
	lose.Store(1)
	cfg := bus.Config{
		URL:   lossy(t, s.Address(), &lose),
		Creds: bus.NewKeys(s.StateDir(), time.Now).File("worker", pipeline.RoleWorker), MaxStore: -1,
	}
	cfg.Watch(time.Second)
	b, err := bus.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan delivery, 4)
	consume(t, &bustest.Server{Bus: b}, bus.Intake{Stream: bus.Signals, Slots: 4, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		got <- saw(m)
		return pipeline.Ack()
	}})
	ask(t, s, "waits")
	if d := within(t, got); d.body != "waits" || d.count != 1 {
		t.Errorf("got %+v", d)
	}
	if lose.Load() >= 0 {
		t.Error("no pull was lost")
	}
	if b.Stalls() != 1 {
		t.Errorf("the watch saw %d stalls", b.Stalls())
	}
}

// Delayed messages keep their place among the unsettled ones of a consumer, so
// that too many of them would stop everything.
func TestDelayedMessagesDoNotKeepOthersWaiting(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	for range 200 {
		ask(t, s, "rests")
	}
	ask(t, s, "runs")
	got := make(chan delivery, 1)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		if string(m.Body) == "rests" {
			return pipeline.Nak(time.Hour, "not now")
		}
		got <- saw(m)
		return pipeline.Ack()
	}})
	within(t, got)
}

func TestAContextOfTheCommandLineClientIsRead(t *testing.T) {
	s := bustest.Start(t)
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	dir := filepath.Join(config, "nats", "context")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	key := bus.NewKeys(s.StateDir(), time.Now).File("worker", pipeline.RoleWorker)
	body := `{"url": "` + s.Address() + `", "nkey": "` + key + `"}`
	if err := os.WriteFile(filepath.Join(dir, "house.json"), []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := bus.Open(t.Context(), bus.Config{Context: "house", MaxStore: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}
