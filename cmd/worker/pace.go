package main

import (
	"context"
	"strconv"
	"sync"
	"time"

	"passepartout/gates/rate"
	"passepartout/internal/config"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// paceSlack is how much more than the rate gate allows is looked at: what
// comes a little too often is told so by the gate, on the record, and only
// what goes beyond waits without being looked at.
const paceSlack = 2

// pace counts a sender's requests as they come in, before one of them takes a
// place at which requests are handled. What comes faster than twice the rate
// of the gate is handed back until its turn. A subject belongs to one sender.
type pace struct {
	handle func(ctx context.Context, m pipeline.Message) pipeline.Disposition
	now    func() time.Time
	count  rate.Counter
	every  time.Duration // between two requests of one sender

	mu   sync.Mutex
	seen uint64
	next map[string]time.Time // when the last one that was handed back shall come
}

func newPace(l config.Limits, now func() time.Time, handle func(context.Context, pipeline.Message) pipeline.Disposition) *pace {
	every := time.Second / time.Duration(paceSlack*max(l.Rate, 1))
	return &pace{
		handle: handle, now: now, every: every, next: map[string]time.Time{},
		// The quota is for the gate to count.
		count: rate.NewAccounts(rate.Config{Burst: paceSlack * l.Burst, Every: every, Quota: 1 << 50, Window: time.Hour}, tally.NewMemory()),
	}
}

// Handle implements what bus.Intake wants.
func (p *pace) Handle(ctx context.Context, m pipeline.Message) pipeline.Disposition {
	now := p.now()
	a, err := p.count.Take(ctx, pipeline.Principal(m.Subject), p.id(), now)
	if err != nil {
		return pipeline.Nak(shareLater, "its sender's requests cannot be counted")
	}
	if a.OK {
		return p.handle(ctx, m)
	}
	return pipeline.Nak(p.later(m.Subject, now, a.Retry), "its sender asks too often")
}

// id tells one delivery from the next: each of them counts.
func (p *pace) id() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen++
	return strconv.FormatUint(p.seen, 36)
}

// later is how long a request rests that came too soon: what is handed back
// comes again one after the other, not all at once.
func (p *pace) later(subject string, now time.Time, retry time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.next[subject]
	if first := now.Add(retry); next.Before(first) || next.After(now.Add(shareMost)) {
		next = first
	}
	for other, at := range p.next {
		if at.Before(now) {
			delete(p.next, other)
		}
	}
	p.next[subject] = next.Add(p.every)
	return next.Sub(now)
}
