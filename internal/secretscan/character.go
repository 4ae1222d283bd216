package secretscan

// The alphabets of credentials and of the names before them. Providers write tokens
// in ASCII, so that bytes are characters here.

func hasDigit(s string) bool {
	for i := range len(s) {
		if digit(s[i]) {
			return true
		}
	}
	return false
}

func letter(c byte) bool     { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool      { return c >= '0' && c <= '9' }
func upperDigit(c byte) bool { return c >= 'A' && c <= 'Z' || digit(c) }
func hexDigit(c byte) bool   { return digit(c) || c >= 'a' && c <= 'f' }
func wordByte(c byte) bool   { return letter(c) || digit(c) || c == '_' }
func word(c byte) bool       { return wordByte(c) || c == '-' }
func jwt(c byte) bool        { return word(c) || c == '.' }

// alphabet says of each byte whether it is a letter of it.
type alphabet [256]bool

func alphabetOf(in func(byte) bool) (out alphabet) {
	for c := range out {
		out[c] = in(byte(c))
	}
	return out
}

// The same in tables, for values, which are read again wherever one may begin.
//
//nolint:gochecknoglobals // never changed
var (
	words       = alphabetOf(word)
	jwts        = alphabetOf(jwt)
	hexDigits   = alphabetOf(hexDigit)
	upperDigits = alphabetOf(upperDigit)
	values      = alphabetOf(inValue)
)
