package catalogue_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"passepartout/command/catalogue"
)

func open(t *testing.T, text string) (*catalogue.Catalogue, error) {
	t.Helper()
	return catalogue.OpenOnly(fstest.MapFS{"own.yaml": {Data: []byte(text)}})
}

func TestEmbeddedEntriesDecode(t *testing.T) {
	t.Parallel()
	c, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Programs(); err != nil {
		t.Fatal(err)
	}
}

func TestFindByAliasAndVersion(t *testing.T) {
	t.Parallel()
	c, err := open(t, "# a comment\n- program: python\n  aliases: [python3, pypy]\n  versioned: true\n  operands: script data...\n  options:\n    -c: {arg: code, ends: true}\n    -1 -4: \"\"\n- program: fixed\n  operands: none\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"python", "python3", "pypy", "python3.12", "python2"} {
		p, err := c.Find(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if p.Names[0] != "python" || p.Spec.Options["-4"] == nil || !p.Spec.Options["-c"].Ends {
			t.Errorf("%s: got %+v", name, p)
		}
	}
	for _, name := range []string{"fixed2", "", "7", "nothing"} {
		if _, err := c.Find(name); !errors.Is(err, catalogue.ErrNoEntry) {
			t.Errorf("%q: got %v, want ErrNoEntry", name, err)
		}
	}
}

func TestQuotedNames(t *testing.T) {
	t.Parallel()
	c, err := open(t, "- program: test\n  aliases: [\"[\", 'x y', \"true\"] # three\n  operands: data...\n- program: \":\"\n  operands: none\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"test", "[", "true", ":"} {
		if _, err := c.Find(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "]", "\"["} {
		if _, err := c.Find(name); !errors.Is(err, catalogue.ErrNoEntry) {
			t.Errorf("%q: got %v, want ErrNoEntry", name, err)
		}
	}
}

func TestMistakesAreNamedWithTheirLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"unknown key":      {"- program: a\n  operands: none\n  oprands: none\n", "own.yaml:3: \"oprands\" is no key"},
		"unknown role":     {"- program: a\n\n  operands: read wriet\n", "own.yaml:3: role \"wriet\""},
		"unknown mark":     {"- program: a\n  operands: read @nonsense\n", "own.yaml:2: mark \"@nonsense\""},
		"key twice":        {"- program: a\n  options:\n    -a: data\n    -b -a: data\n", "own.yaml:4: option \"-a\" stands twice"},
		"two entries":      {"- program: a\n  operands: none\n- program: b\n  aliases: [a]\n", "own.yaml:3: program \"a\" has two entries"},
		"text first":       {"programs:\n- program: a\n", "own.yaml:1: only comments"},
		"no option":        {"- program: a\n  options:\n    name: data\n", "own.yaml:3: option \"name\" begins with neither"},
		"two repeat":       {"- program: a\n  operands: read... write...\n", "own.yaml:2: only one role may repeat"},
		"bad effect":       {"- program: a\n  effects: [reads x]\n", "own.yaml:2: effect \"reads x\""},
		"no YAML":          {"- program: a\n  options: [\n", "own.yaml:1: not YAML"},
		"second list item": {"- program: a\n  operands: none\n- other: b\n", "own.yaml:1: an entry begins"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := open(t, tc.text)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestOperandRoles(t *testing.T) {
	t.Parallel()
	o, err := catalogue.ParseOperands("data read... write @disk")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		i, n int
		want catalogue.Act
	}{{0, 1, catalogue.ActData}, {1, 2, catalogue.ActWrite}, {1, 3, catalogue.ActRead}, {2, 3, catalogue.ActWrite}, {3, 5, catalogue.ActRead}} {
		r, ok := o.At(tc.i, tc.n)
		if !ok || !r.Is(tc.want) {
			t.Errorf("operand %d of %d: %v %v", tc.i, tc.n, r, ok)
		}
	}
	fixed, _ := catalogue.ParseOperands("read write")
	if _, ok := fixed.At(2, 3); ok {
		t.Error("a third operand has no role")
	}
}

func TestLongOptions(t *testing.T) {
	t.Parallel()
	c, err := open(t, "- program: a\n  flags: --force --format --recursive\n  operands: none\n- program: b\n  style: modern\n  flags: --force\n  operands: none\n")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := c.Find("a")
	if o, amb := a.Spec.Long("--rec"); o == nil || amb {
		t.Error("--rec is --recursive")
	}
	if o, amb := a.Spec.Long("--for"); o != nil || !amb {
		t.Error("--for is ambiguous")
	}
	b, _ := c.Find("b")
	if o, _ := b.Spec.Long("--for"); o != nil {
		t.Error("modern programs do not abbreviate")
	}
}

func TestCommandsByPrefix(t *testing.T) {
	t.Parallel()
	c, err := open(t, "- program: a\n  commands:\n    \"get-* list-*\": {operands: data}\n    \"get-secret*\": {mark: credential, operands: data}\n    get-x: {operands: none}\n- program: b\n  commands:\n    \"*\": {operands: data}\n")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := c.Find("a")
	b, _ := c.Find("b")
	for _, tc := range []struct {
		spec *catalogue.Spec
		name string
		want string
	}{
		{a.Spec, "get-", "get-*"}, {a.Spec, "list-all", "get-*"}, {a.Spec, "get-secret-value", "get-secret*"},
		{a.Spec, "get-x", "get-x"}, {a.Spec, "put-x", ""}, {a.Spec, "get", ""}, {b.Spec, "any", "*"},
	} {
		got := tc.spec.Command(tc.name)
		if (got == nil) != (tc.want == "") || got != nil && got != tc.spec.Commands[tc.want] {
			t.Errorf("%s: got %+v, want %q", tc.name, got, tc.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("- program: a\n  options:\n    -o --output: write\n")
	f.Add("- program: a\n  examples:\n    a b: [read b]\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := catalogue.OpenOnly(fstest.MapFS{"own.yaml": {Data: []byte(text)}})
		if err == nil {
			c.Lint(nil)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := catalogue.Open(); err != nil {
			b.Fatal(err)
		}
	}
}
