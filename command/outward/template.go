package outward

import (
	"path"
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// image judges an image that a build server runs with a secret.
func (p *steps) image(i int, line string) string {
	if p.gitlab || !containsAny(line, "image", "container", "pipe", "docker", "podman", "name") {
		return ""
	}
	if m := startedImage().FindStringSubmatch(line); len(m) > 1 && strangeImage(m[1]) && confidential().MatchString(line+" "+p.given(i)) {
		return m[0] + " with a secret"
	}
	m := borrowedImage().FindStringSubmatch(line)
	if len(m) < 3 || !strangeImage(m[2]) {
		return ""
	}
	of := heldSecret()
	if strings.HasPrefix(m[1], "pipe") {
		of = confidential()
	}
	if strings.HasPrefix(m[2], "docker://") && m[1] == "image" { // an action, which gets what its caller has
		return line
	}
	if p.secretAt(i, of) || strings.Contains(line, "docker://") && p.shared(i) {
		return line + " with a secret"
	}
	return ""
}

// given are the secrets that the step of a line is given, if its command hands variables on.
func (p *steps) given(i int) string {
	if p.secretAt(i, heldSecret()) && containsAny(p.lines[i], " -e ", " --env") {
		return "secrets."
	}
	return ""
}

// startedImage is an image that a command starts.
func startedImage() *needle.Regexp {
	return compiled(`\b(?:docker|podman)\s+(?:container\s+)?run\s[^\n;&|]*?\s((?:docker\.io/|ghcr\.io/|quay\.io/)?[A-Za-z][\w-]*/[\w.-]+)(?::[\w.-]+)?(?:\s|$|["'])`)
}

// borrowedImage is an image by the key that runs it; the groups are those two.
func borrowedImage() *needle.Regexp {
	return compiled(`\b(image|container|pipe|uses|name)["']?\s*[:=]\s*["']?((?:docker://)?(?:docker\.io/|ghcr\.io/|quay\.io/)?[A-Za-z][\w-]*/[\w.-]+)[\w:@./-]*["']?\s*(?:[,}#]|$)`)
}

// strangeImage reports whether an image is that of somebody whom few people know. One of
// a server that is nobody's in particular is the project's own.
func strangeImage(at string) bool {
	at, run := strings.CutPrefix(at, "docker://")
	host, rest, _ := strings.Cut(at, "/")
	owner := host
	switch host {
	case "docker.io", "ghcr.io", "quay.io":
		owner, _, _ = strings.Cut(rest, "/")
		run = true
	}
	if !run && !strings.Contains(at, "/") {
		return false
	}
	return unknownOwner(owner) && !slices.Contains([]string{"library", "bitnami", "circleci", "cimg", "plugins", "woodpeckerci", "gitlab", "amazon", "alpine", "curlimages", "jenkins", "cypress", "selenium", "browserless", "localstack", "confluentinc", "elastic", "postgis", "timescale", "minio", "rabbitmq", "mcr", "python", "node", "golang", "rust", "maven", "openjdk", "eclipse-temurin", "nixos", "fedora", "rockylinux", "almalinux", "semgrep", "returntocorp", "zricethezav", "bash", "prom", "portainer", "dpage", "mailhog", "axllent", "jaegertracing", "otel", "fluent", "linuxserver", "containrrr", "nginxproxy", "grafana"}, strings.ToLower(owner))
}

// template judges a list of jobs, or a plugin, that comes from elsewhere.
func (p *steps) template(i int, line string) string {
	if !containsAny(line, "://", "#", "@", "component") {
		return ""
	}
	for _, m := range borrowedTemplate().FindAllStringSubmatch(line, 8) {
		switch {
		case m[1]+m[2] != "" && !knownTemplate(m[1]+m[2]), m[3] != "" && !knownTemplate("https://"+m[3]):
			return m[0]
		case m[4] != "" && unknownOwner(m[4]) && m[4] != "circleci" && (changeable(m[5]) || p.contexts()):
			return m[0]
		case m[6] != "" && unknownOwner(m[6]) && (changeable(m[7]) || p.secretAt(i, confidential())):
			return m[0]
		}
	}
	return ""
}

// contexts reports whether jobs are given secrets of the organization.
func (p *steps) contexts() bool {
	return slices.ContainsFunc(p.lines, func(l string) bool { return strings.Contains(l, "context:") })
}

// borrowedTemplate is what GitLab includes by its address or as a component, a library of
// Jenkins, an orb of CircleCI that its owner changes, a plugin of Buildkite.
func borrowedTemplate() *needle.Regexp {
	return compiled(`(?:\b(?:remote|include)["']?\s*:\s*["']?|\bload\s*\(?\s*["']|(?:^\s*-|\bplugins:\s*\[)\s*["']?)((?:https?|ssh|git)://[^\s"',}]+(?:\.ya?ml|\.git|\.groovy)\b[^\s"']*|(?:https?|ssh|git)://[^\s"']+#[\w./-]+)|\bremote["']?\s*:\s*["']?(https?://[^\s"',}]+)|\bcomponent["']?\s*:\s*["']?([\w.-]+\.[a-z]+/[\w./-]+)|(?:^\s+|[{,]\s*)[\w-]+:\s*([\w-]+)/[\w-]+@(volatile|dev:\S+|[\d.]+)|^\s*-\s*["']?([A-Za-z][\w-]*)/[\w-]+#([\w./-]+)["']?\s*:`)
}

// knownTemplate reports whether an address is that of templates that many people include.
func knownTemplate(at string) bool {
	_, rest, _ := strings.Cut(at, "://")
	host, place, _ := strings.Cut(rest, "/")
	owner, _, _ := strings.Cut(place, "/")
	switch strings.ToLower(host) {
	case "github.com", "raw.githubusercontent.com":
		return !unknownOwner(owner)
	case "gitlab.com":
		return slices.Contains([]string{"gitlab-org", "to-be-continuous", "components", "pipeline-components", "gitlab-components"}, owner)
	}
	return strings.HasPrefix(host, "$") || neighbour(host)
}

// githubTemplates is a repository of GitHub that pipelines of Azure take templates from.
func githubTemplates() *needle.Regexp {
	return compiled(`\bname["']?\s*:\s*["']?([A-Za-z][\w-]*)/[\w.-]+`)
}

// clonedProgram finds a repository of a stranger that is cloned and then run, and a
// library that is installed from one.
func clonedProgram(text string) string {
	for _, m := range clones().FindAllStringSubmatchIndex(text, maxValues) {
		at, into := text[m[2]:m[3]], ""
		if m[4] >= 0 {
			into = text[m[4]:m[5]]
		}
		if at = clonedFrom(text, at); at == "" || knownTemplate(at) {
			continue
		}
		if into == "" {
			into = strings.TrimSuffix(path.Base(strings.TrimRight(at, "/")), ".git")
		}
		if rest := text[m[1]:]; into != "" && entersFolder(rest, into) {
			return strings.TrimSpace(text[m[0]:m[1]])
		}
	}
	if word := checkedOut(text); word != "" {
		return word
	}
	for _, m := range installedFrom().FindAllStringSubmatch(text, -1) {
		at := strings.TrimPrefix(m[1]+m[2]+m[3]+m[4], "git+")
		if !strings.Contains(at, "://") {
			at = "https://github.com/" + at
		}
		if !strings.HasPrefix(at, "https://$") && !knownTemplate(at) {
			return strings.TrimSpace(m[0])
		}
	}
	return ""
}

// clonedFrom is the address of a repository as it stands, or as a variable of the text has
// it; none for one that nothing in the text sets.
func clonedFrom(text, at string) string {
	if name := strings.Trim(at, "${}"); name != at {
		_, value, ok := strings.Cut(text, name+"=")
		if !ok {
			_, value, ok = strings.Cut(text, name+": ")
		}
		if at = strings.Trim(firstWord(value), `"'`); !ok || !strings.Contains(at, "://") {
			return ""
		}
	}
	if rest, ok := strings.CutPrefix(at, "git@"); ok {
		return "ssh://" + strings.Replace(rest, ":", "/", 1)
	}
	if !strings.Contains(at, "://") {
		return "https://github.com/" + at
	}
	return at
}

// checkedOut finds another repository that a step puts into a folder where commands run.
func checkedOut(text string) string {
	rest := text
	for range maxValues {
		_, after, ok := strings.Cut(rest, "repository:")
		if !ok {
			return ""
		}
		rest = after
		owner, name, ok := strings.Cut(strings.Trim(firstWord(after), `"'`), "/")
		_, into, put := strings.Cut(after[:min(len(after), 200)], "path:")
		if into = strings.Trim(firstWord(into), `"',}`); ok && put && into != "" && into != "." && !strings.ContainsAny(owner, "$.:") && unknownOwner(owner) && entersFolder(after, into) {
			return "repository: " + owner + "/" + name
		}
	}
	return "more repositories than are looked at"
}

// firstWord is the first word of a text.
func firstWord(text string) string {
	text = strings.TrimLeft(text, " \t")
	if end := strings.IndexAny(text, " \t\n,}"); end >= 0 {
		return text[:end]
	}
	return text
}

// clones is a repository that is cloned, and the folder that is named for it.
func clones() *needle.Regexp {
	return compiled(`\b(?:git\s+clone|git\s+submodule\s+add|gh\s+repo\s+clone)\s+(?:-{1,2}[\w-]+(?:[= ](?:\d+|[\w./-]+))?\s+)*?["']?((?:https?|git|ssh)://[^\s"';&|]+|git@[\w.-]+:[\w./-]+|\$\{?\w+\}?|[A-Za-z][\w-]*/[\w.-]+)["']?(?:[ \t]+["']?([\w./-]+))?`)
}

// entersFolder reports whether commands go into a folder, or start what lies in it.
func entersFolder(text, folder string) bool {
	from := 0
	for range 2 * maxValues {
		at := strings.Index(text[from:], folder)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(folder)
		before, after := text[max(0, at-40):at], text[from:]
		if goesInto().MatchString(before) && !looksOnly(after) || strings.HasPrefix(after, "/") && (startedAfter().MatchString(before) || orderBegins().MatchString(before)) {
			return true
		}
	}
	return true
}

// looksOnly reports whether what stands behind a folder's name, up to the end of the line,
// is commands that start nothing of it, and there is one.
func looksOnly(after string) bool {
	line, _, _ := strings.Cut(strings.TrimLeft(after, `"' `), "\n")
	orders := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("&;|", r) })
	for _, order := range orders {
		first, _, _ := strings.Cut(strings.TrimSpace(order), " ")
		if !slices.Contains([]string{"git", "ls", "cat", "wc", "grep", "cp", "echo", "cd", "true"}, first) {
			return false
		}
	}
	return len(orders) > 0
}

// goesInto is what stands before a folder in which commands run.
func goesInto() *needle.Regexp {
	return compiled(`(?:\bcd|\bpushd|\s-C|--directory|--prefix|--manifest-path|working-directory:|\bpip3? install(?: -\w+)*|npm (?:i|install)|cargo install --path|source|sh|python3?|node|make -f|docker build(?: -t \S+)?)[ =]+["']?(?:\./|[\w./$\{\}-]*/)?$|(?:^|[\s;&|"'])\./$`)
}

// orderBegins is where a command begins, with folders before its name.
func orderBegins() *needle.Regexp {
	return compiled(`(?:^|[;&|\n(]|\brun:|- )\s*["']?(?:\./|[\w./$\{\}-]*/)?$`)
}

// installedFrom is a library that comes from a repository.
func installedFrom() *needle.Regexp {
	return compiled(`\b(?:pip3?|uv|pipx|poetry|npm|pnpm|yarn|cargo|gem)\s+(?:pip\s+|tool\s+)?(?:install|add|i|run)\s[^\n;&|]*?(?:(git\+https?://[^\s"';@#]+)|--git[= ]["']?(https?://[^\s"';@#]+))|\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\s+(?:-\S+\s+)*([A-Za-z][\w-]*/[\w.-]+)|\bgh\s+extension\s+install\s+([A-Za-z][\w-]*/[\w.-]+)`)
}
