package main

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"passepartout/command"
	"passepartout/gates/corpus"
	"passepartout/gates/policy"
)

// madeShapes are texts that a command writes and a tool loads: what people write, and
// what is heavy for those who look through it.
func madeShapes() []shape {
	return append(foundShapes(), []shape{
		{"made python", "cat > test_x.py <<'E'\nimport json\nfrom app import load, render\n", "def test_f%d(tmp_path):\n    data = load(\"a%d\", 'x')  # the first\n    assert render(data)[\"k%d\"] == {\"a\": %d, 'b': f\"{data}\"}\n    out = [x for x in data.items() if x.get('n', 0) > %d]\n", "E\npytest -q test_x.py"},
		{"javascript", "cat > x.test.js <<'E'\nimport { load, render } from './app';\n", "test('case %d', () => {\n  const data = load(\"a%d\", 'x');\n  expect(render(data)['k%d']).toEqual({ a: %d, b: `${data.n}` });\n  const out = data.filter((x) => x.n > %d).map((x) => x.name);\n});\n", "E\nnpx jest x.test.js"},
		{"go", "cat > x_test.go <<'E'\npackage x\n\nimport \"testing\"\n", "func TestF%d(t *testing.T) {\n\tdata := load(\"a%d\", 'x')\n\tif got := render(data)[\"k%d\"]; got != %d {\n\t\tt.Errorf(\"got %v\", got)\n\t}\n}\n", "E\ngo test ./..."},
		{"ruby", "cat > x_spec.rb <<'E'\nrequire 'spec_helper'\n", "RSpec.describe 'Case%d' do\n  it 'works' do\n    data = load_all(\"a%d\", :x)\n    expect(render(data)[:k%d]).to eq({ a: %d, 'b' => \"#{data}\" })\n  end\nend\n", "E\nbundle exec rspec x_spec.rb"},
		{"php", "cat > XTest.php <<'E'\n<?php\nclass XTest extends TestCase {\n", "  public function testF%d(): void {\n    $data = load(\"a%d\", 'x');\n    $this->assertSame(['a' => %d], render($data)['k%d']);\n  }\n", "}\nE\nvendor/bin/phpunit XTest.php"},
		{"rust", "cat > tests/x.rs <<'E'\nuse app::{load, render};\n", "#[test]\nfn f%d() {\n    let data = load(\"a%d\", 'x');\n    assert_eq!(render(&data).get(\"k%d\"), Some(&%d));\n}\n", "E\ncargo test"},
		{"java", "cat > src/test/java/XTest.java <<'E'\nimport org.junit.Test;\npublic class XTest {\n", "  @Test public void f%d() {\n    var data = App.load(\"a%d\", 'x');\n    assertEquals(%d, App.render(data).get(\"k%d\"));\n  }\n", "}\nE\nmvn -q test"},
		{"c", "cat > test.c <<'E'\n#include \"app.h\"\n", "static void f%d(void) {\n  struct data *d = load(\"a%d\", 'x');\n  assert(render(d, \"k%d\") == %d);\n}\n", "E\nmake test"},
		{"make", "cat > Makefile <<'E'\nall: x\n", "x%d: a%d.o b%d.o\n\t$(CC) -o $@ $^\n\t@echo \"built %d\"\n", "E\nmake"},
		{"targets", "cat > Makefile <<'E'\n", "x y x y x: z%d\n", "E\nmake"},
		{"variables of make", "cat > Makefile <<'E'\nall: x\n", "V%d = x $(V1) ${ \n\techo $(V%d)\n", "E\nmake"},
		{"quoted parts", "echo \"", "\"a\"", "\""},
		{"climbing name", "", "//h%d/..", ""},
		{"many written files", "a=>|", "=>/etc//f%d/", ""},
		{"unclosed conditions", "", "if x:\n  ", ""},
		{"bodies without braces", "", "a() ", "b"},
		{"unclosed substitutions", "exec%\\\"", "]<<<$(", ""},
		{"edits", "ex f <<'E'\n", "\n", "E\n"}, {"lines of edits", "ex f <<'E'\n", "||..\n", "\nE\n"}, {"printed edits", "vim -es f <<'E'\n", "s/a/b/g\n", "\nE\n"},
		{"bodies of quotes", "bash <<'E'\n\t", "a()\\'&&~", "\nE\n"}, {"commands by pattern", "", "a()*/import a%d\n", ""}, {"written words", "=>", ".yield case x in esac ", ""}, {"one redirected line", "/>", "rm ", ""},
		{"names that load", "cat <<-E > x.py\n<<F\na", "x[0]default:", "\nE\npython3 x.py"}, {"names in a line", "cat > x.js <<'E'\ns/a/b/g\nesac ", "-x ", "\nE\nnode x.js"}, {"names of lambdas", "cat > x.rb <<'E'\n", "and lambda x: ", "\nE\nruby x.rb"}, {"list of a function", "f() { user@h1:", "%h||typeof ", "; }; f"},
		{"patched lines", "patch -p1 <<'E'\n--- a/Makefile\n+++ b/Makefile\n", "+copy t\n", "\nE\nmake"}, {"parts before a pipe", "echo '", "'b'!!", "' | bash"}, {"many redirections", "if ", "a, b, ->..", "; then a; fi"}, {"parts with braces", "awk '", "f'{x}'", "' f"}, {"wrapped wrappers", "echo '", "xargs ", "' > x.sh; bash x.sh"},
		{"no tokens", "cat > x.go <<'E'\npackage main\n", "$", "\nE\ngo run x.go"}, {"places in data", "cat > a.yml <<'E'\nesac @[", "from x import y%d as z\n/etc/", "\nE\nansible-playbook a.yml"}, {"keys of one line", "cat > a.yml <<'E'\nexec/etc/", "b%d\"a\"http://h%d/>", "\nE\nansible-playbook a.yml"}, {"dollars", "", "->/$", ""},
		{"asks of programs", "", "python3 a;", ""}, {"made evaluations", "cat > test_x.py <<'E'\na=b ?~/", "with eval \"a\"", "\nE\npytest test_x.py"}, {"made braces", "cat > conftest.py <<'E'\na=b ", "{}", "\nE\npytest"}, {"made backquotes", "cat > Gemfile <<'E'\n", "``[]", "\nE\nbundle exec rake"}, {"programs in recipes", "cat > Makefile <<'E'\nall:\n", "\t#!/usr/bin/env python3\n", "E\nmake"}, {"places of words", "time ../../->(x) { ", "/tmp/a%d ", ""}, {"lines of ed", "ed f <<'E'\n", "...", "\nE\n"}, {"keys that say commands", "cat > a.json <<'E'\n", "-exec ", "\nE\nprettier -c a.json"},
		{"redirections to home", "", ">~", ""}, {"name of a place", "julia -e '", "../'b'break\n", "'"}, {"dollars to reckon with", "((", "$", "))"}, {"written patterns", "rm var ", "-->?/tmp/a%d ", ""}, {"script in a word", "$(", "\\&f- 1 do |x|sudo ", ")"}, {"function of redirections", "f() { ", "<<<??", "; }; f"}, {"many archives", "tar cf a.tar ", "-f **kw ", ""}, {"files of one text", "parallel ", "a/b/c.py -->x.y", " ::: a b"},
		{"made shell", "mkdir -p scripts && cat > scripts/x.sh <<'E'\n#!/bin/sh\n", "echo \"case %d\"\nfor f in a%d b%d; do grep -c x \"$f\" || true; done\n", "E\nsh scripts/x.sh"},
		{"made settings", "cat > pyproject.toml <<'E'\n[project]\nname = \"x\"\n", "[tool.part%d]\nname = \"a%d\"\nvalues = [\"k%d\", '%d']\n", "E\npytest -q"},
		{"made starts", madePython, "subprocess.run(cmd%d, check=True)\n", "E\npytest -q test_x.py"},
		{"opens", madePython, "open(name%d).read(); eval_%d(x)\n", "E\npytest -q test_x.py"},
		{"named", madePython, "name%d = '/tmp/a%d'; f(name%d)\n", "E\npytest -q test_x.py"},
		{"renamed", madePython, "from m import run%d as a%d\n", "E\npytest -q test_x.py"},
		{"fields", madePython, "a['b']['c%d'] [ 'd' ] = e[0]\n", "E\npytest -q test_x.py"},
		{"sums", madePython, "'a' + ", "'b'\nE\npytest -q test_x.py"},
		{"numbers", madePython, "[10, 11, 12, 13, 14],", "0\nE\npytest -q test_x.py"},
		{"made quotes", madePython, "\"'", "\nE\npytest -q test_x.py"},
		{"made escapes", madePython + "x = \"", "\\\"", "\nE\npytest -q test_x.py"},
		{"ruby escapes", "cat > x_spec.rb <<'E'\nx = '", "\\'", "\nE\nrspec x_spec.rb"},
		{"ruby percents", "cat > x_spec.rb <<'E'\n", "x %w(", "\nE\nrspec x_spec.rb"},
		{"ruby quotes", "cat > x_spec.rb <<'E'\n", "x '\" %q{", "\nE\nrspec x_spec.rb"},
		{"brackets", madePython, "[ ( {", "\nE\npytest -q test_x.py"},
		{"templates", madePython, "f'{a%d}' 'run {b}' + \"x {c\"\n", "\nE\npytest -q test_x.py"},
		{"blank", madePython, " ", "\nE\npytest -q test_x.py"},
		{"plus", madePython, "+", "\nE\npytest -q test_x.py"},
		{"line", "cat > x.test.js <<'E'\n", "a=b.c(\"d%d\",function(e){return e['f']});", "\nE\nnpx jest x.test.js"},
		{"include", "cat > x.php <<'E'\n<?php\n", "include_once a%d ", "\nE\nvendor/bin/phpunit x.php"},
		{"package", "cat > package.json <<'E'\n{\"scripts\": {\"test\": \"jest\"", ", \"s%d\": \"eslint src/a%d --fix\"", "}}\nE\nnpm test"},
	}...)
}

// foundShapes were found to be slow once by who looked for such.
func foundShapes() []shape {
	return []shape{
		{"almost keys of a provider", "echo ", "sk-", ""}, {"names of secrets", "echo ", "password=", ""}, {"almost signed tokens", "echo ", "eyJ.", ""}, {"options of tokens", "x ", "--token ", ""},
		{"one pipeline with an exclamation mark", "echo hi! | ", "sed \"s/a/$x%d/\" | ", "cat"}, {"pipelines of subshells", "", "(cd a%d && (make; echo $?) | tail -1) || ", "true"}, {"branches of tests", "", "if [ -f a%d ] && [ \"$x\" != b ]; then echo %d; elif test -d c; then rm -f d%d; fi\n", ""},
		{"crowded redirections", "f() { : ", ">$x", "; }; f; g() { ls; }"}, {"crowded pipeline", "{ ", "a\\&b 2>&1|", "c; }"}, {"programs with files", "", "<a%d cat>b%d; ", ""},
		{"typescript", "cat > a.ts <<'E'\n", "export const f%d = async (a: string): Promise<number> => { await fetch(`/x/${a}`); return %d }\n", "E\nnpx tsx a.ts"},
		{"addresses in data", "cat > a.json <<'E'\n[", "{\"id\": %d, \"name\": \"a b%d\", \"url\": \"https://example.org/%d\"},\n", "{}]\nE\n"},
		{"functions that are called", "", "f%d() { local a=$1; echo \"$a %d\" | tee out%d; }; f%d b\n", ""}, {"long options of a compiler", "gcc ", "-DA%d=\"b c\" -Ia%d/include ", "x.c -o x"}, {"recipes", "cat > Makefile <<'E'\n", "t%d: a%d\n\t@echo $(shell date) $(VAR_%d)\n\t-rm -f b%d\n", "E\nmake t1"},
	}
}

const madePython = "cat > test_x.py <<'E'\n"

// BenchmarkMade is such a text from text to verdict: as long as one that is looked
// through may be, and as long as any; see BenchmarkLarge.
func BenchmarkMade(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range madeShapes() {
		for _, size := range [...]int{4 << 10, 19 << 10, 23 << 10, command.MaxText} {
			b.Run(fmt.Sprintf("%s/%d", s.name, size>>10), func(b *testing.B) {
				text := s.sized(size)
				least := time.Hour
				for b.Loop() {
					at := time.Now()
					if _, err := j.score(b.Context(), corpus.Case{Command: text}); err != nil {
						b.Fatal(err)
					}
					least = min(least, time.Since(at))
				}
				b.ReportMetric(float64(least)/1e6, "least-ms")
			})
		}
	}
}
