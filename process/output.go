package process

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/pipeline"
)

// chunkSize is one read; a pipe holds as much.
const (
	firstChunk = 4 << 10
	chunkSize  = 64 << 10
)

// keeper keeps the head and the tail of a stream. Errors come last, so the
// tail gets a good third.
type keeper struct {
	head, tail []byte
	maxHead    int
	maxTail    int
	next       int // where the ring of the tail continues, once it is full
	total      int64
}

func newKeeper(keep int64) *keeper {
	head := int(keep - keep*36/100)
	return &keeper{maxHead: head, maxTail: int(keep) - head}
}

func (k *keeper) add(b []byte) {
	k.total += int64(len(b))
	if room := k.maxHead - len(k.head); room > 0 {
		n := min(room, len(b))
		k.head = append(k.head, b[:n]...)
		b = b[n:]
	}
	if len(b) > k.maxTail {
		b = b[len(b)-k.maxTail:]
	}
	if room := k.maxTail - len(k.tail); room > 0 {
		n := min(room, len(b))
		k.tail = append(k.tail, b[:n]...)
		b = b[n:]
	}
	for len(b) > 0 {
		n := copy(k.tail[k.next:], b)
		k.next = (k.next + n) % k.maxTail
		b = b[n:]
	}
}

// output joins both ends; cut is where bytes are missing, if any are.
func (k *keeper) output() (out pipeline.Output, cut int) {
	kept := make([]byte, 0, len(k.head)+len(k.tail))
	kept = append(kept, k.head...)
	kept = append(kept, k.tail[k.next:]...)
	kept = append(kept, k.tail[:k.next]...)
	return pipeline.Output{Kept: kept, Bytes: k.total, Truncated: k.total > int64(len(kept))}, len(k.head)
}

// live numbers the chunks of both streams in one sequence.
type live struct {
	mu   sync.Mutex
	seq  int64
	sink pipeline.Sink
	now  func() time.Time
}

func (l *live) write(stream string, b []byte) {
	if l.sink == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sink.Write(pipeline.Chunk{Stream: stream, Seq: l.seq, Data: b, At: l.now()})
	l.seq++
}

// stream reads one pipe to its end. Closing the reading end ends it early,
// and the writer gets SIGPIPE.
type stream struct {
	name    string
	pipe    *os.File
	keep    *keeper
	ceiling int64
	over    *atomic.Bool
	tooMuch func()
	done    chan struct{}
}

func (s *stream) drain(l *live) {
	defer close(s.done)
	// Most commands print little; the buffer grows with those that do not.
	buf := make([]byte, firstChunk)
	for {
		n, err := s.pipe.Read(buf)
		s.take(buf[:n], l)
		if n == len(buf) && n < chunkSize {
			buf = make([]byte, chunkSize)
		}
		if err != nil {
			return // end of file, or closed because the run is over
		}
	}
}

func (s *stream) take(b []byte, l *live) {
	if len(b) == 0 {
		return
	}
	s.keep.add(b)
	l.write(s.name, b)
	if s.keep.total > s.ceiling && s.over.CompareAndSwap(false, true) {
		s.tooMuch()
	}
}

// pipeRoom is the most that a pipe holds for a user without privileges: pipe(7),
// /proc/sys/fs/pipe-max-size.
const pipeRoom = 1 << 20

// cut ends the reading although somebody may still write. What is in the pipe by
// then was printed: on a busy machine nobody may have come to read it yet.
func (s *stream) cut(l *live) {
	if err := s.pipe.SetReadDeadline(time.Unix(1, 0)); err == nil {
		<-s.done
		if raw, err := s.pipe.SyscallConn(); err == nil {
			buf := make([]byte, chunkSize)
			_ = raw.Control(func(fd uintptr) {
				for left := pipeRoom; left > 0; {
					n, err := unix.Read(int(fd), buf) //nolint:gosec // a descriptor is a small number
					if n <= 0 || err != nil {
						return
					}
					s.take(buf[:n], l)
					left -= n
				}
			})
		}
	}
	_ = s.pipe.Close()
	<-s.done
}

// feed copies stdin and closes it. What the command does not read is lost, as
// in every pipe.
func feed(r io.Reader, w *os.File) error {
	_, err := io.Copy(w, r)
	if isPipeClosed(err) {
		err = nil
	}
	return errors.Join(err, ignoreClosed(w.Close()))
}
