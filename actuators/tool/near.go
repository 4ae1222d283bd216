package tool

import (
	"slices"
	"strings"

	"passepartout/internal/spelling"
)

// nearest returns up to three tool names that a mistyped name may have meant:
// few edits away, or one the beginning of the other.
func nearest(name string, among []Spec) []string {
	name = strings.ToLower(name)
	if len(name) > maxName {
		return nil
	}
	type candidate struct {
		name string
		far  int
	}
	var found []candidate
	for _, s := range among {
		other := strings.ToLower(s.Name)
		far := spelling.Distance(name, other)
		begins := len(name) > 2 && (strings.HasPrefix(other, name) || strings.HasPrefix(name, other))
		if far <= 1+len(other)/4 || begins {
			found = append(found, candidate{s.Name, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var names []string
	for _, c := range found[:min(3, len(found))] {
		names = append(names, c.name)
	}
	return names
}
