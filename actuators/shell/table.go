package shell

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"passepartout/pipeline"
	"passepartout/process"
)

// table holds the background processes of this worker. The store is the truth
// that others read; what runs here is known better here.
//
// A live process has one goroutine, which starts it, waits for it and writes
// each change of its record, so that records are written in their order. One
// more goroutine looks after logs and after processes that were found again.
type table struct {
	cfg  Config
	host string

	mu      sync.Mutex
	live    map[string]*live   // by record key
	adopted map[string]*orphan // likewise: alive, but not our children
	wg      sync.WaitGroup
	sweeper chan struct{} // closed to end it; nil while it does not run
	closed  bool
}

// live is a process that this worker started and that has not ended.
type live struct {
	owner pipeline.Principal
	stop  context.CancelCauseFunc
	begun chan struct{} // closed when it has been started
	done  chan struct{} // closed when nothing of it is left and its record says so

	mu      sync.Mutex
	log     *os.File
	rec     Record
	rev     uint64
	why     string // it was stopped for
	killed  bool   // SIGTERM was not enough
	punched int64  // bytes at the beginning of the log that were given back
}

func newTable(cfg Config) *table {
	return &table{cfg: cfg, host: hostName(), live: make(map[string]*live), adopted: make(map[string]*orphan)}
}

func recordKey(owner pipeline.Principal, id string) string { return string(owner) + "." + id }

// errStopped is the cause of a context that a table cancelled.
var errStopped = errors.New("stopped")

// start claims the record, starts the job and returns when it has begun. A
// record that exists already is the answer to a request that came twice.
func (t *table) start(ctx context.Context, rec Record, job Job) (Record, *pipeline.Error) {
	rec.Host = t.host
	key := recordKey(rec.Owner, rec.ID)
	// The process outlives the request that starts it.
	lasting, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	l := &live{owner: rec.Owner, stop: stop, begun: make(chan struct{}), done: make(chan struct{}), rec: rec}
	first, bad := t.reserve(ctx, key, l)
	if first != l {
		stop(errStopped)
		if bad != nil {
			return Record{}, bad
		}
		return first.started()
	}
	rev, err := t.create(ctx, rec)
	if errors.Is(err, pipeline.ErrExists) {
		t.release(key, l)
		have, _, err := t.get(ctx, rec.Owner, rec.ID)
		if err != nil {
			return Record{}, storeTrouble(err)
		}
		return have, nil
	}
	if err != nil {
		t.release(key, l)
		return Record{}, storeTrouble(err)
	}
	log, err := createLog(job.Scratch, rec.Log)
	l.mu.Lock()
	l.rev, l.log = rev, log
	l.mu.Unlock()
	if err != nil {
		t.finish(ctx, l, func(r *Record) { r.State, r.Reason = Failed, "its log could not be made" })
		t.release(key, l)
		return Record{}, scratchFull(err)
	}
	job.Spec.Stdout, job.Spec.Stderr = log, log
	var once sync.Once
	job.Began = func(pid int) {
		t.update(lasting, l, func(r *Record) { r.State, r.PID, r.Start = Running, pid, startOf(pid) })
		once.Do(func() { close(l.begun) })
	}
	go t.follow(lasting, key, l, &job)
	return l.started()
}

// startPatience is how long a request waits for its process to begin. What
// takes longer is told as starting, and can be looked up later.
const startPatience = 10 * time.Second

// started waits until the process has begun, or turned out not to.
func (l *live) started() (Record, *pipeline.Error) {
	late := time.NewTimer(startPatience)
	defer late.Stop()
	select {
	case <-l.begun:
	case <-l.done:
	case <-late.C:
	}
	now := l.record()
	if now.State == Failed {
		return Record{}, &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the process could not be begun: " + now.Reason, Hint: "try the command with run"}
	}
	return now, nil
}

// follow is the life of one process.
func (t *table) follow(ctx context.Context, key string, l *live, job *Job) {
	defer t.release(key, l)
	o, err := t.cfg.Runner.Run(ctx, *job)
	t.conclude(ctx, l, &o, err)
}

// conclude writes how a process ended.
func (t *table) conclude(ctx context.Context, l *live, o *process.Outcome, err error) {
	t.finish(ctx, l, func(r *Record) {
		l.killed = o.Killed
		r.end(*o, err, l.why)
	})
}

// end writes how a process ended into its record.
func (r *Record) end(o process.Outcome, err error, why string) {
	r.ExitCode, r.Signal = o.ExitCode, o.Signal
	switch {
	case o.Started.IsZero() || err != nil:
		told := notRun(err, "the program")
		r.State, r.Reason, r.ExitCode = Failed, told.Message, -1
	case why != "":
		r.State, r.Reason = Stopped, why
	case o.TimedOut:
		r.State, r.Reason = Stopped, "its lease was over"
	case o.Canceled:
		r.State, r.Reason = Stopped, "the worker stopped"
	default:
		r.State = Exited
	}
	if o.Limit != "" {
		r.Reason = strings.TrimSpace(r.Reason + " at its limit of " + o.Limit)
	}
	if len(o.Planted) > 0 {
		r.Reason = strings.TrimSpace(r.Reason + " " + RulePlanted + ": " + clip(strings.Join(o.Planted, ", "), maxListed))
	}
}

// reserve takes a place for a process of an owner. If the same one is live
// already, that one is returned.
func (t *table) reserve(ctx context.Context, key string, l *live) (*live, *pipeline.Error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, &pipeline.Error{Code: pipeline.CodeUnavailable, Message: "the worker is stopping", Retryable: true}
	}
	if first, twice := t.live[key]; twice {
		return first, nil
	}
	count := 0
	for _, other := range t.live {
		if other.owner == l.owner {
			count++
		}
	}
	if count >= t.cfg.Most {
		return nil, &pipeline.Error{
			Code: pipeline.CodeRateLimited, Message: fmt.Sprintf("you have %d background processes already", count),
			Hint: "stop one with kill_process", Retryable: true,
		}
	}
	t.live[key] = l
	t.wg.Add(1)
	t.sweepLocked(ctx)
	return l, nil
}

// release forgets a process whose record is final.
func (t *table) release(key string, l *live) {
	l.stop(errStopped)
	l.mu.Lock()
	if l.log != nil {
		_ = l.log.Close()
		l.log = nil
	}
	l.mu.Unlock()
	t.mu.Lock()
	delete(t.live, key)
	t.mu.Unlock()
	close(l.done)
	t.wg.Done()
}

// storePatience bounds writes that must be tried although their request, or
// the process itself, is over.
const storePatience = 5 * time.Second

func (l *live) record() Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rec
}

// update changes the record here and in the store. If the store fails the
// record here is right all the same, and the next update carries it along.
func (t *table) update(ctx context.Context, l *live, change func(*Record)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.rec)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storePatience)
	defer cancel()
	if rev, err := t.write(ctx, l.rec, l.rev); err == nil {
		l.rev = rev
	}
}

// finish writes the last state of a record.
func (t *table) finish(ctx context.Context, l *live, change func(*Record)) {
	t.update(ctx, l, func(r *Record) {
		change(r)
		r.Ended = t.cfg.Now()
		if l.log != nil {
			r.Bytes = sizeOf(l.log)
		}
	})
}

func encode(rec Record) ([]byte, error) {
	value, err := json.Marshal(rec)
	if err != nil {
		return nil, fmt.Errorf("write record: %w", err)
	}
	return value, nil
}

func (t *table) create(ctx context.Context, rec Record) (uint64, error) {
	value, err := encode(rec)
	if err != nil {
		return 0, err
	}
	return t.cfg.Store.Create(ctx, recordKey(rec.Owner, rec.ID), value)
}

// write updates a record. Should somebody else have written meanwhile (another
// worker that believed the process lost), the worker that runs it knows better.
func (t *table) write(ctx context.Context, rec Record, rev uint64) (uint64, error) {
	value, err := encode(rec)
	if err != nil {
		return 0, err
	}
	key := recordKey(rec.Owner, rec.ID)
	now, err := t.cfg.Store.Update(ctx, key, value, rev)
	if errors.Is(err, pipeline.ErrConflict) {
		if _, rev, err = t.cfg.Store.Get(ctx, key); err == nil {
			now, err = t.cfg.Store.Update(ctx, key, value, rev)
		}
	}
	if err != nil {
		return 0, fmt.Errorf("write record: %w", err)
	}
	return now, nil
}

// get returns the record of an owner's process. Error: pipeline.ErrNotFound.
func (t *table) get(ctx context.Context, owner pipeline.Principal, id string) (Record, uint64, error) {
	key := recordKey(owner, id)
	t.mu.Lock()
	l := t.live[key]
	t.mu.Unlock()
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.rec, l.rev, nil
	}
	return t.load(ctx, key)
}

func (t *table) load(ctx context.Context, key string) (Record, uint64, error) {
	value, rev, err := t.cfg.Store.Get(ctx, key)
	if err != nil {
		return Record{}, 0, fmt.Errorf("read record: %w", err)
	}
	var rec Record
	if err := json.Unmarshal(value, &rec); err != nil {
		return Record{}, 0, fmt.Errorf("read record: %w", err)
	}
	if recordKey(rec.Owner, rec.ID) != key {
		return Record{}, 0, fmt.Errorf("read record: %s holds another's", key)
	}
	return rec, rev, nil
}

// maxRecords bounds a list.
const maxRecords = 200

// own lists an owner's processes, the newest first.
func (t *table) own(ctx context.Context, owner pipeline.Principal) ([]Record, error) {
	keys, err := t.keys(ctx)
	if err != nil {
		return nil, err
	}
	var all []Record
	for _, key := range keys {
		mine, id, ok := strings.Cut(key, ".")
		if !ok || mine != string(owner) {
			continue
		}
		rec, _, err := t.get(ctx, owner, id)
		if errors.Is(err, pipeline.ErrNotFound) {
			continue // expired meanwhile
		}
		if err != nil {
			return nil, err
		}
		all = append(all, rec)
	}
	slices.SortFunc(all, func(a, b Record) int {
		return cmp.Or(b.Started.Compare(a.Started), strings.Compare(a.ID, b.ID))
	})
	return all[:min(len(all), maxRecords)], nil
}

// keys names all records: those of the store, if it can name them, and those
// that live here.
func (t *table) keys(ctx context.Context) ([]string, error) {
	t.mu.Lock()
	var all []string
	for key := range t.live {
		all = append(all, key)
	}
	t.mu.Unlock()
	if l, ok := t.cfg.Store.(Lister); ok {
		stored, err := l.Keys(ctx)
		if err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		all = append(all, stored...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// Close stops all background processes of this worker and waits for them. No
// new ones start.
func (a *Actuator) Close(ctx context.Context) error {
	if a.table == nil {
		return nil
	}
	return a.table.close(ctx)
}

func (t *table) close(ctx context.Context) error {
	t.mu.Lock()
	t.closed = true
	for _, l := range t.live {
		l.stop(errStopped)
	}
	if t.sweeper != nil {
		close(t.sweeper)
		t.sweeper = nil
	}
	t.mu.Unlock()
	gone := make(chan struct{})
	go func() { t.wg.Wait(); close(gone) }()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop background processes: %w", ctx.Err())
	}
}
