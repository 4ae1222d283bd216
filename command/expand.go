package command

import (
	"path"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// fields expands the words of a command as bash would, and marks what cannot
// be known. Substitutions found on the way are judged.
func (r *run) fields(sc *scope, words []*syntax.Word) []field {
	words = r.bounded(words)
	out := r.p.fields.list(len(words))
	for _, w := range words {
		if r.over && len(out) > 0 {
			break // nothing is judged any more
		}
		out = r.appendWord(out, sc, w)
	}
	return out
}

// appendWord expands one word, which may become several, or none. Most are a literal in
// which nothing means anything, hence the short way at the beginning.
func (r *run) appendWord(out []field, sc *scope, w *syntax.Word) []field {
	span := r.spanOf(w)
	if len(w.Parts) == 1 {
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && !strings.ContainsAny(lit.Value, "\\*?[{~") {
			return append(out, field{text: lit.Value, span: span})
		}
	}
	if r.posix || !hasBrace(w) {
		return r.appendPlain(out, sc, w, w)
	}
	if more, ok := appendBraces(out, w, span); ok {
		return more
	}
	if manyNumbers(w) {
		return append(out, field{text: "*", pattern: true, many: true, number: true, wordly: true, plain: true, span: span})
	}
	for _, one := range r.braces(w) {
		out = r.appendPlain(out, sc, one, w)
	}
	return out
}

// appendPlain expands a word that has no braces any more; w is what it was.
func (r *run) appendPlain(out []field, sc *scope, one, w *syntax.Word) []field {
	from := len(out)
	b := builder{out: out, plain: &r.oneWord, alone: len(one.Parts) == 1}
	b.separators(sc)
	r.parts(&b, sc, one.Parts, false)
	b.flush()
	span := r.spanOf(w)
	if made := len(b.out) - from; made > 1 {
		r.spend(made)
	}
	for i := from; i < len(b.out); i++ {
		b.out[i].span = span
		r.spend(len(b.out[i].text) / 256)
		if b.out[i].dynamic {
			b.out[i].text = r.source(w)
		}
	}
	return b.out
}

// parts expands the parts of a word, one after the other. What is expanded within
// double quotes is neither split nor a pattern (POSIX 2.6.5). A process substitution is
// a path below /dev/fd, of which the number does not matter.
//
// Long: one case for each kind of part.
func (r *run) parts(b *builder, sc *scope, parts []syntax.WordPart, quoted bool) {
	if len(parts) > maxWords {
		r.crowded("more than 4,096 parts", parts[maxWords])
		b.unknowable()
		parts = parts[:maxWords]
	}
	if len(parts) > 1 && !r.spend(len(parts)) {
		b.unknowable()
		return
	}
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			switch {
			case quoted:
				b.literal(unquoteDouble(p.Value))
			case i == 0 && strings.HasPrefix(p.Value, "~") && !b.started:
				r.tilde(b, sc, p.Value, len(parts) > 1)
			case i == 0 && !b.started && strings.Contains(p.Value, "~"):
				r.assignedTilde(b, sc, p.Value, len(parts) > 1)
			default:
				unquoteLit(b, p.Value)
			}
		case *syntax.SglQuoted:
			if p.Dollar {
				s, ok := ansiC(p.Value)
				if !ok || r.posix { // dash reads a dollar and a plain quotation
					b.unknowable()
				}
				b.literal(s)
			} else {
				b.literal(p.Value)
			}
		case *syntax.DblQuoted:
			b.started = b.started || !onlyList(p)
			if p.Dollar && (r.posix || strings.ContainsAny(dollarText(p), "$`")) {
				b.dynamic = true // a translation may bring expansions of its own
			}
			r.parts(b, sc, p.Parts, true)
		case *syntax.ParamExp:
			r.param(b, sc, p, quoted)
		case *syntax.CmdSubst:
			b.value(r.substitution(sc, p), quoted)
		case *syntax.ArithmExp:
			r.gaveUp = r.reckon(sc, p.X, false) || r.gaveUp
			b.value(number(), quoted)
		case *syntax.ProcSubst:
			fed := r.processSubst(sc, p)
			b.literal("/dev/fd/63")
			b.proc = p
			if fed {
				if r.fedProcs == nil {
					r.fedProcs = make(map[*syntax.ProcSubst]bool, 1)
				}
				r.fedProcs[p] = true
			}
		case *syntax.ExtGlob:
			b.started, b.active, b.globbed = true, true, true
			b.add("*")
		case *syntax.BraceExp:
			b.unknowable()
		default:
			r.unhandled(part)
			b.unknowable()
		}
	}
}

// onlyList reports whether a quoted text is nothing but "$@" or "${a[@]}",
// which are no word at all when the list is empty.
func onlyList(p *syntax.DblQuoted) bool {
	if len(p.Parts) != 1 {
		return false
	}
	e, ok := p.Parts[0].(*syntax.ParamExp)
	if !ok || e.Param == nil {
		return false
	}
	if e.Param.Value == "@" {
		return true
	}
	w, ok := e.Index.(*syntax.Word)
	return ok && w.Lit() == "@"
}

// dollarText is what stands in $"…", which a translation may put something else in the
// place of (bash(1), "QUOTING").
func dollarText(p *syntax.DblQuoted) string {
	var s strings.Builder
	for _, part := range p.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			s.WriteString(lit.Value)
		}
	}
	return s.String()
}

// unquoteLit adds an unquoted literal: a backslash makes the next character mean
// itself, *, ? and [ stand for files. A lone [ is the command; as the beginning of a
// pattern it has an end.
func unquoteLit(b *builder, s string) {
	if s == "[" && !b.started { // the command
		b.literal(s)
		return
	}
	if strings.IndexByte(s, '\\') < 0 {
		if strings.ContainsAny(s, "*?[") {
			b.glob(s)
		} else {
			b.literal(s)
		}
		return
	}
	b.started = true
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			if s[i] != '\n' {
				b.literal(s[i : i+1])
			}
		case strings.IndexByte("*?[", s[i]) >= 0:
			b.glob(s[i : i+1])
		default:
			b.literal(s[i : i+1])
		}
	}
}

// unquoteDouble removes the backslashes that mean something between double
// quotes: POSIX 2.2.3.
func unquoteDouble(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// ansiC decodes $'...'; false for what it cannot be sure of.
func ansiC(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	out, _, err := expand.Format(&expand.Config{}, s, nil) // without arguments % means itself
	if err != nil || strings.Contains(s, `\c`) || strings.Contains(s, `\x{`) || strings.IndexByte(out, 0) >= 0 || !utf8.ValidString(out) {
		return "", false
	}
	return out, true
}

// plain is the text of a word that is free of expansions, for commands that
// run without a shell: quotes are removed, a leading tilde is expanded, * and ?
// mean themselves.
func (r *run) plain(sc *scope, w *syntax.Word) (string, bool) {
	b := builder{}
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if i == 0 && strings.HasPrefix(p.Value, "~") {
				r.tilde(&b, sc, p.Value, len(w.Parts) > 1)
				continue
			}
			if i == 0 && strings.Contains(p.Value, "~") {
				r.assignedTilde(&b, sc, p.Value, len(w.Parts) > 1)
				continue
			}
			unquoteLit(&b, p.Value)
		case *syntax.SglQuoted:
			s, ok := p.Value, true
			if p.Dollar {
				s, ok = ansiC(p.Value)
			}
			if !ok || p.Dollar && r.posix {
				return "", false
			}
			b.literal(s)
		case *syntax.DblQuoted:
			b.started = true
			for _, q := range p.Parts {
				lit, ok := q.(*syntax.Lit)
				if !ok || p.Dollar {
					return "", false
				}
				b.literal(unquoteDouble(lit.Value))
			}
		default:
			return "", false
		}
	}
	if b.dynamic {
		return "", false
	}
	return unescape(b.soFar()), true
}

// assigned is the value of x=word: not split, no files.
func (r *run) assigned(sc *scope, w *syntax.Word) value {
	if w == nil {
		return text("")
	}
	if len(w.Parts) == 1 { // most are one text that means itself
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && len(lit.Value) <= maxValue && !special(lit.Value) && strings.IndexByte(lit.Value, '~') < 0 {
			return text(lit.Value)
		}
	}
	b := builder{}
	r.parts(&b, sc, []syntax.WordPart{&syntax.DblQuoted{Parts: nil}}, false)
	r.assignedParts(&b, sc, w.Parts)
	b.flush()
	if len(b.out) != 1 {
		return value{}
	}
	f := b.out[0]
	if f.pattern && !b.active && !patternPart(w) {
		f = field{text: unescape(f.text)}
	}
	v := f.asValue()
	if p, ok := onlyParam(w); ok {
		if from, _ := r.baseValue(sc, p, p.Param.Value); from.job {
			v.job = true
		}
	}
	if len(w.Parts) == 1 && v.kind == valuePattern && v.text == "*" {
		v.number = v.number || r.numeric(sc, w.Parts[0])
	}
	return v
}

// assignedParts expands the right side of an assignment: globs stay text.
func (r *run) assignedParts(b *builder, sc *scope, parts []syntax.WordPart) {
	for i, part := range parts {
		lit, ok := part.(*syntax.Lit)
		switch {
		case !ok:
			r.quotedPart(b, sc, part)
		case i == 0 && strings.HasPrefix(lit.Value, "~"):
			r.tilde(b, sc, lit.Value, false)
		case strings.Contains(lit.Value, ":~"):
			b.unknowable()
		default:
			b.literal(unescape(lit.Value))
		}
	}
}

// quotedPart expands one part without splitting its value.
func (r *run) quotedPart(b *builder, sc *scope, part syntax.WordPart) {
	switch part.(type) {
	case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp:
		r.parts(b, sc, []syntax.WordPart{part}, true)
	default:
		r.parts(b, sc, []syntax.WordPart{part}, false)
	}
}

// onlyParam is the $x of a word that is nothing but $x or "$x".
func onlyParam(w *syntax.Word) (*syntax.ParamExp, bool) {
	parts := w.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) != 1 {
		return nil, false
	}
	p, ok := parts[0].(*syntax.ParamExp)
	return p, ok && p.Param != nil && p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && !p.Excl && !p.Length
}

// patternPart reports whether a word has a part that may bring a pattern along.
func patternPart(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			return true
		}
	}
	return false
}

// one is the value of a variable that has one; otherwise nothing is known. For a list
// that is its first element, as $a means ${a[0]} (bash(1), "Arrays").
func (v variable) one() value {
	switch {
	case v.unset || v.ref || v.assoc || v.open:
		return value{}
	case v.array:
		if len(v.list) > 0 {
			return v.list[0]
		}
		return text("")
	case len(v.alts) == 1:
		return v.alts[0]
	}
	return value{}
}

// absolute is a path from the root on, cleaned but with its links.
func absolute(dir, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	return path.Join(dir, p)
}
