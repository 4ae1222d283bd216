package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestListedLine: one line of a list names something below the folder that it is put
// behind, whether or not it stands in quotes.
func TestListedLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`sed -n 1,40p m/$(ls -t m | grep '\.py$' | head -1)`:         "/home/u/w/m/**",
		`cat "m/$(ls m | sort | sed -n '$p')"`:                       "/home/u/w/m/**",
		`cat m/$(ls m | grep -m1 x)/y`:                               "/home/u/w/m/**/y",
		`cat m/$(ls m | grep -m 1 x)`:                                "/home/u/w/m/**",
		`cat m/$(ls m | sort)`:                                       "",
		`cat m/$(ls -a m | sed -n 2p)`:                               "",
		`cat m/$(cat list | head -1)`:                                "",
		`rm -rf m/$(ls m | head -1)`:                                 "",
		`for f in m/$(ls m | head -1); do rm "$f"; done`:             "",
		`IFS=e; cat m/$(ls m | head -1)`:                             "",
		"touch 'm/a b'; cat m/$(ls m | head -1)":                     "",
		"ln -s /etc m/r; cat m/$(ls m | head -1)/shadow":             "/etc/shadow",
		"ln -s ~/.ssh m/r; cat m/*/id_rsa":                           "/home/u/.ssh/id_rsa",
		"parallel 'tool {} out_{#}.db; wc -l < {}' ::: /tmp/p/*.csv": "/tmp/p/*.csv",
		"parallel 'cp {} b/{#}_{/}; cat b/{#}.txt' ::: /tmp/p/*.csv": "/home/u/w/b/[0-9]*.txt",
		"parallel 'cat {#} \"{}\"' ::: /tmp/p/*.csv":                 "",
		"parallel 'cat {= $_++ =}' ::: /tmp/p/*.csv":                 "",
	} {
		found := analyze(t, command.Input{Text: text, Shell: true}).Effects
		got := slices.ContainsFunc(found, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindRead && e.Mark == "" && e.Object == want })
		unknown := slices.ContainsFunc(found, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown })
		if want == "" && !unknown || want != "" && !got || want != "" && unknown && !strings.HasPrefix(text, "ln ") && !strings.Contains(text, "tool") {
			t.Errorf("%s: want %q, got %+v", text, want, found)
		}
	}
}
