package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

// answerWait is how long the desk may take to say what became of an answer.
const answerWait = 15 * time.Second

func newApprove(a *app) *cobra.Command {
	var reason string
	var yes bool
	cmd := &cobra.Command{
		Use:   "approve ID",
		Short: "Show a flight plan in full and let it fly",
		Long: `Show a flight plan in full and let it fly. The answer names the digest of what
was shown, so that nothing else can be approved by it. On a terminal the
command asks first, unless --yes.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.answer(cmd.Context(), args[0], hitl.Approve, reason, yes)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "a word to the agent and the record")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask again")
	return cmd
}

func newReject(a *app) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "End a flight plan; the reason is told to the agent",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.answer(cmd.Context(), args[0], hitl.Reject, reason, true)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, and what to do instead")
	return cmd
}

func (a *app) answer(ctx context.Context, id string, kind hitl.AnswerKind, reason string, yes bool) error {
	c, l, err := a.dial(ctx, pipeline.RoleApprover)
	if err != nil {
		return err
	}
	defer c.Close()
	plan, err := findPlan(ctx, c, id)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, strings.TrimRight(plan.Text, "\n"))
	if !yes && isTerminal(a.Stdin) && !a.confirm() {
		return &exitError{code: exitFailed, err: errors.New("not answered")}
	}
	codec := event.Codec{MaxBytes: int(l.Config.Limits.Event)}
	encoded, err := codec.Answer(event.Envelope{ID: newID(), Session: plan.Session, At: a.Now()}, event.Answer{
		Plan: plan.ID, Token: plan.Token, Answer: string(kind), Reason: reason, Digest: plan.Digest.String(),
	})
	if err != nil {
		return err
	}
	notices := make(chan event.Plan, 16)
	stop, err := c.Subscribe(ctx, c.Subjects().AllPlans(), func(m pipeline.Message) {
		if p, ok := planNotice(codec, m); ok && p.To == c.Name() && p.Plan == plan.ID {
			select {
			case notices <- p:
			default: // the first one is enough
			}
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	if err := c.Publish(ctx, c.Subjects().Answer(c.Name()), encoded.Header, encoded.Body); err != nil {
		return err
	}
	return a.await(ctx, c, notices)
}

// await waits for the desk's word on the answer that was just sent.
func (a *app) await(ctx context.Context, c *bus.Client, notices <-chan event.Plan) error {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	select {
	case p := <-notices:
		if p.Error != nil {
			return &exitError{code: exitOfCode(p.Error.Code), err: p.Error}
		}
		_, err := fmt.Fprintf(a.Stdout, "%s: %s by %s; the plan is %s\n", p.Plan, past(p.Answer), c.Name(), p.State)
		return err
	case <-ctx.Done():
		return errors.New("the answer is stored, but no worker took it yet; \"worker watch\" shows when one does")
	}
}

func past(answer string) string {
	if answer == string(hitl.Approve) {
		return "approved"
	}
	return "rejected"
}

// planNotice reads an event about a flight plan; false for anything else.
func planNotice(codec event.Codec, m pipeline.Message) (event.Plan, bool) {
	s, err := codec.Decode(m)
	if err != nil {
		return event.Plan{}, false
	}
	kind, ok := event.PlanKind(s.Type)
	if !ok {
		return event.Plan{}, false
	}
	p, err := event.Read[event.Plan](s)
	p.Kind = kind
	return p, err == nil
}

// confirm asks; only a clear yes is one. What a person cannot type is no.
func (a *app) confirm() bool {
	fmt.Fprint(a.Stdout, "approve this? [y/N] ")
	line, err := bufio.NewReader(a.Stdin).ReadString('\n')
	return err == nil && (strings.TrimSpace(line) == "y" || strings.TrimSpace(line) == "yes")
}
