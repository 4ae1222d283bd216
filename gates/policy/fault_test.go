package policy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"passepartout/gates/policy"
	"passepartout/pipeline"
)

// All that is wrong is told at once, each mistake once and of whom it is, with
// its line; what follows from a mistake is none of its own.
func TestEveryMistakeIsTold(t *testing.T) {
	t.Parallel()
	const wrong = `version: 1
rules:
  - id: one
    effects: [read]
    objects: {paths: [/a]}
    outcome: %s
    reason: r
    examples:
      match: [{effect: read, object: /a}]
      no_match: [{effect: read, object: /b}]
  - id: two
    effects: [read]
    objects:
      class: [earth]
    outcome: deny
    reason: r
    examples: {match: [{effect: read, object: /a}], no_match: [{effect: read, object: /b}]}
`
	c := config()
	c.Files = []string{file(t, fmt.Sprintf(wrong, "ask")), file(t, "version: 1\ndrop: [one, nothing]\n")}
	c.Profiles = map[pipeline.Principal]policy.Profile{
		"intern": {Preset: policy.Strict, Files: []string{file(t, "version: 1\nruls: []\n"), "/no/such/file"}},
		"plain":  {Preset: policy.Standard},
	}
	_, err := policy.New(c)
	if !errors.Is(err, policy.ErrRefused) {
		t.Fatal(err)
	}
	text := err.Error()
	for _, want := range []string{
		`rule "one": outcome: `, ">  6 |     outcome: ask", `rule "two": objects.class: `, "> 14 |       class: [earth]",
		`drop: there is no rule "nothing"`, ">  2 | drop: [one, nothing]", "profile intern: rule file refused: ", ">  2 | ruls: []", "/no/such/file", "^",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("not told: %s", want)
		}
	}
	if n := strings.Count(text, "rule file refused"); n != 5 || strings.Contains(text, "profile plain") {
		t.Errorf("%d mistakes told, want 5:\n%s", n, text)
	}
}

// A file full of mistakes is not told line by line for ever.
func TestManyMistakes(t *testing.T) {
	t.Parallel()
	text := "version: 1\nrules:\n"
	for i := range 100 {
		text += fmt.Sprintf("  - id: a-%d\n    effects: [read]\n", i)
	}
	c := config()
	c.Files = []string{file(t, text)}
	_, err := policy.New(c)
	if !errors.Is(err, policy.ErrRefused) || !strings.Contains(err.Error(), "80 mistakes more") {
		t.Errorf("got %v", err)
	}
}
