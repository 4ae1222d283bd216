package confine

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/process"
)

// The kernel bounds one file, not all that a command writes. The meter does:
// while commands run, it asks the file systems that they may write now and
// then how much is free. When more has gone than a command may use, it counts
// what the command's own folders hold (tally.go), because others write to the
// same disk, and ends the command if they explain it. What is counted is bytes
// and 4 KiB for each file, since names use a disk up, too.
//
// Others may give back what a command takes, and then nothing seems to go. So
// folders that only one command may write are counted with no suspicion, too:
// a second after it began and then as often as a twentieth of one processor
// allows, for all commands together.
//
// Limits: what is written within one look (200 ms) is seen after it. Commands
// that share a folder cannot be told apart by what lies in it: what is lost is
// held against the youngest of them. A folder with more than half a million
// files is not counted to its end; there the loss alone counts, twice as much.

// limitDisk names this limit in results.
const limitDisk = "disk"

const (
	meterLook  = 200 * time.Millisecond
	fileCost   = 4096
	maxPlaces  = 16              // of one command
	leastPause = 2 * time.Second // between two counts of folders that hold too little to explain a loss
	firstCount = time.Second     // after the start, of a command that nobody suspects
	countShare = 20              // pauses are so many times as long as counting took
	// leastFree is how much of a file system commands leave free at least, and
	// a fiftieth of it where that is less.
	leastFree = 256 << 20
	// leastLoss is what is not worth counting, however full a disk is.
	leastLoss = 16 << 20
)

// meter watches the running commands of one confiner, with one goroutine that
// lives only while there are any.
type meter struct {
	now  func() time.Time
	mu   sync.Mutex
	all  []*metered // oldest first
	runs bool
	stop chan struct{}
	wg   sync.WaitGroup
	rest time.Time // until when nothing is counted without suspicion; of the goroutine alone
}

// metered is a child under watch.
type metered struct {
	process.Child
	meter  *meter
	over   chan string
	began  time.Time
	limit  int64
	places []place
	credit int64 // lost since it began to younger ones that have ended
	shared bool  // a younger one has written the same folders
	anew   bool  // and has ended since they were counted

	// Of the goroutine alone:
	base  *tally    // what its folders held when half of the limit was gone
	lost  int64     // then
	next  int64     // loss at which it is counted again
	again time.Time // when it is, though no more is lost: what others gave back may hide it
	told  bool
	first *tally    // what its folders held before it, when nobody suspected it
	due   time.Time // when they are counted though nobody does
}

var _ process.Limited = (*metered)(nil)

// place is a path that a command may write, and what its file system had.
type place struct {
	path string
	had  int64
	most int64 // that it had since
}

func newMeter(now func() time.Time) *meter { return &meter{now: now, stop: make(chan struct{})} }

// Over tells the limit's name once it is reached.
func (c *metered) Over() <-chan string { return c.over }

// Kill ends the tree, and with it the watch.
func (c *metered) Kill(ctx context.Context) error {
	c.meter.leave(c)
	return c.Child.Kill(ctx)
}

// watch puts a child under watch.
func (m *meter) watch(c process.Child, p Profile) process.Child {
	if m == nil || p.Limits.Disk <= 0 {
		return c
	}
	one := &metered{Child: c, meter: m, over: make(chan string, 1), began: m.now(), limit: p.Limits.Disk}
	one.due = one.began.Add(firstCount)
	write := topmost(p.Write)
	for _, w := range write[:min(len(write), maxPlaces)] {
		if free, at := freeAt(w, p.Roots); at != "" && !slices.ContainsFunc(one.places, func(have place) bool { return have.path == at }) {
			one.places = append(one.places, place{path: at, had: free.left()})
		}
	}
	if len(one.places) == 0 {
		return c
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, older := range m.all {
		older.shared = older.shared || older.shares(one)
	}
	m.all = append(m.all, one)
	if !m.runs {
		m.runs = true
		m.wg.Add(1)
		go m.run()
	}
	return one
}

// leave ends the watch over one. What was lost to it is not held against those
// that shared a folder with it.
func (m *meter) leave(c *metered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.Index(m.all, c)
	if at < 0 {
		return
	}
	if at > 0 && slices.ContainsFunc(m.all[:at], c.shares) {
		lost := c.loss() - c.credit
		for _, older := range m.all[:at] {
			if !older.shares(c) {
				continue
			}
			older.anew = true
			if lost > 0 {
				older.credit += lost
			}
		}
	}
	m.all = slices.Delete(m.all, at, at+1)
}

func (m *meter) close() {
	if m == nil {
		return
	}
	m.mu.Lock()
	select {
	case <-m.stop:
	default:
		close(m.stop)
	}
	m.mu.Unlock()
	m.wg.Wait()
}

func (m *meter) run() {
	defer m.wg.Done()
	look := time.NewTicker(meterLook)
	defer look.Stop()
	for {
		select {
		case <-m.stop:
			return
		case <-look.C:
		}
		m.mu.Lock()
		if len(m.all) == 0 {
			m.runs = false
			m.mu.Unlock()
			return
		}
		suspects, unsuspected := m.suspects(), m.unsuspected()
		m.mu.Unlock()
		for _, s := range suspects {
			s.metered.judge(s)
		}
		if unsuspected != nil {
			unsuspected.grown()
		}
	}
}

// suspect is a command that may have used more than it may, or is on its way.
type suspect struct {
	*metered
	lost, limit int64
	alone       bool // no younger one has shared its folders
	anew        bool // one that did has ended: what it left is not this one's
}

// suspects compares what each may use with what has gone since it began and is
// held against none that is younger; the lock is held.
func (m *meter) suspects() []suspect {
	var out []suspect
	held := make([]int64, len(m.all))
	for i := len(m.all) - 1; i >= 0; i-- {
		c := m.all[i]
		lost, fresh, alone := c.loss()-c.credit, c.since(), !c.shared
		answers := true // no younger one answers for it
		for j := i + 1; j < len(m.all); j++ {
			if c.shares(m.all[j]) {
				lost -= held[j]
				answers = false
			}
		}
		if alone { // nobody's but its own is taken away, so that the higher mark misleads nobody
			lost = max(lost, fresh)
		}
		held[i] = max(0, lost)
		limit := c.limit
		if c.scarce() {
			limit = min(limit, max(lost/4, leastLoss))
		}
		if lost > limit/2 && !c.told && answers {
			out = append(out, suspect{c, lost, limit, alone, c.anew})
			c.anew = false
		}
	}
	return out
}

// judge counts what the command's folders hold, first when half of the limit
// has gone and again when all of it has, then as more goes or time passes, and
// ends the command if that explains the loss.
func (c *metered) judge(s suspect) {
	lost, limit := s.lost, s.limit
	first := c.base == nil || s.anew
	began := c.meter.now()
	if !first && (lost <= limit || lost < c.next && (!s.alone || began.Before(c.again))) {
		return
	}
	now := count(c.places, c.began)
	ended := c.meter.now()
	c.again = ended.Add(max(leastPause, countShare*ended.Sub(began)))
	if first {
		c.base, c.lost = &now, lost
		if s.anew {
			c.lost = 0
		}
	}
	if lost <= limit {
		return
	}
	c.next = lost + limit/8
	// Before the first count only what changed since the start can be its.
	used := min(c.lost, c.base.young) + max(0, now.all-c.base.all)
	if now.partial {
		used = lost / 2
	}
	if used > limit {
		c.tell()
	}
}

// tell ends the command.
func (c *metered) tell() {
	c.told = true
	c.over <- limitDisk
}

// unsuspected is the command whose turn it is to be counted though its file
// systems have lost nothing: one that shares its folders with nobody, so that
// what they hold can only be its. The lock is held.
func (m *meter) unsuspected() *metered {
	now := m.now()
	if now.Before(m.rest) {
		return nil
	}
	var turn *metered
	for _, c := range m.all {
		if c.told || c.shared || now.Before(c.due) || turn != nil && turn.due.Before(c.due) || slices.ContainsFunc(m.all, c.shares) {
			continue
		}
		turn = c
	}
	return turn
}

// grown counts what the command's folders hold, and ends it if they have grown
// by more than it may use. Only what changed since it began can be its: what a
// neighbour moved there with its old dates is not.
func (c *metered) grown() {
	began := c.meter.now()
	now := count(c.places, c.began)
	ended := c.meter.now()
	c.meter.rest = ended.Add(countShare * ended.Sub(began))
	c.due = ended.Add(leastPause)
	if c.first == nil {
		c.first = &tally{all: now.all - now.born, partial: now.partial}
	}
	if now.partial || c.first.partial {
		return // not told by counting
	}
	if min(now.young, now.all-c.first.all) > c.limit && !c.told {
		c.tell()
	}
}

// loss is what has gone from the file systems since the command began.
func (c *metered) loss() int64 {
	var most int64
	for _, p := range c.places {
		if s, ok := statfs(p.path); ok {
			most = max(most, p.had-s.left())
		}
	}
	return most
}

// since is what has gone since the file systems had most: what others give back
// while a command runs does not hide what it fills afterwards. Of the goroutine
// alone.
func (c *metered) since() int64 {
	var gone int64
	for i := range c.places {
		p := &c.places[i]
		if s, ok := statfs(p.path); ok {
			p.most = max(p.most, s.left())
			gone = max(gone, p.most-s.left())
		}
	}
	return gone
}

// scarce says that a file system is nearly full.
func (c *metered) scarce() bool {
	return slices.ContainsFunc(c.places, func(p place) bool {
		s, ok := statfs(p.path)
		return ok && s.bytes < min(leastFree, s.total/50)
	})
}

// shares says whether two can write the same folder.
func (c *metered) shares(o *metered) bool {
	return c != o && slices.ContainsFunc(c.places, func(p place) bool {
		return slices.ContainsFunc(o.places, func(q place) bool { return within(p.path, q.path) || within(q.path, p.path) })
	})
}

// space is what a file system has free.
type space struct{ bytes, inodes, total int64 }

func (s space) left() int64 { return s.bytes + s.inodes*fileCost }

func statfs(path string) (space, bool) {
	var st unix.Statfs_t
	if unix.Statfs(path, &st) != nil {
		return space{}, false
	}
	return space{int64(st.Bfree) * st.Bsize, int64(st.Ffree), int64(st.Blocks) * st.Bsize}, true
}

// freeAt asks at a path or, where it does not exist yet, at the folder of the
// agent that it is in.
func freeAt(path string, roots []string) (space, string) {
	if s, ok := statfs(path); ok {
		return s, path
	}
	for _, r := range roots {
		if within(path, r) {
			if s, ok := statfs(r); ok {
				return s, r
			}
		}
	}
	return space{}, ""
}
