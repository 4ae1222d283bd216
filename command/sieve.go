package command

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// passesNames reports whether a command prints some of the lines that it reads
// from the pipe, each as it is or its last fields. What cuts bytes instead of
// lines would make other names of them, and src/etc ends in /etc.
func (s *scope) passesNames(st *syntax.Stmt) bool {
	call, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Args) > 8 || s.renamed(call.Args[0].Lit()) || !readsPipe(st) {
		return false
	}
	for _, a := range call.Assigns {
		if a.Name == nil || a.Name.Value != "LC_ALL" && a.Name.Value != "LC_COLLATE" && a.Name.Value != "LANG" {
			return false
		}
	}
	words := make([]string, 0, len(call.Args))
	for i, w := range call.Args {
		word, ok := fixedWord(w)
		if !ok && i > 0 && words[0] == "tee" {
			word, ok = s.soleWord(w)
		}
		if !ok {
			return false
		}
		words = append(words, word)
	}
	switch words[0] {
	case "awk", "gawk", "mawk":
		return len(words) == 2 && printsField(words[1])
	case "cut":
		return cutsFields(words[1:])
	case "tee":
		return !slices.ContainsFunc(words[1:], func(w string) bool { return strings.HasPrefix(w, "-") && w != "-a" })
	case "tr": // one separator for another
		return separates(words[1:])
	case "rg": // which reads what comes in where no folder is named
		return len(operandsOf(words, sieveOptions.rg, nil)) == 1
	case "grep", "egrep", "fgrep":
		return len(operandsOf(words, sieveOptions.grep, []string{"-m"})) == 1
	case "sort":
		return operandsOf(words, sieveOptions.sort, []string{"-k", "-t"}) != nil && len(operandsOf(words, sieveOptions.sort, []string{"-k", "-t"})) == 0
	case "uniq", "tac":
		list := operandsOf(words, sieveOptions.uniq, nil)
		return list != nil && len(list) == 0 && (words[0] == "uniq" || len(words) == 1)
	case "head", "tail", "shuf":
		list := operandsOf(words, sieveOptions.lines, []string{"-n"})
		return list != nil && len(list) == 0
	}
	return false
}

// sieveOptions are the options with which each of them prints whole lines of
// what it reads.
//
//nolint:gochecknoglobals // a table, never changed
var sieveOptions = struct{ grep, rg, sort, uniq, lines *regexp.Regexp }{
	grep:  regexp.MustCompile(`^-[viwxEFGPasuzUIqy0-9ABCmT]+$`),
	rg:    regexp.MustCompile(`^-[viwxFSsNP]+$`),
	sort:  regexp.MustCompile(`^(?:-[unrhVfbdgiMsRz]*(?:k[0-9.,a-zA-Z]+|t.)?|--(?:unique|reverse|numeric-sort|version-sort|human-numeric-sort|zero-terminated|stable|ignore-case))$`),
	uniq:  regexp.MustCompile(`^(?:-[cdiuzD]+|-[fsw][0-9]+|--(?:count|repeated|unique|ignore-case))$`),
	lines: regexp.MustCompile(`^-(?:[qz]*[0-9]+|[qz]*n?[-+]?[0-9]+|[qz]+|-lines=[-+]?[0-9]+)$`),
}

// operandsOf are the words of a command that are no options; nil: one of them is
// an option that is not among those listed.
func operandsOf(words []string, options *regexp.Regexp, valued []string) []string {
	out := []string{}
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case slices.Contains(valued, w):
			i++ // its value
		case !strings.HasPrefix(w, "-") || w == "-":
			out = append(out, w)
		case !options.MatchString(w):
			return nil
		}
	}
	return out
}

// fixedWord is a word that stays one and does not turn out to be an option: a
// constant that no file's name can take the place of, or one that begins so.
func fixedWord(w *syntax.Word) (string, bool) {
	text := ""
	for i, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && globbed(lit.Value) {
			return "", false
		}
		one, ok := literalPart(part)
		if !ok {
			q, quoted := part.(*syntax.DblQuoted)
			if !quoted || i > 0 && text[0] == '-' {
				return "", false
			}
			if i == 0 { // "^$name/": what it begins with is there
				if len(q.Parts) == 0 {
					return "", false
				}
				lit, ok := q.Parts[0].(*syntax.Lit)
				if !ok || q.Dollar || lit.Value == "" || lit.Value[0] == '-' {
					return "", false
				}
				one = lit.Value
			}
		}
		if text += one; text == "" && len(w.Parts) > 1 {
			return "", false
		}
	}
	return text, true
}

// soleWord is a word that is one as far as variables are known, and no option.
func (s *scope) soleWord(w *syntax.Word) (string, bool) {
	mute := s.run.mute()
	fields := s.run.appendWord(nil, s, w)
	s.run.unmute(mute)
	if len(fields) != 1 || !fields[0].exact() || fields[0].many || fields[0].proc != nil || strings.HasPrefix(fields[0].text, "-") {
		return "", false
	}
	return fields[0].text, true
}

// globbed reports whether a shell may put other words in the place of a part of
// a word that is not quoted.
func globbed(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?', '[', '{', '~':
			return true
		}
	}
	return false
}

// readsPipe reports whether the input of a command is that of the pipe, and its
// output goes on there.
func readsPipe(st *syntax.Stmt) bool {
	if st.Negated || st.Background || st.Coprocess || st.Disown {
		return false
	}
	return !slices.ContainsFunc(st.Redirs, func(rd *syntax.Redirect) bool {
		return rd.N == nil || rd.N.Value != "2" || rd.Op != syntax.RdrOut || rd.Word.Lit() != "/dev/null"
	})
}

// cutsFields reports whether cut prints fields from one on, between blanks or tabs.
func cutsFields(words []string) bool {
	fields := false
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "-d " || w == "-d\t":
		case w == "-d" && i+1 < len(words) && (words[i+1] == " " || words[i+1] == "\t"):
			i++
		case lastFields(w) && !fields:
			fields = true
		default:
			return false
		}
	}
	return fields
}
