package command

import (
	"slices"
	"strings"
	"testing"
)

// A name may stand more than once, in one line and in several.
func TestReadRules(t *testing.T) {
	t.Parallel()
	all, loose, first, computed := readRules("X = 1\na b a: c\n\tone\nb: d\n\ttwo\n" + strings.Repeat("x y ", 4000) + ": z\n\tthree\n")
	if first != "a" || computed || !slices.Equal(loose, []string{"X = 1"}) {
		t.Errorf("first %q, loose %q, computed %v", first, loose, computed)
	}
	lines := func(name string) (out []string) {
		for _, rule := range all[name] {
			out = append(append(out, rule.needs...), rule.lines...)
		}
		return out
	}
	for name, want := range map[string]string{"a": "c  one", "b": "c  one d  two", "x": "z  three", "y": "z  three"} {
		if got := strings.Join(lines(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// The parentheses and braces of variables end where make says.
func TestMakeVariables(t *testing.T) {
	t.Parallel()
	m := &makeValues{of: map[string]string{"A": "a", "B": "b"}, left: 100}
	for line, want := range map[string]string{
		"$(A)/$(B)": "a/b", "${A}$(": "a$(", "$( $(A)": "$( a", "$$(A)": "$$(A)", "{{A}} {{B": "a {{B", "$(dir x(y)z/$(B))": "x(y)z/",
	} {
		m.left = 100
		if got := m.expand(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	if got := shellTexts("X := $(shell rm $(shell a)) $(shell b"); !slices.Equal(got, []string{"rm $(shell a)", "a"}) {
		t.Errorf("given to the shell: %q", got)
	}
	if got := setVariables("$(A) ${B} $(C) $", map[string]string{"A": "${B}", "B": "b"}); got != "b b $(C) $" {
		t.Errorf("set: %q", got)
	}
}
