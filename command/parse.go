package command

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// parsers are the reused parts of one analysis.
type parsers struct {
	bash, posix *syntax.Parser
	printer     *syntax.Printer
	reader      strings.Reader
	buf         bytes.Buffer
}

func newParsers() *parsers {
	return &parsers{
		bash:    syntax.NewParser(syntax.Variant(syntax.LangBash)),
		posix:   syntax.NewParser(syntax.Variant(syntax.LangPOSIX)),
		printer: syntax.NewPrinter(),
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

// canonical parses a text, prints it, and returns the tree whose text the
// printer's rendering is. A rendering that does not mean itself when it is
// read again is an error: nobody could tell what would run.
func (p *parsers) canonical(text string, d Dialect) (*syntax.File, string, error) {
	file, err := p.parse(text, d)
	if err != nil {
		return nil, "", err
	}
	p.buf.Reset()
	if err := p.printer.Print(&p.buf, file); err != nil {
		return nil, "", err
	}
	if string(bytes.TrimSuffix(p.buf.Bytes(), []byte("\n"))) == text { // compares without a copy
		return file, text, nil
	}
	printed := strings.TrimSuffix(p.buf.String(), "\n")
	again, err := p.parse(printed, d)
	if err != nil {
		return nil, "", err
	}
	second, err := p.print(again)
	if err != nil {
		return nil, "", err
	}
	if second != printed {
		return nil, "", errNotStable
	}
	return again, printed, nil
}

var errNotStable = errors.New("the text means something else once it is written out")

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
		return Analysis{}, &RefusedError{Rule: RuleTooLarge, Reason: "the command is nested too deeply"}
	}
	p, _ := a.parsers.Get().(*parsers)
	defer a.parsers.Put(p)
	file, text, err := p.canonical(strings.TrimSuffix(in.Text, "\n"), in.Dialect)
	if err != nil {
		return Analysis{}, syntaxError(err)
	}
	if len(file.Stmts) == 0 && !in.Shell {
		return Analysis{}, &RefusedError{Rule: RuleEmpty, Reason: "no command"}
	}
	if len(file.Stmts) == 0 { // only a comment, which does nothing
		if file, text, err = p.canonical(":", in.Dialect); err != nil {
			return Analysis{}, syntaxError(err)
		}
	}
	r := newRun(a, p, w, in)
	r.doubt(held)
	if !in.Shell {
		return a.simple(r, file, in, w)
	}
	if out, ok := r.direct(file); ok {
		return out, nil
	}
	r.reset()
	r.doubt(held)
	return r.script(file, text), nil
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
	return &RefusedError{Rule: RuleSyntax, Reason: err.Error()}
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
	p, _ := a.parsers.Get().(*parsers)
	defer a.parsers.Put(p)
	r := newRun(a, p, w, in)
	if held != "" {
		r.unknown(held, "text", pipeline.Span{})
	}
	fields, joined := joinArgv(in.Argv)
	sc := newScope(r)
	r.requested(in.Env)
	r.start(sc, fields)
	out := r.analysis()
	out.Argv, out.joined = in.Argv, joined
	return out, nil
}

// joinArgv makes fields of final words and quotes them into one text.
func joinArgv(argv []string) ([]field, string) {
	fields := make([]field, len(argv))
	for i, word := range argv {
		fields[i].text = word
	}
	return fields, join(fields)
}

// join quotes the words and gives each its place in the joined text.
func join(fields []field) string {
	var b strings.Builder
	size := len(fields)
	for i := range fields {
		size += len(fields[i].text) + 2
	}
	b.Grow(size)
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
			_, _ = io.WriteString(&b, "'"+strings.ToValidUTF8(strings.ReplaceAll(word, "\x00", "\\0"), "?")+"'")
		}
		fields[i].span = pipeline.Span{Start: start, End: b.Len()}
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
