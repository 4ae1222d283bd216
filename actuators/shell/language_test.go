package shell_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"passepartout/actuators/shell"
)

// language is a program in one of the languages of run_script. It prints its
// argument, its input, the folder that it runs in and the file that it is.
type language struct {
	name, program, content string
	file                   bool // it tells where it lies
}

func languages() []language {
	return []language{
		{"python", "python3", "import os, sys\nprint(sys.argv[1])\nprint(sys.stdin.read())\nprint(os.getcwd())\nprint(os.path.abspath(__file__))\n", true},
		{"sh", "bash", "echo 'two words'\ncat; echo\npwd\n", false},
		{"js", "node", "console.log(process.argv[2]);\nconsole.log(require('fs').readFileSync(0, 'utf8'));\nconsole.log(process.cwd());\nconsole.log(__filename);\n", true},
		{"go", "go", `package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	in, _ := io.ReadAll(os.Stdin)
	dir, _ := os.Getwd()
	fmt.Println(os.Args[1])
	fmt.Println(string(in))
	fmt.Println(dir)
}
`, false},
		{"lisp", "sbcl", `(format t "~a~%" (car (last sb-ext:*posix-argv*)))
(format t "~a~%" (read-line))
(format t "~a~%" (string-right-trim "/" (namestring (truename "."))))
(format t "~a~%" (namestring *load-truename*))
`, true},
		{"perl", "perl", "use Cwd; print \"$ARGV[0]\\n\", <STDIN>, \"\\n\", cwd(), \"\\n$0\\n\";", true},
		{"ruby", "ruby", "puts ARGV[0], STDIN.read, Dir.pwd, __FILE__", true},
		{"awk", "awk", "BEGIN { print ARGV[1]; getline line < \"/dev/stdin\"; print line; \"pwd\" | getline dir; print dir }", false},
	}
}

// found looks a program up where commands find it, and where Go is installed
// besides.
func found(program string) (string, bool) {
	for _, dir := range []string{"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/go/bin", "/usr/lib/go/bin"} {
		if st, err := os.Stat(filepath.Join(dir, program)); err == nil && st.Mode().IsRegular() {
			return filepath.Join(dir, program), true
		}
	}
	at, err := exec.LookPath(program)
	return at, err == nil && program == "go"
}

// TestEveryLanguageRuns executes a program in each language whose interpreter
// is installed, with and without confinement: it gets arguments and input, runs
// in the folder asked for, lies in a file that is its owner's alone under a
// name that comes once, and is gone afterwards.
func TestEveryLanguageRuns(t *testing.T) {
	t.Parallel()
	ran := map[string]bool{}
	for kind, build := range map[string]func(testing.TB, ...option) bench{"unconfined": open, "confined": confined} {
		for _, l := range languages() {
			path, ok := found(l.program)
			if !ok {
				continue
			}
			ran[l.name] = true
			t.Run(kind+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				b := build(t, with(func(c *shell.Config) { c.Interpreters = at(path, l.program) }))
				p := map[string]any{"language": l.name, "content": l.content, "stdin": "in", "timeout": 120}
				if l.name != "sh" {
					p["args"] = []string{"two words"}
				}
				a, err := script(t, b, p)
				if err != nil {
					t.Fatalf("%v: %s", err, a.Stderr)
				}
				lines := strings.Split(strings.TrimRight(a.Stdout, "\n"), "\n")
				if len(lines) < 3 || lines[0] != "two words" || lines[1] != "in" || lines[2] != b.dir {
					t.Errorf("printed %q", a.Stdout)
				}
				if !a.Synthesis || !a.Success {
					t.Errorf("account %+v", a)
				}
				if l.file {
					at := lines[len(lines)-1]
					if !strings.HasPrefix(at, b.scratch) {
						t.Errorf("it was at %q", at)
					}
					if _, err := os.Stat(filepath.Dir(at)); err == nil {
						t.Errorf("%s is left", at)
					}
				}
				if left, _ := filepath.Glob(b.scratch + "/*/script-*"); len(left) != 0 {
					t.Errorf("left behind: %v", left)
				}
			})
		}
	}
	for _, always := range []string{"sh", "go"} { // what builds these tests
		if !ran[always] {
			t.Errorf("%s did not run", always)
		}
	}
	t.Logf("languages that are installed here: %v", ran)
}

// at is the usual list with one program where this machine has it.
func at(path, program string) []shell.Interpreter {
	all := slices.Clone(shell.Interpreters())
	for i := range all {
		if all[i].Program == program {
			all[i].Program = path
		}
	}
	return all
}

// TestAConfiguredLanguageRuns: an operator's interpreter is one entry.
func TestAConfiguredLanguageRuns(t *testing.T) {
	t.Parallel()
	tool := filepath.Join(t.TempDir(), "lisp")
	write(t, tool, "#!/bin/sh\necho \"$@\" | sed 's|/[^ ]*/||'\ncat \"$2\"\nstat -c %a \"$2\"\n", 0o755)
	for kind, build := range map[string]func(testing.TB, ...option) bench{"unconfined": open, "confined": confined} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := build(t, with(func(c *shell.Config) {
				c.Interpreters = []shell.Interpreter{{Names: []string{"scheme"}, Program: tool, Args: []string{"--load"}, Suffix: ".scm"}}
			}))
			a, err := script(t, b, map[string]any{"language": "Scheme", "content": "(display 1)\n", "args": []string{"x"}})
			if err != nil || a.Stdout != "--load main.scm x\n(display 1)\n600\n" || !a.Synthesis {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}
