package config

import (
	"path/filepath"
	"time"
)

// Default is the configuration of a machine on which nothing was set, for the
// user that env (as os.Environ gives it) describes. Without a HOME the paths
// that would lie below it are left empty, and Validate asks for them.
func Default(env []string) Config {
	vars := variables(env)
	home := vars["HOME"]
	var c Config
	if home != "" {
		c.StateDir = filepath.Join(home, ".local", "state", "passepartout")
		c.Workspace = []string{filepath.Join(home, "ws")}
	}
	if state := vars["XDG_STATE_HOME"]; filepath.IsAbs(state) {
		c.StateDir = filepath.Join(state, "passepartout")
	}
	c.NATS = NATS{Listen: "127.0.0.1", Prefix: "pp"}
	c.Scratch = "/tmp/pp-scratch"
	c.Hosts.Allow = []string{"localhost"}
	c.Policy = Policy{
		Preset: "standard", Files: []string{}, Profiles: []string{}, Programs: []string{}, PrivatePaths: []string{}, PrivateTexts: []string{},
	}
	c.Actuators = Actuators{Default: "tui", Silent: []string{"tui", "system"}}
	c.Confine = Confine{Require: []string{}, Builder: "auto", MicroVM: MicroVM{Accel: "kvm"}}
	c.Limits = Limits{
		Timeout: Duration{30 * time.Second}, TimeoutMax: Duration{time.Hour}, StopGrace: Duration{5 * time.Second},
		Output: 100 * kB, Event: MiB, Command: 64 * kB, TreeDepth: 64, Commands: 1000, LoopDepth: 8,
		EventAge: Duration{24 * time.Hour}, PlanDeadline: Duration{15 * time.Minute}, ExecuteWithin: Duration{5 * time.Minute},
		Parallel: 16, Rate: 20, Burst: 200, Quota: 100_000, SessionBudget: 0, OpenPlans: 20, Memory: 2 * GiB, Disk: 4 * GiB, Processes: 512, CPU: Duration{0},
	}
	return c
}

// FilePath is where the configuration file is looked for when nobody names
// one: below $XDG_CONFIG_HOME or ~/.config, then in /etc. The current folder is
// no such place.
func FilePath(env []string) []string {
	vars := variables(env)
	var paths []string
	switch dir := vars["XDG_CONFIG_HOME"]; {
	case filepath.IsAbs(dir):
		paths = append(paths, filepath.Join(dir, "passepartout", FileName))
	case vars["HOME"] != "":
		paths = append(paths, filepath.Join(vars["HOME"], ".config", "passepartout", FileName))
	}
	return append(paths, filepath.Join("/etc/passepartout", FileName))
}

// FileName is the name of the configuration file.
const FileName = "passepartout.yaml"
