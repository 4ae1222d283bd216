package bus

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/jsm.go/natscontext"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ErrVersion says that an external server is too old.
var ErrVersion = errors.New("NATS server is too old")

// What an external server must at least be: message TTL, KV TTL, atomic
// compare-and-set of a decision and its schedule, all from 2.12 on.
const (
	needMajor = 2
	needMinor = 12
)

const dialWait = 5 * time.Second

// dial connects to a server that runs elsewhere, found by URL or by the name
// of a context of the nats CLI, which brings its own credentials.
func dial(url, creds, named string, opts ...nats.Option) (*nats.Conn, error) {
	if named != "" {
		c, err := natscontext.New(named, true)
		if err != nil {
			return nil, fmt.Errorf("read NATS context %q: %w", named, err)
		}
		theirs, err := c.NATSOptions()
		if err != nil {
			return nil, fmt.Errorf("read NATS context %q: %w", named, err)
		}
		opts = append(theirs, opts...)
		if url == "" {
			url = c.ServerURL()
		}
	}
	if creds != "" {
		opt, err := credentials(creds)
		if err != nil {
			return nil, err
		}
		opts = append(opts, opt)
	}
	nc, err := nats.Connect(url, opts...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS at %s: %w", url, err)
	}
	return nc, nil
}

// credentials reads a .creds file of an operator-mode server or a bare nkey
// seed such as ours. The file is read anew for each connection, so that a
// renewed one is picked up.
func credentials(file string) (nats.Option, error) {
	body, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read credentials: %w", err)
	}
	defer clear(body)
	if strings.Contains(string(body), "NATS USER JWT") {
		return nats.UserCredentials(file), nil
	}
	pair, err := nkeys.ParseDecoratedNKey(body)
	if err != nil {
		return nil, fmt.Errorf("credentials %s: %w", file, err)
	}
	pair.Wipe()
	opt, err := nats.NkeyOptionFromSeed(file)
	if err != nil {
		return nil, fmt.Errorf("credentials %s: %w", file, err)
	}
	return opt, nil
}

// newEnough refuses a server without what we rely on; nothing is degraded
// silently.
func newEnough(nc *nats.Conn) error {
	found := nc.ConnectedServerVersion()
	var major, minor int
	if _, err := fmt.Sscanf(found, "%d.%d", &major, &minor); err != nil {
		return fmt.Errorf("%w: cannot read version %q", ErrVersion, found)
	}
	if major < needMajor || major == needMajor && minor < needMinor {
		return fmt.Errorf("%w: %s found, %d.%d needed", ErrVersion, found, needMajor, needMinor)
	}
	return nil
}

// flush waits until the server has seen everything sent so far.
func flush(ctx context.Context, nc *nats.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	if err := nc.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("NATS at %s does not answer: %w", nc.ConnectedUrlRedacted(), err)
	}
	return nil
}
