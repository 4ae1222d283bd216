package hitl

import (
	"context"
	"fmt"

	"passepartout/pipeline"
)

// Spend hands out the approval for a proposal, as act asks for it. Spending
// again for the same proposal gives the same approval until its deadline,
// because the journal lets one request act once; after it has landed there is
// none. dec is the decision of the last mile: a plan's approval is for this
// very request and lifts whatever holds it, a grant only what its giver was
// shown. ErrHeld: nobody approved it. ErrChanged: what was approved, or
// decided, is something else. ErrExpired: too late.
func (d *Desk) Spend(ctx context.Context, p pipeline.Proposal, dec pipeline.Decision) (*pipeline.Approval, error) {
	digest := p.Digest()
	if digest.IsZero() || dec.Proposal != digest {
		return nil, fmt.Errorf("spend for %s: %w", p.ID, pipeline.ErrChanged)
	}
	plans, err := d.plansOf(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	why, open := pipeline.ErrHeld, true
	for _, plan := range plans {
		switch {
		case plan.Decision.Proposal == digest && (plan.State == Approved || plan.State == Spent):
			return d.spendPlan(ctx, plan.ID, digest)
		case plan.Decision.Proposal == digest && plan.State == Expired && plan.Reason == reasonLate:
			why, open = pipeline.ErrExpired, false
		case plan.Decision.Proposal == digest && (plan.State == Rejected || plan.State == Expired || plan.State == Landed):
			open = false // this very request has ended: no grant revives it
		case plan.State == Approved || plan.State == Spent:
			why, open = pipeline.ErrChanged, false
		}
	}
	if open { // no person was asked for this, or none has decided
		if approval, err := d.spendGrant(ctx, p, dec); approval != nil || err != nil {
			return approval, err
		}
	}
	return nil, fmt.Errorf("spend for %s: %w", p.ID, why)
}

func (d *Desk) spendPlan(ctx context.Context, id string, digest pipeline.Digest) (*pipeline.Approval, error) {
	now := d.cfg.Now()
	plan, err := change(ctx, d.cfg.Plans, id, func(p *FlightPlan) error {
		switch {
		case p.State != Approved && p.State != Spent:
			return pipeline.ErrHeld
		case !now.Before(p.ExecuteBy):
			return pipeline.ErrExpired
		case p.State == Spent:
			return errUnchanged
		}
		p.State = Spent
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("spend plan %s: %w", id, err)
	}
	return &pipeline.Approval{Proposal: digest, By: plan.Approvers(), Plan: plan.ID, Expires: plan.ExecuteBy}, nil
}
