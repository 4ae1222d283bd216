package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// producedNames says which names a pipeline prints, where they are bound to
// stay below folders that are known: find, ls, git ls-files, grep -l.
func (r *run) producedNames(sc *scope, s *syntax.Stmt) []string {
	if r.muted > 0 || tellsErrors(s) {
		return nil // looking again at what is nested would double the work with each level
	}
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.OrStmt && len(s.Redirs) == 0 {
		if name := commandName(bin.Y); (name == "true" || name == ":") && sc.funcs[name] == nil {
			return r.producedNames(sc, bin.X)
		}
		return nil
	}
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe {
		return r.listed(sc, s).names
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return r.togetherNames(sc, s)
	}
	if len(call.Args) == 0 || len(call.Assigns) > 0 || r.namesOddly() {
		return nil
	}
	if procs := comparedLists(sc, call); procs != nil {
		return r.eachNames(sc, procs)
	}
	choices := r.choices(sc, call)
	turns := r.turns(sc, choices)
	mute := r.mute()
	defer r.unmute(mute)
	if len(choices) == 0 || turns == 0 {
		return r.printedNames(sc, call)
	}
	var all []string
	for turn := range turns {
		branch := sc.fork()
		branch.bind = r.bound(sc, sc.bind, choices, turn)
		one := r.printedNames(branch, call)
		if one == nil || len(all) > maxAlts {
			return nil
		}
		all = append(all, one...)
	}
	return all
}

// tellsErrors reports whether what a command says of its errors goes where its names do:
// that may be any word of it.
func tellsErrors(s *syntax.Stmt) bool {
	return slices.ContainsFunc(s.Redirs, func(rd *syntax.Redirect) bool {
		return rd.Op == syntax.DplOut && rd.N != nil && rd.N.Value == "2" || rd.Op == syntax.RdrAll || rd.Op == syntax.AppAll
	})
}

// printedNames are the names that one command prints.
func (r *run) printedNames(sc *scope, call *syntax.CallExpr) []string {
	if setsWithin(call.Args) {
		sc = sc.fork() // of the shell that prints
	}
	args := r.fields(sc, call.Args)
	if len(args) == 0 || !args[0].exact() || sc.funcs[args[0].text] != nil || sc.aliases[args[0].text] != "" {
		return nil
	}
	if names := r.fileNames(sc, call, args); names != nil {
		return names
	}
	switch args[0].text {
	case "echo", "printf":
		return shownNames(args)
	case "go":
		return r.packageNames(sc, args[1:])
	}
	for _, f := range args {
		if f.dynamic {
			return nil
		}
	}
	if searchOf(path.Base(args[0].text)) != nil && sc.setSearch() {
		return nil
	}
	return namesOf(args)
}

// separates reports whether tr(1) only changes what stands between names.
func separates(words []string) bool {
	for _, w := range words {
		switch w {
		case "\n", `\n`, `\0`, `\000`, " ":
		default:
			return false
		}
	}
	return len(words) == 2
}

// namesOf are the names that well-known programs print, as patterns.
//
// Long: one case a program; it is a table.
func namesOf(args []field) []string {
	var out []string
	switch path.Base(args[0].text) {
	case "find":
		if findFollows(args[1:]) {
			return nil
		}
		for i, f := range args[1:] {
			if f.exact() && f.text == "-printf" && i+2 < len(args) && args[i+2].exact() && printsPaths(args[i+2].text) {
				continue
			}
			if printsFolder(args[1:], i) {
				return foldersOf(findNames(findStarts(args[1:]), ""))
			}
			if f.exact() && f.text == "-exec" && listsFound(args[i+1:]) {
				return findNames(findStarts(args[1:]), "")
			}
			if f.exact() && printsOther(f.text) {
				return nil
			}
		}
		starts, names := findStarts(args[1:]), findPrinted(args[1:])
		out := findNames(starts, append(names, spelledByFind(findPrinting(args[1:]))...)...)
		for _, itself := range startsNamed(starts, names) {
			out = append(out, escapePattern(itself.text))
		}
		return out
	case "ls":
		return listedBelow(args[1:])
	case "fd", "fdfind":
		return fdPrinted(args)
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "ack-grep":
		return searchedNames(args, false)
	case "gofmt", "goimports", "shfmt":
		return formattedNames(args)
	case "git":
		if len(args) > 1 && refNames(args[1:]) {
			return []string{"**"}
		}
		if leadsAway(args[1:]) {
			return nil
		}
		if len(args) > 1 && listsFiles(args[1].text, args[2:]) && listsPlainly("git "+args[1].text, args[2:]) {
			if args[1].text == "ls-files" {
				if names := namesBelow(args[2:]); names != nil {
					return names
				}
				names := append([]string{"**" + suffixOf(args[2:])}, ignoredNames("ls-files", args[2:])...)
				for _, f := range args[2:] {
					if base := path.Base(f.text); !strings.HasPrefix(f.text, "-") && telling(base) && len(names) < maxAlts {
						names = append(names, "**/"+base)
					}
				}
				return names
			}
			return append([]string{"**"}, ignoredNames(args[1].text, args[2:])...)
		}
	case "seq":
		if len(args) > 1 && args[1].text == "-w" {
			args = args[1:]
		}
		if !slices.ContainsFunc(args[1:], func(f field) bool { return strings.Trim(f.text, "0123456789.") != "" }) {
			return []string{"[0-9]*"}
		}
	case "du":
		return diskNames(args[1:])
	}
	return out
}

// listsFiles reports whether a command of git prints names of files: some behind
// a letter or two that say what became of them.
func listsFiles(command string, args []field) bool {
	names := has(args, "--name-only") || has(args, "--name-status")
	switch command {
	case "status":
		return len(args) > 0 && (args[0].text == "-s" || args[0].text == "--short" || args[0].text == "--porcelain")
	case "show":
		return names && (has(args, "--pretty=format:") || has(args, "--format=") || has(args, "--pretty=")) && commits(args)
	case "diff", "ls-tree":
		return names
	case "log":
		return names && (has(args, "--pretty=format:") || has(args, "--format=") || has(args, "--pretty="))
	case "diff-tree":
		return names && has(args, "--no-commit-id")
	case "grep":
		return grepsNames(args)
	}
	return command == "ls-files"
}

// grepsNames reports whether git grep prints names alone. What stands behind -e
// is a pattern, whatever it looks like.
func grepsNames(args []field) bool {
	names := false
	for i := 0; i < len(args); i++ {
		switch text := args[i].text; {
		case text == "--":
			return names
		case text == "-e":
			i++
		case text == "--files-with-matches", text == "--files-without-match", text == "--name-only":
			names = true
		case strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") && !strings.HasPrefix(text, "-e"):
			names = names || strings.ContainsAny(text, "lL")
		}
	}
	return names
}

// printsOther reports whether a word makes find print other than the names below
// the folders that it is given.
func printsOther(word string) bool {
	switch word {
	case "-printf", "-fprintf", "-exec", "-execdir", "-ok", "-okdir", "-ls", "-fls", "-files0-from":
		return true
	}
	return false
}

// listedBelow are the names that ls prints.
func listedBelow(args []field) []string {
	var out []string
	names := "*"
	for _, f := range args {
		switch {
		case f.optionLike():
			if !f.exact() || strings.HasPrefix(f.text, "--") || strings.Trim(f.text, "-1AtrSUcuXvhkBNdqx") != "" {
				return nil // a long line, with where a link leads; or quoted, or marked
			}
			if strings.Contains(f.text, "A") {
				names = anyName
				out = append(out, ".[a-z]*") // those that begin with a dot are asked for
			}
			if strings.Contains(f.text, "d") {
				out = append(out, ".")
			}
		case f.pattern:
			out = append(out, f.text) // of folders among them, names that a plain * stands for
		default: // the names of another folder, or the word itself
			names = anyName
			out = append(out, escapePattern(f.text))
		}
	}
	return append(out, names)
}

// has reports whether a word is among others as it stands.
func has(words []field, word string) bool {
	return slices.ContainsFunc(words, func(f field) bool { return f.exact() && f.text == word })
}

// diskNames are the names that du(1) prints, each behind a size.
func diskNames(args []field) []string {
	var out []string
	for _, f := range args {
		switch {
		case f.exact() && strings.HasPrefix(f.text, "--"):
			return nil
		case f.optionLike():
		case f.pattern:
			out = append(out, f.text, strings.TrimSuffix(f.text, "/")+"/**")
		default:
			out = append(out, escapePattern(f.text), escapePattern(strings.TrimSuffix(f.text, "/"))+"/**")
		}
	}
	if out == nil {
		return []string{"**"}
	}
	return out
}

// printsPaths reports whether a format of find's -printf prints the path, and
// before it nothing that could be taken for another one: sizes, times, modes.
func printsPaths(format string) bool {
	line, ok := strings.CutSuffix(format, `\n`)
	if !ok { // one behind the other: "." and "./a" are "../a"
		if line, ok = strings.CutSuffix(format, `\0`); !ok {
			return false
		}
	}
	rest, ok := strings.CutSuffix(line, "%p")
	if !ok {
		return false
	}
	for rest != "" {
		switch {
		case len(rest) > 2 && rest[0] == '%' && strings.IndexByte("TAC", rest[1]) >= 0 && strings.IndexByte("@aAbBdFHIjklmMpSTUwWyYzZ+", rest[2]) >= 0: // a time in some form
			rest = rest[3:]
		case len(rest) > 1 && rest[0] == '%' && strings.IndexByte("skbmMnidDuUgGtacyY", rest[1]) >= 0:
			rest = rest[2:]
		case rest[0] == ' ' || rest[0] == '\t':
			rest = rest[1:]
		case strings.HasPrefix(rest, `\t`):
			rest = rest[2:]
		default:
			return false
		}
	}
	return true
}

// printsField reports whether an awk program prints one field of each line, or of some.
func printsField(program string) bool {
	return fieldByAwk.MatchString(strings.ReplaceAll(program, " ", ""))
}

// fieldByAwk is such a program without its blanks.
var fieldByAwk = regexp.MustCompile(`^(?:\$[0-9]+(?:[<>]=?|[!=]=)(?:"[^"]*"|[0-9]+)|\$[0-9]+!?~/[^/{}\\]*/|!?/[^/{}\\]*/|NR(?:[<>]=?|[!=]=)[0-9]+)?\{print\$(?:NF|[1-9][0-9]*);?\}?$`)

// lastFields reports whether an option of cut asks for a field or for all from
// one on.
func lastFields(option string) bool {
	field, ok := strings.CutPrefix(option, "-f")
	return ok && field != "" && strings.Trim(strings.TrimSuffix(field, "-"), "0123456789") == ""
}
