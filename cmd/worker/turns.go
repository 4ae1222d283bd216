package main

import (
	"context"
	"sync"

	"passepartout/pipeline"
)

// queriesAtOnce is how many questions of one sender are answered at once.
const queriesAtOnce = 8

// turns keeps one sender's questions from taking every place: what it asks
// beyond a few at once is refused without looking anything up.
type turns struct {
	answer func(ctx context.Context, m pipeline.Message) []byte

	mu   sync.Mutex
	busy map[string]int // by subject, which belongs to one sender
}

func newTurns(answer func(context.Context, pipeline.Message) []byte) *turns {
	return &turns{answer: answer, busy: map[string]int{}}
}

// Answer is the handler that bus.Bus.Serve wants.
func (t *turns) Answer(ctx context.Context, m pipeline.Message) []byte {
	if !t.begin(m.Subject) {
		return []byte(`{"error":{"code":"rate_limited","message":"too many questions at once","hint":"wait for an answer before asking more","retryable":true}}`)
	}
	defer t.end(m.Subject)
	return t.answer(ctx, m)
}

func (t *turns) begin(subject string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy[subject] >= queriesAtOnce {
		return false
	}
	t.busy[subject]++
	return true
}

func (t *turns) end(subject string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy[subject]--; t.busy[subject] == 0 {
		delete(t.busy, subject)
	}
}
