package config

import (
	"fmt"

	"passepartout/internal/spelling"
)

// nearest names the known word that was probably meant, as " (did you mean …?)",
// or nothing when none is close.
func nearest(word string, known []string) string {
	best, distance := "", len(word)/3+1
	for _, k := range known {
		if d := spelling.Distance(word, k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}
