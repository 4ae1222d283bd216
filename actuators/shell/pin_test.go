package shell

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPinsBindWhatIsNotRead: a file that is too large to be read, and one that
// cannot be, are bound all the same.
func TestPinsBindWhatIsNotRead(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{100, maxPinSize, maxPinSize + 1} {
		dir := t.TempDir()
		at := filepath.Join(dir, "program")
		write := func(text string, offset int64) {
			f, err := os.OpenFile(at, os.O_CREATE|os.O_WRONLY, 0o755)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			if _, err := f.WriteAt([]byte(text), offset); err != nil {
				t.Fatal(err)
			}
		}
		write("x", size-1)
		judged, err := pin{Path: at}.resolve()
		if err != nil || judged.Sum == "" {
			t.Fatalf("%d bytes: %+v %v", size, judged, err)
		}
		if now, err := judged.resolve(); err != nil || now != judged {
			t.Errorf("%d bytes: nothing has changed, but %+v is %+v, %v", size, judged, now, err)
		}
		info, err := os.Stat(at)
		if err != nil {
			t.Fatal(err)
		}
		write("y", size-1) // the same size, in the same file, with its old time
		if err := os.Chtimes(at, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		if now, err := judged.resolve(); err != nil || now == judged {
			t.Errorf("%d bytes: another content is not seen, %v", size, err)
		}
	}
}
