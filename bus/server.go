package bus

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/rs/zerolog"
)

// Why the embedded server does not start.
var (
	ErrPort     = errors.New("port is taken")
	ErrNotReady = errors.New("embedded server did not get ready")
)

// errRace is ErrPort of a port that was free a moment ago.
var errRace = fmt.Errorf("%w meanwhile", ErrPort)

const (
	firstPort = 4222
	portTries = 100
	raceTries = 20

	readyWait = 15 * time.Second
	maxMemory = 64 << 20
	// What bounds the store are the shares of its streams. A bound of the
	// server's own would keep them from being made smaller, because it counts
	// what the others may still take.
	maxStore    = 1 << 50
	maxControl  = 4096
	pingEvery   = 30 * time.Second
	keysEvery   = time.Second
	defaultSync = 100 * time.Millisecond // measured to cost no more than 1 s
)

// embedded is the server inside this process.
type embedded struct {
	srv   *server.Server
	guard *guard
	lock  *os.File
	log   *serverLog
	dir   string
	// former is the worker that held the state folder before and did not end
	// well; empty: none is known.
	former string
	own    nkeys.KeyPair
	stop   chan struct{}
	done   chan struct{}
}

// embed starts the server on a locked state folder and returns when clients
// may connect, or why they never will.
func embed(ctx context.Context, cfg Config, subjects Subjects, worker string) (_ *embedded, err error) {
	lock, err := lockState(cfg.StateDir)
	if err != nil {
		return nil, err
	}
	e := &embedded{lock: lock, dir: cfg.StateDir, stop: make(chan struct{}), done: make(chan struct{})}
	defer func() {
		if err != nil {
			e.abandon()
		}
	}()
	if before, err := readAddress(cfg.StateDir); err == nil {
		e.former = before.Worker
	}
	keys := NewKeys(cfg.StateDir, cfg.Now)
	if err := keys.begin(); err != nil {
		return nil, err
	}
	if e.own, err = nkeys.CreateUser(); err != nil {
		return nil, fmt.Errorf("make the worker's own key: %w", err)
	}
	own, err := e.own.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("make the worker's own key: %w", err)
	}
	e.guard = &guard{
		keys: keys, subjects: subjects, log: cfg.Log, own: own, opened: make(chan struct{}),
		accounts: map[string]*server.Account{}, conns: map[string][]uint64{},
	}
	if err := e.start(ctx, cfg); err != nil {
		return nil, err
	}
	if err := writeAddress(cfg.StateDir, address{URL: e.srv.ClientURL(), PID: os.Getpid(), Worker: worker}); err != nil {
		return nil, err
	}
	go e.watchKeys(cfg.Log)
	return e, nil
}

// abandon undoes a start that failed half-way.
func (e *embedded) abandon() {
	if e.guard != nil {
		e.guard.answer() // who waits there would keep the server from ending
	}
	if e.srv != nil {
		e.srv.Shutdown()
		e.srv.WaitForShutdown()
	}
	_ = e.lock.Close()
}

// start starts the server, again where somebody else took the port between our
// look and the server's own, unless that very port was asked for.
func (e *embedded) start(ctx context.Context, cfg Config) error {
	for try := 1; ; try++ {
		err := e.listen(ctx, cfg)
		if !errors.Is(err, errRace) || cfg.Port != 0 || try == raceTries {
			return err
		}
		e.srv.Shutdown()
		e.srv.WaitForShutdown()
	}
}

func (e *embedded) listen(ctx context.Context, cfg Config) error {
	port, err := freePort(ctx, cfg.Listen, cfg.Port)
	if err != nil {
		return err
	}
	store := filepath.Join(cfg.StateDir, "nats")
	if err := writable(store); err != nil {
		return err
	}
	sync := cfg.SyncInterval
	if sync == 0 {
		sync = defaultSync
	}
	opts := &server.Options{
		ServerName: "passepartout", Host: cfg.Listen, Port: port, NoSigs: true, MaxControlLine: maxControl,
		JetStream: true, StoreDir: store, JetStreamMaxMemory: maxMemory, JetStreamMaxStore: maxStore,
		SyncInterval: max(sync, 0), SyncAlways: sync < 0, MaxPayload: cfg.MaxPayload, PingInterval: pingEvery,
		CustomClientAuthentication: e.guard, AlwaysEnableNonce: true,
	}
	if e.srv, err = server.NewServer(opts); err != nil {
		return fmt.Errorf("configure embedded server: %w", err)
	}
	e.log = newServerLog(cfg.Log)
	e.srv.SetLoggerV2(e.log, false, false, false)
	e.srv.Start()
	if err := awaitReady(ctx, e.srv, e.log); err != nil {
		return err
	}
	return e.guard.open(e.srv)
}

// awaitReady waits for the server, which on a bad store says that JetStream is
// enabled and never gets ready.
func awaitReady(ctx context.Context, srv *server.Server, log *serverLog) error {
	const slice = 50 * time.Millisecond
	for waited := time.Duration(0); waited < readyWait; waited += slice {
		if why := log.fatal.Load(); why != nil {
			if strings.Contains(*why, syscall.EADDRINUSE.Error()) {
				return fmt.Errorf("%w: %s", errRace, *why)
			}
			return fmt.Errorf("%w: %s", ErrNotReady, *why)
		}
		if srv.ReadyForConnections(slice) && srv.JetStreamEnabled() {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", ErrNotReady, context.Cause(ctx))
		}
	}
	if why := log.last.Load(); why != nil {
		return fmt.Errorf("%w within %s: %s", ErrNotReady, readyWait, *why)
	}
	return fmt.Errorf("%w within %s", ErrNotReady, readyWait)
}

// freePort finds where to listen. Port 0 asks for 4222 or the next free one, a
// negative port for any, every other for itself only.
func freePort(ctx context.Context, host string, port int) (int, error) {
	if port < 0 {
		return server.RANDOM_PORT, nil
	}
	begin, tries := port, 1
	if port == 0 {
		begin, tries = firstPort, portTries
	}
	var err error
	for p := begin; p < begin+tries; p++ {
		var l net.Listener
		if l, err = (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(p))); err == nil {
			return p, l.Close()
		}
	}
	return 0, fmt.Errorf("%w: %s port %d: %w", ErrPort, host, port, err)
}

// writable tries the store folder, because a server that cannot write there
// does not say so in time.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make store folder: %w", err)
	}
	probe := filepath.Join(dir, ".probe")
	if err := os.WriteFile(probe, make([]byte, 4096), 0o600); err != nil {
		_ = os.Remove(probe)
		return fmt.Errorf("state folder cannot be written: %w", err)
	}
	if err := os.Remove(probe); err != nil {
		return fmt.Errorf("state folder cannot be written: %w", err)
	}
	return nil
}

// connect opens the worker's own connection, which needs no network.
func (e *embedded) connect(opts ...nats.Option) (*nats.Conn, error) {
	opts = append(opts, nats.InProcessServer(e.srv), nats.Nkey(e.guard.own, e.own.Sign))
	nc, err := nats.Connect(nats.DefaultURL, opts...)
	if err != nil {
		return nil, fmt.Errorf("connect to embedded server: %w", err)
	}
	return nc, nil
}

// watchKeys notices changes that other processes make to the register.
func (e *embedded) watchKeys(log zerolog.Logger) {
	defer close(e.done)
	tick := time.NewTicker(keysEvery)
	defer tick.Stop()
	for {
		select {
		case <-e.stop:
			return
		case <-tick.C:
			if err := e.guard.refresh(); err != nil {
				log.Error().Err(err).Msg("principals cannot be read; revocations wait")
			}
		}
	}
}

// close stops the server and lets go of the state folder, last.
func (e *embedded) close() error {
	close(e.stop)
	<-e.done
	err := os.Remove(addressFile(e.dir))
	e.srv.Shutdown()
	e.srv.WaitForShutdown()
	e.own.Wipe()
	return errors.Join(err, e.lock.Close())
}
