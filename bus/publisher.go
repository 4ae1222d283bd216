package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"passepartout/pipeline"
)

// Why a publish fails.
var (
	// ErrDuplicate says that the server swallowed the message because another
	// with its Nats-Msg-Id was there just before, whoever sent that.
	ErrDuplicate = errors.New("swallowed as a duplicate")
	// ErrTooLarge says that the message is more than the server takes.
	ErrTooLarge = errors.New("message too large")
)

const (
	maxPublishing = 4000 // unacknowledged publishes at once; more wait

	headerMsgID    = "Nats-Msg-Id"
	headerLastSeq  = "Nats-Expected-Last-Sequence"
	statusHeader   = "Status"
	noResponders   = "503"
	codeWrongSeq   = jetstream.ErrorCode(10071)
	codeWrongSeqOf = jetstream.ErrorCode(10070)
)

// Publish keeps a message in the stream of its subject and returns when the
// server has stored it. Many goroutines that publish at once share round trips.
func (b *Bus) Publish(ctx context.Context, subject string, header map[string][]string, body []byte) error {
	ack, err := b.publish(ctx, message(subject, header, body))
	if err != nil {
		return err
	}
	if ack.Duplicate && len(header[headerMsgID]) == 0 {
		return fmt.Errorf("publish on %s: %w", subject, ErrDuplicate)
	}
	return nil
}

// Append is Publish for a record whose lines are chained: it stores only if
// the stream's last sequence is still last, and returns the new one.
// ErrConflict: somebody else appended first.
func (b *Bus) Append(ctx context.Context, subject string, header map[string][]string, body []byte, last uint64) (uint64, error) {
	m := message(subject, header, body)
	m.Header.Set(headerLastSeq, fmt.Sprint(last))
	ack, err := b.publish(ctx, m)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

func message(subject string, header map[string][]string, body []byte) *nats.Msg {
	m := nats.NewMsg(subject)
	for k, v := range header {
		m.Header[k] = v
	}
	m.Data = body
	return m
}

func (b *Bus) publish(ctx context.Context, m *nats.Msg) (*jetstream.PubAck, error) {
	if m.Subject == "" {
		return nil, fmt.Errorf("publish: %w", ErrSubject)
	}
	select {
	case b.room <- struct{}{}:
		defer func() { <-b.room }()
	case <-ctx.Done():
		return nil, fmt.Errorf("publish on %s: %w", m.Subject, context.Cause(ctx))
	}
	future, err := b.js.PublishMsgAsync(m)
	if err != nil {
		return nil, fmt.Errorf("publish on %s: %w", m.Subject, storeError(err))
	}
	select {
	case ack := <-future.Ok():
		return ack, nil
	case err := <-future.Err():
		return nil, fmt.Errorf("publish on %s: %w", m.Subject, storeError(err))
	case <-ctx.Done():
		return nil, fmt.Errorf("publish on %s: %w", m.Subject, context.Cause(ctx))
	}
}

// storeError adds the word that all stores of state use to the server's own.
func storeError(err error) error {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		if api.ErrorCode == codeWrongSeq || api.ErrorCode == codeWrongSeqOf {
			return fmt.Errorf("%w: %w", pipeline.ErrConflict, err)
		}
	}
	switch {
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	case errors.Is(err, jetstream.ErrKeyNotFound), errors.Is(err, jetstream.ErrMsgNotFound), errors.Is(err, jetstream.ErrKeyDeleted):
		return fmt.Errorf("%w: %w", pipeline.ErrNotFound, err)
	}
	return err
}

// PublishLive sends a message to whoever listens now; it is not kept. Live
// output takes this way: it is a courtesy, and the result is the truth.
func (b *Bus) PublishLive(subject string, header map[string][]string, body []byte) error {
	if subject == "" {
		return fmt.Errorf("publish: %w", ErrSubject)
	}
	if err := b.nc.PublishMsg(message(subject, header, body)); err != nil {
		return fmt.Errorf("publish on %s: %w", subject, storeError(err))
	}
	return nil
}

// PublishHeard is PublishLive that says whether anybody listened. The server
// itself tells: it answers a message with a reply subject that nobody
// subscribes to, and does so before it answers the ping that follows.
func (b *Bus) PublishHeard(ctx context.Context, subject string, header map[string][]string, body []byte) (bool, error) {
	if subject == "" {
		return false, fmt.Errorf("publish: %w", ErrSubject)
	}
	m := message(subject, header, body)
	m.Reply = b.nc.NewRespInbox()
	sub, err := b.nc.SubscribeSync(m.Reply)
	if err != nil {
		return false, fmt.Errorf("publish on %s: %w", subject, err)
	}
	defer sub.Unsubscribe() //nolint:errcheck // a closed connection has none
	if err := b.nc.PublishMsg(m); err != nil {
		return false, fmt.Errorf("publish on %s: %w", subject, storeError(err))
	}
	if err := flush(ctx, b.nc); err != nil {
		return false, fmt.Errorf("publish on %s: %w", subject, err)
	}
	n, _, err := sub.Pending()
	if err != nil {
		return false, fmt.Errorf("publish on %s: %w", subject, err)
	}
	if n == 0 {
		return true, nil
	}
	answer, err := sub.NextMsgWithContext(ctx)
	if errors.Is(err, nats.ErrNoResponders) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("publish on %s: %w", subject, err)
	}
	return answer.Header.Get(statusHeader) != noResponders, nil
}
