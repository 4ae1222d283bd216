// Package egress judges what leaves the machine: connections to hosts that the
// operator did not allow, and credentials or tagged data that could leave,
// also to an allowed host.
//
// It sees one proposal at a time. When the same proposal reads a secret and
// opens any connection that leaves this machine, or uploads at all, the data
// could leave, so it is held. Reading now and sending later in another request
// is for the sandbox's network rules, not for this gate.
//
// A known host is not a known daemon: what reaches a control port (see
// control.go) is held on every host, until the operator names that port.
package egress

import (
	"context"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Config is what the operator says.
type Config struct {
	Allowed *zone.Hosts // hosts that may be reached; nil: none
	Zones   *zone.Map   // where secrets lie; nil: every read counts as one
	Tagged  []zone.Glob // further paths whose data must not leave
}

// Gate is the judge.
type Gate struct {
	config   Config
	local    *zone.Hosts
	controls []control // sorted by port
}

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge. The error is for a build that cannot read its own list.
func New(c Config) (*Gate, error) {
	local, err := zone.ParseHosts([]string{"localhost"})
	if err != nil {
		return nil, err
	}
	return &Gate{config: c, local: local, controls: controls()}, nil
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "egress", Doc: "Holds connections to hosts that are not allowed, and secrets that could leave.", Priority: 930}
}

// Check looks at all effects together.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	var leaves, uploads, foreign, secret bool
	daemon := ""
	for i := range p.Effects {
		e := &p.Effects[i]
		if e.Kind == pipeline.KindConnect {
			foreign = foreign || g.config.Allowed == nil || !g.config.Allowed.Holds(e.Object)
			leaves = leaves || !g.local.Holds(e.Object)
			if daemon == "" && !foreign {
				daemon = g.commands(&p, e)
			}
		}
		uploads = uploads || e.Mark == "upload"
		secret = secret || g.sensitive(e)
	}
	switch {
	case secret && (leaves || uploads):
		return hold("secret-leaves", "it reads credentials or tagged data and could send them away", "do not combine reading secrets with network access"), nil
	case foreign:
		return hold("foreign-host", "it connects to a host that the operator did not allow", "the operator keeps the list hosts.allow"), nil
	case daemon != "":
		return hold("control-port", "it reaches "+daemon, "the operator may clear the port by naming it in hosts.allow, as in localhost:9200"), nil
	}
	return pipeline.Verdict{Gate: "egress", Outcome: pipeline.Allow}, nil
}

func (g *Gate) sensitive(e *pipeline.Effect) bool {
	if e.Kind == pipeline.KindSecret || e.Mark == "credential" {
		return true
	}
	if e.Kind != pipeline.KindRead || e.Mark == "metadata" {
		return false
	}
	if g.config.Zones == nil {
		return true
	}
	deep := e.Mark == "recursive"
	if c := g.config.Zones.Of(e.Object, deep); c == zone.Secret || c == zone.Runtime || c == zone.Unknown {
		return true
	}
	for _, t := range g.config.Tagged {
		if deep && t.TouchesBelow(e.Object) || t.Touches(e.Object) {
			return true
		}
	}
	return false
}

func hold(rule, reason, hint string) pipeline.Verdict {
	return pipeline.Verdict{Gate: "egress", Outcome: pipeline.Hold, Rule: rule, Reason: reason, Hint: hint}
}
