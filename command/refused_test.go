package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestNotDone: what the shell does not do when a redirection fails, or with an option
// that it does not know, leaves things as they were.
func TestNotDone(t *testing.T) {
	t.Parallel()
	deletes(t, map[string][]string{
		`cd /etc; cd /home/u/w < nope; rm x`:      {"/etc/x", "/home/u/w/x"},
		`cd /etc; cd -x /home/u/w; rm x`:          {"/etc/x", "/home/u/w/x"},
		`d=a; { d=b; } > nope/log; rm "$d"`:       {"/home/u/w/a", "/home/u/w/b"},
		`d=a; { d=b; } > log; rm "$d"`:            {"/home/u/w/b"},
		`d=a; export d=b < nope; rm "$d"`:         {"/home/u/w/a", "/home/u/w/b"},
		`f() { d=b; }; d=a; f < nope; rm "$d"`:    {"/home/u/w/a", "/home/u/w/b"},
		`d=a; { d=b; } < /dev/null; rm "$d"`:      {"/home/u/w/b"},
		`d=a; d=b$((1/0)); rm "$d"`:               {"/home/u/w/a", "/home/u/w/b*"},
		`cat <<< "${e:=a}"; rm "$e/b"`:            {"/b", "/home/u/w/a/b"},
		`y=x; while read y; do :; done < f; rm x`: {"/home/u/w/x"},
	})
}

// deletes compares what commands would delete.
func deletes(t *testing.T, cases map[string][]string) {
	t.Helper()
	a := analyzer(t)
	for text, want := range cases {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got []string
		for _, e := range out.Effects {
			if e.Kind == pipeline.KindDelete {
				got = append(got, e.Object)
			}
		}
		slices.Sort(got)
		if !slices.Equal(slices.Compact(got), want) {
			t.Errorf("%s: deletes %q, want %q", text, got, want)
		}
	}
}
