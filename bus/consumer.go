package bus

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/nats-io/nats.go"

	"passepartout/pipeline"
)

// Intake says what a worker takes from a work queue.
type Intake struct {
	Stream Stream // Signals or Answers
	Slots  int    // handlers at once; no message is fetched without a free one
	// Handle takes one message and says how it is settled. ctx ends when the
	// worker must stop now. While it runs the message stays this worker's,
	// however long it takes.
	Handle func(ctx context.Context, m pipeline.Message) pipeline.Disposition
	// OnPanic is told when Handle panicked; the message is handed back. Nil:
	// the log is.
	OnPanic func(m pipeline.Message, value any, stack []byte)
}

// Consume takes messages until the bus is drained or ctx ends, and returns
// when every handler has returned. It survives restarts of the server. Several
// workers, and several calls, share one queue.
func (b *Bus) Consume(ctx context.Context, in Intake) error {
	if in.Slots < 1 || in.Handle == nil || (in.Stream != Signals && in.Stream != Answers && in.Stream != exhaustedStream) {
		return fmt.Errorf("%w: intake of %q with %d slots", ErrConfig, in.Stream, in.Slots)
	}
	leave, err := b.enter()
	if err != nil {
		return err
	}
	defer leave()
	if in.OnPanic == nil {
		in.OnPanic = func(m pipeline.Message, value any, stack []byte) {
			b.cfg.Log.Error().Interface("panic", value).Str("subject", m.Subject).Bytes("stack", stack).Msg("handler panicked")
		}
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p, err := b.newPuller(in.Stream, in.Slots)
	if err != nil {
		return err
	}
	h := &hands{
		bus: b, in: in, pull: p, cancel: cancel,
		held: make(map[*nats.Msg]time.Time, in.Slots), finished: make(chan *nats.Msg, in.Slots),
	}
	h.run(work)
	return nil
}

// enter counts a call that Drain and Close wait for.
func (b *Bus) enter() (leave func(), err error) {
	b.gate.Lock()
	defer b.gate.Unlock()
	select {
	case <-b.intake:
		return nil, fmt.Errorf("bus is closing: %w", ErrStopped)
	default:
		b.running.Add(1)
		return b.running.Done, nil
	}
}

// hands are the handlers of one Consume call. Its loop alone touches the
// fields; handlers only send on finished.
type hands struct {
	bus      *Bus
	in       Intake
	pull     *puller
	cancel   context.CancelCauseFunc
	held     map[*nats.Msg]time.Time // when each message was last said to be alive
	waiting  []*nats.Msg             // held, but came when no slot was free
	finished chan *nats.Msg
}

// busy counts handlers at work.
func (h *hands) busy() int { return len(h.held) - len(h.waiting) }

const beat = 250 * time.Millisecond // how often the loop looks at its clocks

func (h *hands) run(ctx context.Context) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	beside, stop := context.WithCancel(ctx)
	defer stop()
	for {
		again := h.bus.reconnected.next()
		h.pull.want(h.in.Slots - len(h.held))
		select {
		case <-h.bus.intake:
			stop()
			h.finish(tick)
			return
		case <-ctx.Done():
			h.finish(tick)
			return
		case m := <-h.pull.msgs:
			if h.pull.took(beside, m) {
				h.take(ctx, m)
			}
		case m := <-h.finished:
			h.free(ctx, m)
		case <-again:
			h.pull.restart()
		case <-tick.C:
			h.keepAlive()
			h.pull.check(beside)
		}
	}
}

func (h *hands) take(ctx context.Context, m *nats.Msg) {
	full := h.busy() >= h.in.Slots
	h.held[m] = h.bus.cfg.Now()
	if full {
		h.waiting = append(h.waiting, m)
		return
	}
	go h.handle(ctx, m)
}

// free gives the slot of a finished message away, and collects whatever else
// has finished so that the next pull asks for all of it at once.
func (h *hands) free(ctx context.Context, m *nats.Msg) {
	delete(h.held, m)
	for range len(h.finished) {
		delete(h.held, <-h.finished)
	}
	for len(h.waiting) > 0 && h.busy() < h.in.Slots {
		next := h.waiting[0]
		h.waiting = h.waiting[1:]
		go h.handle(ctx, next)
	}
}

// finish is the second phase: hand back what nobody has begun, then wait for
// those who have.
func (h *hands) finish(tick *time.Ticker) {
	for _, m := range h.waiting {
		delete(h.held, m)
	}
	for _, m := range append(h.pull.close(), h.waiting...) {
		h.settle(m, 1, pipeline.Nak(0, "worker stops"))
	}
	h.waiting = nil
	abort := h.bus.abort
	for len(h.held) > 0 {
		select {
		case m := <-h.finished:
			delete(h.held, m)
		case <-tick.C:
			h.keepAlive()
		case <-abort:
			h.cancel(ErrStopped)
			abort = nil
		}
	}
}

// keepAlive tells the server that messages are being worked on.
func (h *hands) keepAlive() {
	now := h.bus.cfg.Now()
	for m, last := range h.held {
		if now.Sub(last) >= h.bus.cfg.ackWait/3 {
			h.held[m] = now
			h.reply(m, "+WPI")
		}
	}
}

func (h *hands) handle(ctx context.Context, m *nats.Msg) {
	defer func() { h.finished <- m }()
	lent := h.bus.lend(m)
	h.settle(m, lent.Delivery, h.guarded(ctx, lent))
}

const (
	// handBackAfterTrouble lets a dead letter rest that cannot be written now.
	handBackAfterTrouble = 5 * time.Second
	// A message that broke its handler rests a sixth of the ack wait: 5 s.
	panicRest = 6
)

// mostPanics is how often a message may break its handler.
const mostPanics = 5

// guarded keeps a panicking handler from taking the worker with it. What
// breaks it again and again is buried.
func (h *hands) guarded(ctx context.Context, m pipeline.Message) (d pipeline.Disposition) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		d = pipeline.Nak(h.bus.cfg.ackWait/panicRest, "handler panicked")
		h.in.OnPanic(m, v, debug.Stack())
		if m.Delivery < mostPanics {
			return
		}
		if err := h.bus.Bury(context.WithoutCancel(ctx), "panic", m, "the worker failed on this message again and again"); err == nil {
			d = pipeline.Term("handler panicked each time")
		}
	}()
	return h.in.Handle(ctx, m)
}

// lend makes the line's message of the bus's.
func (b *Bus) lend(m *nats.Msg) pipeline.Message {
	lent := pipeline.Message{Subject: m.Subject, Header: m.Header, Body: m.Data, Delivery: 1}
	if meta, err := m.Metadata(); err == nil {
		lent.Delivery, lent.Published = int(meta.NumDelivered), meta.Timestamp //nolint:gosec // bounded by maxDeliver
	}
	return lent
}

const (
	longestRest = 30 * time.Second
	patient     = 5 // deliveries that rest no longer than asked for
	longestWhy  = 128
)

// settle tells the server what becomes of a message. It is not waited for: a
// settlement that gets lost means that the message comes again, and the
// journal remembers.
func (h *hands) settle(m *nats.Msg, delivery int, d pipeline.Disposition) {
	switch d.Settle {
	case pipeline.Done:
		h.reply(m, "+ACK")
	case pipeline.Terminate:
		h.reply(m, "+TERM "+oneLine(d.Why))
	default:
		rest := d.After
		// A message that is handed back again and again must use its tries up slowly.
		for i := patient; i < delivery && rest < longestRest; i++ {
			rest = max(rest, 100*time.Millisecond) * 2
		}
		if rest = min(rest, max(longestRest, d.After)); rest <= 0 {
			h.reply(m, "-NAK")
			return
		}
		h.reply(m, fmt.Sprintf(`-NAK {"delay": %d}`, rest.Nanoseconds()))
	}
}

func (h *hands) reply(m *nats.Msg, word string) {
	if m.Reply == "" {
		return
	}
	if err := h.bus.nc.Publish(m.Reply, []byte(word)); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		h.bus.cfg.Log.Warn().Err(err).Str("subject", m.Subject).Msg("settlement not sent; the message will come again")
	}
}

// oneLine keeps a reason from becoming protocol.
func oneLine(why string) string {
	if len(why) > longestWhy {
		why = why[:longestWhy]
	}
	out := []byte(why)
	for i, c := range out {
		if c < ' ' || c > '~' {
			out[i] = ' '
		}
	}
	return string(out)
}
