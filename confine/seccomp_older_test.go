package confine

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/process"
)

// TestOlderKernels makes a thread builder believe that its kernel has an older
// Landlock, and tries what that one does not refuse. A virtual machine with such
// a kernel runs all suites (TestAsRealRoot).
func TestOlderKernels(t *testing.T) {
	t.Parallel()
	victim := exec.CommandContext(t.Context(), "/bin/sleep", "300")
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = victim.Process.Kill(), victim.Wait() }()
	for _, abi := range []int{1, 2, 3, 5, landlockABI()} {
		if abi > landlockABI() {
			continue
		}
		t.Run(strconv.Itoa(abi), func(t *testing.T) {
			b, err := openThread(t.Context(), Config{}.withDefaults())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = b.close(t.Context()) }()
			b.abi, b.filter = abi, commandFilter(seccompRules{abi: abi})
			ws := t.TempDir()
			for _, name := range []string{"mine", "cleared"} {
				if err := os.WriteFile(ws+"/"+name, []byte("text"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			script := strings.NewReplacer("WS", ws, "VICTIM", strconv.Itoa(victim.Process.Pid)).Replace(`
perl -e 'truncate("WS/mine", 0); sysopen(F, "WS/mine", $_) for (01000, 01003, 01101);
  my ($p, $h) = ("WS/mine", pack("QQQ", 01000, 0, 0)); syscall(437, -100, $p, $h, 24);
  kill $_, VICTIM for qw(KILL TERM STOP); syscall(234, VICTIM, VICTIM, 9); syscall(200, VICTIM, 9);
  my $fd = syscall(434, VICTIM, 0); syscall(424, $fd, 9, 0, 0);'
echo new >WS/cleared; perl -e 'open(F, ">", "WS/new"); open(F, "+<", "WS/cleared") and truncate(F, 2) and print "cut "'
timeout 0.1 sleep 9; echo $?`)
			p := ProfileOf(nil, Base{Workspace: []string{ws}, Scratch: t.TempDir()})
			p.Write = append(p.Write, ws+"/cleared")
			out, err := process.Run(t.Context(), starter{b, "a", p, nil, nil}, process.Spec{
				Path: "/bin/bash", Argv: []string{"bash", "-c", script}, Dir: "/", Env: []string{"PATH=/usr/bin:/bin"}, Timeout: 20 * time.Second,
			})
			if err != nil || string(out.Stdout.Kept) != "cut 124\n" {
				t.Errorf("%v: %s%s", err, out.Stdout.Kept, out.Stderr.Kept)
			}
			if raw, _ := os.ReadFile(ws + "/mine"); string(raw) != "text" {
				t.Errorf("an uncleared file is %q", raw)
			}
			if raw, _ := os.ReadFile(ws + "/cleared"); string(raw) != "ne" {
				t.Errorf("the cleared file is %q", raw)
			}
			if err := unix.Kill(victim.Process.Pid, 0); err != nil || state(t, victim.Process.Pid) != "S" {
				t.Fatalf("somebody else's process: %v %s", err, state(t, victim.Process.Pid))
			}
		})
	}
}

// state is a letter of proc_pid_stat(5).
func state(t *testing.T, pid int) string {
	t.Helper()
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(raw), ") ")
	return after[:1]
}
