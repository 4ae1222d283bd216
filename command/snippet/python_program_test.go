package snippet_test

import (
	"strings"

	"pgregory.net/rapid"
)

// Parts of programs, harmless and hostile ones. NAME stands for a name, EXPR
// for an expression, PATH for one that may name a file.
var (
	pyFew        = []string{"a", "b", "p", "f", "len"}
	pyNamesDrawn = []string{"a", "b", "p", "f", "s", "list", "id", "print", "exec", "open", "os", "json", "sys", "Path", "len", "e", "d", "str", "max", "x"}
	pyExprs      = []string{
		"1", "'a.txt'", "'out.txt'", "\"b\"", "None", "True", "[]", "{}", "()", "NAME", "NAME", "NAME", "[EXPR, EXPR]", "(EXPR, EXPR)", "{EXPR: EXPR}", "{EXPR, EXPR}",
		"EXPR + EXPR", "EXPR % EXPR", "EXPR if EXPR else EXPR", "EXPR or EXPR", "EXPR == EXPR", "not EXPR", "EXPR / EXPR", "lambda NAME: EXPR", "lambda: EXPR", "[EXPR for NAME in EXPR]", "(EXPR for NAME in EXPR if EXPR)",
		"NAME(EXPR)", "NAME(EXPR)", "NAME(EXPR, EXPR)", "NAME(*EXPR)", "NAME(**EXPR)", "(NAME := EXPR)", "EXPR.ATTR", "EXPR.ATTR(EXPR)", "EXPR.ATTR()", "NAME.ATTR(EXPR)", "EXPR[EXPR]", "EXPR[1:]", "f'{EXPR}'", "f'{EXPR!r:>4}a'",
		"open(PATH)", "open(PATH, 'w')", "open(PATH, MODE)", "open(PATH).read()", "print(EXPR)", "len(EXPR)", "str(EXPR)", "map(EXPR, EXPR)", "sorted(EXPR, key=EXPR)", "next(EXPR)", "list(EXPR)", "enumerate(EXPR)", "type(EXPR)",
		"Path(PATH)", "Path(PATH) / PATH", "Path(PATH).ATTR()", "Path('src').glob('*.py')", "Path('.').iterdir()", "os.path.exists(PATH)", "os.path.join(PATH, PATH)", "os.listdir(PATH)", "os.environ", "os.getcwd()", "os.remove(PATH)",
		"os.system('touch pwned')", "sys.argv", "sys.argv[1]", "sys.path", "sys.stdin", "sys.modules", "json.loads('[1]')", "json.dumps(EXPR)", "re.sub('a', EXPR, EXPR)", "exec(EXPR)", "eval(EXPR)", "__import__('os')", "getattr(EXPR, 'a')",
		"mypkg.ATTR(EXPR)", "NAME.ATTR.ATTR(EXPR)", "subprocess.run([EXPR])", "sqlite3.connect(PATH)", "os.walk(PATH)", "sqlite3.connect(':memory:').execute(EXPR)", "'{}'.format(EXPR)", "'{0.a}'.format(EXPR)", "'%s' % EXPR", "EXPR.__class__", "''.join(EXPR)",
	}
	pyPaths = []string{"'a.txt'", "'out.txt'", "'src/a.py'", "NAME", "NAME", "EXPR", "'o' + 'ut'", "f'{NAME}'", "Path('a.txt')", "sys.argv[1]"}
	pyAttrs = []string{"read", "write", "replace", "strip", "split", "append", "pop", "get", "items", "keys", "join", "format", "name", "parent", "exists", "unlink", "read_text", "write_text", "stat", "system", "path", "__class__", "copy", "sort", "read", "rename", "open", "touch", "extend", "argv", "environ", "index", "encode"}
	pyModes = []string{"'r'", "'w'", "'a'", "'rb'", "'r+'", "NAME", "'x'"}
	pyLines = []string{
		"NAME(PATH)", "NAME.append(PATH)", "NAME.append(PATH)", "NAME = []", "NAME = [PATH]", "NAME += [PATH]", "NAME[0] = PATH", "return PATH", "yield PATH", "NAME = PATH", "open(NAME, 'w')", "Path(NAME).write_text('x')", "NAME.ATTR = PATH", "global NAME", "nonlocal NAME",
		"EXPR", "EXPR", "print(EXPR)", "NAME = EXPR", "NAME = EXPR", "NAME = EXPR", "NAME, NAME = EXPR, EXPR", "NAME += EXPR", "NAME[EXPR] = EXPR", "NAME.ATTR = EXPR", "del NAME", "import os", "import json", "import sys", "import re", "from pathlib import Path",
		"import sys as NAME", "from os import path as NAME", "from os import system as NAME", "from json import loads as NAME", "import mypkg", "from mypkg import foo as NAME", "import subprocess", "import sqlite3", "NAME.ATTR = EXPR", "@NAME\ndef NAME(NAME): pass", "async def NAME(): pass", "class NAME: pass", "pass", "assert EXPR", "global NAME",
	}
	pyBlocks = []string{"if EXPR:", "for NAME in EXPR:", "for NAME, NAME in EXPR:", "def NAME(NAME):", "class NAME:", "class NAME(NAME):", "for NAME, NAME, NAME in os.walk(PATH):", "def NAME(NAME=EXPR):", "with EXPR as NAME:", "try:", "for NAME in range(2):", "def NAME(NAME):", "def NAME(NAME, NAME=PATH):", "for NAME in NAME:", "for NAME in NAME():", "for NAME in [PATH, PATH]:",
		"match EXPR:\n  case [NAME, *NAME]:", "match PATH:\n  case NAME:", "async def NAME(NAME):", "if NAME := EXPR:", "for NAME, NAME in enumerate(NAME):"}
	pyShapes = []string{
		"def NAME(NAME):\n    LINE\n    LINE\nNAME(PATH)\nNAME(PATH)\n", "def NAME(NAME=PATH):\n    LINE\n    LINE\nNAME()\n", "def NAME():\n    NAME = PATH\n    def NAME():\n        LINE\n        LINE\n    NAME()\n    LINE\nNAME()\n",
		"NAME = []\nfor NAME in [PATH, PATH]:\n    LINE\nfor NAME in NAME:\n    LINE\n", "def NAME():\n    yield PATH\n    LINE\nfor NAME in NAME():\n    LINE\n    LINE\n", "class NAME:\n    NAME = PATH\n    def NAME(self, NAME):\n        LINE\n        LINE\nNAME().NAME(PATH)\n",
		"NAME = PATH\ndef NAME():\n    global NAME\n    LINE\nNAME()\nLINE\n", "def NAME(NAME):\n    def NAME(*NAME):\n        LINE\n        return NAME(*NAME)\n    return NAME\n@NAME\ndef NAME(NAME):\n    LINE\nNAME(PATH)\n", "def NAME(NAME):\n    return PATH\nNAME = NAME(PATH)\nLINE\nLINE\n",
		"import argparse\np = argparse.ArgumentParser()\np.add_argument('x', default=PATH, nargs='?')\nNAME = p.parse_args()\nopen(NAME.x, 'w')\nLINE\n", "NAME = [NAME for NAME in [PATH, PATH] if EXPR]\nfor NAME in NAME:\n    LINE\nLINE\n",
		"for NAME in [PATH, PATH]:\n    LINE\n    if NAME.endswith('.txt'):\n        LINE\n        open(NAME, 'w')\nfor NAME, NAME in [(1, 2)]:\n    LINE\n",
		"for NAME in [PATH, PATH]:\n    if not NAME.endswith('t'):\n        continue\n    LINE\n    open(NAME, 'w')\nNAME = 1\nLINE\n",
		"NAME = PATH\ntry:\n    LINE\n    NAME = PATH\n    LINE\nexcept Exception:\n    open(NAME)\nopen(NAME, 'w')\nNAME = 2\n",
		"for NAME in os.listdir('.'):\n    if NAME.endswith(('.txt', '.py')):\n        open(NAME, 'a')\n        LINE\nNAME = 1\n",
		"def NAME():\n    NAME = PATH\n    LINE\n    with open(NAME) as NAME:\n        LINE\n    NAME = PATH\n    def NAME(): open(NAME, 'w')\n    LINE\n    NAME()\nNAME()\n",
		"NAME = [PATH, PATH]\nwhile NAME:\n    NAME = NAME.pop()\n    if NAME.endswith('.txt'):\n        NAME.append(PATH)\n    open(NAME, 'w')\n    LINE\n",
		"def NAME(*NAME):\n    for NAME in NAME:\n        open(NAME, 'w')\n    LINE\nNAME(PATH, PATH)\nNAME(PATH)\n",
		"NAME = {'a': Path(PATH), 'b': Path(PATH)}\nLINE\nfor NAME, NAME in NAME.items():\n    NAME.write_text('x')\n    LINE\n",
	}
)

// program draws a program with imports that make most of its parts meaningful.
func program(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("import os, sys, json, re\nfrom pathlib import Path\n")
	for range rapid.IntRange(1, 4).Draw(t, "lines") {
		if rapid.IntRange(0, 2).Draw(t, "shape") == 0 {
			shape := rapid.SampledFrom(pyShapes).Draw(t, "whole")
			for strings.Contains(shape, "LINE") {
				shape = strings.Replace(shape, "LINE", rapid.SampledFrom(pyLines).Draw(t, "line"), 1)
			}
			for strings.Contains(shape, "NAME") { // few, so that they meet
				shape = strings.Replace(shape, "NAME", rapid.SampledFrom(pyFew).Draw(t, "few"), 1)
			}
			b.WriteString(fill(t, shape, 0))
			continue
		}
		if rapid.IntRange(0, 3).Draw(t, "block") > 0 {
			b.WriteString(fill(t, rapid.SampledFrom(pyLines).Draw(t, "line"), 0) + "\n")
			continue
		}
		head := rapid.SampledFrom(pyBlocks).Draw(t, "head")
		b.WriteString(fill(t, head, 0) + "\n    " + fill(t, rapid.SampledFrom(pyLines).Draw(t, "line"), 0) + "\n")
		if head == "try:" {
			b.WriteString("except Exception as e:\n    print(e)\n")
		}
	}
	return b.String()
}

// fill puts parts into the places of a text.
func fill(t *rapid.T, s string, depth int) string {
	for _, p := range []struct {
		place string
		parts []string
	}{{"PATH", pyPaths}, {"MODE", pyModes}, {"ATTR", pyAttrs}} {
		for strings.Contains(s, p.place) {
			s = strings.Replace(s, p.place, rapid.SampledFrom(p.parts).Draw(t, p.place), 1)
		}
	}
	for strings.Contains(s, "EXPR") {
		var part string
		if depth < 3 {
			part = fill(t, rapid.SampledFrom(pyExprs).Draw(t, "expr"), depth+1)
		} else {
			part = rapid.SampledFrom([]string{"1", "'a.txt'", "NAME", "[]"}).Draw(t, "leaf")
		}
		if strings.Contains(part, "EXPR") {
			part = "1"
		}
		s = strings.Replace(s, "EXPR", part, 1)
	}
	for strings.Contains(s, "NAME") {
		s = strings.Replace(s, "NAME", rapid.SampledFrom(pyNamesDrawn).Draw(t, "name"), 1)
	}
	return s
}
