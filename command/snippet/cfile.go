package snippet

import (
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// reaches judges a name of the C library that is not harmless: a call whose
// constants say what it does, or a name that is not the library's after all.
func (c *cCode) reaches(ws []codeWord, i int) bool {
	name := ws[i].text
	switch {
	case is(ws, i-1, "struct"): // struct stat
		return !is(ws, i+1, "(")
	case is(ws, i-1, "::") && c.cpp && !is(ws, i-2, "std"):
		return c.classes()[before(ws, i)]
	case c.cpp && name == "remove" && arguments(ws, i) == 3: // std::remove(begin, end, value)
		return true
	case c.cpp && c.method(ws, i):
		return true
	case !is(ws, i+1, "(") || is(ws, i-1, "::") && !is(ws, i-2, "std"):
		return false
	case name == "mmap" || name == "mmap64":
		return c.mapsMemory(ws, i)
	case listWords("munmap madvise posix_madvise mincore mlock munlock", name):
		return true
	}
	object, next, ok := c.constant(ws, i+2)
	if !ok {
		return false
	}
	switch name {
	case "fopen", "fopen64", "freopen":
		mode, _, known := c.constant(ws, next+1)
		c.opened(object, !known || strings.ContainsAny(mode, "r+"), !known || strings.ContainsAny(mode, "wa+"))
	case "open", "open64":
		reads := is(ws, next+1, "O_RDONLY") && is(ws, next+2, ")") && !c.macros["O_RDONLY"] && !c.others
		c.opened(object, true, !reads)
	case "creat", "mkdir", "truncate", "mkfifo":
		c.opened(object, false, true)
	case "remove", "unlink", "rmdir":
		c.add(Effect{Kind: pipeline.KindDelete, Object: object})
	case "rename":
		to, _, known := c.constant(ws, next+1)
		if !known {
			return false
		}
		c.add(Effect{Kind: pipeline.KindDelete, Object: object})
		c.add(Effect{Kind: pipeline.KindWrite, Object: to})
		c.add(Effect{Moves: true})
	case "access", "stat", "lstat", "stat64", "opendir", "statvfs", "realpath":
		c.add(Effect{Kind: pipeline.KindRead, Object: object, Look: true})
	case "getenv", "secure_getenv":
		c.add(Effect{Kind: pipeline.KindSecret, Object: object})
	default:
		return false
	}
	return true
}

// mapsMemory reports whether a call of mmap asks for new memory, which nothing is
// run in: flags and protection are names that no macro of the program changes.
func (c *cCode) mapsMemory(ws []codeWord, i int) bool {
	depth, at := 0, 0
	var args [6][]codeWord
	for j := i + 1; j < len(ws) && j < i+100 && at < len(args); j++ {
		switch {
		case is(ws, j, "(") || is(ws, j, "[") || is(ws, j, "{"):
			depth++
		case is(ws, j, ")") || is(ws, j, "]") || is(ws, j, "}"):
			if depth--; depth == 0 {
				return at == 5 && c.flagged(args[2], "PROT_READ PROT_WRITE PROT_NONE") && c.flagged(args[3], "MAP_PRIVATE MAP_SHARED MAP_ANONYMOUS MAP_ANON MAP_NORESERVE MAP_POPULATE MAP_HUGETLB MAP_STACK") &&
					(has(args[3], "MAP_ANONYMOUS") || has(args[3], "MAP_ANON"))
			}
		case is(ws, j, ",") && depth == 1:
			at++
			continue
		}
		args[at] = append(args[at], ws[j])
	}
	return false
}

// flagged reports whether words are nothing but listed flags.
func (c *cCode) flagged(ws []codeWord, flags string) bool {
	for i, w := range ws {
		if i%2 == 0 && (w.kind != wordName || !listWords(flags, w.text) || c.macros[w.text] || c.others) || i%2 == 1 && !is(ws, i, "|") {
			return false
		}
	}
	return len(ws) > 0
}

// has reports whether a name is among words.
func has(ws []codeWord, name string) bool {
	for i := range ws {
		if is(ws, i, name) {
			return true
		}
	}
	return false
}

// opened states what a file is opened for.
func (c *cCode) opened(name string, reads, writes bool) {
	if reads {
		c.add(Effect{Kind: pipeline.KindRead, Object: name})
	}
	if writes {
		c.add(Effect{Kind: pipeline.KindWrite, Object: name})
	}
}

// constant is the text that an argument is, and where the mark behind it stands.
func (c *cCode) constant(ws []codeWord, i int) (s string, next int, ok bool) {
	if i >= len(ws) {
		return "", 0, false
	}
	next = i + 1
	switch w := ws[i]; {
	case w.kind == wordText && w.plain:
		s = w.text
	case w.kind == wordName && w.text == "argv" && is(ws, i+1, "[") && is(ws, i+3, "]") && c.given.Known && !c.others && c.keepsArguments():
		n, err := strconv.Atoi(ws[i+2].text)
		if err != nil || n < 1 || n > len(c.given.Args) {
			return "", 0, false
		}
		s, next = c.given.Args[n-1], i+4
	case w.kind == wordName:
		if s, ok = c.texts[w.text]; !ok || c.others {
			return "", 0, false
		}
	}
	return s, next, s != "" && (is(ws, next, ",") || is(ws, next, ")") || is(ws, next, "}"))
}

// keepsArguments reports whether nothing is done with argv but to look at one
// of its words.
func (c *cCode) keepsArguments() bool {
	if c.keeps != 0 {
		return c.keeps > 1
	}
	c.keeps = 1
	ws := c.words
	for i := range ws {
		if !is(ws, i, "argv") || is(ws, i-1, "*") && (is(ws, i+1, ")") || is(ws, i+1, "[") && is(ws, i+2, "]")) {
			continue
		}
		if !is(ws, i+1, "[") || i+3 >= len(ws) || ws[i+2].kind != wordNumber || !is(ws, i+3, "]") || is(ws, i+4, "=") || is(ws, i+4, "+=") || is(ws, i-1, "&") {
			return false
		}
	}
	c.keeps = 2
	return true
}

// arguments counts the arguments of a call.
func arguments(ws []codeWord, i int) int {
	depth, n := 0, 1
	for j := i + 1; j < len(ws) && j < i+200; j++ {
		switch {
		case is(ws, j, "(") || is(ws, j, "{") || is(ws, j, "["):
			depth++
		case is(ws, j, ")") || is(ws, j, "}") || is(ws, j, "]"):
			if depth--; depth == 0 {
				return n
			}
		case is(ws, j, ",") && depth == 1:
			n++
		case depth == 0:
			return 0
		}
	}
	return 0
}

// method reports whether a name is that of a method which is defined or declared
// in a class: void remove(int key) {. A call is never followed by a brace, and what
// is called so without an object is not this one, as far as is looked.
func (c *cCode) method(ws []codeWord, i int) bool {
	if i == 0 || !is(ws, i+1, "(") {
		return false
	}
	switch w := ws[i-1]; {
	case w.kind == wordName && !listWords("return else do goto throw new delete case co_return co_yield co_await sizeof and or not xor", w.text) && !c.macros[w.text]:
	case is(ws, i-1, "*") && typeEnds(ws, i-2), is(ws, i-1, "&") && typeEnds(ws, i-2), is(ws, i-1, ">"):
	default:
		return false
	}
	depth := 0
	for j := i + 1; j < len(ws) && j < i+200; j++ {
		switch {
		case is(ws, j, "("):
			depth++
		case is(ws, j, ")"):
			if depth--; depth == 0 {
				for j++; is(ws, j, "const") || is(ws, j, "noexcept") || is(ws, j, "override"); j++ {
				}
				return is(ws, j, "{")
			}
		case ws[j].kind == wordText || ws[j].kind == wordNumber || ws[j].kind == wordName && c.macros[ws[j].text]:
			return false
		}
	}
	return false
}

// typeEnds reports whether a type may end at a word, so that a name behind it is
// declared and not called.
func typeEnds(ws []codeWord, i int) bool { return i >= 0 && ws[i].kind == wordName }

// before is the name before :: and the name at i.
func before(ws []codeWord, i int) string {
	if i < 2 || ws[i-2].kind != wordName {
		return ""
	}
	return ws[i-2].text
}

// classes are those that the program defines.
func (c *cCode) classes() map[string]bool {
	if c.defined != nil {
		return c.defined
	}
	names, ws := make(map[string]bool), c.words
	c.defined = names
	for i := range ws {
		if is(ws, i, "namespace") && is(ws, i+2, "=") { // another name of std
			clear(names)
			return names
		}
		if (is(ws, i, "class") || is(ws, i, "struct")) && i+1 < len(ws) && ws[i+1].kind == wordName && !is(ws, i-1, "enum") && !c.macros[ws[i+1].text] && ws[i+1].text != "std" {
			names[ws[i+1].text] = true
		}
	}
	return names
}

// start judges main: a third parameter would be the environment.
func (c *cCode) start(ws []codeWord, i int) bool {
	return arguments(ws, i) > 0 && arguments(ws, i) < 3
}

// stream judges a stream of a file, by the name of its class: one that is made
// with a constant, or without a name.
func (c *cCode) stream(ws []codeWord, i int) bool {
	name := ws[i].text
	reads, writes := name != "ofstream", name != "ifstream"
	if name != "ifstream" && name != "ofstream" && name != "fstream" || c.generic() {
		return false
	}
	j := i - 1
	if is(ws, j, "::") && is(ws, j-1, "std") {
		j -= 2
	}
	bare := j < 0 || is(ws, j, ";") || is(ws, j, "{") || is(ws, j, "}") || is(ws, j, "(") || is(ws, j, ",") || is(ws, j, "static") // no typedef
	if bare && is(ws, i+1, "&") && i+2 < len(ws) && ws[i+2].kind == wordName {                                                     // a parameter
		return is(ws, i+3, ",") || is(ws, i+3, ")")
	}
	j = i + 1
	if j < len(ws) && ws[j].kind == wordName {
		if j++; is(ws, j, ";") {
			return bare
		}
	}
	if !is(ws, j, "(") && !is(ws, j, "{") {
		return false
	}
	object, _, ok := c.constant(ws, j+1)
	if ok {
		c.opened(object, reads, writes)
	}
	return ok
}

// generic reports whether a program has types that it does not name.
func (c *cCode) generic() bool {
	if c.types != 0 {
		return c.types > 1
	}
	c.types = 1
	ws := c.words
	for i := range ws {
		if is(ws, i, "template") || is(ws, i, "decltype") || is(ws, i, "typeof") || is(ws, i, "__typeof__") || is(ws, i, "open") && !is(ws, i-1, ".") {
			c.types = 2
			return true
		}
	}
	return false
}

// opens judges the method of a stream that gives it a file.
func (c *cCode) opens(ws []codeWord, i int) bool {
	object, _, ok := c.constant(ws, i+2)
	if ok {
		c.opened(object, true, true)
	}
	return ok
}
