package command_test

import "testing"

// TestHandedFunctions: a bash that is started gets the functions that were
// certainly exported, and nobody else does.
func TestHandedFunctions(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`f() { wc -l "$1"; }; export -f f; git ls-files | xargs -n1 bash -c 'f "$0"'`:     true,
		`f() { wc -l "$1"; }; export -f f; find . -exec bash -c 'f "$1"' _ {} \;`:         true,
		`f() { wc -l "$1"; }; git ls-files | xargs -n1 bash -c 'f "$0"'`:                  false,
		`f() { wc -l "$1"; }; export -f f; git ls-files | xargs -I{} bash -c 'f "{}"'`:    false,
		`f() { wc -l "$1"; }; export -f f; git ls-files | xargs -n1 sh -c 'f "$0"'`:       false,
		`f() { wc -l "$1"; }; [ -e x ] && export -f f; bash -c 'f a'`:                     false,
		`f() { wc -l "$1"; }; export -f f; env -i bash -c 'f a'`:                          false,
		`f() { wc -l "$1"; }; export -f f; bash -p -c 'f a'`:                              false,
		`f() { wc -l "$1"; }; export -f f; export -fn f; bash -c 'f a'`:                   false,
		`f() { wc -l "$1"; }; export -f f; unset -f f; bash -c 'f a'`:                     false,
		`f() { eval "$1"; }; export -f f; git ls-files | xargs -n1 bash -c 'f "$0"'`:      false,
		`seq 3 | xargs -I{} sh -c 'echo {} > out{}'`:                                      true,
		`seq 3 | sed s/1/x/ | xargs -I{} sh -c 'echo {}'`:                                 false,
		`seq -f '$(ls)%g' 3 | xargs -I{} sh -c 'echo {}'`:                                 false,
		"while IFS=, read -r a b; do curl \"http://localhost:$a$b\"; done <<'E'\n80,/\nE": true,
		"while IFS=,: read -r a b; do cp x \"$b\"; done <<'E'\n80,a\nE":                   false,
		"while IFS=, read -r a b; do cp x \"$b\"; done <<'E'\n80,a,\nE":                   false,
	})
}
