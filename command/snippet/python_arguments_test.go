package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestPythonArguments: what argparse makes of the command line is known, or the program is
// not understood.
func TestPythonArguments(t *testing.T) {
	t.Parallel()
	const begin = "import argparse\nfrom pathlib import Path\np = argparse.ArgumentParser()\n"
	for _, c := range []struct{ options, args, written string }{ // "-": not understood
		{"p.add_argument('out')", "/etc/x", "/etc/x"},
		{"p.add_argument('a'); p.add_argument('out')", "y x", "x"},
		{"p.add_argument('-o', '--out', default='d')", "", "d"},
		{"p.add_argument('-o', '--out', default='d')", "-o x", "x"},
		{"p.add_argument('-o', '--out', default='d')", "--out=x", "x"},
		{"p.add_argument('-o', '--out', type=Path)", "--out ./x", "x"},
		{"p.add_argument('-v', action='store_true'); p.add_argument('out')", "-v x", "x"},
		{"p.add_argument('--out', default='d'); p.add_argument('rest', nargs='*')", "--out x y z", "x"},
		{"p.add_argument('out', nargs='?', default='d')", "", "d"},
		{"p.add_argument('-o', '--out', default='d')", "-ox", "-"},
		{"p.add_argument('-o', '--out', default='d')", "--ou x", "-"},
		{"p.add_argument('out')", "-- x", "-"},
		{"p.add_argument('out')", "a b", "-"},
		{"p.add_argument('a', nargs='?'); p.add_argument('out')", "x y", "-"},
		{"p.add_argument('out', type=lambda s: '/etc/x')", "x", "-"},
		{"p.add_argument('--out', action='append')", "--out x", "-"},
		{"p.add_argument('--out', nargs='?', const='/etc/x')", "--out", "-"},
		{"p.set_defaults(out='/etc/x'); p.add_argument('--out', default='d')", "", "-"},
		{"n = 'out'; p.add_argument(n)", "x", "-"},
		{"p.add_argument('--out'); p.add_argument('--out', dest='other')", "--out x", "-"},
	} {
		text := begin + c.options + "\na = p.parse_args()\nopen(a.out, 'w')"
		effects, ok := snippet.Python(text, snippet.Given{Known: true, Args: strings.Fields(c.args)})
		if c.written == "-" {
			if ok {
				t.Errorf("%s with %q is understood: %v", c.options, c.args, effects)
			}
			continue
		}
		if !ok || !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindWrite && e.Object == c.written }) {
			t.Errorf("%s with %q: %v %v", c.options, c.args, effects, ok)
		}
	}
	for words, written := range map[string]string{
		"['/etc/x']": "/etc/x", "sys.argv[1:] + ['/etc/x']": "", "w": "", "w + ['/etc/x']": "", "list(v)": "/etc/x", "['a'] if v else ['/etc/x']": "", "list(*[v])": "",
	} {
		text := "import sys\n" + begin + "p.add_argument('out', default='d', nargs='?')\nv = ['/etc/x']\nw = ['a']\nw.append('b')\na = p.parse_args(" + words + ")\nopen(a.out, 'w')"
		effects, ok := snippet.Python(text, snippet.Given{Known: true})
		if ok != (written != "") || ok && !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindWrite && e.Object == written }) {
			t.Errorf("%s: understood %v: %v", words, ok, effects)
		}
	}
}

// TestPythonVariables: the value of a variable that the program sets itself is not relied
// upon.
func TestPythonVariables(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Known: true, Inner: []string{"/tmp/mine"}, Variable: func(name string) []string {
		if name == "TMPDIR" {
			return []string{"/tmp/mine"}
		}
		return nil
	}}
	for text, written := range map[string]string{
		"open(os.environ['TMPDIR'] + '/x', 'w')":                                                    "/tmp/mine/x",
		"open(os.path.join(os.getenv('TMPDIR'), 'x'), 'w')":                                         "/tmp/mine/x",
		"open(os.environ.get('TMPDIR', '/y') + '/x', 'w')":                                          "/y/x",
		"d = tempfile.mkdtemp()\nopen(d + '/x', 'w')":                                               "/tmp/mine/tmpxxxxxxxx/x",
		"open(os.environ['OTHER'] + '/x', 'w')":                                                     "-",
		"os.environ['TMPDIR'] = '/etc'\nopen(os.environ['TMPDIR'] + '/x', 'w')":                     "-",
		"e = os.environ\ne['TMPDIR'] = '/etc'\nopen(os.environ['TMPDIR'] + '/x', 'w')":              "-",
		"os.environ.setdefault('APP_URL', '/tmp/mine/x')":                                           "",
		"os.environ['APP_URL'] = '/etc/x'":                                                          "-",
		"os.environ['PYTHONPATH'] = '/tmp/mine/x'":                                                  "-",
		"from app.x import f\nf('/tmp/mine/x')":                                                     "",
		"from app.x import f\nf('/tmp/mine/../x')":                                                  "-",
		"from app.x import f\nf('/tmp/mine2/x')":                                                    "-",
		"from app.x import f\nos.environ['DATABASE_URL'] = 'sqlite:////tmp/mine/x.db'\nf()":         "/tmp/mine/x.db",
		"from app.x import f\nos.environ['DATABASE_URL'] = 'sqlite:////etc/x.db'\nf()":              "-",
		"from app.x import f\nos.environ['DATABASE_URL'] = 'postgres://db.corp.example.net/x'\nf()": "-",
	} {
		effects, ok := snippet.Python("import os, tempfile\n"+text, given)
		switch {
		case ok == (written == "-"):
			t.Errorf("%s: understood %v: %v", text, ok, effects)
		case ok && written != "" && !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == pipeline.KindWrite && e.Object == written }):
			t.Errorf("%s: %v", text, effects)
		}
	}
}
