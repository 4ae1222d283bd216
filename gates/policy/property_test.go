package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/gates/policy"
	"passepartout/pipeline"
)

// part is one way to say what a rule is about, with an example that fits.
type part struct{ text, example string }

func parts(kind string) []part {
	const any = "object: /x, mark: recursive, by: rm, confined: true, principal: claude"
	all := []part{
		{"objects: {paths: [/a/**]}", "object: /a/c"},
		{"objects: {paths: [/a/b/*]}", "object: /a/b/c"},
		{"objects: {paths: [/a/b]}", "object: /a/b"},
		{"objects: {paths: [/*/b/**]}", "object: /a/b"},
		{"objects: {paths: [/a/**/b]}", "object: /a/b"},
		{"objects: {paths: [/a/*/b, /a/c/**/b/**]}", "object: /a/c/b"},
		{"objects: {paths: [/**/c/b*], spelled: true}", "object: /a/c/b"},
		{"objects: {paths: [/a/**/b, /x/**], except: [/a/*/b]}", "object: /x/q"},
		{"objects: {paths: [/a/**], except: [/a/b/**]}", "object: /a/c"},
		{"objects: {hosts: [a.example]}", "object: a.example"},
		{"objects: {hosts: ['*.example']}", "object: a.example"},
		{"marks: [recursive]", any},
		{"unless_marks: [force]", any},
		{"by: [rm]", any},
		{"certain: true", any},
		{"confined: true", any},
		{"who: {principals: [claude]}", any},
		{`when: effect.mark != "force"`, any},
	}
	switch kind {
	case "run":
		all = append(all, part{"objects: {programs: [git]}", "object: git"}, part{"objects: {programs: ['g*']}", "object: git"})
	case "read", "write", "delete":
		all = append(all, part{"objects: {class: [workspace]}", "object: /home/agent/ws/a"}, part{"objects: {class: [system, home]}", "object: /etc/a"})
	}
	return all
}

// drawRules draws rules as they stand in a file.
func drawRules(t *rapid.T) []string {
	var rules []string
	for i := range rapid.IntRange(1, 12).Draw(t, "rules") {
		outcome := rapid.SampledFrom([]string{"allow", "hold", "deny"}).Draw(t, "outcome")
		kind := rapid.SampledFrom([]string{"read", "write", "delete", "run", "connect"}).Draw(t, "kind")
		one := rapid.SampledFrom(parts(kind)).Draw(t, "part")
		rules = append(rules, fmt.Sprintf(
			"  - {id: rule-%d, effects: [%s], %s, outcome: %s, reason: r, examples: {match: [{effect: %s, %s}], no_match: [{effect: secret, object: x}]}}\n",
			i, kind, one.text, outcome, kind, one.example))
	}
	return rules
}

func drawEffect(t *rapid.T) pipeline.Effect {
	return pipeline.Effect{
		Kind: rapid.SampledFrom([]pipeline.EffectKind{read, write, del, run, connect, pipeline.KindUnknown}).Draw(t, "kind"),
		Object: rapid.SampledFrom([]string{
			"/a", "/a/b", "/a/b/c", "/a/c", "/*/b", "/a/*", "/a/**", "/x/b/c", "/a/c/b", "/a/c/b/c", "/a/c/c/b", "/a/c*/b", "/a/c/**/b", "/a?/c", "/x", "/a/c/c", "/home/agent/ws/a", "/etc/a", "a.example", "b.example:1", "git", "/usr/bin/git", "", "rel", "/",
		}).Draw(t, "object"),
		Mark:    rapid.SampledFrom([]string{"", "recursive", "force"}).Draw(t, "mark"),
		By:      rapid.SampledFrom([]string{"", "rm", "cp"}).Draw(t, "by"),
		Certain: rapid.Bool().Draw(t, "certain"),
	}
}

// The index finds what asking every rule finds, the strictest one wins, and
// neither the order of rules nor that of files matters.
func TestTheStrictestRuleWinsInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rules := drawRules(t)
		options := policy.Options{Zones: config().Zones, Labels: config().Hosts}
		load := func(rules []string) *policy.Rules {
			r, err := policy.Load([]policy.Source{{Name: "drawn", Data: []byte("version: 1\nrules:\n" + strings.Join(rules, ""))}}, options)
			if err != nil {
				t.Fatalf("%v\n%s", err, strings.Join(rules, ""))
			}
			return r
		}
		one, other := load(rules), load(rapid.Permutation(rules).Draw(t, "order"))
		p := proposal(rapid.Bool().Draw(t, "confined"), rapid.SliceOfN(rapid.Custom(drawEffect), 1, 4).Draw(t, "effects")...)
		v := one.Judge(&p)
		if w := other.Judge(&p); fmt.Sprint(v) != fmt.Sprint(w) {
			t.Fatalf("one order says %+v, another %+v", v, w)
		}
		for i, account := range one.Explain(p) {
			want, rule := hold, policy.RuleUncovered
			if len(account.Matched) > 0 {
				want, rule = allow, ""
			}
			for _, m := range account.Matched {
				if m.Outcome < want || m.Outcome == want && (rule == "" || m.Rule < rule) {
					want, rule = m.Outcome, m.Rule
				}
			}
			if account.Class == "unknown" && want == allow && len(account.Matched) > 0 && p.Effects[i].Kind <= del {
				want, rule = hold, "unclear-path"
			}
			if v.PerEffect[i].Outcome != want || v.PerEffect[i].Rule != rule {
				t.Fatalf("%+v is %s by %s, but the matching rules say %s by %s: %+v", p.Effects[i], v.PerEffect[i].Outcome, v.PerEffect[i].Rule, want, rule, account.Matched)
			}
		}
	})
}

func FuzzLoad(f *testing.F) {
	f.Add(extra)
	f.Add("version: 1\nrules: [{id: a}]")
	options := policy.Options{Zones: config().Zones, Labels: config().Hosts}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := policy.Load([]policy.Source{{Name: "fuzz", Data: []byte(text)}}, options)
		if err == nil && len(r.List()) == 0 {
			t.Fatal("an empty set of rules is in force")
		}
	})
}
