package outward

import (
	"path"
	"strings"
)

// Served finds in a text for a build server, or for a manager of hooks, what reads
// secrets and sends them away, or runs what nobody sees. Installers that everybody uses
// may be piped into a shell on a server, not on the machine of a person.
func Served(text string, part bool, at Place) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), `\n`, "\n")
	if word := allSecrets().FindString(text); word != "" {
		return word
	}
	if word := strangers(text, part); word != "" {
		return word
	}
	s := served{text: text, machine: at == Machine, server: at == Server, told: at == Told, values: make(map[string][]string)}
	for _, m := range givenName().FindAllStringSubmatchIndex(text, -1) {
		value, _, _ := strings.Cut(text[m[4]:], "\n")
		name := text[m[2]:m[3]]
		if len(s.values[name]) < maxValues {
			s.values[name] = append(s.values[name], value[:min(len(value), 400)])
		}
	}
	for _, m := range boundSecret().FindAllStringSubmatch(text, -1) {
		name := m[1] + m[2]
		if len(s.values[name]) < maxValues {
			s.values[name] = append(s.values[name], "secrets.bound")
		}
	}
	s.keeps = keeps().MatchString(text)
	seen := make(map[string]bool)
	for _, line := range wholeLines(text) {
		if seen[line] {
			continue
		}
		seen[line] = true
		if word := s.line(line); word != "" {
			return word
		}
		for _, order := range separate(line) {
			if word := s.order(order); word != "" {
				return word
			}
		}
	}
	return s.requests()
}

// maxValues bounds the values of one variable that are looked at.
const maxValues = 8

// served is a text that is read.
type served struct {
	starting int // places that were asked whether a program is started there
	text     string
	machine  bool
	server   bool                // whose settings give commands variables that the text does not name
	told     bool                // a recipe, or a text that says much beside commands
	values   map[string][]string // what names are given, up to the end of the line
	keeps    bool                // what a job makes is handed on
}

// strangers finds a workflow that holds the secrets of a repository and runs the code, or
// the words, of whoever proposes a change. Of a part nobody knows what stands beside it.
func strangers(text string, part bool) string {
	event := trustedEvent().FindString(text)
	head := ""
	for line := range strings.Lines(text) {
		if bare := strings.TrimLeft(line, " -"); head == "" && !strings.HasPrefix(bare, "if:") && !strings.HasPrefix(bare, "group:") {
			head = strangerHead().FindString(line)
		}
	}
	switch {
	case event != "" && head != "":
		return event + " with " + head
	case event == "pull_request_target" && titleInShell(text):
		return event + " with the words of a stranger"
	case part && event == "pull_request_target":
		return event + " in a part of a text"
	case part && containsAny(head, "pull_request.head", "workflow_run") && containsAny(text, "ref:", ".ref =", ".ref=", `"ref"`, "'ref'"):
		return head + " in a part of a text"
	}
	return ""
}

// titleInShell reports whether a command is given the title, or the text, of a proposal.
func titleInShell(text string) bool {
	for line := range strings.Lines(text) {
		if proposalWords().MatchString(line) && !keyed(line) && !strings.HasPrefix(strings.TrimLeft(line, " -"), "if:") {
			return true
		}
	}
	return false
}

// line finds what can only be told of a whole line: what a shell is given.
func (s *served) line(line string) string {
	if word := hostile().FindString(line); word != "" {
		return strings.TrimSpace(word)
	}
	if word := disguised().FindString(line); word != "" && !strings.Contains(line, "printf") {
		return "a word in parts: " + strings.TrimSpace(word)
	}
	if word := s.piped(line); word != "" {
		return word
	}
	if m := handedOn().FindStringIndex(line); len(m) == 2 && (containsAny(line[:m[0]], "curl", "wget", "://") || decodes64().MatchString(line)) && !s.installs(line[:m[0]]) {
		return strings.TrimSpace(line[m[0]:m[1]])
	}
	if m := fetchedPackage().FindStringSubmatch(line); len(m) == 2 && !installer(m[1]) && !downloads(m[1]) && !strings.Contains(line, "git+https://github.com/") {
		return strings.TrimSpace(m[0])
	}
	if word := strangerWords().FindString(line); word != "" && !keyed(line) && !strings.HasPrefix(strings.TrimLeft(line, " -"), "if:") {
		return "gives a shell " + word
	}
	if s.keeps {
		if word := s.kept(line); word != "" {
			return word
		}
	}
	return inlineFetch().FindString(line)
}

// piped finds a shell that is given what nobody sees.
func (s *served) piped(line string) string {
	for _, m := range pipedShell().FindAllStringSubmatchIndex(line, -1) {
		if told := strings.TrimSpace(line[m[2]:m[3]]); readsProgram(line[m[0]:m[2]], told) && !s.installs(line[:m[0]]) {
			return strings.TrimSpace(line[m[0]:m[3]])
		}
	}
	for _, m := range substituted().FindAllStringSubmatch(line, -1) {
		inner := strings.Join(m[1:], "")
		if producing().MatchString(enclosed(inner)) || !containsAny(m[0], "(", "`", "://") && !strings.Contains(inner, "/dev/") {
			continue
		}
		if !s.installs(inner) {
			return strings.TrimSpace(m[0])
		}
	}
	return ""
}

// kept finds a secret, or all variables, in a file that is handed on, and a folder of
// credentials that is.
func (s *served) kept(line string) string {
	bare := strings.Trim(strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(line, " -"), "path:")), `"'`)
	if !strings.ContainsAny(bare, " \t") && (secret(bare) != "" || strings.HasSuffix(bare, "/.env")) {
		return bare
	}
	if !dumps().MatchString(line) && !strings.Contains(line, "secrets.") && !s.mapped(line) {
		return ""
	}
	for _, m := range keptIn().FindAllStringSubmatch(line, -1) {
		for other := range strings.Lines(s.text) {
			other = strings.TrimSpace(other)
			if names := strings.Contains(other, "path:") || strings.HasPrefix(other, "git ") || strings.Contains(other, "git add") || !strings.Contains(other, " "); names && strings.Contains(other, path.Base(m[1])) && (other != strings.TrimSpace(line) || strings.Contains(other, "git add")) {
				return "hands on " + m[1]
			}
		}
	}
	return ""
}

// enclosed is a text up to where the substitution ends that it stands in.
func enclosed(text string) string {
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				return text[:i]
			}
		case '`':
			return text[:i]
		}
	}
	return text
}

// readsProgram reports whether an interpreter at the end of a pipe reads its program
// there: it is given no script and no text.
func readsProgram(piped, told string) bool {
	if strings.HasSuffix(strings.TrimRight(piped, `"'`), "source") || strings.HasSuffix(piped, ".") {
		return strings.HasPrefix(told, "/dev/") || strings.HasPrefix(told, "<")
	}
	shell := strings.HasSuffix(strings.TrimRight(piped, `"'`), "sh")
	for _, w := range strings.Fields(told) {
		w = strings.Trim(w, `"'`+"`")
		switch {
		case w == "-" || strings.HasPrefix(w, "/dev/") || w == "" || strings.HasPrefix(w, "<") || strings.HasPrefix(w, ">") || strings.HasPrefix(w, "2>") || strings.ContainsAny(w[:1], ";&)}],#%@!~\\") || w == "/" || w == "/g":
			return true
		case shell && strings.HasPrefix(w, "-") && strings.Contains(w, "s") && !strings.HasPrefix(w, "--"):
			return true
		case strings.HasPrefix(w, "-c") || !shell && (strings.HasPrefix(w, "-m") || strings.HasPrefix(w, "-e") || strings.HasPrefix(w, "-n") || strings.HasPrefix(w, "-p") || strings.HasPrefix(w, "-r") || strings.HasPrefix(w, "-l") || strings.HasPrefix(w, "-C")):
			return false
		case !strings.HasPrefix(w, "-"):
			return false
		}
	}
	return true
}
