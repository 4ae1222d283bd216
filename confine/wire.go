package confine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// Worker and zygote talk over a SOCK_SEQPACKET pair: one message, one datagram,
// descriptors beside it. A message is a list of lists of strings, each length a
// uvarint. It is not JSON because arguments are bytes, not text.
const (
	// maxInline is what surely fits a socket buffer; longer messages travel in
	// a memory file.
	maxInline = 64 << 10
	// maxMessage bounds what is ever decoded.
	maxMessage = 8 << 20
	maxLists   = 64
)

var errMalformed = errors.New("malformed message")

func encode(lists ...[]string) []byte {
	out := binary.AppendUvarint(nil, uint64(len(lists)))
	for _, list := range lists {
		out = binary.AppendUvarint(out, uint64(len(list)))
		for _, s := range list {
			out = binary.AppendUvarint(out, uint64(len(s)))
			out = append(out, s...)
		}
	}
	return out
}

// decode reads exactly want lists.
func decode(b []byte, want int) ([][]string, error) {
	next := func(limit int) (int, bool) {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > uint64(limit) {
			return 0, false
		}
		b = b[n:]
		return int(v), true
	}
	count, ok := next(maxLists)
	if !ok || count != want {
		return nil, errMalformed
	}
	lists := make([][]string, count)
	for i := range lists {
		n, ok := next(len(b))
		if !ok {
			return nil, errMalformed
		}
		list := make([]string, 0, n)
		for range n {
			size, ok := next(len(b))
			if !ok || size > len(b) {
				return nil, errMalformed
			}
			list = append(list, string(b[:size]))
			b = b[size:]
		}
		lists[i] = list
	}
	if len(b) != 0 {
		return nil, errMalformed
	}
	return lists, nil
}

// send writes one message with descriptors. fd must be a SEQPACKET socket in
// blocking mode.
func send(fd int, msg []byte, fds ...int) error {
	if len(msg) > maxInline {
		mem, err := memoryFile(msg)
		if err != nil {
			return err
		}
		defer func() { _ = mem.Close() }()
		fds = append(append([]int{}, fds...), int(mem.Fd()))
		msg = []byte{}
	}
	// A first byte says whether the message itself is in the last descriptor.
	mark := byte('i')
	if len(msg) == 0 {
		mark = 'm'
	}
	var rights []byte
	if len(fds) > 0 {
		rights = unix.UnixRights(fds...)
	}
	for {
		err := unix.Sendmsg(fd, append([]byte{mark}, msg...), rights, nil, unix.MSG_NOSIGNAL)
		if !errors.Is(err, unix.EINTR) {
			if err != nil {
				return fmt.Errorf("send: %w", err)
			}
			return nil
		}
	}
}

func memoryFile(msg []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("message", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memory file: %w", err)
	}
	f := os.NewFile(uintptr(fd), "message")
	if _, err := f.Write(msg); err != nil {
		return nil, errors.Join(fmt.Errorf("memory file: %w", err), f.Close())
	}
	return f, nil
}

// receive reads one message and its descriptors, which are the caller's to
// close. io.EOF says that the other side is gone.
func receive(fd int) (msg []byte, fds []int, err error) {
	return receiveInto(fd, make([]byte, maxInline+16))
}

// receiveInto uses a buffer of the caller's, which the message may lie in.
func receiveInto(fd int, buf []byte) (msg []byte, fds []int, err error) {
	control := make([]byte, unix.CmsgSpace(4*16))
	var n, cn, flags int
	for {
		n, cn, flags, _, err = unix.Recvmsg(fd, buf, control, unix.MSG_CMSG_CLOEXEC)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("receive: %w", err)
	}
	if msgs, perr := unix.ParseSocketControlMessage(control[:cn]); perr == nil {
		for i := range msgs {
			if got, rerr := unix.ParseUnixRights(&msgs[i]); rerr == nil {
				fds = append(fds, got...)
			}
		}
	}
	switch {
	case n == 0:
		err = io.EOF
	case flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0:
		err = errMalformed
	case buf[0] == 'i':
		return buf[1:n], fds, nil
	case buf[0] == 'm' && len(fds) > 0:
		last := fds[len(fds)-1]
		fds = fds[:len(fds)-1]
		msg, err = readMemory(last)
		if err == nil {
			return msg, fds, nil
		}
	default:
		err = errMalformed
	}
	closeAll(fds)
	return nil, nil, err
}

// readMemory reads a memory file from its start, whatever its offset.
func readMemory(fd int) ([]byte, error) {
	f := os.NewFile(uintptr(fd), "message")
	defer func() { _ = f.Close() }()
	st, err := f.Stat()
	if err != nil || st.Size() > maxMessage {
		return nil, errMalformed
	}
	msg := make([]byte, st.Size())
	if _, err := f.ReadAt(msg, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("message: %w", err)
	}
	runtime.KeepAlive(f)
	return msg, nil
}

func closeAll(fds []int) {
	for _, fd := range fds {
		_ = unix.Close(fd)
	}
}
