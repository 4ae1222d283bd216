package bus

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/nats-io/nats.go"

	"passepartout/pipeline"
)

const (
	servingAtOnce = 64
	servingEach   = 256 // of one sender, waiting ones included, where nothing else is said
	// servingWaits is how many requests of one subscription may wait to be
	// looked at. Looking takes next to no time, because nothing is handled there.
	servingWaits = 8192
	serveGroup   = "workers"
)

// Service answers requests on subjects, each of which belongs to one sender.
type Service struct {
	// Subjects are subscribed to one by one, so that those who share one cannot
	// fill the place of the others: name a subject for each role.
	Subjects []string
	Handle   func(ctx context.Context, m pipeline.Message) []byte
	// Each bounds what one sender may ask; the zero value does not.
	Each Bound
	// Busy is the reply to what is beyond; not every request of a flood gets it.
	Busy []byte
}

// Serve answers requests on a subject (Queries, Controls), each by one of all
// workers, until the bus is drained or ctx ends; it returns when every handler
// has. A handler that panics answers nothing.
func (b *Bus) Serve(ctx context.Context, subject string, handle func(ctx context.Context, m pipeline.Message) []byte) error {
	return b.ServeEach(ctx, Service{Subjects: []string{subject}, Handle: handle, Each: Bound{AtOnce: servingEach}})
}

// ServeEach is Serve with a bound for each sender: whoever asks too much is
// told so, or not at all, without anything being looked up, and without keeping
// others from being heard.
func (b *Bus) ServeEach(ctx context.Context, s Service) error {
	leave, err := b.enter()
	if err != nil {
		return err
	}
	defer leave()
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d := &counter{bus: b, service: s, askers: newAskers(s.Each, b.cfg.Now), room: make(chan struct{}, servingAtOnce)}
	var takers sync.WaitGroup
	for _, subject := range s.Subjects {
		if subject == "" {
			err = fmt.Errorf("serve: %w", ErrSubject)
			break
		}
		msgs := make(chan *nats.Msg, servingWaits)
		var sub *nats.Subscription
		if sub, err = b.nc.ChanQueueSubscribe(subject, serveGroup, msgs); err != nil {
			err = fmt.Errorf("serve %s: %w", subject, err)
			break
		}
		takers.Go(func() { d.take(ctx, work, sub, msgs) })
	}
	if err != nil {
		cancel(err)
	}
	takers.Wait()
	over := make(chan struct{})
	go func() { d.running.Wait(); close(over) }()
	select {
	case <-over:
	case <-b.abort: // a stop whose deadline is over
		cancel(ErrStopped)
		<-over
	}
	return err
}

// counter is where the requests of one service are taken and given to handlers.
type counter struct {
	bus     *Bus
	service Service
	askers  *askers
	room    chan struct{}
	running sync.WaitGroup
}

// take looks at what comes, until nothing may be begun any more. It never
// waits for a handler: what waits behind it is other people's.
func (d *counter) take(ctx, work context.Context, sub *nats.Subscription, msgs chan *nats.Msg) {
	for serving := true; serving; {
		select {
		case <-d.bus.intake:
			serving = false
		case <-ctx.Done():
			serving = false
		case <-work.Done():
			serving = false
		case m := <-msgs:
			d.begin(work, m)
		}
	}
	end(d.bus.nc, sub)
	for range len(msgs) {
		d.begin(work, <-msgs)
	}
}

func (d *counter) begin(work context.Context, m *nats.Msg) {
	admitted, tell := d.askers.enter(m.Subject)
	if !admitted {
		if tell {
			d.reply(m, d.service.Busy)
		}
		return
	}
	d.running.Go(func() {
		defer d.askers.leave(m.Subject)
		d.room <- struct{}{}
		defer func() { <-d.room }()
		d.answer(work, m)
	})
}

func (d *counter) answer(ctx context.Context, m *nats.Msg) {
	defer func() {
		if v := recover(); v != nil {
			d.bus.cfg.Log.Error().Interface("panic", v).Str("subject", m.Subject).Bytes("stack", debug.Stack()).Msg("handler panicked")
		}
	}()
	d.reply(m, d.service.Handle(ctx, d.bus.lend(m)))
}

func (d *counter) reply(m *nats.Msg, body []byte) {
	if m.Reply == "" {
		return
	}
	if err := m.Respond(body); err != nil {
		d.bus.cfg.Log.Warn().Err(err).Str("subject", m.Subject).Msg("reply not sent")
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
