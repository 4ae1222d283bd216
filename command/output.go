package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// substitution judges $( ) and says what it prints where that is certain. A
// substitution runs in a shell of its own, so that nothing it sets stays (POSIX 2.6.3).
// What it prints loses the newlines at its end.
func (r *run) substitution(sc *scope, p *syntax.CmdSubst) value {
	if r.over {
		return value{}
	}
	if p.TempFile || p.ReplyVar {
		r.unhandled(p)
	}
	if len(p.Stmts) == 1 && endlessSource(p.Stmts[0]) {
		r.unknown("keeps in memory what has no end", "command", r.spanOf(p))
	}
	figures := false
	if r.muted == 0 { // judged once; looking again for what it prints must not judge what is nested again
		inner, out := sc.fork(), r.out
		inner.failed, inner.errexit = nil, false // bash clears -e there
		r.out = nil
		if len(sc.funcs) > 0 && len(p.Stmts) == 1 && sc.funcs[commandName(p.Stmts[0])] != nil {
			figures = r.functionNumber(inner, p.Stmts)
		} else {
			r.stmts(inner, p.Stmts)
		}
		r.out = out
	}
	v := r.printed(sc, p.Stmts)
	if figures && v.kind == valueDynamic {
		v = number()
		v.hollow = true
	}
	if v.kind == valueDynamic && len(p.Stmts) == 1 {
		if v.lines = r.producedNames(sc, p.Stmts[0]); len(v.lines) > 2*maxAlts || v.lines != nil && nulAfter(p.Stmts[0], false) { // echo "$x$x" doubles them
			v.lines = nil
		}
		single := oneLine(p.Stmts[0])
		v.line = belowFolder(v.lines) && single && !asksForSecrets(v.lines)
		switch {
		case v.line && len(v.lines) > 1:
			v.one = "**"
		case single && len(v.lines) == 1:
			v.one = v.lines[0]
		}
	}
	v.hollow = v.hollow || v.kind == valuePattern && !certainOutput(p.Stmts, v.number)
	return v
}

// printed folds what a substitution prints: constants, the working folder, and programs
// whose output is a number or a name by their nature. Statements are never judged here,
// only looked at (mute). A redirection of its output leaves nothing to print; one of
// its errors, or of its input, changes nothing.
func (r *run) printed(sc *scope, stmts []*syntax.Stmt) value {
	if len(stmts) != 1 || stmts[0].Background || stmts[0].Negated {
		return value{}
	}
	s := stmts[0]
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe {
		return r.printedLast(sc, s, bin)
	}
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.OrStmt && len(s.Redirs) == 0 {
		return orElse(r.printed(sc, []*syntax.Stmt{bin.X}), r.printed(sc, []*syntax.Stmt{bin.Y}))
	}
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.AndStmt {
		return r.printedThere(sc, bin)
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return r.fileShown(sc, s)
	}
	for _, rd := range s.Redirs {
		switch rd.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc: // whatever is read
		case syntax.RdrOut:
			if rd.N == nil || rd.N.Value != "2" {
				return value{}
			}
		default:
			return value{}
		}
	}
	mute := r.mute()
	defer r.unmute(mute)
	if setsWithin(call.Args) {
		sc = sc.fork() // of the shell that prints
	}
	args := r.fields(sc, call.Args)
	if len(args) == 0 || !args[0].exact() || sc.renamed(args[0].text) {
		return value{}
	}
	if name := args[0].text; strings.Contains(name, "/") && !systemDir(path.Dir(name)) {
		return value{} // a program of that name, not the one that is known
	}
	v := r.printedBy(sc, args)
	if v.kind == valueDynamic && v.tool == nil {
		v.tool = sc.ownPath(args[0].text, args[1:])
	}
	if v.kind == valueDynamic {
		v.single, v.dotless = takesSlashes(path.Base(args[0].text), args[1:])
	}
	return v
}

// printedLast is what a pipeline s prints, by its last command if that alone decides,
// otherwise by what comes in from bin.X and is only passed on. wc -l at the end prints
// a number whatever comes in; head only passes on what there is.
func (r *run) printedLast(sc *scope, s *syntax.Stmt, bin *syntax.BinaryCmd) value {
	last := r.printed(sc, []*syntax.Stmt{bin.Y})
	if last.number {
		return last
	}
	if sc.keepsNumbers(bin) {
		if first := r.printed(sc, []*syntax.Stmt{bin.X}); first.number {
			return first
		}
	}
	if sc.keepsTokens(bin) {
		if first := r.printed(sc, []*syntax.Stmt{bin.X}); first.kind == valuePattern && first.text == "*" {
			return first
		}
	}
	if sc.joinsParts(bin) && r.printed(sc, []*syntax.Stmt{bin.X}).text == anyRef {
		v := token()
		v.hollow = true
		return v
	}
	if sc.countsFirst(bin) || sc.tableNumber(bin) || r.numbersLines(sc, bin) {
		return number()
	}
	if hash, ok := sc.hashed(bin); ok {
		return hash
	}
	if out, ok := r.constantOutput(sc, s); ok && len(s.Redirs) == 0 {
		return text(strings.TrimRight(out, "\n"))
	}
	if !last.single && sc.keepsNames(bin) {
		last = r.printed(sc, []*syntax.Stmt{bin.X})
	}
	return value{single: last.kind == valueDynamic && last.single, dotless: last.kind == valueDynamic && last.dotless}
}

// printedBy is what a program prints. Of a file whose text the command has written as a
// number of a process it prints that (pidIn).
func (r *run) printedBy(sc *scope, args []field) value {
	switch name := path.Base(args[0].text); {
	case name == "cat" && len(args) == 2:
		if v, ok := r.pidIn(sc, args[1]); ok {
			return v
		}
	case name == "which":
		return r.found(sc, args[1:])
	case args[0].text == "command" && len(args) == 3 && args[1].exact() && args[1].text == "-v", args[0].text == "type" && len(args) == 3 && args[1].exact() && args[1].text == "-P":
		if what := args[2]; !what.exact() || shellOnly(what.text) || ofShell(what.text) || sc.renamed(what.text) || sc.murky {
			return value{} // only its name, or what else it is
		}
		return r.found(sc, args[2:])
	case name == "pwd" && len(args) == 2 && args[1].exact() && args[1].text == "-P":
		if dir, ok := sc.exactFolder(); ok {
			return text(r.w.Paths.Resolve(dir))
		}
		return value{}
	case name == "git" && len(args) == 3 && args[1].text == "rev-parse" && args[2].text == "--show-toplevel":
		return r.toplevel(sc)
	}
	name := path.Base(args[0].text)
	if strings.Contains(args[0].text, "/") && (name == "echo" || name == "printf") {
		return folded(name, args[1:], true) // a program, which reads some escapes as no shell does
	}
	return outputOf(sc, name, args[1:])
}

// printedThere is $(cd FOLDER && pwd), for a folder that is there: otherwise nothing
// would be printed. A script finds its own folder so. pwd prints nothing that cd has
// not reached.
func (r *run) printedThere(sc *scope, c *syntax.BinaryCmd) value {
	call, ok := c.X.Cmd.(*syntax.CallExpr)
	if !ok || c.X.Negated || c.X.Background || len(call.Args) == 0 || len(call.Assigns) > 0 && !noSearch(call) || call.Args[0].Lit() != "cd" || sc.funcs["cd"] != nil {
		return value{}
	}
	for _, rd := range c.X.Redirs { // cd prints only what CDPATH found
		if rd.Op != syntax.RdrOut && rd.Op != syntax.RdrAll && rd.Op != syntax.DplOut {
			return value{}
		}
	}
	mute := r.mute()
	defer r.unmute(mute)
	inner := sc.fork()
	r.changeDir(inner, r.fields(inner, call.Args[1:]))
	if len(inner.dirs) != 1 || inner.failed != nil && !sameDirs(inner.dirs, sc.dirs) {
		return value{}
	}
	return r.printed(inner, []*syntax.Stmt{c.Y})
}

// noSearch reports whether a command is only given an empty CDPATH, so that cd
// looks nowhere else.
func noSearch(call *syntax.CallExpr) bool {
	return len(call.Assigns) == 1 && call.Assigns[0].Name != nil && call.Assigns[0].Name.Value == "CDPATH" && !call.Assigns[0].Append && call.Assigns[0].Index == nil &&
		(call.Assigns[0].Value == nil || len(call.Assigns[0].Value.Parts) == 0) && call.Assigns[0].Array == nil
}

// toplevel is the folder of the repository that the shell stands in. What only looks
// like one to git, and not to us, lies deeper. GIT_DIR and GIT_WORK_TREE say where it
// is themselves. A folder is taken for a repository by what git makes in every one
// (gitrepository-layout(5)); a worktree, which has a file there, is not known.
func (r *run) toplevel(sc *scope) value {
	from, ok := sc.exactFolder()
	if !ok || !sc.lookup("GIT_DIR").unset || !sc.lookup("GIT_WORK_TREE").unset {
		return value{}
	}
	for dir := r.w.Paths.Resolve(from); r.spend(8); dir = path.Dir(dir) {
		if git := path.Join(dir, ".git"); r.w.Paths.IsDir(path.Join(git, "objects")) && r.w.Paths.IsDir(path.Join(git, "refs")) {
			return text(dir)
		}
		if dir == "/" {
			break
		}
	}
	return value{}
}

// outputOf says what some well-known programs print. number() is digits alone, token()
// a word without blanks or slashes. Where some version of a program, or an option,
// prints anything else, nothing is said: arithmetic and paths are judged by this.
//
// Long: one case a program; it is a table.
func outputOf(sc *scope, name string, args []field) value {
	exact := !slices.ContainsFunc(args, func(f field) bool { return !f.exact() })
	switch name {
	case "echo", "printf":
		if name == "echo" && (sc.posix || sc.opts) && slices.ContainsFunc(args, func(f field) bool { return strings.Contains(f.text, `\`) }) {
			return value{} // some shells read escapes without -e
		}
		if name == "printf" && !exact && printsNumber(name, args) {
			return number()
		}
		return folded(name, args, sc.posix)
	case "true", ":", "false":
		return text("")
	case "pwd":
		if len(args) == 0 || len(args) == 1 && args[0].exact() && args[0].text == "-L" {
			return sc.folder()
		}
	case "nproc":
		if !slices.ContainsFunc(args, func(f field) bool { return f.text != "--all" }) {
			return number()
		}
	case "tput": // others are texts of a description that anyone may have written
		if len(args) == 1 && args[0].exact() && (args[0].text == "cols" || args[0].text == "lines") {
			v := number()
			v.plain = false
			return v
		}
	case "getconf":
		if len(args) == 1 && exact && strings.HasPrefix(args[0].text, "_") && strings.HasSuffix(args[0].text, "_ONLN") || len(args) == 1 && args[0].text == "PAGESIZE" {
			return number()
		}
	case "wc":
		if slices.ContainsFunc(args, func(f field) bool {
			return !f.exact() || strings.Trim(f.text, "-lcwmL") != "" && f.text != "--lines" && f.text != "--bytes" && f.text != "--words" && f.text != "--chars"
		}) {
			return value{} // names follow the counts, or it is a help
		}
		return number()
	case "date":
		if exact && !slices.ContainsFunc(args, func(f field) bool {
			return strings.HasPrefix(f.text, "+") && !dateToken(f.text) || f.text == "-f"
		}) && len(args) > 0 {
			if dateNumber(args[len(args)-1].text) {
				return number()
			}
			v := token()
			v.plain = plainFormat(args[len(args)-1].text)
			return v
		}
		if exact && len(args) == 1 {
			return datePath(args[0].text)
		}
	case "id":
		if len(args) == 1 && (args[0].text == "-u" || args[0].text == "-g") {
			return number()
		}
		if len(args) == 1 && (args[0].text == "-un" || args[0].text == "-gn" || args[0].text == "-nu" || args[0].text == "-ng") || len(args) == 2 && args[0].text == "-u" && args[1].text == "-n" {
			return token()
		}
	case "stat":
		if len(args) == 3 && args[0].text == "-c" && args[1].exact() && (args[1].text == "%s" || args[1].text == "%Y" || args[1].text == "%a" || args[1].text == "%u") && !args[2].optionLike() {
			return number()
		}
		if len(args) == 2 && args[0].exact() && (args[0].text == "-c%s" || args[0].text == "-c%Y" || args[0].text == "--format=%s") && !args[1].optionLike() {
			return number()
		}
	case "grep":
		if len(args) > 0 && len(args) <= 3 && strings.HasPrefix(args[0].text, "-c") && strings.Trim(args[0].text[2:], "civEFPwx") == "" &&
			!slices.ContainsFunc(args[1:], func(f field) bool { return f.many || f.optionLike() || f.pattern && strings.Trim(f.text, "*?") == "" }) {
			return number()
		}
	case "uname", "arch", "uuidgen":
		v := token()
		v.plain = len(args) == 0 || len(args) == 1 && (args[0].text == "-s" || args[0].text == "-m")
		return v
	case "hostname", "whoami":
		return token()
	case "mktemp":
		if exact && !slices.ContainsFunc(args, func(f field) bool { return f.text != "-d" && f.text != "-q" }) {
			dir := "/tmp"
			if v := sc.lookup("TMPDIR").one(); v.kind == valueText && v.text != "" {
				dir = v.text
			}
			v := pattern(path.Join(dir, "tmp.*"))
			v.word, v.hollow = staysWord(dir), !sc.makesTemporary(dir)
			return v
		}
		if exact {
			return templated(sc, args)
		}
	case "basename":
		if exact && len(args) == 1 && args[0].text != "" {
			return text(path.Base(args[0].text))
		}
		if exact && len(args) == 2 && !args[0].optionLike() {
			base := path.Base(args[0].text)
			if cut := strings.TrimSuffix(base, args[1].text); cut != "" {
				base = cut
			}
			return text(base)
		}
		if len(args) > 0 && !args[0].optionLike() && args[0].pattern {
			v := lastOf(args[0].text, len(args) == 1)
			v.named, v.hollow = args[0].named, v.hollow || args[0].hollow
			return v
		}
	case "dirname":
		if len(args) == 2 && args[0].exact() && args[0].text == "--" {
			args = args[1:]
		}
		if len(args) == 1 && args[0].exact() && !args[0].optionLike() {
			return text(dirName(args[0].text))
		}
		if len(args) == 1 && args[0].pattern && !args[0].dynamic && !args[0].optionLike() {
			return folderOfPattern(args[0].text)
		}
	case "git":
		if commitID(args) {
			return plainToken()
		}
		if describes(args) {
			return token()
		}
		if branchName(args) {
			v := pattern(anyRef)
			v.hollow = true
			return v
		}
		if len(args) > 2 && exact && args[0].text == "rev-list" && args[1].text == "--count" && !slices.ContainsFunc(args[2:], func(f field) bool { return f.optionLike() }) {
			return number()
		}
	case "seq":
		if len(args) > 0 && args[0].exact() && args[0].text == "-w" {
			args = args[1:]
		}
		if !slices.ContainsFunc(args, func(f field) bool { return !f.exact() || strings.Trim(f.text, "0123456789.-") != "" || f.text == "-" }) {
			return number()
		}
	}
	if printsNumber(name, args) {
		return number()
	}
	return value{}
}

// ofShell names programs that the shell has itself, too. command -v of them prints the
// name alone, not a path.
func ofShell(name string) bool {
	switch name {
	case "echo", "printf", "test", "[", "kill", "pwd", "true", "false":
		return true
	}
	return false
}

// found is what which(1) prints of a program that is there. A program that is not there
// prints nothing; nothing is said of it then.
func (r *run) found(sc *scope, args []field) value {
	if len(args) != 1 || !args[0].exact() || args[0].text == "" || strings.ContainsAny(args[0].text, "/-") {
		return value{}
	}
	if p, ok := r.lookPath(args[0].text, sc); ok {
		return text(p)
	}
	return value{}
}
