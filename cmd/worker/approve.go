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

// The most that a grant may be given for, as the desk takes it.
//
// A longer or more frequent one is refused here already, with the words of a
// flag instead of those of an event.
const (
	mostGrant = 30 * 24 * time.Hour
	mostUses  = 1000
)

// newApprove is the consent of a person. What is approved is the digest of the
// plan that this very command has printed: should the plan change between the
// two, the desk refuses the answer.
func newApprove(a *app) *cobra.Command {
	var reason string
	var yes bool
	var terms event.GrantTerms
	var lasts time.Duration
	cmd := &cobra.Command{
		Use:   "approve ID",
		Short: "Show a flight plan in full and let it fly",
		Long: `Show a flight plan in full and let it fly. The answer names the digest of what
was shown, so that nothing else can be approved by it. The command asks first,
unless --yes, and only a y or yes on standard input lets it fly.

With --grant the same agent may do exactly the same again for that long without
asking, --uses times, unless the rules change or "worker grants revoke" ends it.
What cannot be seen for certain is approved each time.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var grant *event.GrantTerms
			if cmd.Flags().Changed("grant") {
				if lasts < time.Second || lasts > mostGrant || terms.Uses < 1 || terms.Uses > mostUses {
					return usage(fmt.Errorf("a grant is for 1 to %d --uses within 1s to %s", mostUses, mostGrant))
				}
				terms.Seconds = int(lasts / time.Second)
				grant = &terms
			} else if cmd.Flags().Changed("uses") {
				return usage(errors.New("--uses needs --grant, which says for how long"))
			}
			return a.answer(cmd.Context(), args[0], event.Answer{Answer: string(hitl.Approve), Reason: reason, Grant: grant}, yes)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "a word to the agent and the record")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask again")
	cmd.Flags().DurationVar(&lasts, "grant", 0, "let exactly this fly again for so long without asking, as in 2h")
	cmd.Flags().IntVar(&terms.Uses, "uses", 10, "how often a grant may be used, this time not counted")
	return cmd
}

// newReject never asks: nothing happens by a no that a second no could not
// mend.
func newReject(a *app) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "End a flight plan; the reason is told to the agent",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.answer(cmd.Context(), args[0], event.Answer{Answer: string(hitl.Reject), Reason: reason}, true)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, and what to do instead")
	return cmd
}

// answer shows a plan, asks unless yes is set, and sends the answer as an
// approver. It fills in what binds the answer to the plan: its id, its token
// and the digest of what was shown. Whether the approver may answer is for the
// desk to say, which knows who asked and how many must agree.
func (a *app) answer(ctx context.Context, id string, word event.Answer, yes bool) error {
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
	if g := word.Grant; g != nil {
		fmt.Fprintf(a.Stdout, "\nGrant: the same again for agent %s, %d times within %s\n", plan.Agent, g.Uses, time.Duration(g.Seconds)*time.Second)
	}
	if !yes && !a.confirm() {
		return &exitError{code: exitFailed, err: errors.New("not answered: nobody said yes (--yes says so beforehand)")}
	}
	word.Plan, word.Token, word.Digest = plan.ID, plan.Token, plan.Digest.String()
	said, err := sendAnswer(ctx, c, event.Codec{MaxBytes: int(l.Config.Limits.Event)}, event.Envelope{ID: newID(), Session: plan.Session, At: a.Now()}, word)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.Stdout, answerText(said))
	return err
}

// sendAnswer answers a flight plan and waits for the desk's word on that. It
// listens before it speaks, so that a fast desk is not missed. An error of the
// desk comes back with its exit code; a desk that is silent is no refusal, as
// the answer lies in a stream until a worker takes it.
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
