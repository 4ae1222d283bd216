// Package bustest gives tests a real bus: an embedded server on loopback with
// its store in the test's own folder, and a client for each role.
package bustest

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"passepartout/bus"
	"passepartout/pipeline"
)

const stopWait = 10 * time.Second

// Server is one state folder whose bus can be stopped and started again.
type Server struct {
	*bus.Bus

	tb  testing.TB
	cfg bus.Config
}

// Start opens a bus that ends with the test. Edits change its configuration
// first.
func Start(tb testing.TB, edits ...func(*bus.Config)) *Server {
	tb.Helper()
	log := zerolog.Nop()
	if os.Getenv("BUSTEST_LOG") != "" {
		log = zerolog.New(zerolog.NewTestWriter(tb))
	}
	s := &Server{tb: tb, cfg: bus.Config{StateDir: filepath.Join(tb.TempDir(), "state"), Port: -1, MaxStore: 256 << 20, Log: log}}
	for _, edit := range edits {
		edit(&s.cfg)
	}
	s.open()
	tb.Cleanup(s.Stop)
	return s
}

func (s *Server) open() {
	s.tb.Helper()
	b, err := bus.Open(context.WithoutCancel(s.tb.Context()), s.cfg)
	if err != nil {
		s.tb.Fatalf("open bus: %v", err)
	}
	s.Bus = b
}

// Stop drains and closes the bus. It may be called twice.
func (s *Server) Stop() {
	s.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), stopWait)
	defer cancel()
	if err := s.Drain(ctx); err != nil {
		s.tb.Errorf("drain bus: %v", err)
	}
	if err := s.Close(); err != nil {
		s.tb.Errorf("close bus: %v", err)
	}
}

// Restart stops the bus and opens it again on the same folder and, so that
// clients find it again, the same port, unless somebody took that meanwhile.
func (s *Server) Restart() {
	s.tb.Helper()
	at, err := url.Parse(s.Address())
	if err != nil {
		s.tb.Fatal(err)
	}
	s.Stop()
	same := s.cfg
	if same.Port, err = strconv.Atoi(at.Port()); err != nil {
		s.tb.Fatal(err)
	}
	b, err := bus.Open(context.WithoutCancel(s.tb.Context()), same)
	if errors.Is(err, bus.ErrPort) {
		s.open()
		return
	}
	if err != nil {
		s.tb.Fatalf("open bus again: %v", err)
	}
	s.Bus = b
}

// StateDir is the bus's state folder.
func (s *Server) StateDir() string { return s.cfg.StateDir }

// Client connects as the principal that each new installation has for a role:
// its name is the role's.
func (s *Server) Client(role pipeline.Role) *bus.Client {
	s.tb.Helper()
	return s.As(pipeline.Principal(role), role)
}

// As connects as a named principal, which is made if there is none.
func (s *Server) As(name pipeline.Principal, role pipeline.Role) *bus.Client {
	s.tb.Helper()
	keys := bus.NewKeys(s.cfg.StateDir, time.Now)
	if _, err := os.Stat(keys.File(name, role)); err != nil {
		if _, _, err := keys.Add(name, role); err != nil {
			s.tb.Fatalf("add %s %s: %v", role, name, err)
		}
	}
	c, err := bus.Dial(s.tb.Context(), bus.ClientConfig{StateDir: s.cfg.StateDir, Name: name, Role: role, Prefix: s.cfg.Prefix})
	if err != nil {
		s.tb.Fatalf("connect as %s %s: %v", role, name, err)
	}
	s.tb.Cleanup(func() { _ = c.Close() })
	return c
}

// Inbox subscribes a client and returns what comes.
func Inbox(tb testing.TB, c *bus.Client, subject string) <-chan pipeline.Message {
	tb.Helper()
	out := make(chan pipeline.Message, 1024)
	stop, err := c.Subscribe(tb.Context(), subject, func(m pipeline.Message) { out <- m })
	if err != nil {
		tb.Fatalf("subscribe to %s: %v", subject, err)
	}
	tb.Cleanup(stop)
	return out
}
