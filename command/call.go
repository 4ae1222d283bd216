package command

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// tooMany is said once, and then nothing more is judged: what would follow is not
// known.
const tooMany = "more than 1,000 simple commands"

// call judges a simple command, once for each combination of the values that the
// variables in it may have. In the turns a variable that occurs twice has the same
// value in both places (cp $x $x.bak); taking each place for itself would judge
// commands that can never run, and miss none.
func (r *run) call(sc *scope, c *syntax.CallExpr) {
	names := r.choices(sc, c)
	if len(names) == 0 {
		r.callOnce(sc, c)
		return
	}
	turns := r.turns(sc, names)
	if turns == 0 {
		r.callOnce(sc, c) // such a variable counts as unknown
		return
	}
	var result *scope
	for turn := range turns {
		branch := sc.fork()
		branch.bind = r.bound(sc, sc.bind, names, turn)
		r.callOnce(branch, c)
		if result == nil {
			result = branch
		} else {
			failed := result.failed
			result.join(branch)
			switch { // whichever of them fails
			case failed == nil:
				result.failed = branch.failed
			case branch.failed != nil:
				if result.failed = unite(failed, branch.failed); result.failed == nil {
					result.failed = []string{}
				}
			}
		}
	}
	bind := sc.bind
	maps.DeleteFunc(bind, func(name string, _ value) bool {
		_, ok := result.bind[name]
		return !ok // set by the command
	})
	*sc = *result
	sc.bind = bind
}

// positionalName reports whether a name is that of a parameter: $1, ${10}.
func positionalName(name string) bool {
	return name != "0" && name != "" && strings.Trim(name, "0123456789") == ""
}

// expands reports whether a command has any word that is not a literal.
func expands(c *syntax.CallExpr) bool {
	for _, w := range c.Args {
		if len(w.Parts) != 1 {
			return true
		}
		switch w.Parts[0].(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			return true
		}
	}
	return len(c.Assigns) > 0
}

// callOnce judges a simple command with the values at hand: words first, then what
// stands before them. An assignment without a command stays; one before a command is
// for that command alone (POSIX 2.9.1).
func (r *run) callOnce(sc *scope, c *syntax.CallExpr) {
	if r.count++; r.count > MaxCommands {
		r.limit(tooMany)
		return
	}
	if sc.posix || r.posix {
		r.bashAssigns(c.Assigns)
	}
	if len(c.Args) == 0 {
		sc.expects(len(c.Assigns))
		for _, a := range c.Assigns {
			r.assignment(sc, a)
		}
		return
	}
	fields := r.fields(sc, c.Args)
	if len(fields) > 2 && len(fields) == len(c.Args) && fields[0].exact() && fields[0].text == "trap" {
		fields[1] = r.deferred(sc, c.Args[1], fields[1])
	}
	r.tells(sc, c.Args)
	if own := sc.vars["IFS"]; len(own.alts) > 0 && c.Args[0].Lit() == "" && !quotedWord(c.Args[0]) && strings.Trim(own.one().text, blanks) != "" {
		r.unknown("command that IFS takes apart", "command", r.spanOf(c.Args[0])) // nobody means that well
	}
	if len(c.Assigns) > 0 {
		r.prefixed(sc, c.Assigns, fields)
		return
	}
	r.start(sc, fields)
}

// bashAssigns states what is an assignment to bash alone. To another sh a+=b and a[0]=b
// are the name of a program, and what looks like further assignments are its arguments
// (POSIX 2.10.2, rule 7b).
func (r *run) bashAssigns(list []*syntax.Assign) {
	for _, a := range list {
		if a.Append || a.Index != nil || a.Array != nil {
			r.unknown("an assignment that only bash knows", "sh", r.spanOf(a))
		}
	}
}

// start judges words in command position. The order is that of POSIX 2.9.1.1, with the
// reserve that each step may also be meant otherwise: an alias counts even where bash
// would not expand it, since its author thought that it does.
func (r *run) start(sc *scope, fields []field) {
	if len(fields) == 0 {
		return
	}
	if r.out != nil && (!fields[0].exact() || fields[0].many) {
		r.out.other = true
	}
	f, given := fields[0], r.given
	r.given = nil
	if !f.exact() || f.many {
		r.note("", fields)
		what := f.text
		if f.pattern {
			what = "a pattern"
			defer r.patternCommand(sc, fields)
		}
		r.unknown("command word "+what+" is not a constant", "command", f.span)
		return
	}
	if strings.HasPrefix(f.text, "!") || strings.HasPrefix(f.text, "^") || strings.HasPrefix(f.text, ":!") { // means something to a pager, an editor or an interactive shell only
		r.unknown("command word "+clip(f.text), "command", f.span)
		return
	}
	if f.text == "" {
		r.note("", fields)
		r.unknown("empty command word", "command", f.span)
		return
	}
	if sc.zeroCall(f.text) {
		r.unknown("the script starts itself", "command", f.span)
	}
	if body, ok := sc.aliases[f.text]; ok {
		if sc.opts || sc.posix {
			r.unknown("alias "+f.text+"="+body, "alias", f.span)
			inner := sc.fork()
			delete(inner.aliases, f.text)
			r.ruins(f.span, func() { r.suspectText(inner, asWritten(body, fields[1:]), "alias", f.span) })
		} else {
			inner := sc.fork()
			delete(inner.aliases, f.text)
			r.suspectText(inner, asWritten(body, fields[1:]), "alias", f.span) // bash ignores it, its author did not mean that
		}
	}
	if sc.funcs[f.text] != nil && r.callsFunction(sc, fields) {
		return
	}
	if r.out != nil {
		r.prints(sc, fields)
	}
	if r.argvMode() {
		r.namesInArgv(sc, fields)
	} else if r.builtin(sc, f.text, fields) {
		return
	}
	r.given = given
	r.exec(sc, fields)
}

// callsFunction judges the function of a name that is called; false: there may be
// none, so that a program of that name is started.
func (r *run) callsFunction(sc *scope, fields []field) bool {
	name := fields[0].text
	if sc.sure[name] {
		r.note(name, fields)
		r.invoke(sc, name, fields[1:])
		return true
	}
	other := sc.fork()
	r.invoke(other, name, fields[1:])
	other.settle()
	sc.join(other)
	r.spoils()
	return false
}

// asWritten is a text with the words behind it that are known.
func asWritten(text string, words []field) string {
	var b strings.Builder
	b.WriteString(text)
	for _, f := range words {
		if quoted, err := syntax.Quote(f.text, syntax.LangBash); err == nil && f.exact() {
			b.WriteString(" " + quoted)
		}
	}
	return b.String()
}

// zeroCall reports whether a word starts the script itself, which is a loop that no
// bound of the analysis would see.
func (s *scope) zeroCall(name string) bool {
	return s.zero.kind == valueText && s.zero.text == name && name != "bash" && name != "sh"
}

// argvMode says that the words are started without any shell.
func (r *run) argvMode() bool { return r.canonical == "" && len(r.via) == 0 && r.fixed == nil }

// maxShown bounds the words of one command that are kept for explanations.
const maxShown = 256

// note records a simple command for gates and explanations.
func (r *run) note(name string, fields []field) {
	if r.muted > 0 || len(r.commands) >= MaxCommands {
		return
	}
	shown := fields[:min(len(fields), maxShown)]
	if n := len(shown); cap(r.words)-len(r.words) < n {
		// The first command gets just what it needs, since most are alone.
		r.words = make([]Word, 0, max(n, min(16*len(r.commands), 256)))
	}
	at := len(r.words)
	r.words = r.words[:at+len(shown)]
	c := Command{Name: name, Argv: r.words[at:len(r.words):len(r.words)]}
	if len(r.via) > 0 {
		c.Via = slices.Clone(r.via)
	}
	for i, f := range shown {
		c.Argv[i] = f.word()
	}
	if len(fields) > 0 {
		c.Span = pipeline.Span{Start: fields[0].span.Start, End: fields[len(fields)-1].span.End}
		if r.fixed != nil {
			c.Span = *r.fixed
		}
	}
	r.commands = append(r.commands, c)
}

// within judges what a wrapper starts. The names of the wrappers stand beside the
// commands that they start, for people; they also tell that a shell, or xargs, stood
// between.
func (r *run) within(name string, f func()) {
	r.via = append(r.via, name)
	defer func() { r.via = r.via[:len(r.via)-1] }()
	f()
}

// shellText judges a text that another shell will parse. It cannot be
// rewritten, so what parsers read differently makes it unknown.
func (r *run) shellText(sc *scope, s, by string, span pipeline.Span, args []value) {
	d := Bash
	if by == "sh" || by == "dash" || by == "ash" || sc.posix {
		d = POSIX
	}
	r.encoded(s, by, span)
	held, refused := checkBytes(s)
	switch {
	case refused != nil:
		r.unknown("nested text: "+refused.Reason, by, span)
		return
	case held != "":
		r.unknown("nested text: "+held, by, span)
	case strings.Contains(s, "\\\n") && !continuesPlainly(s):
		r.unknown("nested text with a continued line", by, span)
	case len(s) > MaxText || nesting(s) > maxNesting:
		r.limit("nested text longer than 64 kB")
		return
	}
	if !r.spend(nestedSteps(s, d)) {
		return
	}
	file, err := r.p.nested(s, d)
	if err != nil {
		r.unknown("nested text does not parse: "+clip(s), by, span)
		return
	}
	if many := crowd(file, s); many != "" {
		r.limit(many)
		return
	}
	if read := misread(file, s, true); read != "" {
		r.unknown("nested text: "+read, by, span)
	}
	r.beside = r.beside || strings.ContainsAny(s, "&(") && runsBeside(file)
	if r.fixed == nil {
		r.fixed = &span
		defer func() { r.fixed = nil }()
	}
	posix := r.posix
	r.posix = d == POSIX
	defer func() { r.posix = posix }()
	sc.posix = sc.posix || d == POSIX
	if args != nil {
		sc.args, sc.argsOK, sc.top = args, true, false
	}
	r.within(by, func() { r.nestedStmts(sc, file, s, by) })
}

// nestedSteps is what reading a nested text takes: two of the largest size pass
// the bound, or one that is read as two languages.
func nestedSteps(s string, d Dialect) int {
	if d == Bash {
		return fewestSteps + len(s)/2
	}
	return fewestSteps + len(s)
}

// fewestSteps is what it takes to read the shortest of texts.
const fewestSteps = 32

// searchSteps is what it takes to ask the shortest of texts for words that lead out.
const searchSteps = 128

// nested parses a text that will run as it stands. What bash and a POSIX shell read
// differently is an error for the latter. The script itself is printed back, so that
// both shells read the same; a nested text stays as the agent wrote it, and whichever
// shell is behind sh on that machine reads it. So both readings must agree.
func (p *parsers) nested(s string, d Dialect) (*syntax.File, error) {
	file, err := p.parse(s, Bash)
	if err != nil {
		return nil, err
	}
	if tooDeep(file, s) {
		return nil, errTooDeep
	}
	if d == Bash {
		return file, nil
	}
	printed, err := p.print(file)
	if err != nil {
		return nil, err
	}
	other, err := p.parse(s, POSIX)
	if err != nil {
		return nil, err
	}
	second, err := p.print(other)
	if err != nil {
		return nil, err
	}
	if printed != second {
		return nil, errNotStable
	}
	return file, nil
}

// clip shortens what is shown. Only objects that are no paths are clipped: half a path
// is another one.
func clip(s string) string {
	if len(s) <= 120 {
		return s
	}
	return s[:117] + "..."
}
