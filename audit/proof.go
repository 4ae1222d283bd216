package audit

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/mod/sumdb/tlog"
)

// Checkpoint stands for the first Size records, in their order.
type Checkpoint struct {
	Size int64     `json:"size"`
	Root tlog.Hash `json:"root"`
}

// ErrTampered says that the record is not the one that a checkpoint stands for.
var ErrTampered = errors.New("the record was changed")

// Tree is the Merkle tree over records, kept in memory: about two hashes of 32
// bytes a record. It may be used by many goroutines.
type Tree struct {
	mu     sync.RWMutex
	size   int64
	hashes []tlog.Hash // tlog's order of stored hashes
}

// Add appends one record to the tree and returns its position.
func (t *Tree) Add(body []byte) (int64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	more, err := tlog.StoredHashes(t.size, body, tlog.HashReaderFunc(t.stored))
	if err != nil {
		return 0, fmt.Errorf("add record %d: %w", t.size, err)
	}
	t.hashes = append(t.hashes, more...)
	t.size++
	return t.size - 1, nil
}

// stored reads hashes; the caller holds the lock.
func (t *Tree) stored(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		if x < 0 || x >= int64(len(t.hashes)) {
			return nil, fmt.Errorf("no hash %d in a tree of %d records", x, t.size)
		}
		out[i] = t.hashes[x]
	}
	return out, nil
}

// Size is how many records the tree is over.
func (t *Tree) Size() int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.size
}

// Checkpoint is the tree's head after the first size records.
func (t *Tree) Checkpoint(size int64) (Checkpoint, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if size < 0 || size > t.size {
		return Checkpoint{}, fmt.Errorf("%w: it has %d records, not %d", ErrTampered, t.size, size)
	}
	root, err := tlog.TreeHash(size, tlog.HashReaderFunc(t.stored))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint at %d: %w", size, err)
	}
	return Checkpoint{Size: size, Root: root}, nil
}

// Prove shows that a record stands at a position under a checkpoint.
func (t *Tree) Prove(at int64, under Checkpoint) (tlog.RecordProof, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if under.Size > t.size {
		return nil, fmt.Errorf("prove record %d: there are %d records, not %d", at, t.size, under.Size)
	}
	p, err := tlog.ProveRecord(under.Size, at, tlog.HashReaderFunc(t.stored))
	if err != nil {
		return nil, fmt.Errorf("prove record %d: %w", at, err)
	}
	return p, nil
}

// ProveGrowth shows that a newer checkpoint's records begin with those of an
// older one.
func (t *Tree) ProveGrowth(older, newer Checkpoint) (tlog.TreeProof, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if newer.Size > t.size {
		return nil, fmt.Errorf("prove growth: there are %d records, not %d", t.size, newer.Size)
	}
	p, err := tlog.ProveTree(newer.Size, older.Size, tlog.HashReaderFunc(t.stored))
	if err != nil {
		return nil, fmt.Errorf("prove growth from %d to %d: %w", older.Size, newer.Size, err)
	}
	return p, nil
}

// CheckRecord verifies what Prove shows, without the rest of the record.
func CheckRecord(p tlog.RecordProof, under Checkpoint, at int64, body []byte) error {
	if err := tlog.CheckRecord(p, under.Size, under.Root, at, tlog.RecordHash(body)); err != nil {
		return fmt.Errorf("%w: record %d: %w", ErrTampered, at, err)
	}
	return nil
}

// CheckGrowth verifies what ProveGrowth shows.
func CheckGrowth(p tlog.TreeProof, older, newer Checkpoint) error {
	if older.Size == 0 {
		return nil
	}
	if err := tlog.CheckTree(p, newer.Size, newer.Root, older.Size, older.Root); err != nil {
		return fmt.Errorf("%w: from %d to %d records: %w", ErrTampered, older.Size, newer.Size, err)
	}
	return nil
}

// Build reads a whole trail into a tree.
func Build(ctx context.Context, t Trail) (*Tree, error) {
	tree := &Tree{}
	err := t.Read(ctx, 0, func(body []byte) error {
		_, err := tree.Add(body)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the record: %w", err)
	}
	return tree, nil
}

// Verify reads a whole trail and compares it with checkpoints that were kept
// elsewhere. It returns the checkpoint of all that is there now. ErrTampered
// names the first checkpoint that does not fit.
func Verify(ctx context.Context, t Trail, kept ...Checkpoint) (Checkpoint, error) {
	tree, err := Build(ctx, t)
	if err != nil {
		return Checkpoint{}, err
	}
	for _, c := range kept {
		got, err := tree.Checkpoint(c.Size)
		if err != nil {
			return Checkpoint{}, err
		}
		if got != c {
			return Checkpoint{}, fmt.Errorf("%w: the first %d records have the root %s, not %s", ErrTampered, c.Size, got.Root, c.Root)
		}
	}
	return tree.Checkpoint(tree.Size())
}
