package acttest

import (
	"errors"
	"testing"
	"time"

	"passepartout/pipeline"
	"passepartout/pipeline/act"
)

// Run is what every journal must do. Open returns the journals of two live
// workers over one empty store.
//
// Long: one list of duties reads best as one list.
func Run(t *testing.T, open func(t *testing.T) (one, two act.Journal)) {
	t.Helper()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	claim := pipeline.Claim{Key: "k1", Request: pipeline.Digest{1}, Worker: "w", Target: "shell", Op: "run", Idempotent: true, At: at}
	done := pipeline.Feedback{Kind: pipeline.ToolOutput, Key: "k1", Text: "done", At: at}
	want := func(t *testing.T, what string, got, want error) {
		t.Helper()
		if !errors.Is(got, want) {
			t.Fatalf("%s: got %v, want %v", what, got, want)
		}
	}
	look := func(t *testing.T, j act.Journal) pipeline.Claim {
		t.Helper()
		c, err := j.Look(t.Context(), "k1")
		want(t, "look", err, nil)
		return c
	}
	t.Run("nobody claimed", func(t *testing.T) {
		one, _ := open(t)
		_, err := one.Look(t.Context(), "k1")
		want(t, "look", err, pipeline.ErrNotFound)
	})
	t.Run("an open claim is alive for all", func(t *testing.T) {
		one, two := open(t)
		want(t, "claim", one.Claim(t.Context(), claim), nil)
		for _, j := range []act.Journal{one, two} {
			c := look(t, j)
			if !c.Alive || c.Feedback != nil || c.Request != claim.Request || c.Target != "shell" || c.Op != "run" || !c.Idempotent || !c.At.Equal(at) || c.Revision == 0 {
				t.Fatalf("got %+v", c)
			}
		}
		want(t, "claim again", one.Claim(t.Context(), claim), pipeline.ErrExists)
		want(t, "claim by another", two.Claim(t.Context(), claim), pipeline.ErrExists)
	})
	t.Run("a closed claim keeps its outcome", func(t *testing.T) {
		one, two := open(t)
		want(t, "claim", one.Claim(t.Context(), claim), nil)
		want(t, "close", one.Close(t.Context(), "k1", done), nil)
		for _, j := range []act.Journal{one, two} {
			if c := look(t, j); c.Feedback == nil || c.Feedback.Text != "done" || c.Request != claim.Request {
				t.Fatalf("got %+v", c)
			}
			want(t, "claim", j.Claim(t.Context(), claim), pipeline.ErrExists)
		}
	})
	t.Run("one of two takes over", func(t *testing.T) {
		one, two := open(t)
		want(t, "claim", one.Claim(t.Context(), claim), nil)
		seen := look(t, two)
		want(t, "take over", two.Claim(t.Context(), seen), nil)
		want(t, "take over again", two.Claim(t.Context(), seen), pipeline.ErrConflict)
		want(t, "close by the former holder", one.Close(t.Context(), "k1", done), pipeline.ErrConflict)
		if c := look(t, one); c.Feedback != nil {
			t.Fatal("the former holder closed it")
		}
		want(t, "close", two.Close(t.Context(), "k1", done), nil)
	})
	t.Run("closing without a claim", func(t *testing.T) {
		one, two := open(t)
		want(t, "claim", one.Claim(t.Context(), claim), nil)
		if err := two.Close(t.Context(), "k1", done); err == nil {
			t.Fatal("closed another's claim")
		}
		if c := look(t, one); c.Feedback != nil || !c.Alive {
			t.Fatalf("got %+v", c)
		}
	})
}
