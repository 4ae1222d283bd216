package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Variables that hold a credential go by their names alone: what is in them is nothing
// that the analysis may know, and a command gets none of them. Who asks for one by its
// name is told so by a person.

// secretName reports whether a variable holds a credential by its name. The end counts,
// since the beginning is whose it is.
func secretName(name string) bool {
	upper := strings.ToUpper(name)
	for _, end := range [...]string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "SECRET_KEY", "SECRET_KEY_BASE", "MASTER_KEY", "ENCRYPTION_KEY", "SIGNING_KEY", "PASSPHRASE", "CREDENTIALS"} {
		if strings.HasSuffix(upper, end) {
			return true
		}
	}
	return false
}

// tells looks for credentials of the environment that echo or printf prints.
func (r *run) tells(sc *scope, words []*syntax.Word) {
	if name := words[0].Lit(); name != "echo" && name != "printf" {
		return
	}
	for _, w := range words[1:] {
		r.tellsParts(sc, w, w.Parts)
	}
}

// tellsParts looks for such variables among the parts of a word.
func (r *run) tellsParts(sc *scope, w *syntax.Word, parts []syntax.WordPart) {
	for _, part := range parts {
		if q, ok := part.(*syntax.DblQuoted); ok { // none lies in another
			r.tellsParts(sc, w, q.Parts)
			continue
		}
		p, ok := part.(*syntax.ParamExp)
		if !ok || p.Param == nil || p.Length || p.Names != 0 {
			continue
		}
		for _, name := range r.meant(sc, p) {
			if _, own := sc.vars[name]; !own {
				r.tellsNamed(name, "echo", r.spanOf(w))
			}
		}
	}
}

// tellsNamed states that a variable is shown, if it holds a credential by its name.
func (r *run) tellsNamed(name, by string, span pipeline.Span) {
	if secretName(name) {
		r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "the variable " + name, Certain: true, By: by, Mark: catalogue.MarkCredential, Span: span})
	}
}

// meant are the names of the variables whose values an expansion gives: its own, or
// what the variable holds that names another, as in ${!n} and behind declare -n. Of a name
// that is not known to the letter the end counts, as far as that is known.
func (r *run) meant(sc *scope, p *syntax.ParamExp) []string {
	name := p.Param.Value
	v := r.variable(sc, name)
	if !p.Excl && !v.ref {
		if p.Exp != nil {
			return nil
		}
		return []string{name}
	}
	var names []string
	for _, one := range slices.Concat(v.alts, v.list) {
		if end := strings.LastIndexByte(one.text, '*') + 1; one.kind == valueText || end > 0 {
			names = append(names, one.text[end:])
		}
	}
	return names
}
