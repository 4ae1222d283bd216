package outward

import (
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// order finds what one command hands to a host, or hides from logs.
func (s *served) order(order string) string {
	if !strings.ContainsAny(order, "$`|<>@%{(") && !containsAny(order, "://", "curl", "wget", "nc", "socat", "telnet", "environ", "http", "base", "xxd", "openssl", "irm", "iwr", "Invoke", "mail", "ftp", "mutt", "ssh", "env", "set", "gh ") {
		return "" // nothing that is asked for below is without one of these
	}
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
	if environmentFile().MatchString(order) && containsAny(order, "gh gist", "aws s3", "gsutil", "rclone", "scp ") {
		return "sends " + clip
	}
	known, strange := s.hosts(order)
	if dumped && (sends || strange || containsAny(order, "gh api", "gh issue", "gh pr ", "gh gist", "ssh ", "git commit", "-m ")) {
		return "sends " + clip
	}
	if sends && (secret(order) != "" || containsAny(order, ".git/config", "git-credentials", ".docker/config")) && !strings.Contains(order, "ssh ") {
		return "sends " + clip
	}
	asked := plainAsked().ReplaceAllString(order, "x")
	handed := private || s.server && sends && s.unset(order) || uploads().MatchString(asked) || s.computed(order)
	switch {
	case strange && handed && (sends || !tool(order) && !s.told) && !keyed(order):
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

// given are the values of the variables that a text asks for, as $NAME, ${NAME}, env.NAME
// or $(NAME), each up to the end of its line.
func (s *served) given(text string) []string {
	var all []string
	for i := 1; i < len(text); i++ {
		if !nameByte(text[i]) || !strings.ContainsRune("${!.(:", rune(text[i-1])) {
			continue
		}
		from := i
		for i < len(text) && nameByte(text[i]) {
			i++
		}
		all = append(all, s.values[text[from:i]]...)
	}
	return all
}

// unset reports whether a text asks for a variable that no line sets: on a build server
// the settings of the project do, and what is kept there is mostly secret.
func (s *served) unset(text string) bool {
	for _, m := range askedVariable().FindAllStringSubmatch(text, 16) {
		if name := m[1]; len(s.values[name]) == 0 && !serverVariable().MatchString(name) && !strings.Contains(s.text, " "+name+" in ") && !strings.Contains(s.text, "read "+name) && !strings.Contains(s.text, "read -r "+name) {
			return true
		}
	}
	return false
}

// askedVariable is a variable whose name is written as those of settings are.
func askedVariable() *needle.Regexp {
	return compiled(`\$[{(]?([A-Za-z][A-Z0-9_a-z]{2,})\b`)
}

// serverVariable is the name of one that says no secret.
func serverVariable() *needle.Regexp {
	return compiled(`^(?:CI_|GITHUB_|RUNNER_|BUILD_|Build|System|Agent|Release|Pipeline|GIT_|CIRCLE_|DRONE_|BITBUCKET_|TRAVIS_|BUILDKITE_|SEMAPHORE_|VERCEL_|NETLIFY|HOME$|PWD$|PATH$|USER$|HOSTNAME$|RANDOM$|SECONDS$|[a-z_]+$)|(?:URL|HOST|VERSION|TAG|BRANCH|NAME|ENV|ENVIRONMENT|REGION|STATUS|SHA|REF|ID|PORT|DIR|PATH|FILE)$`)
}

// mapped reports whether a text asks for a variable that another line gives a secret.
func (s *served) mapped(text string) bool {
	return slices.ContainsFunc(s.given(text), confidential().MatchString)
}

// computed reports whether a text asks for a variable that holds what another command
// prints, unless that is known to say no secret.
func (s *served) computed(text string) bool {
	return slices.ContainsFunc(s.given(text), func(v string) bool {
		v = plainAsked().ReplaceAllString(v, "x")
		return strings.Contains(v, "$(") || strings.HasPrefix(v, "`") || strings.HasPrefix(v, "(")
	})
}

// hosts tells whether a command names hosts that everybody knows, and others.
func (s *served) hosts(order string) (known, strange bool) {
	asked := handedText().ReplaceAllString(order, "")
	for _, m := range url().FindAllStringSubmatchIndex(asked, -1) {
		at := addressIn(asked[m[0]:])
		channel, _, _ := strings.Cut(at, "?")
		host := asked[m[2]:m[3]]
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
		case chat(host) && strings.Contains(channel, "$") && !s.elsewhere(spelledAddress(asked[m[0]:])): // a channel that a secret names
			known = true
		case chat(host):
			rest := strings.Replace(order, channel, "", 1)
			if confidential().MatchString(rest) || s.mapped(rest) || dumps().MatchString(order) || uploads().MatchString(plainAsked().ReplaceAllString(order, "")) && !strings.Contains(order, "@-") {
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

// spelledAddress is the address at the beginning of a text, with an expression in it.
func spelledAddress(text string) string {
	at := addressIn(text)
	if rest := text[len(at):]; strings.HasSuffix(at, "{{") {
		if inner, _, ok := strings.Cut(rest, "}}"); ok {
			return at + inner
		}
	}
	return at
}

// elsewhere reports whether the variables that an address may stand in are given one in
// the text itself, and not by the settings of the repository; or there is none.
func (s *served) elsewhere(order string) bool {
	if strings.Contains(order, "{{") && containsAny(order, "{{ secrets.", "{{secrets.", "{{ vars.", "{{vars.", "{{ github.api_url", "{{ github.server_url") {
		return false
	}
	values := s.given(order)
	if slices.ContainsFunc(values, func(v string) bool { return !strings.HasPrefix(v, "${{") && strings.ContainsAny(v, "./$`") }) {
		return true
	}
	return len(values) == 0 && !predefined().MatchString(order)
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
