package command_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"

	"passepartout/command"
	"passepartout/pipeline"
)

// printed is how the printer writes a text; false: the parser refuses it.
func printed(text string, options ...syntax.PrinterOption) (string, bool) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return "", false
	}
	var b bytes.Buffer
	err = syntax.NewPrinter(options...).Print(&b, file)
	return strings.TrimSuffix(b.String(), "\n"), err == nil
}

// TestFlatTexts: a text that is read without the printer is what the printer
// writes, and is judged as the same text is that the printer must see.
func TestFlatTexts(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	words := []string{
		"ls", "-l", "a", "x=1", "-x=y", "~", "~/a", "*", "a?b", "?", "for", "in", "done", "time", "let", "export", "a/../b", "a@b:c", "%1", "^a", "+x", "1", "a,b", "-", "eval", "rm", "cat", "[", "é", "#", "a#b", "$x", "{", "!",
		"'a b'", "'", "''", "\"a $x\"", "\"", "\"$(ls)\"", "$1", "$?", "$#", "$-", "$", "$'a'", "${x}", "${x%a*}", "${x##*/}", "${x:-}", "${x:1}", "${x/a/b}", "${", "${1}", "$(ls)", "$( ls | cat )", "$(", ")", "`ls`", "`", "`ls \"a\"`", "$((1+x))", "$((1 - 2*a))", "$((-1))", "$((1",
		"(ls)", "(", "{ ls; }", "{ ls;}", "; }", "f() { ls; }", "f(){ ls;}", "f", "()", "x=", "x=$y", "2>&1", ">a", ">>a", "2>/dev/null", "<a", ">&-", ">&a", "&>a", ">a ", "> a", "2> a", "< 'a b'", "<(ls)", "< <(ls | cat)", "<(", "if ls; then cat a; fi", "if ls;then cat;else ls; fi", "while ls; do cat; done", "for i in a b; do ls $i; done", "for i in", "; do ", "; done", "if ", "; then ", "; fi", "case $x in a | b) ls ;; *) cat a;; esac", "case x in", "a)", ";;", "esac", "export a=b", "local x", "declare -x a",
		"a>b", ">a>b", "2>a>b", ">a<b", "a>2<b", "a2>b", "2>1>b", ">", "<", "1<", "\\a", "a\\;", "\\", "\\$", "\\ ", "\\=", "x\\=1", "\\2>a", "<<<a", "<<< \"$x\"", "<<a", ">|a", ">| a", "x=1>a", "x=>a", "x=<<<a", "$(>a)", "{ >a; }", "f() { >a >b; }", "(>a)>b", "a<(ls)", "a$>b", "if>a", "x=2>a", "~>a",
	}
	between := []string{" ", " ", " ", " ", "  ", "\t", ";", "; ", " ; ", "\n", " \n ", "\n\n", ";\n", ";;", "&&", " && ", "&& ", " || ", "||", " | ", "|", " |& ", " & ", " &&\n", "\\\n", ""}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "", "", " ", "\n", "; "}).Draw(t, "before")
		for range rapid.IntRange(1, 8).Draw(t, "words") {
			text += rapid.SampledFrom(words).Draw(t, "word") + rapid.SampledFrom(between).Draw(t, "between")
		}
		want, ok := printed(text)
		got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		if spaced, _ := printed(text, syntax.SpaceRedirects(true)); got.Script == spaced {
			want = spaced // as many people write
		}
		if err == nil && !ok || err == nil && got.Argv == nil && got.Script != want && want != "" {
			t.Fatalf("%q is read as %q, the printer writes %q (%v)", text, got.Script, want, ok)
		}
		// An empty word in this form needs the printer and changes no meaning.
		quoted, err2 := a.Analyze(command.Input{Text: text + "\ntrue $''", Shell: true}, benchWorld())
		plain, err1 := a.Analyze(command.Input{Text: text + "\ntrue", Shell: true}, benchWorld())
		if (err1 == nil) != (err2 == nil) || err1 == nil && len(plain.Effects) != len(quoted.Effects) {
			t.Fatalf("%q alone has the effects %v (%v), with a quotation %v (%v)", text, plain.Effects, err1, quoted.Effects, err2)
		}
	})
}

// TestLongFlatTexts: of too many commands only the first are parsed, but all
// are shown as they would run.
func TestLongFlatTexts(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, unit := range []string{
		"rm a; ", "rm a;", "rm a\n", "rm a && ", "rm  a | ", "rm a||", "rm ~; ", "rm  ~\n", "rm a;\n", "rm a& ", "rm a &\n", "rm 'a b'; ", "rm \"$x\"\n", "x=1 rm ${x%a}; ", "(rm a); ", "( rm a )\n", "{ rm a; }\n", "{ rm a;}; ",
		"rm a 2>&1\n", "diff <(rm a) b\n", "rm a >b 2>/dev/null; ", "for i in a b; do rm $i; done\n", "for i in a b;do rm $i;done; ",
	} {
		for _, n := range []int{command.MaxCommands - 1, command.MaxCommands, command.MaxCommands + 1, 4 * command.MaxCommands} {
			text := strings.Repeat(unit, n) + "true"
			if len(text) > command.MaxText {
				continue
			}
			want, _ := printed(text)
			got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
			if err != nil || got.Script != want {
				t.Errorf("%q %d times: %v, %d bytes instead of %d", unit, n, err, len(got.Script), len(want))
			}
			if limited(got) != (n >= command.MaxCommands) && (n >= command.MaxCommands || !strings.ContainsAny(unit, "$<>")) { // those are more work, or two commands
				t.Errorf("%q %d times and one more: limited is %v", unit, n, limited(got))
			}
		}
	}
}

// TestCrowdedFlatTexts: of a command with too many redirections, and of a pipeline with
// too many programs, only the first are parsed; all are shown, and what stands behind
// them is judged.
func TestCrowdedFlatTexts(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, c := range []struct {
		head, unit, tail string
		denied           bool // there is work left for its end
	}{
		{"", ">~", "", false}, {"", "->/$", "", false}, {"if a; then ", ">a", "; fi; rm -rf /", false}, {"f() { ", ">$x", "; }; rm -rf /", true}, {"echo ", "<<<a", "; rm -rf /", false},
		{"echo $(", "\\&f- 1 do |x|sudo ", ")", false}, {"false && (", "a|", "b); rm -rf /", false}, {"f() { ", "a | ", "b; }; rm -rf /", true}, {"f() { ", "a|b||", "c; }; rm -rf /", false}, {"true || { ", "a|", "b|| rm -rf /; }", false},
	} {
		text := c.head + strings.Repeat(c.unit, (command.MaxText-200)/len(c.unit)) + c.tail
		want, _ := printed(text)
		got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		if err != nil || got.Script != want || !limited(got) || got.Inspectable || got.Argv != nil {
			t.Errorf("%q…%q: %v, %d bytes instead of %d, limited %v", c.head+c.unit, c.tail, err, len(got.Script), len(want), limited(got))
		}
		if denied := slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Object == "/" }); denied != c.denied {
			t.Errorf("%q…%q: what stands behind is judged: %v", c.head+c.unit, c.tail, denied)
		}
	}
}

func limited(a command.Analysis) bool {
	return slices.ContainsFunc(a.Effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindUnknown && strings.HasPrefix(e.Object, "limit passed")
	})
}

// TestLeftOut: what is not parsed because a command has too many words is
// shown, and hides nothing of what stands before and behind it.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	crowd := func(unit string) string { return strings.TrimSpace(strings.Repeat(unit, 6000)) }
	functions := strings.Repeat("f() { rm a; }\n", command.MaxCommands+100)
	for name, text := range map[string]string{
		"words before":           "echo " + crowd("x ") + "; rm -rf /",
		"words behind":           "rm -rf / " + crowd("x "),
		"two crowds":             "echo " + crowd("x ") + "\necho " + crowd("y ") + " && rm -rf /",
		"variables":              "echo " + crowd("$? ") + "\nrm -rf /",
		"substitutions in words": "echo " + strings.Repeat("x ", 5000) + crowd("$(x) ") + "; rm -rf /",
		"backquotes in words":    "echo " + strings.Repeat("x ", 5000) + crowd("`x` ") + "; rm -rf /",
		"quotations":             "echo " + crowd("'x' ") + " | cat >f; rm -rf /",
		"a list":                 "for i in " + crowd("x ") + "; do echo $i; done; rm -rf /",
		"a crowd of files":       "rm -rf / " + crowd("x ") + " 2>/dev/null",
		"substitutions behind":   "rm -rf /; echo " + crowd("$(x) "),
		"in a group":             "{ echo " + crowd("x ") + "; }; rm -rf /",
	} {
		want, _ := printed(text)
		got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		deleted := slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Object == "/" })
		if err != nil || got.Script != want || !deleted || !limited(got) || got.Inspectable || got.Argv != nil {
			t.Errorf("%s: %v, %d bytes instead of %d, deleted %v, limited %v", name, err, len(got.Script), len(want), deleted, limited(got))
		}
	}
	got, err := a.Analyze(command.Input{Text: functions + "rm -rf /", Shell: true}, benchWorld())
	if err != nil || !slices.ContainsFunc(got.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindDelete && e.Object == "/" }) {
		t.Errorf("functions that nobody calls hide what comes behind them: %v %v", got.Effects, err)
	}
	groups, err := a.Analyze(command.Input{Text: strings.Repeat(strings.Repeat("{ (", 30)+"rm a"+strings.Repeat("); }", 30)+"; ", 100) + "rm -rf /", Shell: true}, benchWorld())
	if err != nil || !limited(groups) || !slices.ContainsFunc(groups.Effects, func(e pipeline.Effect) bool { return e.Object == "/" }) {
		t.Errorf("6,000 groups: %v %v", groups.Effects, err)
	}
	// Without a shell a command may have as many words as there is room for.
	words, err := a.Analyze(command.Input{Text: "echo " + crowd("x ")}, benchWorld())
	if err != nil || len(words.Argv) != 6001 {
		t.Errorf("without a shell: %d words, %v", len(words.Argv), err)
	}
}

// TestFlatDepth: a text that is too deep for the printer is refused, though it
// could be read without one.
func TestFlatDepth(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, text := range []string{
		"echo $((1" + strings.Repeat("+1", 5000) + "))", strings.Repeat("{ ", 300) + "rm a" + strings.Repeat("; }", 300), "echo " + strings.Repeat("$(echo ", 300) + "x" + strings.Repeat(")", 300),
		strings.Repeat("if a; then ", 300) + "rm a" + strings.Repeat("; fi", 300), strings.Repeat("while a; do ", 300) + "rm a" + strings.Repeat("; done", 300),
	} {
		if _, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld()); err == nil {
			t.Errorf("%.40q… of %d bytes is read", text, len(text))
		}
	}
}
