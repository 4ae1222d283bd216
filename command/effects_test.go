package command_test

import (
	"os"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
)

// TestEffects holds the analysis to the effects of testdata/effects.txt.
func TestEffects(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/effects.txt")
	if err != nil {
		t.Fatal(err)
	}
	a := analyzer(t)
	n := 0
	for i, line := range strings.Split(string(body), "\n") {
		text, effects, ok := strings.Cut(line, " =>")
		if !ok || strings.HasPrefix(line, "# COMMAND") {
			continue
		}
		e := catalogue.Example{Command: unescapeNewlines(text), Line: i + 1}
		for s := range strings.SplitSeq(effects, "; ") {
			if s = strings.TrimSpace(s); s != "" {
				e.Effects = append(e.Effects, s)
			}
		}
		if err := a.CheckExamples(&catalogue.Program{File: "effects.txt", Examples: []catalogue.Example{e}}); err != nil {
			t.Error(err)
		}
		n++
	}
	if n < 100 {
		t.Errorf("only %d cases were read", n)
	}
}

// unescapeNewlines turns \n into a newline and \\ before it into a backslash.
func unescapeNewlines(s string) string {
	s = strings.ReplaceAll(s, `\\\n`, "\\\n")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == 'n' && !strings.HasPrefix(s[max(0, i-1):], `\\n`) && !quotedBefore(s[:i]) {
			b.WriteByte('\n')
			i++
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// quotedBefore reports whether a place lies within single quotes, where the
// commands of the table mean \n for a program to read.
func quotedBefore(s string) bool {
	return strings.Count(s, "'")%2 == 1 && !strings.Contains(s, "<<'E'")
}

func TestRefused(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for name, tc := range map[string]struct {
		in   command.Input
		rule string
	}{
		"empty":            {command.Input{Text: " \n", Shell: true}, command.RuleEmpty},
		"only a comment":   {command.Input{Text: "# x"}, command.RuleEmpty},
		"no argv":          {command.Input{Argv: []string{""}}, command.RuleEmpty},
		"NUL":              {command.Input{Text: "ls\x00", Shell: true}, command.RuleControl},
		"CR":               {command.Input{Text: "x=1\rls", Shell: true}, command.RuleControl},
		"escape":           {command.Input{Text: "echo \x1b[0m", Shell: true}, command.RuleControl},
		"DEL":              {command.Input{Text: "echo \x7f", Shell: true}, command.RuleControl},
		"byte order mark":  {command.Input{Text: "\ufeffls", Shell: true}, command.RuleControl},
		"invalid UTF-8":    {command.Input{Text: "echo \xff", Shell: true}, command.RuleEncoding},
		"CR in argv":       {command.Input{Argv: []string{"ls", "\r"}}, command.RuleControl},
		"syntax":           {command.Input{Text: "if", Shell: true}, command.RuleSyntax},
		"unclosed quote":   {command.Input{Text: "echo 'a", Shell: true}, command.RuleSyntax},
		"too large":        {command.Input{Text: "echo " + strings.Repeat("a", command.MaxText), Shell: true}, command.RuleTooLarge},
		"too deep":         {command.Input{Text: strings.Repeat("(", 10000) + "ls" + strings.Repeat(")", 10000), Shell: true}, command.RuleTooLarge},
		"list, no shell":   {command.Input{Text: "ls; rm x"}, command.RuleNeedsShell},
		"pipe, no shell":   {command.Input{Text: "ls | cat"}, command.RuleNeedsShell},
		"redirect":         {command.Input{Text: "ls > x"}, command.RuleNeedsShell},
		"variable":         {command.Input{Text: "ls $HOME"}, command.RuleNeedsShell},
		"substitution":     {command.Input{Text: "ls $(pwd)"}, command.RuleNeedsShell},
		"background":       {command.Input{Text: "ls &"}, command.RuleNeedsShell},
		"only assignments": {command.Input{Text: "A=1"}, command.RuleNeedsShell},
	} {
		_, err := a.Analyze(tc.in, command.ExampleWorld())
		refused, ok := err.(*command.RefusedError) //nolint:errorlint // the contract is this very type
		if !ok || refused.Rule != tc.rule {
			t.Errorf("%s: got %v, want %s", name, err, tc.rule)
		}
	}
	if _, err := a.Analyze(command.Input{Text: "ls"}, command.World{Dir: "x"}); err == nil {
		t.Error("a relative folder must be an error")
	}
}

// TestWhatRuns: a simple command comes back as argv, anything else as the
// printer's text.
func TestWhatRuns(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, tc := range []struct {
		in     command.Input
		argv   []string
		env    string
		script string
	}{
		{in: command.Input{Text: "git  status --short", Shell: true}, argv: []string{"git", "status", "--short"}},
		{in: command.Input{Text: "git commit -m 'a b'"}, argv: []string{"git", "commit", "-m", "a b"}},
		{in: command.Input{Text: "A=1 B='x y' ls", Shell: true}, argv: []string{"ls"}, env: "A=1|B=x y"},
		{in: command.Input{Text: "ls $HOME ~/x", Shell: true}, argv: []string{"ls", "/home/u", "/home/u/x"}},
		{in: command.Input{Text: "find . -name *.go"}, argv: []string{"find", ".", "-name", "*.go"}},
		{in: command.Input{Argv: []string{"echo", "$x", "a;b"}}, argv: []string{"echo", "$x", "a;b"}},
		{in: command.Input{Text: "ls *.go", Shell: true}, script: "ls *.go"},
		{in: command.Input{Text: "ls;ls", Shell: true}, script: "ls\nls"},
		{in: command.Input{Text: "cd x", Shell: true}, script: "cd x"},
		{in: command.Input{Text: "ls >x", Shell: true}, script: "ls >x"},
		{in: command.Input{Text: "ls # hidden", Shell: true}, argv: []string{"ls"}},
	} {
		out, err := a.Analyze(tc.in, command.ExampleWorld())
		if err != nil {
			t.Errorf("%+v: %v", tc.in, err)
			continue
		}
		if strings.Join(out.Argv, "|") != strings.Join(tc.argv, "|") || out.Script != tc.script || strings.Join(out.Env, "|") != tc.env {
			t.Errorf("%+v: argv %q env %q script %q", tc.in, out.Argv, out.Env, out.Script)
		}
	}
}

// TestWorld: links are followed, programs are found, and one that the machine
// does not own is code.
func TestWorld(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	w := command.ExampleWorld()
	w.Paths = command.Fixed{
		Links:    map[string]string{"/home/u/w/link": "/etc", "/home/u/w/tool": "/usr/bin/rm", "/home/u/w/out": "sub/real"},
		Dirs:     map[string]bool{"/home/u/w/there": true},
		Programs: map[string]string{"rm": "/usr/bin/rm", "cat": "/home/u/w/cat", "ls": "/usr/local/bin/ls"},
	}
	for text, want := range map[string]string{
		"cat link/passwd":           "run /home/u/w/cat;code /home/u/w/cat;read /etc/passwd",
		"rm link/passwd":            "run /usr/bin/rm;delete /etc/passwd @account",
		"rm -r link":                "run /usr/bin/rm;delete /home/u/w/link @recursive",
		"rm link/../x":              "run /usr/bin/rm;delete /x",
		"./tool x":                  "run /usr/bin/rm;delete /home/u/w/x",
		"tee out":                   "run tee;write /home/u/w/sub/real",
		"cd there; rm x":            "run bash @shell;run /usr/bin/rm;delete /home/u/w/there/x",
		"/usr/bin/../bin/rm x":      "run /usr/bin/rm;delete /home/u/w/x",
		"rm link/*":                 "run bash @shell;run /usr/bin/rm;delete /etc/*",
		"\"/bin/rm\" -- there/../y": "run /bin/rm;delete /home/u/w/y",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range out.Effects {
			s := e.Kind.String() + " " + e.Object
			if e.Mark != "" {
				s += " @" + e.Mark
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ";"); s != want {
			t.Errorf("%s: got %s, want %s", text, s, want)
		}
	}
	out, _ := a.Analyze(command.Input{Text: "rm x", Shell: true}, w)
	if out.Programs["rm"] != "/usr/bin/rm" {
		t.Errorf("programs: %v", out.Programs)
	}
}

// TestLimits: what passes a bound is held, not cut short.
func TestLimits(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for name, text := range map[string]string{
		"commands": strings.Repeat("echo a\n", 1001) + "rm -rf /",
		"depth":    strings.Repeat("( ", 70) + "rm -rf /" + strings.Repeat(" )", 70),
		"effects":  "rm " + strings.Repeat("aa bb cc ", 1) + manyWords(3000),
		"shells":   strings.Repeat("sudo ", 400) + "rm -rf /",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if out.Inspectable {
			t.Errorf("%s: a passed limit must leave the command uninspectable", name)
		}
	}
	long := strings.Repeat("echo a && ", 500) + "rm -rf /"
	out, err := a.Analyze(command.Input{Text: long, Shell: true}, command.ExampleWorld())
	if err != nil || !out.Inspectable {
		t.Errorf("a long list is not deep: %v", err)
	}
}

func manyWords(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("f")
		for ; i > 0; i /= 10 {
			b.WriteByte(byte('0' + i%10))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// TestSpans: an effect points at the words that cause it.
func TestSpans(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, tc := range []struct{ text, object, words string }{
		{"cat a; rm -f 'b c'", "/home/u/w/b c", "'b c'"},
		{"git push --force origin", "remote", "git"},
		{"echo x >/etc/y", "/etc/y", "/etc/y"},
		{"bash -c 'rm /z'", "/z", "'rm /z'"},
	} {
		out, err := a.Analyze(command.Input{Text: tc.text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, e := range out.Effects {
			found = found || e.Object == tc.object && out.Text()[e.Span.Start:e.Span.End] == tc.words
		}
		if !found {
			t.Errorf("%s: no effect on %s points at %q: %+v", tc.text, tc.object, tc.words, out.Effects)
		}
	}
}

// TestExec: words seen at run time may hold what texts may not.
func TestExec(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	out, err := a.AnalyzeExec([]string{"/bin/rm", "-r", "\x1b[0m"}, []string{"LD_PRELOAD=x"}, command.ExampleWorld())
	if err != nil || !out.Inspectable || out.Argv == nil {
		t.Errorf("%+v, %v", out, err)
	}
	if _, err := a.AnalyzeExec(nil, nil, command.ExampleWorld()); err == nil {
		t.Error("no words are no command")
	}
}

// TestCover counts what the catalogue lacks.
func TestCover(t *testing.T) {
	t.Parallel()
	c := analyzer(t).Cover([]string{"ls", "frobnicate x", "frobnicate y", "rm --frob x", "git frob", "if"}, command.ExampleWorld())
	if c.Commands != 6 || c.Known != 1 || c.Refused != 1 {
		t.Errorf("%+v", c)
	}
	for i, want := range []command.Miss{{What: "program", Name: "frobnicate", Count: 2}, {What: "option", Name: "rm --frob", Count: 1}, {What: "sub-command", Name: "git frob", Count: 1}} {
		if i >= len(c.Misses) || c.Misses[i] != want {
			t.Fatalf("misses: %+v", c.Misses)
		}
	}
}
