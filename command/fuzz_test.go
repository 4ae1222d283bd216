package command_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

func seeds() []string {
	return append(command.Shapes(),
		"cd a || exit 1; rm -rf *", "for f in *.c; do mv \"$f\" \"${f%.c}.o\"; done", "find . -name '*.o' -print0 | xargs -0 rm", "git -c core.pager='rm x' log",
		"sudo -u bob env A=1 timeout 5 sh -c 'cat \"$1\"' _ a", "sed -i 's/a/b/w out' x", "awk '{print > \"out\"}' a", "f() { f | f & }; f", "cat <<'E' | sh\nrm x\nE",
		"x=${y:-$(date +%F)}; tar c$x a", "[[ $a -eq b[0] ]] && echo {1..3}", "while IFS= read -r l; do echo \"$l\"; done < <(git ls-files)", "a[1]=2; declare -A m=([k]=v); ((m[k]++))",
		"case $1 in a|b) : ;;& *) ;; esac", "echo $'\\x41\\u00e9\\101' \"${a[@]/x/y}\" ${!p*} ${a:1:2} ${a^^} ${a@Q}", "chmod 4755 a; kill -9 -1; kill %1 $!",
	)
}

// FuzzAnalyze: whatever the text, the analysis ends, never fails inside, gives
// the same answer twice, and never an empty one.
func FuzzAnalyze(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s, true)
		f.Add(s, false)
	}
	a := analyzer(f)
	f.Fuzz(func(t *testing.T, text string, shell bool) {
		in := command.Input{Text: text, Shell: shell}
		out, err := a.Analyze(in, command.ExampleWorld())
		if err != nil {
			if _, ok := errors.AsType[*command.RefusedError](err); !ok {
				t.Fatalf("error of an unknown type: %v", err)
			}
			return
		}
		checkAnalysis(t, out)
		again, err := a.Analyze(in, command.ExampleWorld())
		if err != nil || !slices.Equal(out.Effects, again.Effects) || out.Script != again.Script || !slices.Equal(out.Argv, again.Argv) {
			t.Fatalf("another answer the second time: %v", err)
		}
		if shell && out.Argv == nil {
			canonical, err := a.Analyze(command.Input{Text: out.Script, Shell: true}, command.ExampleWorld())
			if err != nil || canonical.Script != out.Script {
				t.Fatalf("the canonical text %q is not its own canonical text: %q, %v", out.Script, canonical.Script, err)
			}
		}
	})
}

func checkAnalysis(t *testing.T, out command.Analysis) {
	t.Helper()
	if out.Argv == nil && out.Script == "" {
		t.Fatal("neither argv nor script")
	}
	if len(out.Effects) == 0 {
		t.Fatal("no effects")
	}
	text := out.Text()
	for _, e := range out.Effects {
		if strings.HasPrefix(e.Object, "analysis failed") {
			t.Fatalf("the analysis failed inside: %v", e)
		}
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			t.Fatalf("span %v of %q points outside of %d bytes", e.Span, e.Object, len(text))
		}
		if out.Inspectable && (e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode) {
			t.Fatalf("inspectable although %v", e)
		}
	}
}

// FuzzResolve: a quoted word is resolved to itself, however it is quoted.
func FuzzResolve(f *testing.F) {
	for _, s := range []string{"a", "a b", "rm -rf /", "$x", "*", "~", "a'b", "\\", "é", "-", "{a,b}", "a\nb", "=", "!", "#"} {
		f.Add(s)
	}
	a := analyzer(f)
	f.Fuzz(func(t *testing.T, word string) {
		if word == "" || strings.ContainsRune(word, 0) || len(word) > 4096 {
			return
		}
		quoted := "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		out, err := a.Analyze(command.Input{Text: "echo " + quoted, Shell: true}, command.ExampleWorld())
		if err != nil {
			return // refused bytes
		}
		if len(out.Argv) != 2 || out.Argv[1] != word {
			t.Fatalf("%q became %q", word, out.Argv)
		}
	})
}

// FuzzExec: words seen at run time may hold any bytes.
func FuzzExec(f *testing.F) {
	f.Add("rm\x00-rf\x00/", "A=1\x00LD_PRELOAD=x")
	f.Add("sh\x00-c\x00rm x\x01", "")
	a := analyzer(f)
	f.Fuzz(func(t *testing.T, argv, env string) {
		out, err := a.AnalyzeExec(strings.Split(argv, "\x00"), strings.Split(env, "\x00"), command.ExampleWorld())
		if err == nil {
			checkAnalysis(t, out)
		}
	})
}
