package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzer knows more of a program than its entry can say. True: it stated all
// effects; false: the entry's own are to be stated as well.
type analyzer func(v *visit) bool

// analyzerOf finds the code that an entry names.
//
// Long: one case an analyzer; it is a table.
func analyzerOf(name string) analyzer {
	switch name {
	case "shell":
		return analyzeShell
	case "env":
		return analyzeEnv
	case "xargs":
		return analyzeXargs
	case "find":
		return analyzeFind
	case "git":
		return analyzeGit
	case "sudo":
		return analyzeSudo
	case "kill":
		return analyzeKill
	case "ssh":
		return analyzeSSH
	case "tar":
		return analyzeTar
	case "applet":
		return analyzeApplet
	case "join":
		return analyzeJoin
	case "script":
		return analyzeScript
	case "split":
		return analyzeSplit
	case "chroot":
		return analyzeChroot
	case "parallel":
		return analyzeParallel
	case "chmod":
		return analyzeChmod
	case "curl":
		return analyzeCurl
	case "sqlite":
		return analyzeSQLite
	case "duckdb":
		return analyzeDuckDB
	case "mongo":
		return analyzeMongo
	case "ownserver":
		return analyzeOwnServer
	case "pgserver":
		return analyzePgServer
	case "database":
		return analyzeDatabase
	case "bats":
		return analyzeBats
	case "rails":
		return analyzeRails
	case "qemu":
		return analyzeQemu
	case "npx":
		return analyzeNpx
	case "netcat":
		return analyzeNetcat
	case "perl":
		return analyzePerl
	case "rename":
		return analyzeRename
	case "cpio":
		return analyzeCpio
	case "sed":
		return analyzeSed
	case "link":
		return analyzeLink
	case "cmake":
		return analyzeCMake
	case "http":
		return analyzeHTTP
	case "parted":
		return analyzeParted
	case "service":
		return analyzeService
	case "at":
		return analyzeAt
	case "fd":
		return analyzeFd
	case "ed":
		return analyzeEd
	case "man":
		return analyzeMan
	case "vim":
		return analyzeVim
	case "less":
		return analyzeLess
	case "migration":
		return analyzeMigration
	case "compile":
		return analyzeCompile
	}
	return nil
}

// Analyzers lists the names that an entry may give as analyzer.
func Analyzers() []string {
	return []string{"shell", "env", "xargs", "find", "git", "sudo", "kill", "ssh", "tar", "applet", "join", "chmod", "chroot", "parallel", "script", "split", "sqlite", "duckdb", "mongo", "database", "ownserver", "pgserver", "netcat", "npx", "curl", "perl", "rename", "cpio", "sed", "link", "cmake", "http", "parted", "service", "at", "fd", "ed", "man", "qemu", "vim", "less", "migration", "rails", "bats", "compile"}
}

// analyzeShell is a shell: -c and a text, a script, or standard input. Shells that are
// none of POSIX (fish, csh, xonsh) read a text in their own way: it is judged as one
// for sh, which finds what it spells out, and where it has signs that they read
// differently it is code as well.
func analyzeShell(v *visit) bool {
	for _, a := range v.args {
		if a.option == "+" && strings.ContainsAny(a.field.text, "oO") {
			v.unknown("option +"+a.field.text, a.field)
		}
		if a.option == "-O" && (!a.field.exact() || a.field.text == "expand_aliases" || a.field.text == "xpg_echo" || a.field.text == "dotglob" || a.field.text == "nocaseglob") || a.option == "-o" && a.field.text == "posix" {
			v.unknown("option that changes the grammar or what * stands for", a.field)
		}
		if !a.role.Is(catalogue.ActData) {
			v.role(a.role, a.field, nil)
		}
	}
	foreign := !isShell(v.name)
	switch {
	case v.has("-c"):
		if len(v.operands) == 0 {
			return true
		}
		f := v.operands[0]
		if plain, ok := plainZsh(f.text); ok && f.exact() && v.name == "zsh" {
			f.text = plain
		}
		if foreign && strings.ContainsAny(f.text, "(=~^") {
			v.r.code(v.name+" -c "+f.text, v.name, v.mark, f.span)
		}
		args, ok := []value{}, true
		if len(v.operands) > 2 {
			args, ok = positional(v.operands[2:])
		}
		if len(v.operands) > 1 && v.operands[1].many {
			ok = false // $0 is one of them, and the rest are parameters
		}
		if !ok {
			v.unknown("arguments of the nested text may become several words", f)
		}
		if len(v.operands) > 1 {
			zero := v.sc.zero
			v.sc.zero = v.operands[1].asValue()
			defer func() { v.sc.zero = zero }()
		}
		v.shell(f, v.name, args)
	case len(v.operands) == 0 && !foreign && v.has("-n") && !v.has("-s", "-i", "+"): // only its syntax is checked
	case v.has("-s") || len(v.operands) == 0:
		v.r.codeStdin(v.sc, v.name, v.fields[0].span, v.mark)
	case !foreign && v.has("-n") && !v.has("-i", "+"): // only its syntax is checked
		v.r.path(v.sc, v.operands[0], pipeline.KindRead, v.name, v.mark)
	case !foreign && v.understoodShell():
	default:
		v.r.codePath(v.sc, v.operands[0], v.name, v.mark)
	}
	return true
}

// peelAssignments judges NAME=VALUE words before a wrapped command. They are for the
// command alone, so they go into a scope of its own; that they were given is kept for
// shells, which export them.
func (v *visit) peelAssignments(words []field) []field {
	own := false // whether the scope is one for what is started
	for len(words) > 0 {
		word := words[0].text
		if words[0].dynamic {
			word = words[0].prefix
		}
		name, val, ok := strings.Cut(word, "=")
		if !ok || name == "" || strings.Contains(name, "/") {
			break
		}
		v.assignment(words[0])
		if !own {
			v.sc, own = v.sc.fork(), true
		}
		is := value{}
		if words[0].exact() {
			is = text(val)
		}
		v.sc.set(name, single(is))
		v.r.given = append(v.r.given, name)
		words = words[1:]
	}
	return words
}

// analyzeEnv is env(1): assignments, then a command; -S splits its argument. -S is for
// the first line of scripts; its escapes and variables are a little language of their
// own (env(1), "-S/--split-string usage in scripts"), of which plain words are read.
func analyzeEnv(v *visit) bool {
	words := v.wrapped
	if f, ok := v.arg("-S", "--split-string"); ok {
		if !f.exact() || strings.ContainsAny(f.text, "\\'\"$#") {
			v.unknown("-S "+f.text, f)
			return true
		}
		var split []field
		for w := range strings.FieldsSeq(f.text) {
			split = append(split, field{text: w, span: f.span})
		}
		for len(split) > 0 && strings.HasPrefix(split[0].text, "-") {
			if split[0].text != "-i" && split[0].text != "-v" {
				v.unknown("options within -S", f)
				return true
			}
			split = split[1:]
		}
		words = append(split, words...)
	}
	phase := v.r.phase
	v.emptied()
	v.r.passing = true
	words = v.peelAssignments(words)
	v.r.passing = false
	if len(words) > 0 {
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
	v.r.phase, v.r.given = phase, nil
	return true
}

// emptied takes the variables away that env(1) does not hand on: all with -i,
// single ones with -u. What a nested shell expands them to is nothing.
func (v *visit) emptied() {
	var names []string
	if v.has("-i", "--ignore-environment") || len(v.fields) > 1 && v.fields[1].exact() && v.fields[1].text == "-" {
		names = append(names, "HOME", "USER", "LOGNAME")
		for name := range v.r.w.Env {
			names = append(names, name)
		}
		for name := range v.sc.vars {
			names = append(names, name)
		}
	}
	for _, a := range v.args {
		if a.option == "-u" || a.option == "--unset" {
			names = append(names, a.field.text)
		}
	}
	if len(names) == 0 {
		return
	}
	v.sc = v.sc.fork()
	for _, name := range names {
		if name != "PATH" && name != "IFS" { // a shell without them has its own
			v.sc.set(name, variable{unset: true})
			v.r.given = append(v.r.given, name)
		}
	}
}

// analyzeSudo is sudo and doas: assignments, then a command, as another user. What is
// run as another user is judged as if this one ran it, and the privilege stands beside:
// no zone is laxer for root.
func analyzeSudo(v *visit) bool {
	user := "root"
	if f, ok := v.arg("-u", "--user"); ok {
		user = f.text
	}
	if v.has("-k", "--reset-timestamp", "-K", "-V") && !v.has("-l", "--list") && v.wrapped == nil {
		return true
	} // what rights there are to gain (-l) is asked by who wants them
	v.r.emit(pipeline.Effect{Kind: pipeline.KindPrivilege, Object: user, Certain: true, By: v.name, Span: v.fields[0].span})
	words := v.peelAssignments(v.wrapped)
	switch {
	case v.has("-e", "--edit"):
		for _, f := range words {
			v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
		}
	case len(words) == 0:
		if v.has("-s", "-i", "--shell", "--login") {
			v.r.code("a shell of "+user, v.name, "", v.fields[0].span)
		}
	default:
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
	return true
}

// analyzeJoin is a program that joins its words and gives them to sh -c. watch(1) and
// its like do so unless told not to; what a shell makes of the joined words may differ
// from the words.
func analyzeJoin(v *visit) bool {
	if len(v.wrapped) == 0 {
		return false
	}
	if v.name == "flock" { // flock(1): FILE -c TEXT, or FILE COMMAND
		for _, f := range v.operands {
			v.r.path(v.sc, f, pipeline.KindWrite, v.name, v.mark)
		}
		if f := v.wrapped[0]; len(v.wrapped) > 1 && f.exact() && (f.text == "-c" || f.text == "--command") {
			v.shell(v.wrapped[1], "sh", nil)
		} else {
			v.r.within(v.name, func() { v.r.exec(v.sc, v.wrapped) })
		}
		return true
	}
	if v.has("-x", "--exec") {
		v.r.within(v.name, func() { v.r.exec(v.sc, v.wrapped) })
		return true
	}
	words := make([]string, 0, len(v.wrapped))
	for _, f := range v.wrapped {
		if !f.exact() || f.many {
			v.unknown("runs "+f.text, f)
			return true
		}
		words = append(words, f.text)
	}
	f := v.wrapped[0]
	f.text = strings.Join(words, " ")
	f.span.End = v.wrapped[len(v.wrapped)-1].span.End
	v.shell(f, "sh", nil)
	return true
}

// analyzeApplet is busybox and toybox: the first operand is the program. busybox
// /bin/rm is rm: it looks at the last part of the name.
func analyzeApplet(v *visit) bool {
	if len(v.wrapped) > 0 {
		words := v.wrapped
		if words[0].exact() {
			words[0].text = path.Base(words[0].text)
		}
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
	return true
}

// analyzeSSH judges the host with its port and the options that run something here:
// ssh_config(5). A session without a command reads commands from its standard input. To
// this machine itself the words are also judged as commands here.
func analyzeSSH(v *visit) bool {
	for _, a := range v.args {
		if a.option == "-o" {
			v.sshOption(a.field)
			continue
		}
		v.role(a.role, a.field, nil)
	}
	port := "22"
	if f, ok := v.arg("-p"); ok && f.exact() {
		port = f.text
	}
	if len(v.operands) == 0 {
		return true
	}
	f := v.operands[0]
	host := strings.TrimPrefix(f.text, "ssh://")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	if f.dynamic {
		v.unknown("host "+f.text, f)
	} else {
		v.connect(strings.ToLower(host)+":"+port, f.exact(), f, v.mark)
	}
	if len(v.wrapped) > 0 {
		v.remoteShell(v.wrapped[0], v.wrapped, v.mark)
		if f.exact() && ownHost(strings.ToLower(host)) {
			v.suspectWords(v.wrapped)
		}
	} else if !v.has("-N", "-V", "-G", "-Q") {
		v.r.code("session on "+host, v.name, catalogue.MarkRemoteCommand, f.span)
	}
	return true
}

// sshOption judges NAME=VALUE behind -o (ssh_config(5)). Names have no case of letters.
// Those that name a command are run by ssh itself, on this machine.
func (v *visit) sshOption(f field) {
	name, value := f.text, ""
	if at := strings.IndexAny(f.text, " ="); at >= 0 { // a blank or an equals sign, whichever comes first
		name, value = f.text[:at], strings.TrimLeft(f.text[at:], " =")
	}
	if !f.exact() {
		v.unknown("-o "+f.text, f)
		return
	}
	switch strings.ToLower(name) {
	case "proxycommand", "localcommand", "knownhostscommand", "pkcs11provider", "securitykeyprovider", "remotecommand", "match", "include", "permitlocalcommand", "controlpath", "xauthlocation", "proxyjump":
		if strings.EqualFold(value, "none") || strings.EqualFold(value, "no") {
			return
		}
		v.r.code(v.name+" -o "+f.text, v.name, v.mark, f.span)
		if strings.HasSuffix(strings.ToLower(name), "command") && !strings.EqualFold(name, "remotecommand") {
			v.spelledOut(value, f)
		}
	}
}
