package main

import (
	"os"
	"testing"

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
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			home := env.WorkDir + "/home"
			env.Setenv("HOME", home)
			env.Setenv("XDG_CONFIG_HOME", home+"/.config")
			env.Setenv("XDG_STATE_HOME", home+"/.local/state")
			return os.MkdirAll(home, 0o700)
		},
	})
}
