package command_test

import (
	"strings"
	"testing"

	"passepartout/pipeline"
)

// What a function prints is a number where everything in it prints numbers.
func TestFunctionsThatPrintNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`fact() { local n=$1; if (( n <= 1 )); then echo 1; else echo $(( n * $(fact $((n-1))) )); fi; }; fact 6`:                    true,
		`fib() { if (( $1 < 2 )); then echo $1; else local a b; a=$(fib $(($1-1))); b=$(fib $(($1-2))); echo $((a+b)); fi; }; fib 8`: true,
		`gcd() { if (( $2 == 0 )); then echo $1; else gcd $2 $(( $1 % $2 )); fi; }; g=$(gcd 48 18); echo $((g*2))`:                   true,
		`sum() { local s=0; for x in "$@"; do (( s += x )); done; echo "$s"; }; n=$(sum 1 2); echo $((n))`:                           true,
		`now() { date +%s; }; n=$(now); echo $(( $(now) - n ))`:                                                                      true,
		`f() { mkdir -p a; echo "to" >&2; grep -q x y || return 1; echo 3; }; n=$(f 2>/dev/null); echo $((n))`:                       true,
		`f() { ls >/dev/null 2>&1; echo 3; }; n=$(f); echo $((n))`:                                                                   true,
		`rc=0; make || rc=$?; [[ $rc -ne 0 ]] && echo no`:                                                                            true,
		`read rc; make || rc=$?; [[ $rc -ne 0 ]] && echo no`:                                                                         false,
		`f() { ls; echo 3; }; n=$(f); echo $((n))`:                                                                                   false,
		`f() { ls 2>&1 >/dev/null; echo 3; }; n=$(f); echo $((n))`:                                                                   false,
		`f() { { ls >&3; } 3>&1; echo 3; }; n=$(f); echo $((n))`:                                                                     false,
		`f() { ls > /dev/stdout; echo 3; }; n=$(f); echo $((n))`:                                                                     false,
		`f() { ls | cat; echo 3; }; n=$(f); echo $((n))`:                                                                             false,
		`f() { declare -p x; echo 3; }; n=$(f); echo $((n))`:                                                                         false,
		`f() { if (( $1 )); then ls; else echo $(( $(f 1) )); fi; }; f 0`:                                                            false,
		`f() { if (( $1 )); then g; else echo $(( $(f 1) )); fi; }; g() { cat x; }; f 0`:                                             false,
		`f() { echo 1; }; if [ -d x ]; then f() { ls; }; fi; n=$(f); echo $((n))`:                                                    false,
		`true 'a[$(ls)]'; echo $((_))`:                                                                                               false,
		`x=1,a['$(ls)'],$((BASH_COMMAND))`:                                                                                           false,
		`true 'a[$(ls)]'; x=_; [[ x -gt 1 ]]`:                                                                                        false,
		`echo 'a[$(ls)]' | { read; echo $((REPLY)); }`:                                                                               false,
		`for _ in 1 2; do n=$((n + 1)); done; echo $((n * 2))`:                                                                       true,
	} {
		if got := reckonedOut(analyzed(t, text).Effects); got != want {
			t.Errorf("%s: arithmetic known %v", text, got)
		}
	}
}

func reckonedOut(effects []pipeline.Effect) bool {
	for _, e := range effects {
		if e.Kind == pipeline.KindUnknown && strings.HasPrefix(e.Object, "arithmetic") {
			return false
		}
	}
	return true
}

// Whoever looks at a function's status knows whether its last cd went well.
func TestFoldersOfFunctions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`f() { mkdir -p "$1" && cd "$1"; }; f a/b && rm ../x`:           "a/x",
		`f() { mkdir -p "$1"; cd "$1" || return 1; }; f a/b && rm ../x`: "a/x",
		`f() { cd "$1" || return; }; f a/b && rm ../x`:                  "a/x",
		`f() { cd "$1" || { echo no; return 1; }; }; f a/b && rm ../x`:  "a/x",
		`{ mkdir -p a/b && cd a/b; } && rm ../x`:                        "a/x",
		`if { cd a/b; }; then rm ../x; fi`:                              "a/x",
		`f() { cd a/b; }; f || exit 1; rm ../x`:                         "a/x",
		`set -e; f() { mkdir -p a/b && cd a/b; }; f; rm ../x`:           "a/x",
		`f() { cd a/b; }; f; rm ../x`:                                   "../x a/x",
		`f() { cd a/b; true; }; f && rm ../x`:                           "../x a/x",
		`f() { cd a/b || return 0; }; f && rm ../x`:                     "../x a/x",
		`f() { cd a/b || return 256; }; f && rm ../x`:                   "../x a/x",
		`f() { cd a/b || { echo no; return; }; }; f && rm ../x`:         "../x a/x",
		`f() { [ -d x ] && return; cd a/b; }; f && rm ../x`:             "../x a/x",
		`set -e; f() { cd a/b || return 1; }; f || true; rm ../x`:       "../x a/x",
		`return() { :; }; f() { cd a/b || return 1; rm ../x; }; f`:      "../x a/x",
	} {
		if got := removedBy(t, text); got != want {
			t.Errorf("%s: removes %q, want %q", text, got, want)
		}
	}
}

// removedBy are the files that a text deletes, as seen from the working folder.
func removedBy(t *testing.T, text string) string {
	t.Helper()
	var out []string
	for _, e := range analyzed(t, text).Effects {
		if e.Kind != pipeline.KindDelete {
			continue
		}
		name := e.Object
		switch {
		case strings.HasSuffix(name, "/a/x"):
			name = "a/x"
		case strings.HasSuffix(name, "/x"):
			name = "../x"
		}
		out = append(out, name)
	}
	if len(out) == 2 && out[0] > out[1] {
		out[0], out[1] = out[1], out[0]
	}
	return strings.Join(out, " ")
}

// Parameters and elements from one on.
func TestSlicesOfLists(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`f() { rm "${@:2}"; }; f b a/x`:        "a/x",
		`a=(b a/x); rm "${a[@]:1}"`:            "a/x",
		`f() { rm "${@:1}"; }; f a/x`:          "a/x",
		`f() { rm "${@:3}"; }; f a/x b`:        "",
		`a=(b a/x); a[3]=c; rm "${a[@]:1}" /x`: "../x",
	} {
		if got := removedBy(t, text); got != want {
			t.Errorf("%s: removes %q, want %q", text, got, want)
		}
	}
}
