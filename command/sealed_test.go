package command_test

import "testing"

// TestWithstood: what is assigned to a readonly variable, or through a reference, is
// not what a name holds.
func TestWithstood(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`readonly d=b; rm "$d"`:                                            true,
		`readonly d=b; export d=c; rm "$d"`:                                false,
		`d=b; readonly d; read d < f; export d=c; rm "$d"`:                 false,
		`d=b; builtin readonly d; export d=c; rm "$d"`:                     false,
		`declare -r d=b; declare d=c; rm "$d"`:                             false,
		`[ -f x ] && readonly d=b; export d=c; rm "$d"`:                    false,
		`(readonly d=b); d=c; rm "$d"`:                                     true,
		`f() { local -r d=$1; rm "$d"; }; f a; f b`:                        true,
		`f() { local -r d=a; g; }; g() { local d=b; rm "$d"; }; f`:         false,
		`readonly d=b; f() { local d=c; rm "$d"; }; f`:                     false,
		`d=b; declare -n r=d; rm "$d"`:                                     true,
		`d=b; declare -n r=d; readonly r; export d=c; rm "$d"`:             false,
		`d=b; declare -n r=d; read r < f; rm "$d"`:                         false,
		`d=b; declare -n r=d; unset r; rm "/tmp/$d"`:                       false,
		`d=b; e=c; declare -n r=d; mapfile r < f; rm "$e"`:                 true,
		`d=b; declare -n r=d; for r in e; do :; done; mapfile r < f; rm x`: false,
		`declare -n r=PATH; read r < f; ls`:                                false,
		`sh -c 'd=a; printf -v d b; rm "$d"'`:                              false,
		`bash -c 'printf -v d b; rm "$d"'`:                                 true,
		`set -k; ls a=b`:                                                   false,
		`ls() { echo; }; unset ls; ls`:                                     true,
		`nosuch() { echo; }; unset nosuch; nosuch`:                         false,
	})
}

// TestKeptVariables: bash keeps some variables itself, as long as they are not unset;
// another shell may not have them.
func TestKeptVariables(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`rm -r "b/$RANDOM"`:                     true,
		`rm -r "$RANDOM/x"`:                     true,
		`rm -r "$$/x" "$UID/x" "$PPID/x"`:       true,
		`unset RANDOM; rm -r "$RANDOM/x"`:       false,
		`sh -c 'rm -r "$RANDOM/x"'`:             false,
		`sh -c 'rm -r "$UID/x"'`:                false,
		`sh -c 'rm -r "$HOSTNAME/x"'`:           false,
		`rm -r "$HOSTNAME/x"`:                   true,
		`unset HOSTNAME; rm -r "$HOSTNAME/x"`:   false,
		`HOSTNAME=..; rm -r "$HOSTNAME/x"`:      true,
		`rm -r "$LINES/x"`:                      false,
		`COLUMNS=b; rm -r "$COLUMNS/x"`:         true,
		`rm -r "$!/x"`:                          false,
		`GROUPS=b; rm -r "$GROUPS"`:             false,
		`rm -r "$GROUPS"`:                       false,
		`EPOCHREALTIME=b; rm -r $EPOCHREALTIME`: false,
	})
}

// TestReplacedText: of ${x/a/b} only what every bash reads alike is reckoned.
func TestReplacedText(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`x=a.b; rm "${x//./-}"`:                     true,
		`x=a/b; rm "${x//\//-}"`:                    true,
		`x=a.b; rm "${x//./\/}"`:                    true,
		`x=a.b; rm "${x//./\\.}"`:                   true,
		`x='a B'; rm "${x//[^a-z]/-}"`:              true,
		`x=ab; rm "${x//[a-Z]/-}"`:                  false,
		`x=ab; rm "${x/a*/-}"`:                      false,
		`x=ab; rm "${x/#a/-}"`:                      false,
		`x=ab; rm "${x/%b/-}"`:                      false,
		`x=ab; rm "${x/a/&&}"`:                      false,
		`x=ab; rm "${x/a/~}"`:                       false,
		`x=ab; rm "${x/a/\x}"`:                      false,
		`x=ab; rm "${x/""/c}"`:                      false,
		`x=é; rm "${x:1}"`:                          false,
		`for f in *.c; do rm "${f%.c}/x"; done`:     true,
		`for f in *_x.c; do rm "${f%_x.c}/y"; done`: false,
		`for f in ./*; do rm "${f%.*}/y"; done`:     false,
		`for f in ./*.c; do rm "${f%.*}/y"; done`:   true,
		`for f in ./*.c; do rm "${f%%.*}/y"; done`:  false,
		`for f in .*; do rm "${f%.*}/y"; done`:      false,
	})
}

// TestPerhapsUnset: a variable that one way leaves unset, a read that ends a loop, and
// what is set beside the shell that runs on.
func TestPerhapsUnset(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`[ -f x ] && e=b; rm "${e:-c}"`:                               true,
		`[ -f x ] && e=b; rm "${e-c}"`:                                false,
		`[ -f x ] && e=b; rm "${e+c}/d"`:                              false,
		`e=b; rm "${e+c}/d" "${e-c}"`:                                 true,
		`e=1; for i in 1 2; do rm "${e+c}/d"; unset e; done`:          false,
		`d=a; unset -f d; rm "${d:-b}"`:                               true,
		`d=a; unset -n d; rm "${d-b}"`:                                false,
		`while read -r y; do rm "$y/b"; done <<< a`:                   true,
		`x=a; : $((x=1)) | cat; rm "$x/b"`:                            true,
		`: "${x:=a}"; rm "$x/b"`:                                      true,
		`[ -f x ] && e=b; cat <<< "${e:=c}"; rm "$e"`:                 false,
		`for f in *_t; do x=$(basename "${f%_t}"); rm "$x/b"; done`:   false,
		`for f in src/*.c; do x=$(basename "$f" .c); rm "$x.o"; done`: true,
		`d=b; d=c$((i+1)); rm "$d"`:                                   true,
	})
}
