package command

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// leadsAway reports whether words make git print other than names
// below the folder that they are started in.
func leadsAway(args []field) bool {
	return slices.ContainsFunc(args, func(f field) bool {
		switch name, _, _ := strings.Cut(f.text, "="); name {
		case "--no-index", "--line-prefix", "--git-dir", "--work-tree":
			return true
		case "--format": // but an empty one, which leaves the names alone
			return f.text != "--format="
		}
		return strings.HasPrefix(f.text, "/") || f.text == ".." || strings.HasPrefix(f.text, "../") || strings.Contains(f.text, "/../") || strings.HasSuffix(f.text, "/..")
	})
}

// listerOptions are the options with which programs print nothing but names
// below the folder that they are started in, each as it is: with others they
// follow links, print where those lead, or show what is in the files.
//
//nolint:gochecknoglobals // a table, never changed
var listerOptions = map[string]*regexp.Regexp{
	"git status":    regexp.MustCompile(`^(?:-[sbzu]+|-u(?:no|normal|all)|--(?:short|porcelain|porcelain=v1|branch|ignored|untracked-files(?:=\w+)?|no-renames))$`),
	"git diff":      regexp.MustCompile(`^(?:-[zwbrRa]+|-[MC][0-9%]*|--(?:name-only|name-status|cached|staged|merge-base|relative|no-renames|no-color|no-ext-diff|exit-code|diff-filter=\w+|find-renames|ignore-[\w-]+))$`),
	"git show":      regexp.MustCompile(`^(?:-[zwbrRam]+|--(?:name-only|name-status|no-renames|no-color|format=|pretty=|pretty=format:|diff-filter=\w+|first-parent))$`),
	"git log":       regexp.MustCompile(`^(?:-[0-9]+|-n[0-9]*|-[zrmM]|--(?:name-only|name-status|no-renames|no-merges|format=|pretty=|pretty=format:|diff-filter=\w+|first-parent|all|reverse|since=.*|until=.*|after=.*|before=.*|author=.*|max-count=[0-9]+|find-renames))$`),
	"git ls-tree":   regexp.MustCompile(`^(?:-[rdtz]+|--(?:name-only|name-status|full-name))$`),
	"git diff-tree": regexp.MustCompile(`^(?:-[rtzcmRMC]+|--(?:name-only|name-status|no-commit-id|no-renames|root|diff-filter=\w+|find-renames))$`),
	"git ls-files":  regexp.MustCompile(`^(?:-[cdmoistuvkzrf]+|--(?:cached|deleted|modified|others|ignored|stage|unmerged|killed|exclude-standard|exclude=.*|exclude-per-directory=.*|full-name|error-unmatch|directory|no-empty-directory|deduplicate))$`),
	"git grep":      regexp.MustCompile(`^(?:-[lLiwIFEGPvarz]+|-e.*|--(?:files-with-matches|files-without-match|name-only|ignore-case|word-regexp|fixed-strings|extended-regexp|perl-regexp|basic-regexp|null|cached|untracked|all-match|and|or|not|no-color))$`),
}

// listsPlainly reports whether none of a program's words is an option that is
// not among those.
func listsPlainly(program string, args []field) bool {
	options := listerOptions[program]
	for _, f := range args {
		switch {
		case f.exact() && f.text == "--":
			return true
		case f.optionLike() && (!f.exact() || !options.MatchString(f.text)):
			return false
		}
	}
	return true
}

// commits reports whether each word before -- that git show takes for an object
// certainly names a commit. It prints others whole: the text of a file, or what
// somebody wrote into a tag. A name may be a branch, a tag or a file; one with ~ or ^
// behind it must lead to a commit (gitrevisions(7)).
func commits(args []field) bool {
	for _, f := range args {
		switch {
		case f.text == "--":
			return true
		case f.optionLike():
		case !f.exact() || !commitName.MatchString(f.text):
			return false
		}
	}
	return true
}

// commitName is what certainly resolves to a commit.
var commitName = regexp.MustCompile(`^(?:HEAD|@|ORIG_HEAD|FETCH_HEAD|[\w./-]+[~^][0-9]*)(?:[~^][0-9]*)*$`)

// shownNames are the words that echo and printf print, each a line or a word of
// its own: echo "$files", printf '%s\n' "${files[@]}".
func shownNames(args []field) []string {
	words := args[1:]
	if args[0].text == "printf" {
		if len(words) < 2 || !words[0].exact() || words[0].text != `%s\n` && words[0].text != `%s\0` {
			return nil
		}
		words = words[1:]
	}
	var out []string
	for _, f := range words {
		switch {
		case len(f.lines) > 0:
			out = append(out, f.lines...)
		case f.dynamic, f.hollow: // a line of nothing is none to xargs, but to read
			return nil
		case f.pattern:
			out = append(out, f.text)
		case strings.ContainsAny(f.text, blanks+"\\'\"") || f.text == "" || f.text[0] == '-':
			return nil
		default:
			out = append(out, escapePattern(f.text))
		}
	}
	return out
}

// packageNames are what go list prints: import paths, none of which begins with a dash,
// or the folders of the packages. As words of other commands both stay below the folder
// that is listed. Any other format prints what the packages' files say.
func (r *run) packageNames(sc *scope, args []field) []string {
	if len(args) == 0 || !args[0].exact() || args[0].text != "list" {
		return nil
	}
	out, deps := []string{"**"}, false
	for i := 1; i < len(args); i++ {
		switch f := args[i]; {
		case !f.exact():
			return nil
		case f.text == "-f" && i+1 < len(args) && args[i+1].exact():
			i++
			switch strings.ReplaceAll(args[i].text, " ", "") {
			case "{{.ImportPath}}":
			case "{{.Dir}}":
				dir, ok := sc.exactFolder()
				if !ok {
					return nil
				}
				dir = escapePattern(r.w.Paths.Resolve(dir))
				out = []string{dir, strings.TrimSuffix(dir, "/") + "/**"}
			default:
				return nil
			}
		case f.text == "-deps" && len(out) == 1: // also those of the language, by their import paths
			deps = true
		case f.text == "-e", f.text == "-race", strings.HasPrefix(f.text, "-tags="), f.text == "." || strings.HasPrefix(f.text, "./") && !leadsAway(args[i:i+1]):
		default:
			return nil
		}
	}
	if deps && len(out) > 1 {
		return nil // folders of other modules
	}
	return out
}

// listsFound reports whether the last words of find are an action that prints
// which of the files hold something: -exec grep -l TEXT {} +.
func listsFound(args []field) bool {
	if len(args) < 5 || len(args) > 8 || slices.ContainsFunc(args, func(f field) bool { return !f.exact() }) {
		return false
	}
	end := len(args) - 2
	if args[1].text != "grep" || args[end].text != "{}" || args[end+1].text != "+" && args[end+1].text != ";" {
		return false
	}
	lists := false
	for _, f := range args[2 : end-1] {
		if len(f.text) < 2 || f.text[0] != '-' || strings.Trim(f.text[1:], "lLiwxEFGPsI") != "" {
			return false
		}
		lists = lists || strings.ContainsAny(f.text, "lL")
	}
	return lists && !strings.HasPrefix(args[end-1].text, "-")
}

// oneLine reports whether a pipeline prints at most one line.
func oneLine(s *syntax.Stmt) bool {
	bin, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || bin.Op != syntax.Pipe {
		return false
	}
	words, ok := literalWords(bin.Y)
	if !ok {
		return false
	}
	switch strings.Join(words, " ") {
	case "head -1", "head -n1", "head -n 1", "tail -1", "tail -n1", "tail -n 1", "head --lines=1", "tail --lines=1", "sed 1q", "sed $!d", "shuf -n1", "shuf -n 1":
		return true
	}
	switch words[0] {
	case "cut": // of each line one
		return oneLine(bin.X)
	case "awk", "gawk", "mawk":
		if len(words) == 2 && printsField(words[1]) {
			return fieldOfLine.MatchString(strings.ReplaceAll(words[1], " ", "")) || oneLine(bin.X)
		}
	}
	return firstMatch.MatchString(strings.Join(words, " "))
}

// fieldOfLine is a program of awk that prints a field of the line with one number.
var fieldOfLine = regexp.MustCompile(`^NR==[0-9]+\{`)

// firstMatch are filters that print one line by its number, or the first one that holds
// something.
var firstMatch = regexp.MustCompile(`^(?:sed -n (?:[0-9]+|\$)p|(?:awk|gawk) NR *== *[0-9]+|e?grep (?:-[EFiwvx]+ )?-[EFiwvx]*m ?1 [^-].*)$`)

// belowFolder reports whether names stay below whatever folder they are put
// behind.
func belowFolder(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool {
		return n == "" || n[0] == '/' || n[0] == '~' || strings.Contains(n, "..")
	})
}

// suffixOf is how all names end that git ls-files prints for the patterns that
// it is given, as a pattern behind "**"; "" if nothing is known of it.
func suffixOf(args []field) string {
	suffix := ""
	for _, f := range args {
		if !f.exact() || f.text == "--" || strings.HasPrefix(f.text, "-") {
			continue
		}
		match := endsIn.FindStringSubmatch(f.text)
		if len(match) != 2 || suffix != "" && suffix != "/*"+match[1] {
			return ""
		}
		suffix = "/*" + match[1]
	}
	return suffix
}

// namesBelow are the names that git ls-files prints where each pattern begins with
// a folder: src/*.ts stands for src/a/b.ts as well.
func namesBelow(args []field) []string {
	var out []string
	for _, f := range args {
		switch {
		case !f.exact() || len(out) > 8:
			return nil
		case f.text == "--", f.text == "-z", f.text == "-c", f.text == "-m", f.text == "-o", f.text == "--cached", f.text == "--modified", f.text == "--others", f.text == "--exclude-standard":
			continue
		}
		match := inFolders.FindStringSubmatch(f.text)
		if len(match) != 3 {
			return nil
		}
		out = append(out, match[1]+"**/*"+match[2])
	}
	return out
}

// inFolders is a folder, and a pattern by the ending of a name.
var inFolders = regexp.MustCompile(`^((?:\w[\w.-]*/)+)\*\*?/?\*?(\.\w+)$`)

// endsIn is a pattern of which the ending is certain. git's * goes over slashes, too
// (gitglossary(7), pathspec).
var endsIn = regexp.MustCompile(`^[\w./-]*\*([\w-]*\.\w+)$`)

// printsFolder reports whether the i-th word of find begins an action that
// prints the folder in which a file was found.
func printsFolder(args []field, i int) bool {
	words := make([]string, 0, 4)
	for _, f := range args[i:min(i+4, len(args))] {
		if !f.exact() {
			return false
		}
		words = append(words, f.text)
	}
	last := i+len(words) == len(args)
	switch {
	case len(words) == 2 && words[0] == "-printf":
		return last && (words[1] == `%h\n` || words[1] == `%h\0`)
	case len(words) == 4 && words[0] == "-exec":
		return last && words[1] == "dirname" && words[2] == "{}" && (words[3] == ";" || words[3] == "+")
	}
	return false
}

// cutsNames reports whether a command prints of each path that it reads the
// folder, or its first parts.
func (s *scope) cutsNames(st *syntax.Stmt) bool {
	words, ok := literalWords(st)
	if !ok || s.renamed(words[0]) {
		return false
	}
	switch strings.Join(words, " ") {
	case "xargs dirname", "xargs -n1 dirname", "xargs -n 1 dirname", "xargs -r dirname", "xargs -r -n1 dirname", "xargs -r -n 1 dirname", "xargs -I{} dirname {}", "xargs -I {} dirname {}",
		"cut -d/ -f1", "cut -d / -f1", "cut -d/ -f 1", "cut -f1 -d/", "cut -d/ -f1,2", "cut -d/ -f1-2", "cut -d/ -f-2", "cut -d/ -f1-3", "awk -F/ {print $1}", "sed s|/[^/]*$||", "sed s,/[^/]*$,,", "sed s#/[^/]*$##", "sed s|/.*||", "sed s#/.*##", "sed s,/.*,,":
		return true
	}
	return false
}

// foldersOf are the folders of names that are relative: what stands before any
// of their slashes lies in the folder itself. Of an absolute name the first
// part is empty, and of ".." it leads away.
func foldersOf(names []string) []string {
	for _, n := range names {
		if strings.HasPrefix(n, "/") || n == ".." || strings.HasPrefix(n, "../") || strings.Contains(n, "/../") || strings.HasPrefix(n, "~") {
			return nil
		}
	}
	if len(names) == 0 {
		return nil
	}
	out := []string{"."}
	for _, n := range names {
		top, _, ok := strings.Cut(n, "/")
		if !ok || special(top) || top == "" {
			return []string{".", "**"}
		}
		for _, folder := range [...]string{top, top + "/**"} {
			if !slices.Contains(out, folder) {
				out = append(out, folder)
			}
		}
	}
	return out
}

// nulAfter reports whether what a command prints is divided by NUL, which read
// and a substitution leave out, so that names run together: of "." and "./a"
// comes "../a". It is told whether what the command reads is.
func nulAfter(st *syntax.Stmt, before bool) bool {
	if bin, ok := st.Cmd.(*syntax.BinaryCmd); ok {
		return nulAfter(bin.Y, nulAfter(bin.X, before))
	}
	switch c := st.Cmd.(type) {
	case *syntax.Block:
		return slices.ContainsFunc(c.Stmts, func(s *syntax.Stmt) bool { return nulAfter(s, before) })
	case *syntax.Subshell:
		return slices.ContainsFunc(c.Stmts, func(s *syntax.Stmt) bool { return nulAfter(s, before) })
	}
	words := literals(st)
	if len(words) == 0 {
		return before
	}
	switch words[0] {
	case "tr":
		last := words[len(words)-1]
		return strings.Contains(last, `\0`) || before && len(words) > 2 && !strings.Contains(words[1], `\0`)
	case "xargs":
		return false
	case "find":
		return slices.ContainsFunc(words[1:], func(w string) bool { return w == "-print0" || strings.HasSuffix(w, `\0`) })
	}
	return before || slices.ContainsFunc(words[1:], dividesByNUL.MatchString)
}

// dividesByNUL are options by which programs print names that NUL divides; a letter
// among others may be one, since counting too many only ends the knowledge.
var dividesByNUL = regexp.MustCompile(`^(?:--print0|--null|--null-data|--zero|--zero-terminated|-[a-zA-Z.]*[zZ][a-zA-Z]*|-[a-zA-Z.]*0[a-zA-Z]*|.*\\0.*)$`)

// lines makes a variable the array of lines that mapfile reads: text that is
// known, names that are known to match patterns, or nothing but places.
func (s *scope) lines(builtin string, args []field, name string) {
	if builtin != "mapfile" && builtin != "readarray" || !validName(name) || s.vars[name].assoc {
		return
	}
	v := variable{array: true, open: true, list: []value{{}}}
	plain := !slices.ContainsFunc(args, func(f field) bool { // -O keeps what was there, -C calls back
		return !f.exact() || f.text != "-t" && f.text != name && f.text != "" && f.text != "-d"
	})
	switch in := s.stdin; {
	case !plain, in.nul && !has(args, "-d"):
	case len(in.names) > 0:
		v.list = nil
		for _, n := range in.names {
			v.list = append(v.list, pattern(n))
		}
	case in.kind == stdinText && len(args) == 2 && args[0].text == "-t" && strings.Count(in.text, "\n") < maxElements:
		v = variable{array: true}
		for line := range strings.Lines(in.text) {
			v.list = append(v.list, text(strings.TrimSuffix(line, "\n")))
		}
	}
	s.set(name, v)
}
