package hitl

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"passepartout/pipeline"
)

// Grant is a standing answer: within its scope a hold is lifted without asking
// again, a number of times, until it expires or is revoked. It never lifts a
// deny, and it is void when the policy that was in force changes, and when its
// giver may no longer approve.
type Grant struct {
	ID      string             `json:"id"`
	Scope   Scope              `json:"scope"`
	By      pipeline.Principal `json:"by"`
	Reason  string             `json:"reason,omitempty"`
	Plan    string             `json:"plan,omitempty"`    // the flight plan with whose answer it was given
	Summary string             `json:"summary,omitempty"` // of that, for people
	Created time.Time          `json:"created"`
	Expires time.Time          `json:"expires"`
	Uses    int                `json:"uses"`           // how often it may be used, at least 1
	Used    []string           `json:"used,omitempty"` // the proposals that it was used for
	Revoked *Revocation        `json:"revoked,omitempty"`
}

// Revocation says who took a grant back.
type Revocation struct {
	By pipeline.Principal `json:"by"`
	At time.Time          `json:"at"`
}

// Scope is what a grant covers. All that is given must match; Agent and Policy
// are required, and either Digest or Effects.
type Scope struct {
	Agent   pipeline.Principal `json:"agent"`
	Session string             `json:"session,omitempty"` // empty: any
	Target  string             `json:"target,omitempty"`  // empty: any
	Op      string             `json:"op,omitempty"`
	Policy  string             `json:"policy"`            // version of the rules in force
	Digest  pipeline.Digest    `json:"digest,omitzero"`   // exactly this, again
	Effects []EffectScope      `json:"effects,omitempty"` // every effect matches one of these
	Holds   []string           `json:"holds,omitempty"`   // the only "gate/rule" whose holds it lifts; none: any
}

// EffectScope matches effects that are known for certain. Unknown effects and
// code that cannot be inspected are never covered by a pattern, only by a
// digest.
type EffectScope struct {
	Kind   pipeline.EffectKind `json:"kind"`
	Object string              `json:"object"`         // as path.Match; a trailing /** covers all below
	By     string              `json:"by,omitempty"`   // the program; empty: any
	Mark   string              `json:"mark,omitempty"` // must be this mark; empty: no mark at all
}

// The bounds of a grant.
const (
	maxUses     = 1000
	maxLifetime = 30 * 24 * time.Hour
)

// Covers reports whether the grant lifts a hold of p now.
func (g Grant) Covers(p pipeline.Proposal, now time.Time) bool {
	if g.Revoked != nil || !now.Before(g.Expires) {
		return false
	}
	if len(g.Used) >= g.Uses && !slices.Contains(g.Used, p.ID) {
		return false
	}
	return !samePerson(g.By, p.Signal.Principal) && g.Scope.covers(p)
}

func (s Scope) covers(p pipeline.Proposal) bool {
	switch {
	case s.Agent == "" || s.Agent != p.Signal.Principal,
		s.Policy == "" || s.Policy != p.Policy,
		s.Session != "" && s.Session != p.Signal.Session,
		s.Target != "" && !strings.EqualFold(s.Target, p.Action.Target),
		s.Op != "" && s.Op != p.Action.Op:
		return false
	}
	if !s.Digest.IsZero() {
		return s.Digest == p.Digest()
	}
	if len(p.Effects) == 0 || len(s.Effects) == 0 {
		return false
	}
	for _, e := range p.Effects {
		if !slices.ContainsFunc(s.Effects, func(es EffectScope) bool { return es.covers(e) }) {
			return false
		}
	}
	return true
}

func (s EffectScope) covers(e pipeline.Effect) bool {
	if e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode || !e.Certain || e.Kind != s.Kind ||
		e.Mark != s.Mark || s.By != "" && s.By != e.By {
		return false
	}
	if below, ok := strings.CutSuffix(s.Object, "/**"); ok {
		return path.Clean(e.Object) == e.Object && (e.Object == below || strings.HasPrefix(e.Object, below+"/"))
	}
	ok, err := path.Match(s.Object, e.Object)
	return ok && err == nil
}

// Allow stores a grant. Its giver must be a person other than the agent.
func (d *Desk) Allow(ctx context.Context, g Grant) (Grant, error) {
	now := d.cfg.Now()
	switch {
	case d.cfg.Grants == nil:
		return Grant{}, &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "this worker keeps no grants"}
	case g.By == "" || g.Scope.Agent == "" || samePerson(g.By, g.Scope.Agent):
		return Grant{}, wrong("scope.agent", "a grant is given by one principal to another", "")
	case g.Scope.Policy == "" || g.Scope.Digest.IsZero() && len(g.Scope.Effects) == 0:
		return Grant{}, wrong("scope", "a grant names the policy version, and a digest or effects", "")
	case g.Uses < 1 || g.Uses > maxUses:
		return Grant{}, wrong("uses", fmt.Sprintf("a grant has 1 to %d uses", maxUses), "")
	case !g.Expires.After(now) || g.Expires.After(now.Add(maxLifetime)):
		return Grant{}, wrong("expires", "a grant expires within 30 days", "")
	}
	g.ID, g.Created, g.Used, g.Revoked = planID(d.cfg.Token(), 0), now, nil, nil
	return g, create(ctx, d.cfg.Grants, g.ID, g)
}

// Revoke takes a grant back. Revoking twice is no error.
func (d *Desk) Revoke(ctx context.Context, id string, by pipeline.Principal) (Grant, error) {
	if d.cfg.Grants == nil {
		return Grant{}, fmt.Errorf("grant %s: %w", id, pipeline.ErrNotFound)
	}
	return change(ctx, d.cfg.Grants, id, func(g *Grant) error {
		if g.Revoked != nil {
			return errUnchanged
		}
		g.Revoked = &Revocation{By: by, At: d.cfg.Now()}
		return nil
	})
}

// Grants lists all grants, revoked and expired ones, too.
func (d *Desk) Grants(ctx context.Context) ([]Grant, error) {
	list, ok := d.cfg.Grants.(Lister)
	if !ok {
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
		switch {
		case errors.Is(err, pipeline.ErrNotFound):
		case err != nil:
			return out, err
		default:
			out = append(out, g)
		}
	}
	return out, nil
}
