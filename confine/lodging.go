package confine

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// A lodging is a sandbox for one command, made before the command is known: its
// PID namespace with its reaper and its own /proc stand, and the process that
// will become the command has its session, its limits, no privileges and its
// seccomp filter, and waits. What depends on the command comes with the order:
// descriptors, Landlock, directory, program. So a start costs one message and
// the way to exec.
//
// A lodging serves one command at a time. It serves the next one only when the
// kernel says that nothing is left of the last (its reaper has no child) and
// nobody has sent that a signal; the next is a new process with its own session,
// limits, filter and Landlock domain. What both have in common is a PID
// namespace with a reaper that no command can change: it has more rights than
// they, and its limits are refused to them (large in seccomp.go). In every other
// case the lodging ends with its command and another one is made.
//
// It ends with its zygote, and by itself when the worker, who alone can give the
// order, is gone.
type lodging struct {
	id     string
	status *spawn.Status
	fits   fitting
}

// fitting is what must be known of a command beforehand.
type fitting struct {
	gated, ordinary, rlimits bool
	limits                   Limits
}

func (r request) fitting() fitting { return fitting{r.gated, r.ordinary, r.rlimits, r.limits} }

// ordered says whether a command can be told to a lodging: who detaches one
// waits for its pid anyway, and the order brings descriptors within its limit.
func (r request) ordered() bool { return !r.detached && r.limits.Files >= 8 }

// lodgings are those that stand ready in one zygote, and the rulesets that they
// will need.
type lodgings struct {
	most int

	mu     sync.Mutex
	closed bool
	flight int // commands that run
	making int // lodgings that are asked for at this moment
	ready  []lodging
	rules  map[string]*os.File
}

// take gives one away for good.
func (s *lodgings) take(f fitting) (lodging, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.ready, func(l lodging) bool { return l.fits == f })
	if i < 0 {
		return lodging{}, false
	}
	l := s.ready[i]
	s.ready = slices.Delete(s.ready, i, i+1)
	return l, true
}

// short says that there should be one more of this fitting: one for each
// command that runs and one besides, up to a bound. There is room for two
// fittings; beyond that the oldest lodging of another one goes. Who is told so
// adds it, or says that there is none.
func (s *lodgings) short(f fitting) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	other := func(l lodging) bool { return l.fits != f }
	have := s.making
	for _, l := range s.ready {
		if !other(l) {
			have++
		}
	}
	if s.closed || have >= min(s.most, s.flight+1) {
		return false
	}
	if i := slices.IndexFunc(s.ready, other); i >= 0 && len(s.ready) >= 2*s.most {
		_ = s.ready[i].status.Close()
		s.ready = slices.Delete(s.ready, i, i+1)
	}
	s.making++
	return true
}

// add keeps a lodging that is being made; one without a status is none.
func (s *lodgings) add(l lodging) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.making--
	if l.status == nil {
		return
	}
	if s.closed {
		_ = l.status.Close()
		return
	}
	s.ready = append(s.ready, l)
}

// giveBack takes a lodging whose command has ended and left nothing, and reports
// false where it is one too many.
func (s *lodgings) giveBack(l lodging) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := 0
	for _, have := range s.ready {
		if have.fits == l.fits {
			same++
		}
	}
	if s.closed || same >= s.most || len(s.ready) >= 2*s.most || !l.status.Again() {
		return false
	}
	s.ready = append(s.ready, l)
	return true
}

// count keeps track of how many commands run.
func (s *lodgings) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flight += n
}

// close lets all of them go.
func (s *lodgings) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, l := range s.ready {
		_ = l.status.Close()
	}
	for _, f := range s.rules {
		_ = f.Close()
	}
	s.ready, s.rules = nil, nil
}

// provideLate is after what time a lodging is replaced whose command runs on.
const provideLate = 20 * time.Millisecond

// provideSoon lets the next lodging be made once the command has ended, when it
// takes no processor from it, or when it has run for a while. The function says
// that it has ended.
func (o *zygote) provideSoon(r request) (ended func(again bool)) {
	if !r.ordered() {
		return func(bool) {}
	}
	var once sync.Once
	f := r.fitting() // not the request: this lasts as long as the command
	make := func() { once.Do(func() { o.provide(f) }) }
	late := time.AfterFunc(provideLate, make)
	return func(again bool) {
		late.Stop()
		if !again {
			go make()
		}
	}
}

// provide asks the zygote for a lodging like the one that a command has just
// taken, or would have taken.
func (o *zygote) provide(f fitting) {
	if !o.spare.short(f) {
		return
	}
	made := lodging{} // none: the next command goes the longer way
	defer func() { o.spare.add(made) }()
	status, end, err := spawn.NewStatus()
	if err != nil {
		return
	}
	id := strconv.FormatUint(o.next.Add(1), 10)
	ask := request{id: id, prepared: true, gated: f.gated, ordinary: f.ordinary, rlimits: f.rlimits, limits: f.limits}
	err = o.tell(ask.encode(), int(end.Fd()))
	_ = end.Close()
	if err != nil {
		_ = status.Close()
		return
	}
	made = lodging{id, status, f}
}

// lodge gives a command to a lodging that stands ready. It reports false where
// there is none, or where it failed before anything was executed.
func (o *zygote) lodge(ctx context.Context, r request, gate ExecGate, stdio [3]*os.File) (*lodger, bool) {
	if !r.ordered() {
		return nil, false
	}
	l, ok := o.spare.take(r.fitting())
	if !ok {
		return nil, false
	}
	before := o.group.hits()
	watch(ctx, l.status, gate)
	if err := o.order(ctx, l, r, stdio); err != nil {
		_ = l.status.Close() // it leaves
		return nil, false
	}
	return &lodger{zygote: o, id: l.id, status: l.status, before: before, fits: l.fits}, true
}

// order tells a lodging what to execute.
func (o *zygote) order(ctx context.Context, l lodging, r request, stdio [3]*os.File) error {
	stop := l.status.Bound(ctx)
	defer stop()
	files := []int{int(stdio[0].Fd()), int(stdio[1].Fd()), int(stdio[2].Fd())}
	var steps []spawn.Step
	if o.landlock {
		rules, kept, err := o.ruleset(l, r)
		if err != nil {
			return err
		}
		if !kept {
			defer func() { _ = rules.Close() }()
		}
		const at = spawn.StatusFD + 1 // the lowest that is free once stdio is in place
		files = append(files, int(rules.Fd()))
		steps = append(steps, restrictSelf(at), spawn.Step{Name: "close", NR: unix.SYS_CLOSE, Args: []any{at}})
	}
	if r.dir != "" {
		steps = append(steps, spawn.Chdir(r.dir))
	}
	steps = append(steps, spawn.Execute(r.path, r.argv, r.env)...)
	ready, err := l.status.Ready()
	if err != nil {
		return fmt.Errorf("lodging: %w", err)
	}
	return l.status.Order(ready, steps, files...)
}

// ruleset gets a Landlock ruleset from the zygote, in whose view its paths mean
// something. Those that nobody inside can make mean something else are kept.
func (o *zygote) ruleset(l lodging, r request) (rules *os.File, kept bool, err error) {
	key := strings.Join(r.write, "\x00") + "\x00\x00" + strings.Join(r.remove, "\x00")
	o.spare.mu.Lock()
	have, ok := o.spare.rules[key]
	o.spare.mu.Unlock()
	if ok {
		return have, true, nil
	}
	// The answer comes through the lodging's own socket: nobody else has to
	// wait for it, and who gives up the wait loses nothing but the lodging.
	if err := o.tell(encode([]string{l.id}, r.write, r.remove, r.roots)); err != nil {
		return nil, false, err
	}
	fd, stable, err := l.status.Given()
	if err != nil {
		return nil, false, fmt.Errorf("ruleset: %w", err)
	}
	rules = os.NewFile(uintptr(fd), "landlock")
	o.spare.mu.Lock()
	defer o.spare.mu.Unlock()
	if _, twice := o.spare.rules[key]; !stable || twice || o.spare.closed || len(o.spare.rules) >= maxRules {
		return rules, false, nil
	}
	o.spare.rules[key] = rules
	return rules, true, nil
}

// Words between worker and zygote.
const (
	saidReady  = "ready"
	saidFailed = "failed"
)

// maxRules bounds the rulesets that are kept for a zygote.
const maxRules = 64
