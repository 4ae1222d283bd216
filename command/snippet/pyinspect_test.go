package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestToldOfLibraries: what a library has may be asked for by name whether a list has it
// or not, as long as nothing of it is called and no text is taken for the name of a module.
func TestToldOfLibraries(t *testing.T) {
	t.Parallel()
	for text, told := range map[string]bool{
		"from celery.app.task import Task; print([a for a in dir(Task) if 'retry' in a])": true,
		"from celery.app.task import Task; print(Task.__doc__)":                           true,
		"import celery; help(celery.Task)":                                                true,
		"import json; help(json.dumps)":                                                   true,
		"help(str)":                                                                       true,
		"from celery.app.task import Task; Task.apply()":                                  false,
		"help('antigravity')":                                                             false,
		"x = 'antigravity'; help(x)":                                                      false,
		"from json import dumps; dumps = 'antigravity'; help(dumps)":                      false,
		"x = help; x('antigravity')":                                                      false,
		"list(map(help, ['antigravity']))":                                                false,
		"help = eval; help('1')":                                                          false,

		"print(list(map('{:.1%}'.format, [0.1])))":                                 true,
		"import pandas as pd; print(pd.read_csv('a').mean().map('{:.1%}'.format))": true,
		"print(list(map('{0.__class__}'.format, [0.1])))":                          false,
		"print([open(n).read() for n in map('/home/x/{}'.format, ['a'])])":         false,
		"f = 'rm {}'.format; import os; os.system(f('/'))":                         false,
	} {
		if _, ok := snippet.Python(text, snippet.Given{}); ok != told {
			t.Errorf("%q: understood %v", text, ok)
		}
	}
}
