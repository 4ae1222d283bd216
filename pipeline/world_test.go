package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"passepartout/pipeline"
	"passepartout/pipeline/act"
	"passepartout/pipeline/act/acttest"
	"passepartout/pipeline/perceive"
	"passepartout/pipeline/reason"
)

// errDown is what every port answers with that fails.
var errDown = errors.New("cannot be reached")

// world is the whole line with real stages. Around them is a desk, a record,
// an outbox and a journal of which each call may get lost, or be carried out
// without an answer, or be the last thing that the worker did.
type world struct {
	rt      failer
	faults  *rapid.T // draws what fails; nil: nothing does
	crashed bool
	workers int
	line    *pipeline.Pipeline
	journal acttest.Store

	now     time.Time
	rules   pipeline.Outcome   // what the gate says now
	next    []pipeline.Outcome // and at its next checks
	version int                // of the rules
	files   int                // what the action would do now

	plans map[string]*plan
	acted map[string]int  // how often, by key
	once  map[string]bool // keys that may act once only
	lost  map[string]bool // keys during whose action the worker died
	told  map[string][]pipeline.Feedback
	steps []pipeline.StepKind

	recorded, published int // in this call
}

type plan struct {
	proposal pipeline.Proposal
	answer   string // id of the answer that ended it
	approved *pipeline.Approval
	rejected bool
}

// failer is what a test and a property have in common.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func newWorld(rt failer) *world {
	w := &world{
		rt: rt, now: noon, rules: pipeline.Allow,
		plans: map[string]*plan{}, acted: map[string]int{}, once: map[string]bool{}, lost: map[string]bool{},
		told: map[string][]pipeline.Feedback{},
	}
	w.journal.Faults = func(string) acttest.Fault { return w.fault() }
	w.start()
	return w
}

// start begins a new worker; the one before it is dead.
func (w *world) start() {
	w.journal.Kill(w.name())
	w.workers++
	w.crashed = false
	now := func() time.Time { return w.now }
	mind := reason.New(reason.Config{
		Skills: []pipeline.Skill{asker{}}, Gates: []pipeline.Gate{rules{w}}, Directory: w, Default: "shell",
		Heartbeats: []string{"heartbeat"},
	})
	w.line = &pipeline.Pipeline{
		Perceive: perceive.New(perceive.Config{Decoder: w, Attributor: w, Limits: perceive.DefaultLimits(), Now: now}),
		Reason:   mind,
		Act: act.New(act.Config{
			Review: mind, Approvals: w, Journal: w.journal.For(w.name()), Directory: w, Worker: w.name(),
			Timeout: time.Second, MaxTimeout: time.Second, Now: now,
		}),
		Desk: w, Record: w, Out: w, Now: now,
	}
}

func (w *world) name() string { return "w" + strconv.Itoa(w.workers) }

// fault draws what becomes of one call to the outside.
func (w *world) fault() acttest.Fault {
	if w.crashed {
		return acttest.Lost
	}
	if w.faults == nil {
		return acttest.None
	}
	switch rapid.IntRange(0, 40).Draw(w.faults, "fault") {
	case 0, 1:
		return acttest.Lost
	case 2, 3:
		return acttest.Deaf
	case 4:
		w.crashed = true
		return acttest.Lost
	case 5:
		w.crashed = true
		return acttest.Deaf
	default:
		return acttest.None
	}
}

// try runs a call with its fault.
func (w *world) try(f func() error) error {
	fault := w.fault()
	if fault == acttest.Lost {
		return errDown
	}
	if err := f(); err != nil || fault == acttest.None {
		return err
	}
	return errDown
}

func (w *world) Decode(m pipeline.Message) (pipeline.Signal, error) {
	var s pipeline.Signal
	if err := json.Unmarshal(m.Body, &s); err != nil {
		return s, &pipeline.Error{Code: pipeline.CodeInvalidEvent, Field: "body", Message: "no event"}
	}
	return s, nil
}

func (w *world) Sender(subject string) (pipeline.Principal, pipeline.Role, error) {
	role, who, ok := strings.Cut(subject, ".")
	if !ok {
		return "", "", errDown
	}
	return pipeline.Principal(who), pipeline.Role(role), nil
}

// asker is the skill that proposes what a request asks for.
type asker struct{}

func (asker) Spec() pipeline.Spec          { return pipeline.Spec{Name: "asker"} }
func (asker) Match(s pipeline.Signal) bool { return s.Type == "request" }
func (asker) Propose(_ context.Context, s pipeline.Signal) (a pipeline.Action, err error) {
	return a, json.Unmarshal(s.Data, &a)
}

// rules is a gate that says what the world's rules say.
type rules struct{ w *world }

func (rules) Spec() pipeline.Spec { return pipeline.Spec{Name: "rules"} }
func (r rules) Version() string   { return strconv.Itoa(r.w.version) }
func (r rules) Check(context.Context, pipeline.Proposal) (pipeline.Verdict, error) {
	if len(r.w.next) > 0 {
		r.w.rules, r.w.next = r.w.next[0], r.w.next[1:]
	}
	return pipeline.Verdict{Outcome: r.w.rules, Rule: "r", PerEffect: each(pipeline.Allow)}, nil
}

func (w *world) Find(name string) (pipeline.Actuator, bool) { return w, name == "shell" }
func (w *world) Names() []string                            { return []string{"shell"} }
func (w *world) Spec() pipeline.Spec                        { return pipeline.Spec{Name: "shell"} }

func (w *world) Inspect(_ context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	exact := fmt.Sprintf("%s %d", p.Action.Op, w.files)
	return pipeline.Inspection{Exact: []byte(exact), Summary: exact, Effects: effects(1)}, nil
}

// Do is where everything must have been right.
func (w *world) Do(_ context.Context, c pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
	p, ok := c.Proposal()
	key := p.Signal.Key()
	switch {
	case !ok:
		w.rt.Fatalf("acted without a clearance")
	case p.Action.DryRun:
		w.rt.Fatalf("acted on a dry run")
	case w.rules == pipeline.Deny:
		w.rt.Fatalf("acted on what is denied now")
	case w.rules == pipeline.Hold:
		held := w.plans[key]
		if held == nil || held.approved == nil || held.approved.Proposal != p.Digest() || !w.now.Before(held.approved.Expires) {
			w.rt.Fatalf("acted on what a person has not approved: %+v", held)
		}
	case string(p.Exact) != fmt.Sprintf("%s %d", p.Action.Op, w.files):
		w.rt.Fatalf("acted on what was judged in another world")
	}
	for _, f := range w.told[key] {
		if f.Kind == pipeline.Rejected {
			w.rt.Fatalf("acted on what a person refused")
		}
	}
	w.acted[key]++
	if w.acted[key] > 1 && w.once[key] {
		w.rt.Fatalf("acted %d times", w.acted[key])
	}
	if w.fault() != acttest.None && w.crashed {
		w.lost[key] = true
		return pipeline.Result{}, errDown
	}
	w.files++ // acting changes the world that things are judged in
	return pipeline.Result{Started: w.now, Data: json.RawMessage(`{}`)}, nil
}

func (w *world) Suspend(_ context.Context, p pipeline.Proposal, d pipeline.Decision) (f pipeline.Feedback, err error) {
	err = w.try(func() error {
		key := p.Signal.Key()
		if p.Action.DryRun || d.Outcome != pipeline.Hold {
			w.rt.Fatalf("suspended: %+v", d)
		}
		held := w.plans[key]
		if held == nil || !held.rejected && held.proposal.Digest() != p.Digest() {
			held = &plan{proposal: stored(w.rt, p)}
			w.plans[key] = held
		}
		kind := pipeline.Suspended
		if held.rejected {
			kind = pipeline.Rejected
		}
		f = pipeline.TellProposal(p, d, kind, w.now)
		return nil
	})
	return f, err
}

// stored is a proposal as it comes back from a store.
func stored(rt failer, p pipeline.Proposal) (back pipeline.Proposal) {
	body, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(body, &back)
	}
	if err != nil || back.Digest() != p.Digest() {
		rt.Fatalf("changed by a store: %v", err)
	}
	return back
}

func (w *world) Answer(_ context.Context, s pipeline.Signal) (turn pipeline.Turn, err error) {
	err = w.try(func() error {
		var a struct {
			Plan    string
			Approve bool
		}
		if err := json.Unmarshal(s.Data, &a); err != nil {
			return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "data", Message: "no answer"}
		}
		held := w.plans[a.Plan]
		if held == nil || held.answer != "" && held.answer != s.ID {
			return nil // refused, and the person is told so by the desk
		}
		first := held.answer == ""
		held.answer = s.ID
		turn.Proposal = held.proposal
		if !a.Approve {
			held.rejected = true
			turn.Tell = []pipeline.Feedback{pipeline.Tell(held.proposal.Signal, pipeline.Rejected, w.now)}
			return nil
		}
		if first {
			held.approved = &pipeline.Approval{Proposal: held.proposal.Digest(), By: []pipeline.Principal{s.Principal}, Expires: w.now.Add(5 * time.Minute)}
		}
		turn.Fly = true
		return nil
	})
	return turn, err
}

func (w *world) Spend(_ context.Context, p pipeline.Proposal, _ pipeline.Decision) (a *pipeline.Approval, err error) {
	err = w.try(func() error {
		held := w.plans[p.Signal.Key()]
		switch {
		case held == nil || held.approved == nil:
			return pipeline.ErrHeld
		case held.approved.Proposal != p.Digest():
			return pipeline.ErrChanged
		}
		a = held.approved
		return nil
	})
	return a, err
}

func (w *world) Land(context.Context, pipeline.Feedback) error {
	return w.try(func() error { return nil })
}

func (w *world) Record(_ context.Context, s pipeline.Step) error {
	return w.try(func() error {
		if _, err := json.Marshal(s); err != nil {
			w.rt.Fatalf("a step that cannot be recorded: %v", err)
		}
		if s.Kind != pipeline.StepDecided {
			w.recorded++
		}
		w.steps = append(w.steps, s.Kind)
		return nil
	})
}

func (w *world) Bury(context.Context, pipeline.Message, *pipeline.Error) error {
	return w.try(func() error { return nil })
}

// Publish checks that one truth is told of each request.
func (w *world) Publish(_ context.Context, f pipeline.Feedback) error {
	return w.try(func() error {
		w.published++
		if w.recorded == 0 {
			w.rt.Fatalf("published before it was recorded: %+v", f)
		}
		unknown := f.Err != nil && f.Err.Code == pipeline.CodeOutcomeUnknown
		if unknown && !w.lost[f.Key] && w.workers == 1 {
			w.rt.Fatalf("nobody died, and the outcome is unknown")
		}
		// One that may be done twice is asked about anew if its worker died.
		anew := w.workers > 1 && !w.once[f.Key]
		if w.acted[f.Key] > 0 && f.Kind != pipeline.ToolOutput && !unknown && !anew {
			w.rt.Fatalf("it was acted on, and told is %s %+v", f.Kind, f.Err)
		}
		if f.Kind == pipeline.ToolOutput && w.acted[f.Key] == 0 && !strings.Contains(string(f.Result.Data), "dry_run") {
			w.rt.Fatalf("told as done, and nothing was")
		}
		for _, past := range w.told[f.Key] {
			if past.Result != nil && past.Kind == pipeline.ToolOutput && w.once[f.Key] && f.Kind != past.Kind {
				w.rt.Fatalf("told %s after %s", f.Kind, past.Kind)
			}
		}
		w.told[f.Key] = append(w.told[f.Key], f)
		return nil
	})
}

// deliver hands a message to the line and checks what it makes of it.
func (w *world) deliver(m *pipeline.Message) pipeline.Disposition {
	m.Delivery++
	m.Published = w.now
	w.recorded, w.published = 0, 0
	body := string(m.Body)
	handle := w.line.Handle
	if strings.HasPrefix(m.Subject, "approver.") {
		handle = w.line.HandleAnswer
	}
	d := handle(context.Background(), *m)
	if string(m.Body) != body {
		w.rt.Fatalf("the message was changed")
	}
	if d.Settle != pipeline.HandBack && !strings.Contains(body, "heartbeat") {
		if w.recorded == 0 {
			w.rt.Fatalf("settled, but not recorded: %+v", d)
		}
		if w.published == 0 && strings.HasPrefix(m.Subject, "agent.") {
			w.rt.Fatalf("settled, but the agent was told nothing: %+v", d)
		}
	}
	if d.Settle == pipeline.HandBack && d.After <= 0 {
		w.rt.Fatalf("handed back to come at once")
	}
	if w.crashed {
		w.start()
		return pipeline.Disposition{} // a dead worker settles nothing
	}
	return d
}
