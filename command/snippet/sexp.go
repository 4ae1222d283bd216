package snippet

import (
	"regexp"
	"strings"

	"passepartout/pipeline"
)

// The Lisps of which words are read. What a name needs behind it is said by a pattern:
// a format its text, since ~/f/ calls a function and ~? takes another text for one; what
// names modules those that are listed.
//
//nolint:gochecknoglobals // tables, never changed
var (
	clTongue = &sexpTongue{
		words: wordsOf(clNames), folds: true, keywords: true,
		sharp: regexp.MustCompile(`^#(?:'|\(|\\(?:[A-Za-z]+|[[:graph:]])|[bBoOxX][0-9A-Fa-f]+)`),
		text:  formatCalls,
		before: map[string]*regexp.Regexp{
			"format":           regexp.MustCompile(`^\s+(?i:t|nil|\*standard-output\*|\*error-output\*)\s+"`),
			"error":            regexp.MustCompile(`^\s+"`),
			"warn":             regexp.MustCompile(`^\s+"`),
			"assert":           regexp.MustCompile(`^\s+\((?:[^()"]|\([^()"]*\))*\)\s*\)`),
			"require":          regexp.MustCompile(`^\s+(?::asdf|"asdf"|'asdf|:uiop|"uiop")\s*\)`),
			"asdf:load-system": systemName, "asdf:test-system": systemName, "asdf:make": systemName,
		},
		tests: regexp.MustCompile(`^[a-z][a-z0-9./-]*::?(?:run|run!|run-tests|run-all-tests|run-all|main|test|tests|test-all|all-tests|run-suite)(?:\s+[:'][a-z][a-z0-9/-]*)?\s*\)`),
		loads: map[string]bool{"asdf:load-system": true, "asdf:test-system": true, "asdf:make": true},
	}

	schemeTongue = &sexpTongue{
		words: wordsOf(schemeNames), vectors: "[",
		sharp: regexp.MustCompile(`^#(?:\(|:[a-z][a-z-]*|\\(?:[A-Za-z]+|[[:graph:]])|true|false|[tf]|[bBoOxX][0-9A-Fa-f]+|[pr]x")`),
		whole: map[string]*regexp.Regexp{
			"use-modules": regexp.MustCompile(`^(?:\s*\(\s*` + schemeModule + `\s*\))+\s*\)`),
			"import":      regexp.MustCompile(`^(?:\s*\(\s*` + schemeModule + `\s*\))+\s*\)`),
			"require":     regexp.MustCompile(`^(?:\s+(?:racket/(?:list|string|math|set|match|format|vector|function|dict|sequence|pretty|hash|stream|bool|base)|racket|math|rackunit|srfi/1))+\s*\)`),
		},
	}

	clojureTongue = &sexpTongue{
		words: clojureWords(), keywords: true, vectors: "[{", commas: true,
		sharp: regexp.MustCompile(`^#[({"]`),
		char:  regexp.MustCompile(`^\\(?:newline|space|tab|return|[[:graph:]])`),
		before: map[string]*regexp.Regexp{
			"slurp": regexp.MustCompile(`^\s+(?:\*in\*|"([A-Za-z0-9_][\w./-]*)")\s*\)`),
		},
	}
)

// schemeModule are libraries of Scheme that only compute.
const schemeModule = `(?:srfi\s+(?:srfi-)?(?:1|8|9|11|13|19|26|41|43|60|69|133)|ice-9\s+(?:format|match|pretty-print|receive|string-fun|vlist|regex|rdelim|textual-ports)|rnrs(?:\s+(?:base|lists|sorting|hashtables|control))?|scheme\s+(?:base|write|char|cxr|inexact|list|lazy|case-lambda)|chicken\s+(?:base|format|string|sort|bitwise|fixnum|flonum|pretty-print))`

var (
	systemName = regexp.MustCompile(`^\s+(?:[:']|"|#:)[a-z][a-z0-9/.-]*"?\s*(?:(?::verbose|:force)\s+(?:t|nil)\s*)*\)`)

	// formatCalls are directives of a format that call what a text names, or take another
	// text for a format.
	formatCalls = regexp.MustCompile(`~(?:[-+0-9,:@#vV]|'.)*(?:/|\?|\{~?:?\})`)
)

// clojureWords are the names of Clojure with those of its namespaces.
func clojureWords() map[string]bool {
	words := wordsOf(clojureNames)
	for _, s := range clojureSpaces {
		words[s.space] = true
		for alias := range strings.FieldsSeq(s.space + " " + s.aliases) {
			words[alias] = true
			for name := range strings.FieldsSeq(s.names) {
				words[alias+"/"+name] = true
			}
		}
	}
	return words
}

// CommonLisp reads a small program in Common Lisp.
func CommonLisp(text string, _ Given) ([]Effect, bool) { return clTongue.spoken(text) }

// Scheme reads a small program in Scheme or Racket.
func Scheme(text string, _ Given) ([]Effect, bool) { return schemeTongue.spoken(text) }

// Clojure reads a small program in Clojure. Settings of the folder say where its
// libraries lie.
func Clojure(text string, _ Given) ([]Effect, bool) {
	effects, ok := clojureTongue.spoken(text)
	return append(effects, Effect{Kind: pipeline.KindCode, Object: "."}), ok
}
