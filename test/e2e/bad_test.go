package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// Every bad message is told to its sender with the field at fault, kept as a
// dead letter for operators, and leaves the worker alive.
func TestBadInput(t *testing.T) {
	t.Parallel()
	w := newSite(t, "--set", "limits.burst=1000").start()
	agent, operator := w.connect("agent", "agent"), w.connect("operator", "operator")
	in, dead := follow(t, agent, "pp.feedback.agent.>"), follow(t, operator, "pp.dead.>")
	event := func(attributes, data string) string {
		return fmt.Sprintf(`{"specversion":"1.0",%s"type":"%s","datacontenttype":"application/json","data":%s}`, attributes, requestType, data)
	}
	ok := `"id":"x","source":"/e2e",`
	run := `{"target":"shell","op":"run","params":{"command":"ls"},"intent":"look around"}`
	soon := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for name, c := range map[string]struct {
		header nats.Header
		body   string
		code   string
		field  string
	}{
		"empty body":          {nil, ``, "invalid_event", ""},
		"truncated":           {nil, event(ok, run)[:60], "invalid_event", ""},
		"no json":             {nil, `rm -rf /`, "invalid_event", ""},
		"duplicate attribute": {nil, event(ok+`"id":"y",`, run), "invalid_event", "id"},
		"duplicate key":       {nil, event(ok, `{"op":"run","op":"message"}`), "", "data.op"},
		"no id":               {nil, event(`"source":"/e2e",`, run), "invalid_event", "id"},
		"no source":           {nil, event(`"id":"x",`, run), "invalid_event", "source"},
		"deep":                {nil, event(ok, `{"op":"run","params":{"a":`+strings.Repeat("[", 10000)+strings.Repeat("]", 10000)+`}}`), "", "data"},
		"unknown type":        {nil, strings.Replace(event(ok, run), requestType, "com.example.hello", 1), "invalid_event", "type"},
		"wrong content type":  {nats.Header{"content-type": {"text/plain"}}, event(ok, run), "invalid_event", ""},
		"another agent":       {nil, event(ok, `{"op":"run","agent":"somebody-else"}`), "invalid_event", "data.agent"},
		"session":             {nil, event(ok+`"session":"a.b.>",`, run), "invalid_event", "session"},
		"clock skew":          {nil, event(ok+`"time":"`+soon+`",`, run), "invalid_event", "time"},
		"too old":             {nil, event(ok+`"time":"2020-01-01T00:00:00Z",`, run), "invalid_event", "time"},
		"depth":               {nil, event(ok+`"depth":100000,`, run), "invalid_event", "depth"},
		"unknown field":       {nil, event(ok, `{"op":"run","comand":"ls"}`), "invalid_request", "data.comand"},
		"no op":               {nil, event(ok, `{"target":"shell"}`), "invalid_request", "data.op"},
		"wrong kind":          {nil, event(ok, `{"op":"run","target":7}`), "invalid_request", "data.target"},
		"NUL in command":      {nil, event(ok, `{"target":"shell","op":"run","intent":"look around","params":{"command":"ls \u0000"}}`), "", "command"},
		"ESC in command":      {nil, event(ok, `{"target":"shell","op":"run","intent":"look around","params":{"command":"ls \u001b[2J"}}`), "", "command"},
	} {
		t.Run(name, func(t *testing.T) {
			header := c.header
			if header == nil {
				header = nats.Header{"content-type": {"application/cloudevents+json"}}
			}
			publish(t, agent, "pp.request.agent", &nats.Msg{Header: header, Data: []byte(c.body)})
			m := in.next()
			for !strings.Contains(m.Subject, "tool-error") {
				m = in.next()
			}
			data := string(decode(t, m).Data)
			if c.code != "" && !strings.Contains(data, `"code":"`+c.code+`"`) {
				t.Errorf("told %s, want code %s", data, c.code)
			}
			if !strings.Contains(data, `"field":"`) || !strings.Contains(data, c.field) {
				t.Errorf("told %s, want field %s", data, c.field)
			}
			if letter := dead.next(); !strings.HasPrefix(letter.Subject, "pp.dead.") {
				t.Errorf("dead letter on %s", letter.Subject)
			}
		})
	}
	publish(t, agent, "pp.request.agent", structured(t, "alive", requestType, map[string]any{"target": "tool", "op": "noop"}))
	if f := in.final("alive"); f.Kind != "tool-output" {
		t.Errorf("after all that: %+v", f)
	}
}

// What is larger than an event may be ends with an error or at the server, and
// what is merely large is judged.
func TestLargeInput(t *testing.T) {
	t.Parallel()
	w := newSite(t).start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	publish(t, agent, "pp.request.agent", structured(t, "command", requestType, run("echo "+strings.Repeat("a", 900_000), nil)))
	if f := in.final("command"); f.Kind != "tool-error" || f.Error == nil {
		t.Errorf("a command of 900 kB: %+v", f)
	}
	publish(t, agent, "pp.request.agent", structured(t, "event", requestType, run("echo "+strings.Repeat("a", 2<<20), nil)))
	if m := in.next(); !strings.Contains(string(m.Data), `"code":"invalid_event"`) || !strings.Contains(string(m.Data), `"field":"body"`) {
		t.Errorf("an event of 2 MB: %s", m.Data)
	}
	huge := structured(t, "huge", requestType, run("echo "+strings.Repeat("a", 10<<20), nil))
	huge.Subject = "pp.request.agent"
	if err := agent.PublishMsg(huge); err == nil {
		t.Error("the client took 10 MB")
	}
	// A client that sends it all the same loses its connection, and no other.
	rude := w.connect("agent", "agent", nats.SetCustomDialer(deaf{}), nats.NoReconnect())
	huge = structured(t, "rude", requestType, run("echo "+strings.Repeat("a", 9_900_000), nil)) // as many digits as the true bound
	huge.Subject = "pp.request.agent"
	if err := rude.PublishMsg(huge); errors.Is(err, nats.ErrMaxPayload) {
		t.Fatalf("the rude client is not rude: %v", err)
	}
	eventually(t, "the rude client is thrown out", rude.IsClosed)
	publish(t, agent, "pp.request.agent", structured(t, "alive", requestType, map[string]any{"target": "tool", "op": "noop"}))
	if f := in.final("alive"); f.Kind != "tool-output" {
		t.Errorf("after all that: %+v", f)
	}
}

// deaf makes connections on which a client does not hear how much it may send.
type deaf struct{}

// Dial implements nats.CustomDialer.
func (deaf) Dial(network, address string) (net.Conn, error) {
	c, err := net.DialTimeout(network, address, patience)
	return &deafConn{Conn: c}, err
}

type deafConn struct{ net.Conn }

// Read implements net.Conn.
func (c *deafConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if i := bytes.Index(b[:n], []byte(`"max_payload":`)); i >= 0 {
		for j := i + len(`"max_payload":`); j < n && b[j] >= '0' && b[j] <= '9'; j++ {
			b[j] = '9'
		}
	}
	return n, err
}
