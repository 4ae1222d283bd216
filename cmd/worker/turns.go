package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"passepartout/bus"
	"passepartout/pipeline"
)

// What one sender may ask. Questions beyond it are refused, or in a flood not
// answered at all, before anything is looked up.
const (
	queriesAtOnce = 8
	queriesBurst  = 200
	queriesEvery  = 20 * time.Millisecond
)

// Questions that read the record cost more the longer it is: one sender has
// one under way, all agents together one place, people their own.
const (
	slowOfPeople = 2
	slowWait     = 3 * time.Second
)

// tooMany is the reply to questions beyond the bound.
const tooMany = `{"error":{"code":"rate_limited","message":"too many questions","hint":"wait for an answer before asking more","retryable":true}}`

// questions is what the bus serves: one place to ask for each role, so that no
// role fills the place of another.
func questions(s bus.Subjects, answer func(context.Context, pipeline.Message) []byte) bus.Service {
	out := bus.Service{
		Handle: answer, Busy: []byte(tooMany),
		Each: bus.Bound{AtOnce: queriesAtOnce, Burst: queriesBurst, Every: queriesEvery},
	}
	for _, role := range []pipeline.Role{
		pipeline.RoleAgent, pipeline.RoleSensor, pipeline.RoleApprover, pipeline.RoleObserver, pipeline.RoleOperator, pipeline.RoleWorker,
	} {
		out.Subjects = append(out.Subjects, s.QueriesOf(role))
	}
	return out
}

// turns makes questions wait that are slow to answer.
type turns struct {
	answer func(ctx context.Context, m pipeline.Message) []byte
	role   func(subject string) pipeline.Role
	agents chan struct{}
	people chan struct{}

	mu    sync.Mutex
	whose map[string]*turn // by subject, which belongs to one sender
}

// turn is that of one sender.
type turn struct {
	room  chan struct{}
	users int
}

func newTurns(s bus.Subjects, answer func(context.Context, pipeline.Message) []byte) *turns {
	return &turns{
		answer: answer, agents: make(chan struct{}, 1), people: make(chan struct{}, slowOfPeople), whose: map[string]*turn{},
		role: func(subject string) pipeline.Role {
			_, role, err := s.Sender(subject)
			if err != nil {
				return pipeline.RoleAgent
			}
			return role
		},
	}
}

// Answer is the handler that bus.Service wants.
func (t *turns) Answer(ctx context.Context, m pipeline.Message) []byte {
	var q struct {
		Op string `json:"op"`
	}
	if json.Unmarshal(m.Body, &q) != nil || q.Op != queryExplain && q.Op != queryDecisions {
		return t.answer(ctx, m)
	}
	places := t.people
	if role := t.role(m.Subject); role == pipeline.RoleAgent || role == pipeline.RoleSensor {
		places = t.agents
	}
	own := t.enter(m.Subject)
	defer t.leave(m.Subject, own)
	wait := time.NewTimer(slowWait)
	defer wait.Stop()
	// The sender's own first: who waits there takes nobody's place.
	if !sit(ctx, own.room, wait.C) {
		return []byte(tooMany)
	}
	defer stand(own.room)
	if !sit(ctx, places, wait.C) {
		return []byte(tooMany)
	}
	defer stand(places)
	return t.answer(ctx, m)
}

// sit takes a place in a room; false says that none came free in time.
func sit(ctx context.Context, room chan<- struct{}, late <-chan time.Time) bool {
	select {
	case room <- struct{}{}:
		return true
	case <-late:
		return false
	case <-ctx.Done():
		return false
	}
}

func stand(room <-chan struct{}) { <-room }

func (t *turns) enter(subject string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.whose[subject]
	if one == nil {
		one = &turn{room: make(chan struct{}, 1)}
		t.whose[subject] = one
	}
	one.users++
	return one
}

func (t *turns) leave(subject string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(t.whose, subject)
	}
}
