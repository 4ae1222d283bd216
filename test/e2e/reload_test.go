package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notesRule is a rule file over /srv/notes with an outcome and an example that
// must match.
func notesRule(outcome, example string) string {
	return fmt.Sprintf(`version: 1
name: mine
rules:
  - id: notes
    effects: [read]
    objects: {paths: [/srv/notes/**]}
    outcome: %s
    reason: the notes are private
    examples:
      match: [{effect: read, object: %s}]
      no_match: [{effect: read, object: /srv/other}]
`, outcome, example)
}

// A rule file that fails its own examples while the worker runs is refused, and
// the last good one goes on judging; a good one takes its place.
func TestARuleFileIsFollowed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	name := filepath.Join(s.dir, "mine.yaml")
	write := func(text string) {
		t.Helper()
		fresh := name + ".new"
		if err := os.WriteFile(fresh, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(fresh, name); err != nil {
			t.Fatal(err)
		}
	}
	write(notesRule("deny", "/srv/notes/a"))
	w := s.start("--set", "policy.files="+name)
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	asked := 0
	ask := func() feedback {
		t.Helper()
		asked++
		id := fmt.Sprint("notes", asked)
		publish(t, agent, "pp.request.agent", structured(t, id, requestType, run("cat /srv/notes/a", nil)))
		return in.feedback(id)
	}
	denied := func(when string) {
		t.Helper()
		if f := ask(); f.Kind != "tool-error" || f.Error == nil || f.Error.Code != "blocked" || f.Error.Rule != "notes" {
			t.Fatalf("%s: %+v", when, f)
		}
	}
	denied("at first")
	write(notesRule("hold", "/srv/elsewhere"))
	eventually(t, "the file is refused", func() bool { return strings.Contains(w.stderr.String(), "refused") })
	denied("with the refused file")
	write(notesRule("hold", "/srv/notes/a"))
	eventually(t, "the new rules judge", func() bool { return ask().Kind == "suspended" })
}
