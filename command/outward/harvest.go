package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// Harvests finds a program that gathers what is secret, the environment as a whole or the
// files in which a home keeps credentials, and that speaks with a host out of this
// machine. Either alone is ordinary work, so a program of the project is asked for both;
// nothing that runs it need be known. Empty: it does not, or the file is no program.
//
// Limit: what gathers in one file and sends in another is not seen.
func Harvests(file, text string, w World) string {
	of := familyOf(file)
	if of == nil || !gathering(text) {
		return ""
	}
	if len(text) > maxLetters {
		return tooMuch
	}
	l := of()
	text = passedOn().ReplaceAllString(uncommented(text, l), "")
	p := split(text, l)
	if len(p.constants) > maxConstants {
		return tooMuch
	}
	f := finder{file: file, text: text, program: p, language: l, world: w, left: maxLetters}
	f.named()
	what := strings.TrimSpace(store().FindString(text))
	if what == "" {
		what = whole().FindString(f.text)
	}
	if what == "" {
		if what = f.word(f.lists); what == "" || what == tooMuch {
			return what
		}
	}
	host := f.asking()
	if host == "" {
		host = sentTo(p.constants)
	}
	if host == "" {
		return ""
	}
	return what + ", and " + host
}

// sentTo names a host in constants that is not this machine, also one of those names that
// nobody has: what is gathered is not for an example.
func sentTo(constants []string) string {
	for _, c := range constants {
		for _, m := range url().FindAllStringSubmatch(namespace().ReplaceAllString(c, ""), -1) {
			name, _, _ := strings.Cut(m[1], ":")
			if name != "" && name != "localhost" && name != "0.0.0.0" && !strings.HasPrefix(name, "127.") && !strings.HasPrefix(name, "[") && !strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "{") {
				return m[0]
			}
		}
		if m := hostName().FindStringSubmatch(c); m != nil && strings.HasSuffix(c, ".example") {
			return c
		}
	}
	return ""
}

// gathering tells most programs from those that Harvests looks at.
func gathering(text string) bool {
	for _, part := range [...]string{"environ", "nviron()", "process.env", "ENV", "getenv", "get_env", "env::vars", ".ssh", "id_rsa", "id_ed", ".aws", ".netrc", "git-credentials", "/etc/shadow", ".gnupg", "Login Data", "cookies.sqlite", "_history", ".config/gh", ".docker/config", "GetEnv", "os:env", "~/."} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// whole is the environment as one value, by the words of each language for it.
func whole() *needle.Regexp {
	return compiled(`JSON\.stringify\(\s*process\.env\s*[,)]|(?:http_build_query|json_encode|serialize|print_r|var_export|implode)\([^)\n]*(?:getenv\(\)|\$_ENV\b|\$_SERVER\b)|System\.getenv\(\s*\)|env::vars(?:_os)?\(\)|System\.get_env\(\s*\)|os:(?:getenv|env)\(\)|os\.Environ\(\)|GetEnvironmentVariables\(|\bENV\.(?:to_h|to_a|to_hash|each|map|inspect|collect)\b|(?:str|repr|dict|f["'])\(?\{?os\.environ\b[^\[.]`)
}

// passedOn is the environment that a program hands to another one, as it has to.
func passedOn() *needle.Regexp {
	return compiled(`(?:append\(\s*|\.Env\s*=\s*(?:append\(\s*)?|envs\(\s*|env\s*[:=]\s*)(?:os\.Environ\(\)|std::env::vars\(\)|env::vars\(\)|dict\(os\.environ\b|System\.getenv\(\)|System\.get_env\(\))`)
}

// store is a file in which a home keeps credentials or what they lead to.
func store() *needle.Regexp {
	return compiled(`\.ssh/(?:id_\w+|\*)|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws/(?:credentials|config)|\.netrc\b|\.git-credentials|/etc/shadow|\.gnupg\b|Login Data|cookies\.sqlite|\.(?:bash|zsh)_history|\.config/gh\b|\.docker/config\.json|~/\.[\w./-]*(?:pass|secret|private|credential)`)
}
