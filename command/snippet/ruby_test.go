package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestRubyAttacks: none of these is understood, but for programs that are
// started with constant words, which is stated.
func TestRubyAttacks(t *testing.T) {
	t.Parallel()
	all := texts(t, "ruby-attacks.txt")
	if len(all) < 150 {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := snippet.Ruby(s, snippet.Given{Known: true, UTF8: !strings.Contains(s, "あ"), Args: []string{"a.txt"}}); ok && !starts(effects) {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// starts reports whether a program is started.
func starts(effects []snippet.Effect) bool {
	return slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindRun })
}

// TestRubyHarmless: what people and agents type all day is understood.
func TestRubyHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "ruby-harmless.txt")
	if len(all) < 150 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := snippet.Ruby(s, snippet.Given{Known: true, UTF8: true, Args: []string{"a.txt"}}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}

// TestRubyNone: a name that may have no value is an empty text within another
// one, and a block may give back anything.
func TestRubyNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`d = "a"; File.write("#{d}/x", "")`:                                 "a/x",
		`OUT = "a"; def f; File.write("#{OUT}/x", ""); end`:                 "a/x",
		`%w[a].each { |d| File.write("#{d}/x", "") }`:                       "a/x",
		`for d in %w[a]; File.write("#{d}/x", ""); end`:                     "a/x",
		`d = "a"; [1].each { File.write("#{d}/x", "") }`:                    "a/x",
		`if 1; d = "a"; File.write("#{d}/x", ""); end`:                      "a/x",
		`d = "a"; e = d; File.write("#{e}/x", "")`:                          "a/x",
		`d = "a" if 1; File.write("#{d}/x", "")`:                            "a/x /x",
		`d = "a" if 1; e = d; File.write("#{e}/x", "")`:                     "a/x /x",
		`if 1; d = "a"; end; File.write("#{d}/x", "")`:                      "a/x /x",
		`while gets; d = "a"; end; File.write("#{d}/x", "")`:                "a/x /x",
		`[1].each { |i; d| d = "a" }; File.write("#{d}/x", "")`:             "",
		`File.write("#{$d}/x", ""); $d = "a"`:                               "a/x /x",
		`$d = "a"; def f; File.write("#{$d}/x", ""); end`:                   "a/x /x",
		`d = "a"; BEGIN { File.write("#{d}/x", "") }`:                       "a/x /x",
		`d = %w[a].first; File.write("#{d}/x", "")`:                         "a/x /x",
		`File.write("#{ARGV[1]}/x", "")`:                                    "a.txt/x /x",
		`1 && (d = "a"); File.write("#{d}/x", "")`:                          "a/x /x",
		`begin; d = "a"; ensure; File.write("#{d}/x", ""); end`:             "a/x /x",
		`%w[a].grep(/a/) { "/etc/x" }.each { |f| File.write(f, "") }`:       "",
		`%w[a].grep_v(/b/) { "/etc/x" }.each { |f| File.write(f, "") }`:     "",
		`%w[a].grep(/a/, &:upcase).each { |f| File.write(f, "") }`:          "",
		`%w[a].grep(/a/).each { |f| File.write(f, "") }`:                    "a",
		`%w[a].select { |f| f > "" }.each { |f| File.write("#{f}/x", "") }`: "a/x",
	} {
		effects, ok := snippet.Ruby(text, snippet.Given{Known: true, UTF8: true, Args: []string{"a.txt"}})
		if got := allWritten(effects); ok != (want != "") || ok && got != want {
			t.Errorf("%s: writes %q, understood %v, want %q", text, got, ok, want)
		}
	}
}

// FuzzRuby: reading ends, and says the same twice.
func FuzzRuby(f *testing.F) {
	for _, name := range []string{"ruby-attacks.txt", "ruby-harmless.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		effects, ok := snippet.Ruby(s, snippet.Given{Known: true})
		again, same := snippet.Ruby(s, snippet.Given{Known: true})
		if ok != same || len(effects) != len(again) {
			t.Fatalf("%v %v, then %v %v", ok, effects, same, again)
		}
		if ok && strings.HasPrefix(strings.TrimSpace(s), "system") && !starts(effects) {
			t.Errorf("%q passes", s)
		}
	})
}

// TestRubyBounds: what is too long or too deep is not understood.
func TestRubyBounds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"long": "1;" + strings.Repeat(" ", snippet.MaxText), "brackets": strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500), "signs": strings.Repeat("!", 8000) + "1",
		"nodes": "[" + strings.Repeat("1,", 5000) + "1]", "lambdas": strings.Repeat("->{", 500) + "1" + strings.Repeat("}", 500), "texts": strings.Repeat(`"#{`, 500) + "1" + strings.Repeat(`}"`, 500),
		"alternatives": `Dir["` + strings.Repeat("{a,b}", 30) + `"]`, "blocks": strings.Repeat("loop{", 300) + strings.Repeat("}", 300), "ifs": strings.Repeat("if 1\n", 300) + strings.Repeat("end\n", 300), "methods": "1" + strings.Repeat(".to_s", 5000),
	} {
		if effects, ok := snippet.Ruby(s, snippet.Given{}); ok {
			t.Errorf("%s is understood: %v", name, effects)
		}
	}
}
