package bus

import (
	"bytes"
	"encoding/json"
	"fmt"

	"passepartout/pipeline"
)

// rights is what one identity may do, as subjects. Services are published on
// by the identity and handled by workers; streams flow from workers to it.
type rights struct {
	services []string
	streams  []string
}

// inboxes lets an identity receive replies. Each identity has an account of
// its own, so that this reaches nobody else's inbox.
const inboxes = "_INBOX.>"

// rightsOf is the table of who may do what. A role that is not in it may do
// nothing.
func (s Subjects) rightsOf(id Identity) rights {
	watching := []string{s.AllFeedback(), s.AllOutput(), s.AllAudit()}
	query := s.Query(id.Role, id.Name)
	switch id.Role {
	case pipeline.RoleAgent:
		return rights{
			services: []string{s.Request(id.Name), query},
			streams:  []string{s.FeedbackOf(id.Name), s.OutputOf(id.Name), s.TerminalOf(id.Name)},
		}
	case pipeline.RoleSensor:
		return rights{services: []string{s.Signal(id.Name)}, streams: []string{s.FeedbackOf(id.Name)}}
	case pipeline.RoleApprover:
		return rights{services: []string{s.Answer(id.Name), query}, streams: []string{s.AllPlans(), s.FeedbackOf(id.Name)}}
	case pipeline.RoleObserver:
		return rights{services: []string{query}, streams: watching}
	case pipeline.RoleOperator:
		return rights{services: []string{s.Control(id.Name), query}, streams: append(watching, s.AllDead())}
	default:
		return rights{}
	}
}

// exports is what the workers' account offers at all.
func (s Subjects) exports() rights {
	return rights{
		services: []string{s.Requests(), s.Signals(), s.Answers(), s.Controls(), s.Queries()},
		streams:  []string{s.AllFeedback(), s.AllOutput(), s.terminals(), s.AllPlans(), s.AllAudit(), s.AllDead()},
	}
}

// ServerConfig writes the accounts section for the configuration file of an
// external server, which then enforces the same table for the same keys as the
// embedded one. It is JSON, which a server's configuration takes, and holds
// public keys only. The server must be told to reload when identities change.
func (k *Keys) ServerConfig(s Subjects) ([]byte, error) {
	all, err := k.List()
	if err != nil {
		return nil, err
	}
	type object = map[string]any
	var exports, workers []object
	out := s.exports()
	for _, subject := range out.services {
		exports = append(exports, object{"service": subject})
	}
	for _, subject := range out.streams {
		exports = append(exports, object{"stream": subject})
	}
	accounts := object{}
	for _, id := range all {
		if !id.Revoked.IsZero() || id.Key == "" {
			continue
		}
		if id.Role == pipeline.RoleWorker {
			workers = append(workers, object{"nkey": id.Key})
			continue
		}
		var imports []object
		r := s.rightsOf(id)
		for _, subject := range r.services {
			imports = append(imports, object{"service": object{"account": workersAccount, "subject": subject}})
		}
		for _, subject := range r.streams {
			imports = append(imports, object{"stream": object{"account": workersAccount, "subject": subject}})
		}
		accounts[accountName(id)] = object{"imports": imports, "users": []object{{
			"nkey":        id.Key,
			"permissions": object{"publish": r.services, "subscribe": append([]string{inboxes}, r.streams...)},
		}}}
	}
	accounts[workersAccount] = object{"jetstream": "enabled", "exports": exports, "users": workers}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false) // a server's configuration knows no \u003e for >
	enc.SetIndent("", "  ")
	if err := enc.Encode(object{"accounts": accounts}); err != nil {
		return nil, fmt.Errorf("write server configuration: %w", err)
	}
	return body.Bytes(), nil
}

// accountName is the account that one identity has for itself.
func accountName(id Identity) string { return string(id.Role) + "." + string(id.Name) }
