package zone

import (
	"slices"
	"strings"
)

// ofPattern takes the class of the folder above the first wildcard and lets
// every place that the pattern could reach override it, if stricter.
func (m *Map) ofPattern(p string, deep bool) Class {
	wild := strings.IndexAny(p, "*?[")
	folder := p[:max(strings.LastIndexByte(p[:wild], '/'), 1)]
	if folder == "/dev" || strings.HasPrefix(folder, "/dev/") {
		return Device // the folder itself only lists names, what lies in it is devices
	}
	class := m.ofLiteral(folder)
	begin := Beginning(p)
	if near := m.below[folder]; len(near) > 0 || m.mayReach(begin) {
		var few [16]string
		segments, base := appendSegments(few[:0], p), strings.Count(folder, "/")
		if folder == "/" {
			base = 0
		}
		class = reach(near, begin, segments, base, class, deep)
		class = reach(m.loose, begin, segments, base, class, deep)
	}
	if class > Secret && spellsSecret(p) {
		return Secret
	}
	return class
}

// mayReach spares most patterns the comparison with places that have wildcards
// themselves.
func (m *Map) mayReach(begin string) bool {
	return slices.ContainsFunc(m.loose, func(pl place) bool { return alike(begin, pl.head) })
}

// alike reports whether two patterns may begin alike, as far as both say how
// they begin.
func alike(a, b string) bool {
	n := min(len(a), len(b))
	return a[:n] == b[:n]
}

// reach returns the strictest class among class and all places that the
// segments, which begin as given, could denote; with deep, also those below
// what they denote. Places at or above the literal base are already in class.
func reach(places []place, begin string, segments []string, base int, class Class, deep bool) Class {
	many := slices.Index(segments, "**")
	for i := range places {
		pl := &places[i]
		if pl.class >= class || !alike(begin, pl.head) || len(pl.segments) <= base || pl.direct && !named(segments, len(pl.segments)) {
			continue
		}
		n := min(len(segments), len(pl.segments))
		far := deep || len(segments) >= len(pl.segments)
		if many >= 0 && many < n {
			n, far = many, true // from "**" on anything may follow
		}
		if far && overlap(segments[:n], pl.segments[:n]) {
			class = pl.class
		}
	}
	return class
}

// named reports whether a pattern spells something of its n-th segment, so
// that it means a place rather than everything.
func named(segments []string, n int) bool {
	return len(segments) >= n && strings.Trim(segments[n-1], "*?") != ""
}

// Name is a segment that every path without wildcards which the pattern covers
// or touches has, beside those of Prefix; empty if there is none.
func (g Glob) Name() string { return g.name }

// Anywhere reports whether the pattern goes on with any number of segments
// behind its Prefix. Then what lies below it is touched, with all below that,
// only where it has the Name itself.
func (g Glob) Anywhere() bool {
	i := slices.IndexFunc(g.segments, IsPattern)
	return i >= 0 && g.segments[i] == "**"
}

// Reaches reports that a path without wildcards, cleaned, lies so deep that what is
// below it changes nothing: TouchesBelow is Touches for it, SpelledBelow is Spelled. The
// pattern got to its ** before, and that is not followed into the tree of an object.
func (g Glob) Reaches(object string) bool {
	return g.below != "" && len(object) > len(g.below) && strings.HasPrefix(object, g.below)
}

// Apart reports that the pattern touches nothing that begins like this, whatever
// follows: what Beginning gives.
func (g Glob) Apart(beginning string) bool {
	return !alike(beginning, g.head)
}

// ApartAtEnd reports that the pattern touches nothing that ends like this, whatever
// stands before it: what Ending gives. What lies below a path ends in another way.
func (g Glob) ApartAtEnd(ending string) bool {
	return !strings.HasSuffix(ending, g.tail) && !strings.HasSuffix(g.tail, ending)
}

// Ending is the part of a path or pattern that ApartAtEnd asks for: what stands behind
// the last wildcard, class, backslash or doubled slash.
func Ending(object string) string {
	object = strings.TrimRight(object, "/")
	for i := len(object) - 1; i >= 0; i-- {
		switch object[i] {
		case '*', '?', '[', ']', '\\':
			return object[i+1:]
		case '/':
			if i > 0 && object[i-1] == '/' {
				return object[i:]
			}
		}
	}
	return object
}

// Beginning is the part of a path or pattern that Apart asks for: what stands
// before the first wildcard, backslash or doubled slash.
func Beginning(object string) string {
	for i := range len(object) {
		switch object[i] {
		case '*', '?', '[', '\\':
			return object[:i]
		case '/':
			if i > 0 && object[i-1] == '/' {
				return object[:i]
			}
		}
	}
	return object
}

// SpellsHidden reports whether an object may denote a hidden name by Spelled.
func SpellsHidden(object string) bool {
	for i := range len(object) - 1 {
		if object[i] == '/' && (object[i+1] == '.' || object[i+1] == '[') {
			return true
		}
	}
	return false
}

// Hidden reports whether a name in the pattern begins with a dot.
func (g Glob) Hidden() bool { return g.hidden }
