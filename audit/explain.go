package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"passepartout/display"
	"passepartout/pipeline"
)

// Story is everything that the record says of one request, in order.
type Story struct {
	Key     string   `json:"key"`
	Records []Record `json:"records"`
}

// Explain collects the story of a request by its key, by its event id, by the
// id of an answer to it or of its flight plan. An event id that several principals have used is an error that lists the
// keys. pipeline.ErrNotFound if the record knows nothing of it.
func Explain(ctx context.Context, t Trail, id string) (Story, error) {
	var all []Record
	keys := map[string]bool{}
	err := t.Read(ctx, 0, func(body []byte) error {
		var r Record
		if err := json.Unmarshal(body, &r); err != nil {
			return nil //nolint:nilerr // a record that cannot be read is found by Verify, not here
		}
		if r.names(id) {
			all = append(all, r)
			if r.For != "" {
				keys[r.For] = true // an answer belongs to the request that it is about
			} else {
				keys[r.Key] = true
			}
		}
		return nil
	})
	if err != nil {
		return Story{}, fmt.Errorf("read the record: %w", err)
	}
	if len(all) == 0 {
		return Story{}, fmt.Errorf("request %s: %w", display.Line(id), pipeline.ErrNotFound)
	}
	if len(keys) > 1 {
		return Story{}, &AmbiguousError{ID: id, Keys: sorted(keys)}
	}
	key := sorted(keys)[0]
	if key == id {
		return Story{Key: key, Records: unique(all)}, nil
	}
	return Explain(ctx, t, key) // other records of it name its key only
}

// names reports whether the record has the id that somebody looks for.
func (r Record) names(id string) bool {
	return r.Key == id || r.For == id || r.Request == id ||
		r.Answer != nil && r.For != "" && r.Answer.Plan == id ||
		r.Outcome != nil && r.Outcome.Plan != nil && r.Outcome.Plan.ID == id
}

// AmbiguousError says that several requests have the same event id.
type AmbiguousError struct {
	ID   string
	Keys []string
}

// Error lists the keys.
func (e *AmbiguousError) Error() string {
	return "several requests have the id " + display.Line(e.ID) + ": " + strings.Join(e.Keys, ", ")
}

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// unique keeps the first of records with the same id: a step that was told
// twice happened once.
func unique(all []Record) []Record {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(r Record) bool {
		again := seen[r.ID]
		seen[r.ID] = true
		return again
	})
}

// Text tells the story for people. Everything in it that a stranger chose is
// made safe.
func (s Story) Text() string {
	var b strings.Builder
	for i, r := range s.Records {
		if i == 0 {
			fmt.Fprintf(&b, "Request %s (%s) of %s, session %s\n", display.Line(r.requestID()), s.Key, display.Line(string(r.Who)), display.Line(r.Session))
		}
		r.text(&b)
	}
	return b.String()
}

func (r Record) requestID() string {
	if r.Request == "" {
		return "without an id"
	}
	return r.Request
}

func (r Record) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s  %s", r.At.Format(time.RFC3339Nano), r.Step)
	if r.By != "" {
		fmt.Fprintf(b, " by %s", display.Line(string(r.By)))
	}
	b.WriteByte('\n')
	if r.Note != "" {
		fmt.Fprintf(b, "  %s\n", display.Line(r.Note))
	}
	if a := r.Answer; a != nil {
		fmt.Fprintf(b, "  %s of flight plan %s", display.Line(a.Answer), display.Line(a.Plan))
		if a.Reason != "" {
			fmt.Fprintf(b, ": %s", display.Line(a.Reason))
		}
		b.WriteByte('\n')
		if r.For == "" {
			b.WriteString("  it was refused and changed nothing\n")
		}
	}
	if a := r.Action; a != nil && r.Step == pipeline.StepDecided {
		a.text(b)
	}
	if d := r.Decision; d != nil {
		fmt.Fprintf(b, "  decision: %s\n", d.Outcome)
		if r.Step == pipeline.StepDecided {
			d.text(b, r.Action)
		}
	}
	if r.Outcome != nil {
		r.Outcome.text(b)
	}
}

func (a Action) text(b *strings.Builder) {
	fmt.Fprintf(b, "  %s %s: %s\n", display.Line(a.Target), display.Line(a.Op), display.Line(a.Summary))
	if a.Intent != "" {
		fmt.Fprintf(b, "  claimed intent: %s\n", display.Line(a.Intent))
	}
	fmt.Fprintf(b, "  digest %s, policy %s\n", a.Digest, display.Line(a.Policy))
}

func (d Decision) text(b *strings.Builder, a *Action) {
	for _, v := range d.Verdicts {
		fmt.Fprintf(b, "  %-5s %s", v.Outcome, display.Line(v.Gate))
		because(b, v)
		if a == nil || len(v.PerEffect) != len(a.Effects) {
			continue
		}
		for i, pe := range v.PerEffect {
			e := a.Effects[i]
			fmt.Fprintf(b, "    %-5s %s %s", pe.Outcome, e.Kind, display.Line(e.Object))
			because(b, pe)
		}
	}
}

func because(b *strings.Builder, v pipeline.Verdict) {
	if v.Rule != "" {
		fmt.Fprintf(b, " [%s]", display.Line(v.Rule))
	}
	if v.Reason != "" {
		fmt.Fprintf(b, ": %s", display.Line(v.Reason))
	}
	b.WriteByte('\n')
}

func (o Outcome) text(b *strings.Builder) {
	fmt.Fprintf(b, "  told: %s", o.Kind)
	if o.ExitCode != nil {
		fmt.Fprintf(b, ", exit %d", *o.ExitCode)
	}
	if o.Signal != "" {
		fmt.Fprintf(b, ", ended by %s", display.Line(o.Signal))
	}
	if o.TimedOut {
		b.WriteString(", timed out")
	}
	if !o.Started.IsZero() {
		fmt.Fprintf(b, ", took %s", o.Finished.Sub(o.Started).Round(time.Millisecond))
	}
	if o.Confinement != "" {
		fmt.Fprintf(b, ", confined by %s", display.Line(o.Confinement))
	}
	b.WriteByte('\n')
	if o.Error != nil {
		fmt.Fprintf(b, "  %s: %s\n", o.Error.Code, display.Line(o.Error.Message))
	}
	if o.Plan != nil {
		fmt.Fprintf(b, "  flight plan %s", o.Plan.ID)
		people(b, o.Plan.By)
	}
	if o.Approval != nil && o.Plan == nil {
		by := "flight plan " + o.Approval.Plan
		if o.Approval.Grant != "" {
			by = "grant " + o.Approval.Grant
		}
		fmt.Fprintf(b, "  approved by %s", by)
		people(b, o.Approval.By)
	}
}

func people(b *strings.Builder, by []pipeline.Principal) {
	for i, p := range by {
		if i == 0 {
			b.WriteString(", answered by ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(display.Line(string(p)))
	}
	b.WriteByte('\n')
}
