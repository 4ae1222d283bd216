package command

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Spell writes the words of one command as a text that bash and [Analyzer.Analyze] read
// as just these words. It is for those who got words that a shell has read already: put
// together as they are, they would be read once more. A word with a NUL byte, which no
// command can have, is an error.
func Spell(argv []string) (string, error) {
	words := make([]string, len(argv))
	for i, word := range argv {
		quoted, err := syntax.Quote(word, syntax.LangBash)
		if err != nil {
			return "", fmt.Errorf("quote word %d: %w", i+1, err)
		}
		words[i] = quoted
	}
	return strings.Join(words, " "), nil
}

// static reports whether a word has no expansion but those whose result the environment
// fixes. $x counts: the environment says what it is. A default, a pattern or a
// substitution does not.
func static(w *syntax.Word) bool {
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if p.Dollar || !static(&syntax.Word{Parts: p.Parts}) {
				return false
			}
		case *syntax.ParamExp:
			if p.Param == nil || !validName(p.Param.Value) || p.Exp != nil || p.Repl != nil || p.Slice != nil || p.Index != nil || p.Excl || p.Length {
				return false
			}
		default:
			return false
		}
	}
	return true
}
