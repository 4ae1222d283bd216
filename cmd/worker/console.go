package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/console"
	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

// newConsole opens the desk of package console. What it can do the other
// subcommands can as well; it only shows it better.
func newConsole(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "console",
		Short: "The approver's desk on the whole terminal",
		Long: `The approver's desk on the whole terminal: the flight plans that wait, one plan
in full, and a tail of what happens. It begins by observing; in a plan, once all
of it was shown, a and then y lets it fly, and r with a reason ends it. Without
a terminal, "worker plans", "approve" and "reject" do the same.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.console(cmd.Context()) },
	}
}

// console connects as an approver and hands over the terminal, without which it
// refuses: it draws on the whole screen and takes single keys for answers.
func (a *app) console(ctx context.Context) error {
	if !isTerminal(a.Stdin) || !isTerminal(a.Stdout) {
		return usage(errors.New("the console needs a terminal; \"worker plans\" lists what waits without one"))
	}
	c, l, err := a.dial(ctx, pipeline.RoleApprover)
	if err != nil {
		return err
	}
	defer c.Close()
	return console.Run(ctx, console.Config{
		Desk: approverDesk{client: c, codec: event.Codec{MaxBytes: 8 * int(l.Config.Limits.Event)}, now: a.Now},
		Who:  c.Name(), In: a.Stdin, Out: a.Stdout, Environ: a.Environ, Now: a.Now,
	})
}

// deskWait is how long the workers may take to say which plans wait.
const deskWait = 10 * time.Second

// approverDesk is one approver's way to the workers, as the console wants it.
type approverDesk struct {
	client *bus.Client
	codec  event.Codec
	now    func() time.Time
}

var _ console.Desk = approverDesk{}

// Plans implements console.Desk.
func (d approverDesk) Plans(ctx context.Context) ([]console.Plan, error) {
	ctx, cancel := context.WithTimeout(ctx, deskWait)
	defer cancel()
	reply, err := ask(ctx, d.client, query{Op: queryPlans})
	if err != nil {
		return nil, err
	}
	var plans []console.Plan
	for _, p := range reply.Plans {
		plans = append(plans, console.Plan{
			ID: p.ID, Token: p.Token, Digest: p.Digest.String(), Session: p.Session, Agent: p.Agent, Rule: p.Rule,
			Summary: p.Summary, Text: p.Text, Deadline: p.Deadline, Quorum: p.Quorum, By: p.By,
		})
	}
	return plans, nil
}

// Answer implements console.Desk.
func (d approverDesk) Answer(ctx context.Context, p console.Plan, approve bool, reason string) (console.Notice, error) {
	kind := hitl.Reject
	if approve {
		kind = hitl.Approve
	}
	said, err := sendAnswer(ctx, d.client, d.codec, event.Envelope{ID: newID(), Session: p.Session, At: d.now()}, event.Answer{
		Plan: p.ID, Token: p.Token, Answer: string(kind), Reason: reason, Digest: p.Digest,
	})
	if err != nil {
		return console.Notice{}, err
	}
	return console.Notice{At: said.At, Text: answerText(said)}, nil
}

// Notices implements console.Desk.
func (d approverDesk) Notices(ctx context.Context) (<-chan console.Notice, error) {
	notices := make(chan console.Notice, 64)
	stop, err := d.client.Subscribe(ctx, d.client.Subjects().AllPlans(), func(m pipeline.Message) {
		p, ok := planNotice(d.codec, m)
		if !ok {
			return
		}
		select {
		case notices <- console.Notice{At: p.At, Text: "plan " + p.Kind + " " + p.Plan + " of " + string(p.Agent) + ": " + planText(p)}:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, stop)
	return notices, nil
}
