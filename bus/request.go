package bus

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/nats-io/nats.go"

	"passepartout/pipeline"
)

const (
	servingAtOnce = 64
	serveGroup    = "workers"
)

// Serve answers requests on a subject (Queries, Controls), each by one of all
// workers, until the bus is drained or ctx ends; it returns when every handler
// has. A handler that panics answers nothing.
func (b *Bus) Serve(ctx context.Context, subject string, handle func(ctx context.Context, m pipeline.Message) []byte) error {
	if subject == "" {
		return fmt.Errorf("serve: %w", ErrSubject)
	}
	leave, err := b.enter()
	if err != nil {
		return err
	}
	defer leave()
	msgs := make(chan *nats.Msg, 4*servingAtOnce)
	sub, err := b.nc.ChanQueueSubscribe(subject, serveGroup, msgs)
	if err != nil {
		return fmt.Errorf("serve %s: %w", subject, err)
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	room := make(chan struct{}, servingAtOnce)
	// admit waits for room, which a stop whose deadline is over makes by
	// cancelling those who have it.
	admit := func() {
		select {
		case room <- struct{}{}:
		case <-b.abort:
			cancel(ErrStopped)
			room <- struct{}{}
		}
	}
	begin := func(m *nats.Msg) {
		admit()
		go func() {
			defer func() { <-room }()
			b.answer(work, m, handle)
		}()
	}
	for serving := true; serving; {
		select {
		case <-b.intake:
			serving = false
		case <-ctx.Done():
			serving = false
		case m := <-msgs:
			begin(m)
		}
	}
	end(b.nc, sub)
	for range len(msgs) {
		begin(<-msgs)
	}
	for range cap(room) { // all room is free: every handler has returned
		admit()
	}
	return nil
}

func (b *Bus) answer(ctx context.Context, m *nats.Msg, handle func(context.Context, pipeline.Message) []byte) {
	defer func() {
		if v := recover(); v != nil {
			b.cfg.Log.Error().Interface("panic", v).Str("subject", m.Subject).Bytes("stack", debug.Stack()).Msg("handler panicked")
		}
	}()
	reply := handle(ctx, b.lend(m))
	if m.Reply == "" {
		return
	}
	if err := m.Respond(reply); err != nil {
		b.cfg.Log.Warn().Err(err).Str("subject", m.Subject).Msg("reply not sent")
	}
}

// Subscribe hands every live message of a subject to fn, one after the other,
// until stop is called. All workers get all messages.
func (b *Bus) Subscribe(subject string, fn func(m pipeline.Message)) (stop func(), err error) {
	return subscribe(b.nc, subject, fn)
}

func subscribe(nc *nats.Conn, subject string, fn func(m pipeline.Message)) (func(), error) {
	if subject == "" {
		return nil, fmt.Errorf("subscribe: %w", ErrSubject)
	}
	sub, err := nc.Subscribe(subject, func(m *nats.Msg) {
		fn(pipeline.Message{Subject: m.Subject, Header: m.Header, Body: m.Data, Delivery: 1})
	})
	if err != nil {
		return nil, fmt.Errorf("subscribe to %s: %w", subject, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

// end takes a subscription back without losing what the server has sent for
// it: the client library would drop that on a plain unsubscribe. When the flush
// returns, the last of it is in the subscription's channel.
func end(nc *nats.Conn, sub *nats.Subscription) {
	if err := sub.Drain(); err == nil {
		_ = nc.FlushTimeout(flushWait)
	}
	_ = sub.Unsubscribe()
}
