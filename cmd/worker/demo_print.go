package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rs/zerolog"

	"passepartout/display"
	"passepartout/event"
	"passepartout/pipeline"
)

// demoLogLevel keeps the worker's own log out of the picture.
const demoLogLevel = zerolog.WarnLevel

// requestLine is a request on one line: the command or the words, or the
// parameters as they are sent.
func requestLine(r event.Request) string {
	line := r.Target + " " + r.Op
	var p struct {
		Command string   `json:"command"`
		Argv    []string `json:"argv"`
	}
	switch err := json.Unmarshal(r.Params, &p); {
	case err == nil && p.Command != "":
		line += ": " + p.Command
	case err == nil && len(p.Argv) > 0:
		line += ": " + strings.Join(p.Argv, " ")
	default:
		line += " " + string(r.Params)
	}
	if r.Intent != "" {
		line += "   (intent: " + r.Intent + ")"
	}
	return line
}

// onOutput prints live output as the observer sees it, and counts its bytes for
// settle.
func (p *play) onOutput(m pipeline.Message) {
	s, err := p.codec.Decode(m)
	if err != nil {
		return
	}
	if o, err := event.Read[event.Output](s); err == nil {
		p.say("live      ← %s %d: %s", o.Stream, o.Seq, display.Safe(strings.TrimRight(string(o.Bytes()), "\n")))
		p.pieces <- int64(len(o.Bytes()))
	}
}

// onFeedback hands the agent's feedback to the scene that waits for it.
func (p *play) onFeedback(m pipeline.Message) {
	s, err := p.codec.Decode(m)
	if err != nil {
		return
	}
	p.heard <- s
}

// showFeedback prints the subject that a piece of feedback came on, and what it
// says.
func (p *play) showFeedback(s pipeline.Signal, d event.Feedback) {
	kind, _ := event.FeedbackKind(s.Type)
	p.say("feedback  ← %s", p.agent.Subjects().Feedback(d.Agent, d.Session, kind))
	for _, line := range feedbackLines(d) {
		p.say("            %s", line)
	}
}

// feedbackLines are what matters of feedback to who looks on: why not, who is
// waited for, or how the command ended. Text that a command wrote is made safe
// to print.
func feedbackLines(d event.Feedback) []string {
	var lines []string
	if e := d.Error; e != nil {
		lines = append(lines, display.Safe(fmt.Sprintf("%s: %s", e.Code, e.Message)))
		if e.Rule != "" {
			lines = append(lines, "rule "+display.Safe(e.Rule))
		}
		if e.Hint != "" {
			lines = append(lines, "hint "+display.Safe(e.Hint))
		}
	}
	if d.Plan != nil && d.Error == nil && d.Result == nil {
		lines = append(lines, "waits for a person: flight plan "+d.Plan.ID)
	}
	var r struct {
		ExitCode    *int            `json:"exit_code"`
		Stdout      string          `json:"stdout"`
		Stderr      string          `json:"stderr"`
		Confinement string          `json:"confinement"`
		Content     json.RawMessage `json:"content"`
	}
	if json.Unmarshal(d.Result, &r) != nil {
		return lines
	}
	if r.ExitCode != nil {
		lines = append(lines, fmt.Sprintf("exit %d, %d bytes out, %d bytes err, confined by %s",
			*r.ExitCode, len(r.Stdout), len(r.Stderr), orNothing(r.Confinement)))
	}
	if text := strings.TrimSpace(r.Stderr); text != "" {
		lines = append(lines, "stderr: "+display.Safe(text))
	}
	if len(r.Content) > 0 {
		lines = append(lines, "content: "+display.Safe(string(r.Content)))
	}
	return lines
}

// onPlan is the person: reads the plan that the worker rendered and approves
// it over the answer subject, with the token and the digest of what was shown.
func (p *play) onPlan(ctx context.Context, m pipeline.Message) {
	s, err := p.codec.Decode(m)
	if err != nil {
		return
	}
	plan, err := event.Read[event.Plan](s)
	kind, ok := event.PlanKind(s.Type)
	if err != nil || !ok {
		return
	}
	p.say("plan      ← %s (%s)", m.Subject, kind)
	if kind != "held" {
		return
	}
	for _, line := range strings.Split(strings.TrimSpace(plan.Text), "\n") {
		p.say("          │ %s", line)
	}
	e, err := p.codec.Answer(event.Envelope{ID: newID(), Source: "/demo", Session: "demo"}, event.Answer{
		Plan: plan.Plan, Token: plan.Token, Answer: "approve", Reason: "harmless", Digest: plan.Digest.String(),
	})
	if err != nil {
		p.say("approver    could not write the answer: %v", err)
		return
	}
	subject := p.approver.Subjects().Answer(p.approver.Name())
	p.say("approver  → %s: approve", subject)
	if err := p.approver.Publish(ctx, subject, e.Header, e.Body); err != nil {
		p.say("approver    could not answer: %v", err)
	}
}
