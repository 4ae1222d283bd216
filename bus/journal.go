package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"passepartout/pipeline"
)

// Journal is the at-most-once memory of requests, shared by all workers. An
// entry is made before an action begins, by a create that only one worker can
// win, and closed with the feedback by a compare-and-set on that very claim.
// It is kept for Config.JournalAge, longer than any message waits to be
// delivered again; a full bucket refuses claims, so that nothing is done that
// would be forgotten.
type Journal struct {
	bucket *Bucket
	lease  *lease

	mu   sync.Mutex
	here map[string]*open
}

// open is a claim that this process holds.
type open struct {
	claim pipeline.Claim
	// claiming: the write is under way, so that whoever reads the entry before
	// its ack is booked does not take it for an abandoned one.
	claiming bool
	// unsaved is an outcome that could not be written yet; it is the truth
	// all the same and is written on the next look.
	unsaved *pipeline.Feedback
}

func newJournal(bucket *Bucket, l *lease) *Journal {
	return &Journal{bucket: bucket, lease: l, here: map[string]*open{}}
}

// Look returns what is remembered of a request. Alive says of an open claim
// that its worker still renews its lease, and of one of this worker's own that
// it runs here. ErrNotFound: nothing is.
func (j *Journal) Look(ctx context.Context, key string) (pipeline.Claim, error) {
	if c, ok, err := j.save(ctx, key); ok || err != nil {
		return c, err
	}
	c, err := j.read(ctx, key)
	if err != nil {
		return pipeline.Claim{}, err
	}
	if c.Feedback != nil {
		return c, nil
	}
	if c.Worker == j.lease.bus.worker {
		j.mu.Lock()
		defer j.mu.Unlock()
		o := j.here[key]
		c.Alive = o != nil && (o.claiming || o.claim.Revision == c.Revision)
		return c, nil
	}
	if c.Alive, err = j.lease.alive(ctx, c.Worker); err != nil {
		return pipeline.Claim{}, err
	}
	return c, nil
}

func (j *Journal) read(ctx context.Context, key string) (pipeline.Claim, error) {
	body, rev, err := j.bucket.Get(ctx, key)
	if err != nil {
		return pipeline.Claim{}, err
	}
	var c pipeline.Claim
	if err := json.Unmarshal(body, &c); err != nil {
		return pipeline.Claim{}, fmt.Errorf("read journal entry %s: %w", key, err)
	}
	c.Revision = rev
	return c, nil
}

// Claim makes an entry for this worker, whatever c.Worker says. Revision 0
// wants that there is none: ErrExists if somebody holds or closed it. Any other
// revision takes over the entry that Look returned: ErrConflict if it changed.
func (j *Journal) Claim(ctx context.Context, c pipeline.Claim) error {
	c.Worker, c.Feedback = j.lease.bus.worker, nil
	body, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("claim %s: %w", c.Key, err)
	}
	write := func() (uint64, error) { return j.bucket.Create(ctx, c.Key, body) }
	if c.Revision != 0 {
		write = func() (uint64, error) { return j.bucket.Update(ctx, c.Key, body, c.Revision) }
	}
	o := &open{claim: c, claiming: true}
	j.mu.Lock()
	before := j.here[c.Key]
	j.here[c.Key] = o
	j.mu.Unlock()
	rev, err := write()
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		delete(j.here, c.Key)
		if before != nil {
			j.here[c.Key] = before
		}
		return err
	}
	o.claim.Revision, o.claiming = rev, false
	return nil
}

// Close writes the outcome of a claim that this worker holds. ErrConflict:
// another took it over, and the outcome that others have been told stands.
// ErrNotFound: there is no such claim here. After any other error the outcome
// is kept in memory, and Look writes and returns it.
func (j *Journal) Close(ctx context.Context, key string, f pipeline.Feedback) error {
	j.mu.Lock()
	o := j.here[key]
	if o != nil {
		o.unsaved = &f
	}
	j.mu.Unlock()
	if o == nil {
		return fmt.Errorf("close %s: no claim of this worker: %w", key, pipeline.ErrNotFound)
	}
	_, _, err := j.save(ctx, key)
	return err
}

// save writes an outcome that waits for it and reports whether there was one.
func (j *Journal) save(ctx context.Context, key string) (pipeline.Claim, bool, error) {
	j.mu.Lock()
	o := j.here[key]
	if o == nil || o.unsaved == nil {
		j.mu.Unlock()
		return pipeline.Claim{}, false, nil
	}
	c := o.claim
	c.Feedback = o.unsaved
	j.mu.Unlock()

	body, err := json.Marshal(c)
	if err != nil {
		return pipeline.Claim{}, false, fmt.Errorf("close %s: %w", key, err)
	}
	rev, err := j.bucket.Update(ctx, key, body, c.Revision)
	if errors.Is(err, pipeline.ErrConflict) {
		// An earlier write of ours may have arrived without its ack.
		now, lookErr := j.read(ctx, key)
		if lookErr == nil && now.Feedback != nil && now.Worker == c.Worker && now.Feedback.At.Equal(c.Feedback.At) {
			rev, err = now.Revision, nil
		}
	}
	if err != nil && !errors.Is(err, pipeline.ErrConflict) {
		return pipeline.Claim{}, false, err
	}
	j.mu.Lock()
	if j.here[key] == o {
		delete(j.here, key)
	}
	j.mu.Unlock()
	c.Revision = rev
	return c, err == nil, err
}
