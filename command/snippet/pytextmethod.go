package snippet

import (
	"strconv"
	"strings"
)

// textMethod is what a method of plain data gives, as far as that is known. That the
// program's own classes have no method of that name has been looked at before. The
// texts of a value are all that it may be; a method that is not here gives data of
// which nothing is known, which is always true. So each case only has to be right where
// it says something, and errors of Python need not be looked for.
//
// Long: one case a method; it is a table.
func (j *pyJudge) textMethod(base pyValue, name string, n *node) pyValue {
	switch base.sort {
	case sortHash:
		if name == "hexdigest" && len(n.kids) == 1 {
			return pyValue{texts: certainNames(anyHex)}
		}
		return pyValue{}
	case sortTime:
		return j.timeMethod(base, name, n)
	case sortMatch:
		if name == "groups" && len(n.kids) > 1 || len(n.kids) > 2 { // others for what took no part, or a tuple
			return pyValue{}
		}
		if v := matched(base.regex, name, keyOf(placed(n, 0))); len(v.texts) > 0 || len(v.parts) > 0 {
			return v
		}
		if name == "group" || name == "groups" {
			return pyValue{src: base.src}
		}
		return pyValue{}
	case sortRegex:
		return j.applied(base.regex, name, n, 1)
	case sortRandom:
		return j.chosen(name, n)
	case sortUUID:
		return pyValue{}
	}
	if j.disguised {
		return pyValue{}
	}
	switch name {
	case "now", "today", "utcnow", "fromtimestamp", "utcfromtimestamp", "strptime", "fromisoformat", "fromordinal":
		if listWords("datetime.datetime datetime.date", j.origin(n.kids[0].kids[0])) {
			return someTime()
		}
	case "keys", "values", "items", "get":
		return j.entries(base, name, n)
	case "join":
		if len(n.kids) == 2 && len(base.texts) == 1 && base.texts[0].s == "" && !j.fields["isalnum"] {
			if texts := sieved(n.kids[1]); texts != nil {
				return pyValue{texts: texts}
			}
		}
		if len(n.kids) == 2 && slashless(base.texts) && slashless(j.eval(n.kids[1]).items) {
			return pyValue{texts: someNames()}
		}
	case "decode":
		return pyValue{lines: base.lines, one: base.one, texts: base.texts}
	case "split", "rsplit", "splitlines", "partition", "rpartition":
		return j.divides(base, name, n)
	case "replace":
		return pyValue{texts: j.replaced(base, n)}
	case "pop", "popleft":
		if base.listed() && len(n.kids) < 3 {
			return base.element()
		}
	}
	if len(base.lines) > 0 && listWords("strip rstrip lstrip", name) && len(n.kids) == 1 {
		if base.one && name != "lstrip" {
			base.texts = base.lines
		}
		return base
	}
	if len(base.texts) == 0 || base.number {
		return pyValue{}
	}
	switch name {
	case "strip", "lstrip", "rstrip", "removeprefix", "removesuffix":
		return pyValue{texts: j.trimmed(base.texts, name, n)}
	case "lower", "upper", "title", "capitalize", "swapcase", "casefold":
		return pyValue{texts: recased(base.texts, name)}
	case "zfill":
		if slashless(base.texts) {
			return pyValue{texts: recased(base.texts, "")}
		}
	}
	return pyValue{}
}

// placed is the argument at a place, or nil: it is not there, or behind a star. Before
// a star or a name the places are certain, behind one they are not.
func placed(n *node, at int) *node {
	if at+1 >= len(n.kids) {
		return nil
	}
	for _, a := range n.kids[1 : at+2] {
		if a.kind == nStar || a.kind == nArg {
			return nil
		}
	}
	return n.kids[at+1]
}

// keyOf is a constant key: a number or a text.
func keyOf(n *node) string {
	switch {
	case n == nil: // the whole
		return "0"
	case n.kind == nConst && counts(n.text), n.kind == nText && n.sure:
		return n.text
	}
	return ""
}

// letters reports whether a text is plain: what Python and we hold for a blank or a
// capital letter is the same. Python's strip takes blanks of Unicode, its lower maps
// letters that Go maps otherwise (U+0130); within printable ASCII both agree.
func letters(t pyText) bool {
	for i := range len(t.s) {
		if t.s[i] < ' ' && t.s[i] != '\n' && t.s[i] != '\t' || t.s[i] > '~' {
			return false
		}
	}
	return !t.glob && !t.home && !t.full && !strings.Contains(t.s, someName)
}

// trimmed is what strip and its like leave. What is left of a text that is not plain is
// a part of it (cut), of which only some is known.
func (j *pyJudge) trimmed(texts []pyText, name string, n *node) []pyText {
	by := " \t\n"
	if len(n.kids) > 1 {
		if len(n.kids) != 2 || n.kids[1].kind != nText || !n.kids[1].sure {
			return cut(texts)
		}
		by = n.kids[1].text
	}
	var out []pyText
	for _, t := range texts {
		if !letters(t) || !letters(pyText{s: by}) {
			return cut(texts)
		}
		switch name {
		case "strip":
			t.s = strings.Trim(t.s, by)
		case "lstrip":
			t.s = strings.TrimLeft(t.s, by)
		case "rstrip":
			t.s = strings.TrimRight(t.s, by)
		case "removeprefix":
			t.s = strings.TrimPrefix(t.s, by)
		case "removesuffix":
			t.s = strings.TrimSuffix(t.s, by)
		}
		out = append(out, t)
	}
	return out
}

// recased are texts with other letters. A name without a slash stays one, whatever its
// letters: capitals of some letters are several letters, but none is a slash or a dot.
func recased(texts []pyText, name string) []pyText {
	var out []pyText
	for _, t := range texts {
		switch {
		case letters(t) && name == "lower":
			t.s = strings.ToLower(t.s)
		case letters(t) && name == "upper":
			t.s = strings.ToUpper(t.s)
		case !slashless([]pyText{t}):
			return nil
		case t.glob && t.loose, !t.glob && dotted(t.s):
			t = someNames()[0]
		case t.glob && t.s[0] == '*':
			t = certainNames("*")[0]
		default:
			t = certainNames(anyName)[0]
		}
		out = append(out, t)
	}
	return out
}

// replaced is text.replace(old, new). Of any text that has no slash left is known.
// name.replace("/", "_") is how programs make file names of texts; that no slash is
// left holds for any text, unless it may be no text at all (foreign).
func (j *pyJudge) replaced(base pyValue, n *node) []pyText {
	if len(n.kids) != 3 || n.kids[1].kind != nText || !n.kids[1].sure || base.number {
		return nil
	}
	old, by := n.kids[1].text, j.eval(n.kids[2])
	if len(by.texts) != 1 || by.texts[0].glob || by.texts[0].home || by.texts[0].full {
		return nil
	}
	put := by.texts[0].s
	if len(base.texts) == 0 {
		if old == "/" && !strings.Contains(put, "/") && !j.foreign {
			return someNames()
		}
		return nil
	}
	var out []pyText
	for _, t := range base.texts {
		switch {
		case letters(t) && old != "" && len(t.s)*(len(put)+1) < MaxText:
			t.s = strings.ReplaceAll(t.s, old, put)
		case !t.home && !t.full && !t.under && (old == "/" || slashless([]pyText{t})) && !strings.Contains(put, "/"):
			t = someNames()[0]
		default:
			return nil
		}
		out = append(out, t)
	}
	return out
}

// divides is text.split and its like: what the parts are. Parts between slashes have
// none; the first of them may be empty.
func (j *pyJudge) divides(base pyValue, name string, n *node) pyValue {
	sep := ""
	if len(n.kids) > 1 {
		if sep = n.kids[1].text; n.kids[1].kind == nText && listWords(`\0 \x00`, sep) {
			sep = "\x00"
		} else if n.kids[1].kind != nText || !n.kids[1].sure {
			return pyValue{items: cut(base.texts)}
		}
	}
	if len(base.lines) > 0 { // of what a program printed
		switch {
		case sep == "" && (name == "split" || name == "splitlines") && len(n.kids) == 1:
			return pyValue{items: base.lines}
		case name == "split" && len(n.kids) == 2 && (sep == "\n" || sep == "\x00"): // there may be nothing behind the last one
			return pyValue{items: loosened(base.lines)}
		}
		return pyValue{}
	}
	if base.number {
		return pyValue{}
	}
	if len(base.texts) == 1 && letters(base.texts[0]) && name == "split" && len(n.kids) < 3 {
		words := strings.Fields(base.texts[0].s)
		if sep != "" {
			words = strings.Split(base.texts[0].s, sep)
		}
		return listed(words)
	}
	if sep == "/" && (name == "split" || name == "rsplit") && len(n.kids) == 2 && (len(base.texts) > 0 || !j.foreign) {
		return pyValue{items: someNames()}
	}
	return pyValue{items: cut(base.texts)}
}

// loosened are texts of which some may be empty. An empty name joined to a folder is
// the folder itself, which a delete would take as a whole.
func loosened(texts []pyText) []pyText {
	out := make([]pyText, 0, len(texts))
	for _, t := range texts {
		t.loose = t.loose || t.glob
		out = append(out, t)
	}
	return out
}

// listed is a list of constants.
func listed(words []string) pyValue {
	out := pyValue{}
	for _, word := range words {
		if len(out.items) >= maxTexts {
			return pyValue{}
		}
		out.items = append(out.items, pyText{s: word})
	}
	return out
}

// entries is a method of a dictionary of the program's own that looks something up. get
// gives None, or another value, where there is no such key.
func (j *pyJudge) entries(base pyValue, name string, n *node) pyValue {
	if base.vals == nil {
		if name == "keys" {
			return pyValue{items: base.items}
		}
		return pyValue{}
	}
	switch name {
	case "keys":
		return pyValue{items: base.items, elem: base.elem}
	case "values":
		return pyValue{elem: base.vals}
	case "items":
		return pyValue{rows: []pyValue{base.element(), *base.vals}}
	}
	other := nothing()
	if len(n.kids) == 3 {
		other = j.eval(n.kids[2])
	}
	v, ok := either(*base.vals, other)
	if !ok {
		return pyValue{}
	}
	return v
}

// keyedBy is a dictionary of which the keys are known, and of what they lead to nothing.
func (j *pyJudge) keyedBy(keys *node) pyValue {
	out := pyValue{vals: &pyValue{}}
	for _, key := range keys.kids {
		v := j.eval(key)
		if v.what != pyPlain || len(v.texts) == 0 || v.number || v.none || len(out.items)+len(v.texts) > maxTexts {
			return pyValue{}
		}
		out.items = append(out.items, v.texts...)
	}
	return out
}

// part is what a tuple has at a place.
func (v pyValue) part(at string) pyValue {
	if i, err := strconv.Atoi(at); err == nil && i >= 0 && i < len(v.parts) {
		return v.parts[i]
	}
	if len(v.src) > 0 && len(v.parts) == 0 && v.what == pyPlain {
		return pyValue{src: v.src}
	}
	if v.parts == nil && v.listed() { // whichever of them it is
		return v.element()
	}
	return pyValue{}
}
