// Package mcp is the door for clients of the Model Context Protocol: a server
// that offers the worker's hands as tools and acts as one agent on the bus. It
// is the only room that knows the MCP SDK.
//
// One call is one request: judged, perhaps held for a person, carried out and
// told of exactly as if it had come over the bus. The door judges nothing,
// remembers nothing and cannot approve: there is no tool for an answer, and
// none is taken from the client's program, which is the agent's own process.
//
// A call waits for at most Config.Hold, because many clients give up after a
// minute. What has not ended by then is told as pending or held, with an opaque
// id; await_plan waits on. The id only finds a request: it is no right, and
// whose request it names is for the worker to check.
//
// A request that did not end well is a result with isError and, in its
// structured content, the code, rule and hint that all agents get. Errors of
// the protocol are left to calls that are no calls: a tool that does not exist.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The times of a server that was told nothing else.
const (
	DefaultHold = 50 * time.Second // clients cut a call off after 60
	DefaultBeat = 5 * time.Second
	DefaultPoll = 2 * time.Second
)

// maxLine bounds one frame from the client, in bytes.
const maxLine = 4 << 20

// Config is what a server needs.
type Config struct {
	Line    Line
	Params  Operations
	Version string        // of the program, as clients are told
	Hold    time.Duration // how long one call may wait; 0: DefaultHold
	Beat    time.Duration // between two notes of progress; 0: DefaultBeat
	Poll    time.Duration // when a client is told to ask again; 0: DefaultPoll
}

// Operations knows the JSON Schema of the parameters of each of the shell's
// operations: the same that requests are held against, so that clients are
// told what counts.
type Operations func(op string) (text json.RawMessage, ok bool)

// Server offers the tools. It may serve several clients at once.
type Server struct {
	cfg Config
	sdk *sdk.Server
}

// instructions tell the model the rules before its first call.
const instructions = `These tools act on a machine through a worker that judges every request by what it would do.
Reading and work inside the workspace are usually allowed. What reaches further is held until a person decides; what is
dangerous is blocked, whoever approves. Say in "intent" what you want to achieve: a person may read it.
A result has "state": done, failed, held or pending. Of held and pending, wait with await_plan and the result's "id";
do not send the request again. A failed one has a stable error code, the rule and often a hint; a blocked request stays
blocked however it is spelled. Use is_blocked or "dry_run" to ask first, and explain to see why something was decided.`

// New makes a server.
func New(cfg Config) (*Server, error) {
	if cfg.Line == nil {
		return nil, errors.New("mcp: no line to the worker")
	}
	if cfg.Params == nil {
		return nil, errors.New("mcp: no schemas of the operations")
	}
	for _, d := range []struct {
		value *time.Duration
		usual time.Duration
	}{{&cfg.Hold, DefaultHold}, {&cfg.Beat, DefaultBeat}, {&cfg.Poll, DefaultPoll}} {
		if *d.value <= 0 {
			*d.value = d.usual
		}
	}
	s := &Server{cfg: cfg}
	s.sdk = sdk.NewServer(
		&sdk.Implementation{Name: "passepartout", Title: "Passepartout", Version: cfg.Version},
		// The list of tools never changes, and nothing is logged to clients.
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}},
	)
	for _, t := range tools() {
		arguments, err := t.arguments(cfg.Params)
		if err != nil {
			return nil, err
		}
		s.sdk.AddTool(t.declared(arguments), s.handler(t))
	}
	return s, nil
}

// Serve speaks with one client over a pair of streams, one JSON object a line,
// until the client goes or ctx is done. It closes both.
func (s *Server) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	err := s.sdk.Run(ctx, &sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: maxLine})
	if err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}
