// Package acttest holds what every journal must do, and a journal in memory
// that does it: the reference that tests of the line run against, with workers
// that die and writes that fail or whose answer is lost.
package acttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"passepartout/pipeline"
)

// ErrDown is what a journal answers with that cannot be reached.
var ErrDown = errors.New("the journal cannot be reached")

// Fault says what becomes of one call.
type Fault uint8

// The faults.
const (
	None Fault = iota
	Lost       // the call never arrives
	Deaf       // the call is carried out, its answer is lost
)

// Store is what the journals of all workers share. The zero value is empty.
type Store struct {
	// Faults is asked before each call ("look", "claim", "close"); nil: no faults.
	Faults func(op string) Fault

	mu      sync.Mutex
	entries map[string]entry
	rev     uint64
	dead    map[string]bool
}

// entry is kept as text, as a real store would.
type entry struct {
	body []byte
	rev  uint64
}

// Journal is one worker's view of a store.
type Journal struct {
	store  *Store
	worker string
	here   map[string]uint64 // revisions of claims that are held
}

// For returns the journal of a worker.
func (s *Store) For(worker string) *Journal {
	return &Journal{store: s, worker: worker, here: map[string]uint64{}}
}

// Kill ends a worker: its claims are not alive any more.
func (s *Store) Kill(worker string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead == nil {
		s.dead = map[string]bool{}
	}
	s.dead[worker] = true
}

// Closed returns the outcome that is stored under a key, nil if there is none.
func (s *Store) Closed(key string) *pipeline.Feedback {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.read(key)
	if err != nil {
		return nil
	}
	return c.Feedback
}

// Len returns how many requests are remembered.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.entries)
}

func (s *Store) read(key string) (pipeline.Claim, error) {
	e, ok := s.entries[key]
	if !ok {
		return pipeline.Claim{}, pipeline.ErrNotFound
	}
	var c pipeline.Claim
	if err := json.Unmarshal(e.body, &c); err != nil {
		return c, fmt.Errorf("read %s: %w", key, err)
	}
	c.Revision = e.rev
	return c, nil
}

func (s *Store) write(c pipeline.Claim) (uint64, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return 0, fmt.Errorf("write %s: %w", c.Key, err)
	}
	if s.entries == nil {
		s.entries = map[string]entry{}
	}
	s.rev++
	s.entries[c.Key] = entry{body, s.rev}
	return s.rev, nil
}

// call runs f under the lock, with what the faults make of it.
func (j *Journal) call(ctx context.Context, op string, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j.store.mu.Lock()
	defer j.store.mu.Unlock()
	fault := None
	if j.store.Faults != nil {
		fault = j.store.Faults(op)
	}
	if fault == Lost {
		return ErrDown
	}
	if err := f(); err != nil || fault == None {
		return err
	}
	return ErrDown
}

// Look implements act.Journal.
func (j *Journal) Look(ctx context.Context, key string) (c pipeline.Claim, err error) {
	err = j.call(ctx, "look", func() error {
		c, err = j.store.read(key)
		if err != nil || c.Feedback != nil {
			return err
		}
		c.Alive = !j.store.dead[c.Worker]
		if c.Worker == j.worker {
			c.Alive = j.here[key] == c.Revision
		}
		return nil
	})
	if err != nil {
		return pipeline.Claim{}, err
	}
	return c, nil
}

// Claim implements act.Journal.
func (j *Journal) Claim(ctx context.Context, c pipeline.Claim) error {
	var rev uint64
	err := j.call(ctx, "claim", func() (err error) {
		now, err := j.store.read(c.Key)
		switch {
		case c.Revision == 0 && err == nil:
			return pipeline.ErrExists
		case c.Revision != 0 && (err != nil || now.Revision != c.Revision):
			return pipeline.ErrConflict
		}
		c.Worker, c.Feedback = j.worker, nil
		rev, err = j.store.write(c)
		return err
	})
	if err == nil {
		j.store.mu.Lock()
		defer j.store.mu.Unlock()
		j.here[c.Key] = rev
	}
	return err
}

// Close implements act.Journal.
func (j *Journal) Close(ctx context.Context, key string, f pipeline.Feedback) error {
	return j.call(ctx, "close", func() error {
		rev, ours := j.here[key]
		if !ours {
			return pipeline.ErrNotFound
		}
		now, err := j.store.read(key)
		if err != nil || now.Revision != rev {
			delete(j.here, key)
			return pipeline.ErrConflict
		}
		now.Feedback = &f
		if _, err := j.store.write(now); err != nil {
			return err
		}
		delete(j.here, key)
		return nil
	})
}
