package hitl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"passepartout/pipeline"
)

// grantable says why an answer cannot be a grant, or nil. What a grant lets fly
// later must be what was shown: where code cannot be seen, or an effect is not
// certain, the same words may do something else tomorrow.
func (d *Desk) grantable(p FlightPlan, a slip) error {
	if a.Grant == nil {
		return nil
	}
	why := ""
	switch {
	case d.cfg.Grants == nil:
		why = "this worker keeps no grants"
	case p.Quorum > 1 || d.cfg.Quorum > 1:
		why = "more than one person must approve this, each time"
	case len(p.Proposal.Effects) == 0:
		why = "nothing is known of what this does"
	}
	for _, e := range p.Proposal.Effects {
		if e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode || !e.Certain {
			why = "what this does cannot be seen for certain, so that it may do something else the next time"
		}
	}
	if why == "" {
		return nil
	}
	return refusal(pipeline.CodeInvalidRequest, RuleNoGrant, why, "approve it without a grant")
}

// grant writes the grant that an answer asks for, once for one answer, and
// says so for the record. It is for exactly what was shown, and only for the
// agent that asked, under the rules that were in force.
func (d *Desk) grant(ctx context.Context, p FlightPlan, a Answer) (note string, err error) {
	if a.Grant == nil || a.Kind != Approve || d.cfg.Grants == nil {
		return "", nil
	}
	g := Grant{
		ID: planID("grant\x00"+p.ID+"\x00"+a.Event, 0), By: a.By, Reason: a.Reason, Created: a.At,
		Expires: a.At.Add(time.Duration(a.Grant.Seconds) * time.Second), Uses: a.Grant.Uses, Plan: p.ID, Summary: p.Proposal.Summary,
		Scope: Scope{
			Agent: p.Proposal.Signal.Principal, Target: p.Proposal.Action.Target, Op: p.Proposal.Action.Op,
			Policy: p.Proposal.Policy, Digest: p.Decision.Proposal, Holds: holds(p.Decision),
		},
	}
	if err := d.forgetGrants(ctx); err != nil {
		return "", err
	}
	if err := create(ctx, d.cfg.Grants, g.ID, g); err != nil && !errors.Is(err, pipeline.ErrExists) {
		return "", err
	}
	return fmt.Sprintf("grant %s for %s: the same again, %d times until %s", g.ID, g.Scope.Agent, g.Uses, stamp(g.Expires)), nil
}

// forgetGrants drops grants that expired long ago. They expire by the clock, so
// that none comes back to life if the answer that gave it is delivered again.
func (d *Desk) forgetGrants(ctx context.Context) error {
	forget, ok := d.cfg.Grants.(Deleter)
	if !ok {
		return nil
	}
	grants, err := d.Grants(ctx)
	if err != nil && ctx.Err() != nil {
		return err
	}
	for _, g := range grants {
		if d.cfg.Now().After(g.Expires.Add(d.cfg.Retention)) {
			if err := forget.Delete(ctx, g.ID); err != nil && !errors.Is(err, pipeline.ErrNotFound) {
				return fmt.Errorf("forget grant %s: %w", g.ID, err)
			}
		}
	}
	return nil
}

// Granted implements pipeline.Granter: a live grant covers the proposal. It
// spends nothing; the last mile does, after it has judged anew.
func (d *Desk) Granted(ctx context.Context, p pipeline.Proposal, dec pipeline.Decision) (bool, error) {
	if dec.Outcome != pipeline.Hold || dec.Proposal != p.Digest() {
		return false, nil
	}
	grants, err := d.covering(ctx, p, d.cfg.Now())
	if err != nil {
		return false, err
	}
	why := holds(dec)
	return slices.ContainsFunc(grants, func(g Grant) bool { return g.Scope.lifts(why) }), nil
}

// holds names the gates and rules that hold a proposal or one of its effects,
// each once.
func holds(d pipeline.Decision) []string {
	var out []string
	add := func(gate string, v pipeline.Verdict) {
		if one := gate + "/" + v.Rule; v.Outcome == pipeline.Hold && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	for _, v := range d.Verdicts {
		add(v.Gate, v)
		for _, e := range v.PerEffect {
			add(v.Gate, e)
		}
	}
	return out
}

// lifts reports whether the person who gave the grant was shown every reason of
// these. A run of refusals that holds everything, say, is a new one.
func (s Scope) lifts(why []string) bool {
	return len(s.Holds) == 0 || !slices.ContainsFunc(why, func(one string) bool { return !slices.Contains(s.Holds, one) })
}

// covering lists the grants that cover p. One that cannot be read covers
// nothing, and keeps no other from it.
func (d *Desk) covering(ctx context.Context, p pipeline.Proposal, now time.Time) ([]Grant, error) {
	list, ok := d.cfg.Grants.(Lister)
	if !ok || d.cfg.Quorum > 1 { // one person's word is not enough here
		return nil, nil
	}
	keys, err := list.Keys(ctx)
	if err != nil {
		return nil, fmt.Errorf("list grants: %w", err)
	}
	slices.Sort(keys)
	var out []Grant
	for _, key := range keys {
		g, _, err := load[Grant](ctx, d.cfg.Grants, key)
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		if err != nil || g.ID != key || !g.Covers(p, now) {
			continue
		}
		if still, err := d.mayApprove(g); err != nil {
			return nil, err
		} else if still {
			out = append(out, g)
		}
	}
	return out, nil
}

// mayApprove reports whether the giver of a grant still is who may give one. A
// name that was taken away and given out again is another person.
func (d *Desk) mayApprove(g Grant) (bool, error) {
	if d.cfg.Approver == nil {
		return true, nil
	}
	still, err := d.cfg.Approver(g.By, g.Created)
	if err != nil {
		return false, fmt.Errorf("look up %s, who gave grant %s: %w", g.By, g.ID, err)
	}
	return still, nil
}

// spendGrant uses the first grant that covers p and lifts every hold of dec;
// nil if there is none.
func (d *Desk) spendGrant(ctx context.Context, p pipeline.Proposal, dec pipeline.Decision) (*pipeline.Approval, error) {
	now, why := d.cfg.Now(), holds(dec)
	grants, err := d.covering(ctx, p, now)
	if err != nil {
		return nil, err
	}
	for _, g := range grants {
		if !g.Scope.lifts(why) {
			continue
		}
		used, err := change(ctx, d.cfg.Grants, g.ID, func(g *Grant) error {
			switch {
			case !g.Covers(p, now):
				return pipeline.ErrHeld // revoked or used up meanwhile
			case slices.Contains(g.Used, p.ID):
				return errUnchanged
			}
			g.Used = append(g.Used, p.ID)
			return nil
		})
		if errors.Is(err, pipeline.ErrHeld) {
			continue
		}
		if err != nil {
			return nil, err
		}
		until := now.Add(d.cfg.Execution)
		if used.Expires.Before(until) {
			until = used.Expires
		}
		return &pipeline.Approval{Proposal: dec.Proposal, By: []pipeline.Principal{used.By}, Grant: used.ID, Expires: until}, nil
	}
	return nil, nil // no grant, and nothing wrong
}
