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

// TestSettles: a text whose first rendering is not its own runs as one that is.
func TestSettles(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, text := range []string{"( ( ls; { pwd; } ) )", "( ( ( ( cd src; pwd; { { ls; }; } ) ) ) )", "( ( ls; { { ls; }; } ) )"} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := a.Analyze(command.Input{Text: out.Script, Shell: true}, command.ExampleWorld())
		if err != nil || again.Script != out.Script {
			t.Errorf("%s runs as %q, and that as %q (%v)", text, out.Script, again.Script, err)
		}
	}
}

// TestSeenSigns: which signs that nobody sees belong to what is seen around them.
func TestSeenSigns(t *testing.T) {
	t.Parallel()
	for text, held := range map[string]bool{
		"echo \u26a0\ufe0f":               false, // a warning sign as a picture
		"echo 1\ufe0f\u20e3":              false, // a key with a number
		"echo \U0001F469\u200d\U0001F4BB": false, // two pictures joined to one
		"echo '\u65e5\u672c\u3000\u8a9e'": false, // a wide blank among wide signs
		"echo a\ufe0fb":                   true,
		"echo a\u200db":                   true,
		"echo \u26a0\u200db":              true,
		"echo a\u3000b":                   true,
		"echo \u65e5\u3000-rf":            true,
		"echo \u26a0\u200e":               true,
		"echo \u00a0\u26a0\ufe0f":         true,
	} {
		got := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown })
		if got != held {
			t.Errorf("%+q: held %v, want %v", text, got, held)
		}
	}
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
