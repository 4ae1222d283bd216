package command

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxKeys bounds how many keys of one text are put in quotes.
const maxKeys = 64

// quotedKey puts the key of an array, in which the parser has found a point that
// arithmetic does not know, in quotes: declare -A m=([a.md]=x) becomes
// declare -A m=(["a.md"]=x). To bash both are the same key of an associative
// array, and the same mistake in another; the parser does not know which it is.
func quotedKey(text string, err error) (string, bool) {
	e, ok := errors.AsType[syntax.LangError](err)
	if !ok || !strings.HasPrefix(e.Feature, "floating point") {
		return "", false
	}
	at := int(e.Pos.Offset())
	if at >= len(text) {
		return "", false
	}
	open := strings.LastIndexByte(text[:at], '[')
	length := strings.IndexByte(text[at:], ']')
	if open < 1 || length < 0 || !strings.HasPrefix(text[at+length:], "]=") {
		return "", false
	}
	key := text[open+1 : at+length]
	if !staysWord(key) || strings.IndexByte(" \t\n(", text[open-1]) < 0 && notOfName(rune(text[open-1])) {
		return "", false
	}
	return text[:open+1] + `"` + key + `"` + text[at+length:], true
}
