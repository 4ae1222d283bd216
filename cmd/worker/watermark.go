package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"passepartout/bus"
	"passepartout/internal/tally"
	"passepartout/pipeline"
)

// headerMark is the header of every record of the audit that says how far the
// accounts had been written by then.
const headerMark = "Pp-Accounts"

// watermark knows how far the accounts have been written, and finds out at a
// start whether the server still has all of it.
//
// A server whose disk was damaged drops what it cannot read, and older values
// count again: agents would get back what they had spent. The mark therefore
// goes with each record of the audit, which is another file and is written
// before anything is done, and costs no write of its own. What the accounts
// have lost is seen where the audit knows of more than they do.
type watermark struct {
	era  int64
	high atomic.Uint64
	lost string // how much of the accounts was there at the start; empty: all of it
}

// era counts how often the accounts were found to have lost something; marks of
// an earlier one say nothing any more.
type era struct {
	N int64 `json:"n"`
}

// markTail is how many records of the audit are looked at: with several
// workers, the newest record need not be by the one that wrote last.
const markTail = 64

// openWatermark compares the accounts with the audit. Where they have lost
// something everything is paused until an operator resumes it.
func openWatermark(ctx context.Context, b *bus.Bus, bucket *bus.Bucket, now func() time.Time) (*watermark, error) {
	m := &watermark{}
	book := tally.NewBook(records{bucket, m}, eraTime, func(e era) bool { return e.N >= 0 })
	var page tally.Page[era]
	same := func(e era) (era, bool) { return e, false }
	if err := book.Change(ctx, eraKey, &page, same); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	m.era = page.Value.N
	// In this order: others may be writing, first the accounts, then the audit.
	told, err := lastMark(ctx, b, m.era)
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	last, err := bucket.Last(ctx)
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	m.reach(last)
	if told.Era == m.era && told.High <= last {
		return m, nil
	}
	m.lost = fmt.Sprintf("%d of %d", last, told.High)
	if err := pauseForLoss(ctx, b, m.lost, now()); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	if err := book.Change(ctx, eraKey, &page, func(era) (era, bool) { return era{told.Era + 1}, true }); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	m.era = page.Value.N
	return m, nil
}

// The record of the era; it is kept for as long as a century.
const (
	eraKey  = "era"
	eraTime = 100 * 365 * 24 * time.Hour
)

// pauseForLoss pauses everybody, durably and with a reason, which takes the
// place of an operator's: it is what must be looked at now.
func pauseForLoss(ctx context.Context, b *bus.Bus, how string, now time.Time) error {
	pauses, err := b.Bucket(ctx, bus.BucketPauses)
	if err != nil {
		return err
	}
	body, err := json.Marshal(pauseRecord{By: "worker", At: now, Reason: "the store has lost what agents have spent and how often they were refused (it has " + how +
		" writes), so that nothing of it counts; an operator looks at its disk, and ends this with worker resume"})
	if err != nil {
		return err
	}
	_, err = pauses.Put(ctx, everybody, body)
	return err
}

// mark is how far the accounts had been written.
type mark struct {
	Era  int64
	High uint64
}

// lastMark is the furthest mark of the audit's last records; without any, the
// beginning of the present era.
func lastMark(ctx context.Context, b *bus.Bus, now int64) (mark, error) {
	best := mark{Era: now}
	newest, err := b.Last(ctx, bus.Audit, "")
	if errors.Is(err, pipeline.ErrNotFound) {
		return best, nil
	}
	if err != nil {
		return best, err
	}
	from := uint64(1)
	if newest.Seq > markTail {
		from = newest.Seq - markTail
	}
	return best, b.Scan(ctx, bus.Audit, bus.Range{From: from}, func(k bus.Kept) error {
		for _, text := range k.Header[headerMark] {
			var m mark
			if _, err := fmt.Sscanf(text, "%d.%d", &m.Era, &m.High); err != nil {
				return fmt.Errorf("audit record %d: header %s: %w", k.Seq, headerMark, err)
			}
			if m.Era > best.Era || m.Era == best.Era && m.High > best.High {
				best = m
			}
		}
		return nil
	})
}

// reach says that the accounts have been written up to a revision.
func (m *watermark) reach(revision uint64) {
	for {
		high := m.high.Load()
		if revision <= high || m.high.CompareAndSwap(high, revision) {
			return
		}
	}
}

// String is the mark as the audit keeps it.
func (m *watermark) String() string { return fmt.Sprintf("%d.%d", m.era, m.high.Load()) }
