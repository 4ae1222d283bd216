package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/display"
	"passepartout/event"
	"passepartout/pipeline"
)

// newWatch is for people who look on and scripts that wait for something; it
// answers nothing.
func newWatch(a *app) *cobra.Command {
	w := &watcher{app: a}
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Follow feedback, flight plans and live output",
		Long: `Follow feedback and live output as the observer, and flight plans as the
approver if that key is at hand. Tokens of flight plans are never printed. Ends
when interrupted, after --for, or after --count events.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return w.run(cmd.Context()) },
	}
	cmd.Flags().BoolVar(&w.json, "json", false, "print one JSON object an event")
	cmd.Flags().StringVar(&w.agent, "agent", "", "only events about this agent")
	cmd.Flags().IntVar(&w.count, "count", 0, "end after so many events")
	cmd.Flags().DurationVar(&w.span, "for", 0, "end after this time")
	return cmd
}

// watcher prints events one after the other, whichever connection they come on.
type watcher struct {
	*app
	json  bool
	agent string
	count int
	span  time.Duration

	mu   sync.Mutex
	seen int                // printed so far
	stop context.CancelFunc // ends run once enough was seen
}

// run watches until it is interrupted, the time is over or enough was seen:
// none of the three is a failure.
func (w *watcher) run(ctx context.Context) error {
	ctx, w.stop = context.WithCancel(ctx)
	defer w.stop()
	if w.span > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.span)
		defer cancel()
	}
	err := w.watch(ctx)
	if ctx.Err() != nil {
		return nil // enough was seen, or nobody looks any more, perhaps before all was subscribed to
	}
	return err
}

// watch follows everything until ctx ends.
func (w *watcher) watch(ctx context.Context) error {
	c, l, err := w.dial(ctx, pipeline.RoleObserver)
	if err != nil {
		return err
	}
	defer c.Close()
	codec := event.Codec{MaxBytes: 8 * int(l.Config.Limits.Event)}
	for _, subject := range []string{c.Subjects().AllFeedback(), c.Subjects().AllOutput()} {
		if err := w.follow(ctx, c, codec, subject); err != nil {
			return err
		}
	}
	// Plans are for approvers only; a machine without that key sees the rest.
	people, _, err := w.dial(ctx, pipeline.RoleApprover)
	if err != nil {
		fmt.Fprintln(w.Stderr, "without flight plans:", err)
	} else {
		defer people.Close()
		if err := w.follow(ctx, people, codec, people.Subjects().AllPlans()); err != nil {
			return err
		}
	}
	fmt.Fprintln(w.Stderr, "watching; interrupt to end")
	<-ctx.Done()
	return nil
}

// follow prints what comes on a subject until the client is closed.
func (w *watcher) follow(ctx context.Context, c *bus.Client, codec event.Codec, subject string) error {
	_, err := c.Subscribe(ctx, subject, func(m pipeline.Message) {
		s, err := codec.Decode(m)
		if err != nil {
			return
		}
		w.show(m.Subject, s)
	})
	return err
}

// show prints one event, if it is about the agent that was asked for. Live
// output does not name its agent, but its subject does. Events of several
// connections come at the same time and are printed one by one.
func (w *watcher) show(subject string, s pipeline.Signal) {
	line, agent := w.line(s)
	if line == "" || w.agent != "" && string(agent) != w.agent && !strings.Contains(subject, "."+w.agent+".") {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.count > 0 && w.seen >= w.count {
		return
	}
	if w.json {
		// What cannot be written to a closed pipe has no reader to be told.
		_ = printLine(w.Stdout, struct {
			Subject string          `json:"subject"`
			Type    string          `json:"type"`
			ID      string          `json:"id"`
			Session string          `json:"session"`
			Time    time.Time       `json:"time"`
			Data    json.RawMessage `json:"data"`
		}{subject, s.Type, s.ID, s.Session, s.Time, withoutToken(s.Data)})
	} else {
		fmt.Fprintf(w.Stdout, "%s %s\n", s.Time.Local().Format("15:04:05.000"), line)
	}
	if w.seen++; w.count > 0 && w.seen == w.count {
		w.stop()
	}
}

// line is one event for a person's eyes, and the agent that it is about; empty
// for a type that this program does not know.
func (w *watcher) line(s pipeline.Signal) (string, pipeline.Principal) {
	if kind, ok := event.FeedbackKind(s.Type); ok {
		f, err := event.Read[event.Feedback](s)
		if err != nil {
			return "", ""
		}
		return fmt.Sprintf("%-11s %s/%s %s %s %s: %s", kind, f.Agent, f.Session, f.Request, f.Target, f.Op, feedbackText(f)), f.Agent
	}
	if kind, ok := event.PlanKind(s.Type); ok {
		p, err := event.Read[event.Plan](s)
		if err != nil {
			return "", ""
		}
		return fmt.Sprintf("plan %-6s %s of %s/%s: %s", kind, p.Plan, p.Agent, p.Session, planText(p)), p.Agent
	}
	if s.Type == event.TypeOutput {
		o, err := event.Read[event.Output](s)
		if err != nil {
			return "", ""
		}
		return fmt.Sprintf("%-11s %s | %s", o.Stream, o.Request, clip(display.Line(strings.TrimRight(string(o.Bytes()), "\n")), 160)), ""
	}
	return "", ""
}

// feedbackText is what a person wants to know of feedback first.
func feedbackText(f event.Feedback) string {
	switch {
	case f.Error != nil:
		text := string(f.Error.Code) + ": " + f.Error.Message
		if f.Error.Rule != "" {
			text += " [" + f.Error.Rule + "]"
		}
		if f.Error.Hint != "" {
			text += " (" + f.Error.Hint + ")"
		}
		return display.Line(text)
	case f.Text != "":
		return clip(display.Line(f.Text), 160)
	case f.Plan != nil:
		return "waits for flight plan " + f.Plan.ID
	}
	var result struct {
		ExitCode   *int   `json:"exit_code"`
		Command    string `json:"command"`
		DurationMS int64  `json:"duration_ms"`
	}
	if json.Unmarshal(f.Result, &result) == nil && result.ExitCode != nil {
		return fmt.Sprintf("exit %d after %d ms: %s", *result.ExitCode, result.DurationMS, clip(display.Line(result.Command), 100))
	}
	return clip(display.Line(string(f.Result)), 160)
}

// planText is what a person wants to know of a plan's event first: that an
// answer was refused, that it was given and by whom, or what waits.
func planText(p event.Plan) string {
	switch {
	case p.Error != nil:
		return display.Line("answer of " + string(p.To) + " changes nothing: " + p.Error.Message)
	case p.Answer != "":
		return display.Line(past(p.Answer) + " by " + string(p.To) + " " + p.Comment)
	default:
		return clip(display.Line(p.Summary), 100) + " [" + p.Rule + "]"
	}
}

// withoutToken takes a plan's token out of data that is printed: a screen or a
// log is no place for it.
func withoutToken(data json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil || fields["token"] == nil {
		return data
	}
	delete(fields, "token")
	out, err := json.Marshal(fields)
	if err != nil {
		return nil
	}
	return out
}
