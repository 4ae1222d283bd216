package command

import (
	"bytes"
	"errors"
	"hash/maphash"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// parsers are the reused parts of one analysis. One analysis after another uses them: a
// parser of this size costs more to make than an ordinary command costs to judge.
// Nothing of one command may be left in them for the next, hence release.
type parsers struct {
	scratch

	bash, posix *syntax.Parser
	printer     *syntax.Printer
	spaced      *syntax.Printer // writes a blank after > and <, as many people do
	reader      portions
	buf         bytes.Buffer
	flat        []byte
}

// newParsers makes what one analysis needs. The seed of the memo is drawn here, so that
// nobody can write a command whose paths all collide.
func newParsers() *parsers {
	return &parsers{
		bash:    syntax.NewParser(syntax.Variant(syntax.LangBash)),
		posix:   syntax.NewParser(syntax.Variant(syntax.LangPOSIX)),
		printer: syntax.NewPrinter(),
		spaced:  syntax.NewPrinter(syntax.SpaceRedirects(true)),
		scratch: scratch{memo: memo{seed: maphash.MakeSeed()}},
	}
}

// parse reads a text as the shell that will run it would. The dialect is not guessed: a
// text for sh that is read as bash would have substitutions where sh sees words.
func (p *parsers) parse(text string, d Dialect) (*syntax.File, error) {
	p.reader.Reset(text)
	parser := p.bash
	if d == POSIX {
		parser = p.posix
	}
	return parser.Parse(&p.reader, "")
}

// print is the canonical text of a tree, which alone is given to bash; see doc.go.
func (p *parsers) print(n syntax.Node) (string, error) {
	p.buf.Reset()
	if err := p.printer.Print(&p.buf, n); err != nil {
		return "", err
	}
	return strings.TrimSuffix(p.buf.String(), "\n"), nil
}

// maxNesting bounds what is given to the recursive parser and printer, whose
// time grows with the square of the depth.
const maxNesting = 512

// nesting is a cheap upper bound for the depth of the tree, so that the recursive
// parser is never given what would exhaust its stack. It counts brackets in quotes and
// comments, too: too many is refused, and whoever wants to say something needs no 512
// of them.
func nesting(text string) int {
	most, quoted := 0, false
	var open [3]int // each kind is closed by its own only
	for i := range len(text) {
		switch text[i] {
		case '`':
			if quoted = !quoted; quoted {
				most = max(most, open[0]+open[1]+open[2]+1)
			}
		case '(', '{', '[':
			open[bracket(text[i])]++
			most = max(most, open[0]+open[1]+open[2])
		case ')', '}', ']':
			kind := bracket(text[i])
			open[kind] = max(open[kind]-1, 0)
		}
	}
	return most
}

func bracket(b byte) int {
	switch b {
	case '(', ')':
		return 0
	case '{', '}':
		return 1
	}
	return 2
}

// text judges a command that is given as one text: what is refused outright first,
// cheapest first, so that no parser sees it.
func (a *Analyzer) text(in Input, w World) (Analysis, error) {
	if strings.TrimSpace(in.Text) == "" {
		return Analysis{}, &RefusedError{Rule: RuleEmpty, Reason: "no command"}
	}
	if len(in.Text) > MaxText {
		return Analysis{}, &RefusedError{Rule: RuleTooLarge, Reason: "the command is longer than 64 kB"}
	}
	held, refused := checkBytes(in.Text)
	if refused != nil {
		return Analysis{}, refused
	}
	if nesting(in.Text) > maxNesting {
		return Analysis{}, &RefusedError{Rule: RuleTooLarge, Reason: errTooDeep.Error()}
	}
	p := a.parser()
	out, err := a.parsed(p, held, in, w)
	a.done(p)
	if err == nil {
		a.plainly(&out, in, w)
	}
	return out, err
}

// parser takes what one analysis needs; done gives it back. A panic between
// the two leaves it to the garbage collector.
func (a *Analyzer) parser() *parsers {
	p, _ := a.parsers.Get().(*parsers)
	return p
}

func (a *Analyzer) done(p *parsers) {
	p.release()
	a.parsers.Put(p)
}

// parsed chooses between the three ways: words without a shell (the request said so),
// one simple command of known words, or a script for bash. The second saves the shell,
// and with it everything that a shell could do differently from what was judged.
func (a *Analyzer) parsed(p *parsers, held string, in Input, w World) (Analysis, error) {
	j, err := p.read(in)
	if err != nil {
		return Analysis{}, syntaxError(err)
	}
	if len(j.file.Stmts) == 0 && !in.Shell {
		return Analysis{}, &RefusedError{Rule: RuleEmpty, Reason: "no command"}
	}
	if len(j.file.Stmts) == 0 { // only a comment, which does nothing
		if j, err = p.canonical(":", in.Dialect); err != nil {
			return Analysis{}, syntaxError(err)
		}
	}
	r := newRun(a, p, w, in)
	read := ""
	if j.many == "" {
		read = misread(j.file, j.text, false)
	}
	r.doubt(held, read)
	if !in.Shell {
		return a.simple(r, j.file, in, w)
	}
	if j.many == "" {
		if out, ok := r.direct(j.file, j.text); ok {
			return out, nil
		}
		work := r.work
		r.reset()
		r.work = work // done is done
		r.doubt(held, read)
	}
	return r.script(j), nil
}

// doubt states what makes a text doubtful before it is looked at: its characters, and what
// the parser may have misread.
func (r *run) doubt(held, read string) {
	if read != "" {
		r.unknown(read, "text", pipeline.Span{})
	}
	if held != "" {
		r.unknown(held, "text", pipeline.Span{})
	}
	if commentContinues(r.in.Text) {
		r.continued(newScope(r), r.in.Text)
	}
}

// commentContinues reports whether a comment ends in a backslash. Shells differ there:
// for bash the comment ends at the line all the same (POSIX 2.3), others join the next
// line to it, and then what was judged as a command would be a comment, or the other
// way round. A text that cannot be parsed with its comments counts as one.
func commentContinues(text string) bool {
	if !continuedComment(text) {
		return false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
	if err != nil {
		return true
	}
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			// The parser takes the backslash away with the newline.
			from, to := int(c.Hash.Offset()), min(int(c.End().Offset())+2, len(text))
			found = found || from < to && strings.Contains(text[from:to], "\\\n")
		}
		return true
	})
	return found
}

// continuedComment reports whether a line ends in a backslash and has a number sign
// before it: without one there is no such comment.
func continuedComment(text string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], "\\\n")
		if i < 0 {
			return false
		}
		end := from + i
		if strings.IndexByte(text[strings.LastIndexByte(text[:end], '\n')+1:end], '#') >= 0 {
			return true
		}
		from = end + 2
	}
}

// syntaxError is the refusal that tells the agent where its text stops being shell.
func syntaxError(err error) *RefusedError {
	if e, ok := errors.AsType[syntax.ParseError](err); ok {
		return &RefusedError{Rule: RuleSyntax, Reason: e.Text, Offset: int(e.Pos.Offset())}
	}
	if e, ok := errors.AsType[syntax.LangError](err); ok {
		return &RefusedError{Rule: RuleSyntax, Reason: e.Error(), Offset: int(e.Pos.Offset())}
	}
	rule := RuleSyntax
	if errors.Is(err, errTooDeep) {
		rule = RuleTooLarge
	}
	return &RefusedError{Rule: rule, Reason: err.Error()}
}

// simple splits a text that is meant to be one command without a shell. No expansion is
// allowed in it: an agent that asks for no shell means the words as they stand, and one
// that writes $HOME there would get another word than it means.
func (a *Analyzer) simple(r *run, file *syntax.File, in Input, w World) (Analysis, error) {
	call := onlyCall(file)
	if call == nil || len(call.Args) == 0 {
		return Analysis{}, needsShell(0, "lists, pipes, redirections and compound commands")
	}
	sc := newScope(r)
	argv := make([]string, 0, len(call.Args))
	for _, word := range call.Args {
		text, ok := r.plain(sc, word)
		if !ok {
			return Analysis{}, needsShell(int(word.Pos().Offset()), "expansions")
		}
		argv = append(argv, text)
	}
	env := make(map[string]string, len(in.Env)+len(call.Assigns))
	for name, value := range in.Env {
		env[name] = value
	}
	var pairs []string
	for _, as := range call.Assigns {
		if as.Name == nil || as.Append || as.Index != nil || as.Array != nil {
			return Analysis{}, needsShell(int(as.Pos().Offset()), "arrays")
		}
		value := ""
		if as.Value != nil {
			var ok bool
			if value, ok = r.plain(sc, as.Value); !ok {
				return Analysis{}, needsShell(int(as.Pos().Offset()), "expansions")
			}
		}
		env[as.Name.Value] = value
		pairs = append(pairs, as.Name.Value+"="+value)
	}
	in.Argv, in.Env = argv, env
	out, err := a.argv(in, w, false)
	out.Env = pairs
	return out, err
}

// needsShell is the refusal with the hint how to ask for it.
func needsShell(offset int, what string) *RefusedError {
	return &RefusedError{Rule: RuleNeedsShell, Reason: what + " need shell: true", Offset: offset}
}

// onlyCall is the one simple command that a script consists of, or nil. Everything that
// only a shell can do for it (redirections, !, &) makes it a script.
func onlyCall(file *syntax.File) *syntax.CallExpr {
	if len(file.Stmts) != 1 {
		return nil
	}
	s := file.Stmts[0]
	if s.Negated || s.Background || s.Coprocess || s.Disown || len(s.Redirs) > 0 {
		return nil
	}
	call, _ := s.Cmd.(*syntax.CallExpr)
	return call
}

// argv judges words that are started as they are. check is false where the words come
// out of a text whose bytes were looked at before.
func (a *Analyzer) argv(in Input, w World, check bool) (Analysis, error) {
	if len(in.Argv) == 0 || in.Argv[0] == "" {
		return Analysis{}, &RefusedError{Rule: RuleEmpty, Reason: "no command"}
	}
	total, held := 0, ""
	for _, word := range in.Argv {
		if total += len(word) + 1; total > MaxText && check {
			return Analysis{}, &RefusedError{Rule: RuleTooLarge, Reason: "the command is longer than 64 kB"}
		}
		if check {
			h, refused := checkBytes(word)
			if refused != nil {
				return Analysis{}, refused
			}
			held = max(held, h)
		}
	}
	p := a.parser()
	out := a.words(p, held, in, w)
	a.done(p)
	return out, nil
}

// words judges final words. There is no shell, so nothing in them is expanded; the
// scope only tells which variables the program would see.
func (a *Analyzer) words(p *parsers, held string, in Input, w World) Analysis {
	r := newRun(a, p, w, in)
	if held != "" {
		r.unknown(held, "text", pipeline.Span{})
	}
	fields, joined := p.joinArgv(in.Argv)
	sc := newScope(r)
	r.requested(in.Env)
	r.start(sc, fields)
	r.builtAsCode()
	r.namesMade()
	r.authored(nil)
	r.filtersEnvironment(nil)
	out := r.analysis()
	out.Argv, out.joined = in.Argv, joined
	return out
}

// joinArgv makes fields of final words and quotes them into one text.
func (p *parsers) joinArgv(argv []string) ([]field, string) {
	fields := p.fields.list(len(argv))[:len(argv)]
	for i, word := range argv {
		fields[i].text = word
	}
	return fields, p.join(fields, "")
}

// join quotes the words and gives each its place in the joined text. That is most often
// how the command was written. The text is for people and for spans, and never run:
// what runs is the list of words. A NUL byte, which no quoting can write, shows as \0.
func (p *parsers) join(fields []field, written string) string {
	b := &p.buf
	b.Reset()
	for i := range fields {
		word := fields[i].text
		if i > 0 {
			b.WriteByte(' ')
		}
		start := b.Len()
		if safeWord(word) {
			b.WriteString(word)
		} else if quoted, err := syntax.Quote(word, syntax.LangBash); err == nil {
			b.WriteString(quoted)
		} else {
			b.WriteString("'" + strings.ToValidUTF8(strings.ReplaceAll(word, "\x00", "\\0"), "?") + "'")
		}
		fields[i].span = pipeline.Span{Start: start, End: b.Len()}
	}
	if string(b.Bytes()) == written { //nolint:staticcheck // a comparison in this form copies nothing, b.String() would
		return written
	}
	return b.String()
}

// safeWord reports whether a word means itself to a shell. A leading = is left out for
// zsh, which expands it; so is ~ everywhere.
func safeWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case strings.IndexByte("-_./:,+@%", c) >= 0:
		case c == '=' && i > 0 && s[0] == '-':
		default:
			return false
		}
	}
	return s != ""
}
