package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// ask sends a request and waits for its end, as long as a call may last.
func (s *Server) ask(ctx context.Context, req *sdk.CallToolRequest, r strictjson.Request) *sdk.CallToolResult {
	id, err := s.cfg.Line.Ask(ctx, r)
	if err != nil {
		return failed(id, err)
	}
	return s.await(ctx, req, id)
}

// await waits for the end of a request and tells progress meanwhile.
func (s *Server) await(ctx context.Context, req *sdk.CallToolRequest, id string) *sdk.CallToolResult {
	p := s.progress(ctx, req)
	now, err := s.cfg.Line.Await(ctx, id, p.see)
	p.stop()
	if err != nil {
		return failed(id, err)
	}
	if now.ID == "" {
		now.ID = id
	}
	if now.State == Pending || now.State == Held {
		now.Poll = s.cfg.Poll.Milliseconds()
		now.Message = advice(now)
	}
	return result(now)
}

func (s *Server) explain(ctx context.Context, args json.RawMessage) *sdk.CallToolResult {
	id, err := idOf(args)
	if err != nil {
		return failed(id, err)
	}
	story, err := s.cfg.Line.Explain(ctx, id)
	if err != nil {
		return failed(id, err)
	}
	told, err := json.Marshal(story)
	if err != nil {
		return failed(id, err)
	}
	out := result(Standing{State: Done, ID: id, Result: told})
	out.Content = []sdk.Content{&sdk.TextContent{Text: story}}
	return out
}

// advice tells what a request waits for that has not ended.
func advice(now Standing) string {
	if now.State != Held {
		return "not ended yet; call await_plan with this id, and do not send the request again"
	}
	text := "nothing ran: a person must decide"
	if now.Deadline != nil {
		text += " before " + now.Deadline.UTC().Format(time.RFC3339)
	}
	return text + "; call await_plan with this id, and do not send the request again"
}

// result makes the protocol's result of a standing: as structured content, and
// the same as text for clients that read only that.
func result(now Standing) *sdk.CallToolResult {
	switch {
	case now.Error != nil:
		now.State = Failed
	case now.State != Pending && now.State != Held && now.State != Done:
		now.State = Failed // a state that is not known is no success
		now.Error = &pipeline.Error{Code: pipeline.CodeOutcomeUnknown, Message: "the worker's account cannot be read", Hint: "see explain"}
	}
	body, err := marshal(now)
	if err != nil {
		// A result that is no JSON cannot be passed on; that it ended can.
		now.Result, now.State = nil, Failed
		now.Error = &pipeline.Error{Code: pipeline.CodeInternal, Message: "the result cannot be written as JSON", Hint: "see explain"}
		if body, err = marshal(now); err != nil {
			body = []byte(`{"state":"failed"}`)
		}
	}
	return &sdk.CallToolResult{
		Content:           []sdk.Content{&sdk.TextContent{Text: string(body)}},
		StructuredContent: json.RawMessage(body),
		IsError:           now.State == Failed,
	}
}

func failed(id string, err error) *sdk.CallToolResult {
	return result(Standing{State: Failed, ID: id, Error: pipeline.AsError(err)})
}

// marshal leaves <, > and & as they are: models read the text.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// progress tells a client that a call still waits, and for what, if it asked
// to be told. Some clients take silence for death.
type progress struct {
	mu    sync.Mutex
	state State
	plan  string
	end   context.CancelFunc
	ended chan struct{}
}

func (s *Server) progress(ctx context.Context, req *sdk.CallToolRequest) *progress {
	p := &progress{state: Pending, ended: make(chan struct{})}
	ctx, p.end = context.WithCancel(ctx)
	token := req.Params.GetProgressToken()
	if token == nil || req.Session == nil {
		close(p.ended)
		return p
	}
	go func() {
		defer close(p.ended)
		beat := time.NewTicker(s.cfg.Beat)
		defer beat.Stop()
		for n := 1; ; n++ {
			select {
			case <-beat.C:
				// A client that went away is noticed by who reads from it.
				_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
					ProgressToken: token, Progress: float64(n), Message: p.message(),
				})
			case <-ctx.Done():
				return
			}
		}
	}()
	return p
}

func (p *progress) see(now Standing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state, p.plan = now.State, now.Plan
}

func (p *progress) message() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == Held {
		return fmt.Sprintf("waits for a person (flight plan %s); nothing ran", p.plan)
	}
	return "waits for the worker"
}

func (p *progress) stop() {
	p.end()
	<-p.ended
}
