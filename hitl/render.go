package hitl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"passepartout/display"
	"passepartout/pipeline"
)

// Render writes a plan for people: what runs, what it would do, why it is
// held, who asks. All of it is the worker's own account of what was judged;
// the agent's words stand only where they are quoted as its claim. Everything
// that a stranger chose is made safe by display, and nothing is left out: who
// shows the text must say so if it does not fit.
func Render(p FlightPlan) string {
	var b strings.Builder
	q := p.Proposal
	fmt.Fprintf(&b, "Flight plan %s\n", p.ID)
	fmt.Fprintf(&b, "%s asks (session %s) for %s %s:\n\n", name(q.Signal.Principal), display.Line(q.Signal.Session), display.Line(q.Action.Target), display.Line(q.Action.Op))
	b.WriteString(display.Indent(q.Summary, "    "))
	b.WriteString("\n\n")
	writeChanges(&b, p)
	b.WriteString("Exactly:\n")
	writeExact(&b, q.Exact)
	b.WriteString("\nWhat it would do, strictest first:\n")
	writeEffects(&b, p)
	b.WriteString("\nWhy a person must decide:\n")
	writeReasons(&b, p.Decision)
	b.WriteString("\nThe agent says (its claim, not checked):\n")
	if strings.TrimSpace(q.Action.Intent) == "" {
		b.WriteString("  nothing\n")
	} else {
		b.WriteString(display.Indent(q.Action.Intent, "  > "))
		b.WriteByte('\n')
	}
	confined := display.Line(q.Confinement)
	if confined == "" {
		confined = "nothing: it would run UNCONFINED"
	}
	fmt.Fprintf(&b, "\nConfined by: %s\n", confined)
	fmt.Fprintf(&b, "Policy:      %s\n", display.Line(q.Policy))
	fmt.Fprintf(&b, "Digest:      %s\n", p.Decision.Proposal)
	fmt.Fprintf(&b, "Approvals:   %d needed\n", p.Quorum)
	fmt.Fprintf(&b, "Answer by:   %s\n", stamp(p.Deadline))
	return b.String()
}

// writeChanges says why people are asked again for one request.
func writeChanges(b *strings.Builder, p FlightPlan) {
	if p.Replaces == "" {
		return
	}
	fmt.Fprintf(b, "This replaces flight plan %s, which was for something else. Changed since:\n", p.Replaces)
	for _, line := range p.Changes {
		b.WriteString("  " + line + "\n")
	}
	b.WriteByte('\n')
}

// maxChanges bounds how many lines of a difference are shown; what runs is
// shown in full below them.
const maxChanges = 40

// changes lists the lines of what was shown before and is no longer, marked by
// "-", and of what is new, marked by "+".
func changes(before, now FlightPlan) []string {
	old, fresh := shown(before), shown(now)
	var out []string
	mark := func(sign string, lines, others []string) {
		for _, line := range lines {
			if !slices.Contains(others, line) && len(out) <= maxChanges {
				out = append(out, sign+" "+line)
			}
		}
	}
	mark("-", old, fresh)
	mark("+", fresh, old)
	switch {
	case len(out) == 0:
		out = append(out, "the rules in force, or what is not shown here")
	case len(out) > maxChanges:
		out = append(out[:maxChanges], "and more")
	}
	return out
}

// shown are the lines by which a person tells one plan from another.
func shown(p FlightPlan) []string {
	var b strings.Builder
	writeExact(&b, p.Proposal.Exact)
	writeEffects(&b, p)
	fmt.Fprintf(&b, "  confined by: %s\n  policy: %s\n", display.Line(p.Proposal.Confinement), display.Line(p.Proposal.Policy))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return lines
}

func name(p pipeline.Principal) string { return display.Line(string(p)) }

// writeExact shows the canonical form of what will run, member by member.
func writeExact(b *strings.Builder, exact []byte) {
	if len(exact) == 0 {
		b.WriteString("  the actuator gave no exact form\n")
		return
	}
	dec := json.NewDecoder(bytes.NewReader(exact))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		b.WriteString(display.Indent(string(exact), "  "))
		b.WriteByte('\n')
		return
	}
	var rest strings.Builder
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			rest.Reset()
			break
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			rest.Reset()
			break
		}
		fmt.Fprintf(&rest, "  %s: %s\n", display.Line(fmt.Sprint(key)), readable(value))
	}
	if rest.Len() == 0 {
		rest.WriteString(display.Indent(string(exact), "  ") + "\n")
	}
	b.WriteString(rest.String())
}

// readable shows a JSON value; a string of several lines goes below its name,
// and so does a list of records, one a line.
func readable(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		var b strings.Builder
		var records []json.RawMessage
		if json.Unmarshal(value, &records) != nil || len(records) == 0 {
			return display.Line(unescaped(value))
		}
		for _, r := range records {
			if !bytes.HasPrefix(r, []byte("{")) {
				return display.Line(unescaped(value))
			}
			b.WriteString("\n    " + display.Line(unescaped(r)))
		}
		return b.String()
	}
	if strings.Contains(s, "\n") {
		return "\n" + display.Indent(s, "    ")
	}
	return display.Line(s)
}

// unescaped writes a JSON value without the escapes for HTML, which people
// would have to decode to see a redirection.
func unescaped(value json.RawMessage) string {
	var v any
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if dec.Decode(&v) != nil || enc.Encode(v) != nil {
		return string(value)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// judged is an effect with the strictest verdict that is about it.
type judged struct {
	effect  pipeline.Effect
	verdict pipeline.Verdict
}

// judge finds for each effect its strictest verdict. One that no gate spoke of
// is held.
func judge(p FlightPlan) []judged {
	out := make([]judged, len(p.Proposal.Effects))
	for i, e := range p.Proposal.Effects {
		out[i] = judged{e, pipeline.Verdict{Outcome: pipeline.Hold, Rule: pipeline.RuleUncovered}}
		covered := false
		for _, v := range p.Decision.Verdicts {
			if len(v.PerEffect) != len(out) {
				continue
			}
			if pe := v.PerEffect[i]; !covered || pe.Outcome < out[i].verdict.Outcome {
				out[i].verdict, covered = pe, true
			}
		}
	}
	slices.SortStableFunc(out, func(a, b judged) int { return int(a.verdict.Outcome) - int(b.verdict.Outcome) })
	return out
}

func writeEffects(b *strings.Builder, p FlightPlan) {
	effects := judge(p)
	if len(effects) == 0 {
		b.WriteString("  unknown: the actuator stated no effects\n")
	}
	for _, j := range effects {
		object := display.Line(j.effect.Object)
		if !j.effect.Certain {
			object = "perhaps " + object
		}
		fmt.Fprintf(b, "  %-5s  %-9s  %s", j.verdict.Outcome, j.effect.Kind, object)
		for _, extra := range []struct{ label, value string }{{"by", j.effect.By}, {"marked", j.effect.Mark}, {"rule", j.verdict.Rule}} {
			if extra.value != "" {
				fmt.Fprintf(b, "  (%s %s)", extra.label, display.Line(extra.value))
			}
		}
		b.WriteByte('\n')
	}
}

// writeReasons lists every verdict that holds, each rule once.
func writeReasons(b *strings.Builder, d pipeline.Decision) {
	seen := map[string]bool{}
	write := func(gate string, v pipeline.Verdict) {
		if v.Outcome == pipeline.Allow || v.Rule == "" && v.Reason == "" || seen[gate+"\x00"+v.Rule+"\x00"+v.Reason] {
			return
		}
		seen[gate+"\x00"+v.Rule+"\x00"+v.Reason] = true
		fmt.Fprintf(b, "  %s: %s (%s)\n", display.Line(gate), display.Line(v.Reason), display.Line(v.Rule))
	}
	for _, v := range d.Verdicts {
		for _, pe := range v.PerEffect {
			write(v.Gate, pe)
		}
		write(v.Gate, v)
	}
	if len(seen) == 0 {
		b.WriteString("  no gate said why\n")
	}
}
