package bus

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// puller asks the server for as many messages as there are free slots and
// keeps book of what it asked for. The book is why no pull can get lost: a
// request that neither fills nor ends by its expiry is struck off and asked
// again. A watch compares what the server says is pending with what comes, and
// subscribes anew when the two disagree. Only the loop of hands uses it.
type puller struct {
	bus    *Bus
	stream string
	slots  int

	msgs    chan *nats.Msg
	sub     *nats.Subscription
	inbox   string
	turn    int
	asked   map[string]*ask // by the last token of its reply subject
	credit  int             // messages asked for and not yet come
	resumed time.Time       // not before then after trouble
	trouble int             // failures in a row
	last    time.Time       // when a message came
	looked  time.Time       // when the watch last looked
	stalled chan struct{}   // the watch's word
	mending bool
	mended  chan error
	beside  sync.WaitGroup // watch and mending
}

type ask struct {
	left  int
	until time.Time
}

const (
	pullExpiry = 5 * time.Second
	pullGrace  = time.Second
	leastRest  = 100 * time.Millisecond
	mostRest   = 5 * time.Second
)

func (b *Bus) newPuller(s Stream, slots int) (*puller, error) {
	p := &puller{
		bus: b, stream: b.streamName(s), slots: slots, msgs: make(chan *nats.Msg, 2*slots+256),
		asked: map[string]*ask{}, stalled: make(chan struct{}, 1), mended: make(chan error, 1), last: b.cfg.Now(),
	}
	return p, p.subscribe()
}

func (p *puller) subscribe() error {
	p.inbox = p.bus.nc.NewInbox()
	sub, err := p.bus.nc.ChanSubscribe(p.inbox+".*", p.msgs)
	if err != nil {
		return fmt.Errorf("consume %s: %w", p.stream, err)
	}
	p.sub = sub
	p.forget()
	return nil
}

func (p *puller) forget() {
	clear(p.asked)
	p.credit = 0
}

// restart asks everything anew, for a server that has forgotten.
func (p *puller) restart() {
	p.forget()
	p.trouble, p.resumed = 0, time.Time{}
}

// want brings what is asked for up to the free slots. It waits until half of
// them are unasked, so that requests stay few and large under load.
func (p *puller) want(free int) {
	if free <= 0 || p.credit*2 > free || p.bus.cfg.Now().Before(p.resumed) || !p.bus.nc.IsConnected() {
		return
	}
	n := free - p.credit
	p.turn++
	token := strconv.Itoa(p.turn)
	body, err := json.Marshal(map[string]int64{"batch": int64(n), "expires": pullExpiry.Nanoseconds()})
	if err == nil {
		err = p.bus.nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+p.stream+"."+durable, p.inbox+"."+token, body)
	}
	if err != nil {
		p.rest()
		return
	}
	p.asked[token] = &ask{left: n, until: p.bus.cfg.Now().Add(pullExpiry + pullGrace)}
	p.credit += n
}

func (p *puller) rest() {
	p.resumed = p.bus.cfg.Now().Add(min(leastRest<<min(p.trouble, 10), mostRest))
	p.trouble++
}

// took books what came and reports whether it is a message to be handled. The
// rest are the server's words on a request (ADR-13): its end, or trouble.
func (p *puller) took(ctx context.Context, m *nats.Msg) bool {
	status := m.Header.Get(statusHeader)
	// A status is what has no reply subject; a header that only looks like one
	// may come from any publisher.
	if m.Reply != "" {
		p.last, p.trouble = p.bus.cfg.Now(), 0
		// A delivered message does not say which request it fills. Charging
		// the oldest keeps the sum right, which is all that counts.
		p.book()
		return true
	}
	token := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	if a, ok := p.asked[token]; ok && status != "100" {
		p.credit -= a.left
		delete(p.asked, token)
	}
	switch status {
	case "100", "404", "408": // idle, empty, expired
	case "409":
		if !strings.Contains(m.Header.Get("Description"), "Batch Completed") {
			p.rest()
			p.mend(ctx, m.Header.Get("Description"))
		}
	default: // 503: nobody serves the stream or its consumer
		p.rest()
		p.mend(ctx, "no response from "+p.stream)
	}
	return false
}

// book charges one delivered message to the oldest request.
func (p *puller) book() {
	var oldest string
	for token := range p.asked {
		if oldest == "" || len(token) < len(oldest) || len(token) == len(oldest) && token < oldest {
			oldest = token
		}
	}
	a, ok := p.asked[oldest]
	if !ok {
		return
	}
	p.credit--
	if a.left--; a.left == 0 {
		delete(p.asked, oldest)
	}
}

// mend makes missing streams and consumers again, beside the loop, once
// trouble has lasted for a few tries.
func (p *puller) mend(ctx context.Context, why string) {
	const tries = 3
	if p.trouble < tries || p.mending {
		return
	}
	p.mending = true
	p.bus.cfg.Log.Warn().Str("stream", p.stream).Str("why", why).Msg("queue does not answer; putting it in order")
	p.beside.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, setupWait)
		defer cancel()
		p.mended <- p.bus.ensure(ctx)
	})
}

// check strikes off what was asked in vain and runs the watch.
func (p *puller) check(ctx context.Context) {
	now := p.bus.cfg.Now()
	for token, a := range p.asked {
		if now.After(a.until) {
			p.credit -= a.left
			delete(p.asked, token)
		}
	}
	select {
	case <-p.stalled:
		p.again()
	case err := <-p.mended:
		p.mending = false
		if err != nil && ctx.Err() == nil {
			p.bus.cfg.Log.Error().Err(err).Str("stream", p.stream).Msg("queue cannot be put in order; trying again")
		}
	default:
	}
	if p.credit == 0 || now.Sub(p.last) < p.bus.cfg.watchEvery || now.Sub(p.looked) < p.bus.cfg.watchEvery {
		return
	}
	p.looked = now
	p.beside.Go(func() { p.look(ctx) })
}

// look asks the server whether messages wait although free slots were
// announced and nothing came for long.
func (p *puller) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	c, err := p.bus.js.Consumer(ctx, p.stream, durable)
	if err != nil || c.CachedInfo().NumPending == 0 {
		return // a server that does not answer shows as trouble of its own
	}
	select {
	case p.stalled <- struct{}{}:
	default:
	}
}

// again subscribes anew after a stall. What the old subscription still gets
// lands in the same channel.
func (p *puller) again() {
	if p.credit == 0 {
		return
	}
	p.bus.stalls.Add(1)
	p.bus.cfg.Log.Warn().Str("stream", p.stream).Msg("messages wait but do not come; subscribing anew")
	old := p.sub
	if err := p.subscribe(); err != nil {
		p.bus.cfg.Log.Error().Err(err).Msg("cannot subscribe")
		return
	}
	end(p.bus.nc, old)
}

// close ends intake and returns the messages that came and were never begun.
func (p *puller) close() []*nats.Msg {
	p.beside.Wait()
	end(p.bus.nc, p.sub)
	var left []*nats.Msg
	for {
		select {
		case m := <-p.msgs:
			if m.Reply != "" {
				left = append(left, m)
			}
		default:
			return left
		}
	}
}
