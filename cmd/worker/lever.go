package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"passepartout/display"
	"passepartout/event"
	"passepartout/pipeline"
)

// The levers that an operator can pull.
const (
	leverPause  = "pause"
	leverResume = "resume"
	leverRevoke = "revoke" // a grant
	leverRefill = "refill" // what counts against an agent
)

// leverReply is what an operator hears.
//
// An error means that nothing was pulled, or that the record could not be
// written.
type leverReply struct {
	OK    bool            `json:"ok"`
	Error *pipeline.Error `json:"error,omitempty"`
}

// control serves operators: a control event comes in, a reply goes out, and
// the record has it in between.
func (h *house) control(ctx context.Context, m pipeline.Message) []byte {
	reply := leverReply{OK: true}
	if err := h.pull(ctx, m); err != nil {
		reply = leverReply{Error: pipeline.AsError(err)}
	}
	body, err := json.Marshal(reply)
	if err != nil {
		return []byte(`{"ok":false}`)
	}
	return body
}

// pull checks the event as any other, moves the lever and writes the record. In
// this order: a pause must hold even if the record is full, and whoever pulled
// it hears of that as an error.
func (h *house) pull(ctx context.Context, m pipeline.Message) error {
	s, err := h.line.Perceive.Perceive(ctx, m)
	if err != nil {
		return err
	}
	c, err := event.Read[event.Control](s)
	if err != nil {
		return err
	}
	object := string(c.Principal)
	switch c.Op {
	case leverRevoke:
		object, err = "grant "+c.Object, h.revoke(ctx, s.Principal, c.Object)
	case leverRefill:
		if c.Session != "" {
			object += " session " + c.Session
		}
		err = h.accounts.refill(ctx, c.Principal, c.Session)
	default:
		err = h.switches.pull(ctx, s.Principal, c, h.now())
	}
	if err != nil {
		return err
	}
	return h.line.Record.Record(ctx, pipeline.Step{
		Kind: pipeline.StepOperated, Signal: s, By: s.Principal, Note: c.Op + " " + object + ": " + c.Reason,
	})
}

func newPause(a *app) *cobra.Command {
	return newLever(a, leverPause, "pause [PRINCIPAL]", "Deny everything, or everything of one principal, until resumed")
}

func newResume(a *app) *cobra.Command {
	return newLever(a, leverResume, "resume [PRINCIPAL]", "End a pause")
}

// newLever is pause or resume; without a name it is for everybody.
func newLever(a *app, op, use, short string) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use: use, Short: short, Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lever := event.Control{Op: op, Reason: reason}
			if len(args) > 0 {
				lever.Principal = pipeline.Principal(args[0])
			}
			if err := a.sendLever(cmd.Context(), lever); err != nil {
				return err
			}
			whom := "everything"
			if len(args) > 0 {
				whom = display.Line(args[0])
			}
			_, err := fmt.Fprintf(a.Stdout, "%sd: %s\n", op, whom)
			return err
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for agents and the record")
	return cmd
}

// newRefill is the lever that makes an end of what counts against an agent.
func newRefill(a *app) *cobra.Command {
	lever := event.Control{Op: leverRefill}
	cmd := &cobra.Command{
		Use:   "refill PRINCIPAL",
		Short: "Give an agent its rate, quota and budgets anew, and close its breaker",
		Long: `Forget what counts against an agent: how often it asked, what its sessions
spent, and how often they were refused. With --session the budget and the
refusals of that session alone.

Restarting the worker does none of this. It is also the way out where one of
these records cannot be read.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lever.Principal = pipeline.Principal(args[0])
			if err := a.sendLever(cmd.Context(), lever); err != nil {
				return err
			}
			_, err := fmt.Fprintf(a.Stdout, "refilled: %s\n", display.Line(args[0]))
			return err
		},
	}
	cmd.Flags().StringVar(&lever.Session, "session", "", "`name` of the session (default: the agent and all of them)")
	cmd.Flags().StringVar(&lever.Reason, "reason", "", "why, for the record")
	return cmd
}

// sendLever pulls a lever as an operator and waits until it is pulled.
func (a *app) sendLever(ctx context.Context, lever event.Control) error {
	c, _, err := a.dial(ctx, pipeline.RoleOperator)
	if err != nil {
		return err
	}
	defer c.Close()
	e, err := event.Codec{}.Control(event.Envelope{ID: newID(), Source: clientSource, At: a.Now()}, lever)
	if err != nil {
		return err
	}
	answer, err := c.Request(ctx, c.Subjects().Control(c.Name()), e.Header, e.Body)
	if err != nil {
		return err
	}
	var reply leverReply
	if err := json.Unmarshal(answer.Body, &reply); err != nil {
		return fmt.Errorf("the worker's reply: %w", err)
	}
	if reply.Error != nil {
		return reply.Error
	}
	return nil
}
