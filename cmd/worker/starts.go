package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"passepartout/actuators/shell"
	"passepartout/command"
	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

// starts judges programs that a cleared command starts while it runs, by the
// same gates that judged the command, but with the arguments that the kernel
// sees. A deny always stops a start. A hold stops the start of a program that
// was not cleared, unless the clearance covers code that cannot be seen anyway:
// then a person, or the policy, has said so knowing that.
type starts struct {
	analyzer *command.Analyzer
	stage    *reason.Stage // the gates that look at what is done, not at who asks
}

var _ shell.Starts = starts{}

// helperFolders hold programs that others start on their own: parts of git, of
// compilers, of package managers.
func helperFolders() []string {
	return []string{"/usr/lib/", "/usr/libexec/", "/lib/", "/usr/local/lib/", "/usr/local/libexec/"}
}

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
	case worst == pipeline.Allow, worst == pipeline.Hold && cleared(p, st.Path):
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

// cleared reports whether what was cleared covers the start of a program whose
// own effects would be held.
func cleared(p pipeline.Proposal, path string) bool {
	for _, e := range p.Effects {
		switch e.Kind {
		case pipeline.KindCode, pipeline.KindUnknown, pipeline.KindPrivilege:
			return true
		case pipeline.KindRun:
			if e.Object == path || filepath.Base(e.Object) == filepath.Base(path) {
				return true
			}
		default:
		}
	}
	return slices.ContainsFunc(helperFolders(), func(dir string) bool { return strings.HasPrefix(path, dir) })
}
