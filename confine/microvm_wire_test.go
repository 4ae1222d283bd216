package confine

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"reflect"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

func TestErrandSurvivesTheWire(t *testing.T) {
	t.Parallel()
	want := errand{
		uid: 1000, gid: 100, now: time.Unix(5, 7), stdin: true, gated: true,
		profile: Profile{
			Read: []string{"/usr"}, Write: []string{"/w"}, Delete: []string{"/d", ""}, Hidden: []string{"/h"}, Hosts: []string{"a:1"},
			Roots: []string{"/r"}, ViewWrite: []string{"/v"}, Scratch: "/s", kept: []string{"k1:2 /w/.envrc"}, Limits: Limits{CPUShare: 1.5}.withDefaults(),
		},
		spec: process.Spec{Path: "/bin/x", Dir: "/", Argv: []string{"x", "\xff\n"}, Env: []string{"A=b"}},
	}
	want.profile.Limits.Disk = 0 // the host's own disk, which the host looks after
	got, err := decodeErrand(want.encode())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func TestExitSurvivesTheWire(t *testing.T) {
	t.Parallel()
	want := process.Exit{Code: 137, Signal: unix.SIGKILL, MaxRSS: 5, CPU: time.Second, Limit: "memory"}
	if got, err := decodeExit(encodeExit(want, nil)); err != nil || got != want {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := decodeExit(encodeExit(process.Exit{}, &spawn.StartError{Step: "exec /x", Err: unix.ENOENT})); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("start error: %v", err)
	}
	if _, err := decodeExit(encodeExit(process.Exit{}, io.ErrUnexpectedEOF)); err == nil {
		t.Error("a failure of the guest is lost")
	}
}

func TestFrameIsBounded(t *testing.T) {
	t.Parallel()
	if _, _, err := readFrame(bytes.NewReader([]byte{frameStdout, 0xff, 0xff, 0xff, 0xff})); !errors.Is(err, errMalformed) {
		t.Errorf("4 GB: %v", err)
	}
}

// FuzzGuestFrames feeds what a hostile guest could say to what reads it.
func FuzzGuestFrames(f *testing.F) {
	var b bytes.Buffer
	out := &frames{w: &b}
	_ = out.send(frameReady, encode([]string{guestProtocol}, []string{"a"})) // a buffer never fails
	_ = out.send(frameExit, encodeExit(process.Exit{Code: 1}, nil))
	f.Add(b.Bytes())
	f.Add(errand{}.encode())
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := bytes.NewReader(raw)
		for {
			_, body, err := readFrame(r)
			if err != nil {
				break
			}
			if len(body) > len(raw) {
				t.Fatalf("a body of %d bytes out of %d", len(body), len(raw))
			}
			_, _ = decodeExit(body)
		}
		if e, err := decodeErrand(raw); err == nil {
			again, err := decodeErrand(e.encode())
			if err != nil || !reflect.DeepEqual(again, e) {
				t.Fatalf("%+v is not %+v: %v", again, e, err)
			}
		}
	})
}
