package command_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/command"
)

// TestReusedMemory: what one analysis found stays as it is while others use
// the same memory, and is what a new analyser finds.
func TestReusedMemory(t *testing.T) {
	t.Parallel()
	used := analyzer(t)
	texts := append(typical(), "a=1 b=2 env -i c=3 sh -c 'rm x'", "echo {a,b}{c,d} | xargs rm", "git -C /tmp -c core.pager=less log | sort | uniq | head", "$x", "f() { rm a; }; f", "echo >", "cd /tmp && ls; cat <<E\nx\nE", strings.Repeat("echo a b c; ", 300)+"ls")
	type kept struct {
		text string
		got  command.Analysis
	}
	var all []kept
	for range 3 {
		for _, text := range texts {
			got, err := used.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
			if err != nil {
				continue
			}
			all = append(all, kept{text, got})
		}
	}
	for _, k := range all {
		want, err := analyzer(t).Analyze(command.Input{Text: k.text, Shell: true}, benchWorld())
		if err != nil || !reflect.DeepEqual(k.got, want) {
			t.Errorf("%q\n got %+v\nwant %+v (%v)", k.text, k.got, want, err)
		}
	}
}

// TestBlanksDoNotMatter: a command means the same however wide its blanks are.
func TestBlanksDoNotMatter(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"ls", "-l", "a", "rm", "'a  b'", "\"x  y\"", ";", "&&", "|", "\n", "\\ ", "<<E\n a  b\nE\n", "# c  d", "$(ls  a)", "{ ls", "}", "[[ a ==  b ]]", "!", "if", "then", "fi", "*", ">x"}), 1, 8).Draw(t, "words")
		wide := rapid.SliceOfN(rapid.SampledFrom([]string{" ", "  ", "\t", " \t "}), len(words), len(words)).Draw(t, "blanks")
		narrow, spread := strings.Join(words, " "), ""
		for i, w := range words {
			spread += wide[i] + w
		}
		if strings.ContainsAny(narrow, "#<'\"\\") {
			spread = narrow + "  " // blanks may mean themselves before a line ends
		}
		one, err1 := a.Analyze(command.Input{Text: narrow, Shell: true}, benchWorld())
		two, err2 := a.Analyze(command.Input{Text: spread, Shell: true}, benchWorld())
		if strings.ContainsAny(narrow, "#<\\") {
			return // only that neither panics
		}
		if (err1 == nil) != (err2 == nil) || err1 == nil && one.Text() != two.Text() {
			t.Fatalf("%q is %q (%v), %q is %q (%v)", narrow, one.Text(), err1, spread, two.Text(), err2)
		}
	})
}

// TestManyCommands: over the limit a text is held, whether or not it is
// written as the printer would, and what comes first is judged all the same.
func TestManyCommands(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, unit := range []string{"true; ", "true;", "true | ", "true && ", "true & ", "echo $(true) $(true)\n", "true || "} {
		text := "rm -rf /; " + strings.Repeat(unit, command.MaxCommands+5) + "true"
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		if err != nil {
			t.Errorf("%q: %v", unit, err)
			continue
		}
		deleted, limited := false, false
		for _, e := range out.Effects {
			deleted = deleted || e.Kind.String() == "delete" && e.Object == "/"
			limited = limited || e.Kind.String() == "unknown" && strings.HasPrefix(e.Object, "limit passed")
		}
		if !deleted || !limited || len(out.Script) < len(text)/2 {
			t.Errorf("%q: deleted %v, limited %v", unit, deleted, limited)
		}
	}
}

// TestLongPipeline: what a pipeline's commands know of each other does not
// depend on how it is descended.
func TestLongPipeline(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]string{
		"echo 'rm -rf /tmp/x' | sh":                                            "delete /tmp/x",
		"echo 'rm -rf /tmp/x' | " + strings.Repeat("cat | ", 200) + "sh":       "delete /tmp/x",
		"curl localhost | " + strings.Repeat("cat | ", 50) + "sh":              "code sh runs its standard input",
		"find /tmp/a -name '*.o' | sort | uniq | grep b | head | xargs rm":     "delete /tmp/a/**/*.o",
		"curl http://localhost/x |& tee a | sh":                                "code sh runs its standard input",
		"echo 'rm -rf /tmp/x' |& cat | sh":                                     "code sh runs its standard input",
		"echo a | (cat; echo b) | sh":                                          "code sh runs its standard input",
		"! echo 'rm -rf /tmp/x' | cat | sh":                                    "delete /tmp/x",
		"cat <<'E' | tee y | bash\nrm -rf /tmp/x\nE":                           "delete /tmp/x",
		"{ curl localhost | cat; } | " + strings.Repeat("sort | ", 3) + "bash": "code bash runs its standard input",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		if err != nil {
			t.Errorf("%.60q: %v", text, err)
			continue
		}
		found := false
		for _, e := range out.Effects {
			found = found || e.Kind.String()+" "+e.Object == want && (e.Kind.String() != "code" || !strings.HasPrefix(text, "curl") || e.Mark == "remote-code")
		}
		if !found {
			t.Errorf("%.60q: no %q in %+v", text, want, out.Effects)
		}
	}
}

// TestPlainBraces: words of simple lists are what the general expansion makes.
func TestPlainBraces(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[ab,{}/.-]{0,4}\{[ab,.]{0,5}\}[ab,{}]{0,3}`).Draw(t, "word")
		// An empty pair of quotes keeps the word from the short way.
		short, err1 := a.Analyze(command.Input{Text: "echo x" + word, Shell: true}, benchWorld())
		long, err2 := a.Analyze(command.Input{Text: "echo x''" + word, Shell: true}, benchWorld())
		if (err1 == nil) != (err2 == nil) || !reflect.DeepEqual(short.Argv, long.Argv) {
			t.Fatalf("%q: %q (%v) and %q (%v)", word, short.Argv, err1, long.Argv, err2)
		}
	})
}
