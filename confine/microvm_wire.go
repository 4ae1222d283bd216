package confine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// Worker and guest talk over a virtio serial port, which is a stream of bytes:
// a frame is a kind, the length of its body (four bytes, big endian) and the
// body. Bodies with more than one value are lists as in wire.go.
const (
	frameReady   = 'r' // guest: protocol and layers
	frameRequest = 'R' // worker: what to run
	frameSignal  = 'S' // worker: a number
	frameStdout  = 'o' // guest
	frameStderr  = 'e' // guest
	frameAsk     = 'g' // guest: may this program start?
	frameAnswer  = 'G' // worker: why not, or nothing
	frameExit    = 'x' // guest: the last one

	frameHeader = 5
	// guestProtocol changes whenever a frame does: worker and image must come
	// from the same source.
	guestProtocol = "2"
	// outputChunk is what one write to a virtio port carries.
	outputChunk = 32<<10 - frameHeader
)

// frames writes whole frames from several goroutines.
type frames struct {
	mu sync.Mutex
	w  io.Writer
}

func (f *frames) send(kind byte, body []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	msg := make([]byte, frameHeader, frameHeader+len(body))
	msg[0] = kind
	binary.BigEndian.PutUint32(msg[1:], uint32(len(body)))
	if _, err := f.w.Write(append(msg, body...)); err != nil {
		return fmt.Errorf("frame: %w", err)
	}
	return nil
}

// readFrame reads one frame. The other side is not trusted: its length is
// bounded before anything is allocated.
func readFrame(r io.Reader) (kind byte, body []byte, err error) {
	var head [frameHeader]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err //nolint:wrapcheck // io.EOF is an answer
	}
	n := binary.BigEndian.Uint32(head[1:])
	if n > maxMessage {
		return 0, nil, errMalformed
	}
	body = make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return 0, nil, fmt.Errorf("frame: %w", err)
	}
	return head[0], body, nil
}

// errand is one command as the guest is told of it.
type errand struct {
	uid, gid int
	now      time.Time
	stdin    bool // it has an input of its own
	gated    bool
	profile  Profile
	spec     process.Spec
}

func (e errand) encode() []byte {
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	p, l := e.profile, e.profile.Limits
	return encode(
		[]string{
			n(int64(e.uid)), n(int64(e.gid)), n(e.now.UnixNano()), n(l.Memory), n(int64(l.PIDs)), n(int64(l.CPU)),
			n(int64(l.CPUShare * 1000)), n(int64(l.Files)), n(l.FileSize), n(l.Temp),
		},
		[]string{e.spec.Path, e.spec.Dir, p.Scratch, flag(e.stdin), flag(e.gated)},
		e.spec.Argv, e.spec.Env, p.Read, p.Write, p.Delete, p.Hidden, p.Roots, p.ViewWrite, p.kept, p.Hosts,
	)
}

func decodeErrand(msg []byte) (errand, error) {
	l, err := decode(msg, 12)
	if err != nil || len(l[0]) != 10 || len(l[1]) != 5 {
		return errand{}, errMalformed
	}
	var num [10]int64
	for i, s := range l[0] {
		if num[i], err = strconv.ParseInt(s, 10, 64); err != nil {
			return errand{}, errMalformed
		}
	}
	return errand{
		uid: int(num[0]), gid: int(num[1]), now: time.Unix(0, num[2]), stdin: l[1][3] != "", gated: l[1][4] != "",
		profile: Profile{
			Scratch: l[1][2], Read: l[4], Write: l[5], Delete: l[6], Hidden: l[7], Roots: l[8], ViewWrite: l[9], kept: l[10], Hosts: l[11],
			Limits: Limits{
				Memory: num[3], PIDs: int(num[4]), CPU: time.Duration(num[5]), CPUShare: float64(num[6]) / 1000,
				Files: int(num[7]), FileSize: num[8], Temp: num[9],
			},
		},
		spec: process.Spec{Path: l[1][0], Dir: l[1][1], Argv: l[2], Env: l[3]},
	}, nil
}

// encodeExit tells how a command ended; step and errno are set when it never
// began, text when the guest itself failed.
func encodeExit(e process.Exit, err error) []byte {
	var step, text string
	var no syscall.Errno
	if err != nil {
		text = err.Error()
		if never, ok := asStartError(err); ok {
			step = never.Step
			no, _ = errors.AsType[syscall.Errno](never.Err)
		}
	}
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	return encode([]string{n(int64(e.Code)), n(int64(e.Signal)), n(e.MaxRSS), n(int64(e.CPU)), n(int64(no)), e.Limit, step, text})
}

func decodeExit(body []byte) (process.Exit, error) {
	l, err := decode(body, 1)
	if err != nil || len(l[0]) != 8 {
		return process.Exit{}, errMalformed
	}
	var num [5]int64
	for i := range num {
		if num[i], err = strconv.ParseInt(l[0][i], 10, 64); err != nil {
			return process.Exit{}, errMalformed
		}
	}
	e := process.Exit{Code: int(num[0]), Signal: unix.Signal(num[1]), MaxRSS: num[2], CPU: time.Duration(num[3]), Limit: l[0][5]}
	switch step, text := l[0][6], l[0][7]; {
	case step != "" && num[4] != 0:
		return e, &spawn.StartError{Step: step, Err: syscall.Errno(num[4])}
	case text != "":
		return e, fmt.Errorf("microvm: %.500s", text)
	}
	return e, nil
}
