package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Many programs have a language of their own with a way out of it to a shell:
// editors, debuggers, clients of databases, Tcl. What stands behind that way is
// a command, whatever the rest of the text means.

// toolText looks for commands in the text that such a program is given.
func (v *visit) toolText(text string, f field) {
	if editor(v.name) {
		v.editorText(text, f)
		return
	}
	switch v.name {
	case "make", "gmake":
		v.makeText(text, f)
		return
	case "pwsh", "powershell", "nu", "xonsh", "elvish", "fish", "csh", "tcsh", "osh", "ysh", "yash", "mksh", "oksh", "scp", "sftp", "ip", "sbatch", "git":
		v.shellLike(text, f) // so far alike that plain commands mean the same
		return
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, verb := range waysOut(v.name) {
			rest, ok := strings.CutPrefix(line, verb)
			if !ok {
				continue
			}
			if words := strings.Fields(rest); verb == "file delete " {
				rest = "rm -rf " + strings.Join(slices.DeleteFunc(words, func(w string) bool { return w[0] == '-' }), " ")
			}
			v.spelledOut(rest, f)
		}
	}
}

// waysOut are the words before a command of the shell in a program's language.
func waysOut(name string) []string {
	switch {
	case isDebugger(name):
		return []string{"shell ", "!", "python os.system", "pipe ", "| "}
	case strings.HasPrefix(name, "lldb"):
		return []string{"platform shell ", "shell ", "!"}
	}
	switch name {
	case "sqlite3", "sqlite", "litecli", "duckdb":
		return []string{".shell ", ".system ", ".sh ", ".sy "}
	case "psql", "pgcli", "cockroach":
		return []string{`\! `, `\!`}
	case "mysql", "mariadb", "mycli":
		return []string{`\! `, `\!`, "system "}
	case "expect", "tclsh", "wish", "tcl", "jimsh", "autoexpect":
		return []string{"spawn ", "exec ", "exec -ignorestderr ", "system ", "file delete "}
	case "ftp", "lftp", "sftp", "telnet", "mail", "mailx", "mutt", "bc", "gnuplot", "octave", "maxima", "gp":
		return []string{"!", "shell "}
	}
	return nil
}

// shellLike judges a text of another shell as one of ours.
func (v *visit) shellLike(text string, f field) {
	v.spelledOut(text, f)
	for _, verb := range [...]string{"Stop-Computer", "Restart-Computer"} { // PowerShell
		if first := strings.TrimSpace(text); strings.HasPrefix(first, verb) {
			v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "the power state of the machine", Certain: true, By: v.name, Mark: catalogue.MarkPower, Span: f.span})
		}
	}
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text), "Remove-Item "); ok && strings.Contains(rest, "-Recurse") {
		words := slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return w[0] == '-' })
		v.spelledOut("rm -rf "+strings.Join(words, " "), f)
	}
}

// makeText judges the recipes of a Makefile that is given as a text, each as a
// shell gets it. Which of them run hangs on the goals: without any it is all.
func (v *visit) makeText(text string, f field) {
	a := author{r: v.r}
	lines, _ := a.rules(text, false)
	if lines == nil {
		lines = strings.Split(text, "\n")
	}
	values := a.values(text)
	for _, line := range lines[:min(len(lines), maxRecipes)] {
		for _, command := range commandsOf(values.expand(line)) {
			if len(strings.TrimSpace(command)) > 3 {
				v.spelledOut(command, f)
			}
		}
	}
}

// editor names programs whose words may be commands of theirs.
func editor(name string) bool {
	switch name {
	case "vim", "vi", "nvim", "ex", "view", "vimdiff", "rvim", "gvim", "less", "more", "most", "ed":
		return true
	}
	return false
}

// editorText looks into commands of an editor or a pager, one a line: behind a !
// stands what a shell gets, behind w the file that is written.
func (v *visit) editorText(text string, f field) {
	typing := false // ed(1) takes lines for text up to a dot
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if !v.r.spend(4 + len(line)/16) {
			return
		}
		if typing {
			typing = line != "."
			continue
		}
		if v.name == "ed" && (strings.HasSuffix(line, "a") || strings.HasSuffix(line, "i") || strings.HasSuffix(line, "c")) && len(line) < 8 && !strings.ContainsAny(line, "!/") {
			typing = true
			continue
		}
		if language, rest, ok := strings.Cut(strings.TrimLeft(line, ":+ "), " "); ok && v.name != "ed" && slices.Contains([]string{"lua", "py", "py3", "python", "python3", "pyx", "perl", "ruby", "rub"}, language) {
			v.codeText(rest, f, 1)
		}
		if before, command, ok := strings.Cut(line, "!"); ok && startsShell(before) && strings.TrimSpace(command) != "" {
			v.spelledOut(command, f)
		}
		words := strings.Fields(strings.TrimLeft(line, ":+ "))
		if len(words) == 2 && strings.HasPrefix(words[0], "w") && strings.HasPrefix(words[1], "/") {
			v.r.path(v.sc, field{text: words[1], span: f.span}, pipeline.KindWrite, v.name, "")
		}
	}
}

// startsShell reports whether a ! behind such a beginning of a line starts a
// shell: an address, or a command that takes one. In a pattern it means itself.
func startsShell(before string) bool {
	before = strings.TrimSpace(strings.TrimLeft(before, ": \t"))
	for _, word := range [...]string{"silent", "sil", "exe", "execute", "read", "write", "r", "w", "x", "term", "terminal", "argdo", "bufdo", "windo"} {
		before = strings.TrimSpace(strings.TrimSuffix(before, word))
	}
	return strings.Trim(before, "0123456789.$,%'<>;+-\"") == ""
}
