package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// textsOf are the texts of a statement, see appendTexts.
type textsOf struct {
	texts   []string
	expands bool
	says    bool // see says
	recalls bool // see recalls
}

// texts is all that the statement that writes a file says: its words, its
// here-documents, the text that was known of the file; and the values of
// variables, where it uses any.
func (a *author) texts(w pipeline.Effect) []string {
	if a.file == nil { // words as they stand: npm pkg set scripts.x='a | b'
		return append(a.nested(nil, a.r.in.Argv), a.r.in.Argv...)
	}
	at := a.statement(w)
	var out []string
	if text, ok := a.r.typed[w.Object]; ok {
		if out = append(out, text); typist(w.By) && a.once(w) {
			return out
		}
	}
	if at == nil { // a text within a word
		if a.within == nil {
			a.within = a.nested([]string{}, a.wordTexts())
			if len(a.stmts) == 1 { // whose places are those of its words, quoted in another way
				a.within = append(a.within, a.wordTexts()...)
			}
		}
		return append(out, a.within...)
	}
	of, known := a.r.spoken[at]
	if !known { // a statement may write thousands of files
		if a.r.spoken == nil {
			a.r.spoken = make(map[*syntax.Stmt]textsOf)
		}
		steps := int(at.End().Offset()-at.Pos().Offset()) / 2
		if call, ok := at.Cmd.(*syntax.CallExpr); ok {
			steps += 3 * len(call.Args)
		}
		if !a.r.spend(steps) {
			return out
		}
		of.texts, of.expands = appendTexts(nil, at)
		of.says, of.recalls = says(at), recalls(at)
		a.r.spoken[at] = of
	}
	out, expands := append(out, of.texts...), of.expands
	if moved(w.By) || w.By == "git" || w.By == "patch" { // from a file that another statement has written
		out = append(out, a.wordTexts()...)
	}
	if expands || a.asksVariable(of.texts) {
		out = append(out, a.assignedTexts()...)
	}
	if (a.hands || of.recalls) && (expands || !of.says) {
		out = append(out, a.handedTexts()...)
	}
	return append(out, a.copiedTexts(w, at, out)...)
}

// assignedTexts are the texts of what variables are set to.
func (a *author) assignedTexts() []string {
	if a.assigned == nil && a.file != nil {
		a.assigned = []string{}
		syntax.Walk(a.file, func(n syntax.Node) bool {
			if as, ok := n.(*syntax.Assign); ok {
				a.assigned, _ = appendTexts(a.assigned, as)
			}
			return true
		})
	}
	return a.assigned
}

// maxExported bounds the names of variables that are looked for.
const maxExported = 64

// asksVariable reports whether texts name a variable that the command hands on to what it
// starts, of which a shell or a program in them may take what it writes: export X=…;
// sh -c 'echo "$X" > f'.
func (a *author) asksVariable(texts []string) bool {
	if a.exported == nil && a.file != nil {
		a.exported = []string{}
		set := func(all []*syntax.Assign) {
			for _, as := range all {
				if as.Name != nil && as.Value != nil && len(a.exported) < maxExported {
					a.exported = append(a.exported, as.Name.Value)
				}
			}
		}
		syntax.Walk(a.file, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DeclClause:
				set(n.Args)
			case *syntax.CallExpr:
				if len(n.Args) > 0 {
					set(n.Assigns)
				}
			}
			return true
		})
	}
	for _, name := range a.exported {
		for _, t := range texts {
			if !a.r.spend(1+len(t)/64) || strings.Contains(t, name) {
				return true
			}
		}
	}
	return false
}

// wordTexts are the texts of all words of the command.
func (a *author) wordTexts() []string {
	if a.all == nil {
		a.all, _ = appendTexts([]string{}, a.file)
	}
	return a.all
}

// statement is the smallest one, but a whole pipeline, that writes a file.
func (a *author) statement(w pipeline.Effect) *syntax.Stmt {
	var at *syntax.Stmt
	for _, s := range a.stmts { // the outer ones come first
		if int(s.Pos().Offset()) <= w.Span.Start && w.Span.End <= int(s.End().Offset()) {
			at = s
		}
	}
	return at
}

// nested adds what words say that are perhaps texts for a shell.
func (a *author) nested(out, words []string) []string {
	for _, word := range words {
		if strings.ContainsAny(word, ";&|\n>") && len(word) <= MaxText && nesting(word) <= maxNesting {
			if file, err := a.r.p.nested(word, Bash); err == nil {
				out, _ = appendTexts(out, file)
				continue
			}
		}
		out = append(out, unescapedText(word))
	}
	return out
}

// appendTexts adds the constant parts of all words below a node.
func appendTexts(out []string, n syntax.Node) (texts []string, expands bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		word, ok := n.(*syntax.Word)
		if !ok {
			return true
		}
		var b strings.Builder
		escaped, single := false, len(word.Parts) > 1 && slices.ContainsFunc(word.Parts, func(p syntax.WordPart) bool { _, ok := p.(*syntax.SglQuoted); return ok })
		syntax.Walk(word, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Lit:
				if single { // 'it'\''s'
					b.WriteString(strings.ReplaceAll(n.Value, `\'`, `'`))
					break
				}
				b.WriteString(n.Value)
			case *syntax.SglQuoted:
				b.WriteString(n.Value)
				escaped = escaped || strings.Contains(n.Value, `\`)
			case *syntax.DblQuoted:
				escaped = true
			case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ProcSubst:
				expands = true
				b.WriteString("x")
				return false
			}
			return true
		})
		if b.Len() == 0 {
			return true
		}
		text := b.String()
		if out = append(out, text); escaped && strings.Contains(text, `\`) && !strings.HasSuffix(text, "\n") {
			if strings.Contains(text, `\"`) || strings.Contains(text, `\'`) { // a constant of a program may hold these
				out = append(out, text)
			}
			out[len(out)-1] = unescapedText(text)
		}
		return true
	})
	return out, expands
}

// unescapedText is what printf, sed and most languages make of a constant.
func unescapedText(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return textEscapes.Replace(s)
}

//nolint:gochecknoglobals // made once, for it costs more than to use it
var textEscapes = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\'`, `'`, `\/`, `/`, `\$`, `$`, `\\`, `\`, `\047`, `'`, `\042`, `"`, `\x27`, `'`, `\x22`, `"`)
