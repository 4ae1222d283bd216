// Package audit keeps the record of what happened, for people: every step of
// every signal, with who asked, what was judged and why, who answered and what
// became of it. It is not the journal and not a log for debugging.
//
// A step becomes a Record, one JSON object a line; secrets are taken out
// before anything is hashed, stored or shown. Records are appended to a log
// that nobody can delete from; their order there is the order of the record.
//
// The proof is a Merkle tree over the records in that order (as in RFC 6962
// and the Go checksum database): one hash, the checkpoint, stands for all
// records up to a size. Later checkpoints can be shown to extend earlier ones,
// so that a record which is changed, dropped, added in the middle or cut off
// at the end shows against any checkpoint that somebody kept. A checkpoint can
// be sealed with a key; who keeps one must keep it where the owner of the log
// cannot change it.
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"passepartout/pipeline"
)

// Log appends one record. It returns when the record is stored. Appending the
// same id again must store it once, or twice: readers tell by the id.
type Log interface {
	Append(ctx context.Context, kind pipeline.StepKind, id string, body []byte) error
}

// Trail reads the record in its order and calls each with every entry from
// the given position on (0 is the first), until each returns an error, which
// is returned as it is, or the end is reached.
type Trail interface {
	Read(ctx context.Context, from int64, each func(body []byte) error) error
}

// Redactor takes secrets out of a JSON text and returns valid JSON. It must
// not fail: what it cannot read it takes out whole.
type Redactor interface {
	Redact(body []byte) []byte
}

// Config is what a recorder needs. Log and Now are required.
type Config struct {
	Log    Log
	Redact Redactor // nil: NewSecrets(), which knows no values of yours
	Worker string   // this process, in records
	Now    func() time.Time
}

// Recorder implements pipeline.Recorder. It keeps no state and may be used by
// many goroutines.
type Recorder struct{ cfg Config }

var _ pipeline.Recorder = (*Recorder)(nil)

// New makes a recorder.
func New(cfg Config) *Recorder {
	if cfg.Redact == nil {
		cfg.Redact = NewSecrets()
	}
	return &Recorder{cfg: cfg}
}

// Record implements pipeline.Recorder. The record's id is the same for the
// same step told twice.
func (r *Recorder) Record(ctx context.Context, s pipeline.Step) error {
	rec := newRecord(s, r.cfg.Worker, r.cfg.Now())
	body, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("record %s: %w", rec.ID, err)
	}
	if clean := r.cfg.Redact.Redact(body); !bytes.Equal(clean, body) {
		if !json.Valid(clean) {
			return fmt.Errorf("record %s: redaction left no JSON", rec.ID)
		}
		body = clean
	}
	if err := r.cfg.Log.Append(ctx, s.Kind, rec.ID, body); err != nil {
		return fmt.Errorf("record %s: %w", rec.ID, err)
	}
	return nil
}
