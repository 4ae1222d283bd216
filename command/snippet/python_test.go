package snippet_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// texts reads programs that stand in a file, divided by lines of %%.
func texts(tb testing.TB, name string) []string {
	tb.Helper()
	body, err := os.ReadFile("testdata/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(body), "\n"), "\n%%\n")
}

// TestPythonAttacks: none of these is understood, whatever it does in the end.
func TestPythonAttacks(t *testing.T) {
	t.Parallel()
	all := texts(t, "python-attacks.txt")
	if len(all) < 200 {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := snippet.Python(s, snippet.Given{Known: true}); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestPythonHarmless: what people and agents type all day is understood.
func TestPythonHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "python-harmless.txt")
	if len(all) < 150 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := snippet.Python(s, snippet.Given{Known: true, Here: "/home/agent/ws", Inner: []string{"/tmp/pp-scratch"}}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}

// FuzzPython: reading ends, says the same twice, and what it takes for harmless
// names none of what could do more.
func FuzzPython(f *testing.F) {
	for _, name := range []string{"python-attacks.txt", "python-harmless.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		effects, ok := snippet.Python(s, snippet.Given{Known: true, Args: []string{"a"}})
		again, same := snippet.Python(s, snippet.Given{Known: true, Args: []string{"a"}})
		if ok != same || !slices.Equal(effects, again) {
			t.Fatalf("%v %v, then %v %v", ok, effects, same, again)
		}
		if !ok {
			return
		}
		for _, word := range []string{"__import__", "__globals__", "__subclasses__", "__builtins__"} {
			if code := strings.ReplaceAll(bare(s), " ", ""); strings.Contains(code, word) {
				t.Errorf("%q passes", s)
			}
		}
	})
}

// bare cuts comments and strings off, roughly: whatever comes before the first.
func bare(s string) string {
	if i := strings.IndexAny(s, "#\"'"); i >= 0 {
		s = s[:i]
	}
	return s
}

// TestBounds: what is too long or too deep is not understood, and found out fast.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"long": "print(1)\n" + strings.Repeat("#", snippet.MaxText), "brackets": strings.Repeat("(", 500) + strings.Repeat(")", 500), "signs": "x = " + strings.Repeat("-", 8000) + "1",
		"nodes": "[" + strings.Repeat("1,", 5000) + "]", "not": strings.Repeat("not ", 3000) + "1", "lambdas": strings.Repeat("lambda:", 1000) + "1", "format": strings.Repeat("f'{", 300) + strings.Repeat("}'", 300),
		"powers": "2" + strings.Repeat("**2", 4000), "blocks": blocks(200), "else": "if 1: pass\n" + strings.Repeat("elif 1: pass\n", 500),
	} {
		if effects, ok := snippet.Python(s, snippet.Given{}); ok {
			t.Errorf("%s is understood: %v", name, effects)
		}
	}
}

func blocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "pass\n"
}

func BenchmarkPython(b *testing.B) {
	text := "import re\np = 'src/a.py'\ns = open(p).read()\ns = re.sub(r'a', 'b', s)\nopen(p, 'w').write(s)\n"
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := snippet.Python(text, snippet.Given{}); !ok {
			b.Fatal("not understood")
		}
	}
}
