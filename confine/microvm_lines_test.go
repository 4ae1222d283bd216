package confine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// said is a port whose other side has said all it will, and never listens.
type said struct {
	io.Reader
	io.Writer
}

// deaf is an end that nobody reads: its writer waits until it is closed.
type deaf struct {
	once   sync.Once
	closed chan struct{}
}

func (d *deaf) Read([]byte) (int, error)  { <-d.closed; return 0, net.ErrClosed }
func (d *deaf) Write([]byte) (int, error) { <-d.closed; return 0, net.ErrClosed }
func (d *deaf) CloseWrite() error         { return nil }
func (d *deaf) Close() error              { d.once.Do(func() { close(d.closed) }); return nil }

// words makes frames of lines, each of a kind, a number and a body.
func words(all ...any) []byte {
	var b bytes.Buffer
	f := &frames{w: &b}
	for i := 0; i < len(all); i += 3 {
		body := binary.BigEndian.AppendUint32(nil, uint32(all[i+1].(int)))
		_ = f.send(byte(all[i].(int32)), append(body, all[i+2].(string)...)) // a buffer never fails
	}
	return b.Bytes()
}

// hear lets an exchange serve what was said, and waits until no line is left.
func hear(raw []byte, answer bool) error {
	var ends sync.WaitGroup
	x := newExchange(said{bytes.NewReader(raw), io.Discard}, nil)
	if answer {
		x.answer = func() (ending, error) {
			d := &deaf{closed: make(chan struct{})}
			ends.Go(func() { <-d.closed })
			return d, nil
		}
	}
	err := x.run()
	ends.Wait()
	return err
}

// TestLinesEndAtNonsense: whoever does not keep to what was agreed is not heard
// any more, and every line ends with it.
func TestLinesEndAtNonsense(t *testing.T) {
	t.Parallel()
	chunk := strings.Repeat("x", lineWindow/2)
	for name, c := range map[string]struct {
		raw    []byte
		answer bool
		want   error
	}{
		"nothing":                {nil, true, io.EOF},
		"an ordinary line":       {words('c', 1, "", 'd', 1, "hi", 'f', 1, ""), true, io.EOF},
		"data within the window": {words('c', 1, "", 'd', 1, chunk, 'd', 1, chunk), true, io.EOF},
		"more than the window":   {words('c', 1, "", 'd', 1, chunk, 'd', 1, chunk, 'd', 1, "x"), true, errLines},
		"data after the end":     {words('c', 1, "", 'f', 1, "", 'd', 1, "x"), true, errLines},
		"data after the cut":     {words('c', 1, "", 'z', 1, "", 'd', 1, "x"), true, io.EOF},
		"more than was taken":    {words('c', 1, "", 'w', 1, "\x00\x00\x00\x01"), true, errLines},
		"a short permission":     {words('c', 1, "", 'w', 1, "\x00"), true, errLines},
		"twice the same":         {words('c', 1, "", 'c', 1, ""), true, errLines},
		"the input, opened":      {words('c', lineInput, ""), true, errLines},
		"no host is cleared":     {words('c', 1, ""), false, errLines},
		"of no line":             {words('d', 9, "x", 'w', 9, "", 'f', 9, "", 'z', 9, ""), true, io.EOF},
		"unknown word":           {words('c', 1, "", '?', 1, ""), true, errLines},
		"no number":              {[]byte{'d', 0, 0, 0, 1, 7}, true, errLines},
		"too long a frame":       {[]byte{'d', 0xff, 0xff, 0xff, 0xff}, true, errMalformed},
	} {
		if err := hear(c.raw, c.answer); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	var many []any
	for i := range 3 * maxLines {
		many = append(many, 'c', i+1, "")
	}
	if err := hear(words(many...), true); !errors.Is(err, io.EOF) {
		t.Errorf("more lines than there may be: %v", err)
	}
}

// FuzzLines: whatever a guest says, the exchange comes to an end, holds no more
// than its windows and leaves nothing behind.
func FuzzLines(f *testing.F) {
	f.Add(words('c', 1, "", 'd', 1, "hi", 'w', 1, "\x00\x00\x00\x01", 'f', 1, "", 'z', 1, ""), true)
	f.Add(words('c', 1, "", 'c', 2, "", 'd', 2, "x"), false)
	f.Add([]byte{'c', 0, 0, 0, 4, 0, 0, 0}, true)
	f.Fuzz(func(t *testing.T, raw []byte, answer bool) {
		if err := hear(raw, answer); err == nil {
			t.Error("it ended without a reason")
		}
	})
}
