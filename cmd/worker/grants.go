package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"passepartout/display"
	"passepartout/event"
	"passepartout/hitl"
	"passepartout/pipeline"
)

// newGrants shows and ends what approvals have granted. A grant is made by
// approve alone, and never here: it needs a plan that a person has seen.
func newGrants(a *app) *cobra.Command {
	return group("grants", "The standing answers that \"approve --grant\" gave", newGrantsList(a), newGrantsRevoke(a))
}

// newGrantsList asks as an operator, who may see grants without being able to
// give any.
func newGrantsList(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List grants, those that are over, too", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, _, err := a.dial(cmd.Context(), pipeline.RoleOperator)
			if err != nil {
				return err
			}
			defer c.Close()
			reply, err := ask(cmd.Context(), c, query{Op: queryGrants})
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.Stdout, append([]hitl.Grant{}, reply.Grants...))
			}
			return a.grantTable(reply.Grants)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// grantTable shows one line a grant. Names and summaries come from agents and
// are made safe for a terminal.
func (a *app) grantTable(grants []hitl.Grant) error {
	if len(grants) == 0 {
		_, err := fmt.Fprintln(a.Stdout, "there are no grants")
		return err
	}
	var rows [][]string
	for _, g := range grants {
		rows = append(rows, []string{
			g.ID, display.Line(string(g.Scope.Agent)), display.Line(string(g.By)),
			strconv.Itoa(len(g.Used)) + "/" + strconv.Itoa(g.Uses), grantState(g, a.Now()), clip(display.Line(g.Summary), 60),
		})
	}
	return table(a.Stdout, []string{"GRANT", "AGENT", "BY", "USED", "LEFT", "WHAT"}, rows)
}

// grantState is how long a grant still holds, or why it does not. Rules that
// changed since void it, too, which only the worker that judges can tell.
func grantState(g hitl.Grant, now time.Time) string {
	switch {
	case g.Revoked != nil:
		return "revoked by " + display.Line(string(g.Revoked.By))
	case !now.Before(g.Expires):
		return "expired"
	case len(g.Used) >= g.Uses:
		return "used up"
	default:
		return g.Expires.Sub(now).Round(time.Second).String()
	}
}

// newGrantsRevoke is a lever of operators: it takes a right away and needs no
// plan, no digest and no second person. What is under way by the grant is not
// stopped.
func newGrantsRevoke(a *app) *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use: "revoke GRANT", Short: "End a grant; what would need it is held again", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.sendLever(cmd.Context(), event.Control{Op: leverRevoke, Object: args[0], Reason: reason}); err != nil {
				return err
			}
			_, err := fmt.Fprintln(a.Stdout, "revoked:", display.Line(args[0]))
			return err
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the record")
	return cmd
}

// revoke ends a grant for all workers. The desk keeps the grant, marked, so
// that the list shows who ended it.
func (h *house) revoke(ctx context.Context, by pipeline.Principal, id string) error {
	unknown := &pipeline.Error{Code: pipeline.CodeNotFound, Field: "data.object", Message: "data.object: there is no such grant", Hint: "\"worker grants list\" shows them"}
	if !pipeline.ValidToken(id) {
		return unknown // it would be a key in a store
	}
	_, err := h.desk.Revoke(ctx, id, by)
	if errors.Is(err, pipeline.ErrNotFound) {
		return unknown
	}
	return err
}
