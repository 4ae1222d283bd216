package bus

import (
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
		return rights{services: []string{s.Answer(id.Name), query}, streams: []string{s.AllPlans()}}
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
