// Package config is the worker's configuration: one struct, read strictly.
//
// A value comes from the first of these that has it: a flag, an environment
// variable PASSEPARTOUT_<KEY> (dots and underscores of the key become
// underscores), the file, the default. Load remembers which one it was, so that
// an operator can ask where a value comes from.
//
// Everything that cannot be understood is a refusal, never a guess: an unknown
// key (with line and caret), an unknown PASSEPARTOUT_ variable, a value out of
// its range. The file is never looked for in the current folder, because an
// agent may be able to write there.
package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Config is everything that an operator can set. The comment of a key in
// `worker init` and its description in the JSON Schema come from the
// jsonschema tags, so that there is one text for each.
type Config struct {
	NATS      NATS      `json:"nats" yaml:"nats" jsonschema:"The bus. With url and context empty the worker embeds a server of its own."`
	StateDir  string    `json:"state_dir" yaml:"state_dir" kind:"path" jsonschema:"Where keys, the journal and all other state live; mode 0700. Agents can never read or write it."`
	Workspace []string  `json:"workspace" yaml:"workspace" kind:"path" jsonschema:"Folders in which agents may work."`
	Scratch   string    `json:"scratch" yaml:"scratch" kind:"path" jsonschema:"A folder that is theirs to fill and lose."`
	Hosts     Hosts     `json:"hosts" yaml:"hosts" jsonschema:"What may be reached over the network."`
	Policy    Policy    `json:"policy" yaml:"policy" jsonschema:"The rules that judge effects."`
	Actuators Actuators `json:"actuators" yaml:"actuators" jsonschema:"The hands."`
	Confine   Confine   `json:"confine" yaml:"confine" jsonschema:"How commands are confined."`
	Limits    Limits    `json:"limits" yaml:"limits" jsonschema:"Bounds on everything; no request can switch one off."`
}

// NATS says which bus the worker and its clients speak on.
type NATS struct {
	URL     string `json:"url" yaml:"url" jsonschema:"URL of an external server or cluster; empty: the embedded server."`
	Creds   string `json:"creds" yaml:"creds" kind:"path" jsonschema:"Credentials file for an external server."`
	Context string `json:"context" yaml:"context" jsonschema:"Name of a NATS context that says where and how to connect; instead of url."`
	Listen  string `json:"listen" yaml:"listen" jsonschema:"Address that the embedded server listens on. Loopback unless you know better."`
	Port    int    `json:"port" yaml:"port" jsonschema:"TCP port of the embedded server; 0: 4222 or the next free one."`
	Prefix  string `json:"prefix" yaml:"prefix" jsonschema:"First token of every subject."`
}

// Hosts says what may be reached.
type Hosts struct {
	Allow []string `json:"allow" yaml:"allow" jsonschema:"Names or CIDRs that may be reached without asking a person. *.example.org covers every name below example.org. A name or address may carry a port: localhost:9200. Control ports (of container engines, clusters, debuggers, mail, databases) are reached only when they are named so."`
}

// Policy says by which rules effects are judged.
type Policy struct {
	Preset string   `json:"preset" yaml:"preset" jsonschema:"Built-in rules to begin with: strict, standard or contained."`
	Files  []string `json:"files" yaml:"files" kind:"path" jsonschema:"Rule files on top of the preset."`
	// Profiles are AGENT=PRESET or AGENT=PRESET:FILE; each agent at most once.
	Profiles     []string `json:"profiles" yaml:"profiles" jsonschema:"Other presets for some agents, as AGENT=PRESET or AGENT=PRESET:RULEFILE; the file can only tighten."`
	Programs     []string `json:"programs" yaml:"programs" jsonschema:"Allowlist mode: only these programs (names, paths or patterns) may start; empty: the rules alone decide."`
	PrivatePaths []string `json:"private_paths" yaml:"private_paths" jsonschema:"Patterns of absolute paths whose content must not leave this machine."`
	PrivateTexts []string `json:"private_texts" yaml:"private_texts" jsonschema:"Words that must not appear in what agents run or send."`
}

// Profile is one entry of Policy.Profiles.
type Profile struct {
	Agent  string
	Preset string
	File   string // empty: none
}

// ReadProfile reads AGENT=PRESET or AGENT=PRESET:FILE.
func ReadProfile(entry string) (Profile, error) {
	agent, rest, ok := strings.Cut(entry, "=")
	preset, file, _ := strings.Cut(rest, ":")
	switch {
	case !ok || agent == "":
		return Profile{}, fmt.Errorf("%q is not AGENT=PRESET or AGENT=PRESET:FILE", entry)
	case !slices.Contains(Presets(), preset):
		return Profile{}, fmt.Errorf("%q: the preset must be one of %s", entry, strings.Join(Presets(), ", "))
	case file != "" && !filepath.IsAbs(file):
		return Profile{}, fmt.Errorf("%q: the rule file must be an absolute path", entry)
	}
	return Profile{Agent: agent, Preset: preset, File: file}, nil
}

// Actuators says how targets are resolved and who stays silent.
type Actuators struct {
	Default string   `json:"default" yaml:"default" jsonschema:"Where a signal goes that names no target and whose source is none. Alias: DEFAULT_ACTUATOR."`
	Silent  []string `json:"silent" yaml:"silent" jsonschema:"Actuators whose results are recorded but not published. Alias: SILENT_ACTUATORS."`
}

// Confine says how commands are confined.
type Confine struct {
	Require []string `json:"require" yaml:"require" jsonschema:"Layers without which nothing runs, for example landlock or seccomp; worker doctor lists those of this machine."`
	Builder string   `json:"builder" yaml:"builder" jsonschema:"How sandboxes are built: auto, zygote, thread, bubblewrap, microvm or none."`
	MicroVM MicroVM  `json:"microvm" yaml:"microvm" jsonschema:"The virtual machine of builder microvm; worker microvm build makes its parts."`
}

// MicroVM says where the parts of a virtual machine are.
type MicroVM struct {
	Kernel string `json:"kernel" yaml:"kernel" kind:"path" jsonschema:"Kernel of the machine. Empty: microvm/kernel below state_dir."`
	Image  string `json:"image" yaml:"image" kind:"path" jsonschema:"Archive with the machine's first process and modules. Empty: microvm/image below state_dir."`
	Accel  string `json:"accel" yaml:"accel" jsonschema:"What runs the machine: kvm; tcg, which emulates it: slow, and no boundary of the processor's; or auto, kvm where a machine boots with it."`
}

// Limits bounds everything that a request could make large, long or deep.
type Limits struct {
	Timeout       Duration `json:"timeout" yaml:"timeout" jsonschema:"How long a command may run unless it asks for another time."`
	TimeoutMax    Duration `json:"timeout_max" yaml:"timeout_max" jsonschema:"The longest time that a request may ask for."`
	StopGrace     Duration `json:"stop_grace" yaml:"stop_grace" jsonschema:"Time between SIGTERM and SIGKILL."`
	Output        Size     `json:"output" yaml:"output" jsonschema:"Bytes of each output stream that are kept, head and tail; the rest is counted."`
	Event         Size     `json:"event" yaml:"event" jsonschema:"Largest event that is read."`
	Command       Size     `json:"command" yaml:"command" jsonschema:"Longest command text that is analysed; a longer one is held."`
	TreeDepth     int      `json:"tree_depth" yaml:"tree_depth" jsonschema:"Deepest nesting of a command that is analysed."`
	Commands      int      `json:"commands" yaml:"commands" jsonschema:"Most simple commands in one text."`
	LoopDepth     int      `json:"loop_depth" yaml:"loop_depth" jsonschema:"How many turns feedback may take through skills."`
	EventAge      Duration `json:"event_age" yaml:"event_age" jsonschema:"Oldest request that is still acted on."`
	PlanDeadline  Duration `json:"plan_deadline" yaml:"plan_deadline" jsonschema:"How long a flight plan waits for an answer."`
	ExecuteWithin Duration `json:"execute_within" yaml:"execute_within" jsonschema:"How long an approval may be spent after it was given."`
	Parallel      int      `json:"parallel" yaml:"parallel" jsonschema:"How many signals are handled at once."`
	Rate          int      `json:"rate" yaml:"rate" jsonschema:"Requests a second that one agent may make for long."`
	Burst         int      `json:"burst" yaml:"burst" jsonschema:"Requests that one agent may make at once."`
	Quota         int      `json:"quota" yaml:"quota" jsonschema:"Requests that one agent may make in 24 hours, over all workers and restarts."`
	SessionBudget int      `json:"session_budget" yaml:"session_budget" jsonschema:"Requests of one session, for good: a restart gives none back; 0: no bound."`
	OpenPlans     int      `json:"open_plans" yaml:"open_plans" jsonschema:"Held requests of one agent that may wait for people at once; more are refused."`
	Memory        Size     `json:"memory" yaml:"memory" jsonschema:"Memory of one command, where cgroups allow; 0: no bound of ours."`
	Disk          Size     `json:"disk" yaml:"disk" jsonschema:"Bytes that one command may add to the folders that it may write, each file counting 4 KiB besides; 0: the default."`
	Processes     int      `json:"processes" yaml:"processes" jsonschema:"Processes and threads of one command; 0: no bound of ours."`
	CPU           Duration `json:"cpu" yaml:"cpu" jsonschema:"Processor time of one command; 0: no bound of ours."`
}
