package confine

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// changeable is what a profile lets a command change, as it is on the disk right
// now: what is granted, and on which files. Whoever finds the same again may use
// the same ruleset, because the descriptors here keep the numbers from being
// given to other files.
type changeable struct {
	files []held
	ids   []grantID
}

type grantID struct{ dev, ino, rights uint64 }

// changeableOf looks. A name is removed by right of its folder.
func changeableOf(p Profile) (*changeable, error) {
	c := &changeable{}
	var err error
	for _, path := range p.Write {
		whole, _ := carve(path, p.Hidden)
		for _, w := range whole {
			err = errors.Join(err, c.see(w, p, mayRead|mayWrite))
		}
	}
	for _, path := range p.Delete {
		whole, _ := carve(path, p.Hidden)
		for _, w := range whole {
			// A folder is listed before it is removed.
			err = errors.Join(err, c.see(w, p, mayDelete|unix.LANDLOCK_ACCESS_FS_READ_DIR), c.see(parentOf(w, p.Roots), p, mayDelete))
		}
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// see opens a path for rights; what cannot be cleared is left out. So is a folder
// that stands for a file yet to be made where something hidden lies in it, because
// it would be granted along: no mount covers it here.
func (c *changeable) see(path string, p Profile, rights uint64) error {
	fd, err := openCleared(path, p.Roots)
	if err != nil {
		return ignoreAbsent(err)
	}
	f := os.NewFile(uintptr(fd), path)
	if rights&mayWriteFile != 0 && len(p.Hidden) > 0 {
		at, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
		if err != nil || slices.ContainsFunc(p.Hidden, func(h string) bool { return within(h, at) && exists(h) }) {
			return errors.Join(err, f.Close())
		}
	}
	c.files = append(c.files, held{f, rights})
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("landlock rule: %w", err)
	}
	c.ids = append(c.ids, grantID{st.Dev, st.Ino, rights})
	return nil
}

func (c *changeable) close() {
	for _, h := range c.files {
		_ = h.file.Close()
	}
}

// same says that nothing was put in the place of anything.
func (c *changeable) same(o *changeable) bool { return slices.Equal(c.ids, o.ids) }

func (c *changeable) grantTo(r *ruleset) error {
	for _, h := range c.files {
		if err := r.allow(int(h.file.Fd()), h.rights); err != nil {
			return err
		}
	}
	return nil
}

// grant adds what may be changed.
func grant(r *ruleset, p Profile) error {
	c, err := changeableOf(p)
	if err != nil {
		return err
	}
	defer c.close()
	return c.grantTo(r)
}

// keptRules is a ruleset of the thread builder, for the next command that may
// read the same and change the very same files.
type keptRules struct {
	rules   *ruleset
	changes *changeable
	asOf    time.Time
}

func (k *keptRules) close() error {
	k.changes.close()
	return k.rules.file.Close()
}

// rules grants what the profile says, and what no program can do without. The
// ruleset is the caller's to close.
func (t *thread) rules(p Profile) (*ruleset, error) {
	changes, err := changeableOf(p)
	if err != nil {
		return nil, err
	}
	var key strings.Builder
	for _, list := range [][]string{p.Read, p.Hidden, p.Write, p.Delete, p.Roots} {
		key.WriteString(strings.Join(list, "\x00") + "\x00\x00")
	}
	key.WriteString(filesOf(p.Hidden))
	if have, err := t.sameRules(key.String(), changes); have != nil || err != nil {
		changes.close()
		return have, err
	}
	r, err := newRuleset(t.abi, true)
	if err != nil {
		changes.close()
		return nil, err
	}
	asOf, err := t.readable(r, p)
	if err = errors.Join(err, changes.grantTo(r)); err != nil {
		changes.close()
		return nil, errors.Join(err, r.file.Close())
	}
	return r, t.keepRules(key.String(), r, &keptRules{changes: changes, asOf: asOf})
}

// sameRules finds a ruleset that would be made just so.
func (t *thread) sameRules(key string, changes *changeable) (*ruleset, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ok := t.kept[key]
	if !ok || t.now().Sub(k.asOf) >= partsLast || !k.changes.same(changes) {
		return nil, nil //nolint:nilnil // there is none, and that is no error
	}
	return k.rules.duplicate()
}

// keepRules keeps a copy of a ruleset.
func (t *thread) keepRules(key string, r *ruleset, mine *keptRules) error {
	var err error
	if mine.rules, err = r.duplicate(); err != nil {
		mine.changes.close()
		return errors.Join(err, r.file.Close())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for other, k := range t.kept {
		if other == key || len(t.kept) >= maxRules {
			err = errors.Join(err, k.close())
			delete(t.kept, other)
		}
	}
	if t.kept == nil { // it is closed
		return errors.Join(err, mine.close())
	}
	t.kept[key] = mine
	return err
}

// duplicate gives the same ruleset by another descriptor. A ruleset is only ever
// added to by who makes it.
func (r *ruleset) duplicate() (*ruleset, error) {
	fd, err := unix.FcntlInt(r.file.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("landlock ruleset: %w", err)
	}
	return &ruleset{file: os.NewFile(uintptr(fd), "landlock"), handled: r.handled}, nil
}
