package bus_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"go.uber.org/goleak"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

// These name the state folder of a process that is to be killed, and of one
// whose disk is full.
const (
	victim = "PASSEPARTOUT_TEST_VICTIM"
	choked = "PASSEPARTOUT_TEST_CHOKED"
)

func TestMain(m *testing.M) {
	for variable, run := range map[string]func(string) error{victim: live, choked: choke} {
		if dir := os.Getenv(variable); dir != "" {
			if err := run(dir); err != nil {
				fmt.Println("failed:", err)
			}
			return
		}
	}
	goleak.VerifyTestMain(m)
}

// live is a worker that stores, begins one message, and waits for its end.
func live(dir string) error {
	ctx := context.Background()
	b, err := bus.Open(ctx, bus.Config{StateDir: dir, Port: -1})
	if err != nil {
		return err
	}
	for i := range 500 {
		if err := b.Publish(ctx, b.Subjects().Feedback("agent", "s", pipeline.ToolOutput), nil, fmt.Append(nil, i)); err != nil {
			return err
		}
	}
	if err := b.Publish(ctx, b.Subjects().Request("agent"), nil, []byte("begun")); err != nil {
		return err
	}
	return b.Consume(ctx, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(ctx context.Context, _ pipeline.Message) pipeline.Disposition {
		if err := b.Journal().Claim(ctx, claim("begun")); err != nil {
			fmt.Println("failed:", err)
		}
		fmt.Println("acting as", b.Worker())
		<-ctx.Done()
		return pipeline.Ack()
	}})
}

// choke is a worker none of whose files may grow beyond a bound, which the
// kernel answers as it answers a full disk: with an error on write.
func choke(dir string) error {
	var bound uint64
	if _, err := fmt.Sscan(os.Getenv("PASSEPARTOUT_TEST_BOUND"), &bound); err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bound, Max: bound}); err != nil {
		return err
	}
	b, err := bus.Open(context.Background(), bus.Config{StateDir: dir, Port: -1})
	if err != nil {
		return err
	}
	for range 200 {
		if err = b.Publish(context.Background(), b.Subjects().Audit(pipeline.StepActed), nil, make([]byte, 10_000)); err != nil {
			break
		}
	}
	fmt.Println("closed:", b.Close() == nil)
	if err == nil {
		return errors.New("two megabytes went into a full disk")
	}
	fmt.Println("refused:", err)
	return nil
}

func TestAFullDiskIsSaid(t *testing.T) {
	t.Parallel()
	for bound, want := range map[int]string{2000: "failed: state folder cannot be written", 500_000: "refused: publish on pp.audit.acted"} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), choked+"="+t.TempDir(), fmt.Sprint("PASSEPARTOUT_TEST_BOUND=", bound))
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%d bytes: %v\n%s", bound, err, out)
		}
		t.Logf("%s", out)
	}
}

func TestKillNineLosesNothingThatWasAcknowledged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victim+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "acting") {
		t.Fatalf("victim says %q, %v", line, err)
	}
	if _, err := bus.Open(t.Context(), bus.Config{StateDir: dir, Port: -1}); !errors.Is(err, bus.ErrLocked) {
		t.Errorf("a second worker beside a living one: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if _, err := bus.Dial(t.Context(), bus.ClientConfig{StateDir: dir, Name: "agent", Role: pipeline.RoleAgent}); !errors.Is(err, bus.ErrNoWorker) {
		t.Errorf("the address of a dead worker: %v", err)
	}

	s := bustest.Start(t, func(c *bus.Config) {
		c.StateDir = dir
		c.Hasten(time.Second, 0, 0)
	})
	if kept := scanned(t, s, bus.Feedback, bus.Range{}); len(kept) != 500 || !strings.HasSuffix(kept[499], " 499") {
		t.Errorf("%d of 500 are left", len(kept))
	}
	again := make(chan delivery, 4)
	consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 1, Handle: func(_ context.Context, m pipeline.Message) pipeline.Disposition {
		again <- saw(m)
		return pipeline.Ack()
	}})
	eventually(t, "the claim's worker is gone", func() bool {
		c, err := s.Journal().Look(t.Context(), "begun")
		if err != nil || c.Feedback != nil {
			t.Fatalf("%+v, %v", c, err)
		}
		return !c.Alive
	})
	select {
	case d := <-again:
		// The server writes down how often a consumer has delivered up to a
		// tenth of a second later (its store's flush loop), so a kill may take
		// the first time back. What was begun is told by the claim.
		if d.body != "begun" || d.count != 1 && d.count != 2 {
			t.Errorf("delivered %+v", d)
		}
	case <-time.After(40 * time.Second): // the victim's own ack wait
		t.Error("what was begun does not come again")
	}
}

// configured is an external server with the given accounts.
func configured(tb testing.TB, accounts []byte) (url string) {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "server.conf")
	config := fmt.Sprintf("listen: 127.0.0.1:-1\njetstream: {store_dir: %q}\ninclude accounts.conf\n", tb.TempDir())
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "accounts.conf"), accounts, 0o600); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		tb.Fatal(err)
	}
	opts, err := server.ProcessConfigFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	opts.NoSigs, opts.NoLog = true, true
	return run(tb, opts).ClientURL()
}

// elsewhere is an external server that can be stopped and started again.
func elsewhere(tb testing.TB, dir string, port int) *server.Server {
	tb.Helper()
	return run(tb, &server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true})
}

func run(tb testing.TB, opts *server.Options) *server.Server {
	tb.Helper()
	srv, err := server.NewServer(opts)
	if err != nil {
		tb.Fatal(err)
	}
	srv.Start()
	if !srv.ReadyForConnections(patience) {
		tb.Fatal("external server is not ready")
	}
	tb.Cleanup(func() {
		srv.Shutdown()
		srv.WaitForShutdown()
	})
	return srv
}

func TestARestartOfTheServerIsSurvived(t *testing.T) {
	t.Parallel()
	for name, keep := range map[string]bool{"with its store": true, "with an empty store": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			srv := elsewhere(t, dir, -1)
			port := srv.Addr().(*net.TCPAddr).Port
			b, err := bus.Open(t.Context(), bus.Config{URL: srv.ClientURL()})
			if err != nil {
				t.Fatal(err)
			}
			s := &bustest.Server{Bus: b}
			var handled atomic.Int64
			consume(t, s, bus.Intake{Stream: bus.Signals, Slots: 4, Handle: func(context.Context, pipeline.Message) pipeline.Disposition {
				handled.Add(1)
				return pipeline.Ack()
			}})
			ask(t, s, "before")
			eventually(t, "before", func() bool { return handled.Load() == 1 })
			srv.Shutdown()
			srv.WaitForShutdown()
			if !keep {
				dir = t.TempDir()
			}
			elsewhere(t, dir, port)
			eventually(t, "after", func() bool {
				_ = s.Publish(t.Context(), s.Subjects().Request("agent"), nil, []byte("after"))
				return handled.Load() > 1
			})
			if err := b.Journal().Claim(t.Context(), claim("after")); err != nil {
				t.Errorf("journal: %v", err)
			}
		})
	}
}

func TestAnOldServerIsRefused(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "INFO {\"server_id\":\"x\",\"version\":\"2.9.10\",\"proto\":1,\"headers\":true,\"max_payload\":1048576}\r\n")
		for in := bufio.NewScanner(conn); in.Scan(); {
			if in.Text() == "PING" {
				fmt.Fprint(conn, "PONG\r\n")
			}
		}
	}()
	_, err = bus.Open(t.Context(), bus.Config{URL: "nats://" + l.Addr().String()})
	if !errors.Is(err, bus.ErrVersion) || !strings.Contains(err.Error(), "2.9.10 found, 2.12 needed") {
		t.Errorf("got %v", err)
	}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]bus.Config{
		"no state": {}, "creds alone": {StateDir: "x", Creds: "y"}, "short memory": {StateDir: "x", JournalAge: time.Hour},
		"tiny store": {StateDir: "x", MaxStore: 5},
	} {
		if _, err := bus.Open(t.Context(), c); !errors.Is(err, bus.ErrConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := bus.Open(t.Context(), bus.Config{StateDir: t.TempDir(), Prefix: "a.>"}); !errors.Is(err, bus.ErrSubject) {
		t.Errorf("prefix: %v", err)
	}
}
