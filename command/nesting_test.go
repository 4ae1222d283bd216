package command

import (
	"errors"
	"strings"
	"testing"
)

// What nests without end is told before the parser goes into it or ends it there, what
// only looks a little like it is not.
func TestNesting(t *testing.T) {
	t.Parallel()
	for unit, deep := range map[string]bool{
		"if x:\n  ": true, "while a; ": true, "case x in a) ": true, "a() ": true, "time ": true, "]<<<$(": true, "${a[": true,
		"if a; then b; elif ": true, "a()\n": true, "a()\\'&&~": true, "coproc ": true, "<<a $(": true,
		"echo a; ": false, "f() { a; }; ": false, "for i in a; do b; done; ": false, "if a; then b; fi; ": false, "$(a) ": false, "a[1]=(b) ": false, "x = f(); g(y)\n": false,
	} {
		text := strings.Repeat(unit, 60<<10/len(unit))
		if unit == "for i in a; do b; done; " || unit == "if a; then b; fi; " { // as many as one text may have
			text = strings.Repeat(unit, MaxCommands)
		}
		_, err := newParsers().parse(text, Bash)
		if got := nesting(text) > maxNesting || errors.Is(err, errTooDeep); got != deep {
			t.Errorf("%q: %v, %d levels", unit, err, nesting(text))
		}
	}
}
