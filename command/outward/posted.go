package outward

import (
	"slices"
	"strings"
)

// order finds what one command hands to a host, or hides from logs.
func (s *served) order(order string) string {
	clip := strings.TrimSpace(order[:min(len(order), 60)])
	dumped := dumps().MatchString(order)
	sends := sending().MatchString(order)
	private := confidential().MatchString(order) || s.mapped(order)
	if m := rawSending().FindStringSubmatch(order); len(m) == 2 && !strings.Contains(m[1], "-z") && !strings.Contains(m[1], "-l") && !containsAny(m[1], "localhost", "127.0.0.1") && !keyed(order) {
		return clip
	}
	if asksNames().MatchString(order) && (private || dumped || strings.ContainsAny(order, "`") || strings.Contains(plainAsked().ReplaceAllString(order, ""), "$(")) {
		return clip
	}
	if (private || dumped) && printedOther().MatchString(order) && !containsAny(order, "> ", ">>", "GITHUB_OUTPUT", "=$(") && !decodes64().MatchString(order) {
		return "shows " + clip
	}
	if decodes64().MatchString(order) && encoded().MatchString(order) && !private {
		return clip
	}
	known, strange := s.hosts(order)
	if dumped && (sends || strange || containsAny(order, "gh api", "gh issue", "gh pr ", "gh gist", "ssh ", "git commit", "-m ")) {
		return "sends " + clip
	}
	if sends && (secret(order) != "" || containsAny(order, ".git/config", "git-credentials", ".docker/config")) && !strings.Contains(order, "ssh ") {
		return "sends " + clip
	}
	asked := plainAsked().ReplaceAllString(order, "x")
	handed := private || uploads().MatchString(asked) || s.computed(order)
	switch {
	case strange && handed && (sends || !tool(order)) && !keyed(order):
		return "sends " + clip
	case sends && !known && !strange && handed && s.elsewhere(order):
		return "sends " + clip
	}
	return s.fetchesProgram(order)
}

// keyed reports whether a line is a key with one value.
func keyed(line string) bool {
	line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
	name, value, ok := strings.Cut(line, ": ")
	return ok && !strings.ContainsAny(name, " \t$(") && name != "run" && name != "script" && name != "entry" && !strings.HasSuffix(name, "ommand") && !strings.Contains(strings.Trim(strings.TrimSpace(strings.NewReplacer("{{ ", "{{", " }}", "}}").Replace(value)), `"'`), " ")
}

// mapped reports whether a text asks for a variable that another line gives a secret.
func (s *served) mapped(text string) bool {
	for name, values := range s.values {
		if strings.Contains(text, name) && (strings.Contains(text, "$"+name) || strings.Contains(text, "{"+name) || strings.Contains(text, "env."+name)) && slices.ContainsFunc(values, func(v string) bool {
			return strings.Contains(v, "secrets.") || strings.Contains(v, "github.token")
		}) {
			return true
		}
	}
	return false
}

// computed reports whether a text asks for a variable that holds what another command
// prints, unless that is known to say no secret.
func (s *served) computed(text string) bool {
	for name, values := range s.values {
		if !strings.Contains(text, "$"+name) && !strings.Contains(text, "{"+name) {
			continue
		}
		if slices.ContainsFunc(values, func(v string) bool {
			v = plainAsked().ReplaceAllString(v, "x")
			return strings.Contains(v, "$(") || strings.HasPrefix(v, "`") || strings.HasPrefix(v, "(")
		}) {
			return true
		}
	}
	return false
}

// hosts tells whether a command names hosts that everybody knows, and others.
func (s *served) hosts(order string) (known, strange bool) {
	for _, m := range url().FindAllStringSubmatchIndex(order, -1) {
		at := addressIn(order[m[0]:])
		host := order[m[2]:m[3]]
		if i := strings.LastIndexByte(host, '@'); i >= 0 {
			host = host[i+1:]
		}
		switch {
		case strings.HasPrefix(host, "$") || strings.HasPrefix(host, "{"):
			if s.elsewhere(at) {
				strange = true
			} else {
				known = true
			}
		case chat(host) && !strings.ContainsAny(at, "${"):
			if confidential().MatchString(strings.Replace(order, at, "", 1)) || s.mapped(strings.Replace(order, at, "", 1)) || dumps().MatchString(order) || uploads().MatchString(plainAsked().ReplaceAllString(order, "")) && !strings.Contains(order, "@-") {
				strange = true
			}
			known = true
		case service(host) || neighbour(host):
			known = true
		default:
			strange = true
		}
	}
	return known, strange
}

// elsewhere reports whether the variables that an address may stand in are given one in
// the text itself, and not by the settings of the repository; or there is none.
func (s *served) elsewhere(order string) bool {
	if strings.Contains(order, "{{") && containsAny(order, "{{ secrets.", "{{secrets.", "{{ vars.", "{{vars.", "{{ github.api_url", "{{ github.server_url") {
		return false
	}
	found := false
	for name, values := range s.values {
		if !strings.Contains(order, "$"+name) && !strings.Contains(order, "{"+name) && !strings.Contains(order, "env."+name) {
			continue
		}
		if slices.ContainsFunc(values, func(v string) bool { return !strings.HasPrefix(v, "${{") && strings.ContainsAny(v, "./$`") }) {
			return true
		}
		found = true
	}
	return !found && !predefined().MatchString(order)
}

// requests finds a program within the text that sends what it knows to a strange host.
func (s *served) requests() string {
	if !containsAny(s.text, "fetch(", "https.request", "http.request", "axios", "urlopen", "requests.p", "http-request", "HttpRequest", "webhook-action", "new URL(", "httpRequest") {
		return ""
	}
	if !confidential().MatchString(s.text) && !dumps().MatchString(s.text) && !strings.Contains(s.text, "readFile") {
		return ""
	}
	for _, m := range url().FindAllStringSubmatchIndex(s.text, -1) {
		line := s.text[strings.LastIndexByte(s.text[:m[0]], '\n')+1:]
		line, _, _ = strings.Cut(line, "\n")
		if host := s.text[m[2]:m[3]]; !service(host) && !neighbour(host) && !strings.HasPrefix(host, "$") && (containsAny(line, "url:", "fetch", "request", "axios", "open", "URL", "host") || strings.Contains(line, "=")) {
			return "sends to " + host
		}
	}
	return ""
}
