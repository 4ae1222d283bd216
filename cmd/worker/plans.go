package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/display"
	"passepartout/pipeline"
)

// newPlans asks as an approver: a plan bears the token of its answer, which
// nobody else may read.
func newPlans(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "plans [ID]",
		Short: "List the flight plans that wait for a person, or show one in full",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, _, err := a.dial(cmd.Context(), pipeline.RoleApprover)
			if err != nil {
				return err
			}
			defer c.Close()
			if len(args) == 1 {
				p, err := findPlan(cmd.Context(), c, args[0])
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(a.Stdout, p)
				}
				_, err = fmt.Fprintln(a.Stdout, strings.TrimRight(p.Text, "\n"))
				return err
			}
			reply, err := ask(cmd.Context(), c, query{Op: queryPlans})
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.Stdout, append([]planRow{}, reply.Plans...))
			}
			return a.planTable(reply.Plans)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// planTable shows one line a plan. A line is a glance, not a consent: what is
// too long ends in … and "worker plans ID" shows all of it.
func (a *app) planTable(plans []planRow) error {
	if len(plans) == 0 {
		_, err := fmt.Fprintln(a.Stdout, "no flight plan waits")
		return err
	}
	var rows [][]string
	for _, p := range plans {
		left := p.Deadline.Sub(a.Now()).Round(time.Second)
		rows = append(rows, []string{p.ID, string(p.Agent), left.String(), p.Rule, clip(display.Line(p.Summary), 72)})
	}
	return table(a.Stdout, []string{"PLAN", "AGENT", "LEFT", "RULE", "WHAT"}, rows)
}

// clip shortens a text to so many cells of a terminal, the sign of it included.
// Cells are not characters: some take two, see package display.
func clip(s string, cells int) string {
	if display.Width(s) <= cells {
		return s
	}
	return display.Wrap(s, cells-1)[0] + "…"
}

// findPlan finds an open plan by its id or an unambiguous beginning of it.
//
// An ambiguous beginning is wrong usage and never a guess: the next step may be
// an approval.
func findPlan(ctx context.Context, c *bus.Client, id string) (planRow, error) {
	reply, err := ask(ctx, c, query{Op: queryPlans})
	if err != nil {
		return planRow{}, err
	}
	var found []planRow
	for _, p := range reply.Plans {
		if p.ID == id {
			return p, nil
		}
		if id != "" && strings.HasPrefix(p.ID, id) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return planRow{}, fmt.Errorf("no open flight plan %q: it does not exist, was answered, or expired; \"worker plans\" lists the open ones", id)
	default:
		return planRow{}, usage(errors.New("more than one flight plan begins with " + id))
	}
}
