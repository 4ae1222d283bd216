package bus_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

func TestBucketAnswersWithTheWordsOfAllStores(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	k, err := s.Bucket(t.Context(), bus.BucketPlans)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := k.Get(t.Context(), "p1"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("get: %v", err)
	}
	if _, err := k.Update(t.Context(), "p1", nil, 5); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("update: %v", err)
	}
	if keys, err := k.Keys(t.Context()); err != nil || len(keys) != 0 {
		t.Errorf("keys: %v, %v", keys, err)
	}
	rev, err := k.Create(t.Context(), "p1", []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Create(t.Context(), "p1", nil); !errors.Is(err, pipeline.ErrExists) {
		t.Errorf("create: %v", err)
	}
	next, err := k.Update(t.Context(), "p1", []byte("two"), rev)
	if err != nil || next <= rev {
		t.Fatalf("%d, %v", next, err)
	}
	if _, err := k.Update(t.Context(), "p1", []byte("late"), rev); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("stale update: %v", err)
	}
	if body, got, err := k.Get(t.Context(), "p1"); err != nil || string(body) != "two" || got != next {
		t.Errorf("%q at %d, %v", body, got, err)
	}
	if err := k.Delete(t.Context(), "p1", rev); !errors.Is(err, pipeline.ErrConflict) {
		t.Errorf("stale delete: %v", err)
	}
	if _, err := k.Put(t.Context(), "p2", []byte("x")); err != nil {
		t.Error(err)
	}
	keys, err := k.Keys(t.Context())
	slices.Sort(keys)
	if err != nil || !slices.Equal(keys, []string{"p1", "p2"}) {
		t.Errorf("keys %v, %v", keys, err)
	}
	if err := k.Delete(t.Context(), "p1", next); err != nil {
		t.Error(err)
	}
	if _, _, err := k.Get(t.Context(), "p1"); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("deleted: %v", err)
	}
	if _, err := k.Create(t.Context(), "p1", []byte("new")); err != nil {
		t.Errorf("create after delete: %v", err)
	}
	if _, err := s.Bucket(t.Context(), "NONE"); err == nil {
		t.Error("an unknown bucket opens")
	}
}

func TestWatchTellsPresentThenChanges(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	k, err := s.Bucket(t.Context(), bus.BucketPauses)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Put(t.Context(), "all", []byte("1")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	events, err := k.Watch(ctx, ">")
	if err != nil {
		t.Fatal(err)
	}
	if e := within(t, events); e.Key != "all" || string(e.Value) != "1" || e.Gone {
		t.Errorf("present: %+v", e)
	}
	if e := within(t, events); e.Key != "" {
		t.Errorf("no end of the present: %+v", e)
	}
	if err := k.Delete(t.Context(), "all", 0); err != nil {
		t.Fatal(err)
	}
	if e := within(t, events); e.Key != "all" || !e.Gone {
		t.Errorf("change: %+v", e)
	}
	cancel()
	for range events { // ends because the channel closes
		t.Error("told something after its end")
	}
}
