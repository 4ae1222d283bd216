package command

import "testing"

func TestContinuesPlainly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"git log \\\n  --oneline |\n  head\n": true,
		"git log $'\\t' \\\n  --oneline\n":    true,
		"echo ${x#a} \\\n  b\n":               true,
		"r\\\nm x\n":                          false,
		"echo a # b \\\nrm x\n":               false,
		"echo a \\\n # b\n":                   false,
		"cat <<E \\\n x\nE\n":                 false,
		"echo `a \\\n b`\n":                   false,
		"echo $'a \\\n b'\n":                  false,
	} {
		if got := continuesPlainly(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
