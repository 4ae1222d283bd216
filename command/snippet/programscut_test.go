package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestProgramsCut: no part of a program is too little to be refused.
func TestProgramsCut(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Known: true, Args: []string{"a", "b"}, SQL: readsOnly}
	for name, read := range map[string]func(string, snippet.Given) ([]snippet.Effect, bool){"rails": snippet.Rails, "tinker": snippet.Tinker, "perlscript": snippet.Perl, "perl": snippet.Perl, "ruby": snippet.Ruby, "php": snippet.PHP} {
		for _, kind := range []string{"-harmless.txt", "-attacks.txt"} {
			for _, s := range texts(t, name+kind) {
				for i := 0; i <= len(s); i++ {
					read(s[:i], given)
					if i > 0 {
						read(s[i:], given)
						read(s[:i-1]+s[i:], given)
					}
				}
			}
		}
	}
}
