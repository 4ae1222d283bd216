package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"passepartout/pipeline"
)

// Why a client does not reach or use the bus.
var (
	ErrNoWorker  = errors.New("no worker runs on this state folder")
	ErrForbidden = errors.New("not permitted")
	ErrRefused   = errors.New("refused by the server")
)

// ClientConfig says where the bus is and as whom to speak. With StateDir alone
// a client on the same machine and user finds the embedded server's address and
// its own key by itself; URL, Creds and Context override them.
type ClientConfig struct {
	StateDir string
	URL      string
	Creds    string
	Context  string
	Name     pipeline.Principal
	Role     pipeline.Role
	Prefix   string
}

// Client is one principal in one role on the bus. It can do what the table of
// rights gives it and uses no JetStream API.
type Client struct {
	subjects Subjects
	name     pipeline.Principal
	role     pipeline.Role
	nc       *nats.Conn

	refusal *broadcast
}

// Dial connects. ErrNoWorker: none runs there. It reconnects by itself.
func Dial(ctx context.Context, cfg ClientConfig) (*Client, error) {
	subjects, err := NewSubjects(cfg.Prefix)
	if err != nil {
		return nil, err
	}
	if err := (Identity{Name: cfg.Name, Role: cfg.Role}).check(); err != nil {
		return nil, err
	}
	if cfg.URL != "" || cfg.Context != "" {
		cfg.StateDir = ""
	} else {
		found, err := readAddress(cfg.StateDir)
		if err != nil {
			return nil, err
		}
		cfg.URL = found.URL
		if cfg.Creds == "" {
			cfg.Creds = NewKeys(cfg.StateDir, nil).File(cfg.Name, cfg.Role)
		}
	}
	c := &Client{subjects: subjects, name: cfg.Name, role: cfg.Role, refusal: newBroadcast()}
	c.nc, err = dial(cfg.URL, cfg.Creds, cfg.Context,
		nats.Name("passepartout "+string(cfg.Role)+" "+string(cfg.Name)), nats.Timeout(dialWait),
		nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond), nats.ErrorHandler(c.note))
	if err != nil {
		if cfg.StateDir != "" && !locked(cfg.StateDir) {
			return nil, fmt.Errorf("%w: %s: the last one did not end well: %w", ErrNoWorker, cfg.StateDir, err)
		}
		return nil, err
	}
	if err := flush(ctx, c.nc); err != nil {
		c.nc.Close()
		return nil, err
	}
	return c, nil
}

// note wakes whoever waits for an answer that a refusal will keep from coming.
func (c *Client) note(_ *nats.Conn, _ *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrPermissionViolation) {
		c.refusal.send()
	}
}

// forbidden is the server's refusal to publish on or subscribe to a subject, if
// that was its last word. Only the text of the refusal tells what it is about.
func (c *Client) forbidden(verb, subject string) error {
	err := c.nc.LastError()
	what := strings.ToLower(verb + ` to "` + subject + `"`)
	if !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(strings.ToLower(err.Error()), what) {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrForbidden, err)
}

// Subjects returns the subjects of this installation.
func (c *Client) Subjects() Subjects { return c.subjects }

// Name and Role are as whom the client speaks.
func (c *Client) Name() pipeline.Principal { return c.name }

// Role is in which role the client speaks.
func (c *Client) Role() pipeline.Role { return c.role }

// Publish sends a message and returns when the server has stored it.
// ErrForbidden, ErrDuplicate, ErrTooLarge, ErrRefused.
func (c *Client) Publish(ctx context.Context, subject string, header map[string][]string, body []byte) error {
	reply, err := c.request(ctx, message(subject, header, body))
	if err != nil {
		return err
	}
	var ack struct {
		Stream    string `json:"stream"`
		Duplicate bool   `json:"duplicate"`
		Error     *struct {
			Description string `json:"description"`
		} `json:"error"`
	}
	switch err := json.Unmarshal(reply.Body, &ack); {
	case err != nil:
		return fmt.Errorf("publish on %s: the server's answer: %w", subject, err)
	case ack.Error != nil:
		return fmt.Errorf("publish on %s: %w: %s", subject, ErrRefused, ack.Error.Description)
	case ack.Stream == "":
		return fmt.Errorf("publish on %s: %w: nothing keeps it", subject, ErrRefused)
	case ack.Duplicate:
		return fmt.Errorf("publish on %s: %w", subject, ErrDuplicate)
	}
	return nil
}

// Request sends a message to the workers and returns one's reply.
func (c *Client) Request(ctx context.Context, subject string, header map[string][]string, body []byte) (pipeline.Message, error) {
	return c.request(ctx, message(subject, header, body))
}

// Query asks the workers on this client's own query subject.
func (c *Client) Query(ctx context.Context, body []byte) ([]byte, error) {
	reply, err := c.request(ctx, message(c.subjects.Query(c.role, c.name), nil, body))
	return reply.Body, err
}

func (c *Client) request(ctx context.Context, m *nats.Msg) (pipeline.Message, error) {
	if m.Subject == "" {
		return pipeline.Message{}, fmt.Errorf("request: %w", ErrSubject)
	}
	// A refused publish gets no answer; waiting for one must end at once.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	refusal := c.refusal.next()
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		for {
			select {
			case <-ctx.Done():
				return
			case <-refusal:
				refusal = c.refusal.next()
				if err := c.forbidden("publish", m.Subject); err != nil {
					cancel(err)
				}
			}
		}
	}()
	reply, err := c.nc.RequestMsgWithContext(ctx, m)
	cause := context.Cause(ctx)
	cancel(nil)
	<-watching
	if err != nil {
		if cause != nil {
			err = cause
		}
		return pipeline.Message{}, fmt.Errorf("request on %s: %w", m.Subject, storeError(err))
	}
	return pipeline.Message{Subject: reply.Subject, Header: reply.Header, Body: reply.Data, Delivery: 1}, nil
}

// Subscribe hands every live message of a subject to fn, one after the other,
// until stop is called. When it returns, the server has accepted it.
func (c *Client) Subscribe(ctx context.Context, subject string, fn func(m pipeline.Message)) (stop func(), err error) {
	if stop, err = subscribe(c.nc, subject, fn); err != nil {
		return nil, err
	}
	err = flush(ctx, c.nc)
	if err == nil {
		err = c.forbidden("subscription", subject)
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("subscribe to %s: %w", subject, err)
	}
	return stop, nil
}

// Close sends what is under way and disconnects. It may be called twice.
func (c *Client) Close() error {
	defer c.nc.Close()
	if !c.nc.IsConnected() {
		return nil // nothing can be sent any more
	}
	if err := c.nc.FlushTimeout(flushWait); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	return nil
}
