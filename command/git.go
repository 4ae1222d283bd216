package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeGit judges configuration given on the command line, which can name
// programs, and the target of a push.
func analyzeGit(v *visit) bool {
	v.gitPlace()
	for _, a := range v.args {
		if a.option == "-c" && a.level == 0 || v.path == "git clone" && (a.option == "-c" || a.option == "--config") {
			v.gitConfig(a.field)
		}
	}
	switch strings.TrimPrefix(v.path, "git ") {
	case "push":
		v.gitPush()
	case "config":
		v.gitConfigCommand()
	case "branch": // with a name and nothing that asks for a list, it makes one
		if len(v.operands) > 0 && !v.has("-l", "--list", "-a", "--all", "-r", "--remotes", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at", "--show-current") {
			v.effects = append(v.effects, catalogue.Template{Kind: pipeline.KindWrite, Object: "./.git"})
		}
	case "symbolic-ref":
		if len(v.operands) > 1 || v.has("-d", "--delete") {
			v.effects = append(v.effects, catalogue.Template{Kind: pipeline.KindWrite, Object: "./.git"})
		}
	case "checkout":
		if v.dashes || len(v.operands) > 1 && !v.has("-b", "-B", "--orphan") || len(v.operands) > 0 && pathArgument(v.operands[0].text) {
			v.mark = strongerMark(catalogue.MarkHistoryRewrite, v.mark)
		}
	case "restore":
		if !v.has("-S", "--staged") || v.has("-W", "--worktree") {
			v.mark = strongerMark(catalogue.MarkHistoryRewrite, v.mark)
		}
	case "clean": // of a folder that is named, what is ignored there: less than rm -r of it takes
		if v.has("-X") && !v.has("-x", "-e", "--exclude") && len(v.operands) == 1 && v.operands[0].exact() && generatedFolder(v.operands[0].text) {
			v.mark = ""
		}
	case "reflog":
		if len(v.operands) > 0 && (v.operands[0].text == "expire" || v.operands[0].text == "delete") {
			v.effects = append(v.effects, catalogue.Template{Kind: pipeline.KindDelete, Object: "./.git/logs", Mark: catalogue.MarkHistoryRewrite})
		}
	case "merge", "pull", "rebase", "cherry-pick", "revert":
		v.gitStrategy()
	case "diff", "show", "log", "blame", "annotate", "grep", "cat-file", "archive", "whatchanged", "format-patch", "diff-tree", "diff-index", "diff-files":
		v.gitReads(strings.TrimPrefix(v.path, "git "))
	case "maintenance run": // the other tasks stay in the repository
		for _, a := range v.args {
			if a.option == "--task" && (!a.field.exact() || a.field.text == "prefetch") {
				v.effects = append(v.effects, catalogue.Template{Kind: pipeline.KindConnect, Object: "remote"})
			}
		}
	case "gc", "prune":
		if v.has("--prune", "--aggressive") || v.spec != nil && strings.HasSuffix(v.path, " prune") {
			v.mark = strongerMark(catalogue.MarkHistoryRewrite, v.mark)
		}
	}
	return false
}

// pathArgument reports whether a word can be no branch.
func pathArgument(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, ":") || strings.HasSuffix(s, "/") || strings.ContainsAny(s, "*?[")
}

// gitConfig judges one name=value: git-config(1) names many that are run.
func (v *visit) gitConfig(f field) {
	name, value := cutAssign(f.text)
	if !f.exact() {
		v.unknown("configuration "+f.text, f)
		return
	}
	v.gitSetting(name, value, f)
}

// gitSetting judges a setting that git is given, by -c or git config: some name a
// program that git runs itself, on any of its commands (git-config(1)).
func (v *visit) gitSetting(name, value string, f field) {
	lower := strings.ToLower(name)
	switch {
	case lower == "core.pager" || lower == "core.editor" || lower == "sequence.editor" || strings.HasPrefix(lower, "pager."):
		if value == "" || value == "true" || value == "false" {
			return
		}
		g := f
		g.text = value
		v.shell(g, "sh", nil)
	case lower == "blame.ignorerevsfile": // whose lines a complaint shows
		if value != "" {
			f.text = value
			v.r.path(v.sc, v.homed(f), pipeline.KindRead, v.name, "")
		}
	case harmlessGitSetting(lower):
	default:
		v.r.code("git configuration "+f.text, v.name, catalogue.MarkLoaderInjection, f.span)
		if strings.ContainsAny(value, " !/") {
			v.r.suspectText(v.sc, strings.TrimPrefix(value, "!"), "sh", f.span)
		}
	}
}

// harmlessGitSetting lists what configuration neither runs nor connects.
func harmlessGitSetting(name string) bool {
	for _, prefix := range []string{"user.", "author.", "committer.", "color.", "advice.", "push.", "pull.", "rebase.", "log.", "status.", "column.", "fetch.prune", "fetch.parallel", "branch.", "init.defaultbranch", "gc.auto", "merge.conflictstyle", "merge.ff", "diff.algorithm", "diff.renames", "diff.nopre", "diff.mnemonic", "diff.color", "merge.directoryrenames", "core.packedgit", "core.fsync", "stash.show", "commitgraph.", "pretty.", "repack.", "commit.gpgsign", "tag.gpgsign", "tag.sort", "rerere.", "help.", "blame.", "format.pretty", "apply.", "submodule.recurse", "safe.directory", "feature.", "index.", "pack.", "i18n.", "grep.", "clean.requireforce", "http.postbuffer", "http.lowspeed", "versionsort."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	switch name {
	case "diff.context", "diff.interhunkcontext", "diff.wserrorhighlight", "diff.statgraphwidth", "diff.statnamewidth", "diff.dirstat", "diff.indentheuristic", "diff.suppressblankempty", "diff.relative", "diff.renamelimit", "diff.ignoresubmodules", "diff.submodule", "diff.wordregex", "diff.autorefreshindex",
		"merge.renamelimit", "merge.renames", "merge.log", "merge.stat", "merge.verbosity", "merge.branchdesc", "commit.cleanup", "commit.status", "commit.verbose", "checkout.guess", "checkout.defaultremote", "checkout.workers", "interactive.singlekey", "add.ignoreerrors", "notes.displayref", "reset.quiet", "worktree.guessremote", "tag.forcesignannotated", "transfer.fsckobjects", "protocol.version",
		"core.checkstat", "core.trustctime", "core.precomposeunicode", "core.protecthfs", "core.protectntfs", "core.splitindex", "core.commitgraph", "core.multipackindex", "core.bigfilethreshold", "core.deltabasecachelimit", "core.usereplacerefs", "core.warnambiguousrefs", "core.ignorestat", "core.notesref", "core.maxtreedepth":
		return true
	case "core.quotepath", "core.autocrlf", "core.eol", "core.filemode", "core.ignorecase", "core.safecrlf", "core.abbrev", "core.whitespace", "core.longpaths", "core.compression", "core.preloadindex", "core.untrackedcache", "core.symlinks", "core.commentchar", "core.logallrefupdates", "core.bare", "core.sparsecheckout":
		return true
	}
	return false
}

// gitConfigCommand judges git config NAME VALUE.
func (v *visit) gitConfigCommand() {
	v.gitConfigSource()
	words := v.operands
	if len(words) > 0 {
		switch words[0].text {
		case "edit", "unset", "remove-section", "rename-section":
			v.gitConfigFile()
			if words[0].text == "edit" {
				v.unknown("starts an editor", words[0])
			}
			return
		case "get", "list":
			return
		case "set":
			words = words[1:]
		}
	}
	if v.has("-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "--unset", "--unset-all", "--remove-section") || len(words) < 2 {
		if v.has("--unset", "--unset-all", "--remove-section", "--rename-section") {
			v.gitConfigFile()
		}
		return
	}
	if v.plainSetting(words) {
		v.r.path(v.sc, field{text: "./.git", span: words[0].span}, pipeline.KindWrite, v.name, v.mark)
		return
	}
	v.gitConfigFile()
	if !words[0].exact() || !words[1].exact() {
		v.unknown("configuration "+words[0].text, words[0])
		return
	}
	name := strings.ToLower(words[0].text)
	switch {
	case name == "blame.ignorerevsfile": // elsewhere: its lines are shown
		v.gitSetting(name, words[1].text, words[1])
	case harmlessGitSetting(name):
	default:
		v.r.code("git configuration "+words[0].text+"="+words[1].text, v.name, catalogue.MarkPersist, words[0].span)
	}
}

// gitConfigSource states what git config prints beside the file that it is given: what a
// commit holds of one, and what one that may lie anywhere includes.
func (v *visit) gitConfigSource() {
	if f, ok := v.arg("--blob"); ok {
		v.gitReadsOf(f, true)
	}
	if v.has("--includes") && v.has("-f", "--file", "--blob") {
		v.unknown("what the configuration includes", v.fields[0])
	}
}

// plainSetting reports whether a repository's own setting says who works in it
// or how git does what it does anyway. Such a setting names no program, file
// or host, so that it is git's own book-keeping, as a branch is. What confines
// git knows the same names and looks at what was written.
func (v *visit) plainSetting(words []field) bool {
	if len(words) != 2 || !words[0].exact() || !words[1].exact() || v.has("--global", "--system", "--worktree", "-f", "--file", "--blob", "-e", "--edit") || strings.ContainsAny(words[1].text, "\n\x00") {
		return false
	}
	switch name := strings.ToLower(words[0].text); name {
	case "user.name", "user.email", "init.defaultbranch", "pull.rebase", "pull.ff", "push.default", "push.autosetupremote", "push.followtags", "fetch.prune", "merge.ff", "merge.conflictstyle",
		"rebase.autosquash", "rebase.autostash", "rerere.enabled", "core.autocrlf", "core.eol", "core.safecrlf", "core.quotepath", "core.filemode", "core.ignorecase", "core.abbrev", "color.ui", "diff.algorithm", "log.date":
		return true
	case "blame.ignorerevsfile":
		return words[1].text != "" && !strings.ContainsAny(words[1].text, "/~")
	default:
		return strings.HasPrefix(name, "branch.") && (strings.HasSuffix(name, ".rebase") || strings.HasSuffix(name, ".description"))
	}
}

// gitPlace states that a repository in a folder where anybody may put one
// is code: its configuration can name programs that git status runs.
func (v *visit) gitPlace() {
	switch strings.TrimPrefix(v.path, "git ") {
	case "git", "clone", "init", "version":
		return
	}
	for _, dir := range v.sc.dirs {
		if dir == v.r.w.Dir || strings.HasPrefix(v.r.w.Dir, dir+"/") {
			continue
		}
		if dir == "/tmp" || dir == "/var/tmp" || dir == "/dev/shm" || strings.HasPrefix(dir, "/tmp/") || strings.HasPrefix(dir, "/var/tmp/") || strings.HasPrefix(dir, "/dev/shm/") {
			v.r.path(v.sc, field{text: dir, span: v.fields[0].span}, pipeline.KindCode, v.name, "")
		}
	}
}

// gitStrategy judges how branches are merged: git starts git-merge-NAME for a
// strategy that it does not know, git-merge(1).
func (v *visit) gitStrategy() {
	for i, f := range v.fields {
		name, ok := strings.CutPrefix(f.text, "--strategy=")
		switch {
		case ok:
		case v.path != "git merge" && v.path != "git pull" && v.path != "git rebase" || f.text != "-s" && f.text != "--strategy":
			continue
		case i+1 < len(v.fields):
			f = v.fields[i+1]
			name = f.text
		}
		switch name {
		case "ort", "recursive", "resolve", "octopus", "ours", "subtree", "":
		default:
			v.unknown("runs git-merge-"+name, f)
		}
	}
}

// gitConfigFile states which file git config writes to.
func (v *visit) gitConfigFile() {
	file := "./.git/config"
	switch {
	case v.has("--global"):
		file = v.r.w.Home + "/.gitconfig"
	case v.has("--system"):
		file = "/etc/gitconfig"
	}
	f := field{text: file, span: v.fields[0].span}
	if own, ok := v.arg("-f", "--file"); ok {
		f = own
	}
	// Settings that only describe are no hazard although the file can hold some.
	for _, d := range v.sc.dirs {
		if _, some := folderPattern(d); some && !path.IsAbs(f.text) {
			v.unknown("configuration file "+f.text, f)
			continue
		}
		p := absolute(d, f.text)
		if f.exact() {
			v.r.emit(pipeline.Effect{Kind: pipeline.KindWrite, Object: v.r.w.Paths.Resolve(p), Certain: len(v.sc.dirs) == 1, By: v.name, Span: f.span})
		}
	}
	if f.dynamic || len(v.sc.dirs) == 0 {
		v.unknown("configuration file "+f.text, f)
	}
}

// gitPush looks at refspecs: +ref forces, :ref deletes.
func (v *visit) gitPush() {
	for i, f := range v.operands {
		if i == 0 {
			continue
		}
		if strings.HasPrefix(f.text, "+") || strings.HasPrefix(f.text, ":") {
			v.mark = strongerMark(catalogue.MarkForcePush, v.mark)
		}
	}
}

// gitReads states which files a command that shows history is asked for by
// name: what a commit holds of a file is as secret as the file. gitrevisions(7)
// and gitglossary(7) name them after a colon, after two dashes, or as they are.
func (v *visit) gitReads(what string) {
	for i, f := range v.operands {
		if what != "grep" || i > 0 || !f.exact() || v.has("-e", "-f") {
			v.gitReadsOf(f, v.dashes)
		}
	}
}

// gitReadsOf is gitReads for one word, which names a file if nothing else.
func (v *visit) gitReadsOf(f field, named bool) {
	if !f.exact() {
		v.gitReadsOfSome(f)
		return
	}
	name := f.text
	if magic, ok := strings.CutPrefix(name, ":("); ok {
		_, name, _ = strings.Cut(magic, ")")
		named = !strings.HasPrefix(magic, "exclude")
	} else if at := strings.LastIndexByte(name, ':'); at >= 0 {
		name, named = strings.TrimPrefix(name[at+1:], "/"), true
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case name == "", strings.ContainsAny(name[:1], "!^"): // what is left out
	case !named && strings.Contains(name, ".."): // a range of commits
	case !named && !strings.Contains(base, ".") && !strings.Contains(name, "/."): // a branch
	default:
		v.local(f, name, pipeline.KindRead, "")
	}
}

// gitReadsOfSome is gitReads for a word that is not known: of whatever commit, the name
// behind the colon may be. "$h:.env", "HEAD~$n:$f"
func (v *visit) gitReadsOfSome(f field) {
	at := strings.LastIndexByte(f.text, ':')
	if at < 0 {
		return
	}
	name := strings.TrimPrefix(f.text[at+1:], "/")
	if f.dynamic { // the text is that of the source
		name = strings.TrimRight(name, `"'`)
		if variable, ok := strings.CutPrefix(name, "$"); ok {
			name = v.sc.single(strings.Trim(variable, "{}")).text
		}
	} else if strings.ContainsAny(name, "*?[") {
		v.local(f, name, pipeline.KindRead, "")
		return
	}
	if name = unescape(name); name != "" && !strings.ContainsAny(name, "$`{}\"'*?[") {
		v.local(field{span: f.span}, name, pipeline.KindRead, "")
	}
}

// generatedFolder reports whether a path is a folder below the one at hand in which builds
// put what they make.
func generatedFolder(p string) bool {
	switch path.Clean(p) {
	case "build", "dist", "out", "target", "coverage", "node_modules":
		return !path.IsAbs(p)
	}
	return false
}
