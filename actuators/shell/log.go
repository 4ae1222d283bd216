package shell

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// The log of a background process is one file in the agent's scratch folder,
// to which the process itself writes, so that it goes on when the worker is
// gone. The agent can change that folder: files in it are opened below it
// alone, whatever links it holds.

// createLog makes a log that is not there yet.
func createLog(dir, name string) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("make log: %w", err)
	}
	defer func() { _ = root.Close() }()
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make log: %w", err)
	}
	return f, nil
}

func openLog(dir, name string) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	defer func() { _ = root.Close() }()
	f, err := root.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, errors.Join(errors.New("open log: no regular file"), err)
	}
	return f, nil
}

func sizeOf(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// Part is the Data of read_output: some of a log. Offsets count from the first
// byte that the process ever wrote; those before First were given back, because
// the log is capped. Next is where to go on.
type Part struct {
	Success bool   `json:"success"`
	Process string `json:"process"`
	State   State  `json:"state"`
	Offset  int64  `json:"offset"`
	Next    int64  `json:"next"`
	First   int64  `json:"first"`
	Bytes   int64  `json:"bytes"`
	Data    string `json:"data"`
	End     bool   `json:"end"` // nothing follows, ever
}

// read returns up to most bytes of the log of a process from an offset on.
func (t *table) read(rec Record, offset, most int64) (Part, error) {
	f, err := openLog(t.scratch(rec), rec.Log)
	if err != nil {
		return Part{}, err
	}
	defer func() { _ = f.Close() }()
	size := sizeOf(f)
	p := Part{Success: true, Process: rec.ID, State: rec.State, Bytes: size, First: t.first(size)}
	p.Offset = min(max(offset, p.First), size)
	raw := make([]byte, min(most, size-p.Offset))
	n, err := f.ReadAt(raw, p.Offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return Part{}, fmt.Errorf("read log: %w", err)
	}
	raw = raw[:n]
	atEnd := p.Offset+int64(n) >= size
	if whole := trimEnd(raw); len(whole) > 0 && !(atEnd && rec.State.Over()) {
		raw = whole // the rest of the character comes with the next part
	}
	p.Next = p.Offset + int64(len(raw))
	p.Data = strings.ToValidUTF8(string(raw), replacement)
	p.End = rec.State.Over() && p.Next >= size
	return p, nil
}

const page = 4096

// first is the first byte of a log that is still kept.
func (t *table) first(size int64) int64 {
	if size <= t.cfg.LogCap {
		return 0
	}
	return (size - t.cfg.LogCap) / page * page
}

// trim gives back the beginning of a log that has grown past its cap: the file
// keeps its length, so that offsets go on meaning the same, and loses the
// blocks. It reports false when the file system cannot do that and the log is
// far too long.
func (t *table) trim(f *os.File, punched int64) (now int64, ok bool) {
	size := sizeOf(f)
	first := t.first(size)
	if first <= punched {
		return punched, true
	}
	err := unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, punched, first-punched)
	if err != nil {
		return punched, size < 16*t.cfg.LogCap
	}
	return first, true
}

func (t *table) scratch(rec Record) string {
	return scratchOf(t.cfg.Scratch, rec.Owner)
}

// logged is how long the log of a process is now.
func (t *table) logged(rec Record) int64 {
	f, err := openLog(t.scratch(rec), rec.Log)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	return sizeOf(f)
}
