package main

import (
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"passepartout/command"
	"passepartout/gates/corpus"
	"passepartout/gates/policy"
	"passepartout/internal/condition"
	"passepartout/pipeline"
)

// typical are commands as agents send them all day.
func typical() []string {
	return []string{
		"ls -la", "git status --short", "cat src/main.go", "grep -rn foo src", "go test ./...", "npm run build", "rm -rf build",
		"cd src && go build ./... 2>&1 | tail -n 20", "find . -name '*.go' | xargs wc -l", "git add -A && git commit -m 'fix: a bug'",
		"sed -i 's/foo/bar/g' notes.txt", "for f in *.md; do wc -l \"$f\"; done", "curl -s http://localhost:8080/health", "mkdir -p out && cp src/a.txt out/",
	}
}

// workersGC is the percentage that the worker gives the garbage collector.
const workersGC = 400

// maxTook bounds the times that are kept for percentiles, so that keeping them
// is no work for the garbage collector while they are taken.
const maxTook = 1 << 20

// BenchmarkJudge is text → effects → every verdict.
func BenchmarkJudge(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		b.Fatal(err)
	}
	type request struct {
		in command.Input
		p  pipeline.Proposal
	}
	world := j.machine.world("")
	var requests []request
	for _, text := range typical() { // programs are looked up once in a worker's life
		p, _, err := j.propose(corpus.Case{Command: text})
		if err != nil {
			b.Fatal(err)
		}
		requests = append(requests, request{command.Input{Text: text, Shell: true}, p})
	}
	took := make([]time.Duration, 0, maxTook)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		r := &requests[n%len(requests)]
		begin := time.Now()
		a, err := j.analyzer.Analyze(r.in, world)
		if err != nil {
			b.Fatal(err)
		}
		r.p.Effects = a.Effects
		j.verdicts(b.Context(), r.p)
		if len(took) < maxTook {
			took = append(took, time.Since(begin))
		}
		n++
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
	b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
}

// BenchmarkAnalyze is text → effects alone.
func BenchmarkAnalyze(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		b.Fatal(err)
	}
	world := j.machine.world("")
	texts := typical()
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := j.analyzer.Analyze(command.Input{Text: texts[n%len(texts)], Shell: true}, world); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

// BenchmarkGates is every gate on effects that are already known.
func BenchmarkGates(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		b.Fatal(err)
	}
	var proposals []pipeline.Proposal
	for _, text := range typical() {
		p, _, err := j.propose(corpus.Case{Command: text})
		if err != nil {
			b.Fatal(err)
		}
		proposals = append(proposals, p)
	}
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		j.verdicts(b.Context(), proposals[n%len(proposals)])
		n++
	}
}

// BenchmarkRegexps is a list of patterns as skill texts carry them: what most
// agents have instead of a judge. It finds words, not effects.
func BenchmarkRegexps(b *testing.B) {
	var list []*regexp.Regexp
	for _, text := range []string{
		`\brm\s+-[a-z]*r[a-z]*f`, `\bmkfs(\.\w+)?\b`, `\bdd\s+.*of=/dev/`, `:\(\)\s*\{.*\};\s*:`, `\bshutdown\b|\breboot\b`, `>\s*/dev/sd[a-z]`,
		`\bchmod\s+(-R\s+)?777\s+/`, `\bcurl\b.*\|\s*(ba)?sh`, `\bwget\b.*\|\s*(ba)?sh`, `\bsudo\b`, `\bkill\s+-9\s+-1\b`, `/etc/(passwd|shadow)`,
	} {
		list = append(list, regexp.MustCompile(text))
	}
	texts := typical()
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range list {
			if r.MatchString(texts[n%len(texts)]) {
				break
			}
		}
		n++
	}
}

// BenchmarkBareCEL is one CEL condition for each of 20 rules, asked in turn, as
// an engine without an index would.
func BenchmarkBareCEL(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	c, err := condition.NewCompiler()
	if err != nil {
		b.Fatal(err)
	}
	var rules []*condition.Condition
	for i := range 20 {
		one, err := c.Compile(fmt.Sprintf(`effect.kind == "write" && effect.object.startsWith("/srv/app%d/") && effect.mark != "force"`, i))
		if err != nil {
			b.Fatal(err)
		}
		rules = append(rules, one)
	}
	facts := condition.Facts{Kind: "write", Object: "/home/agent/ws/a", Class: "workspace", By: "tee"}
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range rules {
			if held, err := r.Holds(&facts); err != nil || held {
				b.Fatal(held, err)
			}
		}
	}
}
