package reason

import (
	"cmp"
	"context"
	"path"
	"strings"

	"passepartout/pipeline"
)

// The two actuators that target resolution knows by name.
const (
	systemTarget   = "system"
	terminalTarget = "tui"
	messageOp      = "message"
)

// target resolves who shall act: the explicit target, else an actuator that
// bears the name of the signal's source, else the default. An explicit target
// that does not exist is an error and never falls through to another. A
// message to the system goes to the session's live terminal if it has one.
func (s *Stage) target(ctx context.Context, sig pipeline.Signal, a pipeline.Action) (string, error) {
	name, ok := "", false
	switch {
	case a.Target != "":
		name, ok = s.known(a.Target)
	default:
		if name, ok = s.known(path.Base(sig.Source)); !ok {
			name, ok = s.known(s.cfg.Default)
		}
	}
	if !ok {
		return "", s.unknownTarget(cmp.Or(a.Target, s.cfg.Default))
	}
	if name == systemTarget && strings.EqualFold(a.Op, messageOp) && s.live(ctx, sig) {
		if terminal, ok := s.known(terminalTarget); ok {
			return terminal, nil
		}
	}
	return name, nil
}

func (s *Stage) known(name string) (string, bool) {
	hand, ok := s.cfg.Directory.Find(name)
	if !ok {
		return "", false
	}
	return hand.Spec().Name, true
}

func (s *Stage) live(ctx context.Context, sig pipeline.Signal) bool {
	return s.cfg.Terminals != nil && s.cfg.Terminals.Live(ctx, sig.Principal, sig.Session)
}

func (s *Stage) unknownTarget(name string) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeUnknownTarget, Field: "target",
		Message: "there is no actuator " + quote(name),
		Hint:    "known: " + strings.Join(s.cfg.Directory.Names(), ", "),
	}
}

// quote bounds a foreign name for a message.
func quote(name string) string {
	const most = 64
	if len(name) > most {
		name = name[:most] + "…"
	}
	return "\"" + strings.ToValidUTF8(name, "?") + "\""
}
