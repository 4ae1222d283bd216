package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestStepsOfJQ: the last step of a program says what it prints, unless
// something in it means another.
func TestStepsOfJQ(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]bool{
		`length`:            true,
		`.items | length`:   true,
		`.a.b[] | tonumber`: true,
		`[.[] | select(.state == "open")] | length`: true,
		`[.[] | length] | add`:                      true,
		`[.[] | length] | add // 0`:                 true,
		`map(.x | length) | max`:                    true,
		`(.a | length) + (.b | length)`:             true,
		`.a | length + 1`:                           true,
		`.pct | floor | select(. > 3)`:              true,
		`.count`:                                    false,
		`[.[].n] | add`:                             false,
		`.x, "a" as $y | length`:                    false,
		`. as $y | length`:                          false,
		`length, .x`:                                false,
		`length // .x`:                              false,
		`length // 0, .x`:                           false,
		`def length: "x"; . | length`:               false,
		`.x # | length`:                             false,
		`.x | . * 2`:                                false,
		`"\(.x | length)"`:                          false,
		`.x |= length`:                              false,
		`if .a then .b else .c | length end`:        false,
		`[.[] | length, .x] | add`:                  false,
		`map(length), .x | .[0]`:                    false,
		`(.x | length`:                              false,
	} {
		if got := told(t, analyzer(t), `n=$(jq '`+program+`' f.json); echo $((n))`); got != want {
			t.Errorf("%s: number %v", program, got)
		}
	}
}

// TestLineNumbers: what stands before the first colon of what grep -n prints is a
// number, as long as it looks through one file and adds nothing.
func TestLineNumbers(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`n=$(grep -n x a.txt | cut -d: -f1); echo $((n))`:                              true,
		`n=$(grep -nE 'x|y' a.txt | head -1 | cut -d: -f1); sed -n "${n},9p" a.txt`:    true,
		`n=$(grep -n x < a.txt | awk -F: '{print $1; exit}'); echo $((n))`:             true,
		`n=$(sed -n '/x/=' a.txt); echo $((n))`:                                        true,
		`n=$(awk '/x/{print NR; exit}' a.txt); echo $((n))`:                            true,
		`n=$(jq length <<<"$X"); echo $((n))`:                                          true,
		`grep -n x a.txt | while IFS=: read -r n t; do sed -n "${n}p" a.txt; done`:     true,
		`grep -n x a.txt | while IFS=: read -r n t; do sed -n "${t}p" a.txt; done`:     false,
		`grep -rn x src | while IFS=: read -r n t; do sed -n "${n}p" a.txt; done`:      false,
		`grep -n x a.txt | { head -c 3; IFS=: read -r n t; sed -n "${n}p" a.txt; }`:    false,
		`n=$(grep -n x a.txt b.txt | cut -d: -f1); echo $((n))`:                        false,
		`n=$(grep -rn x src | cut -d: -f1); echo $((n))`:                               false,
		`n=$(grep -n -C1 x a.txt | cut -d: -f1); echo $((n))`:                          false,
		`n=$(grep -n x *.txt | cut -d: -f1); echo $((n))`:                              false,
		`n=$(grep -n x a.txt | cut -d: -f2); echo $((n))`:                              false,
		`n=$(grep -n x a.txt | sort -t: -k2 | cut -d: -f1); echo $((n))`:               false,
		`Binary='x[$(id)]'; n=$(grep -n x a.txt | cut -d: -f1); echo $((n))`:           false,
		`LANG=de_DE.UTF-8; n=$(grep -n x a.txt | cut -d: -f1); echo $((n))`:            false,
		`n=$(sed -n '/x/{=;p}' a.txt); echo $((n))`:                                    false,
		`n=$(awk '/x/{print NR, $1}' a.txt); echo $((n))`:                              false,
		`n=$(grep() { id; }; grep -n x a.txt | cut -d: -f1); echo $((n))`:              false,
		`grep() { echo 'x[$(id)]'; }; n=$(grep -n x a.txt | cut -d: -f1); echo $((n))`: false,
	})
}

// TestDebuggers: commands that look, stop and go on are the program's own deed;
// others are code.
func TestDebuggers(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		`gdb -batch -ex 'x/8i $pc' a.out`:                                                         true,
		`gdb -batch -ex 'p buf.size()' -ex 'p a == b' a.out`:                                      true,
		`gdb -batch -ex 'run --gtest_filter=A.b' -ex 'frame 2' a.out`:                             true,
		`gdb -batch -ex 'set print pretty on' -ex 'handle SIGPIPE nostop noprint pass' a.out`:     true,
		`printf 'run\n# why\nbt full\nquit\n' > c.gdb; gdb -batch -x c.gdb a.out`:                 true,
		`lldb -b -o 'breakpoint set -n main' -o run -o 'frame variable' a.out`:                    true,
		`gdb -batch -ex 'frame apply all shell id' a.out`:                                         false,
		`gdb -batch -ex 'p system("id")' a.out`:                                                   false,
		`gdb -batch -ex 'p x = 1' a.out`:                                                          false,
		`gdb -batch -ex 'run > f' a.out`:                                                          false,
		`gdb -batch -ex 'set logging on' a.out`:                                                   false,
		`printf 'run\nshell id\n' > c.gdb; gdb -batch -x c.gdb a.out`:                             false,
		`printf 'bt\n' > c.gdb; echo 'shell id' >> c.gdb; gdb -batch -x c.gdb a.out`:              false,
		`printf 'info \\\n' > c.gdb; gdb -batch -x c.gdb a.out`:                                   false,
		`lldb -b -o 'b -n main -C "platform shell id"' a.out`:                                     false,
		`lldb -b -o 'memory read --outfile /etc/x 0x1' a.out`:                                     false,
		`cat > c.gdb <<< bt; curl -s http://localhost/x > c.gdb; gdb -batch -x c.gdb ./build/app`: false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		harmless := true
		for _, e := range out.Effects {
			if e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode && !strings.HasSuffix(e.Object, "/a.out") {
				harmless = false
			}
		}
		if harmless != want {
			t.Errorf("%s: %v %v", text, harmless, out.Effects)
		}
	}
}

// TestLibraries: a name that no program has is code of the library that was
// taken in; a command that it is given is judged as one.
func TestLibraries(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		`. ./lib.sh; log_info hi`:               true,
		`. ./lib.sh; log_info "$X"`:             true,
		`. ./lib.sh; require_cmd git curl`:      true,
		`. ./lib.sh; log_info "deploy is next"`: true,
		`. ./lib.sh; git_push_all`:              false,
		`. ./lib.sh; run_as root ls`:            false,
		`log_info hi`:                           false,
		`. ./lib.sh; run_it "$X"`:               false,
		`. ./lib.sh; $X`:                        false,
		`. ./lib.sh; env log_info`:              false,
		`. <(curl http://localhost/x); log_a`:   false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		known := true
		for _, e := range out.Effects {
			known = known && e.Kind != pipeline.KindUnknown
		}
		if known != want {
			t.Errorf("%s: %v %v", text, known, out.Effects)
		}
	}
	for _, text := range []string{`. ./lib.sh; retry_n 3 rm -rf /etc`, `. ./lib.sh; run_in build eval 'rm -rf /etc'`, `. ./lib.sh; run_it 'rm -rf /etc'`} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		deletes := false
		for _, e := range out.Effects {
			deletes = deletes || e.Kind == pipeline.KindDelete && e.Object == "/etc"
		}
		if !deletes {
			t.Errorf("%s: %v", text, out.Effects)
		}
	}
}

// TestGrowingLists: a loop that only adds names of files to a list leaves a list
// of such names.
func TestGrowingLists(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`fs=(); for f in src/*.c; do fs+=("$f"); done; cat "${fs[@]}"`:                                true,
		`fs=(a.c); for f in src/*.c; do [ -s "$f" ] && fs+=("$f"); done; cat "${fs[@]}"`:              true,
		`fs=(); for f in src/*.c; do o=build/$(basename "$f" .c).o; fs+=("$o"); done; cat "${fs[@]}"`: true,
		`fs=(); while IFS= read -r f; do fs+=("$f"); done < <(git ls-files '*.c'); cat "${fs[@]}"`:    true,
		`fs=(); for f in src/*.c; do fs+=("$f" "$X"); done; cat "${fs[@]}"`:                           false,
		`fs=(); for f in src/*.c; do fs+=("$f"); fs[1]=$X; done; cat "${fs[@]}"`:                      false,
		`fs=(); for f in src/*.c; do fs+=("$f"); read -ra fs < l; done; cat "${fs[@]}"`:               false,
		`fs=(); y=a; for f in 1 2; do fs+=("$y"/*); y=$z; z=$Y; done; cat "${fs[@]}"`:                 false,
		`fs=(); while read -r f; do fs+=("$f"); done < list; cat "${fs[@]}"`:                          false,
		`fs=(); for f in src/*.c; do fs+=("$f"); eval "$X"; done; cat "${fs[@]}"`:                     false,
		`fs=(); add() { fs+=("$X"); }; for f in src/*.c; do fs+=("$f"); add; done; cat "${fs[@]}"`:    false,
		`fs=(); for f in src/*; do fs+=("$f"); done; "${fs[@]}"`:                                      false,
	})
}

// TestOneLine: of names that are listed one stands where the first or the last
// is taken, or none.
func TestOneLine(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`f=$(ls -t logs/*.log | head -1); cat "$f"`:           true,
		`cat "$(git ls-files '*.c' | tail -n 1)"`:             true,
		`f=$(find src -name '*.c' | head -1); cp "$f" "$f.b"`: true,
		`f=$(ls | head -2); cat "$f"`:                         false,
		`f=$(cat list | head -1); cat "$f"`:                   false,
		`f=$(ls -l | head -1); cat "$f"`:                      false,
		`f=$(ls | head -1); "$f"`:                             false,
		`f=$(ls | head -1); echo $((f))`:                      false,
		`f=$(ls | head -1); cat "$f/../../x"`:                 false,
		`f=$(ls | head -1); sh -c "$f"`:                       false,
		`f=$(find . -print0 | head -1); cat "$f"`:             false,
	})
}

// TestServersEndedByFile: a server that was told to note its process id may be
// ended by that file, unless something else may be in it.
func TestServersEndedByFile(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]string{
		`gunicorn -p g.pid app:app & sleep 1; kill $(cat g.pid)`:                  "job",
		`rails s -d -P g.pid; kill -INT "$(cat g.pid)"`:                           "job",
		`gunicorn --pid=g.pid app:app & sleep 1; kill "$(< g.pid)"`:               "job",
		`gunicorn -p g.pid app:app & kill $(cat h.pid)`:                           "",
		`kill $(cat g.pid); gunicorn -p g.pid app:app`:                            "",
		`false && gunicorn -p g.pid app:app; kill $(cat g.pid)`:                   "",
		`gunicorn -p g.pid --version; kill $(cat g.pid)`:                          "",
		`echo -1 > g.pid; gunicorn -p g.pid app:app & sleep 1; kill $(cat g.pid)`: "",
		`gunicorn -p g.pid app:app & echo -1 > g.pid; kill $(cat g.pid)`:          "",
		`rails test -P g.pid; kill $(cat g.pid)`:                                  "",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		ends := ""
		for _, e := range out.Effects {
			if e.Kind == pipeline.KindSignal {
				ends = e.Object
			}
			if e.Kind == pipeline.KindUnknown {
				ends = ""
				break
			}
		}
		if ends != want {
			t.Errorf("%s: ends %q, %v", text, ends, out.Effects)
		}
	}
}
