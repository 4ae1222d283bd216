package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/display"
	"passepartout/event"
	"passepartout/pipeline"
)

// asking is one request as its flags say: target, operation, parameters,
// intent. It becomes an event like that of any other agent, with no right of
// its own.
type asking struct {
	*app
	intent, cwd, session, target, op, params string
	shell, background, dryRun, idempotent    bool
	asJSON                                   bool
	timeout, wait                            time.Duration // timeout: of the command; wait: of this client
}

// newAsk is the client of an agent: a request goes out, feedback and live
// output come back. It is what a script or a person at a shell uses who speaks
// as an agent; programs speak NATS or MCP.
func newAsk(a *app) *cobra.Command {
	q := &asking{app: a}
	cmd := &cobra.Command{
		Use:   "ask [flags] -- COMMAND [ARG...]",
		Short: "Ask for one action as an agent, and wait for what becomes of it",
		Long: `Ask for one action as an agent: live output streams to the terminal, and the
exit code is the command's own. With --shell the words are joined and given to
bash; without, they are one command and its arguments.

Exit codes otherwise: 3 blocked, 4 held and not answered in time, 5 rejected,
6 outcome unknown.`,
		Example: `  worker ask --intent "see what changed" -- git status --short
  worker ask --intent "count lines" --shell -- 'ls | wc -l'
  worker ask --target tool --op echo --params '{"text":"hello"}'`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return q.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.StringVar(&q.intent, "intent", "", "why; shown to who approves, and required to run anything")
	f.BoolVar(&q.shell, "shell", false, "the words are a shell text: pipes, lists, redirections")
	f.BoolVar(&q.background, "background", false, "start it and return at once")
	f.StringVar(&q.cwd, "cwd", "", "folder to run in (default: the workspace)")
	f.DurationVar(&q.timeout, "timeout", 0, "how long it may run")
	f.StringVar(&q.session, "session", event.DefaultSession, "conversation that it belongs to")
	f.BoolVar(&q.dryRun, "dry-run", false, "say what would be decided, and why; do nothing")
	f.BoolVar(&q.idempotent, "idempotent", false, "running it twice does no harm")
	f.DurationVar(&q.wait, "wait", 20*time.Minute, "how long to wait for the end, a person's answer included")
	f.StringVar(&q.target, "target", "shell", "actuator")
	f.StringVar(&q.op, "op", "", "operation (default: run)")
	f.StringVar(&q.params, "params", "", "the operation's parameters as a JSON object, instead of a command")
	f.BoolVar(&q.asJSON, "json", false, "print every feedback event's data as one JSON line, and no live output")
	return cmd
}

// request makes the data of the request event. Either args are a command of the
// shell actuator, or --params are parameters of whatever --target and --op
// name; both at once is wrong usage. What the parameters mean is for the
// actuator to check.
func (q *asking) request(args []string) (event.Request, error) {
	r := event.Request{Target: q.target, Op: q.op, Intent: q.intent, Idempotent: q.idempotent, DryRun: q.dryRun}
	if q.params != "" {
		if len(args) > 0 {
			return r, usage(errors.New("give either a command or --params"))
		}
		if !json.Valid([]byte(q.params)) {
			return r, usage(errors.New("--params is no JSON"))
		}
		r.Params = json.RawMessage(q.params)
		return r, nil
	}
	if r.Op == "" {
		r.Op = "run"
		if q.background {
			r.Op = "run_background"
		}
	}
	if len(args) == 0 {
		return r, usage(errors.New("what shall be run? For instance: worker ask --intent \"look around\" -- ls"))
	}
	params := map[string]any{}
	switch {
	case q.shell:
		params["command"], params["shell"] = join(args), true
	default:
		params["argv"] = args
	}
	if q.cwd != "" {
		params["cwd"] = q.cwd
	}
	if q.timeout > 0 {
		params["timeout"] = q.timeout.Seconds()
	}
	var err error
	r.Params, err = json.Marshal(params)
	return r, err
}

// join puts words together with blanks, as ssh(1) does with those of a command:
// what the caller's shell has unquoted is not quoted again, so that a text that
// is one argument arrives as it was written. There is at least one word.
func join(args []string) string {
	text := args[0]
	for _, a := range args[1:] {
		text += " " + a
	}
	return text
}

// run listens, asks, and waits for the end. It listens before it asks, because
// this connection hears only what is published from then on: a fast answer
// would be missed.
func (q *asking) run(ctx context.Context, args []string) error {
	r, err := q.request(args)
	if err != nil {
		return err
	}
	c, l, err := q.dial(ctx, pipeline.RoleAgent)
	if err != nil {
		return err
	}
	defer c.Close()
	e, key, err := newRequest(c, q.session, r)
	if err != nil {
		return err
	}
	f := newFollower(q.Stdout, q.Stderr, q.asJSON, event.Codec{MaxBytes: 8 * int(l.Config.Limits.Event)})
	stop, err := f.listen(ctx, c, q.session, key)
	if err != nil {
		return err
	}
	defer stop()
	if err := c.Publish(ctx, c.Subjects().Request(c.Name()), e.Header, e.Body); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, q.wait)
	defer cancel()
	return f.wait(ctx)
}

// follower prints what becomes of one request and finds its exit code.
//
// Feedback and live output come on subjects of their own and so in no order
// between them; all goes through one channel, and one goroutine prints.
type follower struct {
	out, errs io.Writer
	asJSON    bool
	codec     event.Codec
	key       string // of the request, by which its feedback is known
	events    chan pipeline.Signal
	shown     map[string]int64 // bytes of live output by stream
	held      *event.PlanRef   // the plan that waits for a person, once there is one
}

func newFollower(out, errs io.Writer, asJSON bool, codec event.Codec) *follower {
	return &follower{out: out, errs: errs, asJSON: asJSON, codec: codec, events: make(chan pipeline.Signal, 1024), shown: map[string]int64{}}
}

// listen follows the feedback and the live output of one request. What cannot
// be decoded is passed over: anybody with the right may publish there. stop
// ends it, also where only a part could be subscribed to.
func (f *follower) listen(ctx context.Context, c *bus.Client, session, key string) (stop func(), err error) {
	f.key = key
	stops := []func(){}
	stop = func() {
		for _, s := range stops {
			s()
		}
	}
	for _, subject := range []string{c.Subjects().Output(c.Name(), session, key), c.Subjects().FeedbackOf(c.Name())} {
		s, err := c.Subscribe(ctx, subject, func(m pipeline.Message) {
			if sig, err := f.codec.Decode(m); err == nil {
				select {
				case f.events <- sig:
				case <-ctx.Done():
				}
			}
		})
		if err != nil {
			stop()
			return nil, err
		}
		stops = append(stops, s)
	}
	return stop, nil
}

// wait prints until the request has ended. Its error carries the exit code. A
// wait that is over says nothing about the request: held it stays open, and
// otherwise its outcome is unknown, which is neither success nor failure.
func (f *follower) wait(ctx context.Context) error {
	for {
		select {
		case s := <-f.events:
			over, err := f.take(ctx, s)
			if over || err != nil {
				return err
			}
		case <-ctx.Done():
			if f.held != nil {
				return &exitError{code: exitHeld, err: fmt.Errorf("nobody answered flight plan %s yet; it stays open", f.held.ID)}
			}
			why := "no feedback came in time"
			if errors.Is(context.Cause(ctx), context.Canceled) {
				why = "interrupted"
			}
			return &exitError{code: exitUnknown, err: fmt.Errorf("%s; it may still be done: worker explain %s", why, f.key)}
		}
	}
}

// take looks at one event. over: it was the last word on this request. An agent
// hears the feedback of all its requests, those of other clients of its name
// among them.
func (f *follower) take(ctx context.Context, s pipeline.Signal) (over bool, err error) {
	if s.Type == event.TypeOutput {
		f.output(s)
		return false, nil
	}
	d, kind, ok := readFeedback(s)
	if !ok || d.Key != f.key {
		return false, nil // somebody else's feedback, or none that we could show
	}
	if f.asJSON {
		if err := printLine(f.out, s.Data); err != nil {
			return true, err
		}
	}
	if kind == pipeline.Suspended {
		f.suspended(d)
		return false, nil
	}
	if !kind.Final() {
		return false, nil
	}
	f.drain(ctx, d)
	return true, f.end(d)
}

// suspended tells that a person must decide, why, and until when. It goes to
// standard error, as standard output belongs to the command.
func (f *follower) suspended(d event.Feedback) {
	f.held = d.Plan
	if f.asJSON || d.Plan == nil {
		return
	}
	fmt.Fprintf(f.errs, "held: a person must decide (flight plan %s", d.Plan.ID)
	if d.Plan.Deadline != nil {
		fmt.Fprintf(f.errs, ", until %s", d.Plan.Deadline.Local().Format(time.TimeOnly))
	}
	fmt.Fprintln(f.errs, "). Approvers: worker plans")
	for _, v := range d.Verdicts {
		if v.Outcome == pipeline.Hold && v.Reason != "" {
			fmt.Fprintf(f.errs, "  %s: %s\n", display.Line(v.Rule), display.Line(v.Reason))
		}
	}
}

// output prints a piece of live output on the stream it came from, as it is:
// whoever runs a command here gets its bytes, control characters included. With
// --json the result at the end has it all.
func (f *follower) output(s pipeline.Signal) {
	o, err := event.Read[event.Output](s)
	if err != nil || f.asJSON {
		return
	}
	out := f.out
	if o.Stream == "stderr" {
		out = f.errs
	}
	n, _ := out.Write(o.Bytes()) // a closed pipe has no reader to be told
	f.shown[o.Stream] += int64(n)
}

// outcome is the part of a result that a terminal needs. Actuators other than
// the shell have none of these fields, and their result is printed whole.
type outcome struct {
	ExitCode    *int   `json:"exit_code"`
	Stdout      string `json:"stdout"`
	Stderr      string `json:"stderr"`
	StdoutBytes int64  `json:"stdout_bytes"`
	StderrBytes int64  `json:"stderr_bytes"`
	Truncated   bool   `json:"truncated"`
}

// drain prints live output that is still under way when the result is there
// already: they come on different subjects. How much there is the result says;
// what has not come within half a second is lost, since live output is in no
// stream.
func (f *follower) drain(ctx context.Context, d event.Feedback) {
	var o outcome
	if f.asJSON || json.Unmarshal(d.Result, &o) != nil || o.ExitCode == nil {
		return
	}
	late := time.NewTimer(500 * time.Millisecond)
	defer late.Stop()
	for f.shown["stdout"] < o.StdoutBytes || f.shown["stderr"] < o.StderrBytes {
		select {
		case s := <-f.events:
			if s.Type == event.TypeOutput {
				f.output(s)
			}
		case <-late.C:
			f.fill(o)
			return
		case <-ctx.Done():
			return
		}
	}
}

// fill makes up for live output that never came. If none came at all the
// result's copy is printed, which may be shortened; after a part of it a copy
// would print that part twice.
func (f *follower) fill(o outcome) {
	if f.shown["stdout"] == 0 && f.shown["stderr"] == 0 {
		fmt.Fprint(f.out, o.Stdout)
		fmt.Fprint(f.errs, o.Stderr)
		return
	}
	fmt.Fprintln(f.errs, "worker: some live output was lost; the result has it (--json)")
}

// end prints how it ended and returns the exit code: the command's own if it
// ran, also if it failed, so that this client can stand where the command stood
// in a script. Blocked, held, rejected and unknown have codes of their own, see
// exit.go; a command may use the same numbers.
func (f *follower) end(d event.Feedback) error {
	var o outcome
	ran := json.Unmarshal(d.Result, &o) == nil && o.ExitCode != nil
	switch {
	case d.Error == nil && !ran:
		if !f.asJSON && len(d.Result) > 0 {
			return printJSON(f.out, d.Result)
		}
		return nil
	case d.Error == nil:
		return exitWith(*o.ExitCode)
	case d.Error.Code == pipeline.CodeNonzeroExit && ran:
		return exitWith(*o.ExitCode)
	}
	if !f.asJSON {
		tellError(f.errs, d)
	}
	if ran && *o.ExitCode > 0 && exitOfCode(d.Error.Code) == exitFailed {
		return exitWith(*o.ExitCode)
	}
	return &exitError{code: exitOfCode(d.Error.Code)}
}

// exitWith is the error of a command's exit code, without words: the command
// has said its own.
func exitWith(code int) error {
	if code == 0 {
		return nil
	}
	return &exitError{code: code}
}

// tellError prints why nothing was done: the rule that decided, a hint what
// would be allowed, and the word of the person who rejected it. All of it may
// hold text of others, so each is made one safe line.
func tellError(w io.Writer, d event.Feedback) {
	e := d.Error
	fmt.Fprintf(w, "%s: %s\n", e.Code, display.Line(e.Message))
	if e.Rule != "" {
		fmt.Fprintf(w, "  rule  %s\n", display.Line(e.Rule))
	}
	if e.Hint != "" {
		fmt.Fprintf(w, "  hint  %s\n", display.Line(e.Hint))
	}
	if d.Plan != nil && d.Plan.Reason != "" {
		fmt.Fprintf(w, "  said  %s\n", display.Line(d.Plan.Reason))
	}
}
