package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// What is downloaded into a build is run there. So of what downloads code no host is
// nobody's: one of an example is as good as any other that nobody has looked at.

// buildDownload are the words of CMake and Meson that bring code of others into a build.
func buildDownload() *needle.Regexp {
	return compiled(`(?i)\bfile\s*\(\s*DOWNLOAD\b|\bFetchContent_(?:Declare|Populate)\s*\([^)]*\b(?:URL|(?:GIT|HG|SVN|CVS)_REPOSITORY|DOWNLOAD_COMMAND)\b|\bExternalProject_Add\s*\([^)]*\b(?:URL|(?:GIT|HG|SVN|CVS)_REPOSITORY|DOWNLOAD_COMMAND)\b|\bCPM\w*Package\s*\(|\bgit["',\s]+(?:clone|fetch|pull|submodule["',\s]+update|ls-remote)\b`)
}

// codeSource are keys of settings whose address is where code comes from, and nothing else.
func codeSource() *needle.Regexp {
	return compiled(`(?m)^\s*-?\s*["']?(?:repo|git|registry|index-url|index_url|extra-index-url|find-links|find_links|npmRegistryServer|yarnPath|gist|taskfile|includes?|inherit_from|parent_config|distributionUrl|extends)["']?\s*[:=]\s*[^\n]*?((?:https?|git|ssh|git\+\w+)://[^\s"',\]]+)|@\s*((?:git\+)?(?:https?|ssh)://\S+)|\{\s*git\s*=\s*"([^"]+)|<(?:repository|pluginRepository)>[^§]{0,400}?<url>\s*([^<\s]+)`)
}

// gradleSource are the words of Gradle that take a script or libraries from an address.
func gradleSource() *needle.Regexp {
	return compiled(`\bapply\s*\(?\s*from\s*[:=]\s*(?:uri\s*\(\s*)?["'](\w+://[^"']+)|\b(?:maven|ivy)\s*\(\s*(?:url\s*=\s*)?["'](\w+://[^"']+)|\b(?:maven|ivy)\s*\{[^}]*?(?:url|setUrl)\s*[=(]?\s*(?:uri\s*\(\s*)?["'](\w+://[^"']+)`)
}

// codeAddress is one that ends in the name of a program, or of a package of them.
func codeAddress() *needle.Regexp {
	return compiled(`\b(?:https?|ftp)://([^\s/"'` + "`" + `?#<>)]*)/[^\s"'` + "`" + `<>)]*\.(?:py|pyc|js|mjs|cjs|ts|rb|rs|go|php|pl|lua|ex|exs|sh|bash|cmake|mk|gradle|kts|jar|so|dll|dylib|exe|whl|wasm|tgz|tar\.\w+|zip|gem|nupkg|deb|rpm)(?:["'` + "`" + `?#\s]|$)`)
}

// downloading finds what brings code of others into a build by a file of settings.
func downloading(file, text string) string {
	base := path.Base(file)
	if path.Ext(base) == ".properties" { // where a colon is written behind a backslash
		text = strings.ReplaceAll(text, `\:`, ":")
	}
	if strings.HasPrefix(base, "kustomization.") {
		if m := remoteBase().FindString(text); m != "" {
			return strings.TrimSpace(m)
		}
	}
	if base == "CMakeLists.txt" || base == "meson.build" || path.Ext(base) == ".cmake" {
		if word := buildDownload().FindString(text); word != "" {
			return word
		}
	}
	if path.Ext(base) == ".wrap" {
		if m := url().FindStringSubmatch(text); len(m) > 1 && !loopback(m[1]) {
			return m[0]
		}
	}
	if strings.HasPrefix(strings.ToLower(base), "taskfile") {
		if word := remoteTaskfile().FindString(text); word != "" {
			return strings.TrimSpace(word)
		}
	}
	return sourced(codeSource(), text)
}

// remoteBase is what kustomize fetches, among the files that it is given.
func remoteBase() *needle.Regexp {
	return compiled(`(?m)^\s*-\s*["']?(?:https?://|ssh://|git@|git::|github\.com/|gitlab\.com/)\S+`)
}

// remoteTaskfile is a file of tasks that task(1) fetches and runs.
func remoteTaskfile() *needle.Regexp {
	return compiled(`(?m)^\s*[\w-]+:\s*["']?(?:https?|git|ssh)://\S+\.ya?ml\S*`)
}

// sourced finds an address of another machine that a pattern takes code from.
func sourced(of *needle.Regexp, text string) string {
	for _, m := range of.FindAllStringSubmatch(text, -1) {
		for _, at := range m[1:] {
			host := url().FindStringSubmatch(at)
			if len(host) > 1 && !loopback(host[1]) && !publicSource(host[1]) {
				return at
			}
		}
	}
	return ""
}

// publicSource are the servers that package managers ask anyway.
func publicSource(host string) bool {
	switch host {
	case "registry.npmjs.org", "registry.yarnpkg.com", "pypi.org", "repo.maven.apache.org", "repo1.maven.org", "plugins.gradle.org", "rubygems.org", "services.gradle.org":
		return true
	}
	return false
}

// loopback reports whether a host is this machine, or a value.
func loopback(host string) bool {
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	name, _, _ := strings.Cut(host, ":")
	return name == "" && !strings.HasPrefix(host, ":") || name == "localhost" || strings.HasPrefix(name, "127.") || strings.HasPrefix(host, "[::1]")
}

// obtaining finds an address of code in a program that asks for addresses.
func (f *finder) obtaining() string {
	if word := sourced(gradleSource(), f.text); word != "" {
		return word
	}
	if f.asksBy == "" && f.word(f.asks) == "" {
		return ""
	}
	for _, m := range codeAddress().FindAllStringSubmatch(f.text, -1) {
		if !loopback(m[1]) && !publicSource(m[1]) {
			return m[0]
		}
	}
	return ""
}
