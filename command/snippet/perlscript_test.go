package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestPerlScripts: what agents write into a file and run is understood, as far
// as it reads and writes files that it names.
func TestPerlScripts(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Known: true, Args: []string{"a.txt"}}
	for _, s := range texts(t, "perlscript-harmless.txt") {
		if _, ok := snippet.Perl(s, given); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
	for _, s := range append(texts(t, "perlscript-attacks.txt"), texts(t, "perl-attacks.txt")...) {
		if effects, ok := snippet.Perl(s, given); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestPerlScriptEffects: files are what the program names.
func TestPerlScriptEffects(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"my $f = shift;\nopen(my $fh, '<', $f) or die;":             "a.txt",
		"open(my $fh, '>', $ARGV[0]) or die;":                       "a.txt",
		"my $f = 'b/c';\nopen(my $fh, '>>', $f) or die \"$f: $!\";": "b/c",
		"my $f = 'b/d';\nprint -s $f;":                              "b/d",
		"open my $fh, '<:raw', 'x' or die; read $fh, my $b, 4;":     "x",
		"open my $fh, '<', '/etc/passwd' or die;":                   "/etc/passwd",
	} {
		effects, ok := snippet.Perl(text, snippet.Given{Known: true, Args: []string{"a.txt"}})
		if !ok || len(effects) != 1 || effects[0].Object != want {
			t.Errorf("%s: %v %v", text, effects, ok)
		}
	}
}
