package command_test

import (
	"bytes"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"

	"passepartout/command"
)

// printed is how the printer writes a text; false: the parser refuses it.
func printed(text string) (string, bool) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return "", false
	}
	var b bytes.Buffer
	err = syntax.NewPrinter().Print(&b, file)
	return strings.TrimSuffix(b.String(), "\n"), err == nil
}

// TestFlatTexts: a text that is read without the printer is what the printer
// writes, and is judged as the same text is that the printer must see.
func TestFlatTexts(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	words := []string{
		"ls", "-l", "a", "x=1", "-x=y", "~", "~/a", "*", "a?b", "?", "for", "in", "done", "time", "let", "export", "a/../b", "a@b:c", "%1", "^a", "+x", "1", "a,b", "-", "eval", "rm", "cat", "[", "é", "#", "a#b", "$x", "{", "!",
	}
	between := []string{" ", " ", " ", " ", "  ", "\t", ";", "; ", " ; ", "\n", " \n ", "\n\n", ";\n", ";;", "&&", " && ", "&& ", " || ", "||", " | ", "|", " |& ", " & ", " &&\n", "\\\n", ""}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "", "", " ", "\n", "; "}).Draw(t, "before")
		for range rapid.IntRange(1, 8).Draw(t, "words") {
			text += rapid.SampledFrom(words).Draw(t, "word") + rapid.SampledFrom(between).Draw(t, "between")
		}
		want, ok := printed(text)
		got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
		if err == nil && !ok || err == nil && got.Argv == nil && got.Script != want && want != "" {
			t.Fatalf("%q is read as %q, the printer writes %q (%v)", text, got.Script, want, ok)
		}
		// An empty pair of quotes needs the printer and changes no meaning.
		quoted, err2 := a.Analyze(command.Input{Text: text + "\ntrue ''", Shell: true}, benchWorld())
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
	for _, unit := range []string{"rm a; ", "rm a;", "rm a\n", "rm a && ", "rm  a | ", "rm a||", "rm ~; ", "rm  ~\n", "rm a;\n"} {
		for _, n := range []int{command.MaxCommands - 1, command.MaxCommands, command.MaxCommands + 1, 4 * command.MaxCommands} {
			text := strings.Repeat(unit, n) + "true"
			want, _ := printed(text)
			got, err := a.Analyze(command.Input{Text: text, Shell: true}, benchWorld())
			if err != nil || got.Script != want {
				t.Errorf("%q %d times: %v, %d bytes instead of %d", unit, n, err, len(got.Script), len(want))
			}
			limited := false
			for _, e := range got.Effects {
				limited = limited || strings.HasPrefix(e.Object, "limit passed")
			}
			if limited != (n >= command.MaxCommands) {
				t.Errorf("%q %d times and one more: limited is %v", unit, n, limited)
			}
		}
	}
}
