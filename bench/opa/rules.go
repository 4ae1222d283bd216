// Package opa measures other judges beside ours on the same rules: the preset
// standard, written out in Rego for the Open Policy Agent and as one CEL
// condition a rule. It is a module of its own, so that the product does not
// depend on what it is compared with.
//
// The others are given the class of each object, which our gate looks up
// itself, and their input in the form that costs them least.
package opa

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"passepartout/gates/policy"
)

// The ground on which the rules are read.
const (
	Home      = "/home/agent"
	Workspace = "/home/agent/ws"
	Scratch   = "/tmp/pp-scratch"
	State     = "/home/agent/.local/state/passepartout"
)

// rule is what a rule of a preset says, as far as presets say it.
type rule struct {
	ID      string   `yaml:"id"`
	Effects []string `yaml:"effects"`
	Objects struct {
		Class    []string `yaml:"class"`
		Paths    []string `yaml:"paths"`
		Except   []string `yaml:"except"`
		Hosts    []string `yaml:"hosts"`
		Programs []string `yaml:"programs"`
		Whole    bool     `yaml:"whole"`
	} `yaml:"objects"`
	Marks    []string `yaml:"marks"`
	Unless   []string `yaml:"unless_marks"`
	Certain  *bool    `yaml:"certain"`
	Confined *bool    `yaml:"confined"`
	Outcome  string   `yaml:"outcome"`
}

// standard reads the preset.
func standard() ([]rule, error) {
	source, err := policy.Preset(policy.Standard)
	if err != nil {
		return nil, err
	}
	var file struct {
		Rules []rule `yaml:"rules"`
	}
	if err := yaml.Unmarshal(source.Data, &file); err != nil {
		return nil, fmt.Errorf("read the preset: %w", err)
	}
	for i := range file.Rules {
		o := &file.Rules[i].Objects
		o.Paths, o.Except = grounded(o.Paths), grounded(o.Except)
		for j, h := range o.Hosts {
			if h == "@allowed" {
				o.Hosts[j] = "localhost"
			}
		}
	}
	return file.Rules, nil
}

func grounded(paths []string) []string {
	r := strings.NewReplacer("$WORKSPACE", Workspace, "$SCRATCH", Scratch, "$HOME", Home, "$RUNTIME", State)
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = r.Replace(p)
	}
	return out
}

func (r *rule) anyKind() bool { return len(r.Effects) == 1 && r.Effects[0] == "any" }

// list writes words as the members of a set or a list.
func list(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	return strings.Join(quoted, ", ")
}

// Rego is the preset as a module whose outcome is the strictest of what the
// rules say of all effects.
func Rego() (string, error) {
	rules, err := standard()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`package pp

outcome := "deny" if {
	some h in hits
	h.outcome == "deny"
} else := "hold" if {
	some h in hits
	h.outcome == "hold"
} else := "hold" if {
	some i, _ in input.effects
	not i in covered
} else := "allow"

covered contains h.effect if some h in hits
`)
	for i := range rules {
		rules[i].rego(&b)
	}
	return b.String(), nil
}

func (r *rule) rego(b *strings.Builder) {
	fmt.Fprintf(b, "\nhits contains {\"effect\": i, \"outcome\": %q, \"rule\": %q} if {\n\tsome i, e in input.effects\n", r.Outcome, r.ID)
	member := func(field string, words []string) {
		switch len(words) {
		case 0:
		case 1:
			fmt.Fprintf(b, "\t%s == %s\n", field, list(words))
		default:
			fmt.Fprintf(b, "\t%s in {%s}\n", field, list(words))
		}
	}
	if !r.anyKind() {
		member("e.kind", r.Effects)
	}
	member("e.class", r.Objects.Class)
	member("e.mark", r.Marks)
	if len(r.Unless) > 0 {
		fmt.Fprintf(b, "\tnot e.mark in {%s}\n", list(r.Unless))
	}
	if r.Certain != nil {
		fmt.Fprintf(b, "\te.certain == %t\n", *r.Certain)
	}
	if r.Confined != nil {
		fmt.Fprintf(b, "\tinput.confined == %t\n", *r.Confined)
	}
	member("e.host", r.Objects.Hosts)
	member("e.object", r.Objects.Programs)
	if r.Objects.Whole {
		fmt.Fprintf(b, "\te.object in {%s}\n", list([]string{Workspace, Workspace + "/*"}))
	}
	if len(r.Objects.Paths) > 0 {
		fmt.Fprintf(b, "\tsome g in [%s]\n\tglob.match(g, [\"/\"], e.object)\n", list(r.Objects.Paths))
	}
	for _, p := range r.Objects.Except {
		if head, ok := strings.CutSuffix(p, "/**"); ok {
			fmt.Fprintf(b, "\tnot startswith(e.object, %q)\n", head+"/")
		} else {
			fmt.Fprintf(b, "\te.object != %q\n", p)
		}
	}
	b.WriteString("}\n")
}

// Condition is one rule as a CEL expression, and what it leads to.
type Condition struct{ Expression, Outcome string }

// CEL is the preset as conditions that are asked in turn for each effect.
func CEL() ([]Condition, error) {
	rules, err := standard()
	if err != nil {
		return nil, err
	}
	out := make([]Condition, len(rules))
	for i := range rules {
		out[i] = Condition{Expression: rules[i].cel(), Outcome: rules[i].Outcome}
	}
	return out, nil
}

func (r *rule) cel() string {
	var all []string
	member := func(field string, words []string) {
		switch len(words) {
		case 0:
		case 1:
			all = append(all, field+" == "+list(words))
		default:
			all = append(all, field+" in ["+list(words)+"]")
		}
	}
	if !r.anyKind() {
		member("effect.kind", r.Effects)
	}
	member("effect.class", r.Objects.Class)
	member("effect.mark", r.Marks)
	if len(r.Unless) > 0 {
		all = append(all, "!(effect.mark in ["+list(r.Unless)+"])")
	}
	if r.Certain != nil {
		all = append(all, fmt.Sprintf("effect.certain == %t", *r.Certain))
	}
	if r.Confined != nil {
		all = append(all, fmt.Sprintf("action.confined == %t", *r.Confined))
	}
	member("effect.host", r.Objects.Hosts)
	member("effect.object", r.Objects.Programs)
	if r.Objects.Whole {
		member("effect.object", []string{Workspace, Workspace + "/*"})
	}
	if len(r.Objects.Paths) > 0 {
		all = append(all, "effect.object.matches("+strconv.Quote(expression(r.Objects.Paths))+")")
	}
	for _, p := range r.Objects.Except {
		if head, ok := strings.CutSuffix(p, "/**"); ok {
			all = append(all, "!effect.object.startsWith("+strconv.Quote(head+"/")+")")
		} else {
			all = append(all, "effect.object != "+strconv.Quote(p))
		}
	}
	return strings.Join(all, " && ")
}

// expression is one regular expression for all the globs.
func expression(globs []string) string {
	parts := make([]string, len(globs))
	for i, g := range globs {
		p := regexp.QuoteMeta(g)
		p = strings.ReplaceAll(p, `/\*\*/`, `/(.*/)?`)
		p = strings.ReplaceAll(p, `\*\*`, `.*`)
		parts[i] = strings.ReplaceAll(p, `\*`, `[^/]*`)
	}
	return "^(" + strings.Join(parts, "|") + ")$"
}
