package policy_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/gates/policy"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

func config() policy.Config {
	return policy.Config{
		Zones: zone.Config{
			Workspace: []string{"/home/agent/ws"}, Scratch: []string{"/tmp/pp-scratch"}, Home: "/home/agent",
			Runtime: []string{"/home/agent/.local/state/passepartout"},
		},
		Hosts: map[string][]string{policy.AllowedHosts: {"localhost"}},
	}
}

func open(t testing.TB, c policy.Config) *policy.Gate {
	t.Helper()
	g, err := policy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func proposal(confined bool, effects ...pipeline.Effect) pipeline.Proposal {
	p := pipeline.Proposal{ID: "p", Effects: effects}
	p.Action = pipeline.Action{Target: "shell", Op: "run", Intent: "see"}
	p.Signal.Principal, p.Signal.Session = "claude", "s1"
	if confined {
		p.Confinement = "landlock+seccomp"
	}
	return p
}

func judge(t testing.TB, g *policy.Gate, p pipeline.Proposal) pipeline.Verdict {
	t.Helper()
	v, err := g.Check(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const (
	read, write, del       = pipeline.KindRead, pipeline.KindWrite, pipeline.KindDelete
	run, code, connect     = pipeline.KindRun, pipeline.KindCode, pipeline.KindConnect
	allow, hold, deny      = pipeline.Allow, pipeline.Hold, pipeline.Deny
	listen, signal, secret = pipeline.KindListen, pipeline.KindSignal, pipeline.KindSecret
)

func TestPresets(t *testing.T) {
	t.Parallel()
	type want struct{ strict, standard, contained pipeline.Outcome }
	for _, c := range []struct {
		effect   pipeline.Effect
		confined bool
		want     want
	}{
		{pipeline.Effect{Kind: read, Object: "/home/agent/ws/a.go"}, false, want{allow, allow, allow}},
		{pipeline.Effect{Kind: read, Object: "/etc/hosts"}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: read, Object: "/home/agent/.ssh/id_rsa"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: read, Object: "/home/agent/.local/state/passepartout/x"}, true, want{deny, deny, deny}},
		{pipeline.Effect{Kind: read, Object: "a.go"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: read, Object: ""}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: write, Object: "/home/agent/ws/a.go"}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: write, Object: "/home/agent/ws/../.bashrc"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: write, Object: "/dev/null"}, true, want{allow, allow, allow}},
		{pipeline.Effect{Kind: write, Object: "/home/agent/.bashrc"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: del, Object: "/home/agent/ws/build", Mark: "recursive"}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: del, Object: "/home/agent/ws"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: del, Object: "/home/agent/ws/*"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: del, Object: "/home/agent/ws/.git", Mark: "recursive"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: write, Object: "/home/agent/ws/.git/hooks/pre-commit"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: run, Object: "/usr/bin/ls"}, false, want{allow, allow, allow}},
		{pipeline.Effect{Kind: run, Object: "/home/agent/ws/tool"}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: run, Object: "/home/agent/ws/tool"}, false, want{hold, hold, hold}},
		{pipeline.Effect{Kind: code, Object: "/home/agent/ws", Mark: "test"}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: code, Object: "/home/agent/ws", Mark: "test"}, false, want{hold, hold, hold}},
		{pipeline.Effect{Kind: code, Object: "/home/agent/ws/x.sh", Certain: true}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: code, Object: "print(1)"}, true, want{hold, hold, allow}},
		{pipeline.Effect{Kind: code, Object: "print(1)"}, false, want{hold, hold, hold}},
		{pipeline.Effect{Kind: code, Object: "x", Mark: "remote-code"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: pipeline.KindUnknown, Object: "$X"}, true, want{hold, hold, allow}},
		{pipeline.Effect{Kind: pipeline.KindUnknown, Mark: "unconfined"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: connect, Object: "localhost:80"}, true, want{hold, allow, allow}},
		{pipeline.Effect{Kind: connect, Object: "pypi.org:443"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: connect, Object: "remote"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: listen, Object: "0.0.0.0:80"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: signal, Object: "1"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: secret, Object: "x"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: pipeline.KindPrivilege, Object: "root"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: pipeline.KindSystem, Object: "x"}, true, want{hold, hold, hold}},
		{pipeline.Effect{Kind: 99, Object: "x"}, true, want{deny, deny, deny}},
	} {
		for preset, want := range map[string]pipeline.Outcome{
			policy.Strict: c.want.strict, policy.Standard: c.want.standard, policy.Contained: c.want.contained,
		} {
			cfg := config()
			cfg.Preset = preset
			v := judge(t, open(t, cfg), proposal(c.confined, c.effect))
			if v.Outcome != want {
				t.Errorf("%s: %s %q mark %q confined %v = %s by %s, want %s", preset, c.effect.Kind, c.effect.Object, c.effect.Mark, c.confined, v.Outcome, v.Rule, want)
			}
			if v.Outcome != allow && (v.Rule == "" || v.Reason == "") {
				t.Errorf("%s: %s %s is not explained: %+v", preset, c.effect.Kind, c.effect.Object, v)
			}
		}
	}
}

func TestEveryEffectIsJudgedAndTheStrictestWins(t *testing.T) {
	t.Parallel()
	g := open(t, config())
	v := judge(t, g, proposal(true,
		pipeline.Effect{Kind: read, Object: "/home/agent/ws/a"},
		pipeline.Effect{Kind: connect, Object: "evil.example:443"},
		pipeline.Effect{Kind: read, Object: "/home/agent/.local/state/passepartout/key"}))
	if v.Outcome != deny || v.Rule != "deny-worker-files" || len(v.PerEffect) != 3 {
		t.Fatalf("verdict %+v", v)
	}
	for i, want := range []pipeline.Outcome{allow, hold, deny} {
		if v.PerEffect[i].Outcome != want {
			t.Errorf("effect %d is %s, want %s", i, v.PerEffect[i].Outcome, want)
		}
	}
	if v.PerEffect[1].Rule != policy.RuleUncovered {
		t.Errorf("unknown host judged by %q", v.PerEffect[1].Rule)
	}
	if v := judge(t, g, proposal(true)); v.Outcome != allow || v.PerEffect != nil {
		t.Errorf("a proposal that only answers: %+v", v)
	}
}

const extra = `version: 1
name: ours
drop: [hold-outside]
rules:
  - id: allow-srv
    effects: [write, delete]
    objects: {paths: [/srv/app/**], except: [/srv/app/data/**]}
    outcome: allow
    examples:
      match: [{effect: write, object: /srv/app/a}]
      no_match: [{effect: write, object: /srv/other}, {effect: write, object: /srv/app/data/x}]
  - id: deny-night-work
    effects: [connect]
    objects: {hosts: ["*.corp.example", 10.0.0.0/8]}
    who: {principals: [intern]}
    when: effect.host != "wiki.corp.example"
    outcome: deny
    reason: interns stay outside
    examples:
      match: [{effect: connect, object: "git.corp.example:22", principal: intern}]
      no_match:
        - {effect: connect, object: "wiki.corp.example:443", principal: intern}
        - {effect: connect, object: "git.corp.example:22", principal: senior}
`

func file(t testing.TB, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOperatorFiles(t *testing.T) {
	t.Parallel()
	c := config()
	c.Files = []string{file(t, extra)}
	g := open(t, c)
	for _, e := range []struct {
		kind   pipeline.EffectKind
		object string
		who    pipeline.Principal
		want   pipeline.Outcome
	}{
		{write, "/srv/app/x", "claude", allow},
		{del, "/srv/app", "claude", allow}, // all that the rule covers, but its data below is excepted and the folder is not below itself
		{write, "/srv/app/data/x", "claude", hold},
		{write, "/srv/a*/x", "claude", hold},
		{write, "/home/agent/x", "claude", hold}, // the rule that said so was dropped: now uncovered
		{connect, "10.1.2.3:80", "intern", deny},
		{connect, "[::ffff:10.1.2.3]:80", "intern", deny},
		{connect, "GIT.corp.example.:22", "intern", deny},
		{connect, "wiki.corp.example", "intern", hold},
	} {
		p := proposal(true, pipeline.Effect{Kind: e.kind, Object: e.object})
		p.Signal.Principal = e.who
		want := e.want
		if e.object == "/srv/app" {
			want = hold
		}
		if v := judge(t, g, p); v.Outcome != want {
			t.Errorf("%s %s for %s = %s by %s, want %s", e.kind, e.object, e.who, v.Outcome, v.Rule, want)
		}
	}
}

// A wide allow does not let a path pass whose place nobody knows.
func TestUnclearPaths(t *testing.T) {
	t.Parallel()
	c := config()
	c.Files = []string{file(t, "version: 1\ndrop: [hold-outside, hold-planted-code, hold-secret-files]\nrules:\n"+
		"  - {id: allow-all, effects: [read, write], outcome: allow, examples: {match: [{effect: read, object: /a}], no_match: [{effect: run, object: /a}]}}\n"+
		"  - {id: allow-app, effects: [write], objects: {paths: [/srv/app/**]}, outcome: allow, examples: {match: [{effect: write, object: /srv/app/a}], no_match: [{effect: write, object: /srv/app/../x}]}}\n")}
	g := open(t, c)
	for object, want := range map[string]pipeline.Outcome{"/etc/x": allow, "/srv/app/a": allow, "/srv/app/../../etc/x": hold, "x": hold, "": hold, "/a//b": hold} {
		if v := judge(t, g, proposal(true, pipeline.Effect{Kind: write, Object: object})); v.Outcome != want {
			t.Errorf("%q is %s by %s, want %s", object, v.Outcome, v.Rule, want)
		}
	}
}

func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	rule := func(s string) string { return "version: 1\nrules:\n  - " + strings.ReplaceAll(s, "\n", "\n    ") }
	const good = "examples: {match: [{effect: read, object: /a}], no_match: [{effect: read, object: /b}]}"
	for name, c := range map[string]struct{ text, part string }{
		"empty":            {"", "empty"},
		"not yaml":         {"version: [", "["},
		"unknown key":      {"version: 1\nruls: []\n", "ruls"},
		"duplicate key":    {"version: 1\nversion: 1\n", "version"},
		"two documents":    {"version: 1\n---\nversion: 1\n", "more than one document"},
		"version":          {"version: 2\n", "version 2"},
		"no examples":      {rule("id: a\neffects: [read]\noutcome: deny\nreason: r"), "examples"},
		"failing example":  {rule("id: a\neffects: [read]\nobjects: {paths: [/c]}\noutcome: deny\nreason: r\n" + good), "does not match"},
		"matching example": {rule("id: a\neffects: [read]\noutcome: deny\nreason: r\n" + good), "no_match[0]"},
		"bad kind":         {rule("id: a\neffects: [rread]\noutcome: deny\nreason: r\n" + good), "rread"},
		"no kind":          {rule("id: a\noutcome: deny\nreason: r\n" + good), "effects"},
		"bad outcome":      {rule("id: a\neffects: [read]\noutcome: ask\nreason: r\n" + good), "ask"},
		"no outcome":       {rule("id: a\neffects: [read]\nreason: r\n" + good), "outcome"},
		"no reason":        {rule("id: a\neffects: [read]\nobjects: {paths: [/a]}\noutcome: hold\n" + good), "reason"},
		"bad class":        {rule("id: a\neffects: [read]\nobjects: {class: [earth]}\noutcome: deny\nreason: r\n" + good), "earth"},
		"relative path":    {rule("id: a\neffects: [read]\nobjects: {paths: [a/b]}\noutcome: deny\nreason: r\n" + good), "a/b"},
		"dotted path":      {rule("id: a\neffects: [read]\nobjects: {paths: [/a/../b]}\noutcome: deny\nreason: r\n" + good), "/a/../b"},
		"bad condition":    {rule("id: a\neffects: [read]\nwhen: effect.size\noutcome: deny\nreason: r\n" + good), "when"},
		"bad label":        {rule("id: a\neffects: [connect]\nobjects: {hosts: ['@moon']}\noutcome: deny\nreason: r\n" + good), "moon"},
		"bad host":         {rule("id: a\neffects: [connect]\nobjects: {hosts: ['a*b']}\noutcome: deny\nreason: r\n" + good), "a*b"},
		"bad id":           {rule("id: A b\neffects: [read]\noutcome: deny\nreason: r\n" + good), "id"},
		"taken id":         {rule("id: allow-read\neffects: [read]\nobjects: {paths: [/a]}\noutcome: deny\nreason: r\n" + good), "taken"},
		"drop of nothing":  {"version: 1\ndrop: [no-such]\n", "no-such"},
	} {
		cfg := config()
		cfg.Files = []string{file(t, c.text)}
		_, err := policy.New(cfg)
		if !errors.Is(err, policy.ErrRefused) || !strings.Contains(err.Error(), c.part) {
			t.Errorf("%s: error %v, want a refusal with %q", name, err, c.part)
		}
	}
	cfg := config()
	cfg.Files = []string{file(t, "version: 1\nruls: []\n")}
	if _, err := policy.New(cfg); err == nil || !strings.Contains(err.Error(), "^") || !strings.Contains(err.Error(), "2") {
		t.Errorf("no line and caret in: %v", err)
	}
	cfg.Files = []string{"/no/such/file"}
	if _, err := policy.New(cfg); !errors.Is(err, policy.ErrRefused) {
		t.Errorf("missing file: %v", err)
	}
	cfg.Files, cfg.Preset = nil, "lax"
	if _, err := policy.New(cfg); !errors.Is(err, policy.ErrRefused) {
		t.Errorf("unknown preset: %v", err)
	}
}

func TestReloadKeepsTheLastGood(t *testing.T) {
	t.Parallel()
	c := config()
	name := file(t, extra)
	c.Files = []string{name}
	g := open(t, c)
	first := g.Version()
	p := proposal(true, pipeline.Effect{Kind: write, Object: "/srv/app/x"})
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := g.Reload(); changed || err != nil {
		t.Fatalf("reload of the same: %v, %v", changed, err)
	}
	write("version: 1\nrules: nonsense\n")
	if _, err := g.Reload(); !errors.Is(err, policy.ErrRefused) {
		t.Fatalf("reload of nonsense: %v", err)
	}
	if v := judge(t, g, p); v.Outcome != allow || g.Version() != first {
		t.Fatalf("after a refused file: %s, version %s, want allow, %s", v.Outcome, g.Version(), first)
	}
	write("version: 1\nrules: []\n")
	if changed, err := g.Reload(); !changed || err != nil {
		t.Fatalf("reload: %v, %v", changed, err)
	}
	if v := judge(t, g, p); v.Outcome != hold || g.Version() == first {
		t.Fatalf("after the reload: %s, version %s", v.Outcome, g.Version())
	}
}

func TestVersionCoversTheGround(t *testing.T) {
	t.Parallel()
	base := open(t, config()).Version()
	if base == "" || base != open(t, config()).Version() {
		t.Fatal("the version is empty or not stable")
	}
	for name, change := range map[string]func(*policy.Config){
		"workspace": func(c *policy.Config) { c.Zones.Workspace = []string{"/home/agent/other"} },
		"hosts":     func(c *policy.Config) { c.Hosts = map[string][]string{policy.AllowedHosts: {"example.org"}} },
		"preset":    func(c *policy.Config) { c.Preset = policy.Strict },
		"profile": func(c *policy.Config) {
			c.Profiles = map[pipeline.Principal]policy.Profile{"x": {Preset: policy.Strict}}
		},
	} {
		c := config()
		change(&c)
		if open(t, c).Version() == base {
			t.Errorf("another %s has the same version", name)
		}
	}
}

func TestProfiles(t *testing.T) {
	t.Parallel()
	const tighter = `version: 1
rules:
  - id: deny-docs
    effects: [write]
    objects: {paths: [$WORKSPACE/docs/**]}
    outcome: deny
    reason: the writer does the docs
    examples:
      match: [{effect: write, object: $WORKSPACE/docs/a.md}]
      no_match: [{effect: write, object: $WORKSPACE/a.go}]
`
	c := config()
	c.Profiles = map[pipeline.Principal]policy.Profile{
		"reader": {Preset: policy.Strict},
		"coder":  {Files: []string{file(t, tighter)}},
	}
	g := open(t, c)
	for who, want := range map[pipeline.Principal]pipeline.Outcome{"reader": hold, "coder": deny, "claude": allow} {
		p := proposal(true, pipeline.Effect{Kind: write, Object: "/home/agent/ws/docs/a.md"})
		p.Signal.Principal = who
		if v := judge(t, g, p); v.Outcome != want {
			t.Errorf("%s: %s by %s, want %s", who, v.Outcome, v.Rule, want)
		}
	}
	c.Profiles = map[pipeline.Principal]policy.Profile{"coder": {Files: []string{file(t, strings.ReplaceAll(tighter, "outcome: deny", "outcome: allow"))}}}
	if _, err := policy.New(c); !errors.Is(err, policy.ErrRefused) || !strings.Contains(err.Error(), "profile coder") {
		t.Errorf("a profile that allows: %v", err)
	}
	c.Profiles = map[pipeline.Principal]policy.Profile{"coder": {Files: []string{file(t, "version: 1\ndrop: [hold-outside]\n")}}}
	if _, err := policy.New(c); !errors.Is(err, policy.ErrRefused) {
		t.Errorf("a profile that drops a hold: %v", err)
	}
}
