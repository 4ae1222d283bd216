package config_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"passepartout/internal/config"
)

// home is an environment in which no file of this machine is found.
func home(t *testing.T) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	return dir, []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + filepath.Join(dir, "none")}
}

func write(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaultsAreTheDocumentedOnes(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	l, err := config.Load(config.Source{Env: env, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	c := l.Config
	for _, row := range []struct {
		name      string
		got, want any
	}{
		{"state_dir", c.StateDir, dir + "/.local/state/passepartout"},
		{"workspace", c.Workspace[0], dir + "/ws"},
		{"scratch", c.Scratch, "/tmp/pp-scratch"},
		{"preset", c.Policy.Preset, "standard"},
		{"default", c.Actuators.Default, "tui"},
		{"silent", strings.Join(c.Actuators.Silent, ","), "tui,system"},
		{"builder", c.Confine.Builder, "auto"},
		{"accel", c.Confine.MicroVM.Accel, "kvm"},
		{"timeout", c.Limits.Timeout.Duration, 30 * time.Second},
		{"timeout_max", c.Limits.TimeoutMax.Duration, time.Hour},
		{"output", int64(c.Limits.Output), int64(100_000)},
		{"event", int64(c.Limits.Event), int64(1 << 20)},
		{"command", int64(c.Limits.Command), int64(64_000)},
		{"tree_depth", c.Limits.TreeDepth, 64},
		{"commands", c.Limits.Commands, 1000},
		{"loop_depth", c.Limits.LoopDepth, 8},
		{"plan_deadline", c.Limits.PlanDeadline.Duration, 15 * time.Minute},
		{"execute_within", c.Limits.ExecuteWithin.Duration, 5 * time.Minute},
		{"stop_grace", c.Limits.StopGrace.Duration, 5 * time.Second},
	} {
		if row.got != row.want {
			t.Errorf("%s: got %v, want %v", row.name, row.got, row.want)
		}
	}
	for key, origin := range l.Origins {
		if origin.From != "default" {
			t.Errorf("%s comes from %v", key, origin)
		}
	}
}

func TestEachLayerBeatsTheOneBelow(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	path := write(t, "policy:\n  preset: strict\nscratch: /tmp/from-file\nlimits: { timeout: 10, output: 50kB }\n")
	l, err := config.Load(config.Source{
		File: path, Dir: dir,
		Env:   append(env, "PASSEPARTOUT_SCRATCH=/tmp/from-env", "PASSEPARTOUT_LIMITS_TIMEOUT=20s"),
		Flags: map[string]string{"limits.timeout": "40s"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Config.Limits.Timeout.Duration; got != 40*time.Second {
		t.Errorf("timeout: %v", got)
	}
	if l.Config.Limits.Output != 50_000 || l.Config.Scratch != "/tmp/from-env" || l.Config.Policy.Preset != "strict" {
		t.Errorf("config: %+v", l.Config)
	}
	for key, want := range map[string]config.Origin{
		"policy.preset":  {From: "file", Name: path + ":2"},
		"limits.output":  {From: "file", Name: path + ":4"},
		"scratch":        {From: "env", Name: "PASSEPARTOUT_SCRATCH"},
		"limits.timeout": {From: "flag", Name: "limits.timeout"},
		"nats.url":       {From: "default"},
	} {
		if got := l.Origins[key]; got != want {
			t.Errorf("%s comes from %+v, want %+v", key, got, want)
		}
	}
}

func TestAliasesOfTheOriginalProduct(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	env = append(env, "DEFAULT_ACTUATOR=shell", "SILENT_ACTUATORS=tui, tool")
	l, err := config.Load(config.Source{Env: env, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if l.Config.Actuators.Default != "shell" || strings.Join(l.Config.Actuators.Silent, "|") != "tui|tool" {
		t.Errorf("actuators: %+v", l.Config.Actuators)
	}
	l, err = config.Load(config.Source{Env: append(env, "PASSEPARTOUT_ACTUATORS_DEFAULT=tool"), Dir: dir})
	if err != nil || l.Config.Actuators.Default != "tool" {
		t.Errorf("our own name is not the stronger one: %v %v", l, err)
	}
}

func TestVariablesThatMeanNothing(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	env = append(env, "PASSEPARTOUT_ZZZZ=1", "PASSEPARTOUT_POLCY_PRESET=strict")
	want := "PASSEPARTOUT_POLCY_PRESET (did you mean PASSEPARTOUT_POLICY_PRESET?), PASSEPARTOUT_ZZZZ"
	_, err := config.Load(config.Source{Env: env, Dir: dir})
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("refused with %v", err)
	}
	l, err := config.Load(config.Source{Env: env, Dir: dir, Strays: true})
	if err != nil || strings.Join(l.Strays, ", ") != want {
		t.Errorf("passed with %+v, %v", l, err)
	}
}

func TestRelativePathsBelongToWhoWroteThem(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	path := write(t, "workspace: [ws, ~/other]\npolicy: { files: [rules.yaml] }\n")
	l, err := config.Load(config.Source{File: path, Env: append(env, "PASSEPARTOUT_STATE_DIR=st"), Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Dir(path)
	if got, want := l.Config.Workspace, []string{beside + "/ws", dir + "/other"}; got[0] != want[0] || got[1] != want[1] {
		t.Errorf("workspace: %v, want %v", got, want)
	}
	if l.Config.Policy.Files[0] != beside+"/rules.yaml" || l.Config.StateDir != dir+"/st" {
		t.Errorf("paths: %v %v", l.Config.Policy.Files, l.Config.StateDir)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, file string
		env        []string
		flags      map[string]string
		want       []string // all must be in the error
	}{
		{name: "no duration", file: "limits:\n  timeout: soon\n", want: []string{"[2:12]", "no duration", "timeout", "^"}},
		{name: "list for a duration", file: "limits:\n  timeout: [1s, 2s]\n", want: []string{"[2:12]", "one word", "^"}},
		{name: "no size", file: "limits:\n  event: much\n", want: []string{"[2:10]", "no size", "^"}},
		{name: "unknown key", file: "policy:\n  presett: strict\n", want: []string{"[2:3]", "presett", "^"}},
		{name: "unknown top key", file: "polcy: {}\n", want: []string{"[1:1]", "polcy", "^"}},
		{name: "wrong type", file: "nats: { port: many }\n", want: []string{"[1:", "port", "^"}},
		{name: "duplicate key", file: "scratch: /a\nscratch: /b\n", want: []string{"[2:1]", "scratch", "already"}},
		{name: "broken yaml", file: "policy: [\n", want: []string{"[1:"}},
		{name: "binary", file: "\x00\x01\x02", want: []string{config.FileName}},
		{name: "two documents", file: "scratch: /a\n---\nscratch: /b\n", want: []string{"one"}},
		{name: "bad duration", file: "limits: { timeout: soon }\n", want: []string{"soon"}},
		{name: "bad size", file: "limits: { output: 12 parsecs }\n", want: []string{"12 parsecs"}},
		{name: "preset", file: "policy:\n  preset: lax\n", want: []string{"policy.preset", "lax", config.FileName + ":2", "strict, standard, contained"}},
		{name: "builder", file: "confine: { builder: docker }\n", want: []string{"confine.builder", "docker"}},
		{name: "accelerator", file: "confine: { microvm: { accel: hax } }\n", want: []string{"confine.microvm.accel", "hax"}},
		{name: "kernel in scratch", file: "confine: { microvm: { kernel: /tmp/pp-scratch/k } }\n", want: []string{"confine.microvm.kernel", "agents may write"}},
		{name: "two mistakes at once", file: "confine: { builder: docker }\npolicy: { preset: lax }\n", want: []string{"confine.builder", "policy.preset"}},
		{name: "url", file: "nats: { url: 'http://x' }\n", want: []string{"nats.url"}},
		{name: "url and context", file: "nats: { url: 'nats://x:1', context: prod }\n", want: []string{"nats.context"}},
		{name: "prefix", file: "nats: { prefix: 'a.b' }\n", want: []string{"nats.prefix"}},
		{name: "host", file: "hosts: { allow: ['bad host'] }\n", want: []string{"hosts.allow", "entry 1"}},
		{name: "port of a host", file: "hosts: { allow: [localhost, 'localhost:9200', '[::1]:80', '10.0.0.1:1', 'x:0', 'x:70000', 'x:http', '10.0.0.0/8:80'] }\n", want: []string{"entry 5", "entry 6", "entry 7", "entry 8"}},
		{name: "workspace is root", file: "workspace: [/]\n", want: []string{"workspace", "whole file system"}},
		{name: "workspace holds state", file: "workspace: [/srv]\nstate_dir: /srv/state\n", want: []string{"workspace", "state_dir"}},
		{name: "scratch in state", file: "scratch: /srv/state/x\nstate_dir: /srv/state\n", want: []string{"scratch", "state_dir"}},
		{name: "rules where agents write", file: "workspace: [/srv/ws]\npolicy: { files: [/srv/ws/p.yaml] }\n", want: []string{"policy.files"}},
		{name: "rules of one agent where agents write", file: "workspace: [/srv/ws]\npolicy: { profiles: [\"a=standard:/srv/ws/p.yaml\"] }\n", want: []string{"policy.profiles"}},
		{name: "no workspace", file: "workspace: []\n", want: []string{"workspace", "empty"}},
		{name: "limit off", file: "limits: { timeout: 0 }\n", want: []string{"limits.timeout"}},
		{name: "limit above maximum", file: "limits: { timeout: 2h }\n", want: []string{"limits.timeout"}},
		{name: "endless event", file: "limits: { event: 1GiB }\n", want: []string{"limits.event"}},
		{name: "unknown variable", env: []string{"PASSEPARTOUT_POLICY_PRESETT=strict"}, want: []string{"PASSEPARTOUT_POLICY_PRESETT", "did you mean PASSEPARTOUT_POLICY_PRESET?"}},
		{name: "bad variable", env: []string{"PASSEPARTOUT_NATS_PORT=x"}, want: []string{"PASSEPARTOUT_NATS_PORT"}},
		{name: "unknown flag key", flags: map[string]string{"policy.prset": "strict"}, want: []string{"policy.prset", "policy.preset"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			dir, env := home(t)
			src := config.Source{Env: append(env, row.env...), Flags: row.flags, Dir: dir}
			if row.file != "" {
				src.File = write(t, row.file)
			}
			l, err := config.Load(src)
			if err == nil {
				t.Fatalf("accepted: %+v", l.Config)
			}
			for _, part := range row.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error lacks %q:\n%v", part, err)
				}
			}
		})
	}
}

func TestFileThatIsNamedMustExist(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	missing := filepath.Join(dir, "no.yaml")
	for name, src := range map[string]config.Source{
		"flag":     {File: missing, Env: env},
		"variable": {Env: append(env, "PASSEPARTOUT_CONFIG="+missing)},
		"folder":   {File: dir, Env: env},
	} {
		if _, err := config.Load(src); err == nil || !strings.Contains(err.Error(), "configuration file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHugeFileIsRefused(t *testing.T) {
	t.Parallel()
	_, env := home(t)
	path := write(t, "# "+strings.Repeat("x", 2<<20))
	if _, err := config.Load(config.Source{File: path, Env: env}); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("got %v", err)
	}
}

func TestCurrentFolderIsNoPlaceForAFile(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte("policy: { preset: contained }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := config.Load(config.Source{Env: env, Dir: dir})
	if err != nil || l.File != "" || l.Config.Policy.Preset != "standard" {
		t.Errorf("an agent's folder configured the worker: %+v %v", l, err)
	}
}

func TestFileBelowConfigHomeIsFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, ".config", "passepartout", config.FileName)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("policy: { preset: strict }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := config.Load(config.Source{Env: []string{"HOME=" + dir}, Dir: dir})
	if err != nil || l.File != path || l.Config.Policy.Preset != "strict" {
		t.Errorf("got %+v %v", l, err)
	}
}

func TestSampleIsTheDefaults(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	path := write(t, config.Sample(env))
	l, err := config.Load(config.Source{File: path, Env: env, Dir: dir})
	if err != nil {
		t.Fatalf("%v\n%s", err, config.Sample(env))
	}
	got, want := asJSON(t, l.Config), asJSON(t, config.Default(env))
	if got != want {
		t.Errorf("the sample changes values:\n%s\n%s", got, want)
	}
	for key, origin := range l.Origins {
		if origin.From != "file" {
			t.Errorf("%s is missing in the sample", key)
		}
	}
}

func TestSchemaAcceptsTheSampleAndNothingUnknown(t *testing.T) {
	t.Parallel()
	_, env := home(t)
	raw, err := config.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		yaml string
		ok   bool
	}{
		"sample":      {config.Sample(env), true},
		"one key":     {"policy: { preset: strict }", true},
		"seconds":     {"limits: { timeout: 30 }", true},
		"unknown key": {"policy: { presett: strict }", false},
		"bad preset":  {"policy: { preset: lax }", false},
		"bad size":    {"limits: { output: much }", false},
	} {
		body, err := yaml.YAMLToJSON([]byte(row.yaml))
		if err != nil {
			t.Fatal(err)
		}
		var instance any
		if err := json.Unmarshal(body, &instance); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(instance); (err == nil) != row.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValuesMaskPasswords(t *testing.T) {
	t.Parallel()
	dir, env := home(t)
	l, err := config.Load(config.Source{Env: append(env, "PASSEPARTOUT_NATS_URL=nats://me:hunter2@h:4222"), Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if text := asJSON(t, l.Values()); strings.Contains(text, "hunter2") {
		t.Errorf("password shown: %s", text)
	}
}

func TestValuesRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := config.Size(rapid.Int64Range(0, 1<<50).Draw(t, "size"))
		text, err := size.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back config.Size
		if err := back.UnmarshalText(text); err != nil || back != size {
			t.Fatalf("%d -> %s -> %d %v", size, text, back, err)
		}
		d := config.Duration{Duration: time.Duration(rapid.Int64Range(0, 1<<55).Draw(t, "duration"))}
		text, err = d.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var again config.Duration
		if err := again.UnmarshalText(text); err != nil || again != d {
			t.Fatalf("%v -> %s -> %v %v", d, text, again, err)
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	body, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
