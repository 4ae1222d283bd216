package command_test

import "testing"

// A value without a slash stays in the folder before the name that it is in, and
// nowhere else.
func TestValuesWithoutSlashes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`v=$(tr / - < V); rm "dist/app-$v.tgz"`, ""},
		{`v=$(tr -cd 'a-z0-9.-' < V); rm "dist/app-$v.tgz"`, ""},
		{`v=$(cat V); v=${v//[^0-9.]/}; rm "dist/app-$v"`, ""},
		{`v=$(cat V); rm "dist/app-${v##*/}"`, ""},
		{`v=$(cat V); rm "dist/app-$v"`, "unknown"},
		{`v=$(tr / - < V); rm "dist/$v"`, "unknown"},
		{`v=$(tr / - < V); rm "dist/.$v"`, "unknown"},
		{`v=$(tr / - < V); rm "$v"`, "unknown"},
		{`v=$(tr -cd '.-0-9' < V); rm "dist/app-$v"`, "unknown"}, // from . to 0 lies the slash
		{`v=$(cat V); rm "dist/app-${v#*/}"`, "unknown"},
		{`v=$(cat V); v=${v//\//&}; rm "dist/app-$v"`, "unknown"},
		{`v=$(tr / - < V); v=$v/..; rm "dist/app-$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 - < V); touch "posts/$v"`, ""},
		{`v=$(tr -cs a-z0-9 - < V | sed 's/^-//; s/-$//' | cut -c1-40); touch "posts/$(date +%Y)-$v.md"`, ""},
		{`v=$(tr -cs a-z0-9. - < V); touch "posts/$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 / < V); touch "posts/$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 - < V | sed 's/a/../'); touch "posts/$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 - < V | tr a-z +-0); touch "posts/$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 - < V | sed 's/a/b/e'); touch "posts/$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 - < V); touch "/$v"`, "unknown"},
		{`v=$(tr -cs a-z0-9 - < V); touch "$v"`, "unknown"},
		{`rm -rf .*/x`, "unknown"},
		{`rm -rf .[!.]*/x`, ""},
		{`for d in a/*/; do rm -rf "${d%/}"; done`, ""},
		{`for d in .*/; do d=${d%/}; rm -rf "$d/x"; done`, "unknown"},
		{`set -- a b c; shift 2; rm "$1"`, ""},
		{`set -- a b c; shift "$n"; rm "$1"`, "unknown"},
	} {
		if got := worst(analyzed(t, c.text).Effects); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
