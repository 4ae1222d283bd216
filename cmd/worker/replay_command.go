package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"passepartout/audit"
	"passepartout/bus"
	"passepartout/display"
	"passepartout/pipeline"
)

// replayCommand is one run of worker policy replay.
type replayCommand struct {
	*app
	record string
	agent  string
	since  time.Duration
	json   bool
	all    bool // list what would not change, too
	only   bool // the files replace those of the configuration
}

// newPolicyReplay answers what a change of rules would have meant, on what
// agents have really asked: the cheapest test that a rule can have.
func newPolicyReplay(a *app) *cobra.Command {
	c := &replayCommand{app: a}
	cmd := &cobra.Command{
		Use:   "replay [FILE...]",
		Short: "Which recorded decisions would be others under other rules",
		Long: `Judge every recorded decision anew, with the rules in force and FILEs on top
(--only: FILEs in place of policy.files), and list those that would change. The
record is that of the running worker, or --record: a file with one record a line.

Commands are analysed anew, as this version and the files of this machine have
it; everything else, and what cannot be analysed here, is judged by the effects
that were recorded. The cause of a change is "rules" (on the recorded effects)
or "analysis" (by the effects found now), or both. What was said for a moment,
such as too many requests or a pause, stays as recorded. Nothing runs.

Exit code: 0 if no decision would change, 1 if one would, 2 if the rules or the
record cannot be used.`,
		Example: "worker policy replay stricter.yaml\nworker policy replay --preset strict --since 24h\n" +
			"worker policy replay --record record.ndjson --json stricter.yaml",
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	cmd.Flags().StringVar(&c.record, "record", "", "`file` of records, one a line, - for standard input (default: the running worker's record)")
	cmd.Flags().StringVar(&c.agent, "agent", "", "only decisions on this agent's requests")
	cmd.Flags().DurationVar(&c.since, "since", 0, "only decisions of this last `time`, as in 24h")
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&c.all, "all", false, "list the decisions that would not change, too")
	cmd.Flags().BoolVar(&c.only, "only", false, "FILEs in place of the rule files of the configuration, not on top")
	return cmd
}

// run judges the record at a bench and reports. That decisions would change is
// told by the exit code, so that a build can refuse a change of rules that
// nobody meant.
func (c *replayCommand) run(ctx context.Context, files []string) (err error) {
	l, err := c.load()
	if err != nil {
		return err
	}
	if c.only {
		l.Config.Policy.Files = nil
	}
	for _, f := range files {
		l.Config.Policy.Files = append(slices.Clone(l.Config.Policy.Files), c.path(f))
	}
	b, err := openBench(ctx, l, nil)
	if err != nil {
		return usage(err)
	}
	defer func() { err = errors.Join(err, b.close(context.WithoutCancel(ctx))) }()
	report := ReplayReport{Policy: b.rules.Version(), Changes: map[string]int{}, Decisions: []Replayed{}}
	if err := c.replay(ctx, newReplayer(b, c.Now), &report); err != nil {
		return err
	}
	if c.json {
		err = printJSON(c.Stdout, report)
	} else {
		_, err = io.WriteString(c.Stdout, report.text(c.all))
	}
	if err == nil && report.Changed > 0 {
		return &exitError{code: exitFailed}
	}
	return err
}

// replay judges all records that are asked for. A step that was recorded twice
// is judged once.
func (c *replayCommand) replay(ctx context.Context, r *replayer, report *ReplayReport) error {
	seen := map[string]bool{}
	var oldest time.Time
	if c.since > 0 {
		oldest = c.Now().Add(-c.since)
	}
	return c.records(ctx, func(body []byte) error {
		rec, decision, err := readDecision(body)
		switch {
		case err != nil:
			report.Unreadable++
			return nil //nolint:nilerr // it is counted and told
		case !decision, seen[rec.ID], c.agent != "" && string(rec.Who) != c.agent, rec.At.Before(oldest):
			return nil
		}
		seen[rec.ID] = true
		d, err := r.replay(ctx, rec)
		if err != nil {
			return err
		}
		report.note(d, c.all)
		return nil
	})
}

// records reads the record from where it is.
func (c *replayCommand) records(ctx context.Context, each func(body []byte) error) error {
	switch c.record {
	case "":
		return c.asked(ctx, each)
	case "-":
		body, err := io.ReadAll(c.Stdin)
		if err != nil {
			return fmt.Errorf("read the record: %w", err)
		}
		return audit.File{R: strings.NewReader(string(body))}.Read(ctx, 0, each)
	}
	f, err := os.Open(c.path(c.record))
	if err != nil {
		return usage(fmt.Errorf("the record: %w", err))
	}
	defer f.Close()
	return audit.File{R: f}.Read(ctx, 0, each)
}

// asked pages through the record of the running worker. Pages must lead on: a
// reply whose next page does not lie behind it would be asked for for ever.
func (c *replayCommand) asked(ctx context.Context, each func(body []byte) error) error {
	client, _, err := c.dial(ctx, pipeline.RoleObserver)
	if err != nil {
		return err
	}
	defer client.Close()
	for from := uint64(1); from > 0; {
		reply, err := ask(ctx, client, query{Op: queryDecisions, From: from})
		if err != nil {
			return err
		}
		if reply.Decisions == nil {
			return errors.New("the worker's reply says nothing")
		}
		for _, body := range reply.Decisions.Records {
			if err := each(body); err != nil {
				return err
			}
		}
		if next := reply.Decisions.Next; next != 0 && next <= from {
			return errors.New("the worker's reply leads nowhere")
		}
		from = reply.Decisions.Next
	}
	return nil
}

// decisionPage is a part of the record: decisions, oldest first. Next is where
// the following page begins; 0 if there is none.
type decisionPage struct {
	Records []json.RawMessage `json:"records"`
	Next    uint64            `json:"next,omitempty"`
}

// The bounds of a page, which must fit one message.
const (
	pageBytes   = 256 << 10
	pageRecords = 200
	pageLargest = 700 << 10 // a larger record is left out
)

// decisions reads a page of the record, up to its bounds. What cannot be read,
// or is too large for a message, is in it as an empty record, so that who
// counts knows that something is missing.
func (h *house) decisions(ctx context.Context, from uint64) (decisionPage, error) {
	page := decisionPage{Records: []json.RawMessage{}}
	read := h.post.codec
	read.MaxBytes *= 4
	size := 0
	err := h.bus.Scan(ctx, bus.Audit, bus.Range{Subject: h.bus.Subjects().Audit(pipeline.StepDecided), From: from}, func(k bus.Kept) error {
		if len(page.Records) >= pageRecords || size >= pageBytes {
			page.Next = k.Seq
			return bus.ErrStopScan
		}
		s, err := read.Decode(k.Message())
		if err != nil || len(s.Data) > pageLargest || !json.Valid(s.Data) {
			page.Records = append(page.Records, json.RawMessage(`{}`)) // counted as unreadable
			return nil                                                 //nolint:nilerr // the reader counts it among the unreadable
		}
		if size > 0 && size+len(s.Data) > pageLargest {
			page.Next = k.Seq
			return bus.ErrStopScan
		}
		size += len(s.Data)
		page.Records = append(page.Records, s.Data)
		return nil
	})
	return page, err
}

// text is the report for people.
func (r ReplayReport) text(all bool) string {
	var b strings.Builder
	for _, d := range r.Decisions {
		if d.changed() {
			fmt.Fprintf(&b, "%s -> %s  ", d.Was, d.Now)
		} else {
			fmt.Fprintf(&b, "%s  ", d.Was)
		}
		fmt.Fprintf(&b, "%s  %s  %s\n", d.At.UTC().Format(time.RFC3339), display.Line(string(d.Agent)), display.Line(d.Request))
		fmt.Fprintf(&b, "    %s %s: %s\n", display.Line(d.Target), display.Line(d.Op), display.Line(d.Summary))
		if d.changed() {
			fmt.Fprintf(&b, "    by the %s; rule %s, was %s\n", strings.Join(d.Causes, " and the "), display.Line(ruleOf(d.Rule)), display.Line(ruleOf(d.WasRule)))
		}
		if d.changed() && d.Reason != "" {
			fmt.Fprintf(&b, "    %s\n", display.Line(d.Reason))
		}
		if d.Analysis == analysisChanged {
			fmt.Fprintf(&b, "    what it would do is another now: effects %.19s…, were %.19s…\n", d.NowEffects, d.WasEffects)
		}
		if all && d.Note != "" {
			fmt.Fprintf(&b, "    judged by the recorded effects: %s\n", display.Line(d.Note))
		}
	}
	if len(r.Decisions) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%d decisions replayed, %d would change: %d by the rules, %d by the analysis\n", r.Replayed, r.Changed, r.ByRules, r.ByAnalysis)
	for _, change := range slices.Sorted(maps.Keys(r.Changes)) {
		fmt.Fprintf(&b, "  %-15s %d\n", change, r.Changes[change])
	}
	fmt.Fprintf(&b, "analysed anew with another finding: %d; judged by the recorded effects: %d\n", r.Reanalysed, r.Recorded)
	if r.Unreadable > 0 {
		fmt.Fprintf(&b, "records that cannot be read: %d\n", r.Unreadable)
	}
	fmt.Fprintf(&b, "rules %s\n", r.Policy)
	return b.String()
}
