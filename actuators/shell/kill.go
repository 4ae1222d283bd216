package shell

import (
	"context"

	"passepartout/pipeline"
)

// kill stops one process and says how it ended.
func (t *table) kill(ctx context.Context, h handle, why string) (Ended, error) {
	key := recordKey(h.Owner, h.Process)
	t.mu.Lock()
	l, o := t.live[key], t.adopted[key]
	t.mu.Unlock()
	if l != nil {
		return t.killLive(ctx, l, h, why)
	}
	rec, rev, err := t.load(ctx, key)
	if err != nil {
		return Ended{}, err
	}
	if rec.PID != h.PID || rec.Start != h.Start {
		return Ended{}, changed("process "+h.Process, nil)
	}
	if rec.State.Over() {
		return Ended{Started: rec.tell(0), AlreadyEnded: true}, nil
	}
	if rec.Host != t.host {
		return Ended{}, &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the process runs on another machine", Hint: "its worker there must be asked"}
	}
	if o == nil {
		o = &orphan{rec: rec, rev: rev}
	}
	escalated, err := stopTree(ctx, rec.PID, rec.Start, t.cfg.Grace)
	if err != nil {
		return Ended{}, &pipeline.Error{Code: pipeline.CodeInternal, Message: "the process was told to stop, but something of it may be left", Err: err}
	}
	return Ended{Started: t.bury(ctx, o, Stopped, why).tell(0), Escalated: escalated}, nil
}

func (t *table) killLive(ctx context.Context, l *live, h handle, why string) (Ended, error) {
	l.mu.Lock()
	same := l.rec.PID == h.PID && l.rec.Start == h.Start
	if same && l.why == "" {
		l.why = why
	}
	l.mu.Unlock()
	if !same {
		return Ended{}, changed("process "+h.Process, nil)
	}
	l.stop(errStopped)
	select {
	case <-l.done:
	case <-ctx.Done():
		return Ended{}, notRun(ctx.Err(), OpKill)
	}
	l.mu.Lock()
	rec, killed := l.rec, l.killed
	l.mu.Unlock()
	return Ended{Started: rec.tell(0), Escalated: killed, AlreadyEnded: rec.State == Exited}, nil
}
