package bus

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/rs/zerolog"

	"passepartout/pipeline"
)

// guard authenticates every connection to the embedded server.
//
// Each identity gets an account of its own, which imports exactly the subjects
// of its rights from the workers' account. Reply subjects are not
// permission-checked by a NATS server, so that whoever shares an account can
// make the server or a worker publish on what the other may publish on: inside
// one account for all agents, a query with a reply subject of
// another's request subject is such a redirect. In an account of one, a
// redirect reaches its own sender.
type guard struct {
	keys     *Keys
	subjects Subjects
	log      zerolog.Logger

	opened chan struct{} // closed: Check answers
	ended  sync.Once     // closes opened

	mu       sync.Mutex
	srv      *server.Server // nil: refuses everybody
	workers  *server.Account
	own      string // public key of this worker's connection, in memory only
	known    map[string]Identity
	accounts map[string]*server.Account
	conns    map[string][]uint64 // connection ids by key
	seen     stamp
}

// stamp tells whether a file has been replaced.
type stamp struct {
	size, at int64
	node     uint64
}

func stampOf(path string) stamp {
	fi, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	s := stamp{size: fi.Size(), at: fi.ModTime().UnixNano()}
	if sys, ok := fi.Sys().(*syscall.Stat_t); ok {
		s.node = sys.Ino // each change is a new file, even within one tick of the clock
	}
	return s
}

const workersAccount = "WORKERS"

// open gives the guard its server; until then whoever comes waits. A refusal
// would be for good: clients close after the second one, as nats.go does, and a
// server that recovers its streams listens before it knows anybody.
func (g *guard) open(srv *server.Server) error {
	workers, err := srv.RegisterAccount(workersAccount)
	if err != nil {
		return fmt.Errorf("make workers' account: %w", err)
	}
	if err := workers.EnableJetStream(nil, nil); err != nil {
		return fmt.Errorf("recover streams: %w", err)
	}
	out := g.subjects.exports()
	for _, subject := range out.services {
		err = errors.Join(err, workers.AddServiceExport(subject, nil))
	}
	for _, subject := range out.streams {
		err = errors.Join(err, workers.AddStreamExport(subject, nil))
	}
	if err != nil {
		return fmt.Errorf("export subjects: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, err := g.reload(); err != nil {
		return err
	}
	g.srv, g.workers = srv, workers
	g.answer()
	return nil
}

// answer ends the wait of who came early: with a refusal, if the guard was
// never opened.
func (g *guard) answer() { g.ended.Do(func() { close(g.opened) }) }

// Check lets a connection in if it proves, by signing the server's nonce, that
// it holds the key of an identity that is not revoked. The server ends a
// connection that waits here for longer than its time to authenticate, which
// clients take for a reason to come again.
func (g *guard) Check(c server.ClientAuthentication) bool {
	opts := c.GetOpts()
	if c.Kind() != server.CLIENT || !signed(opts.Nkey, opts.Sig, c.GetNonce()) {
		return false
	}
	<-g.opened
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.srv == nil || g.srv.GetClient(c.GetID()) == nil { // never opened, or gone while it waited
		return false
	}
	if opts.Nkey == g.own {
		c.RegisterUser(&server.User{Username: "this worker", Account: g.workers})
		return true
	}
	if stampOf(g.keys.register()) != g.seen {
		revoked, err := g.reload()
		if err != nil {
			g.log.Error().Err(err).Msg("principals cannot be read; nobody new is let in")
			return false
		}
		defer g.kick(revoked)
	}
	id, ok := g.known[opts.Nkey]
	if !ok {
		return false
	}
	user, err := g.user(id)
	if err != nil {
		g.log.Error().Err(err).Str("principal", string(id.Name)).Msg("cannot make account")
		return false
	}
	c.RegisterUser(user)
	g.remember(id.Key, c.GetID())
	return true
}

// signed checks a connection's signature as the server itself would.
func signed(key, sig string, nonce []byte) bool {
	if key == "" || sig == "" || len(nonce) == 0 {
		return false
	}
	raw, err := base64.RawURLEncoding.DecodeString(sig)
	if err != nil {
		// Some clients send padded, standard base64.
		if raw, err = base64.StdEncoding.DecodeString(sig); err != nil {
			return false
		}
	}
	public, err := nkeys.FromPublicKey(key)
	return err == nil && public.Verify(nonce, raw) == nil
}

func (g *guard) remember(key string, id uint64) {
	// Forget closed connections on the way, so that the list stays short.
	open := g.conns[key][:0]
	for _, old := range g.conns[key] {
		if g.srv.GetClient(old) != nil {
			open = append(open, old)
		}
	}
	g.conns[key] = append(open, id)
}

// user is what the server enforces for one identity. Callers hold mu.
func (g *guard) user(id Identity) (*server.User, error) {
	name := string(id.Role) + " " + string(id.Name)
	if id.Role == pipeline.RoleWorker {
		return &server.User{Username: name, Account: g.workers}, nil
	}
	r := g.subjects.rightsOf(id)
	account, err := g.account(accountName(id), r)
	if err != nil {
		return nil, err
	}
	return &server.User{Username: name, Account: account, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: r.services},
		Subscribe: &server.SubjectPermission{Allow: append([]string{inboxes}, r.streams...)},
	}}, nil
}

func (g *guard) account(name string, r rights) (*server.Account, error) {
	if a, ok := g.accounts[name]; ok {
		return a, nil
	}
	a, err := g.srv.RegisterAccount(name)
	if err != nil {
		return nil, fmt.Errorf("make account %s: %w", name, err)
	}
	for _, subject := range r.services {
		err = errors.Join(err, a.AddServiceImport(g.workers, subject, subject))
	}
	for _, subject := range r.streams {
		err = errors.Join(err, a.AddStreamImport(g.workers, subject, ""))
	}
	if err != nil {
		return nil, fmt.Errorf("import into account %s: %w", name, err)
	}
	g.accounts[name] = a
	return a, nil
}

// reload reads the register again and returns the connections that lost their
// right. Callers hold mu. Where it fails, what was known stays known.
func (g *guard) reload() ([]uint64, error) {
	seen := stampOf(g.keys.register())
	all, err := g.keys.List()
	if err != nil {
		return nil, err
	}
	known := make(map[string]Identity, len(all))
	for _, id := range all {
		if id.Revoked.IsZero() && id.Key != "" {
			known[id.Key] = id
		}
	}
	var lost []uint64
	for key, ids := range g.conns {
		if _, ok := known[key]; !ok {
			lost = append(lost, ids...)
			delete(g.conns, key)
		}
	}
	g.known, g.seen = known, seen
	return lost, nil
}

// refresh reloads if the register has changed.
func (g *guard) refresh() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.srv == nil || stampOf(g.keys.register()) == g.seen {
		return nil
	}
	lost, err := g.reload()
	g.kick(lost)
	return err
}

func (g *guard) kick(ids []uint64) {
	for _, id := range ids {
		_ = g.srv.DisconnectClientByID(id) // an error says that it is gone already
	}
}
