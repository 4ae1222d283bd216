// Package secretscan finds credentials in text: tokens that providers mark
// with a prefix, private keys, values behind names like password or api_key,
// and passwords inside URLs.
//
// It is meant for arguments, output and records, where a miss is bad and a
// false alarm is a person's time, so names alone are never enough: a value
// must look like a secret (length, mix of characters, entropy) and not like a
// variable, a placeholder or a word. Prefixes are those that the providers
// document, or that their published token formats show.
//
// Limits: linear in the text; secrets without prefix, name or URL (a bare
// password as an operand) are not found; hashes and commit ids are not
// reported.
package secretscan

import (
	"math"
	"math/bits"
	"strings"
)

// Finding is one credential: what it is and where it stands, as byte offsets,
// End excluded.
//
// It never holds the credential itself, so that it may be logged. Start and End
// take in the secret; of a named one not its name, of an URL only the password.
type Finding struct {
	Kind       string
	Start, End int
}

// telling spares most words the look at the table: does a prefix of it begin
// here? Where ordinary words share the first two bytes, as git and run do,
// the whole prefix is asked for.
//
// It must hold for every prefix of tokens; a prefix that is missing here is
// never found.
func telling(text string) bool {
	if len(text) < 2 {
		return false
	}
	switch text[:2] {
	case "AK", "AS", "AI", "AG", "dc", "da", "ey", "gh", "gl", "hv", "hf", "rk", "sk", "SG", "SU", "SA", "SO", "xo", "xa", "ya":
		return true
	case "do":
		return strings.HasPrefix(text, "dop_v1_")
	case "gi":
		return strings.HasPrefix(text, "github_pat_")
	case "li":
		return strings.HasPrefix(text, "lin_api_")
	case "np":
		return strings.HasPrefix(text, "npm_")
	case "py":
		return strings.HasPrefix(text, "pypi-AgE")
	case "ph":
		return strings.HasPrefix(text, "phc_")
	case "ru":
		return strings.HasPrefix(text, "rubygems_")
	case "sh":
		return strings.HasPrefix(text, "shpat_")
	case "sn":
		return strings.HasPrefix(text, "sntrys_")
	}
	return false
}

// Find returns the credentials in the text, in order, without overlaps.
func Find(text string) []Finding {
	var found []Finding
	for i := 0; i < len(text); {
		if !first[text[i]] || !candidate(text, i) {
			i++
			continue
		}
		f, ok := at(text, i)
		if ok {
			found = append(found, f)
			i = f.End
			continue
		}
		i++
	}
	return found
}

// Any reports whether there is a credential, and the kind of the first one.
func Any(text string) (kind string, ok bool) { return anyFrom(text, 0) }

// anyFrom is Any of what begins at a place or behind it.
func anyFrom(text string, from int) (kind string, ok bool) {
	for i := from; i < len(text); i++ {
		if !first[text[i]] || !candidate(text, i) {
			continue
		}
		if f, ok := at(text, i); ok {
			return f.Kind, true
		}
	}
	return "", false
}

// at looks for a credential that begins exactly at i. A token and a name begin
// where a word does; a name may also be the last part of one, as in
// DB_PASSWORD.
func at(text string, i int) (Finding, bool) {
	c := text[i]
	switch {
	case c == '-' && strings.HasPrefix(text[i:], "-----BEGIN "):
		return privateKey(text, i)
	case c == ':' && strings.HasPrefix(text[i:], "://"):
		return userinfo(text, i+3)
	case !letter(c):
		return Finding{}, false
	}
	begins := i == 0 || !wordByte(text[i-1])
	if begins && telling(text[i:]) {
		for _, t := range tokens(c) {
			if f, ok := t.at(text, i); ok {
				return f, true
			}
		}
	}
	if begins || text[i-1] == '_' || text[i-1] == '-' {
		return named(text, i)
	}
	return Finding{}, false
}

// maxJudged and maxDotted bound what is looked at to tell whether a value is a
// credential, so that the work stays linear where every few bytes begin what
// may be one. A credential that is found still ends where its characters do.
const (
	maxJudged = 128
	maxDotted = 8 << 10
)

// dotted reports whether the token at the head of the text has two dots. A
// signed token has three parts (RFC 7515, section 7.1), an encrypted one five;
// what one dot divides is the name of a file or a host.
func dotted(text string) bool {
	dots := 0
	for i := range len(text) {
		if text[i] == '.' {
			dots++
		}
		if dots == 2 || !jwt(text[i]) {
			break
		}
	}
	return dots >= 2
}

// at looks for a token of this format. What follows the prefix is judged by its
// beginning (maxJudged), found to its end.
func (t token) at(text string, i int) (Finding, bool) {
	if !strings.HasPrefix(text[i:], t.prefix) {
		return Finding{}, false
	}
	start := i + len(t.prefix)
	end := start
	for end < min(len(text), start+maxJudged) && t.chars[text[end]] {
		end++
	}
	rest := text[start:end]
	if len(rest) < t.min || t.mixed && (!hasDigit(rest) || disorder(rest, 3.2) < 3.2) || placeholder(rest) {
		return Finding{}, false
	}
	if t.kind == "jwt" && !dotted(text[start:min(len(text), start+maxDotted)]) {
		return Finding{}, false
	}
	for end < len(text) && t.chars[text[end]] {
		end++
	}
	return Finding{Kind: t.kind, Start: i, End: end}, true
}

// privateKey finds a key in the armour of RFC 7468 or of OpenPGP. Without its
// end it goes to the end of the text: what was cut off is a secret all the
// same.
func privateKey(text string, i int) (Finding, bool) {
	line, rest, _ := strings.Cut(text[i+len("-----BEGIN "):], "-----")
	if !strings.HasSuffix(line, "PRIVATE KEY") && !strings.HasSuffix(line, "PRIVATE KEY BLOCK") || len(line) > 40 || len(strings.TrimSpace(rest)) < 32 {
		return Finding{}, false // the header alone is what people search for
	}
	end := len(text)
	if j := strings.Index(rest, "-----END "); j >= 0 {
		end = len(text) - len(rest) + j
	}
	return Finding{Kind: "private-key", Start: i, End: end}, true
}

// userinfo finds user:password@ in the authority of a URL (RFC 3986, 3.2.1).
//
// The last @ divides it from the host, as a password may hold one that is not
// encoded; the first colon divides name and password.
func userinfo(text string, i int) (Finding, bool) {
	end := i
	for end < len(text) && !strings.ContainsRune("/?# \t\n\"'", rune(text[end])) {
		end++
	}
	at := strings.LastIndexByte(text[i:end], '@')
	if at < 0 {
		return Finding{}, false
	}
	colon := strings.IndexByte(text[i:i+at], ':')
	if colon < 0 {
		return Finding{}, false
	}
	password := text[i+colon+1 : i+at]
	if len(password) < 3 || placeholder(password) || here(text[i+at+1:end]) && (password == text[i:i+colon] || everybodys(password)) {
		return Finding{}, false
	}
	return Finding{Kind: "url-password", Start: i + colon + 1, End: i + at}, true
}

// named finds NAME=value, NAME: value and --name value.
//
// Without "=" or ":" only an option may have its value behind a blank: in prose
// a word follows "password" more often than a secret does. A scheme of HTTP
// (RFC 9110, section 11.1) is passed over.
func named(text string, i int) (Finding, bool) {
	n := nameLength(text[i:])
	if n == 0 {
		return Finding{}, false
	}
	j := i + n
	for j < len(text) && (text[j] == '"' || text[j] == '\'') {
		j++
	}
	sep := j
	for j < len(text) && strings.IndexByte("=: \t", text[j]) >= 0 {
		j++
	}
	option := strings.HasPrefix(strings.TrimLeft(text[max(0, i-24):i], " "), "--") || strings.Contains(text[max(0, i-24):i], " --")
	if j == sep || !option && !strings.ContainsAny(text[sep:j], "=:") {
		return Finding{}, false
	}
	for j < len(text) && (text[j] == '"' || text[j] == '\'') {
		j++
	}
	for _, scheme := range [...]string{"Bearer ", "Basic ", "bearer ", "basic ", "token ", "Token "} {
		if strings.HasPrefix(text[j:], scheme) {
			j += len(scheme)
		}
	}
	end := j
	for end < min(len(text), j+maxJudged) && values[text[end]] {
		end++
	}
	if !secretive(text[j:end]) {
		return Finding{}, false
	}
	for end < len(text) && values[text[end]] {
		end++
	}
	return Finding{Kind: "named-secret", Start: j, End: end}, true
}

// inValue reports whether a character belongs to the value behind a name.
func inValue(c byte) bool { return c > ' ' && strings.IndexByte("\"'`;&|,)<>", c) < 0 }

// nameLength matches a name of a credential at the head of s, in any case; the
// name must end there.
func nameLength(s string) int {
	switch s[0] | 0x20 {
	case 'p', 's', 't', 'a', 'c':
	default:
		return 0
	}
	for _, name := range [...]string{
		"password", "passwd", "passphrase", "secret", "token", "api_key", "api-key", "apikey", "access_key", "access-key",
		"secret_key", "secret-key", "client_secret", "client-secret", "private_key", "auth_token", "auth-token", "authorization",
		"secret_access_key", "pgpassword", "pwd",
	} {
		if len(s) >= len(name) && s[0]|0x20 == name[0] && s[1]|0x20 == name[1] && strings.EqualFold(s[:len(name)], name) && (len(s) == len(name) || !wordByte(s[len(name)])) {
			return len(name)
		}
	}
	return 0
}

// secretive guards against words, variables, placeholders and paths. With
// letters and digits mixed six characters do; of one kind alone it takes twenty
// of high entropy, or every longer word would be reported.
func secretive(v string) bool {
	if len(v) < 6 || strings.ContainsAny(v[:1], "/.~-") {
		return false
	}
	digits, letters := 0, 0
	for i := range len(v) {
		switch {
		case v[i] >= '0' && v[i] <= '9':
			digits++
		case letter(v[i]):
			letters++
		}
	}
	if digits > 0 && letters > 0 {
		return disorder(v, 2.3) >= 2.3 && !placeholder(v)
	}
	return len(v) >= 20 && disorder(v, 3.8) >= 3.8 && !placeholder(v)
}

// placeholder names what documentation and scripts put in a secret's place: a
// variable of a shell, a template's brackets, a file (@), a format (%), and
// words that say so.
func placeholder(v string) bool {
	if strings.ContainsAny(v, "$<>{}*()") || strings.HasPrefix(v, "@") || strings.HasPrefix(v, "%") {
		return true
	}
	low := strings.ToLower(v)
	for _, word := range [...]string{"example", "your", "xxxx", "changeme", "placeholder", "dummy", "redacted", "0000000", "1234567", "abcdefg", "none", "null", "true", "false"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// disorder is the entropy of a text, or 0 where that is certainly below a bound: no text
// has more than one in which all of its bytes are as frequent.
func disorder(s string, bound float64) float64 {
	var seen [4]uint64
	for i := range len(s) {
		seen[s[i]>>6] |= 1 << (s[i] & 63)
	}
	kinds := 0
	for _, set := range seen {
		kinds += bits.OnesCount64(set)
	}
	if kinds == 0 || math.Log2(float64(kinds)) < bound-0.01 {
		return 0
	}
	return entropy(s)
}

// entropy is Shannon's, in bits for each byte.
//
// The empty text has none.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	h := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			h -= p * math.Log2(p)
		}
	}
	return h
}
