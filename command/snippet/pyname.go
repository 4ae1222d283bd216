package snippet

import (
	"slices"
	"strings"
)

// Many paths are a folder and a name that is reckoned out: a digest, a number, the
// stem of another file, what a regular expression found. Nobody knows such a name, but
// that there is no slash in it: it stays in its folder, and is a pattern there. What
// could still lead elsewhere is a name that is empty, "." or ".."; unless that is ruled
// out, the text is marked as loose, and what is put behind it is put behind those, too.

// pySort says what some plain data certainly is, which texts are not made of.
type pySort uint8

const (
	sortAny    pySort = iota // nothing is known
	sortHash                 // of hashlib
	sortUUID                 // of uuid
	sortTime                 // a date, a time of day, or both
	sortRegex                // a regular expression, compiled
	sortMatch                // what one found
	sortRandom               // a source of numbers
)

// Patterns of what is known of texts without a slash.
const (
	anyHex   = "[0-9a-f]*"
	anyDigit = "[0-9]*"
	anyFloat = "[-0-9in]*" // as inf and nan, too
)

// someNames is a text without a slash of which no more is known.
func someNames() []pyText { return []pyText{{s: anyName, glob: true, loose: true}} }

// certainNames are texts that a pattern stands for, none of them empty, "." or "..".
func certainNames(pattern string) []pyText { return []pyText{{s: pattern, glob: true}} }

// slashless reports whether no text among some has a slash.
func slashless(texts []pyText) bool {
	return len(texts) > 0 && !slices.ContainsFunc(texts, func(t pyText) bool {
		return strings.Contains(t.s, "/") || t.home || t.full || t.under || t.glob && strings.Contains(t.s, "**")
	})
}

// cut are texts of which a part is taken, or letters are changed: names stay names.
func cut(texts []pyText) []pyText {
	if !slashless(texts) {
		return nil
	}
	return someNames()
}

// dotted reports whether the last name of a text may be ".", ".." or none.
func dotted(s string) bool {
	switch s[strings.LastIndexByte(s, '/')+1:] {
	case "", ".", "..":
		return true
	}
	return false
}

// tight says whether what is made of two texts, one behind the other, is loose. ok is
// false where something would be put behind a name that may be "..".
func tight(t, o pyText) (loose, ok bool) {
	switch {
	case t.loose && (strings.Contains(o.s, "/") || o.glob && strings.Contains(o.s, "**")):
		return false, false
	case t.loose:
		return o.loose || !o.glob && strings.Trim(o.s, ".") == "", true
	}
	return o.loose && (!t.glob && dotted(t.s) || t.glob && strings.HasSuffix(t.s, "/")), true
}

// fastened are texts with each loose one made fast: it is a name, or what leads to the
// folder that it stands in, or to that above.
func fastened(texts []pyText) []pyText {
	if !slices.ContainsFunc(texts, func(t pyText) bool { return t.loose }) {
		return texts
	}
	var out []pyText
	for _, t := range texts {
		if !t.loose {
			out = append(out, t)
			continue
		}
		t.loose = false
		out = append(out, t)
		t.there = false
		t.s = t.s[:strings.LastIndexByte(t.s, '/')+1]
		t.glob = t.glob && strings.ContainsAny(t.s, globbing)
		for _, name := range [...]string{"", ".", ".."} {
			one := t
			one.s += name
			out = append(out, one)
		}
	}
	return out
}

// behind puts texts behind others, as + does.
func behind(a, b []pyText) []pyText {
	if slices.ContainsFunc(b, func(t pyText) bool { return strings.Contains(t.s, "/") || t.glob && strings.Contains(t.s, "**") }) {
		a = fastened(a)
	}
	return combine(a, b, pyText.append)
}

// below joins paths with others, as os.path.join does.
func below(a, b []pyText) []pyText { return combine(fastened(a), b, pyText.join) }

// named are paths of files that are opened, or of folders that are made where there is
// nothing: of a loose one that is its name, as what it may be else are folders that are there.
func named(texts []pyText) []pyText {
	out := make([]pyText, 0, len(texts))
	for _, t := range texts {
		t.loose = false
		out = append(out, t)
	}
	return out
}

// lastNames are the names at the end of paths. Of a path that nobody knows it is some name.
// Paths that pathlib has made are spelt out: they have no empty names.
func lastNames(texts []pyText, tidy bool) []pyText {
	if len(texts) == 0 {
		return someNames()
	}
	var out []pyText
	for _, t := range texts {
		name := t.s[strings.LastIndexByte(t.s, '/')+1:]
		if t.under || t.full && name == "." || t.home && name == "~" || strings.Contains(name, "**") || tidy && !t.glob && (name == "." || name == "") {
			return someNames()
		}
		out = append(out, pyText{s: name, glob: t.glob && strings.ContainsAny(name, globbing), loose: t.loose})
	}
	return out
}

// splitPath is Path.stem or Path.suffix.
func splitPath(texts []pyText, part string) []pyText {
	names := lastNames(texts, true)
	var out []pyText
	for _, t := range names {
		dot := strings.LastIndexByte(t.s, '.')
		tail := t.s[strings.LastIndexAny(t.s, globbing+"]")+1:]
		switch {
		case t.loose, strings.Contains(t.s, ".."), dot < 1, t.glob && dot < len(t.s)-len(tail), dot == len(t.s)-1:
			return someNames()
		case part == "stem": // a * never begins with a dot
			t.loose, t.s = t.glob && t.s[0] != '*', t.s[:dot]
		default:
			t.glob, t.s = false, t.s[dot:]
			if names[0].glob { // the name may be that and no more
				return someNames()
			}
		}
		out = append(out, t)
	}
	return out
}
