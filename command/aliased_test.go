package command_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestAliases: a script with aliases is judged as it reads with them put in, wherever
// bash certainly puts them in, which bash itself is asked for; all others are held.
func TestAliases(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.txt"), []byte("seen\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const on = "shopt -s expand_aliases\n"
	for text, want := range map[string]bool{
		on + "alias zz='cat x.txt'\nzz":                           true,
		on + "alias zz=cat\nzz x.txt":                             true,
		"shopt -s expand_aliases; alias zz='cat'\nzz < x.txt":     true,
		"alias zz='cat x.txt'\n" + on + "zz":                      true,
		on + "alias yy=ls zz='cat x.txt'\nzz | sort":              true,
		on + "alias zz='sort | uniq'\ncat x.txt | zz -c":          true,
		on + "alias zz='cat x.txt'\nfor i in 1; do zz; done":      true,
		on + "alias zz='cat x.txt'\nf() { zz; }\nf":               true,
		on + "alias zz='cat x.txt'\nif zz; then ls; fi":           true,
		on + "alias zz='cat x.txt'\necho \"$(zz)\"":               true,
		on + "alias zz='cat x.txt'\n(zz)":                         true,
		on + "alias zz='cat '\nzz x.txt":                          true,
		"alias zz='cat x.txt'\nzz":                                false,
		on + "zz\nalias zz='cat x.txt'":                           false,
		on + "f() { zz; }\nalias zz='cat x.txt'\nf":               false,
		on + "alias zz='cat x.txt'\n\\zz":                         false,
		on + "alias zz='cat x.txt'\n'zz'":                         false,
		on + "alias zz='cat x.txt'\ncommand zz":                   false,
		on + "alias zz='cat x.txt'\nx=zz; $x":                     false,
		on + "if false; then alias zz='cat x.txt'; fi\nzz":        false,
		on + "(alias zz='cat x.txt')\nzz":                         false,
		on + "alias zz='cat x.txt' | cat\nzz":                     false,
		on + "alias zz='cat'\nalias zz='ls'\nzz x.txt":            false,
		on + "shopt -u expand_aliases\nalias zz='cat x.txt'\nzz":  false,
		on + "alias zz='cat x.txt #'\nzz":                         false,
		on + "alias zz='cat x.txt;'\nzz":                          false,
		on + "alias zz='yy x.txt'\nalias yy=cat\nzz":              false,
		on + "alias zz='cat '\nalias yy=x.txt\nzz yy":             false,
		on + "alias zz='cat x.txt'\neval 'alias zz=ls'\nzz":       false,
		on + "alias zz='cat x.txt'\nBASH_ALIASES[zz]=ls\nzz":      false,
		on + "alias zz='cat x.txt'\nunalias zz\nzz":               false,
		on + "alias echo='cat x.txt'\necho":                       false,
		on + "alias zz='cat x.txt'\nzz() { ls; }\nzz":             false,
		on + "alias zz='cat >'\nzz x.txt":                         false,
		"set -o posix\n" + on + "alias zz='cat x.txt'\nzz":        false,
		"bash -c \"shopt -s expand_aliases\nalias zz=cat\nzz y\"": false,
	} {
		found := analyze(t, command.Input{Text: text, Shell: true}).Effects
		known := !slices.ContainsFunc(found, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown })
		if known != want {
			t.Errorf("%q: known %v, want %v: %+v", text, known, want, found)
		}
		if !known {
			continue
		}
		if !slices.ContainsFunc(found, func(e pipeline.Effect) bool { return strings.HasSuffix(e.Object, "/x.txt") }) {
			t.Errorf("%q: x.txt is not read: %+v", text, found)
		}
		cmd := exec.CommandContext(t.Context(), "bash", "-c", text)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "seen") {
			t.Errorf("%q: bash prints %q, %v", text, out, err)
		}
	}
}
