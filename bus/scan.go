package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"passepartout/pipeline"
)

// ErrStopScan ends a scan early without an error.
var ErrStopScan = errors.New("scan ended by its reader")

// Kept is one message of a stream.
type Kept struct {
	Stream  Stream
	Seq     uint64
	Subject string
	Header  map[string][]string
	Body    []byte
	At      time.Time
}

// Message lends what is kept to the line once more.
func (k Kept) Message() pipeline.Message {
	return pipeline.Message{Subject: k.Subject, Header: k.Header, Body: k.Body, Delivery: 1, Published: k.At}
}

// Range says which messages of a stream a scan reads.
type Range struct {
	Subject string // wildcards allowed; empty: all
	From    uint64 // first sequence; 0: the oldest kept
}

const (
	scanBatch = 256
	scanWait  = 5 * time.Second
)

// Scan reads a stream in order, up to what was last when it began, and hands
// each message to fn. An error of fn ends it and is returned, ErrStopScan
// without one. Nothing is consumed.
func (b *Bus) Scan(ctx context.Context, s Stream, r Range, fn func(Kept) error) error {
	name := b.streamName(s)
	stream, err := b.js.Stream(ctx, name)
	if err != nil {
		return fmt.Errorf("scan %s: %w", s, storeError(err))
	}
	last := stream.CachedInfo().State.LastSeq
	cfg := jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy, InactiveThreshold: time.Minute}
	if r.From > 0 {
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, r.From
	}
	if r.Subject != "" {
		cfg.FilterSubjects = []string{r.Subject}
	}
	c, err := stream.OrderedConsumer(ctx, cfg)
	if err != nil {
		return fmt.Errorf("scan %s: %w", s, storeError(err))
	}
	defer b.dropConsumer(context.WithoutCancel(ctx), name, c)
	pending := c.CachedInfo().NumPending
	for done := uint64(0); done < pending; {
		batch, err := c.Fetch(int(min(scanBatch, pending-done)), jetstream.FetchMaxWait(scanWait)) //nolint:gosec // at most scanBatch
		if err != nil {
			return fmt.Errorf("scan %s: %w", s, err)
		}
		before := done
		for m := range batch.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				return fmt.Errorf("scan %s: %w", s, err)
			}
			if done++; meta.Sequence.Stream > last {
				return nil
			}
			err = fn(Kept{Stream: s, Seq: meta.Sequence.Stream, Subject: m.Subject(), Header: m.Headers(), Body: m.Data(), At: meta.Timestamp})
			if errors.Is(err, ErrStopScan) {
				return nil
			}
			if err != nil {
				return err
			}
		}
		if err := batch.Error(); err != nil {
			return fmt.Errorf("scan %s: %w", s, err)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("scan %s: %w", s, context.Cause(ctx))
		}
		if done == before {
			return nil // what was pending has expired meanwhile
		}
	}
	return nil
}

// dropConsumer spares the server a consumer that nobody reads any more.
func (b *Bus) dropConsumer(ctx context.Context, stream string, c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(ctx, flushWait)
	defer cancel()
	if info := c.CachedInfo(); info != nil {
		_ = b.js.DeleteConsumer(ctx, stream, info.Name) // it expires by itself otherwise
	}
}

// Last returns the newest message of a stream on a subject (empty: on any),
// and ErrNotFound if there is none.
func (b *Bus) Last(ctx context.Context, s Stream, subject string) (Kept, error) {
	stream, err := b.js.Stream(ctx, b.streamName(s))
	if err != nil {
		return Kept{}, fmt.Errorf("last of %s: %w", s, storeError(err))
	}
	var m *jetstream.RawStreamMsg
	if subject != "" {
		m, err = stream.GetLastMsgForSubject(ctx, subject)
	} else if state := stream.CachedInfo().State; state.Msgs > 0 {
		m, err = stream.GetMsg(ctx, state.LastSeq)
	} else {
		err = jetstream.ErrMsgNotFound
	}
	if err != nil {
		return Kept{}, fmt.Errorf("last of %s: %w", s, storeError(err))
	}
	return kept(s, m), nil
}

// Get returns one message by its sequence. ErrNotFound: it is not kept.
func (b *Bus) Get(ctx context.Context, s Stream, seq uint64) (Kept, error) {
	stream, err := b.js.Stream(ctx, b.streamName(s))
	if err != nil {
		return Kept{}, fmt.Errorf("get %d of %s: %w", seq, s, storeError(err))
	}
	m, err := stream.GetMsg(ctx, seq)
	if err != nil {
		return Kept{}, fmt.Errorf("get %d of %s: %w", seq, s, storeError(err))
	}
	return kept(s, m), nil
}

// Remove deletes one message, for a dead letter that was dealt with. The audit
// stream refuses.
func (b *Bus) Remove(ctx context.Context, s Stream, seq uint64) error {
	stream, err := b.js.Stream(ctx, b.streamName(s))
	if err == nil {
		err = stream.DeleteMsg(ctx, seq)
	}
	if err != nil {
		return fmt.Errorf("remove %d of %s: %w", seq, s, storeError(err))
	}
	return nil
}

func kept(s Stream, m *jetstream.RawStreamMsg) Kept {
	return Kept{Stream: s, Seq: m.Sequence, Subject: m.Subject, Header: m.Header, Body: m.Data, At: m.Time}
}

func isServerHeader(key string) bool { return strings.HasPrefix(strings.ToLower(key), "nats-") }
