package command

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// pipe judges a pipeline from its first command to its last. The tree leans to the left
// and may be thousands of pipes deep, so it is not descended. What passes along is
// followed as far as it can be: a constant text, names one a line, columns of numbers,
// ids of processes. Each stage either keeps that up, by a rule of its own, or ends it.
// fed says that something before has read from the network, so that what runs its
// standard input runs a stranger's text.
func (r *run) pipe(sc *scope, c *syntax.BinaryCmd) {
	first, stages := stagesOf(c)
	from, fed := len(r.effects), false
	begin := from
	r.stage(sc, first, stdin{}, false, false)
	if r.over {
		return
	}
	r.overflows(first, stages)
	pids := listsProcesses(first)
	if listsEnvironment(first) {
		for _, stage := range stages {
			r.searches(stage.Y)
		}
	}
	constant, known := r.constantOutput(sc, first)
	var list listing
	var kept []keptList
	figures := sc.figureColumns(first)
	if !known && stages[len(stages)-1].Op == syntax.Pipe {
		list = r.listed(sc, first)
	}
	numbered := r.muted == 0 && r.numbersOne(sc, first)
	for i := len(stages) - 1; i >= 0; i-- {
		fed = fed || connects(r.effects[min(from, len(r.effects)):])
		from = len(r.effects)
		in := stdin{kind: stdinPipe, fed: fed, names: list.names, nul: list.nul, empty: list.empty, figures: figures, pids: pids, numbered: numbered && takesLines(stages[i].Y)}
		if i == len(stages)-1 && stages[i].Op == syntax.Pipe {
			in.counted = sc.countedOut(first)
			if list.names == nil && commandName(stages[i].Y) == "xargs" && r.muted == 0 {
				in.tool = r.printed(sc, []*syntax.Stmt{first}).tool
			}
		}
		switch {
		case known:
			in = stdin{kind: stdinText, text: constant}
		case i == len(stages)-1 && stages[i].Op == syntax.Pipe && isShell(commandName(stages[i].Y)):
			if file := sc.catted(first); strings.HasSuffix(file, ".sh") {
				in.kind, in.path = stdinFile, file
			}
		}
		if i == len(stages)-1 {
			r.endlessInput(first, stages[i].Y)
		}
		r.stage(sc, stages[i].Y, in, true, i == 0)
		if r.over {
			return
		}
		if known = known && stages[i].Op == syntax.Pipe && r.muted == 0; known {
			constant, known = sc.passedOn(stages[i].Y, constant)
		}
		list, kept = r.passedList(sc, list, kept, stages, i)
		figures = sc.passesFigures(stages[i].Y, figures)
		numbered = numbered && (commandName(stages[i].Y) == "head" || commandName(stages[i].Y) == "tail") && sc.passesNames(stages[i].Y)
		pids = pids && passesIDs(literals(stages[i].Y))
	}
	for _, k := range kept {
		r.keepsList(sc, k.word, k.list, begin)
	}
}

// catted is the one file that a command prints as it is: cat FILE | bash is bash < FILE.
func (s *scope) catted(st *syntax.Stmt) string {
	words, ok := literalWords(st)
	if !ok || len(words) != 2 || words[0] != "cat" || s.renamed("cat") || words[1] == "" || strings.HasPrefix(words[1], "-") || strings.ContainsAny(words[1], "*?[{~\\") {
		return ""
	}
	return words[1]
}

// stagesOf is the first command of a pipeline, and the pipes behind it from the last
// to the first. What was done to a part as a whole (a redirection, a negation) keeps it
// together, as it belongs to all commands of that part.
func stagesOf(c *syntax.BinaryCmd) (first *syntax.Stmt, stages []*syntax.BinaryCmd) {
	stages = []*syntax.BinaryCmd{c}
	first = c.X
	for {
		bin, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || bin.Op != syntax.Pipe && bin.Op != syntax.PipeAll || first.Background || first.Negated || first.Coprocess || first.Disown || len(first.Redirs) > 0 {
			break
		}
		stages = append(stages, bin)
		first = bin.X
	}
	return first, stages
}

// listsEnvironment reports whether a command prints every variable. The grammar has
// export, declare and typeset as clauses of their own, hence the two ways.
func listsEnvironment(s *syntax.Stmt) bool {
	if decl, ok := s.Cmd.(*syntax.DeclClause); ok {
		return len(decl.Args) == 0 || len(decl.Args) == 1 && decl.Args[0].Naked && decl.Args[0].Name == nil && strings.HasPrefix(decl.Args[0].Value.Lit(), "-")
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Args) > 2 {
		return false
	}
	switch call.Args[0].Lit() {
	case "env", "printenv", "set", "export", "declare", "typeset":
		return len(call.Args) == 1 || strings.HasPrefix(call.Args[1].Lit(), "-")
	}
	return false
}

// searches looks for a filter of variables that is after credentials. A command's
// environment holds none, but who asks for them is told by a person. It is asked only
// of filters behind a list of variables, where the words they search for say what is
// wanted.
func (r *run) searches(s *syntax.Stmt) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 {
		return
	}
	switch call.Args[0].Lit() {
	case "grep", "egrep", "fgrep", "rg", "ag", "awk", "sed", "perl", "ugrep", "python", "python3", "ruby", "jq", "ack", "rga", "gawk", "mawk", "node", "zgrep", "look":
	default:
		return
	}
	for _, w := range call.Args[1:] {
		text := strings.ToLower(r.source(w))
		bare := strings.Trim(text, "'\"^.*")
		for _, part := range [...]string{"token", "secret", "passw", "credential", "api_key", "apikey", "access_key", "private_key", "_key", "_tok", "_secr", "aws_", "auth_"} {
			if strings.Contains(text, part) || bare == "key" || bare == "keys" || bare == "aws" || bare == "pass" || bare == "cred" || bare == "creds" || credentialBeginning.MatchString(text) {
				r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "credentials among the variables", Certain: true, By: call.Args[0].Lit(), Mark: catalogue.MarkCredential, Span: r.spanOf(w)})
				return
			}
		}
	}
}

// credentialBeginning are shorter names, where they are all that is looked for.
var credentialBeginning = regexp.MustCompile(`(?:^|[|/'"^(])(?:toke?|secre?|ghp|gho|xox[bp]|pass|pwd|cred|creds|auth|apikey|api|key|aws|dsn|database_url|private)(?:$|[|/'"$)=_.])`)

// stage judges one command of a pipeline in a shell of its own. All but the first read
// from the one before; each changes only itself (POSIX 2.12), but for lastpipe, which
// is for shopt.
func (r *run) stage(sc *scope, s *syntax.Stmt, in stdin, piped, last bool) {
	inner := sc.fork()
	inner.failed = nil
	if out := r.out; out != nil && !last {
		r.out = nil
		defer func() { r.out = out }()
	}
	if piped {
		inner.stdin = in
	}
	r.staged++
	r.stmt(inner, s)
	r.staged--
}

// constantOutput is what an echo, printf or cat of a here-document prints. Not ok: it
// prints something else, or nobody knows what. The statement is judged elsewhere; here
// it is only looked at.
func (r *run) constantOutput(sc *scope, s *syntax.Stmt) (string, bool) {
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe && r.muted == 0 {
		return r.pipedConstant(sc, bin)
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	if name := call.Args[0].Lit(); name == "cat" && len(call.Args) == 1 && len(s.Redirs) == 1 {
		inner := sc.fork()
		mute := r.mute()
		defer r.unmute(mute)
		r.redirects(inner, s.Redirs)
		return inner.stdin.text, inner.stdin.kind == stdinText
	}
	switch call.Args[0].Lit() {
	case "echo", "printf":
	case "base64", "xxd", "rev", "tr", "cut": // of a here-document or a here-string
		if len(s.Redirs) != 1 || s.Background || s.Negated {
			return "", false
		}
		inner := sc.fork()
		mute := r.mute()
		defer r.unmute(mute)
		r.redirects(inner, s.Redirs)
		if inner.stdin.kind != stdinText {
			return "", false
		}
		bare := *s
		bare.Redirs = nil
		return sc.passedOn(&bare, inner.stdin.text)
	default:
		return "", false
	}
	v := r.printed(sc, []*syntax.Stmt{s})
	return v.text, v.kind == valueText
}

// connects reports whether any effect is a connection.
func connects(effects []pipeline.Effect) bool {
	for _, e := range effects {
		if e.Kind == pipeline.KindConnect {
			return true
		}
	}
	return false
}

// pipedConstant follows a constant through programs that only pass it on.
func (r *run) pipedConstant(sc *scope, bin *syntax.BinaryCmd) (string, bool) {
	if bin.Op != syntax.Pipe {
		return "", false
	}
	text, ok := r.constantOutput(sc, bin.X)
	if !ok {
		return "", false
	}
	return sc.passedOn(bin.Y, text)
}

// passedOn is what a command prints of a constant that it reads, where that is the same
// or another spelling of it: base64(1), rev(1), xxd(1). This is what undoes the usual
// disguises: echo cm0gLXJmIH4= | base64 -d | sh is judged as rm -rf ~. Only ASCII is
// passed on, since what is decoded must be read by the same rules as the text that was
// checked.
func (s *scope) passedOn(st *syntax.Stmt, text string) (string, bool) {
	if len(st.Redirs) > 0 || st.Background {
		return "", false
	}
	words := literals(st)
	if len(words) == 0 || s.renamed(words[0]) {
		return "", false
	}
	switch args := words[1:]; words[0] {
	case "tee":
		return text, true
	case "cat":
		return text, len(args) == 0
	case "base64":
		if len(args) != 1 || args[0] != "-d" && args[0] != "--decode" && args[0] != "-D" {
			return "", false
		}
		out, err := base64.StdEncoding.Strict().DecodeString(strings.NewReplacer("\n", "", "\r", "").Replace(text))
		return s.decoded(string(out)), err == nil && asciiText(out)
	case "xxd":
		if len(args) != 2 && (len(args) != 3 || args[2] != "-") || args[0] != "-r" || args[1] != "-p" {
			if len(args) != 1 || args[0] != "-rp" && args[0] != "-pr" {
				return "", false
			}
		}
		out, err := hex.DecodeString(strings.NewReplacer("\n", "", " ", "").Replace(text))
		return s.decoded(string(out)), err == nil && asciiText(out)
	case "rev":
		if len(args) > 0 || !asciiText([]byte(text)) {
			return "", false
		}
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			b := []byte(line)
			slices.Reverse(b)
			lines[i] = string(b)
		}
		return s.decoded(strings.Join(lines, "\n")), true
	case "tr":
		out, ok := translated(args, text)
		return s.decoded(out), ok
	case "cut":
		return cutColumns(args, text)
	}
	return "", false
}

// translated is what tr(1) makes of a text of ASCII, with two sets of characters
// and ranges of letters and digits.
func translated(args []string, text string) (string, bool) {
	if len(args) != 2 || !asciiText([]byte(text)) {
		return "", false
	}
	from, ok := rangeSet(args[0])
	to, fine := rangeSet(args[1])
	if !ok || !fine || len(from) != len(to) {
		return "", false
	}
	b := []byte(text)
	for i, c := range b {
		if at := strings.LastIndexByte(from, c); at >= 0 { // the last mention counts
			b[i] = to[at]
		}
	}
	return string(b), true
}

// rangeSet is a set of tr(1) written out: characters that mean themselves, and
// ranges.
func rangeSet(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case !wordByte(c) && strings.IndexByte(" /:,+=@", c) < 0: // others are patterns, escapes or classes
			return "", false
		case i+2 < len(s) && s[i+1] == '-':
			if c > s[i+2] || !wordByte(c) || !wordByte(s[i+2]) {
				return "", false
			}
			for ; c <= s[i+2]; c++ {
				b.WriteByte(c)
			}
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), b.Len() > 0
}

// cutColumns is what cut(1) prints of lines of ASCII: -c FROM-. Other lists of columns
// are not read.
func cutColumns(args []string, text string) (string, bool) {
	if len(args) != 1 || !asciiText([]byte(text)) {
		return "", false
	}
	number, ok := strings.CutPrefix(args[0], "-c")
	number, open := strings.CutSuffix(number, "-")
	from, err := strconv.Atoi(number)
	if !ok || !open || err != nil || from < 1 {
		return "", false
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = line[min(from-1, len(line)):]
	}
	return strings.Join(lines, "\n"), true
}

// asciiText reports whether bytes are a text of ASCII, in which every byte is a
// character.
func asciiText(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c >= 0x7f || c < ' ' && c != '\n' && c != '\t' })
}
