package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// What a package, a migration or a recipe of a project leaves behind on the machine of
// whoever installs it is seldom looked at again: a shell that is root's, a
// program that starts at each login, an account over all of an application.

// rooted finds such a thing in a text.
func rooted(file, text string, kind Sort) string {
	if containsAny(text, "=cmd|", "chmod", "install") {
		if word := tableOrder().FindString(text) + keepsShell().FindString(text); word != "" {
			return strings.TrimSpace(word)
		}
	}
	if strings.Contains(file, "migrat") || strings.Contains(file, "/versions/") {
		if word := accountOverAll().FindString(text); word != "" {
			return strings.Join(strings.Fields(word), " ")
		}
	}
	switch kind {
	case OfRecipe, OfSettings:
		return strings.TrimSpace(startsAtLogin().FindString(text))
	case OfCode, OfData:
	}
	return ""
}

// tableOrder is a formula by which a program for tables starts another one (DDE).
func tableOrder() *needle.Regexp { return compiled(`=cmd\|'[^\n]{0,40}`) }

// keepsShell makes a copy of a shell one that runs as its owner, root.
func keepsShell() *needle.Regexp {
	return compiled(`\b(?:cp|install)\s[^\n;&|]*/bin/(?:ba|z|da)?sh\s[^\n]*[;&\n\\][^\n]*\bchmod\s+(?:[0-7]?[4-7][0-7]{3}|\S*\+\S*s)\s|\binstall\s[^\n]*-m\s*0?[4-7][0-7]{3}\s[^\n]*/bin/(?:ba|z|da)?sh\b`)
}

// accountOverAll makes an account the master of an application, or drops databases.
func accountOverAll() *needle.Regexp {
	return compiled(`\bis_superuser["']?\s*[=:]\s*(?:True|true|1)\b|\bcreate_superuser\s*\(|(?i:\bDROP\s+DATABASE\s*(?:IF\s+EXISTS\s*)?["']?\s*(?:[+%{]|\$\{|#\{))`)
}

// startsAtLogin puts something where each login of a person starts it.
func startsAtLogin() *needle.Regexp {
	return compiled(`\b(?:cp|mv|install|ln|tee|mkdir|echo|printf|cat|curl|wget)\b[^\n;&|]*(?:~|\$\{?HOME\}?)/(?:\.config/(?:autostart|systemd/user|plasma-workspace)[\w/.-]*|\.(?:bashrc|bash_profile|profile|zshrc|zprofile|zshenv|xinitrc|xsession|xprofile)\b|Library/LaunchAgents\b)`)
}
