package command

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// quoted is a word in single quotes.
func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// TestFoldedLikeShells: what echo and printf are said to print is what bash prints, and
// for printf what dash prints as well.
func TestFoldedLikeShells(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	pieces := []string{"a", "b", "/", " ", "\\", "\\0", "\\057", "\\57", "\\x2f", "\\x2", "\\u002f", "\\n", "\\t", "\\c", "\\e", "\\\\", "\\'", "\\\"", "%", "%%", "%s", "%b", "%d", "%c", "%q", "%x", "%o", "%5s", "%-5s", "%.2s", "%05d", "%i", "0", "1", "7", "-", "+", "'", "\"", "\\7", "\\8", "\\xg", "\\?", "$", "\n", "é", "*", "%*s", "%1$s", "\\a", "\\0057", "\\00057", "%u", "%X", "%e", "%(%s)T", "\\400", "\\1234"}
	word := func() string {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(pick(pieces))
		}
		return b.String()
	}
	const many = 4000
	cases := make([][]string, 0, many)
	var script strings.Builder
	for range many {
		c := []string{pick([]string{"printf", "printf", "printf", "echo"})}
		if c[0] == "echo" {
			if o := pick([]string{"", "-e", "-n", "-ne", "-en", "-E"}); o != "" {
				c = append(c, o)
			}
		} else if r.IntN(3) == 0 {
			c = append(c, pick([]string{"%b", "%s", "%s\\n", "%b%b", "%d", "%c", "%s-%s"}))
		} else {
			c = append(c, word())
		}
		for range r.IntN(4) {
			c = append(c, word())
		}
		cases = append(cases, c)
		script.WriteString(c[0])
		for _, w := range c[1:] {
			script.WriteString(" " + singleQuoted(w))
		}
		script.WriteString(" 2>/dev/null; printf '\\036'\n")
	}
	for _, shell := range []string{"bash", "dash"} {
		cmd := exec.CommandContext(t.Context(), shell)
		cmd.Stdin, cmd.Env = strings.NewReader(script.String()), []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(shell, err)
		}
		got := strings.Split(string(out), "\x1e")
		if len(got) != many+1 {
			t.Fatalf("%s printed %d of %d", shell, len(got)-1, many)
		}
		known := 0
		for i, c := range cases {
			v := foldedWords(c[0], c[1:], shell == "dash")
			if shell == "dash" && c[0] == "echo" {
				continue
			}
			if v.kind != valueText {
				continue
			}
			known++
			if want := strings.TrimRight(strings.ReplaceAll(got[i], "\x00", ""), "\n"); v.text != want {
				t.Errorf("%s: %q prints %q, said %q", shell, c, want, v.text)
			}
		}
		t.Log(shell, known)
	}
}

// TestAnsiCLikeBash: $'…' is what bash makes of it.
func TestAnsiCLikeBash(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 17))
	pieces := []string{"a", "/", "\\0", "\\057", "\\57", "\\0057", "\\x2f", "\\x2", "\\x2ff", "\\u2f", "\\u002f", "\\u002ff", "\\U0000002f", "\\n", "\\e", "\\E", "\\\\", "\\'", "\\\"", "\\?", "\\cA", "\\c", "%", "%s", "%%", "\\%", "\\z", "\\8", "\\400", "\\x", "\\u", "é", "\\xc3\\xa9", "\\377", "0", "f", "\\x{2f}", "\n", "\\\n", "`", "$", "\"", "*"}
	const many = 4000
	texts := make([]string, 0, many)
	var script strings.Builder
	for range many {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		if strings.HasSuffix(text, "\\") || strings.HasSuffix(text, "\\c") { // takes the quote along
			text += "a"
		}
		texts = append(texts, text)
		script.WriteString("printf %s $'" + text + "'; printf '\\036'\n")
	}
	cmd := exec.CommandContext(t.Context(), "bash")
	cmd.Stdin, cmd.Env = strings.NewReader(script.String()), []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(string(out), "\x1e")
	if len(got) != many+1 {
		t.Fatalf("bash printed %d of %d", len(got)-1, many)
	}
	for i, text := range texts {
		if said, ok := ansiC(text); ok && said != got[i] {
			t.Errorf("$'%s' is %q, said %q", text, got[i], said)
		}
	}
}
