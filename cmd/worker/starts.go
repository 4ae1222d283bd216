package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"passepartout/actuators/shell"
	"passepartout/command"
	"passepartout/internal/config"
	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

// starts judges programs that a cleared command starts while it runs, by the
// same gates that judged the command, but with the arguments that the kernel
// sees. A deny always stops a start. A hold stops the start of a program that
// was not cleared, unless the clearance covers code that cannot be seen anyway:
// then a person, or the policy, has said so knowing that.
//
// Programs are compared by the files that they are. A file in a folder that
// agents may write is no cleared program because it bears the name of one.
type starts struct {
	analyzer *command.Analyzer
	stage    *reason.Stage // the gates that look at what is done, not at who asks
	folders  startFolders
}

// startFolders are where programs may lie, links resolved.
type startFolders struct {
	writable []string // agents may fill them, and commands see them as the worker does
	private  []string // a command may have its own, which the worker does not see
	system   []string // only the machine's owner puts programs there
	helper   []string // of those: parts of programs, which start them on their own
}

var _ shell.Starts = starts{}

// foldersOf are those of a configuration, on this machine. Helpers are parts of
// git, of compilers, of package managers.
func foldersOf(cfg config.Config) startFolders {
	return startFolders{
		writable: resolved(append([]string{cfg.Scratch}, cfg.Workspace...)),
		private:  resolved([]string{"/tmp", "/var/tmp", "/dev/shm"}),
		system:   resolved([]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"}),
		helper:   resolved([]string{"/usr/lib", "/usr/libexec", "/lib", "/usr/local/lib", "/usr/local/libexec"}),
	}
}

// open reports whether an agent may have put something at a path.
func (f startFolders) open(path string) bool {
	return inside(path, f.writable) || inside(path, f.private)
}

// owned reports whether only the machine's owner can have.
func (f startFolders) owned(path string) bool { return inside(path, f.system) && !f.open(path) }

// JudgeStart implements shell.Starts.
func (s starts) JudgeStart(ctx context.Context, p pipeline.Proposal, st shell.Start) error {
	if len(st.Argv) == 0 {
		return stopped("no-arguments", "a program without arguments, not even its name, cannot be judged")
	}
	named := slices.Clone(st.Argv)
	named[0] = st.Path
	worst := pipeline.Allow
	var why pipeline.Verdict
	for _, argv := range distinct(named, st.Argv) {
		d, err := s.judge(ctx, p, st.Dir, argv)
		if err != nil {
			return err
		}
		if d.Outcome < worst {
			worst, why = d.Outcome, d.Strictest()
		}
	}
	switch {
	case worst == pipeline.Deny:
		return stopped(why.Rule, why.Reason)
	case unseen(p):
		return nil
	}
	switch prog := s.program(st.Path); {
	case s.standsIn(p, prog):
		return stopped("stand-in", "it bears the name of a program that was cleared, and is another one")
	case worst == pipeline.Allow, s.cleared(p, prog):
		return nil
	default:
		return stopped(why.Rule, why.Reason)
	}
}

func stopped(rule, reason string) *pipeline.Error {
	return &pipeline.Error{Code: pipeline.CodeBlocked, Rule: rule, Message: reason}
}

// distinct gives the arguments under both names when a program is started
// under another one: what a multi-call binary does depends on it.
func distinct(named, given []string) [][]string {
	if filepath.Base(named[0]) == filepath.Base(given[0]) {
		return [][]string{named}
	}
	return [][]string{named, given}
}

func (s starts) judge(ctx context.Context, p pipeline.Proposal, dir string, argv []string) (pipeline.Decision, error) {
	found, err := s.analyzer.AnalyzeExec(argv, nil, command.World{Dir: dir, Home: home(), User: username()})
	if err != nil {
		return pipeline.Decision{}, stopped("unreadable-start", "its arguments cannot be analysed: "+err.Error())
	}
	exact, err := json.Marshal(argv)
	if err != nil {
		return pipeline.Decision{}, err
	}
	p.Effects, p.Exact, p.Summary = found.Effects, exact, found.Text()
	// Secrets in parameters were looked for when the command was judged.
	p.Action.Params = nil
	return s.stage.Judge(ctx, p)
}

// unseen reports whether the clearance covers code that nobody could see.
func unseen(p pipeline.Proposal) bool {
	return slices.ContainsFunc(p.Effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindPrivilege
	})
}

// program is the file that the kernel is asked to execute.
type program struct {
	path string // in its folder as that is, links on the way followed
	real string // the file itself, links followed
	gone bool   // there is none, and nobody but the worker could tell otherwise
}

func (s starts) program(path string) program {
	p := program{path: filepath.Join(resolve(filepath.Dir(path)), filepath.Base(path))}
	p.real = resolve(p.path)
	_, err := os.Lstat(p.path)
	p.gone = errors.Is(err, fs.ErrNotExist) && (inside(p.path, s.folders.writable) || s.folders.owned(p.path))
	return p
}

// is reports whether a program is the one that was cleared as named.
func (p program) is(named string) bool { return named == p.path || resolve(named) == p.real }

// runs are the programs that were cleared to be run. A bare name is looked up
// where commands look first.
func runs(p pipeline.Proposal) []string {
	var out []string
	for _, e := range p.Effects {
		if e.Kind != pipeline.KindRun {
			continue
		}
		named := e.Object
		if !strings.Contains(named, "/") {
			if found, err := shell.LookUp(named); err == nil {
				named = found
			}
		}
		if filepath.IsAbs(named) {
			out = append(out, named)
		}
	}
	return out
}

// standsIn reports whether a program that an agent may have put there, or a
// link that it may have, bears the name of a cleared one without being it.
func (s starts) standsIn(p pipeline.Proposal, prog program) bool {
	if prog.gone || !s.folders.open(prog.path) && !s.folders.open(prog.real) {
		return false
	}
	name := filepath.Base(prog.path)
	names := runs(p)
	return !slices.ContainsFunc(names, prog.is) &&
		slices.ContainsFunc(names, func(named string) bool { return filepath.Base(named) == name })
}

// cleared reports whether what was cleared covers the start of a program whose
// own effects would be held: it is a cleared file; or it bears the name of one,
// or is a helper, where only the machine's owner puts programs. A search for a
// program tries folders in which it is not: such a start fails by itself.
func (s starts) cleared(p pipeline.Proposal, prog program) bool {
	names := runs(p)
	switch {
	case prog.gone, slices.ContainsFunc(names, prog.is):
		return true
	case !s.folders.owned(prog.path):
		return false
	case inside(prog.path, s.folders.helper):
		return true
	}
	name := filepath.Base(prog.path)
	return slices.ContainsFunc(names, func(named string) bool {
		return filepath.Base(named) == name && s.folders.owned(resolve(named))
	})
}
