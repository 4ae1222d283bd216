package bus

import (
	"context"
	"fmt"
	"time"
)

// A worker that takes a state folder over holds its lock, so that the worker
// before it is dead: nobody needs to wait until that one's lease has expired
// and its messages have been silent for their ack wait. Only an embedded server
// is such a folder; on an external one nobody can tell the dead from the slow.
//
// Other workers may be connected to this server, too. Theirs is safe: their
// leases stay, and a message of theirs that comes again finds their claim.

const (
	// hurried is the ack wait for a moment, in which the server finds that every
	// unsettled message has been silent for too long.
	hurried = time.Millisecond
	// hurry is how long that moment lasts: the server looks 100 ms after a change
	// of the ack wait. On a slow machine it may look too late, and messages come
	// after their usual ack wait.
	hurry = 250 * time.Millisecond
)

// succeed ends the lease of the worker that held this state folder before, and
// has its unsettled messages delivered again at once, with their counts of
// deliveries kept: what kills its worker must not try for ever.
func (b *Bus) succeed(ctx context.Context) error {
	if b.server == nil {
		return nil
	}
	if former := b.server.former; former != "" && former != b.worker {
		bucket, err := b.Bucket(ctx, BucketWorkers)
		if err != nil {
			return err
		}
		if err := bucket.Delete(ctx, former, 0); err != nil {
			return fmt.Errorf("end the lease of the worker before: %w", err)
		}
	}
	var late []string
	for _, s := range []Stream{Signals, Answers, exhaustedStream} {
		name := b.streamName(s)
		c, err := b.js.Consumer(ctx, name, durable)
		if err != nil {
			return fmt.Errorf("look up consumer of %s: %w", name, err)
		}
		if c.CachedInfo().NumAckPending == 0 {
			continue
		}
		cfg := c.CachedInfo().Config
		cfg.AckWait = hurried
		if _, err := b.js.CreateOrUpdateConsumer(ctx, name, cfg); err != nil {
			return fmt.Errorf("hurry consumer of %s: %w", name, err)
		}
		late = append(late, name)
	}
	if len(late) == 0 {
		return nil
	}
	select {
	case <-time.After(hurry):
	case <-ctx.Done():
	}
	return b.unhurry(context.WithoutCancel(ctx), late)
}

// unhurry gives consumers their ack wait back. One that kept the short one
// would have its messages delivered over and over, so that it is an error.
func (b *Bus) unhurry(ctx context.Context, names []string) error {
	ctx, cancel := context.WithTimeout(ctx, setupWait)
	defer cancel()
	for _, name := range names {
		c, err := b.js.Consumer(ctx, name, durable)
		if err != nil {
			return fmt.Errorf("look up consumer of %s: %w", name, err)
		}
		cfg := c.CachedInfo().Config
		cfg.AckWait = b.cfg.ackWait
		if _, err := b.js.CreateOrUpdateConsumer(ctx, name, cfg); err != nil {
			return fmt.Errorf("settle consumer of %s: %w", name, err)
		}
	}
	return nil
}
