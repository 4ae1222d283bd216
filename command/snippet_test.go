package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// TestSnippets: code in arguments and on standard input is read where nothing
// else has a say in what it means.
func TestSnippets(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		`python3 -c 'print(1)'`:        true,
		`python3.12 -uBc 'print(1)'`:   true,
		`python3 -I -c 'import json'`:  true, // nothing of the folder can stand in
		`python3 -c 'import json'`:     false,
		"python3 - <<'E'\nprint(1)\nE": true,
		"python3 - a b <<'E'\nimport sys; print(open(sys.argv[1]).read())\nE": true,
		"python3 <<E\nprint(1)\nE":                                             true,
		"python3 <<E\nprint($HOME)\nE":                                         false,
		"X=1; python3 <<E\nprint($X)\nE":                                       true,
		"python3 <<E\nprint($(cat x))\nE":                                      false,
		"python3 <<< 'print(1)'":                                               true,
		"echo 'print(1)' | python3":                                            true,
		"echo 'print(1)' | python3 -":                                          true,
		"cat x | python3":                                                      false,
		"python3 < x":                                                          false,
		`python3 -c "print($1)"`:                                               false,
		`X='print(1)'; python3 -c "$X"`:                                        true,
		`python3 -ic 'print(1)'`:                                               false,
		`python3 -i -c 'print(1)'`:                                             false,
		`python3 -x -c 'print(1)'`:                                             false,
		`python3 -W ignore -c 'print(1)'`:                                      true,
		`python3 -Wignore::evil.Warning -c 0`:                                  false,
		`python3 -X frozen_modules=x -c 0`:                                     false,
		`python3 -c 'import sys; print(open(sys.argv[1]).read())' x`:           true,
		`python3 -c 'import sys; print(open(sys.argv[1]).read())' "$F"`:        false,
		`python3 -c 'import sys; print(open(sys.argv[1]).read())' *.c`:         true,
		`python3 -c 'import sys; print(open(sys.argv[1]).read())' "$X"`:        false,
		`PYTHONSTARTUP=x python3 -c 'print(1)'`:                                false,
		`ipython -c 'print(1)'`:                                                true,
		`ipython --no-banner -c 'print(1)'`:                                    true,
		`ipython -c '%run x'`:                                                  false,
		`ipython -c 'get_ipython().system("id")'`:                              false,
		`ipython -c 'ls'`:                                                      false,
		`ipython --profile-dir=x -c 'print(1)'`:                                false,
		`ipython -i -c 'print(1)'`:                                             false,
		`python3 -c 'import os; os.system("id")'`:                              false,
		"echo 'import os; os.system(\"id\")' | python3":                        false,
		"python3 - <<'E'\nimport subprocess\nE":                                false,
		"cat <<'E' | python3\nprint(1)\nE":                                     true,
		`./python3 -c 'print(1)'`:                                              false,
		"python3 <<-E\n\t\tprint(1)\nE":                                        true,
		`for i in 1 2; do python3 -c "print($i)"; done`:                        true,
		`env A=1 python3 -c 'print(1)'`:                                        true,
		`timeout 5 python3 -c 'while True: pass'`:                              true,
		`bash -c "python3 -c 'print(1)'"`:                                      true,
		`node -e 'console.log(1)'`:                                             true,
		`node -pe '1+1' a b`:                                                   true,
		`node -pe 'eval(1)'`:                                                   false,
		`node -p -e '1'`:                                                       false,
		`node -r ./x -e '1'`:                                                   false,
		`node --import ./x.mjs -e '1'`:                                         false,
		`node -i -e '1'`:                                                       false,
		`NODE_OPTIONS='-r ./x' node -e '1'`:                                    false,
		`node -e 1 -e 'eval(1)'`:                                               false,
		`node --no-warnings -p 'process.argv[1]' x`:                            true,
		`node -p 'require("fs").readFileSync(process.argv[1])' x`:              true,
		`node -p 'require("fs").readFileSync(process.argv[1])' "$X"`:           false,
		"echo 'console.log(1)' | node":                                         true,
		"echo 'console.log(fs.readFileSync(\"x\"))' | node":                    false, // fs is a global with -e alone
		"node - <<'E'\nconsole.log(1)\nE":                                      true,
		`bun -e 'console.log(1)'`:                                              false, // what bunfig.toml names
		`ruby -e 'puts 1'`:                                                     true,
		`ruby -e 'x = 1' -e 'puts x'`:                                          true, // one program
		`ruby -e 'f = "a"' -e 'eval(f)'`:                                       false,
		`ruby -rjson -ne 'p JSON.parse($_)' x`:                                 true,
		`ruby -ne 'puts "#{ARGF.filename}:#{$.}" if /a/' x`:                    true,
		`ruby -ne 'File.write($FILENAME, "x")' x`:                              false,
		`ruby -ne 'system(ARGF.filename)' x`:                                   false,
		`ruby -rx -e 'puts 1'`:                                                 false,
		`ruby -r./json -e 'puts 1'`:                                            false,
		`ruby -I. -rjson -e 'puts 1'`:                                          false,
		`ruby -E utf-8 -e 'puts 1'`:                                            false,
		`ruby -s -e 'puts 1'`:                                                  false,
		`ruby -C x -e 'puts 1'`:                                                false,
		`ruby -0777 -pe 'gsub(/a/, "b")' x`:                                    true,
		`ruby -i.b -pe 'gsub(/a/, "b")' x`:                                     true,
		`ruby -i'*' -pe 'gsub(/a/, "b")' x`:                                    false,
		`ruby -e 'gsub(/a/, "b")' x`:                                           false,
		`ruby1.8 -rjson -e 'puts 1'`:                                           false,
		`jruby -e 'puts 1'`:                                                    false,
		"echo 'puts 1' | ruby":                                                 true,
		"ruby - a <<'E'\nputs ARGV[0]\nE":                                      true,
		"ruby -n <<'E'\nputs 1\nE":                                             false,
		"echo 'puts 1' > x.rb && ruby x.rb":                                    true,
		"echo 'system 1' > x.rb && ruby x.rb":                                  false,
		`Rscript -e 'system("id")'`:                                            false,
		`qjs -e 'console.log(1)'`:                                              false,
		`find . -name x -exec python3 -c 'import sys; open(sys.argv[1])' {} +`: true,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != want {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
	}
}

// TestSnippetEffects: what code does is stated like what a program does.
func TestSnippetEffects(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]pipeline.Effect{
		`python3 -c 'open("a/../x").read()'`:                                  {Kind: pipeline.KindRead, Object: "/home/u/w/x", Certain: true},
		`cd src; python3 -c 'open("x", "w")'`:                                 {Kind: pipeline.KindWrite, Object: "/home/u/w/src/x"},
		`python3 -c 'import os; os.remove("/etc/x")'`:                         {Kind: pipeline.KindDelete, Object: "/etc/x", Certain: true},
		`python3 -c 'import shutil; shutil.rmtree("/")'`:                      {Kind: pipeline.KindDelete, Object: "/", Certain: true, Mark: catalogue.MarkRecursive},
		`python3 -c 'import json'`:                                            {Kind: pipeline.KindCode, Object: "/home/u/w", Certain: true, Mark: catalogue.MarkBuild},
		`python3 -c 'import sys; sys.path.insert(0, "/srv"); import x'`:       {Kind: pipeline.KindCode, Object: "/srv", Certain: true, Mark: catalogue.MarkBuild},
		`python3 -c 'import os; print(os.environ["API_TOKEN"])'`:              {Kind: pipeline.KindSecret, Object: "the variable API_TOKEN", Certain: true, Mark: catalogue.MarkCredential},
		`python3 -c 'import os; print(open(os.path.expanduser("~/.netrc")))'`: {Kind: pipeline.KindRead, Object: "/home/u/.netrc", Certain: true},
		`python3 -c 'import glob; [open(f) for f in glob.glob("*.c")]'`:       {Kind: pipeline.KindRead, Object: "/home/u/w/*.c"},
		`python3 -c 'import os; os.listdir("/srv")'`:                          {Kind: pipeline.KindRead, Object: "/srv", Certain: true, Mark: catalogue.MarkMetadata},
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == want.Kind && e.Object == want.Object && e.Mark == want.Mark && (e.Certain || !want.Certain) && e.By == "python3"
		})
		if err != nil || !found {
			t.Errorf("%s: %v, effects %v", text, err, out.Effects)
		}
	}
}

// TestForksInCode: a loop without an end that starts processes is denied, a word
// in code that nobody can see is not.
func TestForksInCode(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		"python3 -c 'import os\nwhile True:\n    os.fork()'":                                       true,
		"python3 -c 'import os\nwhile 1: os.fork()'":                                               true,
		"python3 -c 'from os import fork\nwhile 1:\n  fork()'":                                     true,
		"ruby -e 'loop { fork }'":                                                                  true,
		"ruby -e 'fork while true'":                                                                true,
		"python3 -c 'import gh\nwhile True:\n  p = gh.page()\n  if not p: break\n  p.repo.fork()'": false,
		"python3 -c 'import gh\nwhile True:\n  gh.repo.fork()'":                                    false,
		"python3 -c 'import x\nx.prefork()\nwhile True: x.poll()'":                                 false,
		"python3 -c 'import x, os\nwhile True:\n  if x.fork == 1: x.go()'":                         false,
		"node -e 'const fork = require(\"./fork.js\"); let n = 0; while (true) { n++; if (n > fork.max) break; require(\"./x\")(n) }'": false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		bomb := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Mark == catalogue.MarkForkBomb })
		if err != nil || bomb != want || out.Inspectable {
			t.Errorf("%s: bomb %v, %v, effects %v", text, bomb, err, out.Effects)
		}
	}
}

// TestMadeFiles: a program that the command itself has written is the text that
// it has written, unless something else may have changed it.
func TestMadeFiles(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	write := "cat > t.py <<'E'\nprint(1)\nE\n"
	for text, want := range map[string]bool{
		write + "python3 t.py":                                                                  true,
		write + "python3 ./t.py a | head":                                                       true,
		write + "python3 t.py && rm t.py":                                                       true,
		write + "cat t.py; python3 t.py":                                                        true,
		"cat <<'E' > src/t.py\nprint(1)\nE\npython3 src/t.py":                                   true,
		"mkdir -p d && cat > d/t.py <<'E' && python3 d/t.py\nprint(1)\nE":                       true,
		"echo 'print(1)' > x.py && python3 x.py":                                                true,
		"echo 'print(1)' > x.py; python3 x.py":                                                  true,
		"printf 'print(1)\\n' > x.py && python3 x.py":                                           true,
		"echo 'console.log(1)' > x.js && node x.js":                                             true,
		"cat > a.py <<'E'\nprint(1)\nE\n" + write + "python3 a.py; python3 t.py":                true,
		"cat > t.py <<'E'\nimport os; os.system('id')\nE\npython3 t.py":                         false,
		"cat > t.py <<'E'\nimport os; os.remove('t.py')\nE\npython3 t.py; python3 t.py":         false,
		"cat > t.py <<'E'\nopen('t.py', 'w').write('import os')\nE\npython3 t.py; python3 t.py": false,
		write + "cp evil t.py; python3 t.py":                                                    false,
		write + "mv evil t.py; python3 t.py":                                                    false,
		write + "ln -sf evil t.py; python3 t.py":                                                false,
		write + "./run.sh; python3 t.py":                                                        false,
		write + "sed -i s/1/2/ *.py; python3 t.py":                                              false,
		write + "echo evil >> t.py; python3 t.py":                                               false,
		write + "echo evil > \"$X\"; python3 t.py":                                              false,
		write + "tar xf a.tar; python3 t.py":                                                    false,
		write + "python3 t.py | cp evil t.py":                                                   false,
		write + "cp evil t.py & python3 t.py":                                                   false,
		"(sleep 1; cp evil t.py) & " + write + "python3 t.py":                                   false,
		"if test -e x; then " + write + "fi; python3 t.py":                                      false,
		"false && " + write + "python3 t.py":                                                    false,
		"test -e x || " + write + "python3 t.py":                                                false,
		"for i in *; do " + write + "done; python3 t.py":                                        false,
		"f() { return; " + write + "}; f; python3 t.py":                                         false,
		"(" + write + "); python3 t.py":                                                         false,
		"cat >> t.py <<'E'\nprint(1)\nE\npython3 t.py":                                          false,
		"cat x > t.py <<'E'\nprint(1)\nE\npython3 t.py":                                         false,
		"cat() { cp evil t.py; }; " + write + "python3 t.py":                                    false,
		"cat > t.py <<E\nprint($HOME)\nE\npython3 t.py":                                         false,
		write + "cd src; python3 t.py":                                                          false,
		write + "python3 -i t.py":                                                               false,
		write + "python3 t.pyc":                                                                 false,
		write + "cp t.py u.py; python3 u.py":                                                    false,
		write + "source t.py":                                                                   false,
		"cat > t.py <<'E'\nimport json\nE\npython3 t.py":                                        false, // modules of the folder
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != want {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
	}
}

// TestFurtherPrograms: only the options that leave a program what it is may
// stand beside it, and all that is given is one program.
func TestFurtherPrograms(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]bool{
		`Rscript -e 'cat(1)'`:                               true,
		`Rscript --vanilla -e 'x <- 1' -e 'print(x)'`:       true,
		`R --vanilla --quiet -e 'cat(1)'`:                   true,
		"Rscript - <<'R'\ncat(1)\nR":                        true,
		"R --no-save <<'R'\ncat(1)\nR":                      true,
		"Rscript - <<'R'\nx <- readLines(\"stdin\")\nR":     false, // reads the program
		`Rscript -e 'x <- ~a' -e 'with(list(), system(x))'`: false,
		`Rscript -e 'cat(1)' -e 'system("id")'`:             false,
		`Rscript -e 'cat(1)' -e "$X"`:                       false,
		`Rscript --default-packages=x -e 'cat(1)'`:          false,
		`R -e 'cat(1)' x -e 'system("id")'`:                 false,
		`R -e 'cat(1)' -f x.R`:                              false,
		`R_PROFILE_USER=x Rscript -e 'cat(1)'`:              false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		seen := err == nil
		for _, e := range out.Effects {
			if e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode && (e.Mark != catalogue.MarkBuild || e.Object != "/home/u/w") {
				seen = false
			}
		}
		if seen != want {
			t.Errorf("%s: understood %v, %v, effects %v", text, seen, err, out.Effects)
		}
	}
}
