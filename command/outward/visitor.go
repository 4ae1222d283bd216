package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// What a page keeps for one visitor is his: the cookie of his session, what the page has
// stored in his browser. No page tells it another host within an address.

// tellsOfVisitor finds a page, or a program for one, that sends such things away.
func tellsOfVisitor(text string) string {
	if !containsAny(text, "document.cookie", "localStorage", "sessionStorage", "document.forms", "onkey", "keydown", "keyup", "keypress", "sendBeacon", "password") || !containsAny(text, "://", `"//`, `'//`) {
		return ""
	}
	for line := range strings.Lines(text) {
		if !keptForVisitor().MatchString(line) || strings.Contains(line, "uthorization") {
			continue
		}
		if m := toldAddress().FindStringSubmatch(line); m != nil {
			if host := url().FindStringSubmatch(m[0]); len(host) < 2 || !loopback(host[1]) {
				return strings.TrimSpace(m[0][:min(len(m[0]), 80)])
			}
		}
	}
	if kept := browserKeeps().FindString(text); kept != "" {
		for _, m := range browserSends().FindAllStringSubmatch(text, maxOpened) {
			if !givesLibraries(m[1]) {
				return kept + ", and " + m[1]
			}
		}
	}
	return ""
}

// keptForVisitor is what a browser keeps: all of it, or what is called a credential.
func keptForVisitor() *needle.Regexp {
	return compiled(`document\.cookie|\b(?:local|session)Storage\b(?:\s*[,)}\]+]|\.getItem\([^)]*(?i:token|auth|jwt|session|secret|pass|key)|[.\[]["']?\w*(?i:token|auth|jwt|session|secret|pass))`)
}

// toldAddress is an address of another host that something is added to, or sent to.
func toldAddress() *needle.Regexp {
	return compiled("(?:https?:)?//[\\w.-]+\\.[a-z]{2,}[^\"'`\\s]*[?&/=][^\"'`\\s]*(?:[\"']\\s*\\+|\\$\\{)[^\\n;]*(?:cookie|Storage)|\\b(?:sendBeacon|WebSocket|fetch)\\s*\\(\\s*[\"'`](?:https?:|wss?:)?//[\\w.-]+\\.[a-z]{2,}[^\"'`]*[\"'`]\\s*,[^\\n]*(?:cookie|Storage)|\\.src\\s*=\\s*[\"'`](?:https?:)?//[\\w.-]+\\.[a-z]{2,}[^\\n;]*(?:cookie|Storage)|\\blocation(?:\\.href)?\\s*=\\s*[\"'`](?:https?:)?//[\\w.-]+\\.[a-z]{2,}[^\\n;]*(?:cookie|Storage)")
}

// browserKeeps is all that a browser keeps for a page, the keys that somebody presses, and a
// form as a whole.
func browserKeeps() *needle.Regexp {
	return compiled(`\bdocument\.cookie\s*[,)}\]+;\x60"']|JSON\.stringify\(\s*(?:window\.)?(?:local|session)Storage\b|Object\.entries\(\s*(?:local|session)Storage|\bkey(?:down|press|up)["'][^\n]{0,160}?(?:\be\w*\.key\b|keyCode)|\bsendBeacon\([^\n]*\b(?:FormData|password|document\.cookie)|type=\\?["']?password`)
}
