// Package bus is the only room that knows NATS: the embedded server or an
// external one, subjects, identities, streams, state, and the one consumer of
// each work queue. It lends messages to handlers and alone settles them, last.
//
// A bus is opened, consumes, is drained and is closed. Drain has two phases:
// intake stops and what was fetched but not begun is handed back; then what
// runs may finish until the deadline and is cancelled after it. A process that
// is killed instead loses nothing: every message that was not settled comes
// again after its ack wait, or at once to the next worker that embeds the
// server of the same state folder.
//
// What the server vouches for is the subject a message came on, and nothing
// else: Subjects.Sender is the only attribution. An ack is no fence, because a
// stale holder's late ack removes a message under its second holder; the
// journal's compare-and-set is.
//
// Limits: an embedded server speaks no TLS and is meant for loopback. An
// external one enforces what its own configuration says: Keys.ServerConfig
// writes the table of this package for it. A sender's queue is bounded in
// messages, not in bytes.
package bus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/rs/zerolog"

	"passepartout/pipeline"
)

// Errors of the bus as a whole.
var (
	ErrConfig = errors.New("bus configuration")
	// ErrStopped is the cause with which handlers are cancelled when a stop's
	// deadline has passed.
	ErrStopped = errors.New("worker stopped")
)

// Config says which bus. URL, Creds and Context empty: the embedded server.
type Config struct {
	StateDir string // the embedded server's folder: store, keys, lock, address
	Prefix   string // of all subjects; empty: "pp"

	URL     string // of an external server or cluster, comma-separated
	Creds   string // file: user credentials or an nkey seed
	Context string // name of a context of the nats CLI

	Listen       string        // the embedded server's address; empty: 127.0.0.1
	Port         int           // 0: 4222 or the next free one; negative: any; else exactly this one
	SyncInterval time.Duration // between fsyncs of the store; 0: 100 ms; negative: on every write
	MaxStore     int64         // bytes of the store, shared out among streams; 0: 16 GiB, external 4 GiB; negative, external only: no bounds
	MaxPayload   int32         // bytes of one message; 0: 4 MiB
	MaxPending   int           // unsettled messages over all workers, those that rest among them; 0: 100,000
	MaxQueued    int64         // requests of one sender that wait; more are refused; 0: 10,000
	Replicas     int           // of streams in a cluster; 0: 1

	FeedbackAge time.Duration // 0: 7 days
	JournalAge  time.Duration // how long a request is remembered; 0: 7 days; at least 2 days

	Log zerolog.Logger
	Now func() time.Time // nil: time.Now

	ackWait    time.Duration
	maxDeliver int
	leaseTTL   time.Duration
	watchEvery time.Duration
}

const (
	defaultStore   = 16 << 30
	externalStore  = 4 << 30 // external servers reserve what streams may take
	leastStore     = 64 << 20
	defaultPayload = 4 << 20
	defaultPending = 100_000
	defaultQueued  = 10_000
	leastJournal   = 2 * day // twice what a signal may wait in its queue
	asyncWait      = 5 * time.Second
	setupWait      = 20 * time.Second
)

func (c Config) external() bool { return c.URL != "" || c.Context != "" }

func (c Config) withDefaults() (Config, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	setDefault(&c.Listen, "127.0.0.1")
	if c.external() {
		setDefault(&c.MaxStore, externalStore)
	}
	setDefault(&c.MaxStore, defaultStore)
	setDefault(&c.MaxPayload, defaultPayload)
	setDefault(&c.MaxPending, defaultPending)
	setDefault(&c.MaxQueued, defaultQueued)
	setDefault(&c.FeedbackAge, 7*day)
	setDefault(&c.JournalAge, 7*day)
	setDefault(&c.ackWait, ackWait)
	setDefault(&c.maxDeliver, maxDeliver)
	setDefault(&c.leaseTTL, leaseTTL)
	setDefault(&c.watchEvery, 10*time.Second)
	switch {
	case c.JournalAge < leastJournal:
		return c, fmt.Errorf("%w: a journal of %s forgets what may still be delivered again; at least %s", ErrConfig, c.JournalAge, leastJournal)
	case !c.external() && c.StateDir == "":
		return c, fmt.Errorf("%w: the embedded server needs a state folder", ErrConfig)
	case !c.external() && c.Creds != "":
		return c, fmt.Errorf("%w: credentials without the URL of a server", ErrConfig)
	case !c.external() && c.MaxStore < leastStore:
		return c, fmt.Errorf("%w: a store of %d bytes; at least %d", ErrConfig, c.MaxStore, leastStore)
	}
	return c, nil
}

func setDefault[T comparable](v *T, otherwise T) {
	if *v == *new(T) {
		*v = otherwise
	}
}

// Bus is an open connection with everything on the server in place. Its
// methods may be called by many goroutines.
type Bus struct {
	cfg      Config
	subjects Subjects
	worker   string
	nc       *nats.Conn
	js       jetstream.JetStream
	server   *embedded // nil: external
	lease    *lease
	journal  *Journal
	room     chan struct{} // publishes under way

	reconnected *broadcast
	intake      chan struct{} // closed: take no more
	abort       chan struct{} // closed: cancel what runs
	stopOnce    sync.Once
	abortOnce   sync.Once
	closeOnce   sync.Once
	closeErr    error
	gate        sync.Mutex     // orders enter before the closing of intake
	running     sync.WaitGroup // Consume and Serve calls
	stalls      atomic.Int64
}

// Open starts or reaches the server, makes what is missing on it and takes
// this worker's lease. It fails within a bounded time and says why: ErrLocked,
// ErrPort, ErrNotReady, ErrVersion, ErrContradicts, ErrConfig.
func Open(ctx context.Context, cfg Config) (_ *Bus, err error) {
	cfg, err = cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	subjects, err := NewSubjects(cfg.Prefix)
	if err != nil {
		return nil, err
	}
	b := &Bus{
		cfg: cfg, subjects: subjects, worker: strings.ToLower(rand.Text()),
		room: make(chan struct{}, maxPublishing), reconnected: newBroadcast(),
		intake: make(chan struct{}), abort: make(chan struct{}),
	}
	defer func() {
		if err != nil {
			_ = b.Close()
		}
	}()
	if err := b.connect(ctx); err != nil {
		return nil, err
	}
	setup, cancel := context.WithTimeout(ctx, setupWait)
	defer cancel()
	if err := b.ensure(setup); err != nil {
		return nil, err
	}
	if err := b.succeed(setup); err != nil {
		return nil, err
	}
	if b.lease, err = b.takeLease(setup); err != nil {
		return nil, err
	}
	kv, err := b.Bucket(setup, BucketJournal)
	if err != nil {
		return nil, err
	}
	b.journal = newJournal(kv, b.lease)
	return b, nil
}

func (b *Bus) connect(ctx context.Context) (err error) {
	opts := []nats.Option{
		nats.Name("passepartout worker " + b.worker), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.Timeout(dialWait), nats.ReconnectHandler(func(*nats.Conn) { b.reconnected.send() }),
		nats.ErrorHandler(b.asyncError),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				b.cfg.Log.Warn().Err(err).Msg("connection to NATS lost; reconnecting")
			}
		}),
	}
	if b.cfg.external() {
		b.nc, err = dial(b.cfg.URL, b.cfg.Creds, b.cfg.Context, opts...)
	} else {
		if b.server, err = embed(ctx, b.cfg, b.subjects, b.worker); err != nil {
			return err
		}
		b.nc, err = b.server.connect(opts...)
	}
	if err != nil {
		return err
	}
	if err := flush(ctx, b.nc); err != nil {
		return err
	}
	if err := newEnough(b.nc); err != nil {
		return err
	}
	b.js, err = jetstream.New(b.nc, jetstream.WithPublishAsyncMaxPending(maxPublishing), jetstream.WithPublishAsyncTimeout(asyncWait))
	if err != nil {
		return fmt.Errorf("use JetStream: %w", err)
	}
	return nil
}

func (b *Bus) asyncError(_ *nats.Conn, sub *nats.Subscription, err error) {
	e := b.cfg.Log.Warn().Err(err)
	if sub != nil {
		e = e.Str("subject", sub.Subject)
	}
	e.Msg("NATS reports")
}

// Subjects returns the subjects of this installation.
func (b *Bus) Subjects() Subjects { return b.subjects }

// Worker is the id of this process among all workers, fresh at each start.
func (b *Bus) Worker() string { return b.worker }

// Address is the URL that clients connect to.
func (b *Bus) Address() string {
	if b.server != nil {
		return b.server.srv.ClientURL()
	}
	return b.nc.ConnectedUrlRedacted()
}

// ServerVersion is the version of the server in use.
func (b *Bus) ServerVersion() string { return b.nc.ConnectedServerVersion() }

// Journal is the at-most-once memory of all workers on this bus.
func (b *Bus) Journal() *Journal { return b.journal }

// ReloadKeys makes a change of the key register count at once instead of
// within a second: new identities may connect and revoked ones are cut off.
// With an external server it does nothing.
func (b *Bus) ReloadKeys() error {
	if b.server == nil {
		return nil
	}
	return b.server.guard.refresh()
}

// Drain stops gracefully: no message is taken any more, what was fetched but
// not begun is handed back, and handlers may finish until ctx ends. Then they
// are cancelled with ErrStopped as cause and waited for a little longer.
// Publishing works until Close. The error says that handlers had to be
// cancelled.
func (b *Bus) Drain(ctx context.Context) error {
	b.stop()
	if idle(&b.running, ctx.Done()) {
		return nil
	}
	b.abortOnce.Do(func() { close(b.abort) })
	late := time.NewTimer(abortWait)
	defer late.Stop()
	if !idle(&b.running, late.C) {
		return fmt.Errorf("drain: %w: handlers ignore their cancellation", ErrStopped)
	}
	return fmt.Errorf("drain: handlers cancelled: %w", context.Cause(ctx))
}

// idle waits until nothing runs, or for the end of patience.
func idle[T any](running *sync.WaitGroup, patience <-chan T) bool {
	done := make(chan struct{})
	go func() {
		running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-patience:
		return false
	}
}

// Close stops at once, cancelling what Drain has not ended, and lets go of
// everything. It may be called twice, and it never waits for long: a handler
// that ignores its cancellation is left behind, its message unsettled.
func (b *Bus) Close() error {
	b.closeOnce.Do(func() {
		b.stop()
		b.abortOnce.Do(func() { close(b.abort) })
		late := time.NewTimer(closeWait)
		defer late.Stop()
		if !idle(&b.running, late.C) {
			b.cfg.Log.Error().Msg("handlers ignore their cancellation and are left behind")
		}
		if b.lease != nil {
			b.closeErr = b.lease.release()
		}
		if b.nc != nil {
			if b.nc.IsConnected() {
				// A failed flush means that the server is gone; unsettled messages come again.
				_ = b.nc.FlushTimeout(flushWait)
			}
			b.nc.Close()
		}
		if b.server != nil {
			b.closeErr = errors.Join(b.closeErr, b.server.close())
		}
	})
	return b.closeErr
}

func (b *Bus) stop() {
	b.gate.Lock()
	defer b.gate.Unlock()
	b.stopOnce.Do(func() { close(b.intake) })
}

// Stalls counts how often a queue had to be subscribed to anew because
// messages waited and did not come.
func (b *Bus) Stalls() int64 { return b.stalls.Load() }

const (
	flushWait = 2 * time.Second
	abortWait = 10 * time.Second // for cancelled handlers to return
	closeWait = 3 * time.Second  // the same, where nobody wants to wait
)

var _ interface {
	Look(ctx context.Context, key string) (pipeline.Claim, error)
	Claim(ctx context.Context, c pipeline.Claim) error
	Close(ctx context.Context, key string, f pipeline.Feedback) error
} = (*Journal)(nil)
