package console

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"passepartout/display"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// sent is an answer that the model sent.
type sent struct {
	plan    Plan
	approve bool
	reason  string
}

// fixture is a model with its answers.
func fixture(t testing.TB, plans ...Plan) (model, *[]sent) {
	t.Helper()
	answers := &[]sent{}
	nothing := func() tea.Msg { return nil }
	m := newModel("ann", noon, door{plans: nothing, next: nothing, tick: nothing, answer: func(p Plan, approve bool, reason string) tea.Cmd {
		*answers = append(*answers, sent{p, approve, reason})
		return nothing
	}})
	return feed(m, tea.WindowSizeMsg{Width: 80, Height: 24}, plansMsg{plans: plans}), answers
}

func feed(m model, msgs ...tea.Msg) model {
	for _, msg := range msgs {
		next, _ := m.Update(msg)
		m, _ = next.(model)
	}
	return m
}

// press types keys: names, or single characters.
func press(m model, keys ...string) model {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "down": tea.KeyDown, "up": tea.KeyUp, "end": tea.KeyEnd, "home": tea.KeyHome,
		"pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "backspace": tea.KeyBackspace,
	}
	for _, key := range keys {
		k := tea.KeyPressMsg{Code: codes[key]}
		switch {
		case key == "space":
			k = tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
		case k.Code == 0:
			k = tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
		}
		m = feed(m, k)
	}
	return m
}

func plan(id string, lines int) Plan {
	var b strings.Builder
	fmt.Fprintf(&b, "Flight plan %s\nclaude asks (session s1) for shell run:\n\n", id)
	for i := range lines {
		fmt.Fprintf(&b, "    line %d\n", i+1)
	}
	b.WriteString("\nAnswer by:   2026-11-21T12:14:00Z\n")
	return Plan{
		ID: id, Token: "tok-" + id, Digest: "sha256:" + id, Agent: "claude", Session: "s1", Rule: "write-outside-workspace",
		Summary: "cp notes.txt /srv/www/" + id, Text: b.String(), Deadline: noon().Add(14 * time.Minute), Quorum: 1,
	}
}

var style = regexp.MustCompile("\x1b\\[[0-9;]*m")

// screenOf is what a person sees, without colours. It checks what holds of
// every screen: its size, and that nothing in it moves the cursor.
func screenOf(t testing.TB, m model) string {
	t.Helper()
	text := style.ReplaceAllString(m.View().Content, "")
	lines := strings.Split(text, "\n")
	if m.width >= minWidth && m.height >= minHeight && len(lines) != m.height {
		t.Errorf("%d lines on a screen of %d", len(lines), m.height)
	}
	for _, line := range lines {
		if w := display.Width(line); w > m.width {
			t.Errorf("%d columns on a screen of %d: %s", w, m.width, line)
		}
		for _, r := range line {
			if r < 0x20 || r == 0x7f || r == 0x202e {
				t.Errorf("a %U on the screen: %q", r, line)
			}
		}
	}
	return text
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	got += "\n"
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestScreens(t *testing.T) {
	t.Parallel()
	m, _ := fixture(t, plan("4kq7w2mzn9xt", 3), plan("zzq7w2mzn9xt", 40))
	m.log = nil
	golden(t, "list", screenOf(t, m))
	golden(t, "detail", screenOf(t, press(m, "enter")))
	golden(t, "long", screenOf(t, press(m, "j", "enter")))
	golden(t, "confirm", screenOf(t, press(m, "enter", "a")))
	golden(t, "reason", screenOf(t, press(m, "enter", "r", "n", "o")))
}

func TestApprove(t *testing.T) {
	t.Parallel()
	m, answers := fixture(t, plan("p1", 3))
	m = press(m, "a", "y") // observing: nothing on the list answers
	if len(*answers) != 0 || m.screen != list {
		t.Fatalf("answered from the list: %+v", *answers)
	}
	m = press(m, "enter", "y")
	if len(*answers) != 0 {
		t.Fatal("one key approved")
	}
	m = press(m, "a", "n")
	if len(*answers) != 0 || m.screen != detail {
		t.Fatal("no was taken for yes")
	}
	m = press(m, "a", "y")
	if len(*answers) != 1 || !(*answers)[0].approve || (*answers)[0].plan.Token != "tok-p1" || (*answers)[0].plan.Digest != "sha256:p1" {
		t.Fatalf("answers %+v", *answers)
	}
	m = press(m, "a", "y", "r")
	if len(*answers) != 1 {
		t.Fatal("answered twice")
	}
	m = feed(m, answeredMsg{plan: "p1", notice: Notice{Text: "p1: approved by ann\x1b[2J"}}, plansMsg{})
	if got := screenOf(t, m); m.screen != list || !strings.Contains(got, "p1: approved by ann⟨U+001B⟩") {
		t.Errorf("after the answer:\n%s", got)
	}
}

func TestReject(t *testing.T) {
	t.Parallel()
	m, answers := fixture(t, plan("p1", 300))
	m = press(m, "enter", "r", "enter")
	if len(*answers) != 0 || !strings.Contains(screenOf(t, m), "say why") {
		t.Fatal("rejected without a reason")
	}
	m = press(m, "x", "esc")
	if len(*answers) != 0 || m.screen != detail {
		t.Fatal("esc rejected")
	}
	m = press(m, "r", "n", "ö", "x", "backspace", "space", "y")
	m = feed(m, tea.PasteMsg{Content: "\x1b[2J" + strings.Repeat("ä", maxReason)})
	screenOf(t, m)
	if press(m, "enter"); len(*answers) != 1 || (*answers)[0].approve || !strings.HasPrefix((*answers)[0].reason, "nö y") || len((*answers)[0].reason) > maxReason {
		t.Fatalf("answers %+v", *answers)
	}
}

// TestAllMustBeShown: approving is possible when every line was on the screen,
// and jumping to the end is not showing.
func TestAllMustBeShown(t *testing.T) {
	t.Parallel()
	m, answers := fixture(t, plan("p1", 200))
	m = press(m, "enter", "a", "y")
	if m.screen == confirm || len(*answers) != 0 || !strings.Contains(m.status, "more lines") {
		t.Fatalf("approved unread: %q", m.status)
	}
	m = press(m, "end", "a")
	if m.screen == confirm {
		t.Fatal("approved after a jump")
	}
	if !strings.Contains(screenOf(t, press(m, "up")), "scroll before approving") {
		t.Error("the screen does not say what is missing")
	}
	shown := map[string]bool{}
	for m = press(m, "home"); !m.read; m = press(m, "space") {
		for _, line := range m.text() {
			shown[line] = true
		}
	}
	for _, line := range m.text() {
		shown[line] = true
	}
	for i := range 200 {
		if !shown[fmt.Sprintf("    line %d", i+1)] {
			t.Fatalf("line %d was never shown", i+1)
		}
	}
	if m = press(m, "a"); m.screen != confirm {
		t.Fatalf("read, but: %s", m.status)
	}
	if m = press(m, "y"); len(*answers) != 1 {
		t.Fatal("not sent")
	}
}

// TestReadIsReallyRead tries any order of scrolling and resizing: whenever the
// plan counts as read, every line of it was on a screen.
func TestReadIsReallyRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		m, _ := fixture(t, plan("p1", rapid.IntRange(0, 60).Draw(rt, "lines")))
		m = press(m, "enter")
		var shown strings.Builder
		look := func() { shown.WriteString(strings.Join(m.text(), "\n") + "\n") }
		if !m.small() {
			look()
		}
		for range rapid.IntRange(0, 30).Draw(rt, "steps") {
			if rapid.IntRange(0, 4).Draw(rt, "resize") == 0 {
				m = feed(m, tea.WindowSizeMsg{Width: rapid.IntRange(30, 100).Draw(rt, "w"), Height: rapid.IntRange(8, 40).Draw(rt, "h")})
			} else {
				m = press(m, rapid.SampledFrom([]string{"j", "k", "space", "b", "home", "end"}).Draw(rt, "key"))
			}
			if !m.small() {
				look()
			}
		}
		if !m.read {
			return
		}
		for line := range strings.SplitSeq(strings.TrimSpace(m.shown.Text), "\n") {
			if !strings.Contains(shown.String(), strings.TrimSpace(line)[:min(20, len(strings.TrimSpace(line)))]) {
				rt.Fatalf("%q was never shown", line)
			}
		}
	})
}

// TestStaleQuestions: what changed, went or is over while it is on the screen
// cannot be answered as if it had not.
func TestStaleQuestions(t *testing.T) {
	t.Parallel()
	other := plan("p1", 3)
	other.Digest = "sha256:other"
	late := plan("p1", 3)
	late.Deadline = noon()
	for _, row := range []struct {
		name  string
		first Plan
		then  []Plan
		want  string
	}{
		{"gone", plan("p1", 3), nil, "no longer"},
		{"changed", plan("p1", 3), []Plan{other}, "read it again"},
		{"over", late, []Plan{late}, "time is over"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			m, answers := fixture(t, row.first)
			m = feed(press(m, "enter", "a"), plansMsg{plans: row.then})
			if !strings.Contains(m.status, row.want) {
				t.Errorf("status %q", m.status)
			}
			if m = press(m, "y"); len(*answers) != 0 {
				t.Errorf("answered %+v", *answers)
			}
		})
	}
	t.Run("small", func(t *testing.T) {
		t.Parallel()
		m, answers := fixture(t, plan("p1", 3))
		m = feed(press(m, "enter", "a"), tea.WindowSizeMsg{Width: 20, Height: 5})
		screenOf(t, m)
		if press(m, "y"); len(*answers) != 0 {
			t.Error("answered what could not be seen")
		}
	})
}

// TestChoiceStays: a list that changes under the cursor does not move the
// choice to another plan.
func TestChoiceStays(t *testing.T) {
	t.Parallel()
	m, _ := fixture(t, plan("p1", 1), plan("p2", 1), plan("p3", 1))
	m = press(m, "j")
	m = feed(m, plansMsg{plans: []Plan{plan("p0", 1), plan("p1", 1), plan("p2", 1)}})
	if m = press(m, "enter"); m.shown.ID != "p2" {
		t.Errorf("opened %s", m.shown.ID)
	}
	m = feed(press(m, "esc"), plansMsg{plans: []Plan{plan("p0", 1)}})
	if m = press(m, "enter"); m.shown.ID != "p0" {
		t.Errorf("opened %s", m.shown.ID)
	}
	m = feed(press(m, "esc"), plansMsg{})
	if m = press(m, "enter", "j", "G"); m.screen != list {
		t.Error("opened nothing")
	}
}

func TestFailuresAreShown(t *testing.T) {
	t.Parallel()
	m, _ := fixture(t, plan("p1", 1))
	m = feed(m, plansMsg{err: errors.New("no worker\x1b[2J")})
	if got := screenOf(t, m); !strings.Contains(got, "no worker⟨U+001B⟩") || !strings.Contains(got, "p1") {
		t.Errorf("got\n%s", got)
	}
	m = feed(press(m, "enter", "a", "y"), answeredMsg{plan: "p1", err: errors.New("permission_denied: your own")})
	if got := screenOf(t, m); !strings.Contains(got, "not answered: permission_denied") || m.screen != detail || m.busy {
		t.Errorf("got\n%s", got)
	}
}

// TestHostileText: nothing that a stranger chose moves the cursor, on any
// screen.
func TestHostileText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := plan("p1", 1)
		p.Summary = rapid.String().Draw(rt, "summary") + "\x1b[2J\u202e"
		p.Text = rapid.String().Draw(rt, "text") + "\x1b[2J\u202e"
		p.Rule = rapid.String().Draw(rt, "rule")
		m, _ := fixture(t, p)
		m = feed(m, tea.WindowSizeMsg{Width: rapid.IntRange(40, 120).Draw(rt, "w"), Height: rapid.IntRange(12, 40).Draw(rt, "h")},
			noticeMsg{Notice{Text: rapid.String().Draw(rt, "notice") + "\x1b"}, true})
		screenOf(t, m)
		screenOf(t, press(m, "enter"))
		screenOf(t, press(m, "enter", "r", "x"))
	})
}

func TestManyPlans(t *testing.T) {
	t.Parallel()
	var plans []Plan
	for i := range 100 {
		plans = append(plans, plan(fmt.Sprintf("plan%03d", i), 1))
	}
	m, _ := fixture(t, plans...)
	for i := range 300 {
		m = feed(m, noticeMsg{Notice{Text: fmt.Sprintf("notice %d", i)}, true})
	}
	if got := screenOf(t, m); !strings.Contains(got, "more below") || !strings.Contains(got, "notice 299") || len(m.log) != maxLog {
		t.Errorf("got\n%s", got)
	}
	if got := screenOf(t, press(m, "end")); !strings.Contains(got, "> plan099") {
		t.Errorf("got\n%s", got)
	}
}
