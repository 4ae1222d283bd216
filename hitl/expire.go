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
func (d *Desk) Expire(ctx context.Context, now time.Time) (told []pipeline.Feedback, next time.Time, err error) {
	plans, err := d.all(ctx)
	for _, plan := range plans {
		if plan.late(now) {
			late, xerr := d.expire(ctx, plan.ID, now)
			if xerr != nil {
				err = errors.Join(err, xerr)
				continue
			}
			plan = late
		}
		switch {
		case plan.State == Expired && !plan.Told:
			if nerr := d.cfg.Tell.Notify(ctx, expired(plan)); nerr != nil {
				err = errors.Join(err, fmt.Errorf("tell of plan %s: %w", plan.ID, nerr))
			}
			told = append(told, expiredFeedback(plan))
		case plan.State == Held:
			next = earlier(next, plan.Deadline)
		case plan.State == Approved:
			next = earlier(next, plan.ExecuteBy)
		default:
			err = errors.Join(err, d.forget(ctx, plan, now))
		}
	}
	return told, next, err
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
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

// forget removes a plan that ended long ago. A spent one that never landed is
// kept as long, counted from its making.
func (d *Desk) forget(ctx context.Context, p FlightPlan, now time.Time) error {
	ended := p.Ended
	if ended.IsZero() {
		ended = p.Created
	}
	bin, ok := d.cfg.Plans.(Deleter)
	if !ok || now.Before(ended.Add(d.cfg.Retention)) {
		return nil
	}
	if err := bin.Delete(ctx, p.ID); err != nil && !errors.Is(err, pipeline.ErrNotFound) {
		return fmt.Errorf("forget plan %s: %w", p.ID, err)
	}
	return nil
}

// all loads every plan that can be read.
func (d *Desk) all(ctx context.Context) ([]FlightPlan, error) {
	list, ok := d.cfg.Plans.(Lister)
	if !ok {
		return nil, nil
	}
	keys, err := list.Keys(ctx)
	if err != nil {
		return nil, fmt.Errorf("list plans: %w", err)
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
