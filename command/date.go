package command

import "strings"

// dateToken reports whether what date prints for a format is one word that is
// neither a path nor "..": a digit is certainly in it.
func dateToken(format string) bool {
	if strings.ContainsAny(format, "/ \t\n") || strings.HasPrefix(format, "+.") || strings.Contains(format, "%n") || strings.Contains(format, "%t") {
		return false
	}
	for _, digits := range [...]string{"%Y", "%y", "%m", "%d", "%H", "%M", "%S", "%s", "%j", "%F", "%T", "%N", "%U", "%V", "%G", "%u", "%I"} {
		if strings.Contains(strings.ReplaceAll(format, "%%", ""), digits) {
			return true
		}
	}
	return false
}

// plainFormat reports whether what date(1) prints for a format is plain: no
// name of a month or a zone in another script, nothing but signs between.
func plainFormat(format string) bool {
	rest, ok := strings.CutPrefix(format, "+")
	for i := 0; ok && i < len(rest); i++ {
		if rest[i] != '%' {
			if strings.IndexByte("-_.:+TZ", rest[i]) < 0 && (rest[i] < '0' || rest[i] > '9') {
				return false
			}
			continue
		}
		if i++; i == len(rest) || strings.IndexByte("YymdHMSsjFTNUVGuCI", rest[i]) < 0 {
			return false
		}
	}
	return ok && len(rest) > 0
}
