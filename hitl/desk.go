// Package hitl is the desk at which people decide: flight plans, answers and
// grants.
//
// A flight plan is a held proposal, rendered by the worker, with a token that
// only approvers see, a deadline, and the digest of exactly what will run. Its
// states:
//
//	held → approved → spent → landed
//	     ↘ rejected  ↘ expired
//	     ↘ expired
//	     ↘ withdrawn
//
// Each transition is one compare-and-set on the shared store, so that two
// people who click at once, two workers and a redelivered answer lead to one
// transition and to the same answer. No goroutine and no lease waits while a
// person sleeps: an answer is a signal that brings the plan back.
//
// An answer counts only if it comes on an approver's subject, by another
// person than the requester, with the plan's token, before the deadline, for
// the digest that was shown. Everything else is refused, told to who sent it,
// and changes nothing. Quorum counts distinct people; one rejection ends a plan.
//
// The truth about a deadline is the time in the record, by the worker's clock:
// an answer that was sent in time and arrives late does not count.
package hitl

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"passepartout/pipeline"
)

// The times of a desk that was told nothing else.
const (
	DefaultDeadline  = 15 * time.Minute // to answer
	DefaultExecution = 5 * time.Minute  // to act, after the deciding approval
	DefaultRetention = 24 * time.Hour   // of plans that have ended
)

// DefaultMostOpen is how many plans of one agent may wait for people at once.
const DefaultMostOpen = 20

// maxPlans is how many plans one proposal may have: each is another digest.
const maxPlans = 32

// Config is what a desk needs. Plans, Tell and Now are required.
type Config struct {
	Plans  Store
	Grants Store // nil: no grants
	Tell   Notifier
	Now    func() time.Time

	Deadline  time.Duration
	Execution time.Duration
	Retention time.Duration
	Quorum    int // at least 1
	// MostOpen is how many plans of one agent may wait for people at once; 0:
	// DefaultMostOpen. Workers beside each other may each let one more in.
	MostOpen int
	// QuorumFor overrides Quorum for one proposal, if it is greater.
	QuorumFor func(pipeline.Proposal, pipeline.Decision) int
	// Approver reports whether a principal may approve now and already could at
	// a time. A grant of somebody else's is void. Nil: whoever gave one still
	// may, because other people's server manages who does.
	Approver func(who pipeline.Principal, since time.Time) (bool, error)
	// Token makes a plan's secret. Nil: at least 128 random bits.
	Token func() string
}

// Desk implements pipeline.Desk, and what act asks of approvals. It may be
// used by many goroutines and beside desks of other workers.
type Desk struct {
	cfg Config

	mu     sync.Mutex
	flying map[string]struct{}  // keys of proposals that Answer let fly and Land has not seen
	asleep map[string]time.Time // plans that ended for good, and when they may be forgotten

	making sync.Mutex // from counting open plans to writing one more
}

var _ pipeline.Desk = (*Desk)(nil)

// New makes a desk.
func New(cfg Config) (*Desk, error) {
	if cfg.Plans == nil || cfg.Tell == nil || cfg.Now == nil {
		return nil, errors.New("a desk needs a store, a notifier and a clock")
	}
	if cfg.Deadline <= 0 {
		cfg.Deadline = DefaultDeadline
	}
	if cfg.Execution <= 0 {
		cfg.Execution = DefaultExecution
	}
	if cfg.Retention <= 0 {
		cfg.Retention = DefaultRetention
	}
	if cfg.MostOpen <= 0 {
		cfg.MostOpen = DefaultMostOpen
	}
	cfg.Quorum = max(cfg.Quorum, 1)
	if cfg.Token == nil {
		cfg.Token = rand.Text
	}
	return &Desk{cfg: cfg, flying: map[string]struct{}{}, asleep: map[string]time.Time{}}, nil
}

// Suspend implements pipeline.Desk. The same proposal with the same digest
// finds its plan again, however that ended; with another digest it replaces
// the plan that was for something else. What is too large to be shown to a
// person is refused for good, since nobody could know what they approve.
func (d *Desk) Suspend(ctx context.Context, p pipeline.Proposal, dec pipeline.Decision) (pipeline.Feedback, error) {
	digest := p.Digest()
	if digest.IsZero() || dec.Proposal != digest || dec.Outcome != pipeline.Hold {
		return pipeline.Feedback{}, fmt.Errorf("suspend %s: %w", p.ID, pipeline.ErrChanged)
	}
	d.mu.Lock()
	delete(d.flying, p.ID) // what flew was sent back by the last mile
	d.mu.Unlock()
	var last FlightPlan // what people were shown for this request before
	for n := range maxPlans {
		id := planID(p.ID, n)
		plan, _, err := load[FlightPlan](ctx, d.cfg.Plans, id)
		switch {
		case errors.Is(err, pipeline.ErrNotFound):
			plan = d.draft(id, p, dec, last)
			if !plan.fits() {
				return unshowableFeedback(p, dec, d.cfg.Now()), nil
			}
			crowded, err := d.file(ctx, plan)
			if crowded {
				return crowdedFeedback(p, dec, d.cfg.MostOpen, d.cfg.Now()), nil
			}
			if errors.Is(err, pipeline.ErrExists) { // another worker was faster
				plan, _, err = load[FlightPlan](ctx, d.cfg.Plans, id)
			}
			if err != nil {
				return pipeline.Feedback{}, err
			}
		case err != nil:
			return pipeline.Feedback{}, err
		}
		switch {
		case plan.Proposal.ID != p.ID: // two proposals, one name
		case plan.Decision.Proposal != digest:
			if err := d.replace(ctx, plan); err != nil {
				return pipeline.Feedback{}, err
			}
			last = plan
		case plan.State != Withdrawn:
			return d.again(ctx, plan)
		}
	}
	return pipeline.Feedback{}, fmt.Errorf("suspend %s: changed more than %d times", p.ID, maxPlans)
}

// file writes a new plan, unless its agent has as many open as it may. A plan
// that cannot be read counts as one of them.
func (d *Desk) file(ctx context.Context, plan FlightPlan) (crowded bool, err error) {
	d.making.Lock()
	defer d.making.Unlock()
	keys, err := d.keys(ctx)
	if err != nil {
		return false, err
	}
	open, now := 0, d.cfg.Now()
	for _, key := range keys {
		d.mu.Lock()
		_, asleep := d.asleep[key]
		d.mu.Unlock()
		if asleep {
			continue
		}
		other, _, err := load[FlightPlan](ctx, d.cfg.Plans, key)
		switch {
		case errors.Is(err, pipeline.ErrNotFound): // gone meanwhile
		case ctx.Err() != nil:
			return false, err
		case err != nil:
			open++
		case other.ID != plan.ID && other.State == Held && !other.late(now) && other.Proposal.Signal.Principal == plan.Proposal.Signal.Principal:
			open++
		}
	}
	if open >= d.cfg.MostOpen {
		return true, nil
	}
	return false, create(ctx, d.cfg.Plans, plan.ID, plan)
}

func (d *Desk) draft(id string, p pipeline.Proposal, dec pipeline.Decision, last FlightPlan) FlightPlan {
	now := d.cfg.Now()
	plan := FlightPlan{
		ID: id, Token: d.cfg.Token(), State: Held, Proposal: p, Decision: dec,
		Created: now, Deadline: now.Add(d.cfg.Deadline), Quorum: d.cfg.Quorum, Replaces: last.ID,
	}
	if d.cfg.QuorumFor != nil {
		plan.Quorum = max(plan.Quorum, d.cfg.QuorumFor(p, dec))
	}
	if last.ID != "" {
		plan.Changes = changes(last, plan)
	}
	plan.Text = Render(plan)
	return plan
}

// again says what became so far of a plan that exists, and asks people again
// if it waits for them: whoever wrote it may have died before asking.
func (d *Desk) again(ctx context.Context, plan FlightPlan) (pipeline.Feedback, error) {
	now := d.cfg.Now()
	if plan.late(now) {
		var err error
		if plan, err = d.expire(ctx, plan.ID, now); err != nil {
			return pipeline.Feedback{}, err
		}
	}
	switch plan.State {
	case Held:
		if err := d.cfg.Tell.Notify(ctx, held(plan)); err != nil {
			return pipeline.Feedback{}, fmt.Errorf("tell of plan %s: %w", plan.ID, err)
		}
		return suspendedFeedback(plan), nil
	case Approved:
		return suspendedFeedback(plan), nil
	case Rejected:
		return rejectedFeedback(plan), nil
	case Expired:
		return expiredFeedback(plan), nil
	default: // spent or landed: the journal knows, or nobody does
		return lostFeedback(plan), nil
	}
}

// replace withdraws a plan because its proposal is another now. An approval
// for it is void anyway, since its digest is no longer asked for.
func (d *Desk) replace(ctx context.Context, plan FlightPlan) error {
	_, err := change(ctx, d.cfg.Plans, plan.ID, func(p *FlightPlan) error {
		if p.State != Held && p.State != Approved {
			return errUnchanged
		}
		p.State, p.Ended = Withdrawn, d.cfg.Now()
		p.Reason = "what would run has changed since it was shown"
		return nil
	})
	return err
}

// Land notes what became of a plan that flew, or that the agent has been told
// of its end. A request that ended in another way leaves no plan open. Feedback
// on what never was held costs nothing.
func (d *Desk) Land(ctx context.Context, f pipeline.Feedback) error {
	if !d.concerned(f) {
		return nil
	}
	plans, err := d.plansOf(ctx, f.Key)
	if err != nil {
		return err
	}
	for _, plan := range plans {
		_, err := change(ctx, d.cfg.Plans, plan.ID, func(p *FlightPlan) error { return p.land(f, d.cfg.Now()) })
		if err != nil {
			return err
		}
	}
	d.mu.Lock()
	delete(d.flying, f.Key)
	d.mu.Unlock()
	return nil
}

// land applies what became of a plan's request to the plan.
func (p *FlightPlan) land(f pipeline.Feedback, now time.Time) error {
	same := f.Proposal == p.Decision.Proposal
	switch {
	case f.Kind == pipeline.Expired && same && p.State == Expired && !p.Told:
		p.Told = true
		return nil
	case f.Kind == pipeline.Expired && same && (p.State == Approved || p.State == Spent):
		p.State, p.Reason, p.Told = Expired, reasonLate, true
	case f.Kind == pipeline.Expired, !f.Kind.Final(), !p.State.Open():
		return errUnchanged
	case same && p.State != Held:
		p.State = Landed
	default:
		p.State, p.Reason = Withdrawn, "its request has ended in another way"
	}
	p.Outcome, p.Ended = f.Kind, now
	return nil
}

// concerned reports whether feedback may belong to a plan.
func (d *Desk) concerned(f pipeline.Feedback) bool {
	d.mu.Lock()
	_, flying := d.flying[f.Key]
	d.mu.Unlock()
	allowed := f.Decision != nil && f.Decision.Outcome == pipeline.Allow
	return flying || f.Plan != nil || f.Approval != nil && f.Approval.Plan != "" || f.Decision != nil && !allowed
}

// plansOf loads all plans of one proposal.
func (d *Desk) plansOf(ctx context.Context, proposal string) ([]FlightPlan, error) {
	var out []FlightPlan
	for n := range maxPlans {
		plan, _, err := load[FlightPlan](ctx, d.cfg.Plans, planID(proposal, n))
		if errors.Is(err, pipeline.ErrNotFound) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if plan.Proposal.ID == proposal {
			out = append(out, plan)
		}
	}
	return out, nil
}
