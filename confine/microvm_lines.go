package confine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// A machine has no network device. What its command may send beyond its output
// crosses to the worker on a second port, as lines: one for the command's
// input, and one for each connection to the egress proxy, which stays in the
// worker and judges there. A line is two streams of bytes. Its receiver says
// how much it has passed on, and a sender never has more than a window
// underway, so that one line that nobody reads holds up no other. The bodies of
// these frames begin with the line's number (four bytes, big endian).
const (
	frameOpen = 'c' // guest: a connection
	frameData = 'd' // both: its bytes
	frameMore = 'w' // both: so many bytes more may come (four bytes, big endian)
	frameEnd  = 'f' // both: no more bytes will come
	frameCut  = 'z' // both: nor are any wanted; what came before is still passed on

	lineHeader = 4
	lineInput  = 0 // exists from the beginning, if the command has an input
	lineWindow = 256 << 10
	maxLines   = maxConnections + 1
)

var (
	// errLines says that the other side does not keep to the above.
	errLines = errors.New("malformed line")
	errBusy  = errors.New("too many lines")
)

// ending is where a line ends on this side.
type ending interface {
	io.ReadWriteCloser
	CloseWrite() error
}

// exchange is one side's lines.
type exchange struct {
	port io.Reader
	out  *frames
	// answer takes a connection that the other side opens; nil: it may not.
	answer func() (ending, error)

	// refused are lines that cannot be had; who reads a port never writes to it.
	refused chan uint32

	mu    sync.Mutex
	lines map[uint32]*line // nil once over
	next  uint32
}

func newExchange(port io.ReadWriter, answer func() (ending, error)) *exchange {
	return &exchange{port: port, out: &frames{w: port}, answer: answer, lines: map[uint32]*line{}, refused: make(chan uint32, maxLines)}
}

// line is one line as one side sees it.
type line struct {
	x    *exchange
	id   uint32
	end  ending
	done chan struct{}

	mu     sync.Mutex
	change *sync.Cond
	queue  []byte // came and not passed on yet
	queued int    // bytes of it, and of what is being passed on
	closed bool   // no more will come
	cut    bool   // nothing is wanted any more
	credit int    // bytes that may be sent
	open   int    // directions that are not over
}

// attach begins a line.
func (x *exchange) attach(id uint32, end ending) (*line, error) {
	l := &line{x: x, id: id, end: end, done: make(chan struct{}), credit: lineWindow, open: 2}
	l.change = sync.NewCond(&l.mu)
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, have := x.lines[id]; have || x.lines == nil {
		return nil, errLines
	}
	if len(x.lines) >= maxLines {
		return nil, errBusy
	}
	x.lines[id] = l
	go l.collect()
	go l.deliver()
	return l, nil
}

// carry opens a line for a connection and waits until it is over.
func (x *exchange) carry(ctx context.Context, end ending) error {
	x.mu.Lock()
	x.next++
	id := x.next
	x.mu.Unlock()
	if err := x.send(frameOpen, id, nil); err != nil {
		return err
	}
	l, err := x.attach(id, end)
	if err != nil {
		return errors.Join(err, x.send(frameCut, id, nil))
	}
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
		l.hangUp()
		return context.Cause(ctx)
	}
}

func (x *exchange) send(kind byte, id uint32, body []byte) error {
	return x.out.send(kind, append(binary.BigEndian.AppendUint32(make([]byte, 0, lineHeader+len(body)), id), body...))
}

// run serves what the other side says until the port ends or it says what it
// must not. Then all lines are over.
func (x *exchange) run() error {
	defer x.stop()
	defer close(x.refused)
	go func() {
		for id := range x.refused {
			_ = x.send(frameCut, id, nil)
		}
	}()
	for {
		kind, body, err := readFrame(x.port)
		if err != nil {
			return err
		}
		if len(body) < lineHeader {
			return errLines
		}
		if err := x.take(kind, binary.BigEndian.Uint32(body), body[lineHeader:]); err != nil {
			return err
		}
	}
}

// answerOpen begins the line that the other side asks for, or refuses it.
func (x *exchange) answerOpen(id uint32) error {
	if x.answer == nil || id == lineInput {
		return errLines
	}
	end, err := x.answer()
	if err == nil {
		if _, err = x.attach(id, end); err != nil {
			_ = end.Close()
		}
	}
	if errors.Is(err, errLines) {
		return err
	}
	if err != nil {
		select {
		case x.refused <- id:
		default: // nobody reads the refusals either
		}
	}
	return nil
}

// take serves one frame. It never waits for a line's end: only a sender may.
func (x *exchange) take(kind byte, id uint32, body []byte) error {
	if kind == frameOpen {
		return x.answerOpen(id)
	}
	x.mu.Lock()
	l := x.lines[id]
	x.mu.Unlock()
	if l == nil {
		return nil // it was over before the other side knew
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.change.Broadcast()
	switch kind {
	case frameData:
		if l.queued+len(body) > lineWindow || l.closed && !l.cut {
			return errLines
		}
		if !l.closed {
			l.queue, l.queued = append(l.queue, body...), l.queued+len(body)
		}
	case frameMore:
		if len(body) != 4 || l.credit+int(binary.BigEndian.Uint32(body)) > lineWindow {
			return errLines
		}
		l.credit += int(binary.BigEndian.Uint32(body))
	case frameCut:
		l.closed, l.cut = true, true
	case frameEnd:
		l.closed = true
	default:
		return errLines
	}
	return nil
}

// stop ends every line.
func (x *exchange) stop() {
	x.mu.Lock()
	all := x.lines
	x.lines = nil
	x.mu.Unlock()
	for _, l := range all {
		l.hangUp()
	}
}

// hangUp ends a line at once.
func (l *line) hangUp() {
	l.mu.Lock()
	l.cut, l.closed, l.queue = true, true, nil
	l.change.Broadcast()
	l.mu.Unlock()
	_ = l.end.Close()
}

// over ends one direction; with the second the line is gone.
func (l *line) over() {
	l.mu.Lock()
	l.open--
	last := l.open == 0
	l.mu.Unlock()
	if !last {
		return
	}
	_ = l.end.Close()
	l.x.mu.Lock()
	if l.x.lines[l.id] == l {
		delete(l.x.lines, l.id)
	}
	l.x.mu.Unlock()
	close(l.done)
}

// collect sends what comes in at this end.
func (l *line) collect() {
	defer l.over()
	buf := make([]byte, outputChunk-lineHeader)
	for {
		most := l.allowance()
		if most == 0 {
			return
		}
		n, err := l.end.Read(buf[:min(most, len(buf))])
		if n > 0 {
			l.mu.Lock()
			l.credit -= n
			l.mu.Unlock()
			if l.x.send(frameData, l.id, buf[:n]) != nil {
				l.hangUp()
				return
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			_ = l.x.send(frameEnd, l.id, nil)
			return
		default:
			l.giveUp()
			return
		}
	}
}

// allowance waits until something may be sent; 0: never again.
func (l *line) allowance() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.credit == 0 && !l.cut {
		l.change.Wait()
	}
	if l.cut {
		return 0
	}
	return l.credit
}

// deliver passes on what the other side sent.
func (l *line) deliver() {
	defer l.over()
	for {
		b, more := l.await()
		if !more {
			break
		}
		if _, err := l.end.Write(b); err != nil {
			l.giveUp()
			return
		}
		l.mu.Lock()
		l.queued -= len(b)
		l.mu.Unlock()
		_ = l.x.send(frameMore, l.id, binary.BigEndian.AppendUint32(nil, uint32(len(b))))
	}
	l.mu.Lock()
	cut := l.cut
	l.mu.Unlock()
	if cut {
		_ = l.end.Close() // who reads here wakes up
		return
	}
	_ = l.end.CloseWrite()
}

func (l *line) await() ([]byte, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) == 0 && !l.closed {
		l.change.Wait()
	}
	if len(l.queue) == 0 {
		return nil, false
	}
	b := l.queue
	l.queue = nil
	return b, true
}

// giveUp tells the other side that this end is gone.
func (l *line) giveUp() {
	l.mu.Lock()
	told := l.cut
	l.mu.Unlock()
	l.hangUp()
	if !told {
		_ = l.x.send(frameCut, l.id, nil)
	}
}

// answerEgress connects the lines that a guest opens with the proxy. The proxy
// closes a connection as a whole, never half of it.
func answerEgress(ctx context.Context, e *egress) func() (ending, error) {
	return func() (ending, error) {
		fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			return nil, fmt.Errorf("egress: %w", err)
		}
		var ends [2]net.Conn
		for i, fd := range fds {
			f := os.NewFile(uintptr(fd), "line")
			ends[i], err = net.FileConn(f)
			_ = f.Close()
			if err != nil {
				closeAll(fds[i+1:])
				return nil, fmt.Errorf("egress: %w", err)
			}
		}
		ours, ok := ends[0].(*net.UnixConn)
		if !ok {
			return nil, net.ErrClosed // never: that is what such a socket is
		}
		e.admit(ctx, ends[1])
		return whole{ours}, nil
	}
}

// whole is an end whose other side never closes half of it.
type whole struct{ *net.UnixConn }

// Read fails where others would tell of an end: the line is cut then.
func (w whole) Read(b []byte) (int, error) {
	n, err := w.UnixConn.Read(b)
	if errors.Is(err, io.EOF) {
		err = net.ErrClosed
	}
	return n, err
}

// inputEnd is the worker's end of a command's input.
type inputEnd struct{ from *os.File }

func (e inputEnd) Read(b []byte) (int, error)  { return e.from.Read(b) }
func (e inputEnd) Write(b []byte) (int, error) { return len(b), nil }
func (e inputEnd) CloseWrite() error           { return nil }
func (e inputEnd) Close() error                { return e.from.Close() }

// commandEnd is the guest's.
type commandEnd struct{ to *os.File }

func (e commandEnd) Read([]byte) (int, error)    { return 0, io.EOF }
func (e commandEnd) Write(b []byte) (int, error) { return e.to.Write(b) }
func (e commandEnd) CloseWrite() error           { return e.to.Close() }
func (e commandEnd) Close() error                { return e.to.Close() }
