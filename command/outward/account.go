package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// A migration and a seed make accounts wherever the project is deployed, and subscriptions
// to what its tables hold. Their mail goes to somebody: to nobody in an example.

// letsIn finds a server to which a database hands its rows, and an account of somebody
// elsewhere that may do everything.
func letsIn(file, text string, kind Sort) string {
	if kind == OfCode && tries(file) || sampleFolder().MatchString(file) {
		return ""
	}
	for _, m := range otherServer().FindAllStringSubmatch(text, maxOpened) {
		if host := strings.Join(m[1:], ""); !near(host) {
			return strings.Join(strings.Fields(m[0]), " ")
		}
	}
	if path.Ext(file) == ".sql" || kind == OfCode || kind == OfData {
		for _, m := range master().FindAllStringSubmatchIndex(text, maxOpened) {
			if part := text[max(0, m[0]-200):min(len(text), m[1]+300)]; !near(text[m[2]:m[3]]) && powerful().MatchString(part) && passwordGiven().MatchString(part) {
				return strings.Join(strings.Fields(text[m[0]:m[1]]), " ") + " may do everything"
			}
		}
	}
	return ""
}

// otherServer is a server to which a database hands rows; the groups are its host.
func otherServer() *needle.Regexp {
	return compiled(`(?i)\bdblink\w*\s*\(\s*'[^']*?\bhost(?:addr)?=([\w.-]+)|\bCONNECTION\s+'[^']*?\bhost(?:addr)?=([\w.-]+)[^']*'\s+PUBLICATION\b|\bOPTIONS\s*\([^)]{0,80}?\bhost\s+'([\w.-]+\.[\w.-]+)'|\b(?:net\.)?http_(?:post|put)\s*\(\s*'https?://([\w.-]+)|\bCHANGE\s+(?:MASTER|REPLICATION\s+SOURCE)\s+TO\b[^;]{0,80}?_HOST\s*=\s*'([\w.-]+)`)
}

// master is an address of mail of an account; the group is its host.
func master() *needle.Regexp {
	return compiled(`["'][\w.+-]+@([\w-]+(?:\.[\w-]+)+)["']`)
}

// powerful are words for an account that may do everything, passwordGiven for one that is
// given a password here.
func powerful() *needle.Regexp {
	return compiled(`(?i)\bcreate_superuser\b|\bis_?(?:super_?user|admin|staff)\b|\badmin\b["']?\s*(?:[:=]|=>)\s*(?:true|1)|["'](?:super_?admin|superuser|admin|owner)["']`)
}

func passwordGiven() *needle.Regexp {
	return compiled(`\$2[abxy]\$\d\d\$|\$argon2|\bpbkdf2_|\bcrypt\s*\(|(?i:\bpassword\w*["']?\s*(?:[:=]|=>)\s*["'][^"'$<{%]+["'])|create_superuser\([^)\n]*,[^)\n]*,\s*["']`)
}
