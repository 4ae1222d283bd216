package condition_test

import (
	"strings"
	"testing"

	"passepartout/internal/condition"
)

func compiler(t testing.TB) *condition.Compiler {
	t.Helper()
	c, err := condition.NewCompiler()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestHolds(t *testing.T) {
	t.Parallel()
	facts := condition.Facts{
		Kind: "delete", Object: "/srv/data", Class: "system", By: "rm", Mark: "recursive", Host: "",
		Certain: true, Target: "shell", Op: "run", Intent: "tidy up", Confined: true,
		Name: "claude", Role: "agent", Session: "s1", Depth: 2,
	}
	c := compiler(t)
	for text, want := range map[string]bool{
		`effect.kind == "delete"`:                                    true,
		`effect.object.startsWith("/srv/") && effect.certain`:        true,
		`effect.by in ["cp", "mv"]`:                                  false,
		`action.confined && !action.dry_run`:                         true,
		`principal.name == "claude" && principal.depth < 3`:          true,
		`principal.depth > 2`:                                        false,
		`effect.object.matches("^/srv/[a-z]+$")`:                     true,
		`action.intent.contains("tidy") || effect.mark == "force"`:   true,
		`effect.class == "system" && principal.session == "s1"`:      true,
		`effect.host == "" && principal.role == "agent"`:             true,
		`action.target == "shell" && action.op == "run" && !(false)`: true,
	} {
		cond, err := c.Compile(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, err := cond.Holds(&facts)
		if err != nil || got != want {
			t.Errorf("%s = %v, %v, want %v", text, got, err, want)
		}
		if cond.String() != text {
			t.Errorf("text %q, want %q", cond.String(), text)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	c := compiler(t)
	for text, part := range map[string]string{
		``:                             "",
		`effect.kind`:                  "not a bool",
		`effect.size > 3`:              "undeclared",
		`effect.kind == 3`:             "no matching overload",
		`effect.kind ==`:               "",
		`principal.depth == "2"`:       "no matching overload",
		strings.Repeat("(", 40) + "1)": "",
		`"` + strings.Repeat("a", 5000) + `" == effect.object`: "",
	} {
		if _, err := c.Compile(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%.40s: error %v, want one with %q", text, err, part)
		}
	}
}

func TestCostIsLimited(t *testing.T) {
	t.Parallel()
	c := compiler(t)
	list := "[" + strings.Repeat("1,", 99) + "1]"
	cond, err := c.Compile(list + ".all(a, " + list + ".all(b, " + list + ".all(c, a + b + c > 0)))")
	if err != nil {
		t.Fatal(err)
	}
	if held, err := cond.Holds(&condition.Facts{}); err == nil || held {
		t.Fatalf("a million steps gave %v, %v, want an error", held, err)
	}
}

func BenchmarkHolds(b *testing.B) {
	cond, err := compiler(b).Compile(`effect.by == "rm" && effect.mark == "recursive" && effect.class != "workspace" && principal.depth < 3`)
	if err != nil {
		b.Fatal(err)
	}
	facts := condition.Facts{By: "rm", Mark: "recursive", Class: "system"}
	b.ReportAllocs()
	for b.Loop() {
		if held, err := cond.Holds(&facts); err != nil || !held {
			b.Fatal(held, err)
		}
	}
}
