package command

import (
	"maps"
	"regexp"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Settings of tools and files of builds hold commands, and a command may hold a program:
// entry: python3 -c "…". In JSON, YAML or TOML its quotes are escaped, once for each text
// that it stands in. Such a program is read as it would be on the command line; one that
// cannot be read there is code that nobody has looked at.

// oneLiner is an interpreter with the option behind which its program stands, and the words
// between them.
var oneLiner = regexp.MustCompile(`(?:^|[^\w.-])((?:php|node|nodejs|bun|deno|python|pypy|ruby|perl|lua|Rscript)[\d.]*)((?: [\w.:=/@+~-]+)*) (-\w*[cerpnE]\w*|--eval|--print|eval)$`)

// Bounds for one text: how far before a quote an interpreter is looked for, and how many
// quotes behind an option, and programs, are looked at. A text with more of them holds.
const (
	maxBeforeQuote = 160
	maxOptions     = 512
	maxOneLiners   = 24
)

// mayHoldOneLiner reports whether a text names an interpreter at all.
func mayHoldOneLiner(text string) bool {
	return strings.ContainsAny(text, `"'`) && containsAny(text, "php", "node", "bun", "deno", "python", "pypy", "ruby", "perl", "lua", "Rscript")
}

// oneLiners judges the programs that lines of a text hand to interpreters.
func (a *author) oneLiners(v *visit, w pipeline.Effect, text string) {
	options, programs := 0, 0
	read := make(map[string]bool)
	for q := range len(text) {
		begin, ok := afterOption(text, q)
		if !ok {
			continue
		}
		if options++; options > maxOptions || programs > maxOneLiners || !v.r.spend(64) {
			a.reachesOut(w, w.Object, "more programs than are looked at")
			return
		}
		before := plainWords(text[max(0, begin-maxBeforeQuote):begin])
		m := oneLiner.FindStringSubmatch(before)
		if m == nil {
			if begin > maxBeforeQuote && len(before) > maxBeforeQuote/2 && strings.Trim(before, letterSet+digitSet+" -_.:=/@+~") == "" && strings.Count(before, " -") > 8 {
				a.reachesOut(w, w.Object, "options of what cannot be seen")
				return
			}
			continue
		}
		code, ok := quotedCode(text[q+1:], strings.ReplaceAll(text[begin:q+1], "$", ""))
		if !ok || !v.r.spend(1+len(code)/16) {
			a.reachesOut(w, w.Object, m[1]+" "+m[3])
			return
		}
		program := m[0] + code
		if read[program] {
			continue
		}
		read[program] = true
		programs++
		words := []field{{text: m[1], span: w.Span}}
		for word := range strings.FieldsSeq(m[2]) {
			words = append(words, field{text: word, span: w.Span})
		}
		words = append(words, field{text: m[3], span: w.Span}, field{text: code, span: w.Span})
		if unseen := v.unseenIn(words, w.Span); unseen != "" {
			a.reachesOut(w, w.Object, unseen)
			return
		}
	}
}

// afterOption reports whether a quote stands behind an option that may take a program, and
// where its backslashes begin.
func afterOption(text string, q int) (begin int, ok bool) {
	if text[q] != '"' && text[q] != '\'' {
		return 0, false
	}
	for begin = q; begin > 0 && (text[begin-1] == '\\' || text[begin-1] == '$'); begin-- {
	}
	word := strings.TrimRight(text[max(0, begin-24):begin], " \t\n=,\"'\\-")
	word = word[strings.LastIndexAny(word, " \t\n[(,\"'\\")+1:]
	return begin, len(word) > 1 && word[0] == '-' || word == "eval"
}

// plainWords are the words of a command as a list of YAML or JSON has them, or a text.
func plainWords(text string) string {
	var out []string
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(" \t\n,[]()\"'\\", c) }) {
		if word != "-" && !strings.HasSuffix(word, ":") { // a mark or a name of YAML
			out = append(out, word)
		}
	}
	joined := strings.Join(out, " ")
	for _, end := range [...]string{"=", "\r"} {
		joined = strings.TrimSuffix(joined, end)
	}
	return joined
}

// quotedCode is a text up to the quote that ends it, without the backslashes that its
// surroundings have put before each quote in it.
func quotedCode(rest, quote string) (string, bool) {
	depth := len(quote) - 1
	for i := range len(rest) {
		if rest[i] != quote[depth] {
			continue
		}
		slashes := 0
		for i-slashes > 0 && rest[i-slashes-1] == '\\' {
			slashes++
		}
		if slashes > depth {
			continue // a quote within the program
		}
		code := rest[:i-slashes]
		for range 3 {
			if !strings.Contains(code, `\"`) && !strings.Contains(code, `\'`) {
				break
			}
			code = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\'`, `'`, `\n`, "\n").Replace(code)
		}
		return toolVariables(code), true
	}
	return "", false
}

// unseenIn judges a command and says what of it nobody can see. Nothing else of it stays.
func (v *visit) unseenIn(words []field, span pipeline.Span) (unseen string) {
	v.r.ruinsBy(span, func() { v.r.exec(newScope(v.r), words) }, func(e pipeline.Effect) (pipeline.Effect, bool) {
		if unseen == "" && inlineUnseen(&e) {
			unseen = e.Object
		}
		return e, ruinous(&e) && !strings.HasPrefix(e.Object, v.r.w.Dir+"/")
	})
	return unseen
}

// spells judges a text as a shell would, and keeps of it what it does for certain. Code
// within it that nobody can see is given back, since that may do anything.
func (v *visit) spells(text string, span pipeline.Span, keep func(pipeline.Effect) bool) (unseen string) {
	r := v.r
	from, commands, programs := len(r.effects), len(r.commands), maps.Clone(r.programs)
	r.suspectText(newScope(r), text, v.name, span)
	kept := r.effects[:from]
	for _, e := range r.effects[from:] {
		hidden := e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindRun ||
			e.Kind == pipeline.KindCode && e.Mark != catalogue.MarkRemoteCode && e.Mark != catalogue.MarkReverseShell
		if !hidden && keep(e) {
			kept = append(kept, e)
		}
		if unseen == "" && inlineUnseen(&e) {
			unseen = e.Object
		}
	}
	r.effects, r.programs = kept, programs
	r.commands = r.commands[:min(commands, len(r.commands))]
	r.p.seen.clear() // what was taken back may be emitted again
	return unseen
}

// inlineUnseen reports whether an effect says that a program gets code on its command line
// that could not be read, or a shell a text that is not known.
func inlineUnseen(e *pipeline.Effect) bool {
	switch e.Kind {
	case pipeline.KindCode:
		return strings.HasPrefix(e.Object, e.By+": ")
	case pipeline.KindUnknown:
		return strings.HasPrefix(e.Object, "runs what stands there encoded")
	}
	return false
}
