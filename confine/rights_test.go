package confine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"passepartout/confine"
	"passepartout/pipeline"
)

// lending are ways to leave a program in the workspace that lends the worker's
// rights to every user of the machine, as it would for a worker that is root.
const lending = `
cp /bin/true a; chmod 4755 a; chmod u+s a; chmod g+s a
install -m 6755 /bin/true b
mkdir -p d; chmod 2755 d; cp /bin/true d/x
python3 - <<'EOF'
import ctypes, mmap, os
def attempt(f):
    try: f()
    except OSError as e: print(e)
def written(name, flags=0):
    fd = os.open(name, os.O_CREAT | os.O_RDWR | flags, 0o6755); os.write(fd, open("/bin/true", "rb").read()); os.close(fd)
def mapped(name, grow):
    fd = os.open(name, os.O_CREAT | os.O_RDWR, 0o6755); grow(fd)
    m = mmap.mmap(fd, 4096); m[:4] = b"\x7fELF"; m.flush(); os.close(fd)
attempt(lambda: written("c"))
attempt(lambda: written("c2", os.O_SYNC))
attempt(lambda: mapped("e", lambda fd: os.ftruncate(fd, 4096)))
attempt(lambda: mapped("f", lambda fd: os.posix_fallocate(fd, 0, 4096)))
attempt(lambda: mapped("f2", lambda fd: os.pwrite(fd, b"x", 4095)))
def spliced():
    src = os.open("/bin/true", os.O_RDONLY); fd = os.open("g", os.O_CREAT | os.O_RDWR, 0o6755)
    os.copy_file_range(src, fd, 4096)
attempt(spliced)
def sent():
    src = os.open("/bin/true", os.O_RDONLY); fd = os.open("h", os.O_CREAT | os.O_RDWR, 0o6755)
    os.sendfile(fd, src, 0, 4096)
attempt(sent)
def node():
    os.mknod("i", 0o106755); open("i", "wb").write(b"x" * 4096)
attempt(node)
def nameless():
    fd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o6755); os.write(fd, b"x" * 4096)
    os.link("/proc/self/fd/%d" % fd, "j", follow_symlinks=True)
attempt(nameless)
libc = ctypes.CDLL(None, use_errno=True)
for nr, args in ((452, (-100, b"a", 0o6755, 0)), (91, (os.open("a", os.O_RDWR), 0o6755)), (268, (-100, b"a", 0o6755)), (90, (b"a", 0o6755))):
    libc.syscall(nr, *args)
EOF
:`

// TestNoRightsAreLent: nothing that bears a set-user-id or set-group-id bit and
// holds a program outlives a command, whatever sandbox or machine it ran in.
func TestNoRightsAreLent(t *testing.T) {
	t.Parallel()
	for _, builder := range append(builders(), confine.BuilderMicroVM) {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			var c *confine.Confiner
			if builder == confine.BuilderMicroVM {
				if c = openMachine(t); c == nil {
					return
				}
			} else {
				c = open(t, builder)
			}
			ws, scratch := t.TempDir(), t.TempDir()
			p := confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindCode}}, confine.Base{Workspace: []string{ws}, Scratch: scratch})
			s := bash(lending)
			s.Dir, s.Timeout = ws, 90*time.Second
			out, err := c.Run(t.Context(), "a", p, s)
			if err != nil || out.TimedOut {
				t.Fatalf("exit %d %v: %s", out.ExitCode, err, out.Stderr.Kept)
			}
			made := 0
			err = filepath.WalkDir(ws, func(path string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				st, err := d.Info()
				if err != nil || !st.Mode().IsRegular() {
					return err
				}
				made++
				if st.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0 && st.Size() > 0 {
					t.Errorf("%s is %v, %d bytes", strings.TrimPrefix(path, ws), st.Mode(), st.Size())
				}
				return nil
			})
			if err != nil || made < 3 {
				t.Errorf("%d files, %v: %s%s", made, err, out.Stdout.Kept, out.Stderr.Kept)
			}
		})
	}
}
