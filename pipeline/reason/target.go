package reason

import (
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
func (s *Stage) target(sig pipeline.Signal, a pipeline.Action) (string, error) {
	name, ok := "", false
	switch {
	case a.Target != "":
		name, ok = s.canonical(a.Target)
	default:
		if name, ok = s.canonical(path.Base(sig.Source)); !ok {
			name, ok = s.canonical(s.cfg.Default)
		}
	}
	if !ok {
		return "", s.unknownTarget(a.Target)
	}
	if name == systemTarget && strings.EqualFold(a.Op, messageOp) && s.live(sig) {
		if terminal, ok := s.canonical(terminalTarget); ok {
			return terminal, nil
		}
	}
	return name, nil
}

func (s *Stage) canonical(name string) (string, bool) {
	hand, ok := s.cfg.Directory.Find(name)
	if !ok {
		return "", false
	}
	return hand.Spec().Name, true
}

func (s *Stage) live(sig pipeline.Signal) bool {
	return s.cfg.Terminals != nil && s.cfg.Terminals.Live(sig.Principal, sig.Session)
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
