package opa_test

import (
	"context"
	"regexp"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"passepartout/bench/opa"
	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/gates/policy"
	"passepartout/internal/condition"
	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// request is one command in the form that each judge takes.
type request struct {
	text     string
	in       command.Input
	proposal pipeline.Proposal
	input    ast.Value
	facts    []condition.Facts
}

// everywhere is a machine on which every program is in /usr/bin.
type everywhere struct{ command.Fixed }

func (everywhere) LookPath(name, _ string) (string, bool) { return "/usr/bin/" + name, true }

func world() command.World {
	return command.World{Dir: opa.Workspace, Home: opa.Home, User: "agent", Env: map[string]string{"HOME": opa.Home, "PATH": command.DefaultPath}, Paths: everywhere{}}
}

func ground() zone.Config {
	return zone.Config{Workspace: []string{opa.Workspace}, Scratch: []string{opa.Scratch}, Home: opa.Home, Runtime: []string{opa.State}}
}

// typical are commands as agents send them all day; risky ones are for the
// comparison of outcomes only.
func typical() []string {
	return []string{
		"ls -la", "git status --short", "cat src/main.go", "grep -rn foo src", "go test ./...", "npm run build", "rm -rf build",
		"cd src && go build ./... 2>&1 | tail -n 20", "find . -name '*.go' | xargs wc -l", "git add -A && git commit -m 'fix: a bug'",
		"sed -i 's/foo/bar/g' notes.txt", "for f in *.md; do wc -l \"$f\"; done", "curl -s http://localhost:8080/health", "mkdir -p out && cp src/a.txt out/",
	}
}

func risky() []string {
	return []string{
		"rm -rf ~/x", "sudo ls", "npm install left-pad", "git push --force", "curl https://example.org", "cat ~/.ssh/id_rsa", "echo x > .git/hooks/pre-commit",
		"rm -rf .git", "python -c 'print(1)'", "kill 1", "systemctl stop sshd", "$x", "rm " + opa.State + "/journal", "kubectl delete pod a", "cat .env",
	}
}

type judges struct {
	analyzer *command.Analyzer
	gate     *policy.Gate
	opa      rego.PreparedEvalQuery
	cel      []*condition.Condition
	outcomes []pipeline.Outcome
	zones    *zone.Map
}

func newJudges(tb testing.TB) *judges {
	tb.Helper()
	entries, err := catalogue.Open()
	check(tb, err)
	j := &judges{analyzer: command.New(entries)}
	j.zones, err = zone.New(ground())
	check(tb, err)
	j.gate, err = policy.New(policy.Config{Zones: ground(), Hosts: map[string][]string{policy.AllowedHosts: {"localhost"}}, Preset: policy.Standard})
	check(tb, err)
	module, err := opa.Rego()
	check(tb, err)
	j.opa, err = rego.New(rego.Query("data.pp.outcome"), rego.Module("standard.rego", module)).PrepareForEval(tb.Context())
	check(tb, err)
	conditions, err := opa.CEL()
	check(tb, err)
	compiler, err := condition.NewCompiler()
	check(tb, err)
	for _, c := range conditions {
		one, err := compiler.Compile(c.Expression)
		check(tb, err)
		j.cel = append(j.cel, one)
		var o pipeline.Outcome
		check(tb, o.UnmarshalText([]byte(c.Outcome)))
		j.outcomes = append(j.outcomes, o)
	}
	return j
}

func check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// requests analyses the commands, so that every judge starts from effects.
func (j *judges) requests(tb testing.TB, texts []string) []request {
	tb.Helper()
	var out []request
	for _, text := range texts {
		r := request{text: text, in: command.Input{Text: text, Shell: true}}
		a, err := j.analyzer.Analyze(r.in, world())
		check(tb, err)
		r.proposal = pipeline.Proposal{Effects: a.Effects, Confinement: "landlock", Action: pipeline.Action{Target: "shell", Op: "run"}}
		effects := make([]any, 0, len(a.Effects))
		for _, e := range a.Effects {
			host, _ := zone.SplitHost(e.Object)
			f := condition.Facts{Kind: e.Kind.String(), Object: e.Object, Class: j.class(e), By: e.By, Mark: e.Mark, Host: host, Certain: e.Certain, Confined: true, Target: "shell", Op: "run"}
			r.facts = append(r.facts, f)
			effects = append(effects, map[string]any{"kind": f.Kind, "object": f.Object, "class": f.Class, "mark": f.Mark, "host": f.Host, "certain": f.Certain})
		}
		r.input, err = ast.InterfaceToValue(map[string]any{"effects": effects, "confined": true})
		check(tb, err)
		out = append(out, r)
	}
	return out
}

// class is what our gate looks up for itself.
func (j *judges) class(e pipeline.Effect) string {
	switch e.Kind {
	case pipeline.KindConnect, pipeline.KindListen, pipeline.KindSignal, pipeline.KindSystem, pipeline.KindPrivilege, pipeline.KindUnknown:
		return ""
	}
	c := j.zones.Of(e.Object, e.Kind == pipeline.KindDelete || e.Mark == "recursive")
	if e.Kind == pipeline.KindRead && e.Mark != "metadata" && c > zone.Secret {
		if below := j.zones.Under(e.Object); below != zone.Unknown && below <= zone.Secret {
			c = below
		}
	}
	return c.String()
}

func (j *judges) ours(ctx context.Context, r *request) (pipeline.Outcome, error) {
	v, err := j.gate.Check(ctx, r.proposal)
	return v.Outcome, err
}

func (j *judges) rego(ctx context.Context, r *request) (pipeline.Outcome, error) {
	var o pipeline.Outcome
	set, err := j.opa.Eval(ctx, rego.EvalParsedInput(r.input))
	if err != nil || len(set) != 1 {
		return o, err
	}
	text, _ := set[0].Expressions[0].Value.(string)
	return o, o.UnmarshalText([]byte(text))
}

func (j *judges) conditions(_ context.Context, r *request) (pipeline.Outcome, error) {
	all := pipeline.Allow
	for i := range r.facts {
		best, covered := pipeline.Allow, false
		for k, c := range j.cel {
			held, err := c.Holds(&r.facts[i])
			if err != nil {
				return pipeline.Deny, err
			}
			if held {
				best, covered = best.Stricter(j.outcomes[k]), true
			}
		}
		if !covered {
			best = best.Stricter(pipeline.Hold)
		}
		all = all.Stricter(best)
	}
	return all, nil
}

// TestSameOutcomes: the others are given the same rules, so they must agree,
// or the comparison of their speed says nothing.
func TestSameOutcomes(t *testing.T) {
	t.Parallel()
	j := newJudges(t)
	seen := map[pipeline.Outcome]int{}
	list := append(typical(), risky()...)
	requests := j.requests(t, list)
	for i := range requests {
		r := &requests[i]
		want, err := j.ours(t.Context(), r)
		check(t, err)
		seen[want]++
		if got, err := j.rego(t.Context(), r); err != nil || got != want {
			t.Errorf("%q: Rego says %v (%v), want %v: %+v", r.text, got, err, want, r.proposal.Effects)
		}
		if got, err := j.conditions(t.Context(), r); err != nil || got != want {
			t.Errorf("%q: CEL says %v (%v), want %v: %+v", r.text, got, err, want, r.proposal.Effects)
		}
	}
	if len(seen) != 3 || seen[pipeline.Allow] < len(typical()) {
		t.Errorf("outcomes %v: each should be there, and every typical command pass", seen)
	}
}

// maxTook bounds the times that are kept for percentiles, so that keeping them
// is no work for the garbage collector while they are taken.
const maxTook = 1 << 20

// BenchmarkJudges measures the typical commands, one each turn.
func BenchmarkJudges(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the worker does
	j := newJudges(b)
	requests := j.requests(b, typical())
	turn := func(b *testing.B, one func(*request)) {
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			one(&requests[i%len(requests)])
			i++
		}
	}
	allowed := func(o pipeline.Outcome, err error) {
		if err != nil || o != pipeline.Allow {
			b.Fatal(o, err)
		}
	}
	b.Run("text-to-verdict", func(b *testing.B) {
		w := world()
		took := make([]time.Duration, 0, maxTook)
		turn(b, func(r *request) {
			begin := time.Now()
			a, err := j.analyzer.Analyze(r.in, w)
			if err != nil {
				b.Fatal(err)
			}
			p := r.proposal
			p.Effects = a.Effects
			v, err := j.gate.Check(b.Context(), p)
			if len(took) < maxTook {
				took = append(took, time.Since(begin))
			}
			allowed(v.Outcome, err)
		})
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
		b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
	})
	b.Run("policy", func(b *testing.B) { turn(b, func(r *request) { allowed(j.ours(b.Context(), r)) }) })
	b.Run("opa", func(b *testing.B) { turn(b, func(r *request) { allowed(j.rego(b.Context(), r)) }) })
	b.Run("cel", func(b *testing.B) { turn(b, func(r *request) { allowed(j.conditions(b.Context(), r)) }) })
	b.Run("regexps", func(b *testing.B) {
		list := patterns()
		turn(b, func(r *request) {
			for _, p := range list {
				if p.MatchString(r.text) {
					break
				}
			}
		})
	})
}

// patterns are words that lists of forbidden commands look for; they read the
// text alone and know no effects.
func patterns() []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, text := range []string{
		`\brm\s+-[a-z]*r[a-z]*f`, `\bmkfs(\.\w+)?\b`, `\bdd\s+.*of=/dev/`, `:\(\)\s*\{.*\};\s*:`, `\bshutdown\b|\breboot\b`, `>\s*/dev/sd[a-z]`,
		`\bchmod\s+(-R\s+)?777\s+/`, `\bcurl\b.*\|\s*(ba)?sh`, `\bwget\b.*\|\s*(ba)?sh`, `\bsudo\b`, `\bkill\s+-9\s+-1\b`, `/etc/(passwd|shadow)`,
	} {
		out = append(out, regexp.MustCompile(text))
	}
	return out
}
