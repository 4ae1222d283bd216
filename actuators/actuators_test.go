package actuators_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"passepartout/actuators"
	"passepartout/actuators/actuatortest"
	"passepartout/pipeline"
)

// hand is an actuator that does what the test says.
type hand struct {
	name    string
	do      func(ctx context.Context) (pipeline.Result, error)
	timeout time.Duration
}

func (h hand) Spec() pipeline.Spec { return pipeline.Spec{Name: h.name, Doc: "for tests"} }
func (h hand) Do(ctx context.Context, _ pipeline.Clearance, _ pipeline.Sink) (pipeline.Result, error) {
	return h.do(ctx)
}

// seer states effects, too.
type seer struct {
	hand
	inspect func(ctx context.Context) (pipeline.Inspection, error)
}

func (s seer) Inspect(ctx context.Context, _ pipeline.Proposal) (pipeline.Inspection, error) {
	return s.inspect(ctx)
}

func (s seer) Timeout(pipeline.Proposal) time.Duration { return s.timeout }

func clear(t *testing.T, a pipeline.Action) pipeline.Clearance {
	t.Helper()
	s := actuatortest.Signal("x")
	return actuatortest.Clear(t, pipeline.Proposal{
		ID: s.Key(), Signal: s, Action: a, Exact: []byte(`{}`), Summary: "rm build",
		Effects: []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "/ws/build", Certain: true}},
	})
}

func TestNewRefusesWhatCouldBeMistaken(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		names []string
		want  error
	}{
		{"two different", []string{"shell", "tool"}, nil},
		{"none", nil, nil},
		{"the same twice", []string{"shell", "shell"}, actuators.ErrDuplicate},
		{"upper case", []string{"Shell"}, actuators.ErrBadName},
		{"empty", []string{""}, actuators.ErrBadName},
		{"a wildcard", []string{"*"}, actuators.ErrBadName},
		{"a subject", []string{"a.b"}, actuators.ErrBadName},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var as []pipeline.Actuator
			for _, n := range tt.names {
				as = append(as, hand{name: n})
			}
			if _, err := actuators.New(as...); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	if _, err := actuators.New(nil); !errors.Is(err, actuators.ErrBadName) {
		t.Errorf("no actuator at all: %v", err)
	}
}

func TestFindIgnoresCaseOfASCIIOnly(t *testing.T) {
	t.Parallel()
	r, err := actuators.New(hand{name: "task"}, hand{name: "shell"})
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]bool{
		"task": true, "TASK": true, "Shell": true,
		"": false, "tas": false, " shell": false, "tas\u212a": false, "ſhell": false,
	} {
		if _, ok := r.Find(target); ok != want {
			t.Errorf("Find(%q) = %v, want %v", target, ok, want)
		}
	}
	if got := r.Names(); !slices.Equal(got, []string{"shell", "task"}) {
		t.Errorf("names %v", got)
	}
	specs := r.Specs()
	if len(specs) != 2 || specs[0].Name != "shell" {
		t.Errorf("specs %v are not sorted by name", specs)
	}
	specs[0].Name = "changed"
	if r.Specs()[0].Name != "shell" {
		t.Error("a caller can change the registry")
	}
}

func TestDecoratorsKeepTheAbilityToStateEffects(t *testing.T) {
	t.Parallel()
	plain := hand{name: "plain"}
	sees := seer{hand: plain, inspect: func(context.Context) (pipeline.Inspection, error) {
		return pipeline.Inspection{Summary: "seen"}, nil
	}}
	for name, wrap := range decorators() {
		if _, ok := wrap(plain).(pipeline.Inspector); ok {
			t.Errorf("%s: an actuator that states no effects seems to", name)
		}
		i, ok := wrap(sees).(pipeline.Inspector)
		if !ok {
			t.Errorf("%s: lost the ability to state effects", name)
			continue
		}
		if n, err := i.Inspect(t.Context(), pipeline.Proposal{}); err != nil || n.Summary != "seen" {
			t.Errorf("%s: %v, %v", name, n, err)
		}
		if got := wrap(sees).Spec().Name; got != "plain" {
			t.Errorf("%s: renamed to %q", name, got)
		}
	}
}

func decorators() map[string]func(pipeline.Actuator) pipeline.Actuator {
	clock := func() time.Time { return time.Unix(1, 0) }
	return map[string]func(pipeline.Actuator) pipeline.Actuator{
		"recover":  actuators.Recover,
		"dry run":  func(a pipeline.Actuator) pipeline.Actuator { return actuators.DryRun(a, clock) },
		"deadline": func(a pipeline.Actuator) pipeline.Actuator { return actuators.Deadline(a, actuators.Usual()) },
		"guard":    func(a pipeline.Actuator) pipeline.Actuator { return actuators.Guard(a, actuators.Usual(), clock) },
	}
}

func TestRecoverKeepsPanicsInside(t *testing.T) {
	t.Parallel()
	a := actuators.Recover(seer{
		hand: hand{name: "bad", do: func(context.Context) (pipeline.Result, error) {
			var nothing map[string]int
			nothing["secret-of-the-worker"] = 1
			return pipeline.Result{}, nil
		}},
		inspect: func(context.Context) (pipeline.Inspection, error) { panic("secret-of-the-worker") },
	})
	_, err := a.Do(t.Context(), clear(t, pipeline.Action{}), nil)
	i, _ := a.(pipeline.Inspector)
	_, errInspect := i.Inspect(t.Context(), pipeline.Proposal{})
	for _, err := range []error{err, errInspect} {
		told, ok := errors.AsType[*pipeline.Error](err)
		if !ok || told.Code != pipeline.CodeInternal || told.Retryable {
			t.Fatalf("told as %v", err)
		}
		sent, _ := json.Marshal(told)
		if strings.Contains(string(sent), "secret") || strings.Contains(string(sent), "goroutine") {
			t.Errorf("the agent is told %s", sent)
		}
		if told.Err == nil || !strings.Contains(told.Err.Error(), "actuators_test.go") {
			t.Errorf("operators are not told where: %v", told.Err)
		}
	}
}

func TestDryRunNeverActs(t *testing.T) {
	t.Parallel()
	acted := 0
	a := actuators.DryRun(hand{name: "shell", do: func(context.Context) (pipeline.Result, error) {
		acted++
		return pipeline.Result{}, nil
	}}, func() time.Time { return time.Unix(7, 0) })
	r, err := a.Do(t.Context(), clear(t, pipeline.Action{Target: "shell", Op: "run", DryRun: true}), nil)
	if err != nil || acted != 0 {
		t.Fatalf("acted %d times, error %v", acted, err)
	}
	var told actuators.Rehearsal
	if err := json.Unmarshal(r.Data, &told); err != nil {
		t.Fatal(err)
	}
	if !told.DryRun || told.WouldRun != "rm build" || len(told.Effects) != 1 || told.Effects[0].Object != "/ws/build" {
		t.Errorf("told %s", r.Data)
	}
	if _, err := a.Do(t.Context(), pipeline.Clearance{}, nil); err == nil {
		t.Error("rehearsed what was never cleared")
	}
	if _, err := a.Do(t.Context(), clear(t, pipeline.Action{}), nil); err != nil || acted != 1 {
		t.Errorf("an action that is no dry run acted %d times, error %v", acted, err)
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	limits := actuators.Limits{Inspect: time.Minute, Default: 30 * time.Second, Most: time.Hour, Grace: 10 * time.Second}
	tests := []struct {
		name          string
		action, timed time.Duration
		want          time.Duration
	}{
		{"the default", 0, 0, 40 * time.Second},
		{"the action's", time.Minute, 0, 70 * time.Second},
		{"the actuator knows better", time.Minute, 2 * time.Minute, 130 * time.Second},
		{"never more than the most", 24 * time.Hour, 0, time.Hour + 10*time.Second},
		{"a negative one is none", -time.Hour, 0, 40 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var left time.Duration
			a := actuators.Deadline(seer{hand: hand{name: "x", timeout: tt.timed, do: func(ctx context.Context) (pipeline.Result, error) {
				until, _ := ctx.Deadline()
				left = time.Until(until)
				return pipeline.Result{}, nil
			}}}, limits)
			if _, err := a.Do(t.Context(), clear(t, pipeline.Action{Timeout: tt.action}), nil); err != nil {
				t.Fatal(err)
			}
			if left > tt.want || left < tt.want-5*time.Second {
				t.Errorf("%v to act, want %v", left, tt.want)
			}
		})
	}
}

func TestDeadlineNamesLateness(t *testing.T) {
	t.Parallel()
	limits := actuators.Limits{Inspect: time.Millisecond, Default: time.Millisecond, Most: time.Millisecond}
	wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	a := actuators.Deadline(seer{
		hand:    hand{name: "x", do: func(ctx context.Context) (pipeline.Result, error) { return pipeline.Result{ExitCode: 9}, wait(ctx) }},
		inspect: func(ctx context.Context) (pipeline.Inspection, error) { return pipeline.Inspection{}, wait(ctx) },
	}, limits)
	r, err := a.Do(t.Context(), clear(t, pipeline.Action{}), nil)
	if told := pipeline.AsError(err); told.Code != pipeline.CodeTimedOut || r.ExitCode != 9 {
		t.Errorf("acting late: %v, result %+v", err, r)
	}
	i, _ := a.(pipeline.Inspector)
	if _, err := i.Inspect(t.Context(), pipeline.Proposal{}); pipeline.AsError(err).Code != pipeline.CodeTimedOut {
		t.Errorf("stating effects late: %v", err)
	}
	if _, err := a.Do(t.Context(), pipeline.Clearance{}, nil); err == nil {
		t.Error("acted on what was never cleared")
	}
	// A stop of the worker is not the action's lateness.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	long := actuators.Deadline(hand{name: "x", do: func(ctx context.Context) (pipeline.Result, error) { return pipeline.Result{}, wait(ctx) }}, actuators.Usual())
	if _, err := long.Do(ctx, clear(t, pipeline.Action{}), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled from outside: %v", err)
	}
}

// TestEveryMemberConforms reads the folders beside it: a new hand without the
// suite is not done.
func TestEveryMemberConforms(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "actuatortest" || e.Name() == "testdata" {
			continue
		}
		files, err := filepath.Glob(filepath.Join(e.Name(), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(text), "actuatortest.Run(")
		}
		if !found {
			t.Errorf("actuators/%s never calls actuatortest.Run", e.Name())
		}
	}
}

func TestDecodeIsStrict(t *testing.T) {
	t.Parallel()
	tests := []struct {
		params string
		field  string // empty: accepted
	}{
		{``, ""},
		{`  `, "params"},
		{`{}`, ""},
		{`{"text":"a","n":3}`, ""},
		{`{"text":1}`, "params.text"},
		{`{"n":"3"}`, "params.n"},
		{`{"n":1.5}`, "params.n"},
		{`{"deep":{"x":"no"}}`, "params.deep.x"},
		{`{"deep":{"y":1}}`, "params.deep.y"},
		{`{"other":1}`, "params.other"},
		{`{"TEXT":"a"}`, "params.TEXT"},
		{`{"text":"a","text":"b"}`, "params.text"},
		{`[]`, "params"},
		{`null`, ""},
		{`{} {}`, "params"},
		{`{`, "params"},
	}
	for _, tt := range tests {
		var into struct {
			Text string `json:"text"`
			N    int    `json:"n"`
			Deep struct {
				X int `json:"x"`
			} `json:"deep"`
		}
		err := actuators.Decode(json.RawMessage(tt.params), &into)
		switch {
		case err == nil && tt.field != "":
			t.Errorf("%s: accepted", tt.params)
		case err != nil && err.Field != tt.field:
			t.Errorf("%s: field %q (%s), want %q", tt.params, err.Field, err.Message, tt.field)
		case err != nil && err.Code != pipeline.CodeInvalidRequest:
			t.Errorf("%s: code %s", tt.params, err.Code)
		}
	}
}
