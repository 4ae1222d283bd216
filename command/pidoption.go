package command

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Servers note their process id in a file that an option names. The command that
// starts one may end it by that file, as by one that it has written itself.

// pidOptions are the options by which a program is told where to.
func pidOptions(program string, operands []field) []string {
	switch program {
	case "rails":
		if len(operands) > 0 && operands[0].exact() && (operands[0].text == "server" || operands[0].text == "s") {
			return []string{"-P", "--pid"}
		}
	case "gunicorn":
		return []string{"-p", "--pid"}
	case "rackup", "thin":
		return []string{"-P", "--pid"}
	case "puma", "uwsgi", "celery", "redis-server", "valkey-server":
		return []string{"--pidfile"}
	}
	return nil
}

// notesServer notes the file in which a server that certainly starts keeps its
// process id. In a function or another text nobody knows whether it starts.
func (v *visit) notesServer() {
	r := v.r
	if r.muted > 0 || r.fixed != nil || r.linked || len(r.calling) > 0 {
		return
	}
	options := pidOptions(v.name, v.fields[1:])
	if options == nil || slices.ContainsFunc(v.fields[1:], func(f field) bool { return !f.exact() || startsNothing(f.text) }) {
		return
	}
	for i, f := range v.fields[1:] {
		name, value, glued := strings.Cut(f.text, "=")
		if !f.exact() || !slices.Contains(options, name) {
			continue
		}
		file := field{text: value, span: f.span}
		if !glued {
			if i+2 >= len(v.fields) {
				return
			}
			file = v.fields[i+2]
		}
		at, ok := r.place(v.sc, file)
		if stands := r.stands(v.sc); !ok || r.pids[at] != nil || stands != nil && stands(at) || slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindWrite && mayTouch(e.Object, e.Certain, at)
		}) {
			return // what another one has left there may be read before it is written
		}
		r.path(v.sc, file, pipeline.KindWrite, v.name, "")
		if r.pids == nil {
			r.pids = make(map[string]*pidFile, 1)
		}
		if v.sc.made == nil {
			v.sc.made = make(map[string]made, 1)
		}
		r.tracking, r.pids[at], v.sc.made[at] = true, &pidFile{}, made{pid: true, server: true}
		return
	}
}

// startsNothing reports whether with an option a server does not start.
func startsNothing(option string) bool {
	switch option {
	case "-h", "--help", "-v", "--version", "--check-config", "--print-config", "--show-config":
		return true
	}
	return false
}

// keepsServers hands on what a command that runs beside the rest keeps.
func (s *scope) keepsServers(inner *scope) {
	for at, m := range inner.made {
		if !m.server || s.made[at] == m {
			continue
		}
		if s.made == nil {
			s.made = make(map[string]made, 1)
		}
		s.made[at] = m
	}
}
