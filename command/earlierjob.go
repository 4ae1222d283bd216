package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// earlierJob is how a process is called that an earlier command of the same
// agent has noted in its scratch folder: kill "$(cat "$TMPDIR/app.pid")". What
// the file really holds nobody knows, so a policy lets it be signalled only
// where confinement keeps every process but the command's own out of reach.
const earlierJob = "earlier-job"

// endsEarlier states the signal for a word that is the content of such a file.
// False: it is none.
func (v *visit) endsEarlier(f field) bool {
	r := v.r
	scratch := path.Clean(r.w.Env["TMPDIR"])
	if !f.dynamic || r.muted > 0 || !path.IsAbs(scratch) || strings.Count(scratch, "/") < 2 {
		return false
	}
	s := r.nestedOutput(strings.Trim(f.text, `"`))
	if s == nil || s.Negated || s.Background {
		return false
	}
	var word *syntax.Word
	switch call, _ := s.Cmd.(*syntax.CallExpr); {
	case s.Cmd == nil && len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn && s.Redirs[0].N == nil:
		word = s.Redirs[0].Word
	case call != nil && len(s.Redirs) == 0 && len(call.Assigns) == 0 && len(call.Args) == 2 && call.Args[0].Lit() == "cat" && !v.sc.renamed("cat"):
		word = call.Args[1]
	default:
		return false
	}
	mute := r.mute()
	fields := r.appendWord(nil, v.sc, word)
	r.unmute(mute)
	if len(fields) != 1 {
		return false
	}
	at, ok := r.place(v.sc, fields[0])
	if !ok || !strings.HasPrefix(at, scratch+"/") || !strings.HasSuffix(at, "pid") || r.pids[at] != nil && r.pids[at].spoiled {
		return false
	}
	for i := range r.effects {
		if e := &r.effects[i]; (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindUnknown) && (e.Kind == pipeline.KindUnknown || mayTouch(e.Object, e.Certain, at)) {
			return false
		}
	}
	if r.pids == nil {
		r.pids = make(map[string]*pidFile, 1)
	}
	r.tracking, r.pids[at] = true, &pidFile{used: true} // in a loop something may yet write to it
	r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: earlierJob, Certain: true, By: v.name, Span: f.span})
	return true
}
