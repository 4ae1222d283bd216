package process

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestCutTakesWhatIsThere: what a command has printed is kept, though nobody had
// come to read it when the time was up, and though somebody still holds the pipe.
func TestCutTakesWhatIsThere(t *testing.T) {
	t.Parallel()
	for _, printed := range []string{"", "late\n", strings.Repeat("x", 60<<10)} {
		pr, pw, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		s := &stream{name: "stdout", pipe: pr, keep: newKeeper(1 << 20), ceiling: 1 << 20, over: new(atomic.Bool), tooMuch: func() {}, done: make(chan struct{})}
		l := &live{now: time.Now}
		if _, err := pw.WriteString(printed); err != nil {
			t.Fatal(err)
		}
		// As if the reader had not run before the deadline.
		if err := pr.SetReadDeadline(time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
		go s.drain(l)
		s.cut(l)
		if got := s.keep.total; got != int64(len(printed)) {
			t.Errorf("%d of %d bytes", got, len(printed))
		}
		if err := pw.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
