package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// Some files say by a word of their own where code comes from: a channel of Guix, a package
// of dbt, a pod, a theme, a repository that a cluster follows. Who takes it asks nobody.

// supplied finds a strange place that such a file takes code from.
func supplied(file, text string) string {
	base := strings.ToLower(path.Base(file))
	switch {
	case !strings.Contains(text, "/"):
		return ""
	case strings.HasSuffix(base, ".nix"):
		return unpinned(withoutRemarks(text))
	case base == "packages.yml", base == "dependencies.yml", base == "podfile", base == "cartfile", strings.HasSuffix(base, ".podspec"), strings.HasSuffix(base, ".scm"), base == "pubspec.yaml", base == "pubspec_overrides.yaml", base == "setup.py", base == "conandata.yml", base == "conanfile.py":
		return strangeSource(suppliedBy(), text)
	case base == "local.properties", base == "gradle.properties":
		return compiled(`\b(?:sdk|ndk|cmake)\.dir\s*=\s*/(?:tmp|var/tmp|dev/shm)\S*|\bflutter\.sdk\s*=\s*/(?:tmp|var/tmp|dev/shm)\S*|\bjava\.home\s*=\s*/(?:tmp|var/tmp|dev/shm)\S*`).FindString(text)
	case strings.Contains(base, "renovate"):
		return strangeSource(compiled(`\bregistry=(https?://[^\s"'\\]+)|"registryUrls"\s*:\s*\[\s*"(https?://[^"]+)`), text)
	case strings.HasPrefix(base, "hugo."), strings.HasPrefix(base, "config.") && strings.Contains(text, "imports"), base == "theme.toml":
		for _, m := range themeModule().FindAllStringSubmatch(withoutRemarks(text), maxOpened) {
			if !hosted("https://"+m[1]+"/") && !near(m[1]) {
				return m[0]
			}
		}
	}
	if followed().MatchString(text) {
		for _, m := range followedAddress().FindAllStringSubmatch(withoutRemarks(text), maxOpened) {
			if host := url().FindStringSubmatch(m[1]); len(host) > 1 && !near(host[1]) && !hosted(m[1]) && !registry(host[1]) && !service(host[1]) && !strings.HasSuffix(host[1], ".svc") && !strings.Contains(host[1], ".svc.") {
				return m[0]
			}
		}
	}
	return ""
}

// suppliedBy are the words of such files before an address of code.
func suppliedBy() *needle.Regexp {
	return compiled(`\(url\s+"([^"]+)"|\bgit["']?\s*(?:=>|:)\s*["']?(\w+://[^\s"',}]+)|:git\s*=>\s*["']([^"']+)|(?m:^\s*(?:source|git|binary)\s+["'](\w+://[^"']+))|\bhosted:\s*["']?(https?://[^\s"',}]+)|\bdependency_links\s*=\s*\[\s*["'](\w+://[^"']+)|(git\+(?:https?|ssh)://[^\s"',\]]+)`)
}

// unpinned finds what Nix fetches from a stranger without the sum of what it must be.
func unpinned(text string) string {
	for _, at := range compiled(`\bfetch(?:Tarball|url|Git|git|zip|patch)\b[^;]{0,120}?((?:https?|git|ssh)://[^\s"';]+)`).FindAllStringSubmatchIndex(text, maxOpened) {
		if !knownSource(text[at[2]:at[3]]) && !compiled(`\b(?:sha256|hash|outputHash|narHash)\s*=\s*"[\w+/=:-]{40,}"`).MatchString(text[at[0]:min(len(text), at[1]+300)]) {
			return text[at[0]:at[1]]
		}
	}
	return ""
}

// themeModule is a module that Hugo imports; the group is its host.
func themeModule() *needle.Regexp {
	return compiled(`\bpath\s*[=:]\s*["']?([\w-]+(?:\.[\w-]+)+)/[\w./-]+`)
}

// followed is a text by which a cluster follows what a server holds.
func followed() *needle.Regexp {
	return compiled(`\bkind["']?:\s*["']?(?:GitRepository|HelmRepository|OCIRepository|Bucket|Application|ApplicationSet|AppProject)\b`)
}

func followedAddress() *needle.Regexp {
	return compiled(`\b(?:url|repoURL)["']?:\s*["']?(\w+://[^\s"',}]+)`)
}

// setsUp finds in a script for people what it takes from strangers, and where it stays.
func setsUp(file, text string, kind Sort) string {
	switch path.Ext(file) {
	case ".sh", ".bash", ".zsh", ".fish", ".ksh", "", ".ps1", ".bat", ".cmd", ".py", ".rb", ".js", ".mjs", ".ts", ".just", ".mk":
	default:
		return ""
	}
	if kind == OfData || kind == OfSettings || kind == OfCode && tries(file) {
		return ""
	}
	text = withoutRemarks(text)
	if word := strangeSource(installsFrom(), text); word != "" {
		return word
	}
	if kind != OfRecipe {
		return ""
	}
	if word := stays().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	for _, m := range clones().FindAllStringSubmatchIndex(text, maxValues) {
		at := clonedFrom(text, text[m[2]:m[3]])
		into := strings.TrimSuffix(path.Base(strings.TrimRight(at, "/")), ".git")
		if m[4] >= 0 {
			into = text[m[4]:m[5]]
		}
		if strings.Contains(at, "$") || at == "" || hosted(at) || knownTemplate(at) {
			continue
		}
		if rest := text[m[1]:]; into != "" && entersFolder(rest, into) {
			return strings.TrimSpace(text[m[0]:m[1]])
		}
	}
	return ""
}

// installsFrom is an order to a manager of packages that names where they come from.
func installsFrom() *needle.Regexp {
	return compiled(`\b(?:npm|yarn|pnpm|bun|pip3?|uv|poetry|gem|bundle|conda|mamba|cargo|go)\b[^\n;&|]{0,80}?--(?:registry|index-url|extra-index-url|default-index|find-links|index)[= ,"']+(https?://[^\s"']+)|\bpip3?\s+install\b[^\n;&|]*?\s-[if]\s+(https?://[^\s"']+)|\["'](?:--index-url|--extra-index-url|--registry)["']\s*,\s*["'](https?://[^"']+)|\bdeb(?:-src)?\s+(?:\[[^\]]*\]\s*)?(https?://[^\s"']+)|\bnpx\s+(?:-y\s+|--yes\s+)?(github:[\w.-]+/[\w.-]+)|\bnpm\s+(?:config\s+)?set\s+registry[= ](https?://[^\s"']+)`)
}

// stays are orders by which a script stays on the machine, or rules it.
func stays() *needle.Regexp {
	return compiled(`\bsystemctl\s+--user\s+(?:enable|link)\b|\bgit\s+config\s+--(?:global|system)\s+(?:core\.(?:hooksPath|sshCommand|fsmonitor|pager|editor|askPass)|credential\.helper|url\.\S+insteadOf|alias\.\w+\s+["']?!)\b?|\blaunchctl\s+(?:load|bootstrap)\b|\bld\.so\.preload\b|\b(?:docker|podman)\s+run\b[^\n;&|]*\s(?:-v|--volume)[= ]["']?/:/|\btrusted=yes\b|\b(?:NODE_OPTIONS|PYTHONPATH|PYTHONSTARTUP|LD_PRELOAD|LD_LIBRARY_PATH|RUBYOPT|PERL5LIB|PERL5OPT|BASH_ENV|JAVA_TOOL_OPTIONS|GIT_SSH_COMMAND)=[^\n;&|]{0,60}?(?:/tmp|/dev/shm|/var/tmp)/|\bloginctl\s+enable-linger\b`)
}
