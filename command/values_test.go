package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// told reports whether nothing of a command is unknown or code.
func told(t *testing.T, a *command.Analyzer, text string) bool {
	t.Helper()
	out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out.Inspectable
}

func tellsAll(t *testing.T, cases map[string]bool) {
	t.Helper()
	a := analyzer(t)
	for text, want := range cases {
		if got := told(t, a, text); got != want {
			t.Errorf("%s: told %v", text, got)
		}
	}
}

// TestNumbers: arithmetic may read what is certainly a number, and nothing else.
func TestNumbers(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`n=$(tr -dc 0-9 < f); echo $((n))`:                                                       true,
		`n=$(tr -dc a-z < f); echo $((n))`:                                                       false,
		`n=$(grep -oE '[0-9]+' f | head -1); echo $((n))`:                                        true,
		`n=$(grep -oP 'v\K[0-9]+' f); echo $((n))`:                                               true,
		`n=$(grep -oE '[0-9]+.*' f); echo $((n))`:                                                false,
		`n=$(grep -oE '[^0-9]+' f); echo $((n))`:                                                 false,
		`n=$(awk '{s+=$1} END{print s}' f); echo $((n))`:                                         true,
		`n=$(awk '/x/ {n++} END{print n+0}' f); echo $((n))`:                                     true,
		`n=$(awk '{s+=$1} END{print t}' f); echo $((n))`:                                         false,
		`n=$(awk '(s=$2) && 0 {s+=1} END{print s}' f); echo $((n))`:                              false,
		`n=$(awk '{s+=$1} END{print s}' s=x f); echo $((n))`:                                     false,
		`n=$(awk '{print $1*2}' f); echo $((n))`:                                                 true,
		`n=$(awk '{print $1 ($2+1)}' f); echo $((n))`:                                            false,
		`nan=$(cat f); n=$(awk '{print $1*2}' f); echo $((n))`:                                   false,
		`n=$(jq '.a | length' f.json); echo $((n))`:                                              true,
		`n=$(jq '.a' f.json); echo $((n))`:                                                       false,
		`n=$(df -k . | awk 'NR==2 {print $4}'); echo $((n))`:                                     true,
		`n=$(df -k . | awk 'NR==2 {print $1}'); echo $((n))`:                                     false,
		`n=$(du -sk src | cut -f1); echo $((n))`:                                                 true,
		`n=$(du -sk * | cut -f1); echo $((n))`:                                                   false,
		`n=$(printf '%d' "$x"); echo $((n))`:                                                     true,
		`n=$(printf '%d%s' 1 "$(cat f)"); echo $((n))`:                                           false,
		`read -r up _ < /proc/uptime; echo $(( ${up%.*} / 60 ))`:                                 true,
		`read -r up _ < f; echo $(( ${up%.*} / 60 ))`:                                            false,
		`while read -r a d f; do n=$((a + d)); done < <(git diff --numstat)`:                     true,
		`while read -r a d f; do n=$((f)); done < <(git diff --numstat)`:                         false,
		`for f in *; do echo $(( ${f%.*} )); done`:                                               false,
		`declare -A c; while read -r k; do c[$k]=$(( ${c[$k]:-0} + 1 )); done < f`:               true,
		`declare -A c; while read -r k; do (( c[$k]++ )); done < f`:                              false,
		`declare -A c; for k in a b a; do (( c[$k]++ )); done`:                                   true,
		`declare -A c; while read -r k v; do c[$k]=$v; done < f; echo $(( ${c[x]} ))`:            false,
		`max=0; while read -r l; do n=${#l}; (( n > max )) && max=$n; done < f; : $((max))`:      true,
		`max=0; while read -r n; do (( max > 3 )); max=$n; done < f`:                             false,
		`x=$(cat f); [[ $x =~ ^[0-9]+$ ]] && echo $((x))`:                                        true,
		`x=$(cat f); [[ $x =~ ^[0-9]+$ ]] || exit 1; echo $((x))`:                                true,
		`x=$(cat f); if [[ $x =~ ^[0-9]+$ ]]; then echo $((x)); fi`:                              true,
		`x=$(cat f); [[ $x =~ ^[0-9]+$ ]] || echo $((x))`:                                        false,
		`x=$(cat f); [[ $x =~ ^[0-9]+ ]] && echo $((x))`:                                         false,
		`x=$(cat f); [[ $x =~ ^\d+$ ]] && echo $((x))`:                                           false, // the letter
		`x=$(cat f); [[ $x =~ ^[0-9]+$ ]] && x=$(cat g); echo $((x))`:                            false,
		`[[ $(cat f) =~ v([0-9]+)-(.*) ]]; echo $((${BASH_REMATCH[1]}))`:                         true,
		`[[ $(cat f) =~ v([0-9]+)-(.*) ]]; echo $((${BASH_REMATCH[2]}))`:                         false,
		`[[ $(cat f) =~ ^[(]([0-9]+)[)](.*) ]]; echo $((${BASH_REMATCH[2]}))`:                    false,
		`p=(); for i in a b; do sleep 1 & p+=($!); done; kill "${p[@]}"`:                         true,
		`p=(1); for i in a b; do sleep 1 & p+=($!); done; for q in "${p[@]}"; do : $((q)); done`: true,
		`p=("$(cat f)"); for i in a b; do p+=(1); done; for q in "${p[@]}"; do : $((q)); done`:   false,
		`n=$(grep -c x f || echo 0); : $((n))`:                                                   true,
		`n=$(grep -c x f || cat f); : $((n))`:                                                    false,
		`n=$(awk -v a="$(cat f)" 'BEGIN {printf "%d", a * 2}'); : $((n))`:                        true,
		`n=$(awk -v s="$(cat f)" '{s+=$1} END {print s}' f); : $((n))`:                           false,
		`declare -A c; c[x]=$(cat f); c[y]=$(( ${c[x]:-0} + 1 ))`:                                false,
		`n=$(curl -s -o /dev/null -w '%{http_code}' http://localhost/a); echo $((n))`:            true,
		`n=$(curl -s -o /dev/null -w '%{http_code}' localhost/a localhost/b); : $((n))`:          false,
	})
}

// TestNumbersOfBranches: what is a number in one branch alone is none.
func TestNumbersOfBranches(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`if [ -f a ]; then x=$(nproc); else x=3; fi; echo $((x))`:                    true,
		`if [ -f a ]; then x=$(nproc); else for x in *; do :; done; fi; echo $((x))`: false,
		`for x in *; do :; done; if [ -f a ]; then x=$(nproc); fi; echo $((x))`:      false,
		`for x in *; do :; done; case $1 in a) x=$(nproc) ;; esac; ((y = x))`:        false,
		`read x < f; let "half = x / 2"`:                                             false,
		`read x < f; let 'half = x'`:                                                 false,
		`read x < f; n=3; let "m = $n / x"`:                                          false,
		`x=a; let "$x[0] = 1"`:                                                       false,
		`n=3; let "half$n = 1"`:                                                      false,
		`n=3; let "n = n + 1, m = n * 2"; echo $m`:                                   true,
		`n=/; let "n = 1"; rm -rf "$n"`:                                              true,
		`size=$(wc -l < f); let "half = size / 2"`:                                   true,
	})
}

// TestLines: a variable may hold names, one a line, that are known by patterns.
func TestLines(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`f=$(git ls-files '*.c'); cat $f`:                                   true,
		`f=$(git ls-files '*.c'); cat "$f"`:                                 false,
		`f=$(git ls-files '*.c'); cat ./$f`:                                 false,
		`f=$(git ls-files '*.c'); IFS=,; cat $f`:                            false,
		`f=$(cat list); cat $f`:                                             false,
		`f=$(git diff --no-index --name-only a /etc); cat $f`:               false,
		`f=$(git ls-files); echo "$f" | while read -r x; do cat "$x"; done`: true,
		`f=$(git ls-files); while read -r x; do cat "$x"; done <<< "$f"`:    true,
		`mapfile -t f < <(git ls-files); cat "${f[@]}"`:                     true,
		`mapfile -t f < <(cat list); cat "${f[@]}"`:                         false,
		`mapfile -t f < <(git ls-files); cat "${f[0]}"`:                     false,
		`mapfile -t f <<< "a"; cat "${f[0]}"`:                               true,
		`mapfile -t -O 3 f < <(git ls-files); cat "${f[@]}"`:                false,
		`cat $(go list ./...)`:                                              true,
		`cat $(go list -f '{{.Root}}' ./...)`:                               false,
		`cat $(go list -m all)`:                                             false,
		`ls $(find . -name go.mod -exec dirname {} \;)`:                     true,
		`wc $(find /etc -name x -exec dirname {} \;)`:                       false,
		`git ls-files | xargs -n1 dirname | sort -u | xargs ls`:             true,
		`cat "logs/$(date +%Y/%m).log"`:                                     true,
		`cat "$(date +%Y/../..)"`:                                           false,
		`h=$(git ls-files | sha256sum | cut -c1-12); cat ".cache/$h"`:       true,
		`h=$(sha256sum f | cut -d" " -f1); cat ".cache/$h"`:                 true,
		`h=$(sha256sum f | cut -d" " -f1); cat "$h"/*`:                      false,
		`h=$(git ls-files | cut -c1-12); cat ".cache/$h"`:                   false,
		`while read -r a b; do cp "$a" "$b"; done <<< "x y"`:                true,
		`f=$(git ls-files || true); cat $f`:                                 true,
		`f=$(git ls-files || cat l); cat $f`:                                false,
		`p=a/$(date +%F).md; mkdir -p "$(dirname "$p")"`:                    true,
		`cat $(git tag -l) $(git branch --format='%(refname:short)')`:       true,
		`cat $(git branch --format='/%(refname:short)')`:                    false,
		`n=$(wc -l < f); cat "$n/x"`:                                        false, // from the root, if f is missing
		`x=$(cat f); [[ $x =~ ^[0-9]*$ ]] && cat "$x"/*`:                    false,
		`n=$(date +%s); cat "$n/x"`:                                         true,
	})
}

// TestItems: what a loop's body puts together from its variable goes with it.
func TestItems(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	text := "for os in linux windows darwin; do for arch in amd64 arm64 386; do out=b/$os-$arch; [ $os = windows ] && out=$out.exe; touch $out-$os; done; done"
	out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
	writes := map[string]bool{}
	for _, e := range out.Effects {
		if e.Kind == pipeline.KindWrite {
			writes[e.Object] = true
		}
	}
	if err != nil || !out.Inspectable || len(writes) != 18 || !writes["/home/u/w/b/linux-amd64-linux"] || !writes["/home/u/w/b/windows-386.exe-windows"] {
		t.Errorf("%v, %v", err, out.Effects)
	}
	if text = "for a in a b; do x=$a; for b in c d; do y=$x$b; [ $y = ad ] && y=/etc/p; done; done; rm -rf $y"; told(t, a, text) {
		found := false
		out, _ := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		for _, e := range out.Effects {
			found = found || e.Kind == pipeline.KindDelete && e.Object == "/etc/p"
		}
		if !found {
			t.Errorf("%s: %v", text, out.Effects)
		}
	}
}

// TestWrittenScripts: a script of constant text is judged as what it does, as
// long as nothing can have changed it.
func TestWrittenScripts(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		"printf 'ls\n' > x.sh; bash x.sh":                                            true,
		"printf 'ls\n' > x.sh; chmod +x x.sh; ./x.sh":                                true,
		"printf '#!/bin/sh\nls\n' > x.sh && chmod +x x.sh && ./x.sh a":               true,
		"printf '#!/usr/bin/env python3\nprint(1)\n' > x; chmod +x x; ./x":           true,
		"printf '#!/usr/bin/env ruby\nputs 1\n' > x; chmod +x x; ./x":                true,
		"printf '#!/usr/bin/ruby -rx\nputs 1\n' > x; chmod +x x; ./x":                false,
		"printf '#!/usr/bin/env tclsh\nputs 1\n' > x; chmod +x x; ./x":               false,
		"printf '#!/usr/bin/env lua\nprint(2)\n' > x; chmod +x x; ./x":               true,
		"printf 'f() { ls; }\n' > ./x.sh; . ./x.sh; f":                               true,
		"printf 'ls\n' > x.sh; . x.sh":                                               false, // looked for in PATH
		"tee x.sh > /dev/null <<'E'\nls\nE\nbash x.sh":                               true,
		"tee -a x.sh > /dev/null <<'E'\nls\nE\nbash x.sh":                            false,
		"printf 'ls\n' > x.sh; cat y >> x.sh; bash x.sh":                             false,
		"printf 'cat y >> x.sh\n' > x.sh; bash x.sh":                                 false,
		"printf 'for f in *.sh; do cat y >> $f; done\n' > x.sh; bash x.sh":           false,
		"printf 'for f in *.txt; do cat y >> $f; done\n' > x.sh; bash x.sh":          true,
		"printf 'ls\n' > x.sh; cp -l x.sh y; cat z > y; bash x.sh":                   false,
		"exec 3> x.sh; printf 'ls\n' > x.sh; cat z >&3; bash x.sh":                   false,
		"{ printf 'ls\n' > x.sh; cat z; bash x.sh; } > x.sh":                         false,
		"bash -c '(sleep 1; cp z x.sh) &'; printf 'ls\n' > x.sh; sleep 2; bash x.sh": false,
		"cat z | tee x.sh | { printf 'ls\n' > x.sh; bash x.sh; }":                    false,
		"setsid -f cp z x.sh; printf 'ls\n' > x.sh; bash x.sh":                       false,
		"printf 'ls\n' > x.sh; bash < x.sh":                                          true,
		"printf 'cat z >> x.sh\n' > x.sh; bash < x.sh":                               false,
		"printf 'x\n' > l; while read -r f; do cat $f; done < l":                     true,
		"printf '1d\nw\n' | ed -s x":                                                 true,
		"printf '9a\n!id\n.\n' | ed -s x":                                            false, // there may be no ninth line
		"printf 'ls\n' > x.sh; bash -i x.sh":                                         false,
		"printf 'ls\n' > x.sh; bash --rcfile y x.sh":                                 false,
	})
}
