package command_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// places writes scripts that walk about and delete, so that a folder or a name
// that the analysis follows wrongly shows as a target that it did not foresee.
type places struct {
	rng   *rand.Rand
	depth int
	inFn  bool
}

func (p *places) of(list ...string) string { return list[p.rng.IntN(len(list))] }

func (p *places) value() string {
	return p.of("a", "b", "a/c", "..", ".", "a", "b/", "\"$x\"", "$x", "\"$y\"", "$y/c", "\"$x/$y\"", "\"$PWD\"", "$(pwd)", "\"$(pwd)/a\"", "~", "~/a", "*", "*/", "a/*", "nosuch", "../a", "\"${x:-b}\"", "\"${x%/*}\"", "\"${x##*/}\"", "\"$(basename $x)\"", "\"$(dirname \"$x\")\"", "{a,b}", "\"$1\"", "\"$@\"", "''", "\"$OLDPWD\"", "$(cd a && pwd)", "\"$(cd .. && pwd)\"", "\"${z[0]}\"", "\"${z[@]}\"", "$((1+1))", "\"$n\"", "./-x", "\"${x/a/b}\"", "\"${PWD%/*}/b\"")
}

func (p *places) simple() string {
	switch p.rng.IntN(16) {
	case 0, 1, 2, 3, 4, 5:
		return "rm -rf " + p.of("", "-- ") + p.value()
	case 6, 7, 8:
		return "cd " + p.value()
	case 9:
		return p.of("pushd "+p.value()+" >/dev/null", "popd >/dev/null", "cd -", "cd", "pushd a >/dev/null", "dirs -c")
	case 10, 11:
		return p.of("x", "x", "y", "n") + "=" + p.value()
	case 12:
		return p.of("local x="+p.value(), "declare y="+p.value(), "export x="+p.value(), "read -r x <<< "+p.value(), "z=(a "+p.value()+")", "z+=(b)", "unset x", "set -- "+p.value()+" b", "shift", "x+=/c", "IFS=/", "unset IFS", "n=$((n+1))", "printf -v x %s "+p.value(), "mapfile -t z <<< "+p.value())
	case 13:
		return p.of("set -e", "set +e", "set -u", "set -f", "shopt -s nullglob", "set -o pipefail", "OLDPWD=a", "PWD=/")
	case 14:
		if !p.inFn {
			return p.of("f", "f "+p.value(), "f a b")
		}
		return p.of("return", "true && return", "[ -d nosuch ] && return", "x=a")
	default:
		return p.of("eval 'cd $x'", "eval 'rm -rf $y'", "trap 'rm -rf \"$x\"' EXIT", "trap 'rm -rf b' EXIT", "command cd "+p.value(), "builtin cd "+p.value(), "x=b cd "+p.value(), "! cd "+p.value(), "rm -rf \"$x\" || cd ..", "true", "break", "continue")
	}
}

func (p *places) stmt() string {
	if p.depth++; p.depth > 4 {
		p.depth--
		return p.simple()
	}
	defer func() { p.depth-- }()
	switch p.rng.IntN(18) {
	case 0:
		return "(" + p.stmt() + "; " + p.stmt() + ")"
	case 1:
		return "for x in " + p.value() + " " + p.value() + "; do " + p.stmt() + "; " + p.stmt() + "; done"
	case 2:
		return "for y in " + p.of("*", "*/", "a b", "\"${z[@]}\"", "\"$@\"", "a/*") + "; do " + p.stmt() + "; " + p.of("", "continue; ", "break; ") + p.stmt() + "; done"
	case 3:
		return "if cd " + p.value() + "; then " + p.stmt() + "; " + p.of("", "else "+p.stmt()+"; ") + "fi"
	case 4, 5:
		return p.simple() + " && " + p.stmt()
	case 6:
		return p.simple() + " || " + p.of(p.stmt(), "return", "exit", "continue", "break", "{ "+p.stmt()+"; exit; }")
	case 7:
		return "while " + p.simple() + "; do " + p.stmt() + "; " + p.of("break", "[ 1 ] && break; "+p.simple()+"; break") + "; done"
	case 8, 9:
		if p.inFn {
			return p.simple()
		}
		p.inFn = true
		defer func() { p.inFn = false }()
		return "f() { " + p.stmt() + "; " + p.stmt() + "; }"
	case 10:
		return p.simple() + " | " + p.simple()
	case 11:
		return "{ " + p.stmt() + "; " + p.stmt() + "; }"
	case 12:
		return "x=$(" + p.simple() + "; pwd)"
	case 13:
		return "case $x in a) " + p.stmt() + ";; *) " + p.stmt() + ";; esac"
	default:
		return p.simple()
	}
}

func (p *places) script() string {
	list := []string{"x=" + p.of("a", "b", "a/c", ".") + " y=" + p.of("b", "a", "c") + " n=1; z=(a b); f() { rm -rf \"$1\"; }"}
	for range 2 + p.rng.IntN(5) {
		list = append(list, p.stmt())
	}
	return strings.Join(list, p.of("\n", "; "))
}

// withRm is the real file system, in which rm is the machine's.
type withRm struct{ command.PathResolver }

func (withRm) LookPath(name, _ string) (string, bool) {
	return "/usr/bin/" + name, name == "rm" || name == "basename" || name == "dirname"
}

// targetRunner runs texts where the only program is an rm that notes what it
// was told to delete.
type targetRunner struct {
	shellRunner
	world command.World
}

func newTargetRunner(t *testing.T) *targetRunner {
	t.Helper()
	r := &targetRunner{shellRunner: *newShellRunner(t, "bash")}
	for _, d := range []string{"a/c", "b/c", "home/a"} {
		if err := os.MkdirAll(filepath.Join(r.dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script := "#!/bin/sh\nhere=$(pwd -P)\nfor t; do case $t in -rf|--|'') ;; /*) echo \"$t\";; *) echo \"$here/$t\";; esac; done >>" + r.hit + "\n"
	if err := os.WriteFile(filepath.Join(r.bin, "rm"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"basename", "dirname"} {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(real, filepath.Join(r.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	r.world = command.ExampleWorld()
	r.world.Dir, r.world.Home, r.world.Paths = r.dir, r.dir, withRm{command.OS()}
	r.world.Env = map[string]string{"PATH": r.bin, "HOME": r.dir}
	return r
}

// deleted is what a text was told to delete.
func (r *targetRunner) deleted(t *testing.T, text string) []string {
	t.Helper()
	r.run(t, text)
	b, err := os.ReadFile(r.hit)
	if err != nil {
		return nil
	}
	if err := os.Remove(r.hit); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(b), "\n"), func(s string) bool { return s == "" })
}

// foreseen reports whether an analysis accounts for a deletion.
func foreseen(out command.Analysis, target string) bool {
	target = path.Clean(target)
	return slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
		if e.Kind != pipeline.KindDelete {
			return false
		}
		if e.Object == target || !path.IsAbs(e.Object) { // a path that nothing sets is held
			return true
		}
		ok, err := path.Match(e.Object, target)
		return err != nil || ok
	})
}

// TestDifferentialTargets compares what scripts delete with what the analysis foresees.
// PP_DIFFERENTIAL_N and PP_DIFFERENTIAL_SEED are those of TestDifferential.
func TestDifferentialTargets(t *testing.T) {
	t.Parallel()
	n, seed := 1500, uint64(1)
	if s := os.Getenv("PP_DIFFERENTIAL_N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("PP_DIFFERENTIAL_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	a, r := command.New(c), newTargetRunner(t)
	rng := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // test input, not a secret
	ran := 0
	for range n {
		text := (&places{rng: rng}).script()
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, r.world)
		if err != nil || !out.Inspectable {
			continue
		}
		ran++
		for _, target := range r.deleted(t, out.Script) {
			if !foreseen(out, target) {
				t.Errorf("%s was deleted although the analysis does not show it: %q", target, text)
			}
		}
	}
	if ran == 0 {
		t.Error("no text passed the analysis")
	}
	t.Logf("%d texts, %d of them passed the analysis and were run", n, ran)
}
