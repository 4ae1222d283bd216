package actuatortest

import (
	"bytes"
	"sync"

	"passepartout/pipeline"
)

// Sink keeps live output for a test. Its zero value is ready. It may be used by
// many goroutines, as one of a hand may write while another does.
type Sink struct {
	mu     sync.Mutex
	chunks []pipeline.Chunk
	signal chan struct{}
}

// Write keeps a copy, as the contract asks. The hand may use its buffer again
// as soon as this returns.
func (s *Sink) Write(c pipeline.Chunk) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Data = bytes.Clone(c.Data)
	s.chunks = append(s.chunks, c)
	if s.signal != nil {
		close(s.signal)
		s.signal = nil
	}
}

// Chunks returns what came so far.
//
// In the order they were written; the list is the caller's own.
func (s *Sink) Chunks() []pipeline.Chunk {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]pipeline.Chunk(nil), s.chunks...)
}

// First is closed by the next chunk; at once if there is one already.
func (s *Sink) First() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.chunks) > 0 {
		closed := make(chan struct{})
		close(closed)
		return closed
	}
	if s.signal == nil {
		s.signal = make(chan struct{})
	}
	return s.signal
}
