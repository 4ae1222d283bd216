package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestPythonStatements: a database of the project is asked, and not changed, by texts that
// the judge of SQL takes for reading.
func TestPythonStatements(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Known: true, SQL: func(s string) bool { return strings.HasPrefix(s, "select ") }}
	for program, ok := range map[string]bool{
		"session.execute('select 1')":                                                                                  true,
		"from sqlalchemy import text\nsession.execute(text('select 1')).all()":                                         true,
		"from sqlalchemy import select\nfrom app.models import U\nsession.execute(select(U).where(U.id == 1))":         true,
		"from sqlalchemy import select\nfrom app.models import U\nq = select(U)\nq = q.limit(3)\nsession.execute(q)":   true,
		"session.execute('delete from t')":                                                                             false,
		"session.execute('select `id`')":                                                                               false,
		"session.execute('select 1', *x)":                                                                              false,
		"from sqlalchemy import text\nq = text('select 1')\nq = text('drop table t')\nsession.execute(q)":              false,
		"from sqlalchemy import delete\nfrom app.models import U\nsession.execute(delete(U))":                          false,
		"from app.util import select\nsession.execute(select('rm x'))":                                                 false,
		"for q in ['select 1', 'delete from t']: session.execute(q)":                                                   false,
		"from api import schema\nschema.execute('{ me { id } }')":                                                      true,
		"from api import schema\nschema.execute('mutation { drop }')":                                                  false,
		"from api import schema\nschema.execute('{ rm -r x; }')":                                                       false,
		"from django.conf import settings\nsettings.DEBUG = True":                                                      true,
		"from django.conf import settings\nsettings.EMAIL_HOST = 'mail.example.net'":                                   false,
		"from app import create_app\nc = create_app().test_client()\nfor p in ['/', '/a']: print(p, c.get(p))":         true,
		"from app import fs\nfor p in ['/', '/a']: print(p, fs.get(p))":                                                false,
		"from app import create_app\nc = create_app().test_client()\nfor p in ['/', '/a']: c.get(p)\nsession.clean(p)": false,
		"from app import fs, create_app\nc = create_app().test_client()\nc = fs\nc.get('/')":                           false,
		"from app.base import B\nclass A(B):\n    def go(self): return 1\nA().go()":                                    true,
		"from app.base import B\nclass A(B):\n    cmd = ['kubectl', 'delete']\nA().go()":                               false,
		"from app.base import B\nclass A(B):\n    def seen(self, p): p.unlink()\nA().go()":                             false,
		"from app.base import B\nclass A(B): pass\nA().remove_tree('/etc')":                                            false,
		"import sys\nsys.argv = ['tool', 'list']\nfrom app.cli import main\nmain()":                                    true,
		"import sys\nsys.argv = ['tool', 'deploy']\nfrom app.cli import main\nmain()":                                  false,
		"import sys\nsys.argv = ['tool', '/etc/x']\nopen(sys.argv[1], 'w')":                                            false,
		"import timeit\ntimeit.timeit('f(1)', 'from app.m import f')":                                                  true,
		"import timeit\ntimeit.timeit('import os; os.system(1)')":                                                      false,
		"import timeit\ntimeit.timeit('import timeit; timeit.timeit(\"1\")')":                                          false,
	} {
		if effects, understood := snippet.Python("from app.db import session\n"+program, given); understood != ok {
			t.Errorf("%s\nunderstood %v: %v", program, understood, effects)
		}
	}
}

// TestPythonLoads: templates and pictures of the project count as its code, and as nothing of
// the kind where the program has just made them.
func TestPythonLoads(t *testing.T) {
	t.Parallel()
	const env = "from jinja2 import Environment, FileSystemLoader, Template\nfrom pathlib import Path\nfrom PIL import Image\n"
	for program, code := range map[string]string{
		"Environment(loader=FileSystemLoader('tpl')).get_template('a.j2').render(x=1)":                       "tpl/a.j2",
		"Template(Path('tpl/a.j2').read_text()).render()":                                                    "tpl/a.j2",
		"Image.open('a.png').convert('L').save('b.png')":                                                     "a.png",
		"print(Template('{{ x|upper }}{% for i in y %}{{ loop.index }}{% endfor %}').render(x='a', y=[1]))":  ".",
		"Environment(loader=FileSystemLoader('.'))":                                                          "",
		"Environment(loader=FileSystemLoader('../tpl'))":                                                     "",
		"Path('tpl/a.j2').write_text('x')\nEnvironment(loader=FileSystemLoader('tpl')).get_template('a.j2')": "",
		"open('a.png', 'wb').write(b'%!PS')\nImage.open('a.png').convert('L')":                               "",
		"Image.open('a.eps').convert('L')":                                                                   "",
		"Template('{{ x.__class__ }}').render(x=1)":                                                          "",
		"Template('{{ x[y] }}').render(x=1, y='__class__')":                                                  "",
		"Template('{{ p.unlink() }}').render(p=Path('a'))":                                                   "",
		"Template('{% set f = p.unlink %}{{ f() }}').render(p=Path('a'))":                                    "",
		"Template('{{ \"}}\" ~ p.unlink() }}').render(p=Path('a'))":                                          "",
		"Template('{{ (p.unlink)() }}').render(p=Path('a'))":                                                 "",
		"Template(input()).render()":                                                                         "",
		"Environment(extensions=['app.ext.X'])":                                                              "",
		"Environment(variable_start_string='<<').from_string('<< x.__class__ >>')":                           "",
	} {
		effects, ok := snippet.Python(env+program, snippet.Given{Known: true, Here: "/home/agent/ws"})
		if ok != (code != "") {
			t.Errorf("%s\nunderstood %v: %v", program, ok, effects)
			continue
		}
		if ok && !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindCode && e.Object == code }) {
			t.Errorf("%s\ndoes not say that %s is code: %v", program, code, effects)
		}
	}
}
