package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"passepartout/bus"
	"passepartout/event"
	"passepartout/internal/config"
	"passepartout/internal/lifecycle"
	"passepartout/pipeline"
)

const demoLong = `Show the main job on real input: a NATS server, identities and a worker are set
up in a temporary folder; then an agent asks for things, a person answers, and
the events are printed as they pass. Ends by itself and removes the folder.`

// newDemo is the whole product in a minute, and a test of the installation as
// well: each scene must end as foreseen, and the demo fails if one does not.
// Nothing of it is simulated but the two people.
func newDemo(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "demo", Short: "Everything in one go, on a real bus with real processes",
		Long: demoLong, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := os.MkdirTemp("", "passepartout-demo-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			return a.demo(cmd.Context(), dir)
		},
	}
}

// scene is one thing that the demo shows, and how it must end.
type scene struct {
	title   string
	request event.Request
	ends    pipeline.FeedbackKind
	code    pipeline.Code // of the error it must end with
}

// scenes are what is shown, from the allowed to the denied. outside is a file
// that no rule lets an agent write, so that a person has to; it lies in the
// temporary folder all the same.
func scenes(outside string) []scene {
	run := func(intent string, params map[string]any) event.Request {
		body, err := json.Marshal(params)
		if err != nil {
			body = nil // strings and booleans always marshal; a request without params is refused and the demo fails
		}
		return event.Request{Target: "shell", Op: "run", Intent: intent, Params: body}
	}
	return []scene{
		{"an allowed command, its output as it comes", run("watch something take a while", map[string]any{
			"shell": true, "command": `for i in 1 2 3; do echo "step $i of 3"; sleep 0.2; done; wc -l notes.txt`,
		}), pipeline.ToolOutput, ""},
		{"a catastrophe: blocked, whoever asks and whoever approves", run("free some space", map[string]any{
			"shell": true, "command": `r=rm; "$r" -rf / --no-preserve-root`,
		}), pipeline.ToolError, pipeline.CodeBlocked},
		{"outside the workspace: held, shown to a person, approved over the bus", run("leave a note for the operator", map[string]any{
			"shell": true, "command": "echo 'the demo was here' > " + outside,
		}), pipeline.ToolOutput, ""},
		{"a command that fails: an answer, not an accident", run("look for a file", map[string]any{
			"argv": []string{"ls", "no-such-file"},
		}), pipeline.ToolError, pipeline.CodeNonzeroExit},
		{"a tool call", event.Request{Target: "tool", Op: "echo", Params: json.RawMessage(`{"text":"hello from a tool"}`)}, pipeline.ToolOutput, ""},
	}
}

// demo runs a worker in dir and plays the scenes against it. The worker's own
// announcements are kept back, and its log below warnings; the end of the last
// scene is what stops it.
func (a *app) demo(ctx context.Context, dir string) error {
	l, err := a.demoConfig(dir)
	if err != nil {
		return err
	}
	quiet := *a
	quiet.Stdout = io.Discard
	w := &worker{app: &quiet, loaded: l, log: newLog(a.Stderr, false).Level(demoLogLevel), began: a.Now(), quiet: true}
	ask, over := context.WithCancel(ctx)
	defer over()
	var played error
	var playing sync.WaitGroup
	ready := func() {
		playing.Go(func() {
			defer over()
			p := &play{out: a.Stdout, cfg: l.Config, codec: event.Codec{}, now: a.Now}
			p.say("worker ready after %s: %s, policy %s, confined by %s", a.Now().Sub(w.began).Round(time.Millisecond),
				w.house.bus.Address(), l.Config.Policy.Preset, orNothing(w.house.bench.confiner.Layers()))
			played = p.all(ctx, filepath.Join(dir, "outside.txt"))
		})
	}
	err = lifecycle.Run(ask, ctx, patience, ready, w.parts()...)
	playing.Wait()
	return errors.Join(played, err)
}

// orNothing is the word for a machine that can confine nothing.
func orNothing(layers string) string {
	if layers == "" {
		return "nothing"
	}
	return layers
}

// demoConfig is the usual configuration with everything below dir. Flags are
// stronger than file and variables, so that the folders are the demo's own
// whatever the user's file says; its other values hold.
func (a *app) demoConfig(dir string) (*config.Loaded, error) {
	workspace := filepath.Join(dir, "workspace")
	l, err := config.Load(config.Source{Env: a.Environ, Dir: a.Dir, Flags: map[string]string{
		"state_dir": filepath.Join(dir, "state"), "workspace": workspace, "scratch": filepath.Join(dir, "scratch"),
	}})
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(workspace, 0o755); err != nil {
		return nil, err
	}
	return l, os.WriteFile(filepath.Join(workspace, "notes.txt"), []byte("one\ntwo\nthree\n"), 0o644)
}

// play is an agent, an approver and an observer, each with a connection and
// rights of its own.
type play struct {
	out      io.Writer
	cfg      config.Config
	codec    event.Codec
	now      func() time.Time
	agent    *bus.Client
	approver *bus.Client

	heard  chan pipeline.Signal // feedback to the agent, in the order it came
	pieces chan int64           // bytes of live output, as they come

	mu sync.Mutex // of out
}

// say prints one line. Scenes and what the connections hear print at the same
// time.
func (p *play) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.out, format+"\n", args...)
}

// all plays the scenes one after the other, within a minute, and looks at the
// end whether the approved command has really written its file.
func (p *play) all(ctx context.Context, outside string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	stop, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer stop()
	for i, s := range scenes(outside) {
		p.say("\n── %d. %s", i+1, s.title)
		if err := p.scene(ctx, s); err != nil {
			return fmt.Errorf("demo: %s: %w", s.title, err)
		}
	}
	note, err := os.ReadFile(outside)
	if err != nil {
		return fmt.Errorf("demo: the approved command left nothing behind: %w", err)
	}
	p.say("\nThe note that a person approved: %s", strings.TrimSpace(string(note)))
	p.say("Next: worker run, then in another terminal: worker ask --intent \"look around\" -- ls")
	return nil
}

// connect makes the three connections and prints what they hear. Three roles
// are three connections: none of them may do what another may, and the demo
// would show less if one connection could do it all.
func (p *play) connect(ctx context.Context) (stop func(), err error) {
	p.heard, p.pieces = make(chan pipeline.Signal, 256), make(chan int64, 256)
	var open []*bus.Client
	stop = func() {
		for _, c := range open {
			_ = c.Close() // the demo is over; nothing is under way
		}
	}
	dial := func(role pipeline.Role) *bus.Client {
		if err != nil {
			return nil
		}
		var c *bus.Client
		c, err = bus.Dial(ctx, bus.ClientConfig{StateDir: p.cfg.StateDir, Prefix: p.cfg.NATS.Prefix, Name: pipeline.Principal(role), Role: role})
		if c != nil {
			open = append(open, c)
		}
		return c
	}
	p.agent, p.approver = dial(pipeline.RoleAgent), dial(pipeline.RoleApprover)
	observer := dial(pipeline.RoleObserver)
	if err == nil {
		_, err = observer.Subscribe(ctx, observer.Subjects().AllOutput(), p.onOutput)
	}
	if err == nil {
		_, err = p.agent.Subscribe(ctx, p.agent.Subjects().FeedbackOf(p.agent.Name()), p.onFeedback)
	}
	if err == nil {
		_, err = p.approver.Subscribe(ctx, p.approver.Subjects().AllPlans(), func(m pipeline.Message) { p.onPlan(ctx, m) })
	}
	if err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// scene asks and waits for the end, which must be the one that was foreseen.
func (p *play) scene(ctx context.Context, s scene) error {
	e, err := p.codec.Request(event.Envelope{ID: newID(), Source: "/demo", Session: "demo"}, s.request)
	if err != nil {
		return err
	}
	subject := p.agent.Subjects().Request(p.agent.Name())
	p.say("agent     → %s\n            %s", subject, requestLine(s.request))
	if err := p.agent.Publish(ctx, subject, e.Header, e.Body); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case sig := <-p.heard:
			kind, _ := event.FeedbackKind(sig.Type)
			d, err := event.Read[event.Feedback](sig)
			if err != nil {
				return err
			}
			if kind.Final() {
				p.settle(ctx, d)
			}
			p.showFeedback(sig, d)
			if !kind.Final() || sig.Cause != e.ID {
				continue
			}
			var code pipeline.Code
			if d.Error != nil {
				code = d.Error.Code
			}
			if kind != s.ends || code != s.code {
				return fmt.Errorf("ended as %s %s, not as %s %s", kind, code, s.ends, s.code)
			}
			return nil
		}
	}
}

// settle waits for live output that is still under way when the result is
// there already: they come on different connections. It is for looks only, so
// that it does not wait for long.
func (p *play) settle(ctx context.Context, d event.Feedback) {
	var o outcome
	if json.Unmarshal(d.Result, &o) != nil {
		return
	}
	late := time.NewTimer(500 * time.Millisecond)
	defer late.Stop()
	for missing := o.StdoutBytes + o.StderrBytes; missing > 0; {
		select {
		case n := <-p.pieces:
			missing -= n
		case <-late.C:
			return
		case <-ctx.Done():
			return
		}
	}
}
