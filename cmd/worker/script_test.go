package main

import (
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"passepartout/confine"
)

// TestMain makes "worker" in the scripts this very binary, run from its real
// main function.
func TestMain(m *testing.M) {
	// The sandbox starts this binary again under names of its own.
	confine.Main()
	testscript.Main(m, map[string]func(){"worker": func() { os.Exit(run()) }})
}

// TestScript runs testdata/script: one file a subcommand. UPDATE_SCRIPTS=1
// rewrites the expected output.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Deadline:            time.Now().Add(5 * time.Minute), // what waits in the background is then killed
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"until": until},
		Setup: func(env *testscript.Env) error {
			home := env.WorkDir + "/home"
			env.Setenv("HOME", home)
			// Under the race detector every process sleeps a second at its end, unless told not to.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Setenv("XDG_CONFIG_HOME", home+"/.config")
			env.Setenv("XDG_STATE_HOME", home+"/.local/state")
			return os.MkdirAll(home, 0o700)
		},
	})
}

// until runs a command again and again until its output matches:
//
//	until VAR PATTERN COMMAND ...
//
// sets VAR to the first group of the match, or to all of it.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: until VAR PATTERN COMMAND ...")
	}
	pattern := regexp.MustCompile("(?m)" + args[1])
	late := time.NewTimer(30 * time.Second)
	defer late.Stop()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		err := ts.Exec(args[2], args[3:]...)
		out := ts.ReadFile("stdout")
		if m := pattern.FindStringSubmatch(out); m != nil {
			ts.Setenv(args[0], m[len(m)-1])
			return
		}
		select {
		case <-tick.C:
		case <-late.C:
			ts.Fatalf("no %q in time; the last output (%v):\n%s%s", args[1], err, out, ts.ReadFile("stderr"))
		}
	}
}
