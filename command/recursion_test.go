package command_test

import (
	"strings"
	"testing"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A function that calls itself is judged with what its later calls find, too.
func TestFunctionsThatCallThemselves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`del() { rm -rf "$1"; [ "$1" != / ] && del "$1/.."; }; del src`, "unknown"},
		{`x=a; f() { rm "$x"; [ "$x" = a ] && x=/ && f; }; f`, "unknown"},
		{`f() { rm "$1"; [ "$1" = a ] && f a; }; f a`, ""},
		{`walk() { for f in "$1"/*; do [ -d "$f" ] && walk "$f"; rm "$f"; done; }; walk src`, "unknown"}, // f is another one by then
		{`walk() { local f; for f in "$1"/*; do [ -d "$f" ] && walk "$f"; rm "$f"; done; }; walk src`, ""},
		{`f() { local n=$1; if (( n > 0 )); then f $((n-1)); f $((n-1)); fi; }; f 4`, ""},
		{`f() { local n=$1; if (( n > 0 )); then f $((n-1)); f $((n-1)); fi; }; f 99`, "unknown"},
		{`f() { local n=$1; if (( n != 0 )); then f $((n-2)); f $((n-2)); fi; }; f 7`, "unknown"},
		{`f() { n=$1; [ $n -eq 0 ] && return; f $((n-1)); f $((n-1)); }; f 3`, "unknown"}, // a call sets n, too
		{`f() { case $1 in a) f b; f c ;; b) f c; f c ;; esac; }; f a`, ""},
		{`f() { case $1 in a) f b; f b ;; b) f a ;; esac; }; f a`, "unknown"},
		{`f() { if true; then f; f; fi; }; f`, catalogue.MarkForkBomb},
		{`f() { echo $(f); }; f`, catalogue.MarkForkBomb},
		{`f() { [ -n "$HOME" ] && { f | f & }; }; f`, catalogue.MarkForkBomb},
		{`f() { [ -d "$1" ] && { f "$1/a" & f "$1/b" & }; wait; }; f x`, "unknown"},
	} {
		if got := worst(analyzed(t, c.text).Effects); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// worst is the mark of a bomb, or that something is unknown.
func worst(effects []pipeline.Effect) string {
	found := ""
	for _, e := range effects {
		switch {
		case e.Mark == catalogue.MarkForkBomb:
			return e.Mark
		case e.Kind == pipeline.KindUnknown && !strings.HasPrefix(e.Object, "limit"):
			found = "unknown"
		}
	}
	return found
}
