package hitl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"passepartout/pipeline"
)

// Expire ends what nobody answered, or nobody acted on, in time, and returns
// what the agents shall be told. Each feedback comes back at every call until
// it was handed to Land, so that a worker that dies in between leaves nobody
// waiting: record it, publish it, land it. next is the earliest deadline that
// is still open; zero if there is none. A record that cannot be read does not
// keep the others from expiring; it is in the error.
//
// Plans that have ended for good are not read again until they may be
// forgotten, so that a look costs what is open, not what ever was.
func (d *Desk) Expire(ctx context.Context, now time.Time) (told []pipeline.Feedback, next time.Time, err error) {
	keys, err := d.keys(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	for _, key := range d.awake(keys, now) {
		f, open, xerr := d.visit(ctx, key, now)
		err = errors.Join(err, xerr)
		if f != nil {
			told = append(told, *f)
		}
		next = earlier(next, open)
	}
	return told, next, err
}

// visit does with one plan what its time asks for. It returns what the agent
// shall be told, if anything, and the plan's next deadline while it has one.
func (d *Desk) visit(ctx context.Context, key string, now time.Time) (*pipeline.Feedback, time.Time, error) {
	plan, _, err := load[FlightPlan](ctx, d.cfg.Plans, key)
	if errors.Is(err, pipeline.ErrNotFound) {
		return nil, time.Time{}, nil // gone meanwhile
	}
	if err == nil && plan.late(now) {
		plan, err = d.expire(ctx, plan.ID, now)
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	switch {
	case plan.State == Expired && !plan.Told:
		f := expiredFeedback(plan)
		if err := d.cfg.Tell.Notify(ctx, expired(plan)); err != nil {
			return &f, time.Time{}, fmt.Errorf("tell of plan %s: %w", plan.ID, err)
		}
		return &f, time.Time{}, nil
	case plan.State == Held:
		return nil, plan.Deadline, nil
	case plan.State == Approved:
		return nil, plan.ExecuteBy, nil
	default:
		return nil, time.Time{}, d.forget(ctx, plan, now)
	}
}

// awake leaves out the plans that sleep until they may be forgotten, and
// forgets about those that are gone.
func (d *Desk) awake(keys []string, now time.Time) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	asleep := make(map[string]time.Time, len(d.asleep))
	out := make([]string, 0, len(keys))
	for _, key := range keys {
		if until, ok := d.asleep[key]; ok && now.Before(until) {
			asleep[key] = until
		} else {
			out = append(out, key)
		}
	}
	d.asleep = asleep
	return out
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// expire ends one plan, unless somebody answered it just in time.
func (d *Desk) expire(ctx context.Context, id string, now time.Time) (FlightPlan, error) {
	return change(ctx, d.cfg.Plans, id, func(p *FlightPlan) error {
		if !p.late(now) {
			return errUnchanged
		}
		p.Reason = reasonUnanswered
		if p.State == Approved {
			p.Reason = reasonLate
		}
		p.State, p.Ended = Expired, now
		return nil
	})
}

// forget removes a plan that ended long ago, or lets it sleep until then. A
// spent one that never landed is kept as long, counted from its making, and
// stays awake: it may still land.
func (d *Desk) forget(ctx context.Context, p FlightPlan, now time.Time) error {
	ended := p.Ended
	if ended.IsZero() {
		ended = p.Created
	}
	until := ended.Add(d.cfg.Retention)
	if now.Before(until) {
		if !p.State.Open() {
			d.mu.Lock()
			d.asleep[p.ID] = until
			d.mu.Unlock()
		}
		return nil
	}
	bin, ok := d.cfg.Plans.(Deleter)
	if !ok {
		return nil
	}
	if err := bin.Delete(ctx, p.ID); err != nil && !errors.Is(err, pipeline.ErrNotFound) {
		return fmt.Errorf("forget plan %s: %w", p.ID, err)
	}
	return nil
}

// keys names every plan; none if the store cannot.
func (d *Desk) keys(ctx context.Context) ([]string, error) {
	list, ok := d.cfg.Plans.(Lister)
	if !ok {
		return nil, nil
	}
	keys, err := list.Keys(ctx)
	if err != nil {
		return nil, fmt.Errorf("list plans: %w", err)
	}
	return keys, nil
}

// all loads every plan that can be read.
func (d *Desk) all(ctx context.Context) ([]FlightPlan, error) {
	keys, err := d.keys(ctx)
	if err != nil {
		return nil, err
	}
	var out []FlightPlan
	var bad error
	for _, key := range keys {
		plan, _, err := load[FlightPlan](ctx, d.cfg.Plans, key)
		switch {
		case errors.Is(err, pipeline.ErrNotFound): // gone meanwhile
		case err != nil:
			bad = errors.Join(bad, err)
		default:
			out = append(out, plan)
		}
	}
	return out, bad
}

// Plans lists the plans in the given states, or all, oldest first. It is for
// approvers: the plans carry their tokens.
func (d *Desk) Plans(ctx context.Context, states ...State) ([]FlightPlan, error) {
	plans, err := d.all(ctx)
	return selectPlans(plans, states), err
}

// Plan loads one plan; pipeline.ErrNotFound if there is none.
func (d *Desk) Plan(ctx context.Context, id string) (FlightPlan, error) {
	if !validID(id) {
		return FlightPlan{}, fmt.Errorf("plan: %w", pipeline.ErrNotFound)
	}
	plan, _, err := load[FlightPlan](ctx, d.cfg.Plans, id)
	return plan, err
}

// Withdraw takes a plan back that has not been spent, for who asked for it or
// for an operator, and returns what the agent is told.
func (d *Desk) Withdraw(ctx context.Context, id string, by pipeline.Principal, reason string) (pipeline.Feedback, error) {
	plan, err := change(ctx, d.cfg.Plans, id, func(p *FlightPlan) error {
		if p.State != Held && p.State != Approved {
			return refusal(pipeline.CodeInvalidRequest, RuleAnswered, p.standing(), "")
		}
		p.State, p.Ended, p.Reason = Withdrawn, d.cfg.Now(), "by "+string(by)
		if reason != "" {
			p.Reason += ": " + reason
		}
		return nil
	})
	if err != nil {
		return pipeline.Feedback{}, err
	}
	n := about(plan, NoticeAnswered, plan.Ended)
	n.To, n.Answer, n.Comment = by, "withdraw", plan.Reason
	if err := d.cfg.Tell.Notify(ctx, n); err != nil {
		return pipeline.Feedback{}, fmt.Errorf("tell of plan %s: %w", plan.ID, err)
	}
	return withdrawnFeedback(plan), nil
}
