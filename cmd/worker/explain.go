package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"passepartout/pipeline"
)

// newExplain reads the record and changes nothing. An observer may see
// everybody's requests; an agent asks through the query subject and hears of
// its own alone, see library.
func newExplain(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain ID",
		Short: "Every verdict, effect, answer and step of one request",
		Long: `Every verdict, effect, answer and step of one request, from the audit record.
ID is the id of the request's event, or the key that its feedback bears.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, _, err := a.dial(cmd.Context(), pipeline.RoleObserver)
			if err != nil {
				return err
			}
			defer c.Close()
			reply, err := ask(cmd.Context(), c, query{Op: queryExplain, ID: args[0]})
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.Stdout, reply.Story.Data)
			}
			_, err = fmt.Fprintln(a.Stdout, strings.TrimRight(reply.Story.Text, "\n"))
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
