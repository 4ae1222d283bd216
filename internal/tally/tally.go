// Package tally keeps small records, one a key, that several workers change
// together and that outlive each of them: what was spent, how often somebody
// was refused.
//
// A record is changed by compare-and-set on its revision, so that two workers
// never give away the same thing. A change counts when the store has it, and
// not before: whoever was told an error, or nothing because it was killed, has
// got nothing. A record that cannot be read is no empty record: it is
// ErrUnreadable until an operator removes it.
//
// A write for each request would cost more than judging it. What is spent is
// therefore taken in lots (see Lot): one write for many requests, and a worker
// that is killed loses the rest of its lot, never the count.
package tally

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"passepartout/pipeline"
)

// Store is where records lie, shared by all workers. Its methods may be called
// by many goroutines.
type Store interface {
	// Get returns a key's value and revision; pipeline.ErrNotFound: there is none.
	Get(ctx context.Context, key string) ([]byte, uint64, error)
	// Write writes a key whose revision is still rev (0: that is not there), to
	// be forgotten after keep. pipeline.ErrConflict, ErrExists: it is not.
	Write(ctx context.Context, key string, value []byte, rev uint64, keep time.Duration) (uint64, error)
}

// ErrUnreadable says that a record is there and makes no sense.
var ErrUnreadable = errors.New("the record cannot be read")

// errRestless says that others always were first.
var errRestless = errors.New("the record changes faster than it can be written")

const (
	tries   = 16
	version = 1
)

// Key joins tokens to the key of a record. What is no plain name is spelled out
// in hexadecimal behind a sign that no name has.
func Key(tokens ...string) string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		if out[i] = t; !pipeline.ValidToken(t) {
			out[i] = fmt.Sprintf("=%x", t)
		}
	}
	return strings.Join(out, ".")
}

// Book is the records of one kind.
type Book[T any] struct {
	store Store
	keep  time.Duration
	valid func(T) bool
}

// NewBook makes it. Records are forgotten when they were not written for as
// long as keep; those that are not valid are unreadable.
func NewBook[T any](store Store, keep time.Duration, valid func(T) bool) *Book[T] {
	return &Book[T]{store: store, keep: keep, valid: valid}
}

// Page is what a worker knows of one record. It is not safe for concurrent use.
// The zero value knows nothing.
type Page[T any] struct {
	Value    T
	Revision uint64 // 0: there is no record
	Known    bool   // false: it must be read first
}

// written is a record as it lies in the store.
type written[T any] struct {
	Version int `json:"version"`
	Record  *T  `json:"record"`
}

// Decode reads a record.
func (b *Book[T]) Decode(body []byte) (T, error) {
	var none T
	var w written[T]
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&w); err != nil {
		return none, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if w.Version != version || w.Record == nil || dec.More() || !b.valid(*w.Record) {
		return none, fmt.Errorf("%w: its values make no sense", ErrUnreadable)
	}
	return *w.Record, nil
}

// read learns a record from the store.
func (b *Book[T]) read(ctx context.Context, key string, p *Page[T]) error {
	*p = Page[T]{}
	body, rev, err := b.store.Get(ctx, key)
	if errors.Is(err, pipeline.ErrNotFound) {
		p.Known = true
		return nil
	}
	if err != nil {
		return err
	}
	value, err := b.Decode(body)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	*p = Page[T]{Value: value, Revision: rev, Known: true}
	return nil
}

// Change writes what edit makes of a record, which it may be shown several
// times, as others write it, too. Edit says false if nothing is to be written.
// After an error nothing has changed, or nobody knows whether it has.
func (b *Book[T]) Change(ctx context.Context, key string, p *Page[T], edit func(T) (T, bool)) error {
	for range tries {
		if !p.Known {
			if err := b.read(ctx, key, p); err != nil {
				return err
			}
		}
		next, write := edit(p.Value)
		if !write {
			return nil
		}
		body, err := json.Marshal(written[T]{Version: version, Record: &next})
		if err != nil {
			return fmt.Errorf("write %s: %w", key, err)
		}
		rev, err := b.store.Write(ctx, key, body, p.Revision, b.keep)
		if err == nil {
			*p = Page[T]{Value: next, Revision: rev, Known: true}
			return nil
		}
		p.Known = false
		if !errors.Is(err, pipeline.ErrConflict) && !errors.Is(err, pipeline.ErrExists) {
			return err
		}
	}
	return fmt.Errorf("write %s: %w", key, errRestless)
}
