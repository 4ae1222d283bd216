package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// natsServer is a server that somebody else runs.
type natsServer struct {
	tb   testing.TB
	conf string
	port int // 0: any
	srv  *server.Server
}

// startServer starts one with a configuration file; accounts may be empty,
// which lets everybody do everything.
func startServer(tb testing.TB, accounts string) *natsServer {
	tb.Helper()
	dir := tb.TempDir()
	n := &natsServer{tb: tb, conf: filepath.Join(dir, "nats.conf"), port: server.RANDOM_PORT}
	body := fmt.Sprintf("jetstream: { store_dir: %q, max_file_store: 64GB }\n", filepath.Join(dir, "store"))
	if accounts != "" {
		if err := os.WriteFile(filepath.Join(dir, "accounts.conf"), []byte(accounts), 0o600); err != nil {
			tb.Fatal(err)
		}
		body += "include accounts.conf\n"
	}
	if err := os.WriteFile(n.conf, []byte(body), 0o600); err != nil {
		tb.Fatal(err)
	}
	n.up()
	tb.Cleanup(n.down)
	return n
}

// up starts the server on its configuration, its store and, the second time,
// the port of the first.
func (n *natsServer) up() {
	n.tb.Helper()
	options, err := server.ProcessConfigFile(n.conf)
	if err != nil {
		n.tb.Fatal(err)
	}
	options.Host, options.Port, options.NoLog, options.NoSigs = "127.0.0.1", n.port, true, true
	srv, err := server.NewServer(options)
	if err != nil {
		n.tb.Fatal(err)
	}
	srv.Start()
	if !srv.ReadyForConnections(patience) {
		n.tb.Fatal("the server is not ready")
	}
	n.srv = srv
	if at, err := fmt.Sscanf(srv.ClientURL(), "nats://127.0.0.1:%d", &n.port); at != 1 {
		n.tb.Fatalf("%s: %v", srv.ClientURL(), err)
	}
}

func (n *natsServer) down() {
	n.srv.Shutdown()
	n.srv.WaitForShutdown()
}

func (n *natsServer) url() string { return n.srv.ClientURL() }

// connect opens a connection without any key.
func (n *natsServer) connect() *nats.Conn {
	n.tb.Helper()
	nc, err := nats.Connect(n.url(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.ReconnectJitter(0, 0))
	if err != nil {
		n.tb.Fatal(err)
	}
	n.tb.Cleanup(nc.Close)
	return nc
}

// id is what the worker calls itself, as its log says.
func (w *worker) id() string {
	w.tb.Helper()
	_, rest, found := strings.Cut(w.stderr.String(), `"worker":"`)
	id, _, whole := strings.Cut(rest, `"`)
	if !found || !whole {
		w.tb.Fatalf("the log names no worker:\n%s", w.stderr)
	}
	return id
}
