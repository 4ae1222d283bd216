package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"passepartout/pipeline"
)

// Bucket is one KV bucket of state, shared by all workers. Each write gives a
// revision, and Update is a compare-and-set on it: that, not an ack, is what
// keeps two workers from both believing that a thing is theirs. Errors:
// pipeline.ErrNotFound, ErrExists, ErrConflict.
type Bucket struct {
	bus  *Bus
	name string
	kv   jetstream.KeyValue
}

// Entry is one key's value, or the word that it is gone.
type Entry struct {
	Key      string
	Value    []byte
	Revision uint64
	At       time.Time
	Gone     bool // deleted or expired
}

// Bucket opens a bucket by one of the Bucket names.
func (b *Bus) Bucket(ctx context.Context, name string) (*Bucket, error) {
	kv, err := b.js.KeyValue(ctx, b.bucketName(name))
	if err != nil {
		return nil, fmt.Errorf("open bucket %s: %w", name, storeError(err))
	}
	return &Bucket{bus: b, name: name, kv: kv}, nil
}

func (k *Bucket) fail(verb, key string, err error) error {
	return fmt.Errorf("%s %s in %s: %w", verb, key, k.name, storeError(err))
}

// taken is fail for a create, whose conflict means that the key is there.
func (k *Bucket) taken(key string, err error) error {
	if errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("create %s in %s: %w: %w", key, k.name, pipeline.ErrExists, err)
	}
	return k.fail("create", key, err)
}

// Get returns a key's value and revision.
func (k *Bucket) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	e, err := k.kv.Get(ctx, key)
	if err != nil {
		return nil, 0, k.fail("get", key, err)
	}
	return e.Value(), e.Revision(), nil
}

// Create writes a key that is not there. ErrExists: it is.
func (k *Bucket) Create(ctx context.Context, key string, value []byte) (uint64, error) {
	rev, err := k.kv.Create(ctx, key, value)
	if err != nil {
		return 0, k.taken(key, err)
	}
	return rev, nil
}

// CreateFor is Create for a key that expires unless it is renewed.
func (k *Bucket) CreateFor(ctx context.Context, key string, value []byte, ttl time.Duration) (uint64, error) {
	rev, err := k.kv.Create(ctx, key, value, jetstream.KeyTTL(ttl))
	if err != nil {
		return 0, k.taken(key, err)
	}
	return rev, nil
}

// Update writes a key whose last revision is still rev. ErrConflict: it is
// not. The key no longer expires by itself: see UpdateFor.
func (k *Bucket) Update(ctx context.Context, key string, value []byte, rev uint64) (uint64, error) {
	next, err := k.kv.Update(ctx, key, value, rev)
	if err != nil {
		return 0, k.fail("update", key, err)
	}
	return next, nil
}

// UpdateFor is Update with a fresh expiry. The client library's own update
// drops the expiry of a key, so that the write is spelled out here.
func (k *Bucket) UpdateFor(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error) {
	m := nats.NewMsg("$KV." + k.kv.Bucket() + "." + key)
	m.Data = value
	m.Header.Set("Nats-TTL", strconv.FormatInt(max(1, int64(ttl/time.Second)), 10)+"s")
	m.Header.Set("Nats-Expected-Last-Subject-Sequence", strconv.FormatUint(rev, 10))
	ack, err := k.bus.publish(ctx, m)
	if err != nil {
		return 0, k.fail("update", key, err)
	}
	return ack.Sequence, nil
}

// Put writes a key whatever was there. It is for values of which the last
// writer is right by definition; decisions use Create and Update.
func (k *Bucket) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	rev, err := k.kv.Put(ctx, key, value)
	if err != nil {
		return 0, k.fail("put", key, err)
	}
	return rev, nil
}

// Delete removes a key; rev 0 whatever its revision. A key that is not there
// is no error.
func (k *Bucket) Delete(ctx context.Context, key string, rev uint64) error {
	var opts []jetstream.KVDeleteOpt
	if rev != 0 {
		opts = append(opts, jetstream.LastRevision(rev))
	}
	if err := k.kv.Purge(ctx, key, opts...); err != nil {
		return k.fail("delete", key, err)
	}
	return nil
}

// Last returns the newest revision that was ever given in this bucket. It never
// goes back, but where the server has lost what it had.
func (k *Bucket) Last(ctx context.Context) (uint64, error) {
	stream, err := k.bus.js.Stream(ctx, "KV_"+k.kv.Bucket())
	if err != nil {
		return 0, k.fail("look up", "the last revision", err)
	}
	return stream.CachedInfo().State.LastSeq, nil
}

// Keys lists what is there, in no order.
func (k *Bucket) Keys(ctx context.Context) ([]string, error) {
	l, err := k.kv.ListKeys(ctx)
	if err != nil {
		return nil, k.fail("list", "keys", err)
	}
	var keys []string
	for key := range l.Keys() {
		keys = append(keys, key)
	}
	if ctx.Err() != nil {
		return nil, k.fail("list", "keys", context.Cause(ctx))
	}
	return keys, nil
}

// Watch tells the present value of every key that matches (wildcards as in
// subjects; ">" for all), then once Entry{} to say that this was all, then
// every change, until ctx ends and the channel closes. A slow reader holds up
// nobody but itself.
func (k *Bucket) Watch(ctx context.Context, keys string) (<-chan Entry, error) {
	w, err := k.kv.Watch(ctx, keys)
	if err != nil {
		return nil, k.fail("watch", keys, err)
	}
	out := make(chan Entry)
	go func() {
		defer close(out)
		defer w.Stop() //nolint:errcheck // a closed connection has nothing to stop
		for {
			var e Entry
			select {
			case u, ok := <-w.Updates():
				if !ok {
					return
				}
				if u != nil {
					e = Entry{
						Key: u.Key(), Value: u.Value(), Revision: u.Revision(), At: u.Created(),
						Gone: u.Operation() != jetstream.KeyValuePut,
					}
				}
			case <-ctx.Done():
				return
			}
			select {
			case out <- e:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}
