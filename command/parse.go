package command

import (
	"bytes"
	"errors"
	"hash/maphash"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// parsers are the reused parts of one analysis.
type parsers struct {
	scratch

	bash, posix *syntax.Parser
	printer     *syntax.Printer
	spaced      *syntax.Printer // writes a blank after > and <, as many people do
	reader      strings.Reader
	buf         bytes.Buffer
	flat        []byte
}

func newParsers() *parsers {
	return &parsers{
		bash:    syntax.NewParser(syntax.Variant(syntax.LangBash)),
		posix:   syntax.NewParser(syntax.Variant(syntax.LangPOSIX)),
		printer: syntax.NewPrinter(),
		spaced:  syntax.NewPrinter(syntax.SpaceRedirects(true)),
		scratch: scratch{memo: memo{seed: maphash.MakeSeed()}},
	}
}

func (p *parsers) parse(text string, d Dialect) (*syntax.File, error) {
	p.reader.Reset(text)
	parser := p.bash
	if d == POSIX {
		parser = p.posix
	}
	return parser.Parse(&p.reader, "")
}

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

// nesting is a cheap upper bound for the depth of the tree, so that the
// recursive parser is never given what would exhaust its stack.
func nesting(text string) int {
	depth, most, quoted := 0, 0, false
	for i := range len(text) {
		switch text[i] {
		case '`':
			if quoted = !quoted; quoted {
				most = max(most, depth+1)
			}
		case '(', '{', '[':
			depth++
			most = max(most, depth)
		case ')', '}', ']':
			depth = max(depth-1, 0)
		}
	}
	// Keywords nest as well, but cheaply.
	return most + max(strings.Count(text, "if "), strings.Count(text, "do"), strings.Count(text, "then"), strings.Count(text, "!"))/32
}

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
	r.doubt(held)
	if !in.Shell {
		return a.simple(r, j.file, in, w)
	}
	if j.many == "" {
		if out, ok := r.direct(j.file, j.text); ok {
			return out, nil
		}
		r.reset()
		r.doubt(held)
	}
	return r.script(j), nil
}

// doubt states what makes a text doubtful before it is looked at.
func (r *run) doubt(held string) {
	if held != "" {
		r.unknown(held, "text", pipeline.Span{})
	}
	if commentContinues(r.in.Text) {
		r.continued(newScope(r), r.in.Text)
	}
}

// commentContinues reports whether a comment ends in a backslash.
func commentContinues(text string) bool {
	if !strings.Contains(text, "\\\n") || !strings.Contains(text, "#") {
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

// simple splits a text that is meant to be one command without a shell.
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

func needsShell(offset int, what string) *RefusedError {
	return &RefusedError{Rule: RuleNeedsShell, Reason: what + " need shell: true", Offset: offset}
}

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

// argv judges words that are started as they are.
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

// join quotes the words and gives each its place in the joined text. That is
// most often how the command was written.
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

// safeWord reports whether a word means itself to a shell.
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
