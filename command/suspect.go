package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// What follows judges texts that are unknown already, because nobody can tell
// whether and how they run. It adds the effects that they would have, so that a
// catastrophe hidden in them is seen as one, and takes nothing away.

// suspectExpansions judges the substitutions in a text that bash may expand.
func (r *run) suspectExpansions(sc *scope, s string, span pipeline.Span) {
	if !strings.ContainsAny(s, "$`") || len(s) > maxValue || r.muted > 0 || nesting(s) > maxNesting {
		return
	}
	r.p.reader.Reset(s)
	word, err := r.p.bash.Document(&r.p.reader)
	if err != nil || word == nil {
		return
	}
	r.inside(span, func() { r.judgeWord(sc.fork(), word) })
}

// suspectText judges a text that a shell may run.
func (r *run) suspectText(sc *scope, s, by string, span pipeline.Span) {
	if r.muted > 0 || strings.TrimSpace(s) == "" {
		return
	}
	r.shellText(sc.fork(), s, by, span, nil)
}

// inside judges with all spans set to one place.
func (r *run) inside(span pipeline.Span, f func()) {
	if !r.enter() {
		return
	}
	defer r.leave()
	if r.fixed == nil {
		r.fixed = &span
		defer func() { r.fixed = nil }()
	}
	f()
}

// analyzeChroot runs a command below another root. Below "/" it is this one.
func analyzeChroot(v *visit) bool {
	if len(v.operands) == 0 || len(v.wrapped) == 0 {
		return false
	}
	root := v.operands[0]
	if !root.exact() || path.Clean(root.text) != "/" {
		return false
	}
	v.r.emit(pipeline.Effect{Kind: pipeline.KindPrivilege, Object: "chroot", By: v.name, Span: root.span})
	v.r.within(v.name, func() { v.r.exec(v.sc, v.wrapped) })
	return true
}

// analyzeParallel is GNU parallel: a text, run once for each word after ":::"
// or from standard input.
func analyzeParallel(v *visit) bool {
	v.parallelOptions()
	words, inputs := v.parallelInputs()
	if len(inputs) > maxTurns {
		inputs = append(slices.Clone(inputs[:maxTurns]), field{text: "more words", dynamic: true})
	}
	parts := make([]string, 0, len(words))
	for _, f := range words {
		if !f.exact() {
			v.unknown("runs "+f.text, f)
			return true
		}
		parts = append(parts, f.text)
	}
	text := strings.Join(parts, " ")
	simple := text != "" && !strings.ContainsAny(strings.ReplaceAll(text, "{}", ""), "'\"\\$`;&|<>(){}*?[]~#!=\n\t") // each word is one of the command's
	for _, x := range inputs {
		g := field{span: v.fields[0].span}
		quoted, err := syntax.Quote(x.text, syntax.LangBash) // as parallel(1) quotes what it puts in
		if loop, ok := loopOver(text, x); ok && !simple {
			g.text = loop
			v.shell(g, "sh", nil)
			continue
		}
		if err != nil || !x.exact() && !(x.pattern && simple) {
			v.unknown("runs "+text+" on "+x.text, v.fields[0])
			continue
		}
		switch {
		case !x.exact():
			v.each(wordsIn(text, g.span), x) // a file's name, which parallel quotes for its shell
			continue
		case text == "":
			g.text = x.text
		case strings.Contains(text, "{"):
			if g.text = placedWords(text, x.text); g.text == "" || x.text == ":::" || x.text == ":::+" {
				v.unknown("puts words in places of its own: "+text, g)
				continue
			}
		default:
			g.text = text + " " + quoted
		}
		if v.shell(g, "sh", nil); len(parts) > 2 && isShell(path.Base(parts[0])) && strings.HasSuffix(parts[1], "c") { // the parallel of moreutils starts it as it stands
			g.text = strings.ReplaceAll(parts[2], "{}", x.text)
			v.shell(g, "sh", nil)
		}
	}
	return true
}

// wordsIn splits a text without quotes as a shell does.
func wordsIn(text string, span pipeline.Span) []field {
	var words []field
	for word := range strings.FieldsSeq(text) {
		words = append(words, field{text: word, span: span})
	}
	return words
}

// each judges a command for words that stand for files: in the place of {}, or
// after its other words.
func (v *visit) each(words []field, x field) {
	for _, w := range words {
		if strings.Contains(w.text, "{}") {
			v.r.within(v.name, func() { v.r.exec(v.sc, substitute(words, "{}", x)) })
			return
		}
	}
	v.r.within(v.name, func() { v.r.exec(v.sc, append(slices.Clone(words), x)) })
}

// procConstant judges what <( ) prints if that is a constant.
func (r *run) procConstant(sc *scope, f field, by string) bool {
	if f.proc == nil || len(f.proc.Stmts) != 1 || f.proc.Op != syntax.CmdIn {
		return false
	}
	s, ok := r.constantOutput(sc, f.proc.Stmts[0])
	if ok {
		r.shellText(sc, s, by, f.span, nil)
	}
	return ok
}

// continued judges the reading in which a comment ends at its newline.
func (r *run) continued(sc *scope, text string) {
	r.unknown("a comment ends in a backslash, which shells and readers take differently", "text", pipeline.Span{})
	r.suspectText(sc, strings.ReplaceAll(text, "\\\n", "\n"), "bash", pipeline.Span{})
}

// closedAndRun is >&-CMD, which bash reads as closing a descriptor and CMD.
func (r *run) closedAndRun(sc *scope, f field) {
	if name := strings.TrimPrefix(f.text, "-"); f.exact() && name != f.text && name != "" && r.muted == 0 {
		r.exec(sc.fork(), []field{{text: name, span: f.span}})
	}
}

// selinuxSwitch are files that switch the kernel's protections.
func selinuxSwitch(p string) string {
	if strings.HasPrefix(p, "/sys/fs/selinux/") || strings.HasPrefix(p, "/selinux/") || strings.HasPrefix(p, "/sys/kernel/security/") || p == "/proc/sys/kernel/randomize_va_space" || strings.HasPrefix(p, "/proc/sys/kernel/yama/") {
		return catalogue.MarkSecurityOff
	}
	if p == "/sys/power/state" || p == "/sys/power/disk" || p == "/sys/power/mem_sleep" {
		return catalogue.MarkPower
	}
	return ""
}

// analyzeScript is script(1), which starts a shell unless it is given a command.
func analyzeScript(v *visit) bool {
	if !v.has("-c") {
		v.r.code("a terminal session", v.name, v.mark, v.fields[0].span)
	}
	return false
}

// analyzeLink is ln, and programs that may take a link to another place. From
// then on a path may lead elsewhere than it seems to.
func analyzeLink(v *visit) bool {
	switch v.name {
	case "ln", "link":
		v.r.linked = true
		if !v.has("-s", "--symbolic") {
			v.hardLinks()
		} else {
			v.linksTo()
		}
		return false
	case "cp":
		v.copiesInto()
		if v.has("-s", "--symbolic-link") {
			v.r.linked = true
			v.unknown("makes links", v.fields[0])
			return false
		}
		if v.has("-l", "--link") {
			v.r.linked = true
			v.hardLinks()
		}
		if !v.has("-a", "--archive", "-d", "-P", "--no-dereference", "-r", "-R", "--recursive") || v.has("-L", "--dereference", "-H") {
			return false
		}
	case "rsync":
		if v.has("-n", "--dry-run") { // only says what it would do
			v.roles = &catalogue.Operands{Rest: &catalogue.Role{Acts: []catalogue.Act{catalogue.ActRemoteRead}}}
			return false
		}
		if v.deletesTarget() && len(v.operands) > 1 {
			if to := v.operands[len(v.operands)-1]; !strings.Contains(to.text, ":") {
				v.r.path(v.sc, to, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
			}
		}
		if !v.has("-a", "--archive", "-l", "--links") {
			return false
		}
	}
	for i, f := range v.operands {
		if i == len(v.operands)-1 && len(v.operands) > 1 && !v.has("-t", "--target-directory") || !f.exact() || strings.HasSuffix(f.text, "/") {
			continue
		}
		for _, dir := range v.sc.dirs {
			if _, some := folderPattern(dir); some {
				continue // a link in it is not looked for, as in folders that a pattern names
			}
			p := absolute(dir, f.text)
			for _, t := range v.r.twins { // a link that was just made goes along with its folder
				if t.linked && strings.HasPrefix(t.at, p+"/") && v.r.elsewhere(t.of) {
					v.unknown("takes a link to "+t.of+" to another place", f)
				}
			}
			if to := v.r.w.Paths.Resolve(p); to != path.Join(v.r.w.Paths.Resolve(path.Dir(p)), path.Base(p)) {
				v.r.linked = true
				v.unknown("takes a link to "+to+" to another place", f)
			}
		}
	}
	return false
}

// copiesInto takes cp FILE FOLDER/ for cp FILE FOLDER/FILE, which is all that it writes.
func (v *visit) copiesInto() {
	if len(v.fields) != 3 || len(v.operands) != 2 || !v.operands[0].exact() || !v.operands[1].exact() {
		return
	}
	from, to := v.operands[0].text, v.operands[1].text
	if name := path.Base(from); (to == "." || strings.HasSuffix(to, "/")) && !strings.HasSuffix(from, "/") && name != "." && name != ".." {
		v.operands = slices.Clone(v.operands)
		v.operands[1].text = path.Join(to, name)
	}
}

// hardLinks gives files a second name, by which they can be read and changed
// from then on without anybody seeing whose they are.
func (v *visit) hardLinks() {
	last := len(v.operands) - 1
	for i, f := range v.operands {
		if i < last || last == 0 || v.has("-t", "--target-directory") {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
			v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
		}
	}
}

// deletesTarget reports whether rsync(1) deletes what the source does not have.
func (v *visit) deletesTarget() bool {
	return slices.ContainsFunc(v.fields[1:], func(f field) bool { return strings.HasPrefix(f.text, "--del") && f.text != "--delay-updates" })
}

// analyzeSplit names the files that split(1) and csplit(1) make.
func analyzeSplit(v *visit) bool {
	prefix := field{text: "x", span: v.fields[0].span}
	if v.name == "csplit" {
		prefix.text = "xx"
		if f, ok := v.arg("-f", "--prefix"); ok {
			prefix = f
		}
	} else if len(v.operands) > 1 {
		prefix = v.operands[1]
	}
	if v.name == "split" && len(v.operands) > 0 && !v.has("-n", "--number") {
		if from := v.operands[0]; path.IsAbs(from.text) && !strings.HasPrefix(from.text, v.r.w.Dir+"/") && !strings.HasPrefix(from.text, v.r.w.Home+"/") {
			// The folder's own files are of a size that their owner chose;
			// /dev/zero and its like fill it with names.
			v.unknown("makes as many files as "+from.text+" is long", from)
		}
	}
	if !prefix.dynamic {
		if !prefix.pattern {
			prefix.text = escapePattern(prefix.text)
		}
		prefix.text, prefix.pattern = prefix.text+"*", true
	}
	v.r.path(v.sc, prefix, pipeline.KindWrite, v.name, v.mark)
	suffix, _ := v.arg("--additional-suffix")
	if v.has("--filter") && (suffix.text == "" || suffix.exact() && !strings.Contains(suffix.text, "/")) && !suffix.dynamic && staysWord(suffix.text) && !prefix.dynamic && staysWord(prefix.text[:len(prefix.text)-1]) {
		// The filter gets the name of each part: split(1).
		name := prefix.asValue()
		name.text += suffix.text
		name.word = true
		v.sc = v.sc.fork()
		v.sc.set("FILE", single(name))
		v.given = append(v.given, "FILE")
	}
	return false
}

// analyzeCpio is cpio(1), which reads the names of files from standard input
// to put them into an archive or, with -p, below a folder.
func analyzeCpio(v *visit) bool {
	creates, passes := v.has("-o", "--create"), v.has("-p", "--pass-through")
	if creates == passes || v.has("-i", "--extract", "-A", "--append") {
		return false
	}
	for _, a := range v.args {
		v.role(a.role, a.field, nil)
	}
	for _, f := range v.stdinWords() {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
	}
	for _, f := range v.operands {
		v.r.path(v.sc, f, pipeline.KindWrite, v.name, strongerMark(catalogue.MarkRecursive, v.mark))
	}
	return true
}
