package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"passepartout/bus"
	"passepartout/internal/config"
	"passepartout/pipeline"
)

// dial connects as a principal in a role: the one named by --as, or the one of
// the role's name that every installation begins with.
func (a *app) dial(ctx context.Context, role pipeline.Role) (*bus.Client, *config.Loaded, error) {
	l, err := a.loadClient()
	if err != nil {
		return nil, nil, err
	}
	name := a.as
	if name == "" {
		name = string(role)
	}
	n := l.Config.NATS
	c, err := bus.Dial(ctx, bus.ClientConfig{
		StateDir: l.Config.StateDir, URL: n.URL, Creds: n.Creds, Context: n.Context, Prefix: n.Prefix,
		Name: pipeline.Principal(name), Role: role,
	})
	if errors.Is(err, bus.ErrNoWorker) {
		return nil, nil, fmt.Errorf("%w; start one with \"worker run\", or name a server with --nats-url", err)
	}
	if errors.Is(err, fs.ErrNotExist) && n.Creds == "" {
		return nil, nil, fmt.Errorf("%s %s has no key in %s; \"worker keys list\" shows who has one, \"worker keys add %s %s\" makes it",
			role, name, l.Config.StateDir, role, name)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("as %s %s: %w", role, name, err)
	}
	return c, l, nil
}

// ask sends one question to the workers and returns the reply, whose error is
// returned as one.
func ask(ctx context.Context, c *bus.Client, q query) (queryReply, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return queryReply{}, err
	}
	raw, err := c.Query(ctx, body)
	if err != nil {
		return queryReply{}, err
	}
	var reply queryReply
	if err := json.Unmarshal(raw, &reply); err != nil {
		return queryReply{}, fmt.Errorf("the worker's reply: %w", err)
	}
	if reply.Error != nil {
		return queryReply{}, reply.Error
	}
	return reply, nil
}

// newID names an event that this client sends.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails; see crypto/rand
	return hex.EncodeToString(b[:])
}
