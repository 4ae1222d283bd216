package command

import (
	"slices"
	"strings"
)

// Some programs start others in ways that are not followed: within a sandbox, at
// the end of a pipe, with other rights. The command stands on their command line
// all the same, and what it would ruin does not hang on how it is started.

// started judges the command of such a program.
func (r *run) started(sc *scope, name string, fields []field) {
	if r.muted > 0 || len(fields) < 2 {
		return
	}
	if r.boxed != nil {
		r.backToHost(sc, name, fields)
	}
	switch name {
	case "docker", "podman", "nerdctl", "kubectl", "oc", "singularity", "apptainer", "ctr":
		r.ruinsHost(sc, name, fields)
	case "rlwrap", "rlfe", "proot", "fakechroot", "faketime", "catchsegv", "numactl", "taskset", "cgexec", "prlimit", "sg", "runcon", "ltrace", "dumb-init", "tini", "bwrap", "systemd-nspawn", "env", "flatpak-spawn", "host-spawn", "distrobox-host-exec":
		if name == "flatpak-spawn" && !wordsOf(fields).any("--host") || name == "bwrap" && !bindsRoot(fields) || name == "systemd-nspawn" && !wordsOf(fields).has("-D", "/") && !wordsOf(fields).any("--directory=/") || name == "env" && fields[1].text != "-" || name == "proot" && !wordsOf(fields).has("-r", "/") && wordsOf(fields).any("-r", "-R", "-S", "--rootfs") {
			return
		}
		if words := behindOptions(fields[1:]); len(words) > 0 && startsRuin(nameIn(words[0].text)) {
			r.ruins(fields[0].span, func() { r.exec(sc.fork(), words) })
		}
	case "php":
		r.startedCode(fields, "tinker", "--execute", name)
	case "python", "python3":
		r.startedCode(fields, "shell", "-c", name)
		r.startedCode(fields, "shell", "--command", name)
		if in := sc.stdin; in.kind == stdinText && wordsOf(fields).any("shell", "shell_plus") && len(fields) < 5 {
			r.spelledCode(name+": "+in.text, name, "", fields[0].span)
		}
	case "ansible":
		if words := wordsOf(fields); words.any("localhost", "127.0.0.1") && (words.has("-m", "shell") || words.has("-m", "command") || words.has("-m", "raw") || !words.any("-m")) {
			if i := slices.Index(words, "-a"); i > 0 && i+1 < len(fields) {
				r.startedText(sc, fields[i+1].text, fields[i+1])
			}
		}
	case "capsh", "npx", "pnpx", "bunx":
		for i, f := range fields[:len(fields)-1] {
			if f.text == "-c" || f.text == "--call" {
				r.startedText(sc, fields[i+1].text, fields[i+1])
			}
		}
	case "socat":
		for _, f := range fields[1:] {
			kind, text, ok := strings.Cut(f.text, ":")
			if kind = strings.ToUpper(kind); ok && (kind == "EXEC" || kind == "SYSTEM" || kind == "SHELL") {
				text, _, _ = strings.Cut(text, ",")
				r.startedText(sc, text, f)
			}
		}
	}
}

// startedCode looks into the code that a command of a framework is given by an
// option: manage.py shell -c, artisan tinker --execute.
func (r *run) startedCode(fields []field, command, option, language string) {
	words := wordsOf(fields)
	at := slices.Index(words, command)
	if at < 2 || at > 3 {
		return
	}
	for i, f := range fields {
		text, inline := strings.CutPrefix(f.text, option+"=")
		if f.text == option && i+1 < len(fields) {
			text, inline = fields[i+1].text, fields[i+1].exact()
		}
		if inline && f.exact() {
			r.spelledCode(language+": "+text, language, "", f.span)
		}
	}
}

// startedText looks for ruin in a text that may be run.
func (r *run) startedText(sc *scope, text string, f field) {
	if f.exact() {
		r.ruins(f.span, func() { r.suspectText(sc, text, "sh", f.span) })
	}
}

// bindsRoot reports whether bwrap(1) shows the whole machine to be written to.
func bindsRoot(fields []field) bool {
	for i := range len(fields) - 2 {
		if (fields[i].text == "--bind" || fields[i].text == "--dev-bind") && fields[i+1].text == "/" && fields[i+2].text == "/" {
			return true
		}
	}
	return false
}

// behindOptions are the words of a command behind options, what they take and
// assignments.
func behindOptions(words []field) []field {
	for i, f := range words {
		switch {
		case !f.exact():
			return nil
		case strings.HasPrefix(f.text, "-"), strings.Contains(f.text, "="), f.text == "/":
		case startsRuin(nameIn(f.text)):
			return slices.Clone(words[i:])
		case i == 0 || !strings.HasPrefix(words[i-1].text, "-"):
			return nil
		}
	}
	return nil
}

// startsRuin names programs that a command of such a kind begins with.
func startsRuin(name string) bool {
	return isShell(name) || languageOf(name) != nil || name == "perl" || name == "sudo" || name == "doas" || slices.Contains(likelyPrograms(), name)
}

// awkRuin judges what awk hands to a shell where that is put together of
// constants: system(c), print "rm x" | "sh".
func (v *visit) awkRuin(tokens []awkToken, i int, f field) {
	if !v.r.spend(len(tokens) / 4) { // a program may start thousands
		return
	}
	names := make(map[string]string)
	for _, a := range v.args {
		if name, value, ok := strings.Cut(a.field.text, "="); ok && a.field.exact() && (a.option == "-v" || a.option == "--assign") {
			names[name] = value
		}
	}
	for at := 0; at+2 < len(tokens); at++ {
		if !tokens[at].str && tokens[at+1].text == "=" && validName(tokens[at].text) {
			if text, end := awkConstant(tokens[at+2:], names); end > 0 {
				names[tokens[at].text] = text
			}
		}
	}
	text := ""
	switch {
	case tokens[i].text == "system" && i+2 < len(tokens) && tokens[i+1].text == "(":
		text, _ = awkConstant(tokens[i+2:], names)
	case tokens[i].text == "|" && i > 0 && i+1 < len(tokens) && tokens[i+1].text == "getline":
		text = names[tokens[i-1].text]
	case tokens[i].text == "|" && i+1 < len(tokens) && tokens[i+1].str:
		if shell, _, _ := strings.Cut(tokens[i+1].text, " "); !isShell(nameIn(shell)) {
			return
		}
		for at := i - 1; at >= 0 && i-at < 64; at-- {
			if !tokens[at].str && (tokens[at].text == "print" || tokens[at].text == "printf") {
				text, _ = awkConstant(tokens[at+1:i], names)
				break
			}
		}
	}
	if text != "" {
		v.spelledOut(text, f)
	}
}

// awkConstant is what constants beside each other come to, and how many tokens
// they are: 0 if there is anything else in it.
func awkConstant(tokens []awkToken, names map[string]string) (string, int) {
	var b strings.Builder
	for i, t := range tokens {
		known, ok := names[t.text]
		switch {
		case t.str:
			text, fine := ansiC(t.text)
			if !fine {
				return "", 0
			}
			b.WriteString(text)
		case ok:
			b.WriteString(known)
		case strings.Contains(";}\n)", t.text):
			return b.String(), i
		default:
			return "", 0
		}
	}
	return b.String(), len(tokens)
}
