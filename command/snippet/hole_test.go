package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestHoles: a part of a name that is not known may stand in texts that name files, and
// nowhere else. H is the hole.
func TestHoles(t *testing.T) {
	t.Parallel()
	type language = func(string, snippet.Given) ([]snippet.Effect, bool)
	for _, c := range []struct {
		read language
		fine []string
		not  []string
	}{
		{snippet.JavaScript, []string{"console.log('data/H.json')", "const j = require('./data/H.json'); console.log(j.a)", "require('fs').readFileSync('data/H.json', 'utf8')"},
			[]string{"H", "console.H()", "x = {H: 1}", "require('H')", "import('H')", "(0)['H']['H']('x')()", "process['H']('x')", "eval('H')", "fetch('http://H')", "require('child_process').execSync('H')", "require('child_process').execFileSync('H')"}},
		{snippet.Python, []string{"print('data/H.json')", "import json; print(len(json.load(open('data/H.json'))))", "f = 'data/H.json'; print(open(f).read())"},
			[]string{"H", "import H", "x.H", "getattr(str, 'H')('a')", "__import__('H')", "exec('H')", "import os; os.system('H')", "import subprocess; subprocess.run(['H'])", "import urllib.request as u; u.urlopen('http://H')"}},
		{snippet.Ruby, []string{"puts 'data/H.json'", "puts File.read('data/H.json').size", "puts \"data/H.json\".size"},
			[]string{"H", "puts H", ":H", "send('H')", "1.public_send('H')", "[1].map(&:'H')", "open('|H')", "`H`", "system('H')", "Object.const_get('H')"}},
		{snippet.PHP, []string{"echo 'data/H.json';", "echo count(json_decode(file_get_contents('data/H.json'), true)), ' H';", "print_r(require 'data/H.php');"},
			[]string{"H;", "H();", "'H'();", "$x = 'H'; $x();", "new H;", "array_map('H', [1]);", "usort($a, 'H');", "new ReflectionFunction('H');", "$c = 'H'; new $c(1);", "(fn() => 'H')()();", "eval('H');", "system('H');", "call_user_func('H');"}},
	} {
		for _, s := range c.fine {
			if effects, ok := snippet.Filled(c.read(holed(s), snippet.Given{Eval: true, UTF8: true})); !ok {
				t.Errorf("%s is not understood", s)
			} else {
				for _, e := range effects {
					if e.Kind == pipeline.KindRead && !e.Pattern {
						t.Errorf("%s reads %q, no pattern", s, e.Object)
					}
				}
			}
		}
		for _, s := range c.not {
			if effects, ok := snippet.Filled(c.read(holed(s), snippet.Given{Eval: true, UTF8: true})); ok {
				t.Errorf("%s is understood: %v", s, effects)
			}
		}
	}
}

// holed is a text with holes for H.
func holed(s string) string {
	out := []rune(s)
	for i, c := range out {
		if c == 'H' {
			out[i] = snippet.Hole
		}
	}
	return string(out)
}

// TestListedKeys: a name that a folder lists is no name of a member.
func TestListedKeys(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"for (const f of require('fs').readdirSync('data')) { (0)[f][f]('x')() }",
		"for (const f of require('fs').readdirSync('data')) { (() => {})[f]('x')() }",
		"const o = {}; for (const f of require('fs').readdirSync('data')) { o[f] = require('child_process'); o[f].execSync('ls') }",
	} {
		if effects, ok := snippet.JavaScript(s, snippet.Given{Eval: true}); ok {
			t.Errorf("%s is understood: %v", s, effects)
		}
	}
	if _, ok := snippet.JavaScript("const n = {}; for (const f of require('fs').readdirSync('data')) { n[f] = (n[f] || 0) + 1 } console.log(n)", snippet.Given{Eval: true}); !ok {
		t.Error("counting by names is not understood")
	}
}
