package snippet_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// rubyWatcher runs programs in a real Ruby whose methods on files are wrapped,
// and which traces calls that start something.
//
//go:embed testdata/watch.rb
var rubyWatcher string

// rubyRun is one program for the watcher, and what it found.
type rubyRun struct {
	Text  string     `json:"text"`
	Args  []string   `json:"args"`
	Input string     `json:"input"`
	Did   [][]string `json:"did"`
	Error string     `json:"error"`
}

// TestRubyForReal: a real interpreter does nothing but what was said.
func TestRubyForReal(t *testing.T) {
	t.Parallel()
	ruby, err := exec.LookPath("ruby")
	if err != nil || exec.CommandContext(t.Context(), ruby, "-rjson", "-e", "exit RUBY_VERSION >= '2.7'").Run() != nil {
		t.Log("no Ruby here: programs are not compared with what they do")
		return
	}
	dir := folder(t)
	var runs []rubyRun
	var said [][]snippet.Effect
	for _, s := range texts(t, "ruby-harmless.txt") {
		if effects, ok := snippet.Ruby(s, snippet.Given{Known: true, UTF8: true, Args: []string{"a.txt"}}); ok && !strings.Contains(s, "BEGIN") && !strings.Contains(s, "__FILE__") {
			runs, said = append(runs, rubyRun{Text: s, Args: []string{"a.txt"}, Input: filepath.Join(dir, "x.json")}), append(said, effects)
		}
	}
	runs, said = append(runs, rubyRun{Args: []string{}, Text: `system("true"); File.write("zz.txt", File.read("a.txt"))`}), append(said, nil) // for the watcher itself
	in, err := json.Marshal(runs)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, ruby, "-W0", "-e", rubyWatcher)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(in))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var done []rubyRun
	if err := json.Unmarshal(out, &done); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	control := done[len(done)-1]
	if len(control.Did) != 3 {
		t.Errorf("the watcher sees %q", control.Did)
	}
	failed := 0
	for i, r := range done[:len(done)-1] {
		if r.Error != "" && !strings.HasPrefix(r.Error, "SystemExit") {
			failed++
			t.Logf("%s\n%s", r.Text, r.Error)
		}
		for _, did := range r.Did {
			if did[0] == "call" && starts(said[i]) {
				continue // by constant words, which were stated
			}
			if did[0] == "call" || !rubyStated(dir, did, said[i]) {
				t.Errorf("did %q, said %v:\n%s", did, said[i], r.Text)
			}
		}
	}
	if failed > len(done)/5 {
		t.Errorf("%d of %d programs fail, so that little is compared", failed, len(done))
	}
}

// rubyStated is stated, where folders above may be made or looked at, and what
// is opened may be looked at.
func rubyStated(dir string, did []string, effects []snippet.Effect) bool {
	if stated(dir, did, effects) {
		return true
	}
	if strings.HasPrefix(path.Clean(did[1])+"/", path.Clean(os.TempDir())+"/tongue") || path.Clean(did[1]) == path.Clean(os.TempDir()) && did[0] == "look" {
		return true // a new file with a name of its own, which is no file of anybody's
	}
	for _, e := range effects {
		at := did[1]
		if !path.IsAbs(at) {
			at = path.Join(dir, at)
		}
		object := path.Join(dir, e.Object)
		if e.Kind == pipeline.KindWrite && (did[0] == "write" || did[0] == "look") && strings.HasPrefix(object, at+"/") || did[0] == "look" && at == object {
			return true
		}
		if alternatives(did[1]) && did[0] == "look" && e.Pattern {
			return true
		}
	}
	return false
}

// alternatives reports whether a pattern has {a,b}, which effects spell out.
func alternatives(s string) bool { return strings.Contains(s, "{") }
