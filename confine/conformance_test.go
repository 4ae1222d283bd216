package confine_test

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/confine"
)

// canary is a world that nobody inside a sandbox may touch, with files that
// its own user could well read and write.
type canary struct {
	outside, ws, scratch, other string
	port                        string
	socket                      string
	knocks                      atomic.Int32
	exe                         string
}

const secret = "canary-secret-7391"

func newCanary(t *testing.T) *canary {
	t.Helper()
	base := t.TempDir()
	c := &canary{
		outside: base + "/outside", ws: base + "/ws", scratch: base + "/scratch", other: base + "/other-agent",
		socket: base + "/outside/socket", exe: testBinary(t),
	}
	for _, d := range []string{c.outside, c.ws, c.scratch, c.other, c.outside + "/dir"} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{c.outside + "/file", c.outside + "/dir/file", c.other + "/file", c.ws + "/cleared", c.ws + "/mine", c.ws + "/.env"} {
		if err := os.WriteFile(f, []byte(secret), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, c.port, _ = net.SplitHostPort(tcp.Addr().String())
	unixl, err := net.Listen("unix", c.socket)
	if err != nil {
		t.Fatal(err)
	}
	abstract, err := net.Listen("unix", "@canary-"+c.port)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []net.Listener{tcp, unixl, abstract} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				c.knocks.Add(1)
				_ = conn.Close()
			}
		}()
		t.Cleanup(func() { _ = l.Close(); <-done })
	}
	return c
}

// testBinary is this test binary where every user can execute it.
func testBinary(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// state is everything about the files outside that must not change.
func (c *canary) state(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, root := range []string{c.outside, c.other, "/etc/passwd"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			st, err := d.Info()
			if err != nil {
				return err
			}
			raw, _ := os.ReadFile(path)
			fmt.Fprintln(&b, path, st.Mode(), st.Size(), st.ModTime(), string(raw))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func (c *canary) profile() confine.Profile {
	p := confine.ProfileOf(nil, confine.Base{
		Workspace: []string{c.ws}, Scratch: c.scratch, Hidden: append(confine.SecretPaths(), c.ws+"/.env"),
	})
	p.Read = append(p.Read, c.exe)
	p.Write = append(p.Write, c.ws+"/cleared")
	return p
}

// scripts each try one way out and print ESCAPED when they find it.
func scripts() map[string]string {
	return map[string]string{
		"read outside":          `cat OUT/file 2>/dev/null | grep -q canary && echo ESCAPED`,
		"read hidden":           `cat WS/.env 2>/dev/null | grep -q canary && echo ESCAPED`,
		"read other agent":      `cat OTHER/file 2>/dev/null | grep -q canary && echo ESCAPED`,
		"read shadow":           `head -c 1 /etc/shadow 2>/dev/null | grep -q . && echo ESCAPED`,
		"read home":             `ls /root/.ssh /home/*/.ssh 2>/dev/null | grep -q . && echo ESCAPED`,
		"environ":               `cat /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | grep -q '^PP_CANARY' && echo ESCAPED`,
		"environ of worker":     `cat /proc/WORKER/environ 2>/dev/null | grep -q . && echo ESCAPED`,
		"memory of worker":      `head -c 1 /proc/WORKER/mem >/dev/null 2>&1 && echo ESCAPED`,
		"memory of reaper":      `P=$(cut -d' ' -f4 /proc/self/stat); P=$(cut -d' ' -f4 /proc/$PPID/stat); (exec 3<>/proc/$P/mem) 2>/dev/null && echo ESCAPED`,
		"root of worker":        `ls /proc/WORKER/root/ 2>/dev/null | grep -q . && echo ESCAPED`,
		"root of init":          `ls /proc/1/root/OUT 2>/dev/null | grep -q . && echo ESCAPED`,
		"cwd of worker":         `cat /proc/WORKER/cwd/* 2>/dev/null | grep -q . && echo ESCAPED`,
		"descriptors of worker": `readlink /proc/WORKER/fd/* 2>/dev/null | grep -q . && echo ESCAPED`,
		"own descriptors":       `ls /proc/self/fd | grep -qvE '^[0123]$' && echo ESCAPED`,
		"write outside":         `echo x 2>/dev/null >OUT/file && echo ESCAPED`,
		"create outside":        `echo x 2>/dev/null >OUT/new && echo ESCAPED`,
		"truncate outside":      `truncate -s 0 OUT/file 2>/dev/null && echo ESCAPED`,
		// These three say nothing; what they may have done is looked at afterwards.
		"truncate by path":        `perl -e 'for ("OUT/file", "OTHER/file", "WS/mine") { truncate($_, 0); truncate($_, 3) }'`,
		"truncate and read":       `perl -e 'for my $f ("OUT/file", "OTHER/file", "WS/mine") { for (01000, 01003, 01100, 02001000) { sysopen(F, $f, $_) } }'`,
		"truncate by openat2":     `perl -e 'for my $f ("OUT/file", "OTHER/file", "WS/mine") { my $p = $f; my $h = pack("QQQ", 01000, 0, 0); syscall(437, -100, $p, $h, 24) }'`,
		"chmod outside":           `chmod 600 OUT/file 2>/dev/null && echo ESCAPED`,
		"touch outside":           `touch -d 2001-01-01 OUT/file 2>/dev/null && [ -e OUT/file ] && echo ESCAPED`,
		"delete outside":          `rm -rf OUT/dir 2>/dev/null && [ -e OUT ] && echo ESCAPED`,
		"rename outside":          `mv OUT/file OUT/gone 2>/dev/null && echo ESCAPED`,
		"rename over outside":     `echo x >$TMPDIR/x; mv -f $TMPDIR/x OUT/file 2>/dev/null && echo ESCAPED`,
		"uncleared in workspace":  `echo x 2>/dev/null >WS/mine && echo ESCAPED`,
		"create in workspace":     `echo x 2>/dev/null >WS/new && echo ESCAPED`,
		"delete in workspace":     `rm -f WS/mine 2>/dev/null && echo ESCAPED`,
		"attribute outside":       `setfattr -n user.x -v y OUT/file 2>/dev/null && echo ESCAPED`,
		"symbolic link":           `ln -sf OUT/file SCRATCH/link && (echo x >SCRATCH/link) 2>/dev/null && [ -e OUT/file ] && echo ESCAPED`,
		"symbolic link, read":     `ln -sf OUT/file SCRATCH/link2 && cat SCRATCH/link2 2>/dev/null | grep -q canary && echo ESCAPED`,
		"hard link":               `ln OUT/file SCRATCH/hard 2>/dev/null && echo ESCAPED`,
		"hard link of ws":         `ln WS/mine SCRATCH/hard2 2>/dev/null && (echo x >SCRATCH/hard2) && echo ESCAPED`,
		"through /proc/self/fd":   `exec 3<WS/mine; (echo x >/proc/self/fd/3) 2>/dev/null && echo ESCAPED`,
		"through /proc/self/root": `(echo x >/proc/self/root/OUT/file) 2>/dev/null && [ -e OUT/file ] && echo ESCAPED`,
		"system":                  `(echo x >/usr/canary || echo x >/etc/canary || echo x >/canary) 2>/dev/null && echo ESCAPED`,
		"sysctl":                  `v=$(cat /proc/sys/kernel/panic); (echo "$v" >/proc/sys/kernel/panic) 2>/dev/null && echo ESCAPED; (exec 3>/proc/sysrq-trigger) 2>/dev/null && echo ESCAPED`,
		"sys":                     `ls /sys/fs/cgroup 2>/dev/null | grep -q . && echo x 2>/dev/null >/sys/fs/cgroup/x && echo ESCAPED`,
		"disks":                   `head -c 1 /dev/vda /dev/sda /dev/mem /dev/kvm 2>/dev/null | grep -q . && echo ESCAPED`,
		"tty":                     `(echo x >/dev/tty || echo x >/dev/console) 2>/dev/null && echo ESCAPED`,
		"docker":                  `ls /var/run/docker.sock /run/docker.sock /run/nats.sock 2>/dev/null | grep -q . && (exec 3<>/run/docker.sock) 2>/dev/null && echo ESCAPED`,
		"setuid":                  `mount 2>&1 | grep -q nothing; su -c id 2>/dev/null </dev/null | grep -q uid && echo ESCAPED`,
		"kill the worker":         `kill -9 WORKER 2>/dev/null && echo ESCAPED`,
		"kill by descriptor":      `python3 -c "import fcntl,os,socket; a,b=socket.socketpair(); fcntl.fcntl(a,8,WORKER); fcntl.fcntl(a,10,9); fcntl.fcntl(a,4,os.O_ASYNC|os.O_NONBLOCK); b.send(b'x')" 2>/dev/null`,
		"kill by ioctl":           `python3 -c "import fcntl,os,socket,struct; a,b=socket.socketpair(); fcntl.ioctl(a,0x8901,struct.pack('i',WORKER)); fcntl.fcntl(a,10,9); fcntl.fcntl(a,4,os.O_ASYNC|os.O_NONBLOCK); b.send(b'x')" 2>/dev/null`,
		"kill a thread":           `perl -e 'syscall($_, WORKER, WORKER, 9) for 234; syscall(200, WORKER, 9); syscall(129, WORKER, 9, "\0" x 128)'`,
		"kill all groups":         `kill -9 -WORKER 2>/dev/null && echo ESCAPED`,
		"nice the worker":         `renice 19 -p WORKER >/dev/null 2>&1 && echo ESCAPED`,
		"limit the worker":        `prlimit --pid WORKER --core=1 2>/dev/null && echo ESCAPED`,
		"pin the worker":          `taskset -p 1 WORKER >/dev/null 2>&1 && echo ESCAPED`,
		"bash tcp":                `(echo x >/dev/tcp/127.0.0.1/PORT) 2>/dev/null && echo ESCAPED`,
		"bash udp":                `(echo x >/dev/udp/127.0.0.1/53) 2>/dev/null && echo ESCAPED`,
		"dns":                     `getent hosts localhost.example >/dev/null && echo ESCAPED`,
		"unshare":                 `unshare -r true 2>/dev/null && echo ESCAPED`,
		"capabilities":            `grep -E '^Cap(Prm|Eff|Bnd|Amb)' /proc/self/status | grep -qv 0000000000000000 && [ $(id -u) = 0 ] && echo ESCAPED`,
		"suid bit":                `cp /bin/true SCRATCH/t && chmod u+s SCRATCH/t 2>/dev/null; grep -q 'NoNewPrivs:.1' /proc/self/status || echo ESCAPED`,
	}
}

func builders() []string {
	if os.Geteuid() == 0 { // bubblewrap is for others
		return []string{confine.BuilderZygote, confine.BuilderThread}
	}
	return []string{confine.BuilderZygote, confine.BuilderBubblewrap, confine.BuilderThread}
}

// TestConformance tries to break out of every builder.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			world := newCanary(t)
			c := open(t, builder)
			before := world.state(t)
			for name, script := range scripts() {
				t.Run(name, func(t *testing.T) { world.try(t, c, script) })
			}
			for _, name := range []string{"all", deadly} {
				t.Run(name, func(t *testing.T) {
					s := bash("")
					s.Path, s.Argv = world.exe, []string{attacker, attacker, name, strconv.Itoa(os.Getpid())}
					s.Env = append(s.Env, "CANARY_PORT="+world.port)
					out, err := c.Run(t.Context(), "a", world.profile(), s)
					if err != nil {
						t.Fatal(err)
					}
					killed := out.Signal == "SIGSYS" || out.ExitCode == 128+31 // bwrap tells by code
					held := strings.Count(string(out.Stdout.Kept), "held ")
					if name == deadly && !killed || name != deadly && (out.ExitCode != 0 || held != len(attacks(0))-1) {
						t.Errorf("exit %d %s, %d held: %s%s", out.ExitCode, out.Signal, held, out.Stdout.Kept, out.Stderr.Kept)
					}
				})
			}
			if after := world.state(t); after != before {
				t.Errorf("the world outside has changed:\n%s\n%s", before, after)
			}
			if n := world.knocks.Load(); n != 0 {
				t.Errorf("%d connections reached the world outside", n)
			}
			if raw, _ := os.ReadFile(world.ws + "/mine"); string(raw) != secret {
				t.Errorf("uncleared file: %q", raw)
			}
		})
	}
}

func (c *canary) try(t *testing.T, to *confine.Confiner, script string) {
	t.Helper()
	r := strings.NewReplacer("OUT", c.outside, "WS", c.ws, "SCRATCH", c.scratch, "OTHER", c.other, "PORT", c.port, "WORKER", strconv.Itoa(os.Getpid()))
	s := bash(r.Replace(script) + "; :")
	out, err := to.Run(t.Context(), "a", c.profile(), s)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out.Stdout.Kept), "ESCAPED") || out.ExitCode != 0 {
		t.Errorf("exit %d: %s%s", out.ExitCode, out.Stdout.Kept, out.Stderr.Kept)
	}
}

// TestWhatWasClearedWorks is the other half: a sandbox that holds everything
// back is no use.
func TestWhatWasClearedWorks(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			world := newCanary(t)
			c := open(t, builder)
			p := world.profile()
			p.Write = append(p.Write, world.ws+"/dir")
			p.Delete = append(p.Delete, world.ws+"/mine")
			if err := os.Mkdir(world.ws+"/dir", 0o755); err != nil {
				t.Fatal(err)
			}
			for _, script := range []string{
				"echo x >WS/cleared", "cat WS/mine", "mkdir -p WS/dir/a/b && echo y >WS/dir/a/b/c && cat WS/dir/a/b/c",
				"rm WS/mine", "echo $HOME >SCRATCH/z; rm SCRATCH/z", "x=$(mktemp) && echo hi >$x && rm $x", "sleep 0.01 & wait",
				"echo a | sort | uniq | wc -l", "cat <<<here", "diff <(echo a) <(echo a)", "ps >/dev/null", "id", "date", "ls -la /usr /proc/self/",
				"echo x >/dev/null; echo x >&2; echo x >/dev/stdout; head -c 10 /dev/urandom >/dev/null", "git --version", "env", "nproc", "df / >/dev/null",
				"kill -0 $$; (sleep 10 & SIGNALS kill $!); timeout 0.1 sleep 9 || [ $? = 124 ]", "printf x | tee SCRATCH/t | cat", "test -r /etc/passwd",
				"cd SCRATCH && git init -q r 2>/dev/null || [ BUILDER = thread ]",
			} {
				r := strings.NewReplacer("WS", world.ws, "SCRATCH", world.scratch, "BUILDER", builder, "SIGNALS", signals(builder))
				s := bash("set -e; " + r.Replace(script))
				s.Dir = world.ws
				out, err := c.Run(t.Context(), "a", p, s)
				if err != nil || out.ExitCode != 0 {
					t.Errorf("%s: exit %d %v: %s", script, out.ExitCode, err, out.Stderr.Kept)
				}
			}
			if _, err := os.Stat(world.ws + "/mine"); err == nil {
				t.Error("the cleared deletion did not happen")
			}
		})
	}
}

// signals is what goes before a signal for one process: nothing, where those of
// a command can be told from others.
func signals(builder string) string {
	version, _, _ := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if builder == confine.BuilderThread && version < 6 {
		return "!"
	}
	return ""
}

// TestNothingSurvivesTheKill starts what tries to outlive its command.
func TestNothingSurvivesTheKill(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		for i, script := range []string{
			"(setsid sleep MARK &); sleep MARK",
			"trap '' TERM HUP INT; (trap '' TERM; setsid bash -c 'trap \"\" TERM; sleep MARK; sleep MARK' &); while :; do sleep MARK; done",
			"for i in {1..20}; do (setsid setsid sleep MARK & disown) & done; env -i setsid sleep MARK & sleep MARK",
			"f() { sleep 0.0; f & f; }; exec -a x sleep MARK",
			"(setsid sleep MARK &); exit 0",
		} {
			t.Run(builder+"/"+strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				c := open(t, builder)
				mark := fmt.Sprintf("32%d.%d%d", builder[0], os.Getpid(), i)
				p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
				s := bash(strings.ReplaceAll(script, "MARK", mark))
				s.Timeout, s.Grace = 300*time.Millisecond, 100*time.Millisecond
				if _, err := c.Run(t.Context(), "a", p, s); err != nil {
					t.Fatal(err)
				}
				files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
				for _, f := range files {
					if raw, err := os.ReadFile(f); err == nil && strings.Contains(string(raw), mark) {
						t.Errorf("%s survives: %q", f, raw)
					}
				}
			})
		}
	}
}

// TestAsOrdinaryUser runs all of it again as somebody who is not root.
func TestAsOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // this is that run
	}
	const nobody = 65534
	dir, err := os.MkdirTemp("", "ordinary")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	exe := filepath.Join(dir, "confine.test")
	if err := copyFile(testBinary(t), exe); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run", "^Test", "-test.timeout", "600s", "-test.v")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "TMPDIR=" + dir, "PP_CANARY=" + secret, "PP_CORPUS=" + os.Getenv("PP_CORPUS")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody, NoSetGroups: false}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// copyFile copies a program. A child does it: a descriptor of ours could be held for a
// moment by whatever another test forks just then, and the kernel executes no
// file that is open for writing (ETXTBSY, execve(2)).
func copyFile(from, to string) error {
	if out, err := exec.Command("cp", "--", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("copy %s: %w: %s", from, err, out)
	}
	return os.Chmod(to, 0o755)
}
