package confine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestUnplain(t *testing.T) {
	t.Parallel()
	for text, plain := range map[string]bool{
		"": true,
		"[core]\n\trepositoryformatversion = 0\n\tbare = false\n# note\n; note\n":                                                                                    true,
		"[remote \"origin\"]\n\turl = https://x/y\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n": true,
		"[user]\n\tname = n\n\temail = n@x\n":                 true,
		"[core]\n\tfsmonitor = evil\n":                        false,
		"[core]\n\tFsMonitor=evil\n":                          false,
		"[core] fsmonitor = evil\n":                           false,
		"[core]\n\tbare = false \\\n\tfsmonitor\n":            false,
		"[CORE]\n\thooksPath = x\n":                           false,
		"[core]\n\tsshCommand = x\n":                          false,
		"[alias]\n\tst = !x\n":                                false,
		"[include]\n\tpath = ../evil\n":                       false,
		"[includeIf \"gitdir:/\"]\n\tpath = x\n":              false,
		"[filter \"x\"]\n\tclean = evil\n":                    false,
		"[diff \"x\"]\n\ttextconv = evil\n":                   false,
		"[remote \"x\"]\n\tuploadpack = evil\n":               false,
		"[remote \"x]y\"]\n\tvcs = evil\n":                    false,
		"[credential]\n\thelper = evil\n":                     false,
		"[core \"x\"]\n[gpg]\n\tprogram = evil\n":             false,
		"fsmonitor = evil\n":                                  false,
		"[user]\n\tname = n\n\tsigningkey = x\n":              false,
		"[submodule \"x\"]\n\turl = ../x\n\tupdate = !evil\n": false,
	} {
		at := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := unplain(at); (got == "") != plain {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestUnplainNeverMissesASetting: wherever a setting that names a program
// stands in a text, it is seen.
func TestUnplainNeverMissesASetting(t *testing.T) {
	t.Parallel()
	at := filepath.Join(t.TempDir(), "config")
	line := rapid.SampledFrom([]string{"[core]", "\tbare = false", "[remote \"x\"]", "\turl = y", "# note", "", "[user]", "\tname = n", "[branch \"a]b\"]", "; [core"})
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(line, 0, 8).Draw(t, "lines")
		lines = slices.Insert(lines, rapid.IntRange(0, len(lines)).Draw(t, "at"), rapid.SampledFrom([]string{
			"[core]\n fsmonitor = evil", "[core]fsmonitor=evil", "[alias]\nx=!y", "[include]\npath=z", "[core]\nbare=false\\\n\nsshcommand=x",
		}).Draw(t, "evil"))
		text := ""
		for _, l := range lines {
			text += l + "\n"
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if unplain(at) == "" {
			t.Fatalf("%q is plain", text)
		}
	})
}

// TestSurveyLooksAgain: what is new is found, and what was read is not read
// again; the search is bounded.
func TestSurveyLooksAgain(t *testing.T) {
	t.Parallel()
	ws := t.TempDir()
	for i := range 20 {
		if err := os.MkdirAll(filepath.Join(ws, fmt.Sprint(i), "deep"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Now().Add(time.Hour) // long after the last change
	s := newSurveyor(func() time.Time { return at })
	paths := func() (out []string) {
		for _, m := range s.look([]string{ws}, true) {
			out = append(out, m.path)
		}
		return out
	}
	if got := paths(); len(got) != 0 || s.places != 41 {
		t.Fatalf("%v, %d folders", got, s.places)
	}
	for _, f := range []string{"/.envrc", "/3/deep/.mcp.json", "/node_modules/x/.envrc", "/a/b/c/d/e/f/g/.envrc"} {
		if err := os.MkdirAll(filepath.Dir(ws+f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(ws+f, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := paths(), []string{ws + "/.envrc", ws + "/3/deep/.mcp.json"}; !slices.Equal(got, want) {
		t.Errorf("found %v", got)
	}
	for i := range maxFolders {
		if err := os.Mkdir(filepath.Join(ws, fmt.Sprint("many", i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if paths(); s.places > maxFolders {
		t.Errorf("%d folders were looked at", s.places)
	}
}

func BenchmarkSurveyAgain(b *testing.B) {
	ws := b.TempDir()
	for i := range 200 {
		if err := os.MkdirAll(filepath.Join(ws, fmt.Sprint(i%10), fmt.Sprint(i)), 0o755); err != nil {
			b.Fatal(err)
		}
	}
	later := time.Now().Add(time.Hour)
	s := newSurveyor(func() time.Time { return later })
	for b.Loop() {
		s.look([]string{ws}, true)
	}
}
