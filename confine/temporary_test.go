package confine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"passepartout/confine"
)

// TestTemporaryFolder: a command keeps the folder for temporary files that it is
// given, if it may write there; else it gets one of its own.
func TestTemporaryFolder(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			ws, scratch := t.TempDir(), t.TempDir()
			p := confine.ProfileOf(nil, confine.Base{Workspace: []string{ws}, Scratch: scratch})
			for given, kept := range map[string]bool{scratch: true, filepath.Join(ws, "tmp"): false, "/etc": false, scratch + "/../x": false, "": false} {
				s := bash(`printf %s "$TMPDIR"; test -d "$TMPDIR" -a -w "$TMPDIR" && echo " writable"`)
				s.Dir, s.Env = ws, append(s.Env, "TMPDIR="+given)
				out, err := c.Run(t.Context(), "a", p, s)
				if err != nil {
					t.Fatal(err)
				}
				got, writable := strings.CutSuffix(strings.TrimSpace(string(out.Stdout.Kept)), " writable")
				if (got == given) != kept || !kept && !writable {
					t.Errorf("given %q: %q, writable %v: %s", given, got, writable, out.Stderr.Kept)
				}
			}
		})
	}
}
