package bus

import (
	"sync"
	"time"
)

// Bound is what one sender may ask. A zero field does not bound.
type Bound struct {
	AtOnce int // requests that are handled, or wait for it
	Burst  int // requests in a short time; without Every for good
	Every  time.Duration
}

const (
	// tellEach is how many refusals a second one sender is told of: answering
	// each request of a flood would be a flood, too.
	tellEach = 32
	// rememberAskers is when idle askers are looked for to be forgotten.
	rememberAskers = 1024
)

// askers count what each sender asks, by subject.
type askers struct {
	bound Bound
	now   func() time.Time

	mu   sync.Mutex
	each map[string]*asker
}

type asker struct {
	busy   int
	tokens float64
	at     time.Time // when tokens were counted
	told   int       // refusals since
	since  time.Time
}

func newAskers(b Bound, now func() time.Time) *askers {
	return &askers{bound: b, now: now, each: map[string]*asker{}}
}

// enter counts one request. What is not admitted may be told so if tell; what
// is, must leave.
func (s *askers) enter(subject string) (admitted, tell bool) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.each[subject]
	if one == nil {
		s.forget(now)
		one = &asker{tokens: float64(s.bound.Burst), at: now, since: now}
		s.each[subject] = one
	}
	one.refill(s.bound, now)
	full := s.bound.AtOnce > 0 && one.busy >= s.bound.AtOnce
	if full || s.bound.Burst > 0 && one.tokens < 1 {
		if now.Sub(one.since) >= time.Second || now.Before(one.since) {
			one.told, one.since = 0, now
		}
		one.told++
		return false, one.told <= tellEach
	}
	one.tokens--
	one.busy++
	return true, false
}

func (s *askers) leave(subject string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.each[subject]; one != nil {
		one.busy--
	}
}

// refill gives back what time has brought. A clock that runs backwards brings
// nothing.
func (one *asker) refill(b Bound, now time.Time) {
	if since := now.Sub(one.at); since > 0 && b.Every > 0 {
		one.tokens = min(float64(b.Burst), one.tokens+float64(since)/float64(b.Every))
	}
	one.at = now
}

// forget drops askers that are idle and have all their tokens back: nothing
// is lost with them.
func (s *askers) forget(now time.Time) {
	if len(s.each) < rememberAskers {
		return
	}
	for subject, one := range s.each {
		one.refill(s.bound, now)
		if one.busy == 0 && (s.bound.Burst == 0 || one.tokens >= float64(s.bound.Burst)) {
			delete(s.each, subject)
		}
	}
}
