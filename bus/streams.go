package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrContradicts says that a stream or consumer of our name exists with
// another meaning, which no update may paper over.
var ErrContradicts = errors.New("exists with another meaning")

// Stream names what is kept on the bus.
type Stream string

// The streams. Signals and Answers are work queues: what is settled is gone.
const (
	Signals  Stream = "SIGNALS"  // requests and sensors' signals
	Answers  Stream = "ANSWERS"  // approvers' answers
	Feedback Stream = "FEEDBACK" // by age and size
	Plans    Stream = "PLANS"    // by age and size
	Audit    Stream = "AUDIT"    // no deletes
	Dead     Stream = "DEAD"     // by age and size

	exhaustedStream Stream = "EXHAUSTED" // the server's word on messages given up
)

// Bucket names of state. Each is a KV bucket of which the last value counts.
const (
	BucketJournal   = "JOURNAL"
	BucketPlans     = "PLANS"
	BucketGrants    = "GRANTS"
	BucketProcesses = "PROCESSES"
	BucketPauses    = "PAUSES"
	BucketWorkers   = "WORKERS"
	BucketAccounts  = "ACCOUNTS" // what agents have spent, and how often they were refused
)

const (
	day = 24 * time.Hour

	// ackWait is how long a message may be silent before another worker gets
	// it; a working handler says so every third of it.
	ackWait = 30 * time.Second
	// maxDeliver bounds the tries of a message that nobody can settle: most of
	// the day that it may wait, at the longest rest. So what only waits for its
	// sender's other work is not buried for it, and what never ends is buried
	// before it is old enough to vanish. A handler that panics ends it sooner.
	maxDeliver = 1200
	maxWaiting = 2048
	durable    = "workers"
	lastOnly   = 1 // messages that a KV bucket keeps of a key

	// shortestWindow is the least that a server allows. The ids of a stream's
	// duplicate window are shared by all who publish there, so that one agent
	// could swallow another's message; the journal tells duplicates apart by
	// principal instead.
	shortestWindow = 100 * time.Millisecond
)

// naming makes names of streams and buckets from the prefix.
func (b *Bus) streamName(s Stream) string {
	return strings.ToUpper(b.subjects.prefix) + "_" + string(s)
}

func (b *Bus) bucketName(name string) string {
	return strings.ToUpper(b.subjects.prefix) + "_" + name
}

// share is a part of the store in 64ths; together they are less than the whole,
// so that no stream fills it for all others. Work queues, state and the record
// refuse what no longer fits, the rest forgets its oldest. Where the record is
// full, nothing that must be recorded is done any more: the store must be made
// larger.
func (c Config) share(n int64) int64 {
	if c.MaxStore <= 0 {
		return -1
	}
	return c.MaxStore / 64 * n
}

// wanted is every stream as it must be.
func (b *Bus) wanted() []jetstream.StreamConfig {
	s, c := b.subjects, b.cfg
	base := func(name Stream, subjects ...string) jetstream.StreamConfig {
		return jetstream.StreamConfig{
			Name: b.streamName(name), Subjects: subjects, Storage: jetstream.FileStorage,
			Replicas: max(c.Replicas, 1), MaxMsgs: -1, MaxConsumers: -1, MaxMsgSize: -1, MaxBytes: -1,
			MaxMsgsPerSubject: -1, Duplicates: shortestWindow, AllowDirect: true,
		}
	}
	signals := base(Signals, s.Requests(), s.Signals())
	signals.Retention, signals.Discard, signals.AllowDirect = jetstream.WorkQueuePolicy, jetstream.DiscardNew, false
	// One sender cannot take the others' room in the queue.
	signals.MaxMsgsPerSubject, signals.DiscardNewPerSubject = c.MaxQueued, true
	// Far shorter than the journal's memory, so that nothing is delivered
	// again after it was forgotten that it was done.
	signals.MaxAge, signals.MaxBytes = day, c.share(4)

	answers := base(Answers, s.Answers())
	answers.Retention, answers.Discard, answers.AllowDirect = jetstream.WorkQueuePolicy, jetstream.DiscardNew, false
	answers.MaxAge, answers.MaxBytes = day, c.share(1)

	exhausted := base(exhaustedStream, s.exhausted(signals.Name), s.exhausted(answers.Name))
	exhausted.Retention, exhausted.MaxAge, exhausted.MaxBytes = jetstream.WorkQueuePolicy, 7*day, c.share(1)

	feedback := base(Feedback, s.AllFeedback())
	feedback.MaxAge, feedback.MaxBytes, feedback.Duplicates = c.FeedbackAge, c.share(8), 2*time.Minute

	plans := base(Plans, s.AllPlans())
	plans.MaxAge, plans.MaxBytes, plans.Duplicates = 30*day, c.share(2), 2*time.Minute

	audit := base(Audit, s.AllAudit())
	audit.MaxBytes = c.share(22)
	audit.DenyDelete, audit.DenyPurge, audit.Discard, audit.Duplicates = true, true, jetstream.DiscardNew, 2*time.Minute

	dead := base(Dead, s.AllDead())
	dead.MaxAge, dead.MaxBytes = 30*day, c.share(2)

	all := []jetstream.StreamConfig{signals, answers, exhausted, feedback, plans, audit, dead}
	for _, k := range []struct {
		name  string
		age   time.Duration
		bytes int64
	}{
		{BucketJournal, c.JournalAge, c.share(16)},
		{BucketPlans, 30 * day, c.share(2)},
		{BucketGrants, 0, c.share(1)},
		{BucketProcesses, 7 * day, c.share(1)},
		{BucketPauses, 0, c.share(1)},
		{BucketWorkers, 0, c.share(1)},
		{BucketAccounts, 0, c.share(1)},
	} {
		all = append(all, b.wantedBucket(k.name, k.age, k.bytes))
	}
	return all
}

// wantedBucket is the stream behind a KV bucket, as the KV convention of NATS
// lays it out (ADR-8), with expiry of single keys (ADR-43, ADR-48).
func (b *Bus) wantedBucket(name string, age time.Duration, bytes int64) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: "KV_" + b.bucketName(name), Subjects: []string{"$KV." + b.bucketName(name) + ".>"},
		Storage: jetstream.FileStorage, Replicas: max(b.cfg.Replicas, 1),
		MaxMsgsPerSubject: lastOnly, MaxMsgs: -1, MaxConsumers: -1, MaxMsgSize: -1, MaxBytes: bytes, MaxAge: age,
		Discard: jetstream.DiscardNew, AllowRollup: true, DenyDelete: true, AllowDirect: true,
		AllowMsgTTL: true, SubjectDeleteMarkerTTL: time.Minute, Duplicates: shortestWindow,
	}
}

// ensure makes every stream and consumer, brings old ones up to date, and
// refuses those that contradict.
func (b *Bus) ensure(ctx context.Context) error {
	for _, want := range b.wanted() {
		if err := b.ensureStream(ctx, want); err != nil {
			return err
		}
	}
	for _, s := range []Stream{Signals, Answers, exhaustedStream} {
		if err := b.ensureConsumer(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bus) ensureStream(ctx context.Context, want jetstream.StreamConfig) error {
	stream, err := b.js.Stream(ctx, want.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if _, err = b.js.CreateStream(ctx, want); err != nil {
			return fmt.Errorf("make stream %s: %w", want.Name, b.server.because(err))
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("look up stream %s: %w", want.Name, err)
	}
	have := stream.CachedInfo().Config
	if d := contradictions(have, want); len(d) > 0 {
		return fmt.Errorf("stream %s %w: %s", want.Name, ErrContradicts, strings.Join(d, "; "))
	}
	if sameLimits(have, want) {
		return nil
	}
	// What an operator may have chosen for a cluster stays.
	next := have
	next.MaxAge, next.MaxBytes, next.Duplicates = want.MaxAge, want.MaxBytes, want.Duplicates
	next.MaxMsgsPerSubject, next.DiscardNewPerSubject = want.MaxMsgsPerSubject, want.DiscardNewPerSubject
	next.SubjectDeleteMarkerTTL, next.AllowMsgTTL = want.SubjectDeleteMarkerTTL, want.AllowMsgTTL
	if _, err := b.js.UpdateStream(ctx, next); err != nil {
		return fmt.Errorf("update stream %s: %w", want.Name, err)
	}
	return nil
}

func sameLimits(have, want jetstream.StreamConfig) bool {
	return have.MaxMsgsPerSubject == want.MaxMsgsPerSubject && have.DiscardNewPerSubject == want.DiscardNewPerSubject &&
		have.MaxAge == want.MaxAge && have.MaxBytes == want.MaxBytes && have.Duplicates == want.Duplicates &&
		have.SubjectDeleteMarkerTTL == want.SubjectDeleteMarkerTTL && have.AllowMsgTTL == want.AllowMsgTTL
}

// contradictions names what makes an existing stream another thing than ours:
// each would lose messages, let them be forged, or keep what must go.
func contradictions(have, want jetstream.StreamConfig) []string {
	var out []string
	differ := func(what string, have, want any) {
		if have != want {
			out = append(out, fmt.Sprintf("%s is %v, not %v", what, have, want))
		}
	}
	differ("retention", have.Retention, want.Retention)
	differ("storage", have.Storage, want.Storage)
	differ("discard policy", have.Discard, want.Discard)
	differ("deny delete", have.DenyDelete, want.DenyDelete)
	differ("deny purge", have.DenyPurge, want.DenyPurge)
	differ("rollup allowed", have.AllowRollup, want.AllowRollup)
	differ("message schedules allowed", have.AllowMsgSchedules, want.AllowMsgSchedules)
	differ("counters allowed", have.AllowMsgCounter, want.AllowMsgCounter)
	if want.MaxMsgsPerSubject == lastOnly || have.MaxMsgsPerSubject == lastOnly {
		differ("messages kept a subject", have.MaxMsgsPerSubject, want.MaxMsgsPerSubject)
	}
	differ("sealed", have.Sealed, want.Sealed)
	differ("without acknowledgement", have.NoAck, want.NoAck)
	differ("mirror of another", have.Mirror != nil, false)
	differ("sources", len(have.Sources), 0)
	differ("subject transform", have.SubjectTransform != nil, false)
	differ("republish", have.RePublish != nil, false)
	if have.AllowMsgTTL && !want.AllowMsgTTL {
		differ("message expiry allowed", true, false)
	}
	h, w := slices.Sorted(slices.Values(have.Subjects)), slices.Sorted(slices.Values(want.Subjects))
	if !slices.Equal(h, w) {
		differ("subjects", strings.Join(h, " "), strings.Join(w, " "))
	}
	return out
}

// ensureConsumer makes the one durable consumer of a work queue that all
// workers share.
func (b *Bus) ensureConsumer(ctx context.Context, s Stream) error {
	want := jetstream.ConsumerConfig{
		Durable: durable, AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.cfg.ackWait,
		MaxDeliver: b.cfg.maxDeliver, MaxAckPending: b.cfg.MaxPending, MaxWaiting: maxWaiting,
	}
	name := b.streamName(s)
	c, err := b.js.Consumer(ctx, name, durable)
	if err == nil {
		have := c.CachedInfo().Config
		var d []string
		if have.AckPolicy != want.AckPolicy {
			d = append(d, "does not need explicit acks")
		}
		if have.FilterSubject != "" || len(have.FilterSubjects) > 0 {
			d = append(d, "leaves subjects out")
		}
		if have.DeliverSubject != "" {
			d = append(d, "pushes")
		}
		if len(d) > 0 {
			return fmt.Errorf("consumer %s of %s %w: it %s", durable, name, ErrContradicts, strings.Join(d, ", "))
		}
		if have.AckWait == want.AckWait && have.MaxDeliver == want.MaxDeliver && have.MaxAckPending == want.MaxAckPending {
			return nil
		}
		want.MaxWaiting = have.MaxWaiting // cannot be changed
	}
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("look up consumer of %s: %w", name, err)
	}
	if _, err := b.js.CreateOrUpdateConsumer(ctx, name, want); err != nil {
		return fmt.Errorf("make consumer of %s: %w", name, err)
	}
	return nil
}
