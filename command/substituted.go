package command

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/outward"
	"passepartout/pipeline"
)

// An editor that puts one word in the place of another makes of the project's own program
// one that nobody has seen: sed -i 's#build#..#' Makefile. The word is too short to say by
// itself what it means, so it counts where it means little else: a folder above, the home
// or the root in a recipe; a host, or a program that reaches out, in the very file that
// the command then starts.

// substitutes judges what an editor puts into a file, before a program that loads it.
func (a *author) substitutes(w pipeline.Effect, roots []pipeline.Effect) {
	switch w.By {
	case "sed", "gsed", "perl":
	default:
		return
	}
	kind := authoredKind(w.Object)
	started := slices.ContainsFunc(roots, func(e pipeline.Effect) bool { return e.Object == w.Object })
	if !started && kind != authoredRecipe {
		return
	}
	if !started && !slices.ContainsFunc(roots, func(e pipeline.Effect) bool { return a.r.covers(&e, w.Object) }) {
		return
	}
	a.collect()
	at := a.statement(w)
	if at == nil || !a.r.spend(int(at.End().Offset()-at.Pos().Offset())/8) {
		return
	}
	for _, one := range substitutions(at) {
		word := ""
		switch {
		case (kind == authoredRecipe || started && strings.HasSuffix(w.Object, ".sh")) && upward.MatchString(one.with) && !upward.MatchString(one.of):
			word = one.with
		case started && slices.Contains(above, strings.Trim(one.with, `"'`)):
			word = one.with
		case started:
			if word = outward.Host(one.with, one.of); word == "" {
				word = reaching.FindString(one.with)
			}
		case strings.Contains(one.of, "localhost") || strings.Contains(one.of, "127.0.0.1"):
			word = outward.Host(one.with, one.of)
		}
		if word != "" {
			a.reachesOut(w, w.Object, word)
			return
		}
	}
}

// substitution is what an editor seeks, and what it puts there.
type substitution struct{ of, with string }

// maxSubstitutions bounds those of one statement.
const maxSubstitutions = 64

// substitutions are those in the constant words of a statement: s/a/b/, s#a#b#g.
func substitutions(at *syntax.Stmt) (all []substitution) {
	syntax.Walk(at, func(n syntax.Node) bool {
		word, ok := n.(*syntax.Word)
		if !ok || len(all) >= maxSubstitutions {
			return len(all) < maxSubstitutions
		}
		var b strings.Builder
		syntax.Walk(word, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Lit:
				b.WriteString(n.Value)
			case *syntax.SglQuoted:
				b.WriteString(n.Value)
			case *syntax.ParamExp:
				b.WriteString("$" + n.Param.Value)
				return false
			}
			return true
		})
		all = appendSubstitutions(all, b.String())
		return false
	})
	return all
}

// appendSubstitutions adds those of one program of sed or perl.
func appendSubstitutions(all []substitution, text string) []substitution {
	for i := 0; i+1 < len(text) && len(all) < maxSubstitutions; i++ {
		if text[i] != 's' || i > 0 && strings.IndexByte("; {}\n\t0123456789$,/", text[i-1]) < 0 || strings.IndexByte("/#|,@!~%:_+;", text[i+1]) < 0 {
			continue
		}
		of, rest, ok := untilDelimiter(text[i+2:], text[i+1])
		if !ok {
			continue
		}
		with, rest, ok := untilDelimiter(rest, text[i+1])
		if !ok {
			continue
		}
		all = append(all, substitution{of, with})
		i = len(text) - len(rest) - 1
	}
	return all
}

// untilDelimiter is what stands before the next delimiter that no backslash quotes.
func untilDelimiter(text string, delimiter byte) (part, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			if i++; text[i] != delimiter {
				b.WriteByte('\\')
			}
			b.WriteByte(text[i])
		case text[i] == delimiter:
			return b.String(), text[i+1:], true
		default:
			b.WriteByte(text[i])
		}
	}
	return "", "", false
}

// upward is a word that is the folder above, a home or the root.
var upward = regexp.MustCompile(`(?:^|[\s=:"'(])(?:\.\.|~|/|\$HOME|\$\{HOME\}|\$\(HOME\))(?:/?\*)?(?:$|[\s"';)])`)

// above are the words for such folders that mean nothing else in a program.
//
//nolint:gochecknoglobals // a list
var above = []string{"..", "../", "../..", "~", "~/"}

// reaching is a program that speaks with hosts, a deletion of trees, or the home.
var reaching = regexp.MustCompile(`(?:^|[^\w.-])(?:curl|wget|nc|ncat|netcat|socat|ssh|scp|telnet)(?:$|[^\w.-])|\brm\s+-\w*r|\bexpanduser\b|\bhomedir\b|Path\.home\b|\bHOME\b|\bDir\.home\b`)
