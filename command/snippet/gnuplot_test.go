package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestGnuplot: what plots is understood, what starts anything is not.
func TestGnuplot(t *testing.T) {
	t.Parallel()
	understands(t, snippet.Gnuplot, "gnuplot", 50, 15)
	inline := "set term dumb\nplot '-' with lines, '-' with points\n1 2\n2 `id`\n"
	for text, want := range map[string]bool{
		"set term dumb\nplot '-' with lines, '-' with points\n1 2\n\ne\n2 3\ne\nprint 1\n": true,
		"set term dumb\nplot '-' foo\n1 2\n!id\ne\n":                                       false, // what fails reads no data
		"stats '-'\n1 2\ne\n":                                false,
		"$d << E\nsystem(\"id\")\nE\n":                       false,
		"set term dumb\nplot '-'\n1 2\ne\n!id\n":             false,
		"set term dumb\nplot '-', ''\n1 2\ne\n1 2\ne\n!id\n": false,
		"set term dumb\nplot '-'; !id\n1 2\ne\n":             false,
		inline:                                               false,
	} {
		if _, ok := snippet.Gnuplot(text, snippet.Given{}); ok != want {
			t.Errorf("%v:\n%s", ok, text)
		}
	}
}

// TestGnuplotForReal: a real gnuplot leaves no file behind that was not stated.
func TestGnuplotForReal(t *testing.T) {
	t.Parallel()
	leavesNothing(t, "gnuplot", []string{"-e"}, snippet.Gnuplot, "gnuplot")
}
