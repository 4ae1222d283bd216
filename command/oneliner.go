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

// oneLiner finds an interpreter with the option behind which its program stands.
var oneLiner = regexp.MustCompile(`\b(php|node|nodejs|bun|deno|python|python3|ruby|perl|lua|Rscript)((?:\s+(?:eval|-[A-Za-z][\w.:=/-]*))*)\s+(-\w*[cerpnE]\w*|--eval|--print|eval)[ =]+(\\*["'])`)

// maxOneLiners bounds the programs in one text that are looked at.
const maxOneLiners = 24

// oneLiners judges the programs that lines of a text hand to interpreters.
func (a *author) oneLiners(v *visit, w pipeline.Effect, text string) {
	if !containsAny(text, " -c", " -e", " -r", " -p", " -n", " eval", " --eval", " -E") {
		return
	}
	for _, at := range oneLiner.FindAllStringSubmatchIndex(text, maxOneLiners) {
		name, between, option, quote := text[at[2]:at[3]], text[at[4]:at[5]], text[at[6]:at[7]], text[at[8]:at[9]]
		code, ok := quotedCode(text[at[9]:], quote)
		if !ok || !v.r.spend(1+len(code)/16) {
			a.reachesOut(w, w.Object, name+" "+option)
			return
		}
		words := []field{{text: name, span: w.Span}}
		for word := range strings.FieldsSeq(between) {
			words = append(words, field{text: word, span: w.Span})
		}
		words = append(words, field{text: option, span: w.Span}, field{text: code, span: w.Span})
		if unseen := v.unseenIn(words, w.Span); unseen != "" {
			a.reachesOut(w, w.Object, unseen)
			return
		}
	}
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
