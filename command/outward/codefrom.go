package outward

import (
	"encoding/json"
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// Managers of packages take code from where their files say. A package by its name comes
// from the registry that everybody asks; another registry, a repository of somebody, an
// archive at an address is code that whoever installs next runs without a look at it.

// codeFrom finds a strange place that a file takes packages, or the tool that builds, from.
func codeFrom(base, file, text string) string {
	if containsAny(base, "dockerfile", "containerfile") {
		if word := strangeBase(text); word != "" {
			return word
		}
	}
	switch base {
	case ".npmrc", ".yarnrc", ".yarnrc.yml", "pip.conf", "pip.ini", ".condarc", "condarc", "nuget.config", "settings.xml", "extensions.xml", "maven.config", "gradle-wrapper.properties", "maven-wrapper.properties", "bunfig.toml", "uv.toml", "gemfile", "go.mod", "go.work", "config", "config.toml",
		"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "cargo.lock", "pipfile.lock", "uv.lock", "gemfile.lock", "bun.lock", "mix.lock", "init.gradle", "init.gradle.kts", "mise.toml", ".mise.toml", "mise.local.toml", ".mise.local.toml", ".tool-versions", "stack.yaml", "cabal.project", "vcpkg-configuration.json", "workspace", "workspace.bazel", "module.bazel", ".bazelrc", "build.zig.zon", "pipfile", "environment.yml", "environment.yaml":
		if base == "config" && !strings.HasSuffix(file, "/.bundle/config") && !strings.HasSuffix(file, "/.cargo/config") {
			return ""
		}
		text = strings.ReplaceAll(text, `\:`, ":")
		if base == "go.mod" || base == "go.work" {
			return replacedModule(text)
		}
		if word := strangeSource(sourceAddress(), text); word != "" || !strings.HasPrefix(strings.TrimPrefix(base, "."), "mise") && base != ".tool-versions" && base != "gemfile" {
			return word
		}
		return strangeSource(shortSource(), text) + outsideSource().FindString(text)
	case "package.json", "composer.json", "deno.json", "package.yaml":
		if word := strangeDependency(text) + strangeSource(namedRegistry(), text); word != "" {
			return word
		}
	}
	if strings.HasPrefix(base, "requirements") || strings.HasPrefix(base, "constraints") || strings.Contains(file, "/requirements/") {
		return strangeSource(sourceAddress(), text)
	}
	switch {
	case strings.HasSuffix(base, ".wrap"):
		return strangeSource(sourceAddress(), text)
	case base == "deps.edn", base == "project.clj", strings.HasSuffix(base, ".sbt"), base == "pulumi.yaml", base == "rebar.config", strings.HasSuffix(base, ".tflint.hcl"):
		return strangeSource(shelfAddress(), text)
	case strings.HasPrefix(base, "kustomization."):
		return strangeSource(remoteSource(), text)
	case base == "chart.yaml":
		return strangeSource(compiled(`\brepository:\s*["']?(https?://[^\s"',}]+)`), text)
	case strings.HasSuffix(base, ".tf"), strings.HasSuffix(base, ".tofu"):
		if m := compiled(`\bsource\s*=\s*"([\w-]+(?:\.[\w-]+)+)/[\w-]+/[\w-]+["/]`).FindStringSubmatch(text); len(m) > 1 && !registry(m[1]) && m[1] != "github.com" {
			return m[0]
		}
		return strangeSource(compiled(`\bsource\s*=\s*["']((?:git::|git@|(?:https?|ssh)://|github\.com/)[^"']+)`), text)
	case base == "composer.json" && strings.Contains(text, "repositor"):
		return strangeSource(sourceAddress(), text)
	case strings.HasSuffix(base, ".nix") && containsAny(text, "substituters"):
		return strangeSource(cacheAddress(), text)
	case base == "pom.xml", strings.Contains(base, "gradle"), strings.HasSuffix(base, "proj"), strings.HasSuffix(base, ".props"), strings.HasSuffix(base, ".targets"):
		return strangeSource(repositoryAddress(), text) + strangeSource(gradleSource(), text)
	case base == "pyproject.toml", base == "cargo.toml", base == "setup.cfg", base == "tox.ini", base == "pixi.toml", base == "mix.exs", base == "pubspec.yaml", base == "podfile", base == "poetry.toml", base == "pdm.toml", base == "dependabot.yml", base == "dependabot.yaml", base == "requirements.yml", base == "makefile", strings.HasPrefix(base, "dockerfile"), strings.HasPrefix(base, "containerfile"), strings.HasSuffix(base, ".gemspec"):
		return strangeSource(keyedAddress(), text)
	}
	return ""
}

// strangeSource finds an address among what a pattern finds that few people take code from.
func strangeSource(of *needle.Regexp, text string) string {
	if !of.May(text) {
		return ""
	}
	text = withoutRemarks(text)
	for n, m := range of.FindAllStringSubmatchIndex(text, maxSources) {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 && m[g] < m[g+1] {
				if n == maxSources-1 || !knownSource(text[m[g]:m[g+1]]) {
					return strings.TrimSpace(text[m[0]:m[1]])
				}
				break
			}
		}
	}
	return ""
}

// maxSources bounds the addresses of one text that are looked at.
const maxSources = 400

// withoutRemarks is a text without lines that are remarks, or name a schema.
func withoutRemarks(text string) string {
	if !containsAny(text, "#", "//", "xmlns", "chema") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if bare := strings.TrimLeft(line, " \t"); strings.HasPrefix(bare, "#") || strings.HasPrefix(bare, "//") || containsAny(line, "xmlns", "schemaLocation", "$schema") {
			line = "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// knownSource reports whether an address is that of a registry, or of a repository of
// somebody whose tools many people use.
func knownSource(at string) bool {
	at = strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(at, `"'`), "git+"), "sparse+")
	for _, short := range [...]string{"github:", "ubi:", "gitlab:", "bitbucket:", "gist:", "aqua:", "spm:", "git@github.com:", "ssh://git@github.com/", "git://github.com/", "git::https://github.com/", "git::", "github.com/"} {
		if rest, ok := strings.CutPrefix(at, short); ok {
			at = "https://github.com/" + strings.TrimPrefix(rest, "https://github.com/")
			break
		}
	}
	_, rest, ok := strings.Cut(at, "://")
	if !ok { // a short name of a repository
		rest = "github.com/" + at
	}
	host, place, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(host, '@'); i >= 0 && !strings.Contains(host, "$") {
		host = host[i+1:]
	}
	host = strings.ToLower(host)
	if strings.ContainsAny(host, "\\%") {
		return false
	}
	if loopback(host) || strings.HasPrefix(host, "$") || strings.HasPrefix(host, "{") {
		return true
	}
	owner, _, _ := strings.Cut(strings.TrimPrefix(place, "repos/"), "/")
	switch host {
	case "github.com", "raw.githubusercontent.com", "codeload.github.com", "www.github.com":
		return owner == "" || strings.ContainsAny(owner[:1], "#${") || !unknownOwner(owner)
	case "gitlab.com", "bitbucket.org", "codeberg.org", "gist.github.com", "git.sr.ht":
		return strings.ContainsAny(owner, "${")
	}
	return registry(host) || slices.Contains(installers(), host)
}

// sourceAddress is any address, in a file that has them for nothing else.
func sourceAddress() *needle.Regexp {
	return compiled(`((?:git\+|sparse\+)?(?:https?|git|ssh|ftp|grpcs?)://[^\s"'<>,)\]}#|]+|\bgit@[\w.-]+:[\w./-]+)`)
}

// shortSource is a repository of GitHub by its owner and name, or what a tool gets from there.
func shortSource() *needle.Regexp {
	return compiled(`\bgithub["']?\s*(?::|=>)\s*["']([\w.-]+/[\w.-]+)|\b((?:ubi|github|gitlab|aqua|spm):[\w.-]+/[\w./-]+)`)
}

// shelfAddress is where tools of the JVM, of Erlang and of plans take packages from, or
// keep what they know.
func shelfAddress() *needle.Regexp {
	return compiled(`:(?:mvn/repos|repositories|plugin-repositories|git/url)\b[^\n]*?"(\w+://[^"]+)|\bat\s+"(https?://[^"]+)|\bbackend:\s*\{?\s*url:\s*["']?(https?://[^\s"'}]+)|\{\s*git\s*,\s*"([^"]+)|\bsource\s*=\s*"(github\.com/[^"]+)`)
}

// remoteSource is what kustomize fetches, among the files that it is given.
func remoteSource() *needle.Regexp {
	return compiled(`(?m)^\s*-\s*["']?((?:https?|ssh|git)://\S+|git@[\w.-]+:\S+|(?:github|gitlab)\.com/\S+)`)
}

// namedRegistry is the address of a registry by its key.
func namedRegistry() *needle.Regexp {
	return compiled(`\bregistry["']?\s*[:=]\s*["']?(https?://[^\s"',}]+)|"packageManager"\s*:\s*"\w+@(https?://[^\s"]+)`)
}

// outsideSource is a file that mise loads from a folder of everybody.
func outsideSource() *needle.Regexp {
	return compiled(`(?:/tmp|/dev/shm|/var/tmp)/[^\s"']*`)
}

// cacheAddress is a cache of what Nix builds, which is taken as it comes.
func cacheAddress() *needle.Regexp {
	return compiled(`(https?://[^\s"']+)["'\s;\]]`)
}

// repositoryAddress is one that Maven, Gradle or MSBuild take packages from.
func repositoryAddress() *needle.Regexp {
	return compiled(`<(?:repository|pluginRepository|mirror)>[^§]{0,400}?<url>\s*([^<\s]+)|<(?:Restore\w*Sources|PackageSource\w*|RestoreAdditionalProjectSources)\b[^>]*>[^<]*?(https?://[^;<\s]+)|\burl\s*(?:=|\()?\s*(?:uri\(\s*)?["'](https?://[^"']+)`)
}

// keyedAddress stands behind a key whose value is where code comes from.
func keyedAddress() *needle.Regexp {
	return compiled(`(?m)(?:^|[\s{,"'.\[-])(?:git|url|registry|index|index-url|index_url|extra-index-url|extra_index_url|find-links|find_links|replace-with|src|source|default-index)["']?\s*(?:[:=]|=>)\s*["']?((?:git\+|sparse\+|git::)?(?:https?|git|ssh)://[^\s"',\]}#]+|git@[\w.-]+:[\w./-]+)|\s@\s*((?:git\+)?(?:https?|ssh)://[^\s"',;]+)|\bgithub:\s*["']([\w.-]+/[\w.-]+)|--(?:extra-index-url|index-url|registry|find-links|default-index|index)[= ]["']?(https?://[^\s"']+)|\bsource\s*=\s*["'](git::[^"']+|git@[^"']+|github\.com/[^"']+)|(?:^|[\s"'])(git\+(?:https?|ssh)://[^\s"',]+)|\bsource\s+add\s[^\n]*?(https?://[^\s"']+)`)
}

// replacedModule finds a module that takes the place of another one and is somebody else's.
func replacedModule(text string) string {
	for _, m := range compiled(`(?:=>|-replace[= ]\S+?=)\s*([\w-]+(?:\.[\w-]+)+/[\w.-]+)[^\s]*`).FindAllStringSubmatch(text, -1) {
		host, owner, _ := strings.Cut(m[1], "/")
		if host == "github.com" && !publisher(owner) && !borrowed(owner) || host == "gitlab.com" || host == "bitbucket.org" || !modules(host) {
			return strings.TrimSpace(m[0])
		}
	}
	return ""
}

// modules are hosts whose modules of Go are many people's.
func modules(host string) bool {
	switch host {
	case "github.com", "golang.org", "google.golang.org", "gopkg.in", "go.uber.org", "k8s.io", "sigs.k8s.io", "cloud.google.com", "go.etcd.io", "go.opentelemetry.io":
		return true
	}
	return false
}

// dependencyPlace is the place of a package of Node or PHP that is none of a registry.
func dependencyPlace() *needle.Regexp {
	return compiled(`(?:"?([\w.@/-]+)"?\s*[:=]\s*["']?)?((?:git\+\w+|git|ssh)://[^\s"',}]+|\bgit@[\w.-]+:[^\s"',}]+|\b(?:github|gitlab|bitbucket|gist):[\w.-]+/?[\w./-]*|https?://[^\s"',}]+(?:\.(?:tgz|tar\.gz|zip|git)|/tarball/[^\s"',}]*|/archive/[^\s"',}]*)|https?://(?:codeload|pkg)\.[^\s"',}]+|(?:file|link|portal):(?:/tmp|/dev/shm|/var/tmp)/[^\s"',}]*)`)
}

// strangeDependency finds a dependency that comes from somebody's repository, from an
// address or from a folder of everybody.
func strangeDependency(text string) string {
	for _, m := range dependencyPlace().FindAllStringSubmatch(text, maxSources) {
		switch key := strings.TrimLeft(strings.ToLower(m[1]), "."); {
		case key == "url", key == "repository", key == "homepage", key == "bugs", key == "repository.url", key == "bugs.url", key == "source", strings.HasSuffix(key, "homepage"):
		case strings.HasPrefix(m[2], "file:"), strings.HasPrefix(m[2], "link:"), strings.HasPrefix(m[2], "portal:"):
			return m[0]
		case !knownSource(m[2]):
			return m[0]
		}
	}
	if m := compiled(`ependencies(?:\.[^\s=:]+|\[[^\]]+\])\s*=\s*["']?([\w.-]+/[\w.-]+)(?:["'\s#;]|$)`).FindStringSubmatch(text); len(m) > 1 && !knownSource(m[1]) {
		return m[0]
	}
	var whole map[string]json.RawMessage
	if !strings.HasPrefix(strings.TrimSpace(text), "{") || json.Unmarshal([]byte(text), &whole) != nil {
		return ""
	}
	for _, of := range [...]string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides", "resolutions", "bundledDependencies"} {
		var all map[string]any
		if json.Unmarshal(whole[of], &all) != nil {
			continue
		}
		for name, value := range all {
			if at, ok := value.(string); ok && (shorthand(at) || strings.Contains(at, "://")) && !knownSource(at) {
				return name + " " + at
			}
		}
	}
	return ""
}

// shorthand reports whether a version is the name of a repository: owner/name.
func shorthand(at string) bool {
	owner, rest, ok := strings.Cut(at, "/")
	return ok && rest != "" && owner != "" && owner[0] != '.' && owner[0] != '~' && owner[0] != '@' && !strings.ContainsAny(owner, ": ><=^*|")
}
