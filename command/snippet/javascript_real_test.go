package snippet_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestJavaScriptForReal: with the rights that were stated and no others, a real
// Node never refuses what a program does. It may start no process and load no
// native code, and reads and writes what was said: --experimental-permission.
func TestJavaScriptForReal(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil || exec.CommandContext(t.Context(), node, "--experimental-permission", "-e", "1").Run() != nil {
		t.Log("no Node with permissions here: programs are not compared with what they do")
		return
	}
	dir := folder(t)
	for i, s := range texts(t, "javascript-harmless.txt") {
		effects, ok := snippet.JavaScript(s, snippet.Given{Known: true, Eval: true})
		if !ok || !strings.Contains(s, "require") && i%8 > 0 { // starting it takes its time
			continue
		}
		args := []string{"--experimental-permission", "--no-warnings"}
		for _, e := range effects {
			at := e.Object
			if !filepath.IsAbs(at) {
				at = filepath.Join(dir, at)
			}
			switch e.Kind {
			case pipeline.KindRead:
				args = append(args, "--allow-fs-read="+at)
			case pipeline.KindWrite, pipeline.KindDelete:
				args = append(args, "--allow-fs-write="+at, "--allow-fs-read="+at)
			case pipeline.KindCode:
				args = append(args, "--allow-fs-read="+dir)
			}
		}
		cmd := exec.CommandContext(t.Context(), node, append(args, "-e", s)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(`{"items": [1], "name": "n"}`)
		if out, err := cmd.CombinedOutput(); err != nil && strings.Contains(string(out), "ERR_ACCESS_DENIED") {
			t.Errorf("refused, said %v:\n%s\n%s", effects, s, out)
		}
	}
}

// FuzzJavaScript: reading ends, and says the same twice.
func FuzzJavaScript(f *testing.F) {
	for _, name := range []string{"javascript-attacks.txt", "javascript-harmless.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		effects, ok := snippet.JavaScript(s, snippet.Given{Known: true, Eval: true})
		again, same := snippet.JavaScript(s, snippet.Given{Known: true, Eval: true})
		if ok != same || len(effects) != len(again) {
			t.Fatalf("%v %v, then %v %v", ok, effects, same, again)
		}
		if ok && strings.HasPrefix(strings.TrimSpace(s), "eval") {
			t.Errorf("%q passes", s)
		}
	})
}

// TestJavaScriptBounds: what is too long or too deep is not understood.
func TestJavaScriptBounds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"long": "1;" + strings.Repeat(" ", snippet.MaxText), "brackets": strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500), "signs": strings.Repeat("!", 8000) + "1",
		"nodes": "[" + strings.Repeat("1,", 5000) + "]", "arrows": strings.Repeat("x=>", 500) + "1", "templates": strings.Repeat("`${", 500) + "1" + strings.Repeat("}`", 500),
		"calls of own files": "const m = require('./a');" + strings.Repeat("m.f(", 60) + "1" + strings.Repeat(")", 60), "lists of lists": lists(400),
		"brackets of arrows": strings.Repeat("(a=", 300) + "1" + strings.Repeat(")=>1", 300), "nested functions": strings.Repeat("const f=()=>{", 100) + strings.Repeat("};f()", 100),
	} {
		if effects, ok := snippet.JavaScript(s, snippet.Given{}); ok {
			t.Errorf("%s is understood: %v", name, effects)
		}
	}
}

// lists is a program whose values are lists of each other.
func lists(n int) string {
	var b strings.Builder
	b.WriteString("const m = require('./a'); let a0 = [1];")
	for i := range n {
		name, last := strconv.Itoa(i+1), strconv.Itoa(i)
		b.WriteString("let a" + name + " = [" + strings.Repeat("a"+last+",", 5) + "];")
	}
	return b.String() + "m.f(a" + strconv.Itoa(n) + "); nobodyKnows(1)"
}
