package snippet_test

import (
	"slices"
	"testing"

	"passepartout/command/snippet"
)

// TestPythonLists: all that a list is put together from is what a program opens, whoever
// puts it in; what somebody else may have put in is not understood.
func TestPythonLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program string
		opened  []string // none: not understood
	}{
		{"import glob\nfor f in glob.glob('a/*') + ['/b']: open(f)", []string{"a/*", "/b"}},
		{"x = ['a']\nx += ['/b']\nfor f in x: open(f)", []string{"a", "/b"}},
		{"x = []\nx.extend(['a', '/b'])\nfor f in sorted(x): open(f)", []string{"a", "/b"}},
		{"open(max(['a', '/b']))", []string{"a", "/b"}},
		{"open(next(iter([]), '/b'))", nil},
		{"for f in filter(None, ['a', '/b']): open(f)", []string{"a", "/b"}},
		{"import itertools\nfor f in itertools.chain(['a'], ['/b']): open(f)", []string{"a", "/b"}},
		{"def g():\n    x = ['a']\n    return x\nfor f in g(): open(f)", []string{"a"}},
		{"def g():\n    x = ['a']\n    return x\ny = g()\ny.append('/b')\nfor f in y: open(f)", nil},
		{"def g(x):\n    x += ['/b']\na = ['a']\ng(a)\nfor f in a: open(f)", nil},
		{"a = b = ['a']\nb.append('/b')\nfor f in a: open(f)", nil},
		{"a, b = c = (['a'], ['c'])\nc[0].append('/b')\nfor f in a: open(f)", nil},
		{"def g(x):\n    x.append('/b')\ng(a := ['a'])\nfor f in a: open(f)", nil},
		{"x = []\ndef g(l):\n    l.append('/b')\ng(x)\nfor f in x or ['a']: open(f)", nil},
		{"class A:\n    def __radd__(self, o):\n        o.append('/b')\nx = ['a']\nx + A()\nfor f in x: open(f)", nil},
	} {
		effects, ok := snippet.Python(c.program, snippet.Given{Known: true})
		if ok != (c.opened != nil) {
			t.Errorf("%s\nunderstood: %v", c.program, ok)
		}
		for _, object := range c.opened {
			if !slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Object == object }) {
				t.Errorf("%s\ndoes not say %s: %v", c.program, object, effects)
			}
		}
	}
}
