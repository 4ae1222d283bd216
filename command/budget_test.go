package command_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// costly are texts whose analysis would grow faster than they do, if nothing
// bounded it.
func costly() map[string]string {
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, (command.MaxText-len(head)-len(tail)-8)/len(unit)) + tail
	}
	count := func(head, format, tail string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := 0; b.Len() < command.MaxText-len(tail)-40; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String() + tail
	}
	return map[string]string{
		"eval of eval": fill("", "eval ", "x"), "branches": count("case $x in ", "%[1]d) a%[1]d=1;; ", "esac"), "actions of find": fill("find . ", "-exec rm {} \\; ", ""),
		"products": fill("rm ", "{a,b}{c,d}{e,f}{g,h} ", ""), "ranges": fill("rm ", "{1..9} ", ""), "starting points": fill("find ", "a ", strings.Repeat("-delete ", 999)),
		"operators": fill("a=bbbb; echo ", "${a//b/c} ", ""), "values": fill("a="+strings.Repeat("x", 9999)+"; echo ", "$a ", ""),
	}
}

func TestWorkIsBounded(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for name, text := range costly() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
			if err != nil {
				t.Fatal(err)
			}
			limited := slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool {
				return e.Kind == pipeline.KindUnknown && strings.HasPrefix(e.Object, "limit passed: ")
			})
			if !limited || got.Inspectable {
				t.Errorf("%d effects, inspectable %v: want a limit that was passed", len(got.Effects), got.Inspectable)
			}
		})
	}
}

// TestWorkOfOrdinaryTexts: what people write stays far from the bound.
func TestWorkOfOrdinaryTexts(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for name, text := range map[string]string{
		"a long script":        strings.Repeat("a=$b; if [ -n \"$a\" ]; then echo \"${a%.c}\"; fi; ", 150),
		"a long nested one":    "bash -c '" + strings.Repeat("echo a word\n", 900) + "'",
		"a long list of names": "rm " + strings.Repeat("build/a_file_name.o ", 1500),
		"many variables":       strings.Repeat("export NAME=value\n", 900),
	} {
		got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got.Effects {
			if strings.HasPrefix(e.Object, "limit passed") {
				t.Errorf("%s: %s", name, e.Object)
			}
		}
	}
}

func TestPathsLongerThanAny(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a/", 3000) + "x"
	for _, text := range []string{"rm " + long, "rm /" + long, "rm a/*/" + long, "git -C " + long + " clean -fd", "cd " + long + " && rm x", "cat < " + long, "source " + long, strings.Repeat("cd "+long[:999]+"b; ", 5) + "rm x", "find " + long + " -delete"} {
		if got := analyzed(t, text); !hasUnknown(got) {
			t.Errorf("%.20q… of %d bytes: nothing is unknown: %.300v", text, len(text), got.Effects)
		}
	}
	if got := analyzed(t, "rm "+strings.Repeat("a/", 1900)+"x"); hasUnknown(got) {
		t.Errorf("a path that the system takes: %.300v", got.Effects)
	}
}

func analyzed(t *testing.T, text string) command.Analysis {
	t.Helper()
	got, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, benchWorld())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func hasUnknown(a command.Analysis) bool {
	for _, e := range a.Effects {
		if e.Kind == pipeline.KindUnknown {
			return true
		}
	}
	return false
}

func TestStatementsNestedTooDeeply(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for name, unit := range map[string][2]string{
		"if": {"if a; then ", " fi;"}, "while": {"while a; do ", " done;"}, "for": {"for i in a; do ", " done;"}, "case": {"case a in a) ", " ;; esac;"}, "function": {"f() { ", " };"},
		"substitution": {"a=$(", ")"},
	} {
		for _, depth := range []int{70, 400, 2000} {
			text := strings.Repeat(unit[0], depth) + "rm x;" + strings.Repeat(unit[1], depth)
			got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
			refused, ok := errors.AsType[*command.RefusedError](err)
			switch {
			case depth > 2*command.MaxDepth && (!ok || refused.Rule != command.RuleTooLarge):
				t.Errorf("%s nested %d deep: %v, want it refused", name, depth, err)
			case depth <= 2*command.MaxDepth && (err != nil || name != "function" && !hasUnknown(got)):
				t.Errorf("%s nested %d deep: %v %v, want something unknown", name, depth, err, got.Effects)
			}
		}
	}
}

// TestCrowds: of too many words the first are judged, and what they make is
// never taken for all, wherever the words stand.
func TestCrowds(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("x ", 5000)
	for _, text := range []string{
		"echo " + many, "rm -rf / " + many, "a=(" + many + "); echo", "for i in " + many + "; do echo $i; done", "bash -c \"$(echo " + many + ")\"", "set -- " + many + "; echo $1",
		"echo " + many + " | bash", "x=$(echo " + many + ")", "echo " + strings.Repeat("\"$HOME\"", 5000), "x=" + strings.Repeat("$HOME", 5000) + "; rm $x", "f() { rm $@; }; f " + many, "echo " + strings.Repeat("x", 3) + " > a " + many,
	} {
		if got := analyzed(t, text); !hasUnknown(got) || got.Inspectable {
			t.Errorf("%.30q…: nothing is unknown: %.300v", text, got.Effects)
		}
	}
	deleted := slices.ContainsFunc(analyzed(t, "rm -rf / "+many).Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Object == "/" })
	if !deleted {
		t.Error("the first words of a crowd are not judged")
	}
	if got := analyzed(t, "echo "+strings.Repeat("x ", 4000)); hasUnknown(got) {
		t.Errorf("4,000 words: %.300v", got.Effects)
	}
}

// TestManyCommandsOfAllKinds: however commands are divided, more than 1,000 are held, and
// none of the first is overlooked.
func TestManyCommandsOfAllKinds(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"a;", "a\n", "a&", "a|", "a&&", "a||", "(a);", "$(a) ", "`a` ", "{ a;};", "if a;then a;fi;", "while a;do a;done;", "! a;", "time a;", "case a in a) a;;esac;", "a |& "} {
		text := "echo " + strings.Repeat(unit, 1100) + " x"
		if strings.HasPrefix(unit, "if") || strings.HasPrefix(unit, "while") || strings.HasPrefix(unit, "case") || strings.HasPrefix(unit, "{") || strings.HasPrefix(unit, "!") || strings.HasPrefix(unit, "time") || strings.HasPrefix(unit, "(") {
			text = text[len("echo "):]
		}
		got := analyzed(t, text)
		limited := slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return strings.HasPrefix(e.Object, "limit passed") })
		if !limited || got.Inspectable {
			t.Errorf("%q 1,100 times: no limit is passed: %.200v", unit, got.Effects)
		}
	}
}

// TestTakenBack: what code spells out is judged, and what of it does not count
// is taken back; a command that then does the same is not overlooked.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 20 {
		fmt.Fprintf(&many, "echo a > f%d; ", i)
	}
	for _, before := range []string{"", many.String()} {
		got := analyzed(t, "bash -c '"+before+"python3 -c \"os.system(\\\"curl localhost\\\")\"; curl localhost'")
		if !slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindConnect && e.By == "curl" }) {
			t.Errorf("after %d bytes: no connection: %v", len(before), got.Effects)
		}
	}
}
