package snippet_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"passepartout/command/snippet"
)

// perlWatcher runs programs in a real Perl whose functions that reach beyond it
// are replaced.
//
//go:embed testdata/watch.pl
var perlWatcher string

// perlRun is one program for the watcher, and what it found.
type perlRun struct {
	Text  string   `json:"text"`
	Did   []string `json:"did"`
	Error string   `json:"error"`
}

// TestPerlAttacks: none of these is understood.
func TestPerlAttacks(t *testing.T) {
	t.Parallel()
	all := texts(t, "perl-attacks.txt")
	if len(all) < 150 {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := snippet.Perl(s, snippet.Given{}); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestPerlHarmless: what people and agents type all day is understood.
func TestPerlHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "perl-harmless.txt")
	if len(all) < 60 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := snippet.Perl(s, snippet.Given{Lines: true}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}

// TestPerlForReal: a real interpreter parses what is understood, and calls
// nothing that starts, opens or removes.
func TestPerlForReal(t *testing.T) {
	t.Parallel()
	perl, err := exec.LookPath("perl")
	if err != nil || exec.CommandContext(t.Context(), perl, "-MJSON::PP", "-e", "1").Run() != nil {
		t.Log("no Perl here: programs are not compared with what they do")
		return
	}
	var runs []perlRun
	for _, s := range texts(t, "perl-harmless.txt") {
		runs = append(runs, perlRun{Text: s})
	}
	runs = append(runs, perlRun{Text: `system("true"); my $x = qx(true); print`}) // for the watcher itself
	done := watchPerl(t, perl, runs)
	if control := done[len(done)-1]; len(control.Did) != 2 {
		t.Errorf("the watcher sees %q", control.Did)
	}
	for _, r := range done[:len(done)-1] {
		if len(r.Did) > 0 || strings.Contains(r.Error, "syntax error") {
			t.Errorf("did %q, %s:\n%s", r.Did, r.Error, r.Text)
		}
	}
}

func watchPerl(tb testing.TB, perl string, runs []perlRun) []perlRun {
	tb.Helper()
	in, err := json.Marshal(runs)
	if err != nil {
		tb.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, perl, "-e", perlWatcher)
	cmd.Dir, cmd.Stdin = folder(tb), strings.NewReader(string(in))
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	var done []perlRun
	if err := json.Unmarshal(out, &done); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	return done
}

// FuzzPerl: reading ends.
func FuzzPerl(f *testing.F) {
	for _, name := range []string{"perl-attacks.txt", "perl-harmless.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, ok := snippet.Perl(s, snippet.Given{Lines: true}); ok && strings.HasPrefix(strings.TrimSpace(s), "system(") {
			t.Errorf("%q passes", s)
		}
	})
}

// TestPerlBounds: what is too long or too deep is not understood.
func TestPerlBounds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"long": "1;" + strings.Repeat(" ", snippet.MaxText), "brackets": strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500), "signs": strings.Repeat("!", 8000) + "1",
		"nodes": strings.Repeat("1,", 5000) + "1", "blocks": strings.Repeat("if (1) {", 300) + strings.Repeat("}", 300), "calls": strings.Repeat("lc ", 500) + "$x",
	} {
		if _, ok := snippet.Perl(s, snippet.Given{}); ok {
			t.Errorf("%s is understood", name)
		}
	}
}
