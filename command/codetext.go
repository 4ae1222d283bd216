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
	if depth == 0 {
		v.toolText(text, f)
		text = plainNames(plainCode(text))
	}
	squeezed := strings.Join(strings.Fields(withoutConstants(text)), "")
	if forksForEver(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "endless loop that forks", By: v.name, Mark: catalogue.MarkForkBomb, Span: f.span})
	}
	if killsAllProcesses(squeezed) || killsEach(text, squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: "-1", Certain: true, By: v.name, Mark: catalogue.MarkKillAll, Span: f.span})
	}
	v.spelledDevices(text, squeezed, f.span)
	v.spelledRoots(text, f.span)
	for _, c := range codeCalls(text) {
		switch {
		case runsText(c.name) && !c.foreign(runners()) && (!ownName(c.name) || c.owner != "" && strings.HasSuffix(c.owner, ".") || startsPrograms(v.name, text)):
			if c.name == "exec" || c.name == "eval" {
				v.codeText(strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(c.args[0]), f, depth+1)
			}
			v.spelledOut(strings.Join(c.args, " "), f)
			if len(c.args) > 1 { // each of them is a word
				words := make([]field, len(c.args))
				for i, arg := range c.args {
					words[i].text = arg
				}
				v.spelledOut(strings.TrimSpace(asWritten("", words)), f)
			}
		case writesTo(c.codeCall) != "" && !c.foreign(writers()):
			v.r.path(v.sc, field{text: writesTo(c.codeCall), span: f.span}, pipeline.KindWrite, v.name, "")
		case deletes(c.name) && !c.foreign(removers()) && (strings.HasPrefix(c.args[0], "/") || strings.HasPrefix(c.args[0], "~")):
			object := c.args[0]
			if rest, ok := strings.CutPrefix(object, "~"); ok && (rest == "" || rest[0] == '/') {
				object = v.r.w.Home + rest
			}
			v.r.path(v.sc, field{text: object, span: f.span}, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
		}
	}
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
	if strings.Contains(squeezed, "forever(forkProcess") || strings.Contains(squeezed, "forever$forkProcess") {
		return true // what stands in it returns to it
	}
	if startsItself(squeezed) {
		return true
	}
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

// loopsForEver reports whether a code has any loop without an end.
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
		if at < len(code) && strings.IndexByte("(;}|&]{", code[at]) < 0 {
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
		if strings.HasPrefix(head, "0,") || strings.HasPrefix(head, "(0,") {
			continue // only asks whether they are there
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

// ownedCall is a call and what stands before its name: "subprocess." of
// subprocess.run, nothing where it is no method.
type ownedCall struct {
	codeCall
	owner string
}

// foreign reports whether a call of a name that many things have is a method of
// something that is not known to do what the name says: app.delete, client.run. A word
// may stand before the owner, as in fs.promises.rm; the name that counts is the last
// one.
func (c *ownedCall) foreign(owners []string) bool {
	switch c.name {
	case "run", "call", "execute", "exec", "eval", "spawn", "rm", "remove", "Remove", "delete", "unlink", "rmdir", "sh", "write", "shell", "system2":
	default:
		return false
	}
	owner := c.owner
	for _, mark := range [...]string{".", "->", "::"} {
		before, ok := strings.CutSuffix(owner, mark)
		if !ok {
			continue
		}
		return !slices.ContainsFunc(owners, func(o string) bool {
			rest, ok := strings.CutSuffix(before, strings.TrimSuffix(o, "."))
			return ok && (rest == "" || !wordByte(rest[len(rest)-1]) || rest[len(rest)-1] == '.' || !wordByte(o[0]))
		})
	}
	return false
}

// ownName names functions that start programs in some libraries, and whatever
// the author of a program likes in all others.
func ownName(name string) bool { return name == "run" || name == "call" || name == "execute" }

// startsPrograms reports whether a program uses a library whose functions of such
// names start programs, or a language in which they do.
func startsPrograms(by, text string) bool {
	return strings.HasPrefix(by, "julia") || strings.HasPrefix(by, "groovy") || strings.HasPrefix(by, "scala") || strings.HasPrefix(by, "amm") ||
		containsAny(text, "subprocess", "child_process", "invoke", "fabric", "execa", "popen", "posix", "Process")
}

// runners are those whose methods start programs.
func runners() []string {
	return []string{"subprocess.", "exec.", "cp.", "child_process.", "sp.", "Process.", "process.", "getRuntime().", "os.", "Kernel.", "shell.", "child_process').", "child_process\").", "pty.", "popen2.", "sh.", "builtins.", "Shell.", "IO.", "shelljs.", "execa.", "zx.", "Open3.", "posix."}
}

// writers are those whose method write takes a path.
func writers() []string {
	return []string{"File.", "IO.", "Deno.", "Bun.", "fs.", "Files.", "IOUtils."}
}

// removers are those whose methods delete files.
func removers() []string {
	return []string{"os.", "fs.", "shutil.", "promises.", "FileUtils.", "File.", "Dir.", "posix.", "Files.", "fse.", "filesystem.", "FileSystem.", "FS.", "sh.", "shell.", "shelljs.", "Deno.", "fs').", "fs\").", "promises').", "promises\")."}
}

// codeCalls finds NAME("text"), NAME "text", NAME(["a", "b"]) and backticks.
func codeCalls(text string) []ownedCall {
	var out []ownedCall
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
		constant := unescapedQuotes(text[i+1 : end])
		before := constantStart(text[:i])
		name := callName(before)
		switch {
		case joined && len(out) > 0:
			out[len(out)-1].args = append(out[len(out)-1].args, constant)
		case name != "":
			before = strings.TrimSuffix(strings.TrimRight(before, " \t\n([{q"), name)
			out = append(out, ownedCall{codeCall{name, []string{constant}}, before[max(0, len(before)-24):]})
			joined = true
		case q == '`':
			out = append(out, ownedCall{codeCall{"system", []string{constant}}, ""})
		}
		i = end + 1
	}
	return out
}

// constantStart is a text without the letter before a quote that says what kind
// of constant follows: b"..." of Python, f"..." and r"...".
func constantStart(before string) string {
	if n := len(before); n > 1 && strings.IndexByte("bfru", before[n-1]) >= 0 && strings.IndexByte("(,[ ", before[n-2]) >= 0 {
		return before[:n-1]
	}
	return before
}

// callName is the name whose arguments begin where a text ends.
func callName(before string) string {
	before = strings.TrimRight(before, " \t\n([{q")
	from := len(before)
	for from > 0 && (before[from-1] == '_' || before[from-1] >= 'a' && before[from-1] <= 'z' || before[from-1] >= 'A' && before[from-1] <= 'Z' || before[from-1] >= '0' && before[from-1] <= '9') {
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

// runsText names functions that give a text to a shell or start a program with it, in
// any language.
func runsText(name string) bool {
	switch name {
	case "system", "popen", "exec", "execSync", "execFile", "execFileSync", "spawn", "spawnSync", "run", "call", "check_call", "check_output", "Popen", "getoutput", "getstatusoutput",
		"shell_exec", "passthru", "proc_open", "execute", "eval", "execl", "execlp", "execv", "execvp", "execve", "spawnl", "spawnlp", "spawnvp", "posix_spawn", "sh", "qx", "Command", "shellOut", "system2", "capture2", "capture2e", "capture3", "create_subprocess_shell", "create_subprocess_exec", "shell", "readProcess", "callCommand", "run_command":
		return true
	}
	return false
}

// deletes names functions that delete a file or a tree, in any language.
func deletes(name string) bool {
	switch name {
	case "rmtree", "rm_rf", "rm_r", "rmSync", "rmdirSync", "rmdir", "remove_tree", "remove_dir", "remove_all", "remove_dir_all", "removeSync", "rimraf", "remove_entry_secure", "delTree", "RemoveAll", "rm", "unlink", "unlinkSync", "remove", "Remove", "delete":
		return true
	}
	return false
}

// killsEach reports whether a program goes through all processes and kills each, without
// asking which one it is. Blanks and constants are gone from squeezed.
func killsEach(text, squeezed string) bool {
	if !strings.Contains(text, `"/proc`) && !strings.Contains(text, "'/proc") || !strings.Contains(squeezed, "kill(") {
		return false
	}
	return !containsAny(text, "cmdline", "comm", "stat", "exe", "environ", "name", "cwd", "ppid", "==", "argv") && !containsAny(squeezed, ",0)", "kill(0")
}
