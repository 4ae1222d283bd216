package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// codeText looks into code that is given on the command line of an interpreter.
// The code is unknown and stays so; what is added are catastrophes that it
// spells out: endless forks, signals to everybody, and constants that it hands
// to a shell or to a function that deletes.
//
// Limit: it reads words and string constants, not the language.
func (v *visit) codeText(text string, f field, depth int) {
	if v.r.muted > 0 || len(text) > maxValue || depth > 2 {
		return
	}
	if depth == 0 && editor(v.name) {
		v.editorText(text, f)
	}
	for _, verb := range [...]string{"shell ", ".shell ", ".system ", `\! `, "!", "spawn ", "exec "} { // gdb, sqlite3, psql, mysql, ftp, expect, Tcl
		if rest, ok := strings.CutPrefix(strings.TrimSpace(text), verb); ok && depth == 0 && !editor(v.name) {
			v.spelledOut(rest, f)
		}
	}
	squeezed := strings.Join(strings.Fields(withoutConstants(text)), "")
	if forksForEver(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "endless loop that forks", By: v.name, Mark: catalogue.MarkForkBomb, Span: f.span})
	}
	if killsAllProcesses(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: "-1", Certain: true, By: v.name, Mark: catalogue.MarkKillAll, Span: f.span})
	}
	for _, c := range codeCalls(text) {
		switch {
		case runsText(c.name):
			if c.name == "exec" || c.name == "eval" {
				v.codeText(strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(c.args[0]), f, depth+1)
			}
			v.spelledOut(strings.Join(c.args, " "), f)
		case writesTo(c) != "":
			v.r.path(v.sc, field{text: writesTo(c), span: f.span}, pipeline.KindWrite, v.name, "")
		case deletes(c.name) && (strings.HasPrefix(c.args[0], "/") || strings.HasPrefix(c.args[0], "~")):
			object := c.args[0]
			if rest, ok := strings.CutPrefix(object, "~"); ok && (rest == "" || rest[0] == '/') {
				object = v.r.w.Home + rest
			}
			v.r.path(v.sc, field{text: object, span: f.span}, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
		}
	}
}

func editor(name string) bool {
	switch name {
	case "vim", "vi", "nvim", "ex", "view", "vimdiff", "rvim", "gvim", "less", "more", "most", "ed":
		return true
	}
	return false
}

// editorText looks into a command of an editor or a pager: behind a ! stands
// what a shell gets, behind w the file that is written.
func (v *visit) editorText(text string, f field) {
	if _, command, ok := strings.Cut(text, "!"); ok && strings.TrimSpace(command) != "" {
		v.spelledOut(command, f)
	}
	words := strings.Fields(strings.TrimLeft(text, ":+ "))
	if len(words) == 2 && strings.HasPrefix(words[0], "w") && strings.HasPrefix(words[1], "/") {
		v.r.path(v.sc, field{text: words[1], span: f.span}, pipeline.KindWrite, v.name, "")
	}
}

// spelledOut judges a text that code hands to a shell, and keeps of it what
// stops the machine, ends everything or deletes.
func (v *visit) spelledOut(text string, f field) {
	from := len(v.r.effects)
	v.r.suspectText(v.sc, text, v.name, f.span)
	from = min(from, len(v.r.effects))
	v.r.effects = append(v.r.effects[:from], slices.DeleteFunc(v.r.effects[from:], func(e pipeline.Effect) bool {
		switch e.Mark {
		case catalogue.MarkForkBomb, catalogue.MarkKillAll, catalogue.MarkPower, catalogue.MarkDisk, catalogue.MarkSecurityOff, catalogue.MarkBoot:
			return false
		}
		return e.Kind != pipeline.KindDelete && e.Mark != catalogue.MarkRecursive
	})...)
	v.r.p.seen.clear() // what was taken back may be emitted again
}

// withoutConstants empties the string constants of a code, but for a last "&".
func withoutConstants(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		q := text[i]
		b.WriteByte(q)
		if q != '"' && q != '\'' {
			continue
		}
		end := i + 1
		for end < len(text) && text[end] != q {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(text) {
			b.WriteString(text[i+1:]) // no constant at all
			break
		}
		if text[end-1] == '&' {
			b.WriteByte('&')
		}
		b.WriteByte(q)
		i = end
	}
	return b.String()
}

// forksForEver finds a loop that nothing ends, in which processes are started
// and not waited for. The blanks of the code are gone.
func forksForEver(squeezed string) bool {
	if !strings.Contains(squeezed, "fork") && !strings.Contains(squeezed, `&")`) && !strings.Contains(squeezed, "&')") || strings.Contains(squeezed, "wait") {
		return false
	}
	for _, head := range endlessHeads() {
		at := strings.Index(squeezed, head)
		if at < 0 {
			continue
		}
		body, before := squeezed[at:], strings.TrimSuffix(squeezed[:at], "()")
		switch {
		case strings.Contains(head, "fork"):
			return true
		case leavesLoop(body):
		case strings.HasSuffix(before, "fork") && starts(before+";") && !strings.HasPrefix(body[len(head):], ":"), starts(body), strings.HasSuffix(head, ")") && head[0] != 'w' && starts(squeezed), head == "itertools.count" && starts(squeezed):
			return true
		}
	}
	return false
}

// endlessHeads are the beginnings of loops without an end, blanks taken away.
func endlessHeads() []string {
	return []string{"while1", "while(1)", "whileTrue", "whiletrue", "while(true)", "while(True)", "whilefork", "while(fork", "loop{", "loopdo", "for(;;)", "iter(int,1)", "until0", "forever", "whilenot0", "itertools.count", "untilfalse", "count()"}
}

func loopsForEver(squeezed string) bool {
	return slices.ContainsFunc(endlessHeads(), func(head string) bool { return strings.Contains(squeezed, head) })
}

// leavesLoop reports whether a loop may end or rests, so that it is no bomb for
// certain.
func leavesLoop(body string) bool {
	for _, word := range [...]string{"break", "return", "exit", "sleep", "raise", "throw", "last", "input("} {
		if strings.Contains(body, word) {
			return true
		}
	}
	return false
}

// starts reports whether code calls fork of the system, or gives a shell
// something for the background. A method of that name may be anybody's.
func starts(code string) bool {
	if strings.Contains(code, `&")`) || strings.Contains(code, "&')") {
		return true
	}
	for at := 0; ; {
		i := strings.Index(code[at:], "fork")
		if i < 0 {
			return false
		}
		at += i + len("fork")
		before := strings.TrimSuffix(code[:at-len("fork")], "pcntl_")
		if at < len(code) && strings.IndexByte("(;}|&]", code[at]) < 0 {
			continue
		}
		if before == "" || strings.HasSuffix(before, "True:") || strings.HasSuffix(before, "do") && strings.HasSuffix(before, "loopdo") {
			return true
		}
		if last := before[len(before)-1]; last == '.' {
			for _, owner := range [...]string{"os.", "posix.", "pty.", "Process.", "Kernel.", "cp.", "child_process.", `")."`, ").", "unistd."} {
				if strings.HasSuffix(before, owner) {
					return true
				}
			}
		} else if !wordByte(last) || last == '.' {
			return true
		}
	}
}

// killsAllProcesses finds kill with -1 for a process: perlfunc(1) kill(9, -1),
// Python's os.kill(-1, 9).
func killsAllProcesses(squeezed string) bool {
	for rest := squeezed; ; {
		i := strings.Index(rest, "kill")
		if i < 0 {
			return false
		}
		rest = rest[i+len("kill"):]
		head := rest[:min(len(rest), 24)]
		if end := strings.IndexAny(head, ";}\n"); end >= 0 {
			head = head[:end]
		}
		for _, one := range [...]string{"(-1,", ",-1", ">-1"} {
			if at := strings.Index(head, one); at >= 0 {
				after := head[at+len(one):]
				if one == "(-1," || after == "" || after[0] < '0' || after[0] > '9' {
					return true
				}
			}
		}
	}
}

// codeCall is a call with the string constants that follow its name.
type codeCall struct {
	name string
	args []string
}

// codeCalls finds NAME("text"), NAME "text", NAME(["a", "b"]) and backticks.
func codeCalls(text string) []codeCall {
	var out []codeCall
	joined := false // the constant follows another one of the same call
	for i := 0; i < len(text); {
		q := text[i]
		if q != '"' && q != '\'' && q != '`' {
			if !strings.ContainsRune(" \t\n,[]", rune(q)) {
				joined = false
			}
			i++
			continue
		}
		end := i + 1
		for end < len(text) && text[end] != q {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(text) {
			return out
		}
		constant := strings.NewReplacer(`\"`, `"`, `\'`, `'`, `\\`, `\`).Replace(text[i+1 : end])
		name := callName(text[:i])
		switch {
		case joined && len(out) > 0:
			out[len(out)-1].args = append(out[len(out)-1].args, constant)
		case name != "":
			out = append(out, codeCall{name, []string{constant}})
			joined = true
		case q == '`':
			out = append(out, codeCall{"system", []string{constant}})
		}
		i = end + 1
	}
	return out
}

// callName is the name whose arguments begin where a text ends.
func callName(before string) string {
	before = strings.TrimRight(before, " \t\n([{q")
	from := len(before)
	for from > 0 && (before[from-1] == '_' || before[from-1] >= 'a' && before[from-1] <= 'z' || before[from-1] >= 'A' && before[from-1] <= 'Z') {
		from--
	}
	return before[from:]
}

// writesTo is the path that a call opens for writing, or "".
func writesTo(c codeCall) string {
	target := strings.TrimLeft(c.args[0], "+>< ")
	if !strings.HasPrefix(target, "/") {
		return ""
	}
	switch c.name {
	case "open", "fopen", "sysopen", "File", "new", "F", "FH", "f", "fh", "openSync", "Open":
		if c.args[0] != target && strings.Contains(c.args[0][:len(c.args[0])-len(target)], ">") || len(c.args) > 1 && len(c.args[1]) < 5 && strings.ContainsAny(c.args[1], "wa+") {
			return target
		}
	case "writeFileSync", "writeFile", "write_text", "write_bytes", "appendFile", "appendFileSync", "createWriteStream", "file_put_contents", "write", "binwrite", "truncate", "truncateSync", "WriteFile", "Create", "spew":
		return target
	}
	return ""
}

func runsText(name string) bool {
	switch name {
	case "system", "popen", "exec", "execSync", "execFile", "execFileSync", "spawn", "spawnSync", "run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput",
		"shell_exec", "passthru", "proc_open", "execute", "eval", "execl", "execlp", "execv", "execvp", "execve", "spawnl", "spawnlp", "spawnvp", "posix_spawn", "sh", "qx", "Command", "shellOut", "readProcess", "callCommand", "run_command":
		return true
	}
	return false
}

func deletes(name string) bool {
	switch name {
	case "rmtree", "rm_rf", "rm_r", "rmSync", "rmdirSync", "rmdir", "remove_tree", "remove_dir_all", "removeSync", "rimraf", "remove_entry_secure", "delTree", "RemoveAll", "rm", "unlink", "unlinkSync", "remove", "Remove", "delete":
		return true
	}
	return false
}
