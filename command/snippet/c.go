package snippet

import "strings"

// C reads a program of C for what it would do when it is compiled and run.
//
// The argument is one about names. Whatever a program of C does beyond
// computing, it does through a function of the C library, for there is nothing
// else that it is linked with: no text makes a name of one (## is not read, nor
// is assembler), and none can be called that is not named. So every name that a
// C library has must be one that is known to be harmless, or be called with
// constants that say what it does; no such name may be declared or defined;
// and headers are those of the system that are listed, or the project's own.
func C(text string, given Given) ([]Effect, bool) { return readC(text, given, writtenC) }

// Cpp reads a program of C++ in the same way. Its library adds streams and
// paths of files.
func Cpp(text string, given Given) ([]Effect, bool) { return readC(text, given, writtenCpp) }

// cCode is a program of C or C++ that is being read.
type cCode struct {
	report
	given  Given
	cpp    bool
	own    bool // code of the project is called
	others bool // macros may stand in other files
	macros map[string]bool
	texts  map[string]string // what macros stand for that are a text

	pointers map[string]bool // names of types of functions

	words   []codeWord      // without those of the preprocessor
	defined map[string]bool // classes of the program, once they are asked for
	types   int             // 1: all types are named, 2: not; 0: not asked yet
	forked  int             // 1: it may fork without end, 2: it does not; 0: not asked yet
	keeps   int             // 1: something is done with argv, 2: nothing; 0: not asked yet
}

// readC reads a program in C, C++ or what compiles like it. It is told by its words:
// types are not followed, so only functions that are listed may be called and only by
// their own names; a macro or a pointer that could stand for another one ends the
// reading.
func readC(text string, given Given, lang written) ([]Effect, bool) {
	words, directives, ok := codeWords(text, lang, given.Old)
	if !ok {
		return nil, false
	}
	c := &cCode{given: given, cpp: lang == writtenCpp, own: given.Own, words: words, macros: map[string]bool{}, pointers: map[string]bool{}, texts: map[string]string{}}
	for i := range directives {
		if !c.declares(&directives[i]) {
			return nil, false
		}
	}
	for i := range words { // typedef int (*F)(int);
		if is(words, i-2, "(") && is(words, i-1, "*") && words[i].kind == wordName && is(words, i+1, ")") {
			c.pointers[words[i].text] = true
		}
	}
	for i := range directives {
		if !c.directive(&directives[i]) {
			return nil, false
		}
	}
	if !c.list(words) || c.own && !ownTexts(words, directives) {
		return nil, false
	}
	return c.effects, true
}

// ownTexts reports whether nothing that the project's functions may be called
// with points out of the project.
func ownTexts(words []codeWord, directives []directive) bool {
	for i := range directives {
		if !ownTexts(directives[i].words, nil) {
			return false
		}
	}
	for _, w := range words {
		if w.kind == wordText && (!w.plain && spelt(w.text) || outward(w.text)) {
			return false
		}
	}
	return true
}

// directive judges what a line of the preprocessor holds.
func (c *cCode) directive(d *directive) bool {
	switch d.name {
	case "pragma":
		return len(d.words) > 0 && (d.words[0].text == "once" || d.words[0].text == "omp" || d.words[0].text == "STDC" || d.words[0].text == "unroll" || len(d.words) > 1 && d.words[0].text == "GCC" && listWords("diagnostic optimize target ivdep unroll", d.words[1].text)) && c.list(d.words)
	case "undef":
		return len(d.words) == 1 && c.macros[d.words[0].text]
	case "define":
		return balanced(d.words) && c.list(d.words[1:])
	case "error", "warning", "include":
		return true
	}
	return c.list(d.words)
}

// list judges words one after the other.
func (c *cCode) list(ws []codeWord) bool {
	for i := range ws {
		w := &ws[i]
		switch {
		case w.kind == wordMark && (w.text == "##" || w.text == "#" && !(i+1 < len(ws) && ws[i+1].kind == wordName)):
			return false
		case w.kind == wordMark && w.text == "(" && is(ws, i+1, "*") && is(ws, i+2, ")"): // the type of a function
			return false
		case w.kind == wordMark && w.text == "[" && is(ws, i+1, "["):
			if !c.attributes(ws[i:], "[", "]") {
				return false
			}
		case w.kind == wordName:
			if !c.name(ws, i) {
				return false
			}
		}
	}
	return true
}

// is reports whether a word is that mark or name.
func is(ws []codeWord, i int, text string) bool {
	return i >= 0 && i < len(ws) && (ws[i].kind == wordMark || ws[i].kind == wordName) && ws[i].text == text
}

// attributes judges the names between brackets.
func (c *cCode) attributes(ws []codeWord, open, closing string) bool {
	depth := 0
	for i := range ws[:min(len(ws), 200)] {
		switch {
		case is(ws, i, open):
			depth++
		case is(ws, i, closing):
			if depth--; depth == 0 {
				return true
			}
		case ws[i].kind == wordName && (!cAttributes.has(ws[i].text) || c.macros[ws[i].text]):
			return false
		}
	}
	return false
}

// name judges a name where it stands.
func (c *cCode) name(ws []codeWord, i int) bool {
	name := ws[i].text
	member := (is(ws, i-1, ".") || is(ws, i-1, "->")) && !(is(ws, i-1, ".") && is(ws, i-2, "."))
	switch {
	case name == "__attribute__" || name == "__attribute":
		return c.attributes(ws[i+1:], "(", ")")
	case c.cpp && (name == "import" || name == "module") && !member, name == "_Pragma", name == "__asm__", name == "__asm", name == "asm":
		return false
	case member && name == "open" && is(ws, i+1, "("):
		return c.opens(ws, i)
	case member && !strings.HasPrefix(name, "__"):
		return true
	case name == "main" && is(ws, i+1, "("):
		return c.start(ws, i)
	case c.cpp && strings.HasSuffix(name, "fstream"):
		return c.stream(ws, i)
	case is(ws, i-1, "(") && is(ws, i+1, ")") && c.pointers[name] && i+2 < len(ws) && (ws[i+2].kind != wordMark || ws[i+2].text == "(" || ws[i+2].text == "&"): // a cast to the type of a function
		return false
	case cHarmless.has(name) || cReserved.has(name): // but not the address of a function, to reckon with
		return !is(ws, i-1, ")") || !is(ws, i-2, "*") || is(ws, i+1, "(")
	case name == "fork" && c.forks(ws, i):
		return true
	case cReaches.has(name):
		return c.reaches(ws, i)
	case strings.HasPrefix(name, "_") && reserved(name):
		return cBuiltins.has(name) || strings.HasPrefix(name, "__cpp_") || len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") || // what a compiler defines of itself
			strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
	case name == "gnu" || name == "clang": // of [[gnu::section("x")]]
		return false
	}
	return true
}

// balanced reports whether what a macro stands for cannot end or begin what
// stands around it.
func balanced(ws []codeWord) bool {
	var open []byte
	for _, w := range ws {
		if w.kind != wordMark || len(w.text) != 1 {
			continue
		}
		switch w.text[0] {
		case '(', '[', '{':
			open = append(open, w.text[0])
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != map[byte]byte{')': '(', ']': '[', '}': '{'}[w.text[0]] {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

// reserved reports whether a name with an underscore may be one of a compiler's
// or a library's: the functions of vectors and the numbers of sysconf are none
// that matter.
func reserved(name string) bool {
	if len(name) < 2 || strings.HasPrefix(name, "_mm") || strings.HasPrefix(name, "_SC_") {
		return false
	}
	return name[1] == '_' || name[1] >= 'A' && name[1] <= 'Z' || strings.HasPrefix(name, "_dl_") || strings.HasPrefix(name, "_nl_")
}
