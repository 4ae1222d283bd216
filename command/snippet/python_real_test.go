package snippet_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// watcher runs programs under the audit hooks of a real Python and tells what
// they did: sys.addaudithook, PEP 578.
//
//go:embed testdata/watch.py
var watcher string

// run is one program for the watcher, and what it found.
type run struct {
	Text  string     `json:"text"`
	Args  []string   `json:"args"`
	Did   [][]string `json:"did"`
	Error string     `json:"error"`
}

// python finds a real interpreter that has audit hooks. Where there is none,
// nothing is compared.
func python(tb testing.TB) string {
	tb.Helper()
	for _, p := range []string{"python3"} {
		if at, err := exec.LookPath(p); err == nil && exec.CommandContext(tb.Context(), at, "-c", "import sys; sys.exit(sys.version_info < (3, 8))").Run() == nil {
			return at
		}
	}
	tb.Log("no Python here: programs are not compared with what they do")
	return ""
}

// folder is a workspace that the programs run in.
func folder(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	for name, text := range map[string]string{
		"a.txt": "alpha\nbeta\n", "b.txt": "x", "n.txt": "1\n2\n", "x.json": `{"version": "1.0", "name": "n"}`, "x.csv": "a,x\n1,2\n", "x.yml": "a:\n  enabled: true\n", "x.xml": "<a><b k='1'>1</b></a>",
		"a.py": "def f():\n    return 1\n", "src/a.py": "foo\ndef f():\n    return 1\n", "old.txt": "", "a.tmp": "", "mypkg/__init__.py": "__version__ = '1'\nfoo = bar = 1\n", "mypkg/sub/__init__.py": "", "mypkg/sub/mod.py": "",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// watch runs programs one after the other in one interpreter each.
func watch(tb testing.TB, interpreter, dir string, runs []run) []run {
	tb.Helper()
	in, err := json.Marshal(runs)
	if err != nil {
		tb.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, interpreter, "-c", watcher)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(in))
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	var done []run
	if err := json.Unmarshal(out, &done); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	return done
}

// stated reports whether a thing that a program did was said before.
func stated(dir string, did []string, effects []snippet.Effect) bool {
	kind := map[string]pipeline.EffectKind{"read": pipeline.KindRead, "look": pipeline.KindRead, "write": pipeline.KindWrite, "delete": pipeline.KindDelete, "import": pipeline.KindCode, "run": pipeline.KindRun, "connect": pipeline.KindConnect}[did[0]]
	for _, e := range effects {
		if e.Kind == kind && did[0] == "import" {
			return true
		}
		if e.Kind != kind && !(did[0] == "look" && e.Kind != pipeline.KindSecret) {
			continue
		}
		object, at := e.Object, did[1]
		if kind == pipeline.KindRun || kind == pipeline.KindConnect {
			if object == at || strings.HasPrefix(object, "python3\x00") && strings.HasSuffix(at, "/"+object) || kind == pipeline.KindConnect && strings.HasPrefix(at, object+"/") {
				return true
			}
			continue
		}
		if before, after, ok := strings.Cut(object, "xxxxxxxx"); ok { // what tempfile makes up
			if rest, ok := strings.CutPrefix(at, before); ok && len(rest) >= 8+len(after) && strings.HasPrefix(rest[8:], after) {
				return true
			}
		}
		if !path.IsAbs(object) {
			object = path.Join(dir, object)
		}
		if !path.IsAbs(at) {
			at = path.Join(dir, at)
		}
		if at == object || did[0] == "write" && strings.HasPrefix(object, at+"/") || strings.HasPrefix(at, object+"/") && (e.Tree || kind == pipeline.KindWrite) {
			return true
		}
		if e.Pattern {
			fixed, _, _ := strings.Cut(object, "[")
			fixed, _, _ = strings.Cut(fixed, "*")
			if strings.HasPrefix(at, strings.TrimSuffix(fixed, "/")) {
				return true
			}
		}
	}
	return false
}

// probes reports whether tempfile only tried whether it can write to its folder.
func probes(at string, effects []snippet.Effect) bool {
	for _, e := range effects {
		if i := strings.Index(e.Object, "xxxxxxxx"); i >= 0 && path.Dir(at) == path.Dir(e.Object[:i]+"x") && len(path.Base(at)) == 8 {
			return true
		}
	}
	return false
}

func compare(tb testing.TB, interpreter string, programs []string) {
	tb.Helper()
	var runs []run
	var said [][]snippet.Effect
	for _, s := range programs {
		if effects, ok := snippet.Python(s, snippet.Given{Known: true, Args: []string{"a.txt"}}); ok {
			runs, said = append(runs, run{Text: s, Args: []string{"a.txt"}}), append(said, effects)
		}
	}
	dir := folder(tb)
	for i, r := range watch(tb, interpreter, dir, runs) {
		for _, did := range r.Did {
			if !stated(dir, did, said[i]) && !probes(did[1], said[i]) {
				tb.Errorf("did %q, said %v:\n%s", did, said[i], r.Text)
			}
		}
	}
}

// TestPythonForReal: a real interpreter does nothing but what was said.
func TestPythonForReal(t *testing.T) {
	t.Parallel()
	interpreter := python(t)
	if interpreter == "" {
		return
	}
	compare(t, interpreter, texts(t, "python-harmless.txt"))
}

// TestPythonGenerated does the same with programs that are put together from
// harmless and hostile parts.
func TestPythonGenerated(t *testing.T) {
	t.Parallel()
	interpreter := python(t)
	if interpreter == "" {
		return
	}
	limit := 200 // what a machine compares in a few seconds
	if n, err := strconv.Atoi(os.Getenv("SNIPPET_PROGRAMS")); err == nil {
		limit = n
	}
	var programs []string
	seen, understood := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			s := program(t)
			seen++
			if _, ok := snippet.Python(s, snippet.Given{}); ok {
				understood++
				if len(programs) < limit {
					programs = append(programs, s)
				}
			}
		}
	})
	t.Logf("%d of %d programs are understood", understood, seen)
	if understood == 0 {
		t.Fatal("the generator makes nothing that is understood")
	}
	compare(t, interpreter, programs)
}
