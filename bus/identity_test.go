package bus_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"passepartout/bus"
	"passepartout/bus/bustest"
	"passepartout/pipeline"
)

func TestFirstStartMakesOneIdentityForEachRole(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	keys := bus.NewKeys(s.StateDir(), time.Now)
	all, err := keys.List()
	if err != nil || len(all) != 6 {
		t.Fatalf("%d identities, %v", len(all), err)
	}
	for _, id := range all {
		fi, err := os.Stat(keys.File(id.Name, id.Role))
		if err != nil || fi.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", id.Role, fi, err)
		}
		// The file alone is what the nats command line client takes.
		opt, err := nats.NkeyOptionFromSeed(keys.File(id.Name, id.Role))
		if err != nil {
			t.Errorf("%s: %v", id.Role, err)
			continue
		}
		nc, err := nats.Connect(s.Address(), opt)
		if err != nil {
			t.Errorf("%s cannot connect: %v", id.Role, err)
			continue
		}
		nc.Close()
	}
	body, err := os.ReadFile(filepath.Join(s.StateDir(), "principals.json"))
	if err != nil || regexp.MustCompile(`\bSU[A-Z2-7]{56}\b`).Match(body) {
		t.Errorf("register holds a seed, or %v", err)
	}
	s.Restart()
	again, err := keys.List()
	if err != nil || len(again) != 6 || again[0].Key != all[0].Key {
		t.Errorf("restart changed the register: %v, %v", again, err)
	}
}

func TestKeysRefuseNamesThatAreNoToken(t *testing.T) {
	t.Parallel()
	keys := bus.NewKeys(t.TempDir(), time.Now)
	for _, name := range []pipeline.Principal{"", "*", ">", "a.b", "../x", "a/b", "a b", "{{name()}}"} {
		if _, _, err := keys.Add(name, pipeline.RoleAgent); !errors.Is(err, bus.ErrName) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, _, err := keys.Add("a", "king"); !errors.Is(err, bus.ErrName) {
		t.Errorf("role: %v", err)
	}
	if err := keys.Revoke("nobody", ""); !errors.Is(err, pipeline.ErrNotFound) {
		t.Errorf("revoke: %v", err)
	}
}

func TestKeysChangeOneAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			// Each has its own register, as each process would.
			if _, _, err := bus.NewKeys(dir, time.Now).Add(pipeline.Principal(fmt.Sprint("a", i/2)), pipeline.RoleAgent); err != nil && !errors.Is(err, pipeline.ErrExists) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	all, err := bus.NewKeys(dir, time.Now).List()
	if err != nil || len(all) != 10 {
		t.Errorf("%d identities, %v", len(all), err)
	}
}

func TestRevokingCutsOffAndANewKeyLetsInAgain(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	keys := bus.NewKeys(s.StateDir(), time.Now)
	_, file, err := keys.Add("mallory", pipeline.RoleAgent)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(t.TempDir(), "old.nk")
	if err := os.WriteFile(old, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	opt, err := nats.NkeyOptionFromSeed(old)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	nc, err := nats.Connect(s.Address(), opt, nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(closed) }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	// No word to the worker: it notices by itself.
	if err := keys.Revoke("mallory", ""); err != nil {
		t.Fatal(err)
	}
	within(t, closedAsValue(closed))
	if _, err := nats.Connect(s.Address(), opt); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a revoked key connects: %v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the seed is still there: %v", err)
	}
	s.As("mallory", pipeline.RoleAgent)
	all, err := keys.List()
	if err != nil || len(all) != 8 {
		t.Errorf("the revoked identity is not on record: %v, %v", all, err)
	}
}

func TestWhoHeldARoleAndSinceWhen(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := noon
	dir := t.TempDir()
	keys := bus.NewKeys(dir, func() time.Time { return now })
	if _, _, err := keys.Add("ann", pipeline.RoleApprover); err != nil {
		t.Fatal(err)
	}
	held := func(name pipeline.Principal, role pipeline.Role, since time.Time) bool {
		t.Helper()
		ok, err := keys.Held(name, role, since)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !held("ann", pipeline.RoleApprover, noon) || held("ann", pipeline.RoleApprover, noon.Add(-time.Second)) ||
		held("ann", pipeline.RoleAgent, noon) || held("bob", pipeline.RoleApprover, noon) {
		t.Error("who holds which role since when is wrong")
	}
	if err := keys.Revoke("ann", ""); err != nil {
		t.Fatal(err)
	}
	if held("ann", pipeline.RoleApprover, noon) {
		t.Error("revoked, and still holds the role")
	}
	now = noon.Add(time.Hour)
	if _, _, err := keys.Add("ann", pipeline.RoleApprover); err != nil {
		t.Fatal(err)
	}
	if held("ann", pipeline.RoleApprover, noon) || !held("ann", pipeline.RoleApprover, now) {
		t.Error("the same name with a new key is taken for the person before")
	}
	if err := os.WriteFile(filepath.Join(dir, "principals.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if ok, err := keys.Held("ann", pipeline.RoleApprover, now); ok || err == nil {
		t.Error("a broken register vouches for somebody")
	}
}

func closedAsValue(ch <-chan struct{}) <-chan bool {
	out := make(chan bool, 1)
	go func() {
		<-ch
		out <- true
	}()
	return out
}

func TestABrokenRegisterLetsNobodyIn(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	agent := s.Client(pipeline.RoleAgent)
	if err := os.WriteFile(filepath.Join(s.StateDir(), "principals.json"), []byte(`[{"name":"*","role":"agent"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := bus.Dial(t.Context(), bus.ClientConfig{StateDir: s.StateDir(), Name: "observer", Role: pipeline.RoleObserver})
	if !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("connected, or %v", err)
	}
	if err := agent.Publish(t.Context(), agent.Subjects().Request("agent"), nil, []byte("x")); err != nil {
		t.Errorf("who was in is cut off: %v", err)
	}
}

func TestStrangersAreNotLetIn(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t)
	if _, err := nats.Connect(s.Address()); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("without a key: %v", err)
	}
	stranger := bus.NewKeys(t.TempDir(), time.Now)
	_, file, err := stranger.Add("agent", pipeline.RoleAgent)
	if err != nil {
		t.Fatal(err)
	}
	opt, err := nats.NkeyOptionFromSeed(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nats.Connect(s.Address(), opt); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with a key of another house: %v", err)
	}
	// A known public key without its secret.
	all, err := bus.NewKeys(s.StateDir(), time.Now).List()
	if err != nil {
		t.Fatal(err)
	}
	forged := nats.Nkey(all[0].Key, func([]byte) ([]byte, error) { return make([]byte, 64), nil })
	if _, err := nats.Connect(s.Address(), forged); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with a forged signature: %v", err)
	}
}

// A server listens before it has recovered its streams and knows anybody. A
// client that comes back in that moment must not be refused: twice refused, it
// closes for good.
func TestWhoComesWhileTheServerStartsIsLetIn(t *testing.T) {
	t.Parallel()
	s := bustest.Start(t, func(c *bus.Config) { c.Listen = "127.0.0.77" }) // where nobody else takes the port meanwhile
	for i := range 2000 {                                                  // something to recover
		if err := s.Publish(t.Context(), s.Subjects().Feedback("agent", "s", pipeline.ToolOutput), nil, fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	opt, err := nats.NkeyOptionFromSeed(bus.NewKeys(s.StateDir(), time.Now).File("agent", pipeline.RoleAgent))
	if err != nil {
		t.Fatal(err)
	}
	at := s.Address()
	reached := make(chan string, 64)
	nc, err := nats.Connect(at, opt, nats.MaxReconnects(-1), nats.ReconnectWait(time.Millisecond), nats.ReconnectJitter(0, 0),
		nats.ReconnectHandler(func(*nats.Conn) { reached <- "again" }), nats.ClosedHandler(func(*nats.Conn) { reached <- "closed" }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for range 8 {
		s.Restart()
		if s.Address() != at {
			t.Fatalf("on %s now, not on %s", s.Address(), at)
		}
		if how := within(t, reached); how != "again" {
			t.Fatalf("%s: %v", how, nc.LastError())
		}
	}
}
