package snippet

import (
	"path"
	"strings"
)

// pyWhat says what a value may be used for.
type pyWhat uint8

const (
	pyPlain    pyWhat = iota // data, open files, functions of the program itself
	pyModule                 // a listed module
	pyFunc                   // a listed function
	pyClass                  // a listed class
	pyPath                   // a pathlib.Path
	pyPaths                  // something that yields paths
	pyEnv                    // os.environ
	pyArgv                   // sys.argv
	pySysPath                // sys.path
	pyForeign                // a module that is not listed, or something from it
	pyOwn                    // a function that the program defines
	pyXML                    // a document of ElementTree, which could write files
	pyObject                 // what the project's own code gave back, or by name an object of a library
	pyWalk                   // os.walk, not yet gone through
	pyInstance               // certainly an object of a class of the program; the name is that of the class
)

// pyText is a text that a value may be, or a pattern of texts.
type pyText struct {
	s    string
	glob bool
	home bool // begins with ~ and means the home folder
	full bool // is given from the working folder on, while the program has it from the root on
	// under: the place, or any below it. Only the reader of JavaScript has such texts.
	under bool
	there bool // a pattern of files that git and its like have just listed; only the reader of Python has such texts
	web   bool // an address of this machine, and whatever comes behind that: no path of a file
	loose bool // a pattern whose last name may be none, "." or ".." as well; only the reader of Python has such texts
}

// pyValue is what is known of a value.
type pyValue struct {
	what   pyWhat
	name   string    // of a module, a function, a class
	texts  []pyText  // all that a plain text or a path may be; empty: anything
	items  []pyText  // all that its elements may be
	fixed  bool      // nothing can change the elements
	none   bool      // it is None
	number bool      // what it is as a text; + is no appending
	hollow bool      // a container without elements
	sort   pySort    // of plain data: what it certainly is
	rows   []pyValue // what all its elements have at each place, if they are tuples of that many
	parts  []pyValue // what it has at each place, if it is such a tuple
	vals   *pyValue  // of a dictionary: what its keys lead to; items are the keys
	elem   *pyValue  // what each of its elements is, if that is more than texts
	lines  []pyText  // of a text: what each of its lines is
	one    bool      // and that there is one
	src    []pyText  // it comes out of these files as it stands; texts are empty then
	also   []pyText  // or it is one of these
	never  bool      // it is never got
	regex  *pyRegex  // of a regular expression, and of what one found
}

// nothing is None. As a text it is "None", and nothing else can be made of it.
func nothing() pyValue { return pyValue{texts: []pyText{{s: "None"}}, none: true} }

// anyNumber is a pattern of what a whole number is as a text.
const anyNumber = "[-0-9]*"

// counts reports whether a constant is a whole number that is spelt as Python does.
func counts(s string) bool {
	return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == "" && (s == "0" || s[0] != '0')
}

// padded reports whether a format of a number, as 03d, gives what the pattern of
// any number stands for.
func padded(format *node, v pyValue) bool {
	for _, t := range v.texts {
		if !t.glob {
			return false
		}
	}
	return len(format.kids) == 1 && format.kids[0].kind == nText && strings.HasPrefix(format.kids[0].text, "0") && strings.Trim(strings.TrimSuffix(format.kids[0].text, "d"), "0123456789") == ""
}

// globbing are the characters that mean something in a pattern.
const globbing = "*?[\\"

// join appends one path to another, as os.path.join does.
func (t pyText) join(o pyText) (pyText, bool) {
	if o.home || o.full || t.s == "" || strings.HasPrefix(o.s, "/") {
		return o, true
	}
	if (t.glob || o.glob) && (!t.glob && strings.ContainsAny(t.s, globbing) || !o.glob && strings.ContainsAny(o.s, globbing)) {
		return t, false
	}
	return pyText{s: strings.TrimSuffix(t.s, "/") + "/" + o.s, glob: t.glob || o.glob, home: t.home, full: t.full, loose: o.loose}, !t.loose && !t.web && !o.web
}

// append puts a text behind another one.
func (t pyText) append(o pyText) (pyText, bool) {
	switch {
	case t.under || o.under, o.s == anyTree:
		return t.beneath(o)
	case t.s == "":
		return o, true
	case o.home, o.full, o.web, t.full && !strings.HasPrefix(o.s, "/"):
		return t, false
	case (t.glob || o.glob) && (!t.glob && strings.ContainsAny(t.s, globbing) || !o.glob && strings.ContainsAny(o.s, globbing)):
		return t, false
	}
	loose, ok := tight(t, o)
	if o.glob && t.s[len(t.s)-1] != '/' { // a name may go on with anything
		if o.s = strings.TrimPrefix(o.s, "[.-~]"); strings.HasSuffix(t.s, "*") && !strings.HasPrefix(o.s, "**") {
			o.s = strings.TrimPrefix(o.s, "*")
		}
	}
	return pyText{s: t.s + o.s, glob: t.glob || o.glob, home: t.home, full: t.full, loose: loose, web: t.web}, ok
}

// beneath puts a text behind a place, or any below it: "/", then a name.
func (t pyText) beneath(o pyText) (pyText, bool) {
	switch {
	case t.s == "" && (o.under || o.s == anyTree):
		return o, true
	case o.s == anyTree && !t.under: // a folder, and whatever lies in it
		t.under = true
		ok := strings.HasSuffix(t.s, "/") && len(t.s) > 1 && !t.glob && !t.home
		t.s = strings.TrimSuffix(t.s, "/")
		return t, ok
	case o.under || !t.under || strings.Contains(o.s, "..") || o.home || o.full:
		return t, false
	case o.s == "" || strings.HasPrefix(o.s, "/"), strings.HasSuffix(t.s, "/") && t.s != "/":
		if t.s = strings.TrimSuffix(t.s, "/"); strings.HasSuffix(o.s, "/") {
			t.s += "/"
		}
		return t, t.s != ""
	}
	return t, false
}

// combine applies f to each pair; empty if anything is not known.
func combine(a, b []pyText, f func(a, b pyText) (pyText, bool)) []pyText {
	if len(a) == 0 || len(b) == 0 || len(a)*len(b) > maxTexts {
		return nil
	}
	var out []pyText
	size := 0
	for _, x := range a {
		for _, y := range b {
			t, ok := f(x, y)
			if size += len(t.s); !ok || size > MaxText {
				return nil
			}
			out = append(out, t)
		}
	}
	return out
}

// either is a value that is one of two.
//
// Long: one case a pair of kinds.
func either(a, b pyValue) (pyValue, bool) {
	if a.never {
		return b, true
	}
	if b.never {
		return a, true
	}
	if b.none && !a.none {
		a, b = b, a
	}
	if v, ok := eitherData(a, b); ok && !a.none {
		return v, true
	}
	if a.none && !b.none { // something, or None
		if b.what != pyPlain && b.what != pyPath {
			return b, true
		}
		if b.fixed = false; len(b.texts) > 0 && len(b.texts) < maxTexts {
			b.texts = append(b.texts[:len(b.texts):len(b.texts)], a.texts...)
		} else {
			b.texts = nil
		}
		return b, true
	}
	if a.what == pyInstance && b.what == pyInstance {
		if a.name != b.name {
			a.name = "" // of one of two classes
		}
		return a, true
	}
	for _, v := range [...]*pyValue{&a, &b} {
		if v.what == pyInstance {
			*v = pyValue{}
		}
	}
	if b.hollow && !a.hollow {
		a, b = b, a
	}
	if a.hollow && !b.hollow && len(b.texts) == 0 && (b.what == pyPlain || b.what == pyPaths) {
		b.fixed = false
		return b, true
	}
	if a.what != b.what && (pyTouches(a.name) || pyTouches(b.name)) {
		return pyValue{}, false
	}
	switch { // an object of the project is no more than plain data
	case a.what == pyObject && b.what == pyObject && a.name == b.name:
		return a, true
	case (a.what == pyObject || a.what == pyPlain) && (b.what == pyObject || b.what == pyPlain) && a.what != b.what, a.what == pyObject && b.what == pyObject:
		return pyValue{}, !pyTouches(a.name) && !pyTouches(b.name)
	}
	if data := func(v pyValue) bool { return v.what == pyPlain || v.what == pyPath || v.what == pyPaths }; a.what != b.what && data(a) && data(b) {
		return pyValue{}, true
	}
	if a.what != b.what || a.what != pyPlain && a.what != pyPath && a.what != pyPaths && a.what != pyOwn {
		return pyValue{}, false
	}
	out := pyValue{what: a.what, fixed: a.fixed && b.fixed, none: a.none && b.none, number: a.number || b.number, hollow: a.hollow && b.hollow}
	if len(a.texts) > 0 && len(b.texts) > 0 && len(a.texts)+len(b.texts) <= maxTexts {
		out.texts = append(append(out.texts, a.texts...), b.texts...)
	}
	if len(a.items) > 0 && len(b.items) > 0 && len(a.items)+len(b.items) <= maxTexts {
		out.items = append(append(out.items, a.items...), b.items...)
	}
	return out, true
}

// element is what iterating over a value yields.
func (v pyValue) element() pyValue {
	switch {
	case len(v.src) > 0 && v.what == pyPlain:
		return pyValue{src: v.src}
	case v.elem != nil:
		return *v.elem
	case len(v.rows) > 0:
		return pyValue{parts: v.rows, fixed: true}
	}
	switch v.what {
	case pyPaths:
		return pyValue{what: pyPath, texts: v.items}
	case pyPlain, pyArgv:
		if len(v.texts) > 0 && !v.number && v.sort == sortAny && v.parts == nil { // a letter
			return pyValue{texts: lettersOf(v.texts)}
		}
		return pyValue{texts: v.items, number: v.number}
	case pyObject:
		return v
	case pyForeign:
		if v.name != "" && !pyThird(v.name) {
			return pyValue{what: pyObject}
		}
	}
	return pyValue{}
}

// lettersOf are the letters of texts.
func lettersOf(texts []pyText) []pyText {
	if len(texts) != 1 || !letters(texts[0]) || len(texts[0].s) > maxTexts {
		return cut(texts)
	}
	var out []pyText
	for i := range texts[0].s {
		out = append(out, pyText{s: texts[0].s[i : i+1]})
	}
	return out
}

// each maps the texts.
func each(texts []pyText, f func(string) string) []pyText {
	out := make([]pyText, 0, len(texts))
	for _, t := range texts {
		t.s = f(t.s)
		out = append(out, t)
	}
	return out
}

// parents is Path.parent, for paths as pathlib has them.
func parents(texts []pyText) []pyText {
	var out []pyText
	for _, t := range texts {
		folder, name := path.Split(t.s)
		switch {
		case t.loose, t.full, t.under, t.web, strings.Contains(t.s, ".."), t.home && path.Dir(t.s) == ".", t.glob && strings.HasPrefix(t.s, "/") && !strings.Contains(t.s[1:], "/"):
			return nil
		case t.glob && strings.Contains(name, "**"): // as deep, or deeper
			return nil
		}
		t.there = false
		if t.s = path.Dir(t.s); !strings.ContainsAny(folder, globbing) {
			t.glob = false
		} else if around, ok := strings.CutSuffix(t.s, "/**"); ok && t.glob {
			out = append(out, pyText{s: around, glob: strings.ContainsAny(around, globbing), home: t.home})
		} else if t.glob && t.s == "**" {
			out = append(out, pyText{s: "."})
		}
		out = append(out, t)
	}
	return out
}

// dirnames is os.path.dirname, to the letter: what is put behind it matters.
func dirnames(texts []pyText) []pyText {
	for _, t := range texts {
		i := strings.LastIndexByte(t.s, '/')
		if t.glob || t.home || t.full || i < 1 || t.s[i-1] == '/' {
			return nil
		}
	}
	return each(texts, func(s string) string { return s[:strings.LastIndexByte(s, '/')] })
}

// asPath spells texts as pathlib does: without empty parts and dots.
func asPath(texts []pyText) []pyText {
	for _, t := range texts {
		if strings.HasPrefix(t.s, "//") {
			return nil
		}
	}
	return each(texts, func(s string) string {
		var parts []string
		for part := range strings.SplitSeq(s, "/") {
			if part != "" && part != "." {
				parts = append(parts, part)
			}
		}
		out := strings.Join(parts, "/")
		switch {
		case strings.HasPrefix(s, "/"):
			return "/" + out
		case out == "":
			return "."
		}
		return out
	})
}

// absolute is what abspath and resolve make of a path: the same file, but
// another text. ".." would be taken away without a look at links.
func absolute(texts []pyText) []pyText {
	out := make([]pyText, 0, len(texts))
	for _, t := range texts {
		if strings.Contains(t.s, "..") {
			return nil
		}
		if !t.home && !strings.HasPrefix(t.s, "/") {
			t.s, t.full = path.Clean(t.s), true
		} else if path.Clean(t.s) != t.s {
			return nil
		}
		out = append(out, t)
	}
	return out
}
