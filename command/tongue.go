package command

import (
	"path"
	"regexp"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// Interpreters of rarer languages are judged here as a whole where every word of the
// command line is known and every program on it is understood: then it does what the
// programs do. Anything else is judged by the interpreter's entry, for which what it is
// given is code.

// tongueLine is what may stand on the command line of an interpreter.
type tongueLine struct {
	read    language
	evals   string // options before a program
	flags   string // options alone
	values  string // options and their values, NAME=VALUE
	loads   string // options before a file of the project
	data    string // options and a name
	first   string // how a program begins that stands there alone
	needs   string // an option that makes the word a program
	ends    string // options by which the interpreter leaves its input alone
	typed   bool   // standard input is a program, beside what options say
	project bool   // settings of the folder are read, which may name code
	files   bool   // a file alone is enough
	alone   bool   // standard input is a program where no other is given
}

//nolint:gochecknoglobals // a table, never changed
var tongueLines = map[string]*tongueLine{
	"sbcl":            {read: snippet.CommonLisp, evals: "--eval", flags: "--noinform --non-interactive --no-userinit --no-sysinit --disable-debugger --quit --noprint --merge-core-pages", loads: "--load", ends: "--non-interactive --quit", typed: true},
	"ecl":             {read: snippet.CommonLisp, evals: "--eval -eval", flags: "-q --norc -norc"},
	"clisp":           {read: snippet.CommonLisp, evals: "-x", flags: "-q -norc --quiet -ansi"},
	"guile":           {read: snippet.Scheme, evals: "-c", flags: "--no-auto-compile -q --fresh-auto-compile", alone: true},
	"racket":          {read: snippet.Scheme, evals: "-e --eval", flags: "-n", alone: true, values: "-l=racket -l=racket/base -l=racket/list -l=racket/string -l=racket/math -l=racket/set -l=racket/match -l=racket/format -l=racket/vector -l=racket/function"},
	"csi":             {read: snippet.Scheme, evals: "-e -p -eval -print", flags: "-q -n -quiet -no-init -batch", typed: true},
	"gsi":             {read: snippet.Scheme, evals: "-e", flags: "-f -", alone: true},
	"bb":              {read: snippet.Clojure, evals: "-e --eval", flags: "-i -I -o -O -io -iO -Io -IO --stream --prn", first: "(", project: true, alone: true},
	"clojure":         {read: snippet.Clojure, evals: "-e --eval", flags: "-M", project: true},
	"mit-scheme":      {read: snippet.Scheme, flags: "--quiet --no-init-file --batch-mode", alone: true},
	"ccl":             {read: snippet.CommonLisp, evals: "--eval -e", flags: "-n -b --batch --no-init --quiet", typed: true, ends: "--batch -b"},
	"nbb":             {read: snippet.Clojure, evals: "-e", project: true},
	"planck":          {read: snippet.Clojure, evals: "-e --eval", flags: "-q"},
	"swipl":           {read: snippet.Prolog, evals: "-g", flags: "-q --quiet -f=none", values: "-t=halt -f=none", loads: "-l -s -f", ends: "-t=halt -g=halt"},
	"nix":             {read: snippet.Nix, evals: "--expr", flags: "eval --impure --json --raw --strict --offline --read-only --quiet", needs: "eval"},
	"nix-instantiate": {read: snippet.Nix, evals: "-E --expr", flags: "--eval --strict --json --raw --read-write-mode --quiet", needs: "--eval", loads: "-f --file", files: true, data: "-A --attr"},
	"utop":            {read: snippet.OCaml, evals: "-e", flags: "-stdin -no-color", typed: true, ends: "-e", project: true},
}

// haskellWord are words behind which GHCi reads its input.
var haskellWord = regexp.MustCompile(`^(?:repl|ghci|-v[01]?|--verbose=[01]|--no-load|-Wall|-isrc|-iapp|-itest|-ignore-dot-ghci|-fno-code|--repl-options=-f[a-z-]+|(?:(?:lib|exe|test|bench):)?[a-z][a-z0-9_-]*|:[a-z][a-z0-9_-]*)$`)

// typesHaskell judges what GHCi is told on its standard input, alone or for a project.
func (v *visit) typesHaskell() bool {
	words := v.fields[1:]
	switch v.name {
	case "ghci":
	case "cabal", "stack":
		if len(words) == 0 || words[0].text != "repl" && (v.name != "stack" || words[0].text != "ghci") {
			return false
		}
	default:
		return false
	}
	if v.sc.stdin.kind != stdinText || len(words) > 20 {
		return false
	}
	var loaded []field
	for _, w := range words {
		switch {
		case !w.exact() || w.many:
			return false
		case v.name == "ghci" && path.Ext(w.text) == ".hs" && ownSource(w.text):
			loaded = append(loaded, w)
		case !haskellWord.MatchString(w.text):
			return false
		}
	}
	if !v.states(snippet.GHCi, v.sc.stdin.text, snippet.Given{}, v.fields[0]) {
		return false
	}
	for _, f := range loaded {
		v.r.codePath(v.sc, f, v.name, "")
	}
	return true
}

// spokenProgram judges such a command line. False: nothing was stated.
func (v *visit) spokenProgram() bool {
	if v.typesHaskell() {
		return true
	}
	name := unhyphened(v.name)
	if name == "clj" {
		name = "clojure"
	}
	t := tongueLines[name]
	if t == nil || len(v.fields) > 40 {
		return false
	}
	programs, loaded, ok := v.spokenWords(t)
	if !ok {
		return false
	}
	in := v.sc.stdin
	ended := t.ends == "" && !t.typed
	for i, f := range v.fields[1:] {
		ended = ended || inWords(t.ends, f.text) || inWords(t.ends, v.fields[i].text+"="+f.text)
	}
	if t.alone && len(programs) == 0 && in.kind == stdinText {
		f := v.fields[0]
		f.text = in.text
		programs = append(programs, f)
		ended = true
	}
	switch empty := in.kind == stdinInherited || in.kind == stdinFile && in.path == "/dev/null"; {
	case ended || empty:
	case t.typed && in.kind == stdinText:
		f := v.fields[0]
		f.text = in.text
		programs = append(programs, f)
	default:
		return false
	}
	if len(programs) == 0 && (len(loaded) == 0 || !t.files) {
		return false
	}
	return v.statesAll(t, programs, loaded)
}

// statesAll states what programs do and what files are, if every program is understood.
func (v *visit) statesAll(t *tongueLine, programs, loaded []field) bool {
	var effects []snippet.Effect
	for _, p := range programs {
		found, ok := t.read(p.text, snippet.Given{})
		if !ok {
			return false
		}
		effects = append(effects, found...)
	}
	for _, e := range effects {
		v.snippetEffect(e, v.fields[0])
	}
	for _, f := range loaded {
		if t.needs == "" {
			v.r.codePath(v.sc, f, v.name, "")
		} else {
			v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		}
	}
	if t.project {
		v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: "."}, v.fields[0])
	}
	return true
}

// spokenWords sorts the words of a command line into programs and files of the project.
// The last word may be such a file where files are loaded at all.
func (v *visit) spokenWords(t *tongueLine) (programs, loaded []field, ok bool) {
	needed := t.needs == ""
	for i := 1; i < len(v.fields); i++ {
		w := v.fields[i]
		if !w.exact() || w.many {
			return nil, nil, false
		}
		next := func() (field, bool) {
			if i+1 >= len(v.fields) || !v.fields[i+1].exact() || v.fields[i+1].many {
				return field{}, false
			}
			i++
			return v.fields[i], true
		}
		needed = needed || w.text == t.needs
		switch {
		case inWords(t.evals, w.text):
			f, ok := next()
			if !ok {
				return nil, nil, false
			}
			programs = append(programs, f)
		case i+1 < len(v.fields) && inWords(t.values, w.text+"="+v.fields[i+1].text):
			i++
		case inWords(t.loads, w.text):
			f, ok := next()
			if !ok || !ownSource(f.text) {
				return nil, nil, false
			}
			loaded = append(loaded, f)
		case inWords(t.data, w.text):
			if _, ok := next(); !ok {
				return nil, nil, false
			}
		case inWords(t.flags, w.text), t.first == "" && t.project && aliasOption.MatchString(w.text):
		case t.first != "" && strings.HasPrefix(w.text, t.first) && len(programs) == 0:
			programs = append(programs, w)
		case t.loads != "" && ownSource(w.text) && path.Ext(w.text) != "" && !strings.HasPrefix(w.text, "-"):
			loaded = append(loaded, w)
		default:
			return nil, nil, false
		}
	}
	return programs, loaded, needed
}

// aliasOption are parts of the folder's settings of Clojure.
var aliasOption = regexp.MustCompile(`^-[MA]:[a-z][a-z0-9:/_-]*$`)

// ownSource reports whether a word names a file by a path that a program may have.
func ownSource(word string) bool {
	return word != "" && word[0] != '-' && !strings.ContainsAny(word, " \t\n:()")
}

// inWords reports whether a list of words between blanks has one.
func inWords(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}
