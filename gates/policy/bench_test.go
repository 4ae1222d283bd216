package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"passepartout/gates/policy"
	"passepartout/pipeline"
)

// rules writes n rules of the kinds that operators write: folders, hosts,
// programs, marks.
func rules(n int) string {
	var b strings.Builder
	b.WriteString("version: 1\nrules:\n")
	for i := range n {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "  - {id: app-%d, effects: [write, delete], objects: {paths: [/srv/app%d/**]}, outcome: allow, examples: {match: [{effect: write, object: /srv/app%d/a}], no_match: [{effect: write, object: /srv/x}]}}\n", i, i, i)
		case 1:
			fmt.Fprintf(&b, "  - {id: host-%d, effects: [connect], objects: {hosts: [h%d.example.org]}, outcome: hold, reason: r, examples: {match: [{effect: connect, object: 'h%d.example.org:443'}], no_match: [{effect: connect, object: x}]}}\n", i, i, i)
		case 2:
			fmt.Fprintf(&b, "  - {id: tool-%d, effects: [run], objects: {programs: [tool%d]}, outcome: hold, reason: r, examples: {match: [{effect: run, object: tool%d}], no_match: [{effect: run, object: x}]}}\n", i, i, i)
		default:
			fmt.Fprintf(&b, "  - {id: deep-%d, effects: [read], objects: {paths: ['/data/%d/**/secret*']}, outcome: deny, reason: r, examples: {match: [{effect: read, object: /data/%d/a/secret1}], no_match: [{effect: read, object: /data/x}]}}\n", i, i, i)
		}
	}
	return b.String()
}

// typical is what `cd src && grep -rn foo . | tee ../found.txt` and its like do.
func typical() pipeline.Proposal {
	return proposal(true,
		pipeline.Effect{Kind: run, Object: "/usr/bin/bash", Certain: true, By: "bash", Mark: "shell"},
		pipeline.Effect{Kind: run, Object: "/usr/bin/grep", Certain: true, By: "grep"},
		pipeline.Effect{Kind: read, Object: "/home/agent/ws/src", Certain: true, By: "grep", Mark: "recursive"},
		pipeline.Effect{Kind: run, Object: "/usr/bin/tee", Certain: true, By: "tee"},
		pipeline.Effect{Kind: write, Object: "/home/agent/ws/found.txt", Certain: true, By: "tee"},
	)
}

func BenchmarkRules(b *testing.B) {
	for _, n := range []int{20, 200, 2000} {
		b.Run(fmt.Sprintf("%d-more", n), func(b *testing.B) {
			c := config()
			c.Files = []string{file(b, rules(n))}
			g := open(b, c)
			p := typical()
			b.ReportAllocs()
			for b.Loop() {
				if v, err := g.Check(b.Context(), p); err != nil || v.Outcome != allow {
					b.Fatal(v, err)
				}
			}
		})
	}
}

func BenchmarkLoadPreset(b *testing.B) {
	for b.Loop() {
		if _, err := policy.New(config()); err != nil {
			b.Fatal(err)
		}
	}
}
