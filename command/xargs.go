package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeXargs is xargs(1): a command to which words from standard input are added, or
// put in place of a mark. What is added is as much as is known of standard input; where
// nothing is, the command gets a word that is not known, which most entries hold.
// Without any input GNU xargs still runs the command once.
func analyzeXargs(v *visit) bool {
	hollow := v.name == "xargs" && v.sc.stdin.empty && v.sc.stdin.nul == v.has("-0", "--null") && removesFound(v.wrapped) && !v.has("-a", "--arg-file", "-d", "--delimiter", "-E", "-e", "--eof", "--process-slot-var")
	v.r.hollow(hollow, v.xargs)
	return true
}

// xargs judges the command with what is added to it.
func (v *visit) xargs() {
	for _, a := range v.args {
		v.role(a.role, a.field, nil)
	}
	if len(v.wrapped) == 0 {
		return // echo
	}
	replace := ""
	switch f, ok := v.arg("-I", "--replace", "-i"); {
	case ok && !f.exact():
		v.unknown("-I "+f.text, f)
		return
	case ok:
		replace = f.text
	case v.has("-i", "--replace"):
		replace = "{}"
	}
	extra := v.listedItems(replace != "")
	n, limited := v.arg("-n", "--max-args") // -n2 of three leaves one, and $2 empty
	if in := v.sc.stdin; in.counted != "" && (!limited || n.exact() && n.text == "1") && len(v.wrapped) > 1 && v.wrapped[0].exact() && isShell(path.Base(v.wrapped[0].text)) && !v.has("-a", "--arg-file", "-d", "--delimiter", "-0", "--null", "-L", "-l", "-s", "-x", "-N", "-X", "--xargs", "-m", "--colsep", "-C") {
		extra = extra[:0:0] // in a text for a shell each number is judged by itself
		for n := range strings.FieldsSeq(in.counted) {
			extra = append(extra, field{text: n, span: v.fields[0].span})
		}
	}
	if replace == "" {
		if takesCode(v.wrapped) {
			v.unknown("runs words from standard input as code", v.fields[0])
		}
		if n, ok := v.arg("-n", "--max-args", "-L", "--max-lines", "-l"); ok && n.exact() && n.text == "1" && v.has("-n", "--max-args") {
			v.oneByOne(extra)
			return
		}
		if !v.r.spend(len(v.wrapped)) {
			return
		}
		words := append(slices.Clone(v.wrapped), extra...)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
		return
	}
	for _, x := range extra {
		if x.dynamic { // whatever it is, the rest is as it stands
			sample := field{text: "x", span: x.span}
			v.r.ruins(v.fields[0].span, func() { v.r.exec(v.sc.fork(), substitute(v.wrapped, replace, sample)) })
		}
		v.r.within(v.name, func() { v.r.exec(v.sc, substitute(v.wrapped, replace, x)) })
	}
}

// oneByOne is xargs -n1: each word goes to a run of its own. So a command that does
// something else with two words (mv, ln) is not judged with two.
func (v *visit) oneByOne(extra []field) {
	for _, x := range extra {
		x.many = x.dynamic
		words := append(slices.Clone(v.wrapped), x)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
}

// analyzeFd is fd(1) with -x or -X, which take the rest of the line up to ";"
// as a command for what is found: {} is its path, and stands at the end where
// no mark is given.
//
// Long: each option of fd narrows or widens what the command is started with.
func analyzeFd(v *visit) bool {
	at := slices.IndexFunc(v.fields, func(f field) bool {
		return f.exact() && (f.text == "-x" || f.text == "--exec" || f.text == "-X" || f.text == "--exec-batch")
	})
	after := len(v.fields) - at - 2 // behind the first word of the command
	if at < 0 || after < 0 || after > len(v.operands) || v.has("--base-directory", "-C", "--search-path", "-L", "--follow") {
		return false
	}
	words, before := v.fields[at+1:], v.operands[:len(v.operands)-after]
	if last := len(words) - 1; last > 0 && words[last].exact() && words[last].text == ";" {
		words = words[:last]
	}
	if slices.ContainsFunc(words, func(f field) bool { return f.exact() && f.text == ";" }) {
		return false
	}
	name, starts := "*", []field{{text: ".", span: v.fields[0].span}}
	if len(before) > 1 {
		starts = before[1:]
	}
	if fd, ok := readFd(v.fields[1:]); ok {
		if names := fd.names(); len(names) == 1 {
			name = names[0]
		}
	}
	if (len(before) == 0 || before[0].exact() && (before[0].text == "." || before[0].text == "")) && (at == 1+len(before) || !fdChooses(v.fields[1:at])) {
		name = "" // nothing chooses among what is there
	}
	endings := 0
	for _, a := range v.args {
		if a.option == "-e" || a.option == "--extension" {
			endings++
			if name = "*"; a.field.exact() && endings == 1 && !strings.ContainsAny(a.field.text, `*?[\/`) {
				name = "*." + a.field.text
			}
		}
	}
	upper := false // of what is found the folder is named, or another name
	for _, w := range words {
		if strings.Contains(w.text, "{.}") || strings.Contains(w.text, "{//}") {
			name, upper = "*", upper || strings.Contains(w.text, "{//}")
		}
	}
	spelled := ""
	if len(before) > 0 && before[0].exact() && v.has("-H", "--hidden", "-u", "--unrestricted") {
		spelled = spelledByFd(before[0].text, v.has("-g", "--glob", "-F", "--fixed-strings"))
	}
	marked := slices.ContainsFunc(words, func(f field) bool {
		return strings.Contains(f.text, "{}") || strings.Contains(f.text, "{.}") || strings.Contains(f.text, "{/") // and {//}, {/.}
	})
	for _, s := range starts {
		v.r.path(v.sc, s, pipeline.KindRead, v.name, catalogue.MarkMetadata)
		found := v.fdNames(s, name)
		if spelled != "" {
			found = append(found, v.fdNames(s, spelled)...)
		}
		if upper {
			found = append(found, field{text: operandPattern(s), pattern: true, dynamic: s.dynamic, span: s.span})
		}
		for _, x := range found {
			command := append(slices.Clone(words), x)
			if marked {
				base := field{text: "*", pattern: true, span: s.span}
				command = substitute(words, "{}", x)
				command = substitute(command, "{.}", x)
				command = substitute(command, "{//}", x)
				command = substitute(command, "{/}", base)
				command = substitute(command, "{/.}", base)
			}
			v.r.within(v.name, func() { v.r.exec(v.sc, command) })
		}
	}
	return true
}

// fdChooses reports whether an option of fd may leave out some of what is there, other
// than by its depth and its kind.
func fdChooses(words []field) bool {
	depth := false // the next word is how deep it looks, or the kind
	for _, w := range words {
		switch t := w.text; {
		case depth:
			depth = false
		case !w.exact():
			return true
		case t == "-d" || t == "--max-depth" || t == "-t" || t == "--type":
			depth = true
		case !strings.HasPrefix(t, "-"), strings.HasPrefix(t, "-d"), strings.HasPrefix(t, "-t"), strings.HasPrefix(t, "--max-depth="), strings.HasPrefix(t, "--type="):
		case t == "-H" || t == "-I" || t == "-HI" || t == "-u" || t == "--hidden" || t == "--no-ignore" || t == "--unrestricted":
		default:
			return true
		}
	}
	return false
}

// fdNames are patterns for what fd(1) finds below a starting point: nothing hidden,
// unless it is asked for. Folders that begin with a dot are left out at every depth,
// which no single pattern says; two do.
func (v *visit) fdNames(start field, name string) []field {
	if start.dynamic {
		return []field{below(start)}
	}
	names := findNames([]field{start}, name)
	if !v.has("-H", "--hidden", "-u", "--unrestricted") && !strings.HasPrefix(start.text, "/") && !strings.HasPrefix(start.text, "~") && !strings.Contains(start.text, "..") {
		folder := strings.TrimSuffix(start.text, "/")
		top := "*"
		if name != "" {
			top = name
		}
		names = append(findNames([]field{{text: folder + "/*", pattern: true}}, name), folder+"/"+top)
	}
	out := make([]field, len(names))
	for i, n := range names {
		out[i] = field{text: n, pattern: true, span: start.span}
	}
	return out
}

// takesCode reports whether the next word of a command would be code for a shell: "bash
// -c" and nothing more. sh -c with a text behind it gets the words as parameters
// instead, which the text may quote.
func takesCode(words []field) bool {
	last := len(words) - 1
	if last < 1 || !words[0].exact() || !words[last].exact() || !isShell(path.Base(words[0].text)) {
		return false
	}
	option := words[last].text
	return len(option) > 1 && option[0] == '-' && option[1] != '-' && strings.HasSuffix(option, "c")
}

// items are what xargs puts in: lines with -I and with -d '\n', else words. With -I
// each line is one, blanks at its beginning taken away; without it quotes and
// backslashes group words (POSIX xargs), so a text with those is not read.
func (v *visit) items(replaced bool) []field {
	f, ok := v.arg("-d", "--delimiter")
	switch {
	case ok && f.exact() && (f.text == "\\n" || f.text == "\n") || replaced && !ok && !v.has("-0", "--null"):
		return v.stdinLines()
	case ok:
		return []field{{text: "parts of standard input", dynamic: true, many: true, span: v.fields[0].span}}
	}
	return v.stdinWords()
}

// stdinLines are the lines that standard input will give, as far as known.
func (v *visit) stdinLines() []field {
	in, span := v.sc.stdin, v.fields[0].span
	if in.kind != stdinText || v.has("-a", "--arg-file", "-0", "--null", "-N", "-X", "--xargs", "-m", "-L", "-n", "--colsep", "-C", "-s") {
		return v.stdinWords()
	}
	var out []field
	for line := range strings.Lines(in.text) {
		if line = strings.Trim(line, " \t\n"); line != "" {
			out = append(out, field{text: line, span: span})
		}
	}
	if len(out) > 256 || strings.ContainsAny(in.text, "\\'\"") {
		return []field{{text: "lines from standard input", dynamic: true, many: true, span: span}}
	}
	return out
}

// stdinWords are the words that standard input will give, as far as known.
func (v *visit) stdinWords() []field {
	span := v.fields[0].span
	anything := []field{{text: "words from standard input", dynamic: true, many: true, span: span}}
	if v.has("-a", "--arg-file") {
		return anything
	}
	in := v.sc.stdin
	if in.tool != nil && !v.has("-0", "--null") {
		return []field{{text: "path of " + in.tool.name, dynamic: true, tool: in.tool, span: span}}
	}
	if in.pids {
		anything[0].text = everyPID
	}
	if in.kind == stdinText && v.has("-0", "--null") {
		var out []field
		for w := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(in.text, "\\0", "\x00"), "\x00"), "\x00") {
			out = append(out, field{text: w, span: span})
		}
		if len(out) > 256 {
			return anything
		}
		return out
	}
	switch {
	case in.kind == stdinText && !strings.ContainsAny(in.text, "'\"\\"):
		var out []field
		for w := range strings.FieldsSeq(in.text) {
			out = append(out, field{text: w, span: span})
		}
		if len(out) > 256 {
			return anything
		}
		return out
	case len(in.names) > 0:
		out := make([]field, len(in.names))
		for i, n := range in.names {
			out[i] = field{text: n, pattern: true, many: true, span: span}
		}
		return out
	}
	return anything
}

// substitute puts a word in place of a mark in each word of a command. A word that is a
// part of another one is put in as a pattern where its own slashes cannot lead it
// elsewhere.
func substitute(words []field, mark string, x field) []field {
	out := make([]field, len(words))
	for i, w := range words {
		out[i] = w
		at := strings.Index(w.text, mark)
		switch {
		case w.dynamic || at < 0:
		case w.exact() && x.exact():
			out[i].text = strings.ReplaceAll(w.text, mark, x.text)
		case w.text == mark:
			out[i] = x
			out[i].span, out[i].many = w.span, false
		case w.exact() && x.pattern && !strings.ContainsAny(x.text, "/") && !strings.Contains(x.text, "**") && strings.Count(w.text, mark) == 1:
			out[i].text, out[i].pattern = escapePattern(w.text[:at])+x.text+escapePattern(w.text[at+len(mark):]), true
		case w.exact() && x.pattern && strings.Count(w.text, mark) == 1 && !strings.Contains(w.text+x.text, ".."):
			name, suffix := x.text, escapePattern(w.text[at+len(mark):])
			if suffix != "" && suffix[0] != '/' && strings.HasSuffix(name, "**") {
				name += "/*" // only alone does ** stand for folders
			}
			out[i].text, out[i].pattern, out[i].beyond = escapePattern(w.text[:at])+name+suffix, true, strings.HasPrefix(suffix, "/")
		default:
			out[i].dynamic, out[i].prefix = true, w.text[:at]
			if x.tool != nil && at == 0 && w.exact() && strings.Count(w.text, mark) == 1 {
				out[i].tool = x.tool.join(w.text[len(mark):])
			}
		}
	}
	return out
}
