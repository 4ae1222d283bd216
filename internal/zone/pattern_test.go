package zone_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/internal/zone"
)

// What an index of globs rests on: a path that a glob meets lies at or below
// its prefix and has its name, and a pattern that it meets is not apart from it.
func TestWhereGlobsAreFound(t *testing.T) {
	t.Parallel()
	wild := rapid.SampledFrom([]string{"*", "**", "a*", "?", "[ab]", "*b", "a", "b", "ab", ".a", "", "a\\*"})
	draw := func(t *rapid.T, name string, segment *rapid.Generator[string]) string {
		return "/" + strings.Join(rapid.SliceOfN(segment, 1, 5).Draw(t, name), "/")
	}
	rapid.Check(t, func(t *rapid.T) {
		g, ok := zone.ParseGlob(draw(t, "glob", wild))
		if !ok {
			return
		}
		path := draw(t, "path", rapid.SampledFrom([]string{"a", "b", "ab", ".a", "bb"}))
		segments := strings.Split(path[1:], "/")
		meets := g.Covers(path) || g.Touches(path) || g.Spelled(path)
		inside := g.Prefix() == "/" || path == g.Prefix() || strings.HasPrefix(path, g.Prefix()+"/")
		named := g.Name() == "" || slices.Contains(segments, g.Name())
		if meets && !(inside && named) {
			t.Fatalf("%+v meets %s, but its prefix is %s and its name %q", g, path, g.Prefix(), g.Name())
		}
		if g.TouchesBelow(path) {
			above := path == g.Prefix() || g.Prefix() == "/" || strings.HasPrefix(g.Prefix(), path+"/") || inside && (named || !g.Anywhere())
			if !above {
				t.Fatalf("%+v touches below %s, where nobody looks for it", g, path)
			}
		}
		object := draw(t, "pattern", wild)
		if g.ApartAtEnd(zone.Ending(object)) && (g.Covers(object) || g.Touches(object) || g.Spelled(object)) {
			t.Fatalf("%+v meets %s, which ends as nothing of it does", g, object)
		}
		if g.Hidden() && !zone.SpellsHidden(object) && g.Spelled(object) {
			t.Fatalf("%+v is spelled by %s, which spells no hidden name", g, object)
		}
		if g.Apart(zone.Beginning(object)) && (g.Covers(object) || g.Touches(object) || g.TouchesBelow(object) || g.Spelled(object)) {
			t.Fatalf("%+v meets %s, from which it is apart", g, object)
		}
	})
}

// Below where a glob goes on with any number of segments, a path stands for itself alone,
// though all below it is meant, too.
func TestReaches(t *testing.T) {
	t.Parallel()
	segments := rapid.SampledFrom([]string{"*", "**", "**", "a*", "?", "[ab]", "a", "b", "ab", ".a", "", "a\\*", "a\\b"})
	reached, below := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g, ok := zone.ParseGlob("/" + strings.Join(rapid.SliceOfN(segments, 1, 5).Draw(t, "glob"), "/"))
		object := "/" + strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ab", ".a", "bb", "", ".", "..", "a\\b"}), 1, 5).Draw(t, "path"), "/")
		if !ok || zone.IsPattern(object) {
			return
		}
		apart := g.Apart(zone.Beginning(object))
		if apart && (g.TouchesBelow(object) || g.SpelledBelow(object)) {
			t.Fatalf("%+v touches below %s, from which it is apart", g, object)
		}
		if len(zone.Beginning(object)) < len(object) || !g.Reaches(object) {
			below++
			return
		}
		reached++
		if g.TouchesBelow(object) != g.Touches(object) || g.SpelledBelow(object) != g.Spelled(object) {
			t.Fatalf("%+v means more by all below %s than by that", g, object)
		}
	})
	if reached == 0 || below == 0 {
		t.Errorf("drawn: %d and %d; each should come up", reached, below)
	}
}
