package bus

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"passepartout/pipeline"
)

// leaseTTL is how long a worker counts as alive after its last sign; it gives
// one every 3 s.
const (
	leaseTTL  = 10 * time.Second
	leaseWait = 2 * time.Second // for one renewal
)

// lease says that this worker is alive: a key of its id that expires unless it
// is renewed. It only says so about open claims; what fences is the journal's
// compare-and-set on each claim. A worker that could not renew in time may
// find its claims taken over or reported as outcome unknown, and its own late
// outcomes refused with ErrConflict.
type lease struct {
	bus    *Bus
	bucket *Bucket
	rev    uint64
	lost   atomic.Int64
	stop   chan struct{}
	done   chan struct{}
	err    error // of leaving; read after done
}

func (b *Bus) takeLease(ctx context.Context) (*lease, error) {
	bucket, err := b.Bucket(ctx, BucketWorkers)
	if err != nil {
		return nil, err
	}
	l := &lease{bus: b, bucket: bucket, stop: make(chan struct{}), done: make(chan struct{})}
	if l.rev, err = bucket.CreateFor(ctx, b.worker, l.value(), b.cfg.leaseTTL); err != nil {
		return nil, fmt.Errorf("take lease: %w", err)
	}
	go l.run(context.WithoutCancel(ctx)) // it lives from Open to Close
	return l, nil
}

func (l *lease) value() []byte { return []byte(l.bus.cfg.Now().UTC().Format(time.RFC3339Nano)) }

func (l *lease) run(ctx context.Context) {
	defer close(l.done)
	tick := time.NewTicker(l.bus.cfg.leaseTTL * 3 / 10)
	defer tick.Stop()
	for {
		select {
		case <-l.stop:
			l.err = l.leave(ctx)
			return
		case <-tick.C:
			l.renew(ctx)
		}
	}
}

// renew keeps the lease, or takes it again where it has expired. An expired
// lease is logged, because others may have acted on it.
func (l *lease) renew(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, leaseWait)
	defer cancel()
	rev, err := l.bucket.UpdateFor(ctx, l.bus.worker, l.value(), l.rev, l.bus.cfg.leaseTTL)
	if errors.Is(err, pipeline.ErrConflict) {
		// Either it expired, or an earlier renewal's ack was lost on the way.
		var last uint64
		if _, last, err = l.bucket.Get(ctx, l.bus.worker); err == nil {
			rev, err = l.bucket.UpdateFor(ctx, l.bus.worker, l.value(), last, l.bus.cfg.leaseTTL)
		} else if errors.Is(err, pipeline.ErrNotFound) {
			l.lost.Add(1)
			l.bus.cfg.Log.Error().Str("worker", l.bus.worker).Msg("lease expired; others may have taken over what runs here")
			rev, err = l.bucket.CreateFor(ctx, l.bus.worker, l.value(), l.bus.cfg.leaseTTL)
		}
	}
	if err != nil {
		l.bus.cfg.Log.Warn().Err(err).Msg("lease not renewed")
		return
	}
	l.rev = rev
}

// alive reports whether a worker's lease is there.
func (l *lease) alive(ctx context.Context, worker string) (bool, error) {
	_, _, err := l.bucket.Get(ctx, worker)
	if errors.Is(err, pipeline.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// leave gives the lease up, so that open claims need not wait for its expiry.
func (l *lease) leave(ctx context.Context) error {
	if !l.bus.nc.IsConnected() {
		return nil // it expires by itself
	}
	ctx, cancel := context.WithTimeout(ctx, leaseWait)
	defer cancel()
	if err := l.bucket.Delete(ctx, l.bus.worker, 0); err != nil {
		return fmt.Errorf("give lease up: %w", err)
	}
	return nil
}

// release ends the lease and waits until it has.
func (l *lease) release() error {
	close(l.stop)
	<-l.done
	return l.err
}
