package main

import (
	"context"
	"sync"
	"time"

	"passepartout/pipeline"
)

const (
	// shareWait is how long a sender's requests may stand still before what
	// waits for them is handed back, so that it keeps no place from others.
	shareWait = 250 * time.Millisecond
	// shareLater is how much longer it rests each time that it was handed back.
	shareLater = 2 * time.Second
	shareMost  = time.Minute
)

// share keeps one sender from taking every place: whoever has most requests
// under way waits, while others still find room. A subject belongs to one
// sender. What is fast never notices.
type share struct {
	handle func(ctx context.Context, m pipeline.Message) pipeline.Disposition
	now    func() time.Time
	most   int

	mu   sync.Mutex
	busy map[string]*places // by subject, while anybody is there
}

// places are those of one sender.
type places struct {
	room  chan struct{}
	users int
	moved time.Time // when one of its requests began or ended
}

// newShare leaves a quarter of all places to others.
func newShare(parallel int, now func() time.Time, handle func(context.Context, pipeline.Message) pipeline.Disposition) *share {
	return &share{handle: handle, now: now, most: max(1, parallel-max(1, parallel/4)), busy: map[string]*places{}}
}

// Handle implements what bus.Intake wants.
func (s *share) Handle(ctx context.Context, m pipeline.Message) pipeline.Disposition {
	p, patience := s.enter(m.Subject)
	defer s.leave(m.Subject, p)
	select {
	case p.room <- struct{}{}:
		return s.run(ctx, m, p)
	default:
	}
	wait := time.NewTimer(patience)
	defer wait.Stop()
	select {
	case p.room <- struct{}{}:
		return s.run(ctx, m, p)
	case <-ctx.Done():
		return pipeline.Nak(0, "the worker stops")
	case <-wait.C:
		return pipeline.Nak(min(time.Duration(max(m.Delivery, 1))*shareLater, shareMost), "its sender has too many requests under way")
	}
}

func (s *share) run(ctx context.Context, m pipeline.Message, p *places) pipeline.Disposition {
	s.move(p)
	defer func() {
		s.move(p)
		<-p.room
	}()
	return s.handle(ctx, m)
}

func (s *share) move(p *places) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.moved = s.now()
}

// enter also says how long it is worth waiting for room.
func (s *share) enter(subject string) (*places, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.busy[subject]
	if p == nil {
		p = &places{room: make(chan struct{}, s.most), moved: s.now()}
		s.busy[subject] = p
	}
	p.users++
	return p, max(0, shareWait-s.now().Sub(p.moved))
}

func (s *share) leave(subject string, p *places) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.users--; p.users == 0 {
		delete(s.busy, subject)
	}
}
