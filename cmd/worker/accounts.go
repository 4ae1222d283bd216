package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"passepartout/bus"
	"passepartout/gates/breaker"
	"passepartout/gates/budget"
	"passepartout/gates/rate"
	"passepartout/internal/config"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// accounts are what is remembered of each agent and counts against it: how
// often it asked, what its sessions spent, how often they were refused. They
// lie on the bus, so that they outlive the worker and all workers share them.
type accounts struct {
	bucket   *bus.Bucket
	usage    *rate.Accounts
	spending *budget.Accounts
	refusals *breaker.Gate
	mark     *watermark
}

// records is a bucket as the rooms want it that keep records there.
type records struct {
	*bus.Bucket
	mark *watermark
}

var _ tally.Store = records{}

// Write implements tally.Store.
func (r records) Write(ctx context.Context, key string, value []byte, rev uint64, keep time.Duration) (uint64, error) {
	var next uint64
	var err error
	if rev == 0 {
		next, err = r.CreateFor(ctx, key, value, keep)
	} else {
		next, err = r.UpdateFor(ctx, key, value, rev, keep)
	}
	r.mark.reach(next)
	return next, err
}

// openAccounts makes them. What is more than reading is held before follow has
// learned who was refused how often.
func openAccounts(ctx context.Context, b *bus.Bus, l config.Limits, now func() time.Time) (*accounts, error) {
	bucket, err := b.Bucket(ctx, bus.BucketAccounts)
	if err != nil {
		return nil, err
	}
	mark, err := openWatermark(ctx, b, bucket, now)
	if err != nil {
		return nil, err
	}
	store := records{bucket, mark}
	return &accounts{
		bucket: bucket, mark: mark,
		usage:    rate.NewAccounts(rate.Config{Burst: l.Burst, Every: time.Second / time.Duration(l.Rate), Quota: l.Quota}, store),
		spending: budget.NewAccounts(store),
		refusals: breaker.Shared(breaker.Config{}, store, now),
	}, nil
}

// follow keeps the breaker told of refusals that other workers noted until ctx
// ends, and of those from before the start; it returns when all of these have
// been told. The group is done when the following has ended.
func (a *accounts) follow(ctx context.Context, running interface{ Go(func()) }) error {
	changes, err := a.bucket.Watch(ctx, breaker.Kind+".>")
	if err != nil {
		return err
	}
	first, done := make(chan struct{}), make(chan struct{})
	running.Go(func() {
		defer close(done)
		defer a.refusals.Whole(false)
		announced := false
		for e := range changes {
			switch {
			case e.Key != "":
				a.refusals.Learn(e.Key, e.Value, e.Revision, e.Gone)
			case !announced:
				announced = true
				a.refusals.Whole(true)
				close(first)
			}
		}
	})
	late := time.NewTimer(followTime)
	defer late.Stop()
	select {
	case <-first:
		return nil
	case <-done:
		return fmt.Errorf("follow refusals: %w", context.Cause(ctx))
	case <-late.C:
		return fmt.Errorf("follow refusals: the store does not tell them within %s; it may be damaged: bucket %s", followTime, bus.BucketAccounts)
	}
}

// followTime is how long the store may take to tell who was refused how often.
const followTime = 10 * time.Second

// refill forgets what counts against an agent, or against one of its sessions:
// its requests so far, what it spent, and its refusals.
func (a *accounts) refill(ctx context.Context, who pipeline.Principal, session string) error {
	if !pipeline.ValidToken(string(who)) {
		return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data.principal", Message: "data.principal: is no plain name"}
	}
	if session != "" {
		if !pipeline.ValidToken(session) {
			return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data.session", Message: "data.session: is no plain name"}
		}
		return errors.Join(a.bucket.Delete(ctx, budget.Key(who, session), 0), a.bucket.Delete(ctx, breaker.Key(who, session), 0))
	}
	errs := []error{a.bucket.Delete(ctx, rate.Key(who), 0)}
	for _, kind := range []string{budget.Kind, breaker.Kind} {
		errs = append(errs, a.forget(ctx, tally.Key(kind, string(who))+".>"))
	}
	return errors.Join(errs...)
}

// forget removes all keys that match.
func (a *accounts) forget(ctx context.Context, keys string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found, err := a.bucket.Watch(ctx, keys)
	if err != nil {
		return err
	}
	for e := range found {
		if e.Key == "" {
			return nil
		}
		if err := a.bucket.Delete(ctx, e.Key, 0); !e.Gone && err != nil {
			return err
		}
	}
	return fmt.Errorf("forget %s: %w", keys, context.Cause(ctx))
}

// giveBackTime bounds how long a stopping worker gives back what it took
// beforehand; what it does not get to is lost for its agents.
const giveBackTime = 5 * time.Second

// close gives back what agents have not spent.
func (a *accounts) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, giveBackTime)
	defer cancel()
	return errors.Join(a.usage.Close(ctx), a.spending.Close(ctx))
}
