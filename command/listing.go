package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// A list of files goes through a pipeline line by line: some stages leave lines out,
// some put them in order, some change each of them in a way that can be told. And it
// may lie in a file for a while: rg -l x src > F; xargs -a F sed -i ....

// listing is what is known of the lines that a command prints.
type listing struct {
	names []string // patterns of the lines
	heads []string // or of what stands before the first colon of each of them
	nul   bool     // NUL divides them
	state bool     // letters of git status stand before them
	empty bool     // they are those of what holds nothing
}

// listed is what a command prints.
func (r *run) listed(sc *scope, s *syntax.Stmt) listing {
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe {
		return r.listed(sc, bin.X).through(sc, bin.Y)
	}
	l := listing{names: r.producedNames(sc, s)}
	if l.names == nil {
		l.heads = r.headedNames(sc, s)
	}
	l.nul = l.names != nil && nulAfter(s, false)
	l.empty = l.names != nil && r.printsEmpty(sc, s)
	if words := literals(s); l.names != nil && len(words) > 1 && words[0] == "git" && words[1] == "status" {
		l.state = true
	}
	return l
}

// through is what comes out of a stage that reads it.
func (l listing) through(sc *scope, st *syntax.Stmt) listing {
	switch {
	case l.heads != nil && takesHead(sc, st):
		return listing{names: l.heads}
	case l.heads != nil && keepsLines(sc, st):
		return l
	case l.names == nil:
		return listing{}
	case sc.passesNames(st):
		l.state, l.empty = l.state && keepsLines(sc, st), l.empty && keepsLines(sc, st)
	case sc.cutsNames(st):
		l.names, l.empty = foldersOf(l.names), false
	case l.state && cutsState(sc, st):
		l.state = false
	default:
		l.names, l.empty = sc.changesNames(st, l.names), false
	}
	l.nul = l.names != nil && nulAfter(st, l.nul)
	if l.names != nil {
		l.names = sc.soughtAmong(l.names, st)
	}
	return l
}

// headedNames are the names that stand before a colon in each line of a search.
func (r *run) headedNames(sc *scope, s *syntax.Stmt) []string {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || r.muted > 0 || len(call.Args) < 2 || len(call.Assigns) > 0 || tellsErrors(s) || searchOf(path.Base(call.Args[0].Lit())) == nil && call.Args[0].Lit() != "git" {
		return nil
	}
	mute := r.mute()
	defer r.unmute(mute)
	args := r.fields(sc, call.Args)
	if len(args) < 2 || !args[0].exact() || sc.renamed(args[0].text) || r.namesOddly() {
		return nil
	}
	if args[0].text != "git" {
		if sc.setSearch() {
			return nil
		}
		return searchedNames(args, true)
	}
	if args[1].text != "grep" || leadsAway(args[1:]) || slices.ContainsFunc(args[2:], func(f field) bool {
		return f.dynamic || f.optionLike() && (!f.exact() || !headsByGit.MatchString(f.text))
	}) {
		return nil
	}
	return []string{"**"}
}

// headsByGit are the options with which git grep prints a name and a colon before
// whatever it has found.
var headsByGit = regexp.MustCompile(`^(?:-[niwvEFPGIcHr]+|-e|--|--(?:line-number|ignore-case|word-regexp|extended-regexp|fixed-strings|perl-regexp|count|cached|untracked|no-color|all-match|and|or|not))$`)

// takesHead reports whether a stage prints of each line what stands before a colon.
func takesHead(sc *scope, st *syntax.Stmt) bool {
	words, ok := literalWords(st)
	if !ok || sc.renamed(words[0]) {
		return false
	}
	if len(words) == 3 && words[0] == "awk" && words[1] == "-F:" && headByAwk.MatchString(words[2]) {
		return true
	}
	switch strings.Join(words, " ") {
	case "cut -d: -f1", "cut -d : -f 1", "cut -d : -f1", "cut -d: -f 1", "cut -f1 -d:", "cut -f 1 -d :", "awk -F: {print $1}", "awk -F : {print $1}", "awk -F: {print$1}", "sed s/:.*//", "sed s/:.*$//", "sed s/:.*//g", "sed s|:.*||", "sed s#:.*##":
		return true
	}
	return false
}

// headByAwk is a program that prints the first column of some lines.
var headByAwk = regexp.MustCompile(`^(?:\$[0-9]+ *(?:[<>]=?|[!=]=) *(?:[0-9]+|"[^"]*") *)?\{ *print +\$1;? *\}$`)

// keepsLines reports whether a stage prints whole lines of what it reads, and nothing
// before them.
func keepsLines(sc *scope, st *syntax.Stmt) bool {
	switch commandName(st) {
	case "sort", "head", "tail", "grep", "egrep", "fgrep", "rg", "shuf", "tee":
		return sc.passesNames(st)
	}
	return false
}

// cutsState reports whether a stage takes from the lines of git status the letters
// that they begin with.
func cutsState(sc *scope, st *syntax.Stmt) bool {
	words, ok := literalWords(st)
	if !ok || sc.renamed(words[0]) {
		return false
	}
	switch strings.Join(words, " ") {
	case "cut -c4-", "cut -c 4-", "sed s/^...//", "sed s/^.. //", "sed s/...//":
		return true
	}
	return false
}

// changesNames is what a stage makes of names, where that can be told; nil: it cannot.
func (s *scope) changesNames(st *syntax.Stmt, names []string) []string {
	words, ok := literalWords(st)
	if !ok || s.renamed(words[0]) {
		return nil
	}
	switch {
	case words[0] == "xargs":
		return searchedAgain(words[1:], names)
	case words[0] == "sed" && (len(words) == 2 || len(words) == 3 && (words[1] == "-E" || words[1] == "-n")):
		quiet := words[1] == "-n"
		program := words[len(words)-1]
		if selectsLines.MatchString(program) && quiet == strings.HasSuffix(program, "p") {
			return names
		}
		if !quiet {
			return replacedNames(program, names)
		}
	case (words[0] == "awk" || words[0] == "gawk") && len(words) == 2 && filtersLines.MatchString(words[1]):
		return names
	}
	return nil
}

// selectsLines are programs of sed that leave lines out; filtersLines such of awk.
var (
	selectsLines = regexp.MustCompile(`^(?:[0-9]+|\$|/[^/\\{};\n]*/)(?:, *(?:[0-9]+|\$))?[dpq]$`)
	filtersLines = regexp.MustCompile(`^(?:NR *(?:==|<=|>=|<|>) *[0-9]+|!? */[^/\\{}"|\n]*/|! *[a-z]+\[\$0\]\+\+)$`)
)

// replacedNames is what one substitution of sed makes of names.
func replacedNames(program string, names []string) []string {
	if len(program) < 4 || program[0] != 's' || !strings.Contains("/#|,@", program[1:2]) {
		return nil
	}
	parts := strings.Split(program[2:], program[1:2])
	if len(parts) != 3 || parts[2] != "" || strings.Contains(program, "\n") {
		return nil
	}
	from, to := parts[0], parts[1]
	var out []string
	switch {
	case from == "^" && putBefore.MatchString(to) && !strings.Contains(to, ".."):
		for _, n := range names {
			out = append(out, to+n)
		}
	case from == `^\./` && to == "":
		for _, n := range names {
			rest := strings.TrimPrefix(n, "./")
			if rest == "" || rest[0] == '/' || n[0] == '?' || n[0] == '[' {
				return nil
			}
			out = append(out, rest)
		}
	case endingFrom.MatchString(from) && endingTo.MatchString(to) && !strings.Contains(to, "..") && !telling(to) && !telling("x"+to):
		cut := strings.ReplaceAll(strings.TrimSuffix(from, "$"), `\.`, ".")
		for _, n := range names {
			tail := n[strings.LastIndexAny(n, `*?[]\`)+1:]
			switch {
			case tail == "":
				out = append(out, n)
			case strings.HasSuffix(tail, cut):
				out = append(out, strings.TrimSuffix(n, cut)+to)
			case strings.HasSuffix(cut, tail):
				return nil
			default:
				out = append(out, n)
			}
		}
	}
	return out
}

// What may be put before a name, and an ending that another takes the place of.
var (
	putBefore  = regexp.MustCompile(`^(?:\./)?(?:\w[\w.-]*/)*$`)
	endingFrom = regexp.MustCompile(`^(?:\\\.|[_-])(?:\w|-|\\\.)+\$$`)
	endingTo   = regexp.MustCompile(`^[._-][\w.-]*\w$`)
)

// searchedAgain are the names that are left where xargs starts a search for names
// among them.
func searchedAgain(words, names []string) []string {
	i := 0
	for i < len(words) && strings.HasPrefix(words[i], "-") {
		switch option := words[i]; {
		case option == "-0", option == "-r", option == "-d\n", option == `-d\n`:
		case option == "-P", option == "-n", option == "-d" && i+1 < len(words) && (words[i+1] == `\n` || words[i+1] == "\n"):
			i++
		case len(option) > 2 && (option[1] == 'P' || option[1] == 'n') && strings.Trim(option[2:], "0123456789") == "":
		default:
			return nil
		}
		i++
	}
	if i >= len(words) {
		return nil
	}
	if words = words[i:]; words[0] == "ls" && len(words) == 2 && strings.HasPrefix(words[1], "-") && strings.Trim(words[1][1:], "1trSd") == "" {
		out := slices.Clone(names)
		for _, n := range names { // of a folder its name with a colon, and what is in it
			out = append(out, n+":")
		}
		return append(out, anyName)
	}
	p := searchOf(words[0])
	if p == nil || len(words) < 3 || strings.Contains(words[0], "/") {
		return nil
	}
	args := make([]field, len(words)-1)
	for i, w := range words[1:] {
		args[i].text = w
	}
	s := p.read(args)
	if !s.ok || len(s.paths) > 0 || !s.options.has("-l", "-L", "--files-with-matches", "--files-without-match") || s.options.has("-c", "--count", "-r", "--recursive", "-Z", "-z", "-0", "--null", "-f", "--file", "--files") {
		return nil
	}
	if p.recursive { // where nothing is listed it searches the folder at hand
		return append(slices.Clone(names), "**")
	}
	return names
}

// setSearch reports whether a file of settings, or a variable of options, may make a
// search print something else.
func (s *scope) setSearch() bool {
	for _, name := range [...]string{"RIPGREP_CONFIG_PATH", "ACKRC", "ACK_OPTIONS", "ACK_PAGER", "GREP_OPTIONS"} {
		if !s.lookup(name).unset {
			return true
		}
	}
	return s.murky
}

// namesOddly reports whether the command has made a file whose name is more than one
// word, or ends at a colon in another place: then names in lists lead elsewhere.
func (r *run) namesOddly() bool {
	for ; r.oddSeen < len(r.effects) && !r.odd; r.oddSeen++ {
		if e := &r.effects[r.oddSeen]; e.Kind == pipeline.KindWrite {
			r.odd = strings.ContainsAny(strings.TrimPrefix(e.Object, r.w.Dir), " \t\n'\"\\:")
		}
	}
	return r.odd
}
