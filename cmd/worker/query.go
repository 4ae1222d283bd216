package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"passepartout/bus"
	"passepartout/hitl"
	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// Clients ask the worker on their own query subject, so that none of them needs
// a right on the streams and buckets behind the answers. What a principal may
// ask depends on its role, which the subject vouches for.

// query is one question.
type query struct {
	Op   string `json:"op"`             // plans, explain, standing, decisions, grants
	ID   string `json:"id,omitempty"`   // what it is about
	From uint64 `json:"from,omitempty"` // decisions: where the page begins
}

// The questions.
const (
	queryPlans     = "plans"
	queryExplain   = "explain"
	queryStanding  = "standing"
	queryDecisions = "decisions"
	queryGrants    = "grants"
)

// queryReply is the answer; Error or what was asked for is set.
type queryReply struct {
	Error     *pipeline.Error `json:"error,omitempty"`
	Plans     []planRow       `json:"plans,omitempty"`
	Story     *story          `json:"story,omitempty"`
	Standing  *standing       `json:"standing,omitempty"`
	Decisions *decisionPage   `json:"decisions,omitempty"`
	Grants    []hitl.Grant    `json:"grants,omitempty"`
}

// story is all that is known of one request.
type story struct {
	Agent pipeline.Principal `json:"agent"`
	Data  json.RawMessage    `json:"data"` // for programs
	Text  string             `json:"text"` // for people
}

// planRow is one open flight plan, as approvers see it.
type planRow struct {
	ID          string               `json:"plan"`
	Token       string               `json:"token"`
	State       hitl.State           `json:"state"`
	Agent       pipeline.Principal   `json:"agent"`
	Session     string               `json:"session"`
	Request     string               `json:"request"`
	Target      string               `json:"target"`
	Op          string               `json:"op"`
	Summary     string               `json:"summary"`
	Intent      string               `json:"intent,omitempty"`
	Effects     []pipeline.Effect    `json:"effects"`
	Rule        string               `json:"rule,omitempty"`
	Reason      string               `json:"reason,omitempty"`
	Digest      pipeline.Digest      `json:"digest"`
	Confinement string               `json:"confinement,omitempty"`
	Deadline    time.Time            `json:"deadline"`
	Quorum      int                  `json:"quorum"`
	By          []pipeline.Principal `json:"by,omitempty"`
	Text        string               `json:"text"`
}

func rowOf(p hitl.FlightPlan) planRow {
	why := p.Decision.Strictest()
	s := p.Proposal.Signal
	return planRow{
		ID: p.ID, Token: p.Token, State: p.State, Agent: s.Principal, Session: s.Session, Request: s.ID,
		Target: p.Proposal.Action.Target, Op: p.Proposal.Action.Op, Summary: p.Proposal.Summary,
		Intent: p.Proposal.Action.Intent, Effects: p.Proposal.Effects, Rule: why.Rule, Reason: why.Reason,
		Digest: p.Decision.Proposal, Confinement: p.Proposal.Confinement, Deadline: p.Deadline,
		Quorum: p.Quorum, By: p.Approvers(), Text: p.Text,
	}
}

// library is what the worker's rooms know and clients may ask for.
type library struct {
	Subjects bus.Subjects
	// Plans lists the flight plans that wait for people.
	Plans func(ctx context.Context) ([]hitl.FlightPlan, error)
	// Explain tells the story of a request, by its event's id or its key.
	Explain func(ctx context.Context, id string) (story, error)
	// Standing tells how far a request of an agent has come.
	Standing func(ctx context.Context, who pipeline.Principal, id string) (standing, error)
	// Grants lists the standing answers, also those that are over.
	Grants func(ctx context.Context) ([]hitl.Grant, error)
	// Decisions reads a page of the recorded decisions.
	Decisions func(ctx context.Context, from uint64) (decisionPage, error)
}

// Answer answers one question; it is the handler that bus.Bus.Serve wants. The
// reply is always JSON, an error among them.
func (l library) Answer(ctx context.Context, m pipeline.Message) []byte {
	reply, err := l.answer(ctx, m)
	if err != nil {
		reply = queryReply{Error: pipeline.AsError(err)}
	}
	body, err := json.Marshal(reply)
	if err != nil {
		return []byte(`{"error":{"code":"internal","message":"the answer cannot be written as JSON","retryable":false}}`)
	}
	return body
}

func (l library) answer(ctx context.Context, m pipeline.Message) (queryReply, error) {
	who, role, err := l.Subjects.Sender(m.Subject)
	if err != nil {
		return queryReply{}, err
	}
	var q query
	if err := strictjson.Unmarshal(m.Body, &q); err != nil {
		return queryReply{}, strictjson.Explain(err, pipeline.CodeInvalidRequest, "")
	}
	switch q.Op {
	case queryPlans:
		// A plan carries its token, so that only who may answer may read it.
		if role != pipeline.RoleApprover {
			return queryReply{}, &pipeline.Error{Code: pipeline.CodePermissionDenied, Message: "only approvers may read flight plans"}
		}
		return l.plans(ctx)
	case queryExplain:
		return l.explain(ctx, who, role, q.ID)
	case queryStanding:
		return l.standing(ctx, who, role, q.ID)
	case queryDecisions:
		// They tell of everybody's requests.
		if role == pipeline.RoleAgent || role == pipeline.RoleSensor {
			return queryReply{}, &pipeline.Error{Code: pipeline.CodePermissionDenied, Message: "only people may read the record of all requests"}
		}
		page, err := l.Decisions(ctx, q.From)
		return queryReply{Decisions: &page}, err
	case queryGrants:
		if role != pipeline.RoleApprover && role != pipeline.RoleOperator {
			return queryReply{}, &pipeline.Error{Code: pipeline.CodePermissionDenied, Message: "only approvers and operators may read grants"}
		}
		grants, err := l.Grants(ctx)
		return queryReply{Grants: grants}, err
	default:
		return queryReply{}, &pipeline.Error{
			Code: pipeline.CodeInvalidRequest, Field: "op", Message: "op: is no question that this worker answers",
			Hint: "plans, explain, standing, decisions or grants",
		}
	}
}

func (l library) plans(ctx context.Context) (queryReply, error) {
	plans, err := l.Plans(ctx)
	if err != nil {
		return queryReply{}, err
	}
	rows := make([]planRow, 0, len(plans))
	for _, p := range plans {
		if p.State == hitl.Held {
			rows = append(rows, rowOf(p))
		}
	}
	slices.SortFunc(rows, func(a, b planRow) int { return a.Deadline.Compare(b.Deadline) })
	return queryReply{Plans: rows}, nil
}

// explain tells agents of their own requests only, and an unknown request and
// a foreign one alike.
func (l library) explain(ctx context.Context, who pipeline.Principal, role pipeline.Role, id string) (queryReply, error) {
	if id == "" {
		return queryReply{}, noID()
	}
	found, err := l.Explain(ctx, id)
	foreign := (role == pipeline.RoleAgent || role == pipeline.RoleSensor) && found.Agent != who
	if errors.Is(err, pipeline.ErrNotFound) || err == nil && foreign {
		return queryReply{}, unknown(id)
	}
	if err != nil {
		return queryReply{}, err
	}
	return queryReply{Story: &found}, nil
}

// standing tells agents of their own requests, and nobody else of any: for
// them there is explain.
func (l library) standing(ctx context.Context, who pipeline.Principal, role pipeline.Role, id string) (queryReply, error) {
	if role != pipeline.RoleAgent {
		return queryReply{}, &pipeline.Error{Code: pipeline.CodePermissionDenied, Message: "only agents ask how their own requests stand"}
	}
	if id == "" {
		return queryReply{}, noID()
	}
	if !pipeline.ValidToken(id) {
		return queryReply{}, unknown(id) // it would be a key in a store
	}
	found, err := l.Standing(ctx, who, id)
	if errors.Is(err, pipeline.ErrNotFound) {
		return queryReply{}, unknown(id)
	}
	if err != nil {
		return queryReply{}, err
	}
	return queryReply{Standing: &found}, nil
}

func noID() error {
	return &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "id", Message: "id: is missing"}
}

func unknown(id string) error {
	return &pipeline.Error{
		Code: pipeline.CodeNotFound, Field: "id", Message: "nothing is known of request " + strconv.Quote(id),
		Hint: "name the id of the request's event, or the key that its feedback bears",
	}
}
