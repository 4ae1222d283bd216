package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// TestPythonVersions: what a name is at a place is what is touched there, and everything that
// it may be is; "-" is not understood.
func TestPythonVersions(t *testing.T) {
	t.Parallel()
	const walk = "import os, re, urllib.request\nfrom pathlib import Path\n"
	for _, c := range []struct{ program, touched string }{
		// One place that binds the name comes before.
		{"for p in Path('a').glob('*.py'):\n    p.write_text('x')\nfor p, n in {'b': 1}.items():\n    print(p)", "a/[.-~]*.py"},
		{"with open('a') as f:\n    print(f.read())\nfor f in ['b', 'c']:\n    open(f)", "a b c"},
		{"def g():\n    p.write_text('x')\nfor p in [Path('a')]:\n    print(p)\nfor p in [1, 2]:\n    print(p)\ng()", "-"},
		{"fs = []\nfor p in [Path('a'), Path('b')]:\n    fs.append(lambda: p.write_text('x'))\nfor p, q in [(1, 2)]:\n    fs[0]()", "-"},
		{"def g():\n    global p\n    p = Path('/etc/x')\nfor p in [Path('a')]:\n    g()\n    p.write_text('x')\nfor p, q in [(1, 2)]:\n    print(p)", "-"},
		{"for p in [Path('a')]:\n    gen = (p.write_text(s) for s in 'ab')\nfor p, q in [(1, 2)]:\n    list(gen)", "-"},
		{"p = 'a'\ntry:\n    p = Path('/etc/x')\n    int('x')\n    p = 'b'\nexcept ValueError:\n    p.write_text('x')", "-"},
		{"p = 'a'\nwhile p:\n    open(p, 'w')\n    p = '/etc/x'", "a /etc/x"},
		{"p = '/etc/x'\nfor i in range(2):\n    open(p, 'w')\n    p = 'a'", "a /etc/x"},
		{"x = ['a']\ny = x\nfor i in [1]:\n    y.append('/etc/x')\nfor p in x:\n    open(p)\nx = 3", "-"},
		// A condition says more.
		{"for p in Path('a').iterdir():\n    if p.suffix == '.py':\n        p.write_text('x')", "a/[.-~]*.py"},
		{"for p in Path('a').iterdir():\n    if not p.name.endswith(('.py', '.pyi')):\n        continue\n    p.write_text('x')", "a/[.-~]*.py a/.py a/[.-~]*.pyi a/.pyi"},
		{"for p in Path('a').iterdir():\n    if p.suffix != '.py' or p.name == 'x':\n        continue\n    p.write_text('x')", "a/[.-~]*.py"},
		{"for p in Path('a').iterdir():\n    if p.suffix != '.py' and p.name == 'x':\n        continue\n    p.write_text('x')", "a/[.-~]*"},
		{"for p in Path('a').iterdir():\n    if p.suffix == '.py' or p.name == 'x':\n        p.write_text('x')", "a/[.-~]*"},
		{"for p in Path('a').iterdir():\n    if p.suffix == '.py':\n        pass\n    p.write_text('x')", "a/[.-~]*"},
		{"for p in Path('a').iterdir():\n    if p.suffix == '.py':\n        p = p.parent / 'x'\n        p.write_text('x')", "a/x"},
		{"for p in Path('a').iterdir():\n    if p.suffix not in {'.py'}:\n        continue\np.write_text('x')", "a/[.-~]*"},
		{"from contextlib import suppress\nfor p in Path('a').iterdir():\n    with suppress(ValueError):\n        if p.suffix != '.py':\n            raise ValueError\n    p.write_text('x')", "a/[.-~]*"},
		{"for p in Path('a').iterdir():\n    try:\n        if p.suffix != '.py':\n            raise ValueError\n    except ValueError:\n        pass\n    p.write_text('x')", "a/[.-~]*"},
		{"for p in Path('a').iterdir():\n    try:\n        if p.suffix != '.py':\n            raise ValueError\n    finally:\n        p.write_text('x')", "a/[.-~]*"},
		{"ext = ['.py']\next.append('')\nfor p in Path('a').iterdir():\n    if p.name.endswith(tuple(ext)):\n        p.write_text('x')", "a/[.-~]*"},
		{"for p in Path('a').iterdir():\n    if p.name.endswith(''):\n        p.write_text('x')", "a/[.-~]*"},
		{"for p in [q for q in Path('a').iterdir() if q.suffix == '.c']:\n    p.write_text('x')", "a/[.-~]*.c"},
		{"gens = []\nfor q in Path('a').iterdir():\n    gens.append(q.write_text(s) for r in 'ab' if q.suffix == '.c' for s in 'ab')\nfor g in gens:\n    list(g)", "a/[.-~]*"},
		{"for root, dirs, files in os.walk('a'):\n    for f in files:\n        if f.endswith('.c'):\n            open(os.path.join(root, f), 'w')", "a/**/[.-~]*.c a/**/.c a/[.-~]*.c a/.c"},
		// Addresses of this machine.
		{"for u in open('a'):\n    if u.startswith('http://localhost:8000/'):\n        urllib.request.urlopen(u)", "a http://localhost:8000/**"},
		{"for u in open('a'):\n    if u.startswith('http://localhost:8000'):\n        urllib.request.urlopen(u)", "-"},
		{"for u in open('a'):\n    if u.startswith('http://localhost:8000/') or u:\n        urllib.request.urlopen(u)", "-"},
		{"for u in open('a'):\n    if u.startswith('http://localhost:8000/'):\n        open(u, 'w')", "-"},
		{"for u in open('a'):\n    if u.startswith('http://localhost:8000/'):\n        Path(u).parent.mkdir()", "-"},
		{"for u in open('a'):\n    if u.startswith('http://localhost:8000/'):\n        open('a/' + u, 'w')", "-"},
		{"import subprocess\nfor u in open('a'):\n    if u.startswith('http://localhost:8000/'):\n        subprocess.run(['curl', u])", "-"},
		{"from urllib.parse import urlparse\nfor u in open('a'):\n    if urlparse(u).netloc == 'localhost':\n        urllib.request.urlopen(u)", "-"},
		{"from urllib.parse import urlparse\nfor u in open('a'):\n    if urlparse(u).netloc == 'localhost:8000':\n        urllib.request.urlopen(u)", "a http://localhost:8000/**"},
		{"todo = ['http://localhost:8000/']\nwhile todo:\n    u = todo.pop()\n    for v in re.findall('x', urllib.request.urlopen(u).read().decode()):\n        todo.append(v)", "-"},
	} {
		effects, ok := snippet.Python(walk+c.program, snippet.Given{Known: true, Isolated: true})
		if ok == (c.touched == "-") {
			t.Errorf("%s\nunderstood %v: %v", c.program, ok, effects)
			continue
		}
		touched := make(map[string]bool)
		for _, e := range effects {
			if !e.Look {
				touched[e.Object] = true
			}
		}
		for _, object := range strings.Fields(c.touched) {
			if ok && !touched[object] {
				t.Errorf("%s\ndoes not say %s: %v", c.program, object, effects)
			}
			delete(touched, object)
		}
		if ok && len(touched) > 0 {
			t.Errorf("%s\nsays more: %v", c.program, touched)
		}
	}
}

// TestPythonOldVersions: in Python 2 a list in brackets changes the name that it goes by.
func TestPythonOldVersions(t *testing.T) {
	t.Parallel()
	for _, old := range []bool{true, false} {
		effects, ok := snippet.Python("import os\nfor p in os.listdir('.'):\n    if p.endswith('.c'):\n        print([0 for p in ['x']])\n        open(p, 'w')", snippet.Given{Known: true, Isolated: true, Old: old})
		if any := slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Object == "x" || e.Object == "[.-~]*" || !ok }); any != old {
			t.Errorf("old %v: %v %v", old, effects, ok)
		}
	}
}

// TestPythonWords: the words of commands that come from elsewhere in the program.
func TestPythonWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program string
		run     []string // none: not understood
	}{
		{"def run(*a): subprocess.run(a)\nrun('rm', '-rf', '/x')\nrun('ls')", []string{"rm -rf /x", "ls"}},
		{"def git(*a, **k): return subprocess.check_output(['git', *a])\ngit('status')\ngit('log', '-1')", []string{"git status", "git log -1"}},
		{"def git(*a): return subprocess.check_output(['git', *a])\nf = git\nf('push')\ngit('log')", nil},
		{"def git(*a): return subprocess.check_output(['git', *a])\ngit(*open('x').read().split())\ngit('log')", nil},
		{"cmd = ['ls', '-l']\nsubprocess.run(cmd)", []string{"ls -l"}},
		{"cmd = ['ls', '-l']\ncmd[0] = 'rm'\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', '-l']\ncmd.append('/x')\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', '-l']\nother = cmd\nother[0] = 'rm'\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', '-l']\ncmd += ['/x']\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', 'rm']\ncmd.reverse()\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', 'rm']\ncmd.sort(key=len)\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', 'rm']\ncmd.pop(0)\nsubprocess.run(cmd)", nil},
		{"cmd = ['ls', 'rm']\ncmd.remove('ls')\nsubprocess.run(cmd + ['x'])", nil},
		{"cmd = ['ls', 'rm']\nfor i in [1]:\n    subprocess.run(cmd)\n    cmd.reverse()\ncmd = 3", nil},
		{"base = ['git', '-C', '.']\nsubprocess.run(base + ['log'])\nsubprocess.run([*base, 'status'])", []string{"git -C . log", "git -C . status"}},
		{"def f(x): x[0] = 'rm'\ncmd = ['ls', '-l']\nf(cmd)\nsubprocess.run(cmd)", nil},
		{"class A:\n    def run(self, x): x[0] = 'rm'\ncmd = ['ls', '-l']\nA().run(cmd)\nsubprocess.run(cmd)", nil},
		{"def sh(c): return subprocess.run(c, shell=True)\nsh('ls | wc')\nsh('rm x')", []string{"/bin/sh -c ls | wc", "/bin/sh -c rm x"}},
		{"def sh(c): return subprocess.run(c, shell=True)\nsh('ls | wc')\nsh(open('x').read())", nil},
		{"import threading\ndef f(w): subprocess.run(['ls', w])\nthreading.Thread(target=f, args=('/x',)).start()", []string{"ls /x"}},
		{"import threading\ndef f(w): subprocess.run(['ls', w])\nthreading.Thread(target=f, args=tuple(open('x'))).start()", nil},
		{"import threading\ndef f(w): subprocess.run(['ls', w])\nthreading.Thread(target=f, kwargs={'w': '/x'}).start()", nil},
		{"from concurrent.futures import ThreadPoolExecutor\ndef f(w): subprocess.run(['ls', w])\nwith ThreadPoolExecutor() as ex:\n    ex.submit(f, '/x')\n    list(ex.map(f, ['a', 'b']))", []string{"ls /x", "ls a", "ls b"}},
		{"from concurrent.futures import ThreadPoolExecutor\ndef f(w): subprocess.run(['ls', w])\nwith ThreadPoolExecutor() as ex:\n    list(ex.map(f, open('x').read().split()))", nil},
		{"import pandas as pd\ndef f(w): subprocess.run(['ls', w])\nex = pd.Series(open('x').read().split())\nex.map(f, ['a'])", nil},
	} {
		effects, ok := snippet.Python("import subprocess\n"+c.program, snippet.Given{Known: true, Isolated: true})
		if ok != (c.run != nil) {
			t.Errorf("%s\nunderstood %v: %v", c.program, ok, effects)
		}
		for _, words := range c.run {
			if !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return strings.ReplaceAll(e.Object, "\x00", " ") == words }) {
				t.Errorf("%s\ndoes not say %s: %v", c.program, words, effects)
			}
		}
	}
}

// TestPythonKinds: the class of an object is a key, and nothing else.
func TestPythonKinds(t *testing.T) {
	t.Parallel()
	for program, understood := range map[string]bool{
		"import operator, ast\nops = {ast.Add: operator.add, ast.Sub: operator.sub}\ndef f(n): return ops[type(n.op)](f(n.left), f(n.right))": true,
		"d = {int: 'a'}\nprint(d.get(type(3), 'b'))":                                                                                             true,
		"from typing import List, get_args\nget_args(List[type(open('a'))])[0]('x', 'w')":                                                        false,
		"class V:\n    def __init__(self):\n        self.ops = {int: abs}\n    def go(self, n):\n        return self.ops[type(n)](n)\nV().go(3)": true,
		"class V:\n    def __init__(self, o):\n        self.ops = o\n    def go(self, n):\n        return self.ops[type(n)](n)\nV({}).go(3)":     false,
		"class K:\n    def __hash__(self): return 1\n    def __eq__(self, o): return o('x', 'w')\nd = {K(): 1}\nd[type(open('a'))]":              false,
		"class K:\n    def __eq__(self, o): return o('x', 'w')\nK() == type(open('a'))":                                                          false,
		"class K:\n    def __eq__(self, o): return o('x', 'w')\ntype(open('a')) in [K()]":                                                        false,
		"class K:\n    def __eq__(self, o): return type(self) == type(o) and type(o) in (int, str)\nK() == K()":                                  true,
		"d = {int: open}\nd[type(3)]('x', 'w')":                                                                                                  false,
		"class D(dict):\n    def __missing__(self, k): return k('x', 'w')\nD()[type(open('a'))]":                                                 false,
		"class D:\n    def __getitem__(self, k): return k('x', 'w')\nD()[type(open('a'))]":                                                       false,
		"class D:\n    def get(self, k): return k('x', 'w')\nD().get(type(open('a')))":                                                           false,
		"d = {}\nd[type(open('a'))] = 1\nfor k in d: k('x', 'w')":                                                                                false,
		"d = {1: 2}\nd.setdefault(type(open('a')), 1)\nfor k in d: k('x', 'w')":                                                                  false,
		"x = [type(open('a'))]\nx[0]('x', 'w')":                                                                                                  false,
	} {
		if effects, ok := snippet.Python(program, snippet.Given{Known: true, Isolated: true}); ok != understood {
			t.Errorf("%s\nunderstood %v: %v", program, ok, effects)
		}
	}
}

// TestPythonSurroundings: lists within lists, variables of commands, and what is cut off.
func TestPythonSurroundings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program string
		said    []string // none: not understood
	}{
		{"import asyncio\nasync def f(*w):\n    p = await asyncio.create_subprocess_exec(*w, stdout=asyncio.subprocess.PIPE)\n    print(await p.communicate())\nasyncio.run(f('rm', '/x'))", []string{"rm /x"}},
		{"import asyncio\nasync def f(*w):\n    p = await asyncio.create_subprocess_exec(*w)\nasyncio.run(f(*open('x').read().split()))", nil},
		{"import asyncio\nasync def f(*w):\n    p = await asyncio.create_subprocess_exec('ls', executable='/x')\nasyncio.run(f())", nil},
		{"import asyncio\nasync def f(*w):\n    p = await asyncio.create_subprocess_exec(*w, env={'A': 'b'})\nasyncio.run(f('id'))", []string{"env -i A=b id"}},
		{"for c in [['ls'], ['rm', '/x']]: subprocess.run(c)", []string{"ls", "rm /x"}},
		{"cs = [['ls'], ['rm', '/x']]\nfor c in cs: subprocess.run(c)", []string{"ls", "rm /x"}},
		{"cs = [['ls']]\ncs.append(open('x').read().split())\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'a']]\nfor d in cs: d[0] = 'rm'\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'a']]\nfor d in cs: d.append('/x')\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'a']]\ncs[0][0] = 'rm'\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'a']]\nlist(map(lambda d: d.append('/x'), cs))\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'rm']]\ncs[0].reverse()\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'rm']]\nf = cs[0].reverse\nf()\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'rm']]\nfor d in cs: d.sort(key=len)\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'rm']]\nlist(map(list.reverse, cs))\nfor c in cs: subprocess.run(c)", nil},
		{"import random\ncs = [['ls', 'rm']]\nrandom.shuffle(cs[0])\nfor c in cs: subprocess.run(c)", nil},
		{"from heapq import heapify as h\ncs = [['ls', 'rm']]\nh(cs[0])\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'rm']]\ndef f(x): x.pop(0)\nf(cs[0])\nfor c in cs: subprocess.run(c)", nil},
		{"cs = [['ls', 'rm']]\ngetattr(cs[0], 'reverse')()\nfor c in cs: subprocess.run(c)", nil},
		{"cs = {'a': ['ls', 'rm']}\ncs['a'].reverse()\nfor k, c in cs.items(): subprocess.run(c)", nil},
		{"cs = [['ls', 'x']]\nt = []\nfor c in cs:\n    t.append(1)\n    subprocess.run(c)\nt.sort()", []string{"ls x"}},
		{"for n, c in [('a', ['ls']), ('b', ['rm', '/x'])]: subprocess.run(c)", []string{"ls", "rm /x"}},
		{"for n, c in {'a': ['ls'], 'b': ['rm', '/x']}.items(): subprocess.run(c)", []string{"ls", "rm /x"}},
		{"d = {'a': ['ls']}\nd['b'] = open('x').read().split()\nfor n, c in d.items(): subprocess.run(c)", nil},
		{"d = {'a': ['ls']}\nd.update(json.load(open('x')))\nfor c in d.values(): subprocess.run(c)", nil},
		{"subprocess.run(['ls'], env={**os.environ, 'A': 'b'})", []string{"env A=b ls"}},
		{"subprocess.run(['ls'], env={'A': 'b'})", []string{"env -i A=b ls"}},
		{"subprocess.run(['ls'], env=dict(os.environ, LD_PRELOAD='/x.so'))", []string{"env LD_PRELOAD=/x.so ls"}},
		{"subprocess.run(['ls'], env=os.environ | {'PATH': '/x'})", []string{"env PATH=/x ls"}},
		{"subprocess.run(['ls'], env={'A': 'b', **os.environ})", nil},
		{"subprocess.run(['ls'], env={**json.load(open('x'))})", nil},
		{"subprocess.run(['ls'], env={**os.environ, 'A': open('x').read()})", nil},
		{"subprocess.run(['ls'], env={**os.environ, 'A B': 'x'})", nil},
		{"subprocess.run('ls', shell=True, env={**os.environ, 'A': 'b'})", []string{"env A=b /bin/sh -c ls"}},
		{"e = {'A': 'b'}\ne['LD_PRELOAD'] = '/x.so'\nsubprocess.run(['ls'], env=e)", []string{"env -i A=b LD_PRELOAD=/x.so ls"}},
		{"e = os.environ.copy()\ne['A'] = 'b'\nsubprocess.Popen(['ls'], env=e)", []string{"env A=b ls"}},
		{"e = dict(os.environ, A='b')\nsubprocess.run(['ls'], env=e)\nsubprocess.run(['id'], env=e)", []string{"env A=b ls", "env A=b id"}},
		{"e = dict(os.environ, A='b')\ne['A'] = 'c'\nsubprocess.run(['ls'], env=e)", nil},
		{"e = dict(os.environ, A='b')\ne.update({'LD_PRELOAD': 'x'})\nsubprocess.run(['ls'], env=e)", nil},
		{"e = dict(os.environ)\nf = e\nf['LD_PRELOAD'] = 'x'\nsubprocess.run(['ls'], env=e)", nil},
		{"e = os.environ.copy()\nfor e['LD_PRELOAD'] in ['x']: subprocess.run(['ls'], env=e)", nil},
		{"import pathlib\nfor p in pathlib.Path('a').rglob('*.md'): (pathlib.Path('b') / p.relative_to('a')).write_text('')", []string{"b/**/[.-~]*.md"}},
		{"import pathlib\npathlib.Path('a/b/c').relative_to('a').write_text('')", []string{"b/c"}},
		{"import pathlib\npathlib.Path('a/../../c').relative_to('a').write_text('')", nil},
		{"import pathlib\npathlib.Path('ab/c').relative_to('a').write_text('')", nil},
		{"open(os.path.relpath('a/b', 'a'), 'w')", []string{"b"}},
		{"open(os.path.relpath(input(), 'a'), 'w')", nil},
		{"g = {}\ng['a.txt'] = 1\nfor k in g: open(k, 'w')", []string{"a.txt"}},
		{"g = {}\ng['a.txt'] = 'b.txt'\nfor k, v in g.items(): open(k, 'w')", []string{"a.txt"}},
		{"g = {}\ng['a.txt'] = 'b.txt'\nfor k, v in g.items(): open(v, 'w')", nil},
		{"g = {}\ng['a.txt'] = 'b.txt'\nopen(g['a.txt'], 'w')", nil},
		{"g = {}\ng['a.txt'] = 1\ng.update({'/etc/x': 1})\nfor k in g: open(k, 'w')", nil},
		{"g = {}\ng['a.txt'] = 1\nh = g\nh['/etc/x'] = 1\nfor k in g: open(k, 'w')", nil},
		{"import glob\nfor f in glob.glob('a/*.tmpl'): open(f[:-5] + '.txt', 'w')", []string{"a/*.txt"}},
		{"import glob\nfor f in glob.glob('a/*.tmpl'): open(f[:-5] + '/../x', 'w')", []string{"a/../../x", "a/*/../x"}},
		{"subprocess.run(['id'], env={'LD_PRELOAD': './x.so'})", []string{"env -i LD_PRELOAD=./x.so id"}},
		{"list(map(subprocess.check_output, [['id']]))", []string{"id"}},
		{"import pathlib\nx = {'a': pathlib.Path('a')}\nx['a'].replace('/x')", []string{"a", "/x"}},
		{"import pathlib\nx = {f.stem: f for f in pathlib.Path('a').glob('*.c')}\nx['b'].unlink()", []string{"a/[.-~]*.c"}},
		{"import pathlib\nx = {'a': pathlib.Path('a')}\nx['b'] = pathlib.Path(open('x').read())\nx['a'].unlink()", nil},
		{"import glob\nfor f in glob.glob('a/*.tmpl'): open(f[:-6], 'w')", nil},
		{"open('/etc/xy'[:-1], 'w')", []string{"/etc/x"}},
		{"import http.client\nc = http.client.HTTPConnection('localhost', 8000)\nfor p in ('/a', '//evil.example.net/a'): c.request('GET', p)", nil},
		{"class V:\n    def __getitem__(self, k): return k\n    __mul__ = __getitem__", nil},
	} {
		effects, ok := snippet.Python("import subprocess, os, json\n"+c.program, snippet.Given{Known: true, Isolated: true})
		if ok != (c.said != nil) {
			t.Errorf("%s\nunderstood %v: %v", c.program, ok, effects)
		}
		for _, words := range c.said {
			if !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return strings.ReplaceAll(e.Object, "\x00", " ") == words }) {
				t.Errorf("%s\ndoes not say %s: %v", c.program, words, effects)
			}
		}
	}
}
