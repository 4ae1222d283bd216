package command_test

import (
	"path"
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestListsTakenApart: names that a program prints are known only as long as
// what comes after it passes them on as they are.
func TestListsTakenApart(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`find src -type f | sort -u | head -n 3 | xargs touch`:             true,
		`find src -type f | tail -n +2 | xargs touch`:                      true,
		`find src -type f | tail -c 5 | xargs touch`:                       false,
		`find src -type f | head -c1 | xargs touch`:                        false,
		`find src -type f | tac -bs/ | xargs touch`:                        false,
		`find src -type f | sort --files0-from=- | xargs touch`:            false,
		`find src -type f | sort < list | xargs touch`:                     false,
		`find src -type f | LC_ALL=C sort | xargs touch`:                   true,
		`find src -type f | grep -v '_test\.go$' | xargs touch`:            true,
		`find src -type f | grep '-oe/' | xargs touch`:                     false,
		`x=-oe/; find src -type f | grep $x | xargs touch`:                 false,
		`find src -type f | grep x* | xargs touch`:                         false,
		`sort() { echo /; }; find src -type f | sort | xargs touch`:        false,
		`find src -type f -printf '%s %p\n' | cut -d' ' -f2 | xargs touch`: true,
		`find src -type f -printf %p | xargs touch`:                        false,
		`find src -type f -ok echo / ';' | xargs touch`:                    false,
		`git show --name-only --format= HEAD~2 | xargs touch`:              true,
		`git show --name-only --format= HEAD:list | xargs touch`:           false,
		`git show --name-only --format= v1.0 | xargs touch`:                false,
		`git diff --name-only --cached | xargs touch`:                      true,
		`git diff --name-only --line-pre=/ | xargs touch`:                  false,
		`fd -e go -tf | xargs touch`:                                       true,
		`fd -l | xargs touch`:                                              false,
		`rg --files -g '*.go' | xargs touch`:                               true,
		`rg --files -L | xargs touch`:                                      false,
		`touch $(ls -1t src)`:                                              true,
		`touch $(ls -n)`:                                                   false,
		`IFS=,; for f in src/*; do touch $f; done`:                         true,
		`IFS=c; for f in src/*; do touch $f; done`:                         false,
		`cat() { echo x; }; echo 'echo a' | cat | sh`:                      false,
		`find src -name x -execdir touch y ';'`:                            true,
		`find "$(cat f)" -name x -execdir touch y ';'`:                     false,
	})
}

// TestNamesByNUL: read and a substitution leave NUL out, and names run together.
func TestNamesByNUL(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`while IFS= read -r -d '' f; do touch "$f"; done < <(find src -print0)`:  true,
		`while IFS= read -r f; do touch "$f"; done < <(find src -print0)`:        false,
		`find src -print0 | sort -z | xargs -0 touch`:                            true,
		`find src -print0 | tr '\0' '\n' | while read -r f; do touch "$f"; done`: true,
		`find src | tr '\n' '\0' | while read -r f; do touch "$f"; done`:         false,
		`touch $(find src -print0)`:                                              false,
		`touch $(find src -size +3 -print)`:                                      true,
		`mapfile -t -d '' z < <(git ls-files -z); touch "${z[@]}"`:               true,
		`mapfile -t z < <(git ls-files -z); touch "${z[@]}"`:                     false,
		`rm -rf "out/$(git describe --tags)/x"`:                                  true,
		`rm -rf "out/$(git describe --tags)/../x"`:                               false,
		`p="out/$(git describe --tags)"; rm -rf "$p/../x"`:                       false,
	})
}

// TestNoNumbers: what only looks like a number.
func TestNoNumbers(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`n=$(awk '{print $1.5*2}' f); echo $((n))`:                                     false, // a field, and 1 behind it
		`n=$(awk '{print $1*1.5}' f); echo $((n))`:                                     true,
		`n=$(awk -v k=2 '{print $1*k}' f); echo $((n))`:                                true,
		`n=$(awk -v ORS=x '{print $1*2}' f); echo $((n))`:                              false,
		`for f in *; do n=$(awk '{s+=$1} END {print s}' "$f"); echo $((n)); done`:      false, // s=x
		`for f in *; do n=$(awk '{s+=$1} END {print s+0}' "$f"); echo $((n)); done`:    true,
		`for f in data/*; do n=$(awk '{s+=$1} END {print s}' "$f"); echo $((n)); done`: true,
		`n=$(git show -s --format=%ct HEAD^); echo $((n))`:                             true,
		`n=$(git show -s --format=%ct HEAD:f); echo $((n))`:                            false,
		`n=$(./date +%s); echo $((n))`:                                                 false,
		`n=$(tput cols); echo $((n))`:                                                  true,
		`n=$(tput kf1); echo $((n))`:                                                   false,
		`n=$(uptime -p); echo $((n))`:                                                  false,
		`n=$(wc --help); echo $((n))`:                                                  false,
		`null='a[$(x)]'; n=$(jq length f); echo $((n))`:                                false,
		`f() { local x=a; declare${x:1} -g x=b; }; f`:                                  false,
	})
}

// TestSourcedInput: what a shell reads from its own input it runs itself.
func TestSourcedInput(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]string{
		`d=a; . /dev/stdin <<< d=b; rm -rf "$d"`:    "b",
		`. /dev/stdin <<< 'cd /srv'; rm -rf x`:      "x",
		`set -a; ls() { rm -rf x; }; bash -c ls`:    "x",
		`d=a; echo d=b | . /dev/stdin; rm -rf "$d"`: "a",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && path.Base(e.Object) == want }) {
			t.Errorf("%s: %s is not among %v", text, want, out.Effects)
		}
	}
}

// TestPerhapsNothing: what may be empty, in front of a slash.
func TestPerhapsNothing(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`rm -rf "$(date +%F)/tmp"`:                                  true,
		`rm -rf "$(date -d nonsense +%F)/tmp"`:                      false,
		`rm -rf "$(seq 2 1)/tmp"`:                                   false,
		`rm -rf "$(git rev-parse HEAD)/tmp"`:                        false,
		`rm -rf "out/$(git rev-parse HEAD)/tmp"`:                    true,
		`rm -rf "$(echo x | md5sum | cut -c1-8)/tmp"`:               true,
		`rm -rf "$(echo x | md5sum | head -c0)/tmp"`:                false,
		`rm -rf "$(mktemp -d nosuch/XXXX)/tmp"`:                     false,
		`e=$(git describe --tags); d=$(echo "$e"); rm -rf "$d/tmp"`: false,
	})
}

// TestBackWhere: cd - leads where OLDPWD says, which a cd that fails leaves alone.
func TestBackWhere(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`cd src && cd - && rm -rf x`:                             true,
		`cd /; cd /tmp; OLDPWD=$x; cd -; rm -rf x`:               false,
		`cd /; cd /tmp; for i in 1 2; do cd - && rm -rf x; done`: false,
		`cd /; if cd nosuch; then :; else cd -; rm -rf x; fi`:    false,
		`cd $x; cd a && cd; rm -rf y`:                            false,
		`echo true > a; bash a`:                                  true,
		`set -C; echo true > a; bash a`:                          false,
		`echo true > a; chmod 400 a; echo false > a; bash a`:     false,
		`echo true > a; chmod +x a; ./a`:                         true,
		`echo 'echo hi' > +x; bash +x b`:                         false,
	})
}
