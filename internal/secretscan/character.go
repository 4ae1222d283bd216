package secretscan

import "strings"

// The alphabets of credentials and of the names before them. Providers write tokens
// in ASCII, so that bytes are characters here.

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

func letter(c byte) bool     { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool      { return c >= '0' && c <= '9' }
func upperDigit(c byte) bool { return c >= 'A' && c <= 'Z' || digit(c) }
func hexDigit(c byte) bool   { return digit(c) || c >= 'a' && c <= 'f' }
func wordByte(c byte) bool   { return letter(c) || digit(c) || c == '_' }
func word(c byte) bool       { return wordByte(c) || c == '-' }
func jwt(c byte) bool        { return word(c) || c == '.' }
