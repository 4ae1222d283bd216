package zone

import "strings"

// token reads one unit of a pattern: its width in bytes, whether it is a star,
// and whether it is any single character.
func token(p string) (width int, star, single bool) {
	switch p[0] {
	case '*':
		return 1, true, false
	case '?':
		return 1, false, true
	case '[':
		if width := classWidth(p); width > 0 {
			return width, false, true
		}
	case '\\':
		if len(p) > 1 {
			return 2, false, true // wide on purpose
		}
	}
	return 1, false, false
}

// classWidth is how long the class is that a pattern begins with, or 0: a bracket that
// comes first means itself, and [:alpha:] and its like stand within (POSIX 2.13.1).
func classWidth(p string) int {
	i := 1
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		i++
	}
	for first := i; i < len(p); i++ {
		switch {
		case p[i] == ']' && i > first:
			return i + 1
		case p[i] == '[' && i+1 < len(p) && strings.IndexByte(":.=", p[i+1]) >= 0:
			if end := strings.Index(p[i+2:], p[i+1:i+2]+"]"); end >= 0 {
				i += end + 3
			}
		}
	}
	return 0
}
