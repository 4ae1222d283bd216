package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeXargs is xargs(1): a command to which words from standard input are
// added, or put in place of a mark.
func analyzeXargs(v *visit) bool {
	for _, a := range v.args {
		v.role(a.role, a.field, nil)
	}
	if len(v.wrapped) == 0 {
		return true // echo
	}
	replace := ""
	switch f, ok := v.arg("-I", "--replace", "-i"); {
	case ok && !f.exact():
		v.unknown("-I "+f.text, f)
		return true
	case ok:
		replace = f.text
	case v.has("-i", "--replace"):
		replace = "{}"
	}
	extra := v.items(replace != "")
	if replace == "" {
		if takesCode(v.wrapped) {
			v.unknown("runs words from standard input as code", v.fields[0])
		}
		words := append(slices.Clone(v.wrapped), extra...)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
		return true
	}
	for _, x := range extra {
		v.r.within(v.name, func() { v.r.exec(v.sc, substitute(v.wrapped, replace, x)) })
	}
	return true
}

// analyzeFd is fd(1) with -x or -X, which take the rest of the line up to ";"
// as a command for what is found: {} is its path, and stands at the end where
// no mark is given.
func analyzeFd(v *visit) bool {
	at := slices.IndexFunc(v.fields, func(f field) bool {
		return f.exact() && (f.text == "-x" || f.text == "--exec" || f.text == "-X" || f.text == "--exec-batch")
	})
	after := len(v.fields) - at - 2 // behind the first word of the command
	if at < 0 || after < 0 || after > len(v.operands) || v.has("--base-directory", "-C", "--search-path", "-L", "--follow") {
		return false
	}
	words, before := v.fields[at+1:], v.operands[:len(v.operands)-after]
	if slices.ContainsFunc(words, func(f field) bool { return f.exact() && f.text == ";" }) {
		return false
	}
	name, starts := "*", []field{{text: ".", span: v.fields[0].span}}
	if len(before) > 1 {
		starts = before[1:]
	}
	if at == 1+len(before) && (len(before) == 0 || before[0].exact() && (before[0].text == "." || before[0].text == "")) {
		name = "" // nothing chooses among what is there
	}
	marked := slices.ContainsFunc(words, func(f field) bool {
		return strings.Contains(f.text, "{}") || strings.Contains(f.text, "{.}") || strings.Contains(f.text, "{/") // and {//}, {/.}
	})
	for _, s := range starts {
		v.r.path(v.sc, s, pipeline.KindRead, v.name, catalogue.MarkMetadata)
		x := below(s)
		if !s.dynamic {
			x = field{text: findNames([]field{s}, name)[0], pattern: true, span: s.span}
		}
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
	return true
}

// takesCode reports whether the next word of a command would be code for a
// shell: "bash -c" and nothing more.
func takesCode(words []field) bool {
	last := len(words) - 1
	if last < 1 || !words[0].exact() || !words[last].exact() || !isShell(path.Base(words[0].text)) {
		return false
	}
	option := words[last].text
	return len(option) > 1 && option[0] == '-' && option[1] != '-' && strings.HasSuffix(option, "c")
}

// items are what xargs puts in: lines with -I and with -d '\n', else words.
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

// substitute puts a word in place of a mark in each word of a command.
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
			out[i].text, out[i].pattern = escapePattern(w.text[:at])+name+suffix, true
		default:
			out[i].dynamic, out[i].prefix = true, w.text[:at]
		}
	}
	return out
}

// producedNames says which names a pipeline prints, where they are bound to
// stay below folders that are known: find, ls, git ls-files, grep -l.
func (r *run) producedNames(sc *scope, s *syntax.Stmt) []string {
	if r.muted > 0 {
		return nil // looking again at what is nested would double the work with each level
	}
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe {
		if !passesNames(bin.Y) {
			return nil
		}
		return r.producedNames(sc, bin.X)
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return nil
	}
	mute := r.mute()
	defer r.unmute(mute)
	args := r.fields(sc, call.Args)
	if len(args) == 0 || !args[0].exact() || sc.funcs[args[0].text] != nil || sc.aliases[args[0].text] != "" {
		return nil
	}
	for _, f := range args {
		if f.dynamic {
			return nil
		}
	}
	return namesOf(args)
}

// passesNames reports whether a command prints some of the lines that it
// reads, as they are.
func passesNames(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	operands := 0 // a file, from which they would read instead
	for i, w := range call.Args[1:] {
		lit := w.Lit()
		switch before := call.Args[i].Lit(); {
		case strings.HasPrefix(lit, "-") && lit != "-":
		case before == "-n" || before == "-k" || before == "-t" || before == "-c":
		default:
			operands++
		}
	}
	switch call.Args[0].Lit() {
	case "grep", "egrep", "fgrep":
		for _, w := range call.Args[1:] {
			if lit := w.Lit(); strings.HasPrefix(lit, "-") && strings.ContainsAny(lit, "oclLnHbrRef") {
				return false
			}
		}
		return operands == 1
	case "sort", "uniq", "head", "tail", "shuf", "tac":
		return operands == 0
	case "tee":
		return true
	case "tr": // one separator for another
		return separates(call.Args[1:])
	}
	return false
}

// separates reports whether tr(1) only changes what stands between names.
func separates(words []*syntax.Word) bool {
	for _, w := range words {
		text := w.Lit()
		if len(w.Parts) == 1 {
			if q, ok := w.Parts[0].(*syntax.SglQuoted); ok && !q.Dollar {
				text = q.Value
			} else if d, ok := w.Parts[0].(*syntax.DblQuoted); ok && len(d.Parts) == 1 {
				if lit, ok := d.Parts[0].(*syntax.Lit); ok {
					text = lit.Value
				}
			}
		}
		switch strings.ReplaceAll(text, `\\`, `\`) {
		case `\n`, `\0`, `\000`, " ":
		default:
			return false
		}
	}
	return len(words) == 2
}

func namesOf(args []field) []string {
	var out []string
	switch path.Base(args[0].text) {
	case "find":
		for _, f := range args[1:] {
			if f.exact() && (f.text == "-printf" || f.text == "-fprintf" || f.text == "-exec" || f.text == "-ls" || f.text == "-execdir") {
				return nil
			}
		}
		return findNames(findStarts(args[1:]), findSelector(args[1:]))
	case "ls":
		names := "*"
		for _, f := range args[1:] {
			switch {
			case f.optionLike():
				if strings.ContainsAny(strings.TrimPrefix(f.text, "-"), "lRsiFpaf") {
					return nil
				}
				if strings.ContainsAny(f.text, "aAf") {
					names = anyName
				}
			case f.pattern:
				out = append(out, f.text)
				names = anyName
			default: // the names of another folder
				names = anyName
			}
		}
		return append(out, names)
	case "fd", "fdfind", "rg":
		if len(args) > 1 && args[0].text == "rg" && args[1].text != "-l" && args[1].text != "--files" && args[1].text != "--files-with-matches" {
			return nil
		}
		for _, f := range args[1:] {
			if strings.HasPrefix(f.text, "/") || strings.Contains(f.text, "..") || strings.HasPrefix(f.text, "~") {
				return nil
			}
		}
		return []string{"**"}
	case "git":
		if len(args) > 1 && args[1].text == "ls-files" || len(args) > 2 && args[1].text == "diff" && args[2].text == "--name-only" {
			return []string{"**"}
		}
	case "seq":
		if !slices.ContainsFunc(args[1:], func(f field) bool { return strings.Trim(f.text, "0123456789.-") != "" }) {
			return []string{"[0-9]*"}
		}
	case "grep":
		return grepNames(args[1:])
	}
	return out
}

// grepNames are the files that grep -l lists.
func grepNames(args []field) []string {
	lists, operands := false, []string(nil)
	for _, f := range args {
		switch {
		case f.exact() && strings.HasPrefix(f.text, "--"):
			switch name, _, _ := strings.Cut(f.text, "="); name {
			case "--files-with-matches", "--files-without-match":
				lists = true
			case "--include", "--exclude", "--exclude-dir", "--ignore-case", "--recursive", "--null", "--word-regexp", "--fixed-strings":
			default:
				return nil // it may be the pattern, so that what follows is a file
			}
		case f.exact() && strings.HasPrefix(f.text, "-"):
			if strings.ContainsAny(f.text, "efABCm") {
				return nil
			}
			lists = lists || strings.ContainsAny(f.text, "lL")
		case f.pattern:
			operands = append(operands, f.text)
		default:
			operands = append(operands, escapePattern(f.text))
		}
	}
	if !lists || len(operands) == 0 {
		return nil
	}
	var out []string
	for _, o := range operands[1:] {
		out = append(out, o, strings.TrimSuffix(o, "/")+"/**")
	}
	if out == nil {
		out = []string{"**"}
	}
	return out
}
