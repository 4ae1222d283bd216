package command

import (
	"regexp"
	"strings"

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
