// Package skilltest is the suite that every skill passes: it is described, its
// trigger is total, it is pure, and its fixtures say what it proposes.
//
// A fixture is a txtar file in the skill's testdata folder with a part
// signal.json (a pipeline.Signal) and exactly one of
//
//   - action.json: the pipeline.Action that it proposes
//   - error.json: {"code", "field"} of the error that it proposes instead
//   - nomatch: the signal is not for this skill
package skilltest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"passepartout/pipeline"
)

// Run runs the suite over a skill and the fixtures that a pattern names, for
// instance "testdata/*.txtar". No fixture at all is a failure.
func Run(t *testing.T, skill pipeline.Skill, pattern string) {
	t.Helper()
	t.Run("described", func(t *testing.T) {
		spec := skill.Spec()
		if !pipeline.ValidToken(spec.Name) || spec.Doc == "" {
			t.Errorf("spec %+v: want a plain name and a doc", spec)
		}
	})
	t.Run("total", func(t *testing.T) {
		// A signal of which nothing is known must neither match nor panic.
		if skill.Match(pipeline.Signal{}) {
			t.Error("the empty signal matches")
		}
		if _, err := skill.Propose(t.Context(), pipeline.Signal{}); err == nil {
			t.Error("the empty signal is proposed for without an error")
		}
	})
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures match %s (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			runFixture(t, skill, file)
		})
	}
}

func runFixture(t *testing.T, skill pipeline.Skill, file string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]byte{}
	for _, f := range txtar.Parse(raw).Files {
		parts[f.Name] = f.Data
	}
	var sig pipeline.Signal
	decode(t, parts, "signal.json", &sig)
	if _, no := parts["nomatch"]; no {
		if skill.Match(sig) {
			t.Error("matches")
		}
		return
	}
	if !skill.Match(sig) {
		t.Fatal("does not match")
	}
	before, _ := json.Marshal(sig)
	action, err := propose(t, skill, sig)
	if after, _ := json.Marshal(sig); string(after) != string(before) {
		t.Error("the signal was changed")
	}
	if _, want := parts["error.json"]; want {
		checkError(t, parts, err)
		return
	}
	if err != nil {
		t.Fatalf("propose: %v", err)
	}
	var want pipeline.Action
	decode(t, parts, "action.json", &want)
	if got, expected := compact(t, action), compact(t, want); got != expected {
		t.Errorf("proposed\n%s\nwant\n%s", got, expected)
	}
}

// propose asks from many goroutines at once and wants the same answer always.
func propose(t *testing.T, skill pipeline.Skill, sig pipeline.Signal) (pipeline.Action, error) {
	t.Helper()
	first, firstErr := skill.Propose(t.Context(), sig)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			again, err := skill.Propose(t.Context(), sig)
			if !reflect.DeepEqual(again, first) || (err == nil) != (firstErr == nil) {
				t.Errorf("not pure: %+v, %v after %+v, %v", again, err, first, firstErr)
			}
		})
	}
	wg.Wait()
	return first, firstErr
}

func checkError(t *testing.T, parts map[string][]byte, err error) {
	t.Helper()
	var want struct {
		Code  pipeline.Code `json:"code"`
		Field string        `json:"field"`
	}
	decode(t, parts, "error.json", &want)
	got, ok := errors.AsType[*pipeline.Error](err)
	if !ok {
		t.Fatalf("error %v is no *pipeline.Error", err)
	}
	if got.Code != want.Code || got.Field != want.Field {
		t.Errorf("error %s at %q, want %s at %q", got.Code, got.Field, want.Code, want.Field)
	}
}

func decode(t *testing.T, parts map[string][]byte, name string, into any) {
	t.Helper()
	raw, ok := parts[name]
	if !ok {
		t.Fatalf("the fixture has no part %s", name)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func compact(t *testing.T, a pipeline.Action) string {
	t.Helper()
	out, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
