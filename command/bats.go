package command

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"passepartout/pipeline"
)

// Files of bats are scripts of bash in which a test is written as
//
//	@test "what it is" {
//
// Each runs in a process of its own, behind all that stands outside of tests.
// Sources: bats(1), bats(7).

// What bats has beside bash: a test as a function with a text for a name, options of
// run, variables of its own, and functions that are called before and after (bats(7)).
var (
	batsTest  = regexp.MustCompile(`^@test +("[^"$\x60\\]*"|'[^'\\]*') *\{ *$`)
	batsRun   = regexp.MustCompile(`^( *run)((?: +-[0-9]+| +!| +--separate-stderr| +--keep-empty-lines)+)( .*)$`)
	batsNames = regexp.MustCompile(`BATS_[A-Za-z0-9_]*`)
	batsHook  = regexp.MustCompile(`^(setup|teardown|setup_file|teardown_file) *\(\) *\{`)
)

// batsBegin are the words that bats brings. What a run prints is not known; the
// folders of a test are new ones.
const batsBegin = `BATS_TEST_TMPDIR=$(mktemp -d) BATS_FILE_TMPDIR=$(mktemp -d) BATS_RUN_TMPDIR=$(mktemp -d) BATS_TMPDIR=$TMPDIR
run() { output=$("$@" 2>&1); status=$?; }
skip() { return 0; }
bats_require_minimum_version() { :; }
`

// analyzeBats judges tests that the same command has written as bash would run them.
func analyzeBats(v *visit) bool {
	if len(v.operands) == 0 {
		return false
	}
	for _, o := range v.options {
		switch o {
		case "-t", "--tap", "-p", "--pretty", "-T", "--timing", "-x", "--trace", "--verbose-run", "--print-output-on-failure", "--no-tempdir-cleanup", "--show-output-of-passing-tests":
		default:
			return false
		}
	}
	for _, name := range v.given { // they say, too, what a test is
		if strings.HasPrefix(name, "BATS_") {
			return false
		}
	}
	var scripts, places []string
	for _, f := range v.operands {
		text, at, ok := v.r.madeText(v.sc, f)
		if !ok {
			return false
		}
		suite := path.Join(path.Dir(at), "setup_suite.bash") // runs before all tests
		if looks := v.r.stands(v.sc); v.sc.made[suite].text != "" || looks != nil && looks(suite) {
			return false
		}
		script, ok := batsScript(text, at)
		if !ok {
			return false
		}
		scripts, places = append(scripts, script), append(places, at)
	}
	for i, f := range v.operands {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
		v.r.running(places[i], func() {
			f.text = scripts[i]
			v.shell(f, "bash", nil)
		})
	}
	return true
}

// batsScript is what bash runs of a file of tests; false is one whose lines are
// not what they look like.
func batsScript(text, at string) (string, bool) {
	var b strings.Builder
	hooks := make(map[string]bool)
	tests := 0
	dir, name := path.Split(at)
	dir = path.Clean(dir)
	for _, name := range batsNames.FindAllString(text, -1) {
		switch name {
		case "BATS_TEST_TMPDIR", "BATS_FILE_TMPDIR", "BATS_RUN_TMPDIR", "BATS_TMPDIR", "BATS_TEST_DIRNAME", "BATS_TEST_FILENAME":
		default:
			return "", false
		}
	}
	if strings.ContainsAny(at, "'\n") || strings.Contains(text, "\r") {
		return "", false
	}
	fmt.Fprintf(&b, "%sBATS_TEST_DIRNAME='%s' BATS_TEST_FILENAME='%s/%s'\n", batsBegin, dir, dir, name)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.Contains(line, "@test"): // one that a comment makes is none that is seen here
			if !batsTest.MatchString(line) {
				return "", false
			}
			tests++
			fmt.Fprintf(&b, "bats_test_%d() {\n", tests)
			continue
		case strings.Contains(line, "bats_test_"):
			return "", false
		}
		if m := batsHook.FindStringSubmatch(line); m != nil {
			hooks[m[1]] = true
		}
		if m := batsRun.FindStringSubmatch(line); m != nil {
			line = m[1] + m[3]
		}
		b.WriteString(line + "\n")
	}
	call := func(name string) {
		if hooks[name] {
			b.WriteString(name + "\n")
		}
	}
	call("setup_file")
	for i := range tests {
		b.WriteString("(\n")
		call("setup")
		fmt.Fprintf(&b, "bats_test_%d\n", i+1)
		call("teardown")
		b.WriteString(")\n")
	}
	call("teardown_file")
	return b.String(), tests > 0
}
