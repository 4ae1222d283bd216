package command_test

import (
	"os/exec"
	"strings"
	"testing"

	"passepartout/command"
)

// TestSpell: bash reads the text as the words it was made of.
func TestSpell(t *testing.T) {
	t.Parallel()
	for _, argv := range [][]string{
		{"echo", "a b", "$HOME", "`id`", "it's", "", "~", "*", "x\ny", "\"", "\\", "é", "a#b", "#c", "{a,b}", "!", "=x", "\t"},
		{"python3", "-c", "print(1)"},
		{"a", ";", "rm", "-rf", "&&", "|", ">f"},
	} {
		text, err := command.Spell(argv)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "bash", "-c", "printf '%s\\0' "+text).Output()
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Join(argv, "\x00") + "\x00"; string(out) != want {
			t.Errorf("%q: bash reads %q from %q", argv, out, text)
		}
	}
	if text, err := command.Spell([]string{"echo", "a\x00b"}); err == nil {
		t.Errorf("a NUL byte is spelt %q", text)
	}
}
