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
	extra := v.stdinWords()
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
	if replace == "" {
		words := append(slices.Clone(v.wrapped), extra...)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
		return true
	}
	for _, x := range extra {
		v.r.within(v.name, func() { v.r.exec(v.sc, substitute(v.wrapped, replace, x)) })
	}
	return true
}

// stdinWords are the words that standard input will give, as far as known.
func (v *visit) stdinWords() []field {
	span := v.fields[0].span
	anything := []field{{text: "words from standard input", dynamic: true, many: true, span: span}}
	if v.has("-a", "--arg-file") {
		return anything
	}
	in := v.sc.stdin
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
		case w.exact() && !x.dynamic && strings.HasPrefix(w.text, mark) && !strings.ContainsAny(w.text[len(mark):], "/"):
			out[i].text, out[i].pattern = x.text+escapePattern(w.text[len(mark):]), true
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
		call, ok := bin.Y.Cmd.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return nil
		}
		switch call.Args[0].Lit() {
		case "grep", "egrep", "fgrep":
			for _, w := range call.Args[1:] {
				if lit := w.Lit(); strings.HasPrefix(lit, "-") && strings.ContainsAny(lit, "oclLnHbr") {
					return nil
				}
			}
			return r.producedNames(sc, bin.X)
		case "sort", "uniq", "head", "tail", "shuf", "tac":
			return r.producedNames(sc, bin.X)
		}
		return nil
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

func namesOf(args []field) []string {
	var out []string
	switch path.Base(args[0].text) {
	case "find":
		for _, f := range args[1:] {
			if f.exact() && (f.text == "-printf" || f.text == "-fprintf" || f.text == "-exec" || f.text == "-ls" || f.text == "-execdir") {
				return nil
			}
		}
		return findNames(findStarts(args[1:]), "")
	case "ls":
		for _, f := range args[1:] {
			switch {
			case f.optionLike():
				if strings.ContainsAny(strings.TrimPrefix(f.text, "-"), "lRsiFp") {
					return nil
				}
			case f.pattern:
				out = append(out, f.text)
			}
		}
		if len(out) == 0 {
			return []string{"*"}
		}
		return append(out, "*")
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
		return []string{"[0-9]*"}
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
			lists = lists || f.text == "--files-with-matches" || f.text == "--files-without-match"
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

// findNames are patterns for what find prints below its starting points.
func findNames(starts []field, name string) []string {
	var out []string
	for _, f := range starts {
		p := f.text
		if !f.pattern {
			p = escapePattern(p)
		}
		p = strings.TrimSuffix(p, "/")
		if name != "" {
			out = append(out, p+"/**/"+name)
		} else {
			out = append(out, p+"/**")
		}
	}
	return out
}

// findStarts are find's starting points: the words before the expression.
func findStarts(args []field) []field {
	var out []field
	for i := 0; i < len(args); i++ {
		f := args[i]
		if f.exact() && (f.text == "-H" || f.text == "-L" || f.text == "-P" || strings.HasPrefix(f.text, "-O")) {
			continue
		}
		if f.exact() && f.text == "-D" {
			i++
			continue
		}
		if f.exact() && (strings.HasPrefix(f.text, "-") || f.text == "(" || f.text == "!" || f.text == ")" || f.text == ",") {
			break
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		out = []field{{text: "."}}
	}
	return out
}

// findArity is how many words a test or option of find takes: find(1).
func findArity(name string) (int, bool) {
	switch name {
	case "-depth", "-d", "-daystart", "-follow", "-ignore_readdir_race", "-noignore_readdir_race", "-mount", "-xdev", "-noleaf", "-nowarn", "-warn", "-help", "-version",
		"-empty", "-executable", "-false", "-true", "-nogroup", "-nouser", "-readable", "-writable", "-print", "-print0", "-prune", "-quit", "-ls", "-delete",
		"-a", "-and", "-o", "-or", "-not", "!", "(", ")", ",", "-H", "-L", "-P", "--help", "--version":
		return 0, true
	case "-maxdepth", "-mindepth", "-regextype", "-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-context", "-ctime", "-fstype", "-gid", "-group", "-ilname", "-iname", "-inum",
		"-ipath", "-iregex", "-iwholename", "-links", "-lname", "-mmin", "-mtime", "-name", "-newer", "-path", "-perm", "-regex", "-samefile", "-size", "-type", "-uid", "-used", "-user",
		"-wholename", "-xtype", "-printf", "-files0-from", "-D":
		return 1, true
	}
	if strings.HasPrefix(name, "-newer") && len(name) == 8 {
		return 1, true
	}
	return 0, strings.HasPrefix(name, "-O")
}

// analyzeFind reads find's expression, which is a language of its own.
func analyzeFind(v *visit) bool {
	args := v.fields[1:]
	starts := findStarts(args)
	for i := range starts {
		if starts[i].span == (pipeline.Span{}) {
			starts[i].span = v.fields[0].span
		}
		v.r.path(v.sc, starts[i], pipeline.KindRead, v.name, catalogue.MarkMetadata)
	}
	name, single := "", true
	i := 0
	for i < len(args) && !(args[i].exact() && (strings.HasPrefix(args[i].text, "-") || args[i].text == "(" || args[i].text == "!")) {
		i++
	}
	for ; i < len(args); i++ {
		f := args[i]
		if !f.exact() {
			v.unknown("word in the expression: "+f.text, f)
			continue
		}
		switch f.text {
		case "-name", "-iname":
			if name != "" || i+1 >= len(args) || !args[i+1].exact() || f.text == "-iname" {
				single = false
			} else {
				name = args[i+1].text
			}
			i++
		case "-o", "-or", "-not", "!", ",":
			single = false
		case "-delete":
			v.findDelete(starts, name, single)
		case "-exec", "-execdir", "-ok", "-okdir":
			if !single || name == "*" {
				name = ""
			}
			i = v.findExec(starts, args, i+1, name)
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(args) {
				v.r.path(v.sc, args[i+1], pipeline.KindWrite, v.name, "")
			}
			i++
			if f.text == "-fprintf" {
				i++
			}
		case "-files0-from":
			v.unknown("starting points from a file", f)
			i++
		default:
			n, ok := findArity(f.text)
			if !ok {
				v.unknown("word in the expression: "+f.text, f)
			}
			i += n
		}
	}
	return true
}

func (v *visit) findDelete(starts []field, name string, single bool) {
	if !single || name == "*" {
		name = ""
	}
	for _, s := range starts {
		if s.dynamic {
			v.unknown("deletes below "+s.text, s)
			continue
		}
		for _, p := range findNames([]field{s}, name) {
			v.r.path(v.sc, field{text: p, pattern: true, many: true, span: s.span}, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
		}
	}
}

// findExec judges the command of -exec for each starting point and returns the
// index of its end.
func (v *visit) findExec(starts, args []field, from int, name string) int {
	end := from
	for end < len(args) && !(args[end].exact() && (args[end].text == ";" || args[end].text == "+" && end > from && args[end-1].text == "{}")) {
		end++
	}
	if end == from {
		return end
	}
	for _, s := range starts {
		x := field{text: s.text, dynamic: true, span: s.span}
		if !s.dynamic {
			x = field{text: findNames([]field{s}, name)[0], pattern: true, span: s.span}
		}
		words := substitute(args[from:end], "{}", x)
		v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	}
	return end
}
