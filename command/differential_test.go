package command_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"passepartout/command"
	"passepartout/command/catalogue"
)

// shellRunner runs texts in a shell whose PATH holds only a marker program and
// some that print numbers, and says whether it ran. Many texts share one start of the outer shell.
type shellRunner struct {
	shell, dir, bin, hit string
}

func newShellRunner(t *testing.T, shell string) *shellRunner {
	t.Helper()
	real, err := exec.LookPath(shell)
	if err != nil {
		t.Fatalf("this test needs %s: %v", shell, err)
	}
	dir := t.TempDir()
	r := &shellRunner{shell: real, dir: filepath.Join(dir, "w"), bin: filepath.Join(dir, "bin"), hit: filepath.Join(dir, "hit")}
	for _, d := range []string{r.dir, r.bin} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script := "#!/bin/sh\n: > " + r.hit + "\n"
	if err := os.WriteFile(filepath.Join(r.bin, command.Marker), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range numberPrograms() {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatalf("this test needs %s: %v", name, err)
		}
		if err := os.Symlink(real, filepath.Join(r.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// numberPrograms are the programs beside the marker of which the texts ask for
// numbers. They only read and print.
func numberPrograms() []string {
	return []string{"awk", "cut", "date", "expr", "grep", "head", "sed", "seq", "sort", "tail", "tr", "uniq", "wc"}
}

// run starts a text and ends whatever it leaves behind.
func (r *shellRunner) run(t *testing.T, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.shell, "-c", text)
	cmd.Dir = r.dir
	cmd.Env = []string{"PATH=" + r.bin, "HOME=" + r.dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 200 * time.Millisecond
	_ = cmd.Run() // most texts are no valid shell
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

func (r *shellRunner) ran(t *testing.T, text string) bool {
	t.Helper()
	r.run(t, text)
	_, err := os.Stat(r.hit)
	if err == nil {
		if err := os.Remove(r.hit); err != nil {
			t.Fatal(err)
		}
		return true
	}
	return false
}

func markerAnalyzer(t *testing.T) (*command.Analyzer, command.World) {
	t.Helper()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	w := command.ExampleWorld()
	w.Paths = command.Fixed{}
	return command.New(c), w
}

// check runs what would run, and fails if the marker ran unseen.
func check(t *testing.T, a *command.Analyzer, w command.World, shells []*shellRunner, text string) bool {
	t.Helper()
	seen, script, err := a.Sees(text, w)
	if err != nil || seen || script == "" {
		return false // refused, held or shown, or started without a shell
	}
	for _, r := range shells {
		if r.ran(t, script) {
			t.Errorf("%v", command.Escape{Shell: r.shell, Text: text, Script: script})
		}
	}
	return true
}

// checkNested runs a text as the -c of a shell, and fails if the marker ran unseen.
func checkNested(t *testing.T, a *command.Analyzer, w command.World, shells []*shellRunner, text string) {
	t.Helper()
	for _, r := range shells {
		name := filepath.Base(r.shell)
		if name == "dash" {
			name = "sh"
		}
		if seen, err := a.SeesNested(name, text, w); err != nil || seen {
			continue
		}
		if r.ran(t, text) {
			t.Errorf("%v", command.Escape{Shell: r.shell + " -c", Text: text, Script: text})
		}
	}
}

// TestShapes holds the shapes on which parsers are known to differ.
func TestShapes(t *testing.T) {
	t.Parallel()
	a, w := markerAnalyzer(t)
	shells := []*shellRunner{newShellRunner(t, "bash"), newShellRunner(t, "dash")}
	for _, r := range shells {
		if !r.ran(t, command.Marker) || r.ran(t, "echo "+command.Marker) {
			t.Fatalf("%s: the marker does not tell a run from a mention", r.shell)
		}
	}
	for _, text := range command.Shapes() {
		check(t, a, w, shells, text)
		checkNested(t, a, w, shells, text)
	}
}

// TestNestedShapes holds those on which only the text of sh -c differs from bash.
func TestNestedShapes(t *testing.T) {
	t.Parallel()
	a, w := markerAnalyzer(t)
	shells := []*shellRunner{newShellRunner(t, "bash"), newShellRunner(t, "dash")}
	m := command.Marker
	for _, text := range []string{"x=" + m + "; f() { l+=ocal x=:; }; f; $x", "x=" + m + "; a[0]=b x=:; $x", "x=" + m + "; l+=o x=:; $x", "x=" + m + "; x+=z; $x"} {
		if !shells[1].ran(t, text) {
			t.Errorf("%q: dash does not run it, so that it shows nothing", text)
		}
		checkNested(t, a, w, shells, text)
	}
}

// TestDifferential compares random texts with a real bash. PP_DIFFERENTIAL_N
// sets how many, PP_DIFFERENTIAL_SEED where to begin.
func TestDifferential(t *testing.T) {
	t.Parallel()
	n, seed := 3000, uint64(1)
	if s := os.Getenv("PP_DIFFERENTIAL_N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("PP_DIFFERENTIAL_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	a, w := markerAnalyzer(t)
	d := command.NewDifferential(seed)
	shells := []*shellRunner{newShellRunner(t, "bash")}
	nested := []*shellRunner{newShellRunner(t, "bash"), newShellRunner(t, "dash")}
	ran := 0
	for range n {
		text := d.Next()
		if !strings.Contains(text, command.Marker) && !bytes.ContainsAny([]byte(text), "$*?{") {
			continue
		}
		if check(t, a, w, shells, text) {
			ran++
		}
		checkNested(t, a, w, nested, text)
	}
	t.Logf("%d texts, %d of them passed the analysis and were run", n, ran)
}
