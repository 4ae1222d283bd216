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
	return p.of("a", "b", "a/c", "..", ".", "a", "b/", "\"$x\"", "$x", "\"$y\"", "$y/c", "\"$x/$y\"", "\"$PWD\"", "$(pwd)", "\"$(pwd)/a\"", "~", "~/a", "*", "*/", "a/*", "nosuch", "../a", "\"${x:-b}\"", "\"${x%/*}\"", "\"${x##*/}\"", "\"$(basename $x)\"", "\"$(dirname \"$x\")\"", "{a,b}", "\"$1\"", "\"$@\"", "''", "\"$OLDPWD\"", "$(cd a && pwd)", "\"$(cd .. && pwd)\"", "\"${z[0]}\"", "\"${z[@]}\"", "$((1+1))", "\"$n\"", "./-x", "\"${x/a/b}\"", "\"${PWD%/*}/b\"",
		"\"a/c${x##*/}\"", "\"./b${y//\\//-}\"", "\"a/b$(echo \"$x\" | tr / -)\"")
}

// names are lists of names that programs print.
func (p *places) names() string {
	start := p.of("a", "a b", ".", "\"$x\"", "\"$y\" a", "..", "a/c", "b/", "./a")
	tail := p.of("", "", "", " | sort", " | head -n 1", " | tail -n +2", " | tail -c 3", " | head -c 1", " | grep -v x", " | grep c", " | grep '-oc'", " | cut -d/ -f1", " | cut -d/ -f1-2", " | xargs dirname", " | sort -u | tail -1", " | tr '\\n' ' '", " | sort < /dev/null", " | tac -s/")
	switch p.rng.IntN(8) {
	case 0:
		return "ls " + p.of("", "-1 ", "-A ", "-d ", "-t ", "-R ") + p.of("", "a", "*", "\"$x\"", "a b", "..", "a/c") + tail
	case 1:
		return p.of("printf '%s\\n' \"${z[@]}\"", "echo \"$y\"", "printf '%s\\n' a b", "echo a/c", "seq 1 2", "printf '/%s' a") + tail
	default:
		return "find " + start + p.of("", " -type d", " -mindepth 1", " -maxdepth 1", " -name c", " -printf '%h\\n'", " -printf '%p\\n'", " -printf %p", " -print0", " -empty") + tail
	}
}

// listing does something with a list of names.
func (p *places) listing() string {
	switch n := p.names(); p.rng.IntN(9) {
	case 0:
		return "rm -rf $(" + n + ")"
	case 1:
		return "x=$(" + n + "); rm -rf " + p.of("$x", "\"$x\"", "\"$x/c\"", "${x%/*}")
	case 2:
		return "for y in $(" + n + "); do " + p.simple() + "; rm -rf " + p.of("\"$y\"", "$y", "\"$y/c\"", "\"${y##*/}\"", "../\"$y\"") + "; done"
	case 3:
		return n + " | while " + p.of("", "IFS= ", "IFS=/ ") + "read " + p.of("-r ", "", "-r -d '' ") + p.of("y", "x y", "y x") + "; do " + p.simple() + "; rm -rf \"$y\"; done"
	case 4:
		return "mapfile " + p.of("-t ", "", "-t -d '' ", "-t -n 1 ", "-t -O 1 ", "-ts1 ") + "z < <(" + n + "); rm -rf " + p.of("\"${z[@]}\"", "\"${z[0]}\"", "${z[@]}", "\"${z[1]}\"", "\"${z[@]%/*}\"", "\"${z[-1]}\"")
	case 5:
		return n + " | xargs " + p.of("", "-0 ", "-n1 ", "-r ", "-I{} ", "-d/ ") + "rm -rf " + p.of("", "", "{}", "{}/c", "a")
	case 6:
		return "find " + p.of("a", "b", "\"$x\"", ".", "..", "a/c") + p.of("", " -name c", " -mindepth 1") + p.of(" -exec", " -execdir", " -exec") + " rm -rf " + p.of("{}", "{}", "c", "../b", "{}/..", "{}/c") + " ';'"
	case 7:
		return "[[ " + p.of("$x", "$y", "a/b", "$(pwd)") + " =~ " + p.of("^([a-c]+)/(.*)$", "^(.*)/", "([a-c])", "^([0-9]*)", "(a|b)") + " ]]" + p.of(" && ", "; ", " || ") + "rm -rf " + p.of("\"${BASH_REMATCH[1]}\"", "\"${BASH_REMATCH[0]}\"", "\"${BASH_REMATCH[2]}/a\"", "\"$BASH_REMATCH\"")
	default:
		return "n=$(" + p.of("seq 2 1", "seq 1 1", "ls nosuch | wc -l", "echo a | tr -dc 0-9", "echo $x | grep -o '[0-9]*' | head -1", "printf %d \"$n\"", "echo 3 | head -1", "echo a1 | cut -c2-") + "); rm -rf " + p.of("\"$n\"", "\"$n/a\"", "a/\"$n\"", "$n/b", "\"a$n\"")
	}
}

// written is a script that is written, perhaps changed, and run.
func (p *places) written() string {
	q := p.of("'", "'", "\"")
	line := p.of("rm -rf "+p.of("a", "b", "$x", "../a", "$1", "*"), "cd "+p.of("a", "..", "b")+"; rm -rf c", "x="+p.of("b", ".."), "set -- b", "return", "f() { rm -rf b; }")
	to := p.of("s", "s", "a/s", "b/s", "./s", "\"$x/s\"")
	write := p.of("echo "+q+line+q+" > ", "printf '%s\\n' "+q+line+q+" > ", "echo "+q+line+q+" >> ", "echo "+q+line+q+" >| ") + to
	again := p.of("", "", "", "; cd a", "; echo 'rm -rf b' > s", "; echo 'rm -rf a/c' >> s", "; echo 'rm -rf b' > \"$x/s\"", "; (cd a; echo 'rm -rf b' > ../s)", "; f s", "; x=b", "; set -C; echo true > s", "; : > s", "; echo 'rm -rf x' > */s", "; ln -sf a b/l")
	return write + again + p.of("; ", " && ") + p.of(". ./s", "bash s", "bash s b", ". a/s", "bash \"$x/s\"", "bash ./s "+p.value(), "(cd a; . ../s)", "bash < s", "bash +x s", "cd a && bash s", "for x in a b; do bash $x/s; done", "bash -c '. ./s'")
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
		return p.of("return", "true && return", "[ -d nosuch ] && return", "x=a", p.again(), p.again(), p.again())
	default:
		return p.of("eval 'cd $x'", "eval 'rm -rf $y'", "trap 'rm -rf \"$x\"' EXIT", "trap 'rm -rf b' EXIT", "command cd "+p.value(), "builtin cd "+p.value(), "x=b cd "+p.value(), "! cd "+p.value(), "rm -rf \"$x\" || cd ..", "true", "break", "continue")
	}
}

// again is a call of the function within itself, a few times.
func (p *places) again() string {
	with := p.of("", p.value(), p.value()+" "+p.value(), "\"$1\"", "\"$1/c\"", "\"$1/..\"", "\"$y\" \"$1\"", "\"$@\"", "\"$@\" "+p.value())
	call := p.of("f "+with, "f "+with, "y=$(f "+with+")", "(f "+with+")", "g "+with, "for x in a .. b; do f \"$x\"; done")
	return "if [ ${#deep} -lt " + p.of("1", "2", "3") + " ]; then deep=x$deep; " + p.of("", "local x=b; ", "shift; ", "cd a; ", "set -- \"$2\" \"$1\"; ") + call + "; fi"
}

func (p *places) stmt() string {
	if p.depth++; p.depth > 4 {
		p.depth--
		return p.simple()
	}
	defer func() { p.depth-- }()
	switch p.rng.IntN(22) {
	case 18, 19:
		return p.listing()
	case 20:
		return p.written()
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
	list := []string{"x=" + p.of("a", "b", "a/c", ".") + " y=" + p.of("b", "a", "c") + " n=1; z=(a b); f() { rm -rf \"$1\"; }; g() { f \"$@\"; rm -rf \"$x\"; }"}
	for range 2 + p.rng.IntN(5) {
		list = append(list, p.stmt())
	}
	if p.rng.IntN(8) == 0 {
		list = append(list[:2], "f() { "+p.simple()+"; "+p.of(p.again(), "rm -rf \"$1\"")+"; "+p.again()+"; "+p.of(p.simple(), "rm -rf \"$x\"", "rm -rf \"$1\" \"$2\"")+"; }", "f "+p.value()+" "+p.value())
	}
	return strings.Join(list, p.of("\n", "; "))
}

// placesPrograms are the programs that such scripts find beside rm. None of them
// deletes anything as it is used here.
func placesPrograms() []string {
	return []string{"basename", "dirname", "bash", "ls", "find", "sort", "head", "tail", "grep", "cut", "tr", "tac", "seq", "wc", "xargs", "ln"}
}

// withRm is the real file system, in which rm is the machine's.
type withRm struct{ command.PathResolver }

func (withRm) LookPath(name, _ string) (string, bool) {
	return "/usr/bin/" + name, name == "rm" || slices.Contains(placesPrograms(), name)
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
	r.tree(t)
	// What lies below the folder of the test is really deleted, since a folder that is gone
	// changes where the next cd leads; in one that is gone there is nothing. With the file kept
	// it stays, as where an rm may not delete. A name of several lines or words is one that nobody has; no rm deletes . and ..
	script := "#!/bin/sh\nhere=$(pwd -P)\nnl='\n'\nfor t; do case $t in -rf|--|''|.|..|*/.|*/..|./|../|*/./|*/../|*' '*|*\"$nl\"*) continue;; /*) p=$t;; *) [ \"$here\" ] || continue; p=$here/$t;; esac; echo \"$p\"; [ -e " + r.kept() + " ] || case $p in *..*) ;; " + r.dir + "/?*) /bin/rm -rf -- \"$p\";; esac; done >>" + r.hit + "\n"
	if err := os.WriteFile(filepath.Join(r.bin, "rm"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range placesPrograms() {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(real, filepath.Join(r.bin, name)); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	r.world = command.ExampleWorld()
	r.world.Dir, r.world.Home, r.world.Paths = r.dir, r.dir, withRm{command.OS()}
	r.world.Env = map[string]string{"PATH": r.bin, "HOME": r.dir}
	return r
}

// tree makes the folders that scripts walk about in.
func (r *targetRunner) tree(t *testing.T) {
	t.Helper()
	for _, d := range []string{"a/c", "b/c", "home/a"} {
		if err := os.MkdirAll(filepath.Join(r.dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// kept names the file that says that rm deletes nothing.
func (r *targetRunner) kept() string { return filepath.Join(r.bin, "kept") }

// deleted is what a text was told to delete: where rm deletes, and where it cannot.
func (r *targetRunner) deleted(t *testing.T, text string) []string {
	t.Helper()
	list := r.deletedOnce(t, text)
	if err := os.WriteFile(r.kept(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	list = append(list, r.deletedOnce(t, text)...)
	if err := os.Remove(r.kept()); err != nil {
		t.Fatal(err)
	}
	return list
}

// deletedOnce is what one run of a text was told to delete.
func (r *targetRunner) deletedOnce(t *testing.T, text string) []string {
	t.Helper()
	r.run(t, text)
	r.tree(t)
	for _, left := range []string{"s", "*/s", "*/*/s", "*/*/*/s", "*/l"} { // what it has written
		list, err := filepath.Glob(filepath.Join(filepath.Dir(r.dir), left))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range list {
			_ = os.Remove(name)
		}
	}
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
		if begin, _, deep := strings.Cut(e.Object, "**"); deep {
			begin, _, _ = strings.Cut(begin, "*")
			return strings.HasPrefix(target+"/", begin)
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
