package hitl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"passepartout/pipeline"
)

// Store keeps records of one kind by key, shared by all workers. Every change
// is a compare-and-set: Create answers pipeline.ErrExists, Update
// pipeline.ErrConflict when the revision is not the last one, Get
// pipeline.ErrNotFound. Reads must see the writes that went before them.
type Store interface {
	Get(ctx context.Context, key string) (value []byte, revision uint64, err error)
	Create(ctx context.Context, key string, value []byte) (revision uint64, err error)
	Update(ctx context.Context, key string, value []byte, revision uint64) (newRevision uint64, err error)
}

// Lister is the optional ability of a store to name its keys. Without it
// nothing expires by itself and no grant is found.
type Lister interface {
	Keys(ctx context.Context) ([]string, error)
}

// Deleter is the optional ability of a store to forget. Without it, what has
// ended stays until the store drops it by age.
type Deleter interface {
	Delete(ctx context.Context, key string) error
}

// maxTurns is how often a compare-and-set is tried against others.
const maxTurns = 16

// errUnchanged tells change that there is nothing to write.
var errUnchanged = errors.New("unchanged")

func load[T any](ctx context.Context, s Store, key string) (T, uint64, error) {
	var v T
	raw, rev, err := s.Get(ctx, key)
	if err != nil {
		return v, 0, fmt.Errorf("read %s: %w", key, err)
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, 0, fmt.Errorf("read %s: %w", key, err)
	}
	return v, rev, nil
}

func create(ctx context.Context, s Store, key string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	if _, err := s.Create(ctx, key, raw); err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

// change reads a record, lets edit change it and writes it, as often as others
// come in between. An error of edit is returned beside the record as it was
// read; errUnchanged means that this record is the answer.
func change[T any](ctx context.Context, s Store, key string, edit func(*T) error) (T, error) {
	for range maxTurns {
		v, rev, err := load[T](ctx, s, key)
		if err != nil {
			return v, err
		}
		switch err := edit(&v); {
		case errors.Is(err, errUnchanged):
			return v, nil
		case err != nil:
			return v, err
		}
		raw, err := json.Marshal(v)
		if err != nil {
			return v, fmt.Errorf("write %s: %w", key, err)
		}
		_, err = s.Update(ctx, key, raw, rev)
		if err == nil {
			return v, nil
		}
		if !errors.Is(err, pipeline.ErrConflict) {
			return v, fmt.Errorf("write %s: %w", key, err)
		}
	}
	var none T
	return none, fmt.Errorf("write %s: %w", key, pipeline.ErrConflict)
}
