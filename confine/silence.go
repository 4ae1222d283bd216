package confine

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// silence ends two connections that belong together when neither has carried
// anything for a while. What goes one way keeps the other open, too: a long
// download sends nothing up.
type silence struct {
	a, b    net.Conn
	now     func() time.Time
	patient time.Duration
	last    atomic.Int64 // when the deadlines were set
}

// begin sets the deadlines.
func (s *silence) begin() error {
	now := s.now()
	s.last.Store(now.UnixNano())
	return errors.Join(s.a.SetDeadline(now.Add(s.patient)), s.b.SetDeadline(now.Add(s.patient)))
}

// heard lets a reader of one of them break the silence. The deadlines are set
// again at most ten times within it.
func (s *silence) heard(r io.Reader) io.Reader { return listened{r, s} }

type listened struct {
	io.Reader
	s *silence
}

func (l listened) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	if n > 0 && l.s.now().UnixNano()-l.s.last.Load() > int64(l.s.patient/10) {
		err = errors.Join(err, l.s.begin())
	}
	if errors.Is(err, io.EOF) {
		err = io.EOF // as io.Copy knows it
	}
	return n, err
}
