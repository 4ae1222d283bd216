package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"passepartout/actuators/shell"
	"passepartout/audit"
	"passepartout/bus"
	"passepartout/event"
	"passepartout/internal/strictjson"
	"passepartout/mcp"
	"passepartout/pipeline"
)

func newMCP(a *app) *cobra.Command {
	var session string
	var hold time.Duration
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the worker's hands as MCP tools on standard input and output",
		Long: `Offer the worker's hands as tools of the Model Context Protocol on standard
input and output, as one agent. A client starts this command by itself; tell it

  command: worker    args: ["mcp"]    (or ["--as", "claude", "mcp"])

The tools are run, run_background, kill_process, is_blocked, list_processes,
read_output, await_plan and explain. None of them can approve. A worker must be
running. An agent that has another shell besides is not bound by this one.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serveMCP(cmd.Context(), session, hold) },
	}
	cmd.Flags().StringVar(&session, "session", event.DefaultSession, "conversation that the requests belong to")
	cmd.Flags().DurationVar(&hold, "hold", mcp.DefaultHold, "how long one call waits for its end; clients often give up after a minute")
	return cmd
}

func (a *app) serveMCP(ctx context.Context, session string, hold time.Duration) error {
	if !pipeline.ValidToken(session) {
		return usage(errors.New("--session: 1 to 64 letters, digits, - or _"))
	}
	c, l, err := a.dial(ctx, pipeline.RoleAgent)
	if err != nil {
		return err
	}
	defer c.Close()
	line := &agentLine{
		client: c, codec: event.Codec{MaxBytes: 8 * int(l.Config.Limits.Event)}, session: session, known: map[string]*thread{},
	}
	stop, err := c.Subscribe(ctx, c.Subjects().FeedbackOf(c.Name()), line.hear)
	if err != nil {
		return err
	}
	defer stop()
	s, err := mcp.New(mcp.Config{Line: line, Params: shell.Schema, Version: build().Version, Hold: hold})
	if err != nil {
		return err
	}
	if isTerminal(a.Stdin) {
		fmt.Fprintln(a.Stderr, "speaking MCP on this terminal, which is meant for a client: one that starts \"worker mcp\" by itself")
	}
	in, ok := a.Stdin.(io.ReadCloser)
	if !ok {
		in = io.NopCloser(a.Stdin)
	}
	return s.Serve(ctx, in, openEnd{a.Stdout})
}

// openEnd is a stream that whoever writes on it does not close.
type openEnd struct{ io.Writer }

// Close implements io.Closer.
func (openEnd) Close() error { return nil }

const (
	// askAgain is how often the workers are asked about a request that is waited
	// for: feedback is told once, and may be told while the connection is lost.
	askAgain = 5 * time.Second
	// recallEvery is how many times they are asked before the record is read,
	// which takes longer: what was denied stands nowhere else.
	recallEvery = 6
	// maxThreads bounds how many requests are remembered here; of the others
	// the workers know.
	maxThreads = 256
)

// agentLine is one agent's line to the workers, as the door for MCP wants it.
type agentLine struct {
	client  *bus.Client
	codec   event.Codec
	session string

	mu    sync.Mutex
	known map[string]*thread // by key
	order []string           // of known, oldest first
}

// thread is what was heard of one request.
type thread struct {
	now     mcp.Standing
	changed chan struct{} // closed by the next news
}

var _ mcp.Line = (*agentLine)(nil)

// Ask implements mcp.Line.
func (l *agentLine) Ask(ctx context.Context, r strictjson.Request) (string, error) {
	e, key, err := newRequest(l.client, l.session, r)
	if err != nil {
		return "", agentError(err, false)
	}
	l.news(key, mcp.Standing{State: mcp.Pending, ID: key}, true)
	if err := l.client.Publish(ctx, l.client.Subjects().Request(l.client.Name()), e.Header, e.Body); err != nil {
		return key, agentError(err, true)
	}
	return key, nil
}

// Await implements mcp.Line.
func (l *agentLine) Await(ctx context.Context, id string, seen func(mcp.Standing)) (mcp.Standing, error) {
	t, ok := l.find(id)
	if !ok {
		now, err := l.refresh(ctx, id)
		if notFound(err) {
			now, err = l.recall(ctx, id)
		}
		if err != nil {
			return mcp.Standing{}, agentError(err, false)
		}
		t = l.news(now.ID, now, true)
	}
	id = t.now.ID // a plan names a request only while it holds it
	again := time.NewTicker(askAgain)
	defer again.Stop()
	for missed := 0; !t.now.State.Over(); {
		if seen != nil {
			seen(t.now)
		}
		select {
		case <-t.changed:
		case <-again.C:
			// What was sent a moment ago need not be known yet, and a worker
			// that does not answer may do so later: the wait goes on.
			now, err := l.refresh(ctx, id)
			if missed++; notFound(err) && missed%recallEvery == 0 {
				now, err = l.recall(ctx, id)
			}
			if err == nil {
				t = l.news(now.ID, now, true)
			}
		case <-ctx.Done():
			return t.now, nil
		}
		if later, ok := l.find(id); ok {
			t = later
		}
	}
	return t.now, nil
}

// Explain implements mcp.Line.
func (l *agentLine) Explain(ctx context.Context, id string) (string, error) {
	reply, err := ask(ctx, l.client, query{Op: queryExplain, ID: id})
	if err != nil {
		return "", agentError(err, false)
	}
	if reply.Story == nil {
		return "", &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the worker tells no story"}
	}
	return reply.Story.Text, nil
}

// hear takes live feedback on what was asked here.
func (l *agentLine) hear(m pipeline.Message) {
	s, err := l.codec.Decode(m)
	if err != nil {
		return
	}
	if f, kind, ok := readFeedback(s); ok && kind != pipeline.Notice {
		l.news(f.Key, standingOf(f, kind), false)
	}
}

// news notes what was learnt of a request, and wakes who waits for it. Without
// fresh, only of requests that are known here. What has ended stays so.
func (l *agentLine) news(key string, now mcp.Standing, fresh bool) thread {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.known[key]
	switch {
	case t == nil && !fresh:
		return thread{}
	case t == nil:
		t = &thread{now: now, changed: make(chan struct{})}
		l.known[key], l.order = t, append(l.order, key)
		if len(l.order) > maxThreads {
			delete(l.known, l.order[0])
			l.order = slices.Delete(l.order, 0, 1)
		}
	case !t.now.State.Over():
		t.now = now
		close(t.changed)
		t.changed = make(chan struct{})
	}
	return *t
}

// find looks up a request by its key or by the plan that holds it.
func (l *agentLine) find(id string) (thread, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.known[id]; t != nil {
		return *t, true
	}
	for _, t := range l.known {
		if t.now.Plan == id {
			return *t, true
		}
	}
	return thread{}, false
}

// refresh asks the workers how a request stands.
func (l *agentLine) refresh(ctx context.Context, id string) (mcp.Standing, error) {
	reply, err := ask(ctx, l.client, query{Op: queryStanding, ID: id})
	if err != nil {
		return mcp.Standing{}, err
	}
	st := reply.Standing
	switch {
	case st == nil || st.Key == "":
		return mcp.Standing{}, errors.New("the worker's reply says nothing")
	case st.Plan != nil:
		return mcp.Standing{State: mcp.Held, ID: st.Key, Plan: st.Plan.ID, Deadline: st.Plan.Deadline, Rule: st.Rule, Reason: st.Reason}, nil
	case st.Feedback == nil:
		return mcp.Standing{State: mcp.Pending, ID: st.Key}, nil
	}
	s, err := l.codec.Decode(pipeline.Message{Header: map[string][]string{"content-type": {"application/cloudevents+json"}}, Body: st.Feedback})
	if err != nil {
		return mcp.Standing{}, err
	}
	f, kind, ok := readFeedback(s)
	if !ok || f.Key != st.Key {
		return mcp.Standing{}, errors.New("the worker's reply is about something else")
	}
	return standingOf(f, kind), nil
}

func notFound(err error) bool {
	e, ok := errors.AsType[*pipeline.Error](err)
	return ok && e.Code == pipeline.CodeNotFound
}

// recall reads from the record how a request stands that neither the journal
// nor the desk tells of: it was denied, or it runs and nobody held it.
func (l *agentLine) recall(ctx context.Context, id string) (mcp.Standing, error) {
	reply, err := ask(ctx, l.client, query{Op: queryExplain, ID: id})
	if err != nil {
		return mcp.Standing{}, err
	}
	var told audit.Story
	if reply.Story == nil || json.Unmarshal(reply.Story.Data, &told) != nil || told.Key == "" {
		return mcp.Standing{}, errors.New("the worker's reply says nothing")
	}
	for _, r := range slices.Backward(told.Records) {
		if o := r.Outcome; o != nil && o.Kind.Final() && r.Key == told.Key {
			f := event.Feedback{Key: told.Key, Error: o.Error, Text: "it ended; its result is kept no longer (see explain)"}
			return standingOf(f, o.Kind), nil
		}
	}
	return mcp.Standing{State: mcp.Pending, ID: told.Key}, nil
}

// standingOf is feedback as the door tells it.
func standingOf(f event.Feedback, kind pipeline.FeedbackKind) mcp.Standing {
	now := mcp.Standing{State: mcp.Done, ID: f.Key, Result: f.Result, Error: f.Error, Replayed: f.Replayed}
	if p := f.Plan; p != nil {
		now.Plan, now.Deadline, now.By, now.Said = p.ID, p.Deadline, p.By, p.Reason
	}
	switch {
	case kind == pipeline.Suspended:
		why := heldBy(f.Verdicts)
		now.State, now.Rule, now.Reason, now.Error = mcp.Held, why.Rule, why.Reason, nil
	case kind == pipeline.ToolOutput && f.Error == nil:
		if len(f.Result) == 0 && f.Text != "" {
			now.Result, _ = json.Marshal(f.Text) // a string always can be
		}
	default:
		now.State = mcp.Failed
		if now.Error == nil {
			now.Error = &pipeline.Error{Code: pipeline.CodeOutcomeUnknown, Message: "it ended as " + string(kind)}
		}
	}
	return now
}
