package command_test

import (
	"strings"
	"testing"

	"passepartout/pipeline"
)

// TestLimitIsSaid: a limit that is passed while somebody looks into a text that may run
// takes nothing away: what stands behind it was not judged.
func TestLimitIsSaid(t *testing.T) {
	t.Parallel()
	many, deep := strings.Repeat("true; ", 1100), strings.Repeat("(", 70)+"true"+strings.Repeat(")", 70)
	for _, text := range []string{
		"cat > Makefile <<'E'\nall:\n\t" + many + "\n\tnpm publish\nE\nmake",
		"cat > Makefile <<'E'\nall:\n\t" + deep + "\n\tnpm publish\nE\nmake",
		"cat > package.json <<'E'\n{\"scripts\": {\"pretest\": \"" + many + "\", \"test\": \"npm publish\"}}\nE\nnpm test",
		"cat > test_x.py <<'E'\nimport os\nos.system('" + many + "')\nos.system('npm publish')\nE\npytest test_x.py",
	} {
		said := false
		for _, e := range analyzed(t, text).Effects {
			said = said || e.Kind == pipeline.KindUnknown && strings.HasPrefix(e.Object, "limit passed: ")
		}
		if !said {
			t.Errorf("%.60q…: no limit is said", text)
		}
	}
}
