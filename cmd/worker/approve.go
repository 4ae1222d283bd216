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
	said, err := sendAnswer(ctx, c, event.Codec{MaxBytes: int(l.Config.Limits.Event)}, event.Envelope{ID: newID(), Session: plan.Session, At: a.Now()}, event.Answer{
		Plan: plan.ID, Token: plan.Token, Answer: string(kind), Reason: reason, Digest: plan.Digest.String(),
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.Stdout, answerText(said))
	return err
}

// sendAnswer answers a flight plan and waits for the desk's word on that.
func sendAnswer(ctx context.Context, c *bus.Client, codec event.Codec, e event.Envelope, answer event.Answer) (event.Plan, error) {
	encoded, err := codec.Answer(e, answer)
	if err != nil {
		return event.Plan{}, err
	}
	notices := make(chan event.Plan, 16)
	stop, err := c.Subscribe(ctx, c.Subjects().AllPlans(), func(m pipeline.Message) {
		if p, ok := planNotice(codec, m); ok && p.To == c.Name() && p.Plan == answer.Plan {
			select {
			case notices <- p:
			default: // one is enough
			}
		}
	})
	if err != nil {
		return event.Plan{}, err
	}
	defer stop()
	if err := c.Publish(ctx, c.Subjects().Answer(c.Name()), encoded.Header, encoded.Body); err != nil {
		return event.Plan{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	select {
	case p := <-notices:
		if p.Error != nil {
			return p, &exitError{code: exitOfCode(p.Error.Code), err: p.Error}
		}
		return p, nil
	case <-ctx.Done():
		return event.Plan{}, errors.New("the answer is stored, but no worker took it yet; \"worker watch\" shows when one does")
	}
}

// answerText says what an answer did.
func answerText(p event.Plan) string {
	return fmt.Sprintf("%s: %s by %s; the plan is %s", p.Plan, past(p.Answer), p.To, p.State)
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
