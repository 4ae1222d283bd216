// Package e2e drives the built binary as its users do: real processes, real
// NATS, bare NATS connections with the credentials that the worker made. It
// knows subjects and JSON from the documentation, not from the code.
package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

// together is how many tests run at once. Most of them wait, for a lease to end
// or for a message to come again, so that it is more than there are processors.
const together = "8"

func testMain(m *testing.M) int {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "test.parallel" })
	if !asked {
		if err := flag.Set("test.parallel", together); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	dir, err := os.MkdirTemp("", "passepartout-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "worker")
	build := exec.Command("go", "build", "-o", binary, "passepartout/cmd/worker")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// patience bounds every wait for something that must happen. A message whose
// worker died comes again after half a minute.
const patience = 75 * time.Second

// site is one worker's home: its state, its workspace, its user.
type site struct {
	tb   testing.TB
	dir  string
	args []string // for every start
	wrap func(*exec.Cmd)
}

// newSite lays out folders of a site; nothing runs yet.
func newSite(tb testing.TB, args ...string) *site {
	tb.Helper()
	s := &site{tb: tb, dir: tb.TempDir(), args: args}
	for _, dir := range []string{s.home(), s.workspace()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}

func (s *site) home() string      { return filepath.Join(s.dir, "home") }
func (s *site) workspace() string { return filepath.Join(s.home(), "ws") }
func (s *site) state() string     { return filepath.Join(s.dir, "state") }

// environ is the environment of a user who set nothing up.
func (s *site) environ() []string {
	return []string{
		"HOME=" + s.home(), "PATH=" + os.Getenv("PATH"), "XDG_STATE_HOME=" + s.dir, "LANG=C.UTF-8",
		"PASSEPARTOUT_STATE_DIR=" + s.state(), "PASSEPARTOUT_SCRATCH=" + filepath.Join(s.dir, "scratch"),
	}
}

// command makes a client command of the site.
func (s *site) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env, cmd.Dir = s.environ(), s.workspace()
	return cmd
}

// worker is a running worker process.
type worker struct {
	*site
	cmd    *exec.Cmd
	url    string
	stderr *tail
	gone   chan struct{}
	err    error
}

// start runs a worker and waits until it says that it is ready.
func (s *site) start(args ...string) *worker {
	s.tb.Helper()
	w, err := s.tryStart(args...)
	if err != nil {
		s.tb.Fatal(err)
	}
	return w
}

// tryStart is start for a worker that may refuse to.
func (s *site) tryStart(args ...string) (*worker, error) {
	cmd := exec.Command(binary, append(append([]string{"run"}, s.args...), args...)...)
	cmd.Env, cmd.Dir = s.environ(), s.workspace()
	if s.wrap != nil {
		s.wrap(cmd)
	}
	w := &worker{site: s, cmd: cmd, stderr: &tail{}, gone: make(chan struct{})}
	cmd.Stderr = w.stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan struct{})
	go func() {
		defer close(w.gone)
		announced := false
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if url, ok := strings.CutPrefix(lines.Text(), "  bus "); ok && !announced {
				w.url = strings.TrimSpace(url)
			}
			if strings.HasPrefix(lines.Text(), "try:") && !announced {
				announced = true
				close(ready)
			}
		}
		w.err = cmd.Wait()
	}()
	s.tb.Cleanup(w.kill)
	select {
	case <-ready:
		return w, nil
	case <-w.gone:
		return nil, fmt.Errorf("the worker ended: %w\n%s", w.err, w.stderr.String())
	case <-time.After(patience):
		w.kill()
		return nil, fmt.Errorf("the worker did not become ready\n%s", w.stderr.String())
	}
}

// stop asks the worker to finish and waits for its end.
func (w *worker) stop() error {
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-w.gone:
		return w.err
	case <-time.After(patience):
		w.kill()
		return errors.New("the worker did not stop")
	}
}

// kill ends the worker at once, as a power cut would.
func (w *worker) kill() {
	_ = w.cmd.Process.Kill() // gone already is as good
	<-w.gone
}

// connect opens a bare NATS connection with the credentials of a principal.
func (w *worker) connect(role, name string, more ...nats.Option) *nats.Conn {
	w.tb.Helper()
	option, err := nats.NkeyOptionFromSeed(filepath.Join(w.state(), "keys", role+"-"+name+".nk"))
	if err != nil {
		w.tb.Fatal(err)
	}
	nc, err := nats.Connect(w.url, append([]nats.Option{option, nats.CustomInboxPrefix("_INBOX." + role + "." + name),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}, more...)...)
	if err != nil {
		w.tb.Fatal(err)
	}
	w.tb.Cleanup(nc.Close)
	return nc
}

// ce is a CloudEvent in structured mode, as a client in any language makes one.
type ce struct {
	SpecVersion string          `json:"specversion"`
	ID          string          `json:"id"`
	Source      string          `json:"source"`
	Type        string          `json:"type"`
	ContentType string          `json:"datacontenttype,omitempty"`
	Session     string          `json:"session,omitempty"`
	Cause       string          `json:"causationid,omitempty"`
	Depth       int             `json:"depth,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}

func structured(tb testing.TB, id, kind string, data any) *nats.Msg {
	tb.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		tb.Fatal(err)
	}
	body, err := json.Marshal(ce{SpecVersion: "1.0", ID: id, Source: "/e2e", Type: kind, ContentType: "application/json", Data: raw})
	if err != nil {
		tb.Fatal(err)
	}
	return &nats.Msg{Header: nats.Header{"content-type": {"application/cloudevents+json"}}, Data: body}
}

// publish sends a message and waits until the server has stored it.
func publish(tb testing.TB, nc *nats.Conn, subject string, m *nats.Msg) {
	tb.Helper()
	m.Subject = subject
	reply, err := nc.RequestMsg(m, patience)
	if err != nil {
		tb.Fatalf("publish on %s: %v", subject, err)
	}
	if strings.Contains(string(reply.Data), `"error"`) {
		tb.Fatalf("publish on %s: %s", subject, reply.Data)
	}
}

// feedback is the data of a feedback event, as documented.
type feedback struct {
	Request string          `json:"request"`
	Key     string          `json:"key"`
	Outcome string          `json:"outcome"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code, Message, Field, Rule, Hint string
		Retryable                        bool
	} `json:"error"`
	Plan *struct {
		ID     string `json:"id"`
		Reason string `json:"reason"`
	} `json:"plan"`
	Replayed bool   `json:"replayed"`
	Kind     string `json:"-"`
}

// inbox follows a subject.
type inbox struct {
	tb   testing.TB
	msgs chan *nats.Msg
}

func follow(tb testing.TB, nc *nats.Conn, subject string) *inbox {
	tb.Helper()
	in := &inbox{tb: tb, msgs: make(chan *nats.Msg, 4096)}
	sub, err := nc.ChanSubscribe(subject, in.msgs)
	if err != nil {
		tb.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = sub.Unsubscribe() })
	return in
}

// next is the next message, which must come.
func (in *inbox) next() *nats.Msg {
	in.tb.Helper()
	select {
	case m := <-in.msgs:
		return m
	case <-time.After(patience):
		in.tb.Fatal("nothing came")
		return nil
	}
}

// feedback is the next feedback on a request, which must come.
func (in *inbox) feedback(request string) feedback {
	in.tb.Helper()
	for {
		if f := feedbackOf(in.tb, in.next()); f.Request == request {
			return f
		}
	}
}

func feedbackOf(tb testing.TB, m *nats.Msg) feedback {
	tb.Helper()
	e := decode(tb, m)
	var f feedback
	if err := json.Unmarshal(e.Data, &f); err != nil {
		tb.Fatalf("feedback data %s: %v", e.Data, err)
	}
	f.Kind = m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	return f
}

// final is the feedback that ends a request.
func (in *inbox) final(request string) feedback {
	in.tb.Helper()
	for {
		if f := in.feedback(request); f.Kind != "suspended" && f.Kind != "message" {
			return f
		}
	}
}

func decode(tb testing.TB, m *nats.Msg) ce {
	tb.Helper()
	var e ce
	if err := json.Unmarshal(m.Data, &e); err != nil {
		tb.Fatalf("%s: no structured event: %v: %s", m.Subject, err, m.Data)
	}
	return e
}

// tail keeps what a process said, for failures.
type tail struct {
	mu   sync.Mutex
	text []byte
}

var _ io.Writer = (*tail)(nil)

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - 64<<10; over > 0 {
		t.text = t.text[over:]
	}
	return len(b), nil
}

// clear forgets what was written so far.
func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// run makes the data of a shell request.
func run(command string, more map[string]any) map[string]any {
	params := map[string]any{"command": command}
	for k, v := range more {
		params[k] = v
	}
	return map[string]any{"target": "shell", "op": "run", "params": params, "intent": "an end to end test"}
}

const (
	requestType = "passepartout.request.v1"
	answerType  = "passepartout.answer.v1"
)
