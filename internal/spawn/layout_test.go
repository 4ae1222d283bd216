package spawn

import (
	"os"
	"testing"
	"unsafe"
)

// TestLayout keeps program.go and the assembly of the reaper equal.
func TestLayout(t *testing.T) {
	t.Parallel()
	var p program
	var r row
	for _, tc := range []struct {
		name      string
		got, want uintptr
	}{
		{"steps", unsafe.Offsetof(p.steps), 0},
		{"count", unsafe.Offsetof(p.count), 8},
		{"child", unsafe.Offsetof(p.child), 16},
		{"clone", unsafe.Offsetof(p.clone), 24},
		{"sigset", unsafe.Offsetof(p.sigset), 32},
		{"record", unsafe.Offsetof(p.record), 40},
		{"kind", unsafe.Offsetof(p.record) + unsafe.Offsetof(p.record.kind), 40},
		{"step", unsafe.Offsetof(p.record) + unsafe.Offsetof(p.record.step), 48},
		{"errno", unsafe.Offsetof(p.record) + unsafe.Offsetof(p.record.errno), 56},
		{"status", unsafe.Offsetof(p.record) + unsafe.Offsetof(p.record.status), 64},
		{"rusage", unsafe.Offsetof(p.record) + unsafe.Offsetof(p.record.rusage), 72},
		{"record size", unsafe.Sizeof(p.record), 176},
		{"row", unsafe.Sizeof(r), 64},
		{"row args", unsafe.Offsetof(r.args), 8},
		{"row optional", unsafe.Offsetof(r.optional), 56},
		{"clone args", unsafe.Sizeof(cloneArgs{}), 88},
		{"kinds", kindEndedEmpty, 4},
		{"kind of those that go on", kindEndedAgain, 5},
		{"back to", unsafe.Offsetof(p.again) + unsafe.Offsetof(p.again.to), 216},
		{"back from", unsafe.Offsetof(p.again) + unsafe.Offsetof(p.again.from), 224},
		{"back size", unsafe.Offsetof(p.again) + unsafe.Offsetof(p.again.size), 232},
		{"no time", unsafe.Offsetof(p.no), 240},
		{"message header", unsafe.Sizeof(header{}), 56},
		{"header before rows", uintptr(rowSize) % 8, 0},
	} {
		if tc.got != tc.want {
			t.Errorf("%s is %d, the assembly says %d", tc.name, tc.got, tc.want)
		}
	}
}

// TestTable keeps the slower way to know who descends from whom right.
func TestTable(t *testing.T) {
	t.Parallel()
	known, err := table()
	if err != nil {
		t.Fatal(err)
	}
	if e, ok := known[os.Getpid()]; !ok || e.parent != os.Getppid() || e.zombie {
		t.Errorf("of ourselves it says %+v, %v", e, ok)
	}
}
