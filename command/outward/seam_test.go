package outward_test

import (
	"testing"

	"passepartout/command/outward"
)

// TestPieces: names that two constants make where they meet are found, whole ones and
// those of data are not.
func TestPieces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		constants []string
		want      string
	}{
		{[]string{"lib/a.rb", "sys", "tem(%q(rm -rf ~))"}, "system"},
		{[]string{"import os; os.sys", "tem('rm -rf ~')"}, "system"},
		{[]string{"<?php un", "li", "nk($x);"}, "unlink"},
		{[]string{"the system", "is up"}, ""},
		{[]string{"sys", " tem"}, ""},
		{[]string{"a.py", "def f():", "return 1"}, ""},
	} {
		if got := outward.Pieces(c.constants); got != c.want {
			t.Errorf("%q: got %q, want %q", c.constants, got, c.want)
		}
	}
}
