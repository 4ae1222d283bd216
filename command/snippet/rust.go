package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Rust reads a program of Rust that lies in one file and uses no crate but the
// standard library.
//
// Safe Rust reaches beyond itself through paths that begin with std or core, and
// through macros. So there is nothing unsafe, each such path must be listed,
// under its own name, and each macro must be listed or the program's own. Macros
// put no path together that does not stand somewhere as it is: std and core are
// followed by a listed name, wherever they stand.
func Rust(text string, given Given) ([]Effect, bool) {
	words, _, ok := codeWords(text, writtenRust, given.Old)
	if !ok {
		return nil, false
	}
	r := &rustCode{words: words, macros: map[string]bool{}, brought: map[string]bool{}}
	for i := range words {
		if is(words, i, "macro_rules") && is(words, i+1, "!") && i+2 < len(words) && words[i+2].kind == wordName {
			r.macros[words[i+2].text] = true
		}
	}
	for i := range words {
		if !r.paths(i) {
			return nil, false
		}
	}
	for i := range words {
		if !r.word(i) {
			return nil, false
		}
	}
	return r.effects, true
}

// rustCode is a program of Rust that is being read.
type rustCode struct {
	report
	words   []codeWord
	macros  map[string]bool // of the program
	brought map[string]bool // modules and types that reach beyond it, by their own names
}

// word judges a word where it stands.
func (r *rustCode) word(i int) bool {
	ws := r.words
	switch {
	case is(ws, i, "#"):
		return r.attribute(i + 1)
	case is(ws, i, "$"): // what a macro is given is no part of a path
		return !is(ws, i+1, "crate") && !is(ws, i+2, "::")
	case is(ws, i, "::"):
		return !is(ws, i-1, ")")
	case ws[i].kind != wordName:
		return true
	}
	name := ws[i].text
	switch name {
	case "unsafe", "extern", "asm", "global_asm", "naked_asm", "libc", "proc_macro", "intrinsics":
		return false
	case "include", "include_str", "include_bytes", "option_env":
		return !is(ws, i+1, "!")
	case "mod":
		return is(ws, i+2, "{")
	}
	if is(ws, i+1, "!") && i+2 < len(ws) && (is(ws, i+2, "(") || is(ws, i+2, "[") || is(ws, i+2, "{") || name == "macro_rules") && !listWords("if while match return in else let as break move ref mut", name) {
		return rustMacros.has(name) || r.macros[name]
	}
	if rustBrought[name] != "" && r.brought[name] && !(is(ws, i-1, "::") && is(ws, i-2, "std")) {
		if is(ws, i+1, "::") {
			return r.call(name, i+2)
		}
		return !is(ws, i+1, "as") && (!is(ws, i+1, "!") || name != "env")
	}
	if name == "File" && r.brought["File"] {
		return r.file(i)
	}
	return true
}

// attribute judges the names of #[...].
func (r *rustCode) attribute(i int) bool {
	if is(r.words, i, "!") {
		i++
	}
	if !is(r.words, i, "[") {
		return false
	}
	depth := 0
	for ; i < len(r.words); i++ {
		switch {
		case is(r.words, i, "["):
			depth++
		case is(r.words, i, "]"):
			if depth--; depth == 0 {
				return true
			}
		case r.words[i].kind == wordName && !rustAttributes.has(r.words[i].text) && !(is(r.words, i-1, "::") && is(r.words, i-2, "clippy")):
			return false
		}
	}
	return false
}

// paths judges a path that begins with std or core, in a use or elsewhere.
func (r *rustCode) paths(i int) bool {
	ws := r.words
	if !is(ws, i, "std") && !is(ws, i, "core") && !is(ws, i, "alloc") || is(ws, i-1, ".") {
		return true
	}
	if is(ws, i, "alloc") && !is(ws, i+1, "::") {
		return true
	}
	if !is(ws, i+1, "::") || i+2 >= len(ws) {
		return false
	}
	if is(ws, i-1, "::") && i >= 2 && ws[i-2].kind == wordName { // crate::std, of which nobody says what it is
		return is(ws, i, "alloc") && is(ws, i-2, "std")
	}
	if !is(ws, i+2, "{") {
		return ws[i+2].kind == wordName && r.module(i+2)
	}
	depth := 0
	for j := i + 2; j < len(ws); j++ { // use std::{fmt, io::{self, Read}}
		switch {
		case is(ws, j, "{"):
			depth++
		case is(ws, j, "}"):
			if depth--; depth == 0 {
				return true
			}
		case depth == 1 && (is(ws, j-1, "{") || is(ws, j-1, ",")):
			if ws[j].kind != wordName || !r.module(j) {
				return false
			}
		case ws[j].kind == wordMark && !is(ws, j, "::") && !is(ws, j, ",") && !is(ws, j, "*"):
			return false
		}
	}
	return false
}

// module judges a module of the standard library and what is taken of it.
func (r *rustCode) module(i int) bool {
	ws, name := r.words, r.words[i].text
	if rustModules.has(name) {
		return true
	}
	items, ok := rustBrought[name]
	switch {
	case !ok:
		return false
	case !is(ws, i+1, "::"):
		r.brought[name] = true
		return is(ws, i+1, ";") && is(ws, i-3, "use") || is(ws, i+1, ",") || is(ws, i+1, "}")
	case is(ws, i+2, "{"):
		for j := i + 3; j < len(ws); j++ {
			switch {
			case is(ws, j, "}"):
				return true
			case ws[j].kind == wordName && ws[j].text != "var" && listWords(items, ws[j].text) && (is(ws, j+1, ",") || is(ws, j+1, "}")):
				r.bring(name, ws[j].text)
			case !is(ws, j, ","):
				return false
			}
		}
		return false
	case i+2 < len(ws) && listWords(items, ws[i+2].text) && (is(ws, i+3, ";") && is(ws, i-3, "use") || is(ws, i+3, ",") && name != "fs" || is(ws, i+3, "}") && name != "fs" || (is(ws, i+3, ",") || is(ws, i+3, "}")) && (is(ws, i-1, "{") || is(ws, i-1, ","))) && ws[i+2].text != "var": // the end of a use
		r.bring(name, ws[i+2].text)
		return true
	}
	return r.call(name, i+2)
}

// bring notes an item of a module under the name that it has from now on.
func (r *rustCode) bring(module, item string) {
	if item == "self" {
		item = module
	}
	r.brought[item] = true
}

// call judges what is taken of a module that reaches beyond the program.
func (r *rustCode) call(module string, i int) bool {
	ws := r.words
	if i >= len(ws) || ws[i].kind != wordName {
		return false
	}
	item := ws[i].text
	switch {
	case module == "fs" && item == "File":
		return r.file(i)
	case module == "fs":
		kind, ok := rustCalls[item]
		object, given := r.constant(i + 2)
		if !ok || !given || !is(ws, i+1, "(") {
			return false
		}
		r.add(Effect{Kind: kind, Object: object, Tree: item == "remove_dir_all", Look: item == "metadata" || item == "exists"})
		return true
	case module == "env" && item == "var":
		return r.variable(i)
	case module == "env" && item == "self":
		return false
	}
	return listWords(rustBrought[module], item) && !is(ws, i+1, "as")
}

// variable judges env::var("X").
func (r *rustCode) variable(i int) bool {
	object, ok := r.constant(i + 2)
	if !ok || !is(r.words, i+1, "(") {
		return false
	}
	r.add(Effect{Kind: pipeline.KindSecret, Object: object})
	return true
}

// file judges the type File: as a type, or where it opens something.
func (r *rustCode) file(i int) bool {
	ws := r.words
	if !is(ws, i+1, "::") { // neither another name for it nor a trait of it, which would open by Self
		if is(ws, i+1, ">") && is(ws, i+2, "::") || is(ws, i-1, "=") || is(ws, i-1, "for") {
			return false
		}
		return is(ws, i+1, ">") || is(ws, i+1, ",") || is(ws, i+1, ")") || is(ws, i+1, ";") && used(ws, i) || is(ws, i+1, "}")
	}
	object, ok := r.constant(i + 4)
	if !ok || !is(ws, i+3, "(") {
		return false
	}
	switch {
	case is(ws, i+2, "open"):
		r.add(Effect{Kind: pipeline.KindRead, Object: object})
	case is(ws, i+2, "create"), is(ws, i+2, "create_new"):
		r.add(Effect{Kind: pipeline.KindWrite, Object: object})
	default:
		return false
	}
	return true
}

// constant is the text that an argument is.
func (r *rustCode) constant(i int) (string, bool) {
	if i >= len(r.words) {
		return "", false
	}
	w := r.words[i]
	return w.text, w.kind == wordText && w.plain && w.text != "" && !strings.Contains(w.text, "\n") && (is(r.words, i+1, ")") || is(r.words, i+1, ","))
}

// used reports whether a path ends a use.
func used(ws []codeWord, i int) bool {
	for is(ws, i-1, "::") && i >= 2 && ws[i-2].kind == wordName {
		i -= 2
	}
	return is(ws, i-1, "use")
}
