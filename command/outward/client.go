package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// calling finds a host of others where a text uses a library that may talk to it. Columns,
// keys and events have names with points in them as well, so a bare one counts by how it
// ends, and an address in full always.
func (f *finder) calling() string {
	if f.clients == nil {
		return ""
	}
	word := f.word(f.clients)
	if word == "" {
		return ""
	}
	host := foreign(f.constants, false)
	for _, r := range f.rows {
		if host != "" || standIn().MatchString(r.by) {
			continue
		}
		for _, c := range r.words {
			_, told, ok := strings.Cut(c, "host=")
			if !ok {
				told = c
			}
			told, _, _ = strings.Cut(told, " ")
			if m := hostName().FindStringSubmatch(told); m != nil && !near(told) && (ok || domain().MatchString(m[1])) {
				host = told
			}
		}
	}
	if host == "" {
		return ""
	}
	return strings.Join(strings.Fields(word), " ") + " " + host
}

// domain is the last part of a host's name and of hardly anything else.
func domain() *needle.Regexp {
	return compiled(`^(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|cloud|site|online|tech|gg|ly|to|us|uk|de|fr|eu|ru|cn|nl|se|ch|jp|kr|br|au|ca|pl|es|be|at|cz|su|ua|tk|ml|ga|cf|pw|top|live|club|shop|space|fun|host|website|link|click|work|zone|systems|network|store|ninja|rocks|monster|icu)$`)
}
