package snippet

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// An expression of Nix reaches beyond itself through few names, since it has no others
// than it binds: import and its like, what fetches, derivations, and members of builtins.
// So builtins may stand only before a listed member, names like those nowhere, and any
// other name is one that the expression binds or that nothing has. Paths are copied and
// read where they stand, so there are none but behind import, whose file is the project's
// code. Names: the Nix manual, "Built-in Functions" and "Data Types".

//nolint:gochecknoglobals // tables, never changed
var (
	nixBuiltins = wordsOf(`add all any attrNames attrValues catAttrs ceil compareVersions concatLists concatMap concatStringsSep currentSystem currentTime deepSeq div elem elemAt filter floor foldl' fromJSON fromTOML functionArgs genList genericClosure getAttr groupBy
		hasAttr hashString head intersectAttrs isAttrs isBool isFloat isFunction isInt isList isNull isString isPath length lessThan listToAttrs langVersion nixVersion map mapAttrs match mul parseDrvName partition removeAttrs replaceStrings seq sort split splitVersion stringLength sub
		substring tail throw toJSON toString toXML trace traceVerbose tryEval typeOf zipAttrsWith bitAnd bitOr bitXor abort isNull true false null`)
	nixName   = regexp.MustCompile(`^[A-Za-z][\w'-]*`)
	nixImport = regexp.MustCompile(`^import\s+(\./[A-Za-z0-9_][A-Za-z0-9_./-]*\.nix|\./[A-Za-z0-9_][A-Za-z0-9_-]*)(?:\s|[;)]|$)`)
	nixNumber = regexp.MustCompile(`^[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`)
	// nixOutward are how names begin by which an expression reaches out.
	nixOutward = regexp.MustCompile(`^(?:builtins|import|scopedImport|derivation|fetch|exec|placeholder|path|store|toFile|toPath|filterSource|getEnv|getFlake|readFile|readDir|findFile|outputOf|unsafe|flake|addErrorContext|addDrv|warn|break|nixPath)`)
)

// nixReader is an expression under way.
type nixReader struct {
	report
	s     string
	at    int
	depth int
}

// Nix reads an expression.
func Nix(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) {
		return nil, false
	}
	r := &nixReader{s: text}
	ok := r.until(false)
	return r.effects, ok
}

// until reads tokens up to the end, or to the brace that ends what a text takes in.
func (r *nixReader) until(braced bool) bool {
	if r.depth++; r.depth > 8 {
		return false
	}
	open := 0
	for r.at < len(r.s) {
		switch r.s[r.at] {
		case '{':
			open++
		case '}':
			if open == 0 {
				r.depth--
				return braced
			}
			open--
		}
		if !r.token(r.s[r.at]) {
			return false
		}
	}
	return !braced
}

// token takes one token.
func (r *nixReader) token(c byte) bool {
	rest := r.s[r.at:]
	switch {
	case c == ' ' || c == '\n' || c == '\t':
		r.at++
	case c == '"':
		return r.quoted()
	case letter(c):
		return r.name(rest)
	case digit(c):
		r.at += len(nixNumber.FindString(rest))
		return r.at >= len(r.s) || !nameByte(r.s[r.at])
	case c == '/' || c == '<' || c == '.' || c == '$':
		return r.sign(rest)
	default:
		r.at++
		return strings.IndexByte("()[]{};:=+-*!?@,>|&", c) >= 0
	}
	return true
}

// sign takes one that may begin a path or what a name is reckoned by.
func (r *nixReader) sign(rest string) bool {
	switch {
	case strings.HasPrefix(rest, "..."):
		r.at += 3
	case rest[0] == '.':
		r.at++ // of an attribute
		return len(rest) > 1 && (letter(rest[1]) || rest[1] == '"') && (r.at < 2 || strings.IndexByte(" \n\t([", r.s[r.at-2]) < 0)
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/ "), strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, "< "):
		r.at += 2
		return rest[0] != '/' || r.at < 3 || r.s[r.at-3] == ' ' || r.s[r.at-3] == '}' || r.s[r.at-3] == ')'
	default:
		return false
	}
	return true
}

// quoted takes a text; what is put into it is an expression again.
func (r *nixReader) quoted() bool {
	for r.at++; r.at < len(r.s); {
		switch {
		case r.s[r.at] == '"':
			r.at++
			return true
		case r.s[r.at] == '\\':
			r.at += 2
		case strings.HasPrefix(r.s[r.at:], "${"):
			r.at += 2
			if !r.until(true) || r.at >= len(r.s) {
				return false
			}
			r.at++
		default:
			r.at++
		}
	}
	return false
}

// name takes one, with the member of builtins behind it.
func (r *nixReader) name(rest string) bool {
	if m := nixImport.FindStringSubmatch(rest); m != nil && (r.at == 0 || r.s[r.at-1] != '.') {
		r.add(Effect{Kind: pipeline.KindCode, Object: m[1]})
		r.at += len("import") + strings.Index(rest[len("import"):], m[1]) + len(m[1])
		return true
	}
	word := nixName.FindString(rest)
	r.at += len(word)
	if after := r.s[r.at:]; strings.HasPrefix(after, ":") && len(after) > 1 && strings.IndexByte(" \n\t{(", after[1]) < 0 || strings.HasPrefix(after, "/") && !strings.HasPrefix(after, "//") {
		return false // an address, or a path
	}
	if word == "builtins" && strings.HasPrefix(r.s[r.at:], ".") {
		member := nixName.FindString(r.s[r.at+1:])
		r.at += 1 + len(member)
		return nixBuiltins[member] && !strings.HasPrefix(r.s[r.at:], "/")
	}
	return !nixOutward.MatchString(word)
}
