package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// TestOwnModules: a module is the project's own if it lies there, whoever else
// may have one of its name.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	files := []string{"calc.py", "src/shop/core.py", "src/shop", "app/__init__.py", "app", "extra/late.py", "sh.py", "vendor/tool.py", "plain"}
	given := snippet.Given{Stands: func(name string) bool { return slices.Contains(files, name) }}
	for text, own := range map[string]bool{
		"from calc import f; print(f(1))":                                          true,
		"import calc; print(calc.f(1))":                                            true,
		"from shop.core import f; print(f(1))":                                     true,
		"from shop import core; print(core.f(1))":                                  true,
		"import app; print(app.f(1))":                                              true,
		"import app.deep.er; print(app.deep.er.f(1))":                              true,
		"import sys; sys.path.insert(0, 'extra'); from late import f; print(f(1))": true,
		"from late import f; print(f(1))":                                          false,
		"import lupa; print(lupa.LuaRuntime())":                                    false,
		"import lupa; print(lupa.__version__)":                                     true,
		"import plain; print(plain.f())":                                           false, // a folder of that name is no package
		"import shop; print(shop.f())":                                             false,
		"from sh import rm; print(rm('a'))":                                        false,
		"from vendor.tool import f; print(f())":                                    false,
		"from app._vendor.sh import rm; print(rm('a'))":                            false,
		"import lupa as app; print(app.LuaRuntime())":                              false,
	} {
		if _, ok := snippet.Python(text, given); ok != own {
			t.Errorf("%q: understood %v", text, ok)
		}
	}
	lupa := "from lupa import f; print(f(1))"
	if _, ok := snippet.Python(lupa, snippet.Given{}); ok {
		t.Errorf("%q is understood where nobody can look", lupa)
	}
	many := strings.Repeat("import m\n", 300)
	if _, ok := snippet.Python(many+"m.f()", given); ok {
		t.Error("a module that is nowhere is called")
	}
}

// TestOwnCalls: what is handed to functions of the project points nowhere out
// of it, and what they do stays in it as far as names tell.
func TestOwnCalls(t *testing.T) {
	t.Parallel()
	for _, call := range []string{
		"f('/e' + 'tc/passwd')", "f(chr(47) + 'etc')", `f('\x2fetc')`, "f('evil.com')", "f('evil.com:443')", "f('8.8.8.8:53')", "f('git@github.com:a/b')", "f('rm -r x')", "f('curl x')",
		"f('import os; x')", "f('DROP TABLE users')", "f('.npmrc')", "f('a/server.key')", "f(host='prod-1')", "f('sqlite:///../../x')", "f('.git')",
		"m.runShell('ls')", "m.run_in_shell('ls')", "m.system_call('ls')", "m.do_cmd('ls')", "m.dropAll()", "m.clear_database()", "m.sendEmail('x')", "m.deployAll()", "m.git_push()",
		"m.np.load('x')", "m.pd.read_pickle('x')", "m.boto3.client('s3')", "m.path.write_text('x')", "m.main(['--delete'])", "m.cli(['destroy'])",
		"print(list(map(m.run, ['ls'])))", "print(sorted(['ls'], key=m.shell))", "m.settings.model_dump()", "g = m.deploy; g()",
	} {
		if _, ok := snippet.Python("from app.x import f\nfrom app import m\n"+call, snippet.Given{}); ok {
			t.Errorf("%s is understood", call)
		}
	}
	for _, call := range []string{
		"print(f('a@example.com', '/api/users', 'v1.2', 'report.csv'))", "print(m.clean_data([1]))", "print(m.format_message('x'))", "print(m.parse_command('add 1'))", "m.run()", "print(m.settings.debug)",
		"print(f(host='localhost', port=1))", "m.main(['list'])", "print(f('sqlite:///app.db'))", "print(f(b'a'))", "print(sorted([1], key=m.weight))",
	} {
		if _, ok := snippet.Python("from app.x import f\nfrom app import m\n"+call, snippet.Given{}); !ok {
			t.Errorf("%s is not understood", call)
		}
	}
	effects, ok := snippet.Python("from app.settings import DB_PASSWORD\nfrom app import config\nprint(DB_PASSWORD, config.api_token)", snippet.Given{})
	if !ok || !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Object == "DB_PASSWORD" }) || !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Object == "api_token" }) {
		t.Errorf("credentials among settings: %v %v", effects, ok)
	}
	if _, ok := snippet.Python("import inspect\nfrom app.config import settings\nprint(inspect.getmembers(settings))", snippet.Given{}); ok {
		t.Error("all settings are printed")
	}
	effects, _ = snippet.Python("from app.config import Settings\nprint(Settings().secret_key)", snippet.Given{})
	if !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Object == "secret_key" }) {
		t.Errorf("a key of an object: %v", effects)
	}
	for _, s := range []string{
		"const {run: r} = require('./x'); r('ls')", "const r = require('./x').deploy; r()", "const r = require('./x').run; r('ls')", "require('./node_modules/shelljs').mv('a', 'b')", "require('./x').f(String.fromCharCode(47))",
	} {
		if _, ok := snippet.JavaScript(s, snippet.Given{Known: true, Eval: true}); ok {
			t.Errorf("%s is understood", s)
		}
	}
}
