package main

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"passepartout/actuators/tui"
	"passepartout/bus"
	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

// post carries what the rooms say to the bus, as events. It meets their ports
// and knows nothing but how to write an event and where it goes.
type post struct {
	bus   *bus.Bus
	codec event.Codec
	log   zerolog.Logger
	now   func() time.Time
	mark  *watermark // nil: nothing is counted
}

var (
	_ pipeline.Outbox = post{}
	_ hitl.Notifier   = post{}
	_ tui.Delivery    = terminals{}
)

// Publish implements pipeline.Outbox.
func (p post) Publish(ctx context.Context, f pipeline.Feedback) error {
	e, err := p.codec.Feedback(f)
	if err != nil {
		return err
	}
	return p.bus.Publish(ctx, p.bus.Subjects().Feedback(f.To, f.Session, f.Kind), e.Header, e.Body)
}

// Bury implements pipeline.Outbox.
func (p post) Bury(ctx context.Context, m pipeline.Message, why *pipeline.Error) error {
	e, err := p.codec.Dead(m, why, p.now())
	if err != nil {
		return err
	}
	return p.bus.Publish(ctx, p.bus.Subjects().Dead(string(why.Code)), e.Header, e.Body)
}

// Notify implements hitl.Notifier. The fields of a notice and of a plan event
// are the same, so that the compiler sees when they part.
func (p post) Notify(ctx context.Context, n hitl.Notice) error {
	e, err := p.codec.Plan(event.Plan(n))
	if err != nil {
		return err
	}
	return p.bus.Publish(ctx, p.bus.Subjects().Plan(n.Agent, n.Plan), e.Header, e.Body)
}

// Append implements the audit's log. Each record says how far the accounts have
// been written by then.
func (p post) Append(ctx context.Context, kind pipeline.StepKind, id string, body []byte) error {
	e, err := p.codec.Audit(kind, id, body, p.now())
	if err != nil {
		return err
	}
	if p.mark != nil {
		e.Header[headerMark] = []string{p.mark.String()}
	}
	return p.bus.Publish(ctx, p.bus.Subjects().Audit(kind), e.Header, e.Body)
}

// Deliver sends a message to the people of a session, as feedback that they
// and the agent can read whenever they look.
func (p post) Deliver(ctx context.Context, to pipeline.Principal, session, text string) error {
	return p.Publish(ctx, pipeline.Feedback{
		Kind: pipeline.Notice, To: to, Session: session, Text: text, At: p.now(),
		Key: strings.ToLower(rand.Text()),
	})
}

// Sink is where the live output of a proposal goes.
func (p post) Sink(pr pipeline.Proposal) pipeline.Sink {
	return &live{post: p, signal: pr.Signal, subject: p.bus.Subjects().Output(pr.Signal.Principal, pr.Signal.Session, pr.ID)}
}

// live publishes pieces of output to whoever listens now.
type live struct {
	post
	signal  pipeline.Signal
	subject string
}

// Write implements pipeline.Sink. A piece that cannot be sent is lost: the
// result is the truth, and the sequence number shows the gap.
func (l *live) Write(c pipeline.Chunk) {
	e, err := l.codec.Output(l.signal, c)
	if err == nil {
		err = l.bus.PublishLive(l.subject, e.Header, e.Body)
	}
	if err != nil {
		l.log.Debug().Err(err).Str("request", l.signal.ID).Int64("seq", c.Seq).Msg("live output lost")
	}
}

// terminals reaches people who sit at a terminal now.
type terminals struct{ post }

// Deliver implements tui.Delivery.
func (t terminals) Deliver(ctx context.Context, to pipeline.Principal, session, text string) error {
	heard, err := t.send(ctx, to, session, text)
	if err == nil && !heard {
		err = tui.ErrNobody
	}
	return err
}

// Live implements reason.Terminals by asking the bus whether anybody listens.
// An empty text is what terminals do not show.
func (t terminals) Live(ctx context.Context, to pipeline.Principal, session string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	heard, err := t.send(ctx, to, session, "")
	return err == nil && heard
}

func (t terminals) send(ctx context.Context, to pipeline.Principal, session, text string) (bool, error) {
	e, err := t.codec.Feedback(pipeline.Feedback{
		Kind: pipeline.Notice, To: to, Session: session, Text: text, At: t.now(), Key: strings.ToLower(rand.Text()),
	})
	if err != nil {
		return false, err
	}
	return t.bus.PublishHeard(ctx, t.bus.Subjects().Terminal(to, session), e.Header, e.Body)
}
