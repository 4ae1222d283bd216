package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// newSource finds a host from which a file of settings has code taken, and which is not one
// that many people take code from. Whoever installs or builds next runs what it gives.
func newSource(file, text string, kind Sort) string {
	base := path.Base(file)
	if lockName(base) {
		return relocked(text)
	}
	if kind == OfData && !namesSources(base) {
		return ""
	}
	of := gradleSource
	if kind != OfCode {
		if word := downloading(file, text); word != "" && !hosted(word) {
			return word
		}
	} else if buildOfJava(base) {
		if word := sourced(of(), text); word != "" && !hosted(word) {
			return word
		}
	}
	of = packageSource
	switch {
	case base == "deno.json" || base == "deno.jsonc" || strings.HasPrefix(base, "import_map") || strings.HasPrefix(base, "import-map"):
		of = anyAddress
	case base == "Gemfile" || strings.HasSuffix(base, ".gemfile"):
		of = gemSource
	case kind == OfCode:
		return ""
	}
	for _, m := range of().FindAllStringSubmatch(strings.ReplaceAll(text, `\:`, ":"), -1) {
		for _, at := range m[1:] {
			host := url().FindStringSubmatch(at)
			if len(host) > 1 && !loopback(host[1]) && !publicSource(host[1]) && !hosted(at) {
				return at
			}
		}
	}
	return ""
}

// buildOfJava names programs by which builds for Java are told where libraries lie.
func buildOfJava(base string) bool {
	switch path.Ext(base) {
	case ".gradle", ".kts", ".groovy", ".sbt", ".scala", ".mill", ".sc":
		return true
	}
	return false
}

// namesSources names files of data by which package managers are told where packages lie.
func namesSources(base string) bool {
	return strings.HasPrefix(base, "requirements") || strings.HasPrefix(base, "constraints") || base == "pip.conf" || base == "settings.xml" || base == "deno.json" || strings.HasPrefix(base, "import_map") || strings.HasPrefix(base, "environment.y") || base == "sources.list"
}

// lockName names files in which package managers keep where packages lie and what they
// must be.
func lockName(base string) bool {
	switch base {
	case "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "Cargo.lock", "Gemfile.lock", "composer.lock", "go.sum", "bun.lock", "deno.lock", "mix.lock", "pubspec.lock":
		return true
	}
	return false
}

// relocked finds that packages come from another place, or need no longer be what they
// were. Nobody writes such files by hand.
func relocked(text string) string {
	apart := func(r rune) bool { return strings.ContainsRune(" \t\n/\"'#|@,:()=&;", r) }
	for _, host := range strings.FieldsFunc(strings.ReplaceAll(text, `\.`, "."), apart) {
		if name := hostName().FindStringSubmatch(host); len(name) > 1 && domain().MatchString(name[1]) && !near(host) && !publicSource(host) && !hosted(host) {
			return host
		}
	}
	return checksum().FindString(text)
}

// checksum is what a package must be, where it is taken out.
func checksum() *needle.Regexp {
	return compiled(`(?:integrity|sha(?:512|256|1)-|\bh1:)[^\n]*(?://|##|\|\||,,|/d\b|del\()|\bdel\([^\n]*integrity`)
}

// hosted reports whether an address is one of a server where everybody keeps code.
func hosted(at string) bool {
	if _, rest, ok := strings.Cut(at, "://"); ok {
		at = rest
	}
	host, _, _ := strings.Cut(at, "/")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	switch host, _, _ = strings.Cut(strings.ToLower(host), ":"); host {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "git.sr.ht", "gitlab.freedesktop.org", "gitlab.gnome.org", "raw.githubusercontent.com", "codeload.github.com", "json.schemastore.org", "schemastore.org",
		"esm.sh", "deno.land", "jsr.io", "unpkg.com", "cdn.jsdelivr.net", "cdn.skypack.dev", "esm.run", "npm.jsr.io",
		"download.pytorch.org", "test.pypi.org", "files.pythonhosted.org", "pypi.org", "static.crates.io", "crates.io", "registry.npmjs.org", "registry.yarnpkg.com", "rubygems.org", "npmjs.com", "npmjs.org", "hex.pm", "pub.dev", "pypi.python.org", "pypi.nvidia.com", "storage.googleapis.com", "data.pyg.org",
		"maven.google.com", "dl.google.com", "jitpack.io", "repo.spring.io", "oss.sonatype.org", "s01.oss.sonatype.org", "central.sonatype.com", "repository.apache.org", "maven.pkg.github.com", "packages.confluent.io", "maven.aliyun.com", "downloads.gradle.org", "repo.gradle.org", "maven.fabricmc.net", "maven.minecraftforge.net", "repo.papermc.io", "packages.jetbrains.team", "maven.pkg.jetbrains.space",
		"npm.pkg.github.com", "registry.npmmirror.com", "gems.rubyforge.org", "repo.packagist.org", "packagist.org", "wpackagist.org", "asset-packagist.org", "repo.magento.com", "api.nuget.org", "nuget.pkg.github.com", "pkgs.dev.azure.com", "index.crates.io", "proxy.golang.org", "conda.anaconda.org", "repo.anaconda.com", "deb.debian.org", "archive.ubuntu.com", "security.debian.org":
		return true
	}
	for _, end := range [...]string{".pkg.dev", ".jfrog.io", ".pkg.github.com", ".amazonaws.com", ".visualstudio.com", ".cloudsmith.io"} {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	return false
}

// packageSource are the words of package managers behind which an address of packages stands.
func packageSource() *needle.Regexp {
	return compiled(`(?:--index-url|--extra-index-url|--find-links|--trusted-host|(?m:^-[if]))[= ]\s*(\w+://\S+)|(?m:(?:^|\s)(?:-e\s+)?(?:git|hg|svn|bzr)\+(\w+://[^\s#]+))|\b(?:repositories\b|repo\.)[^§]{0,200}?(https?://[^\s"',\]]+)|<add\s+key=[^>]*value="(https?://[^"]+)|\[\[(?:tool\.\w+\.)?(?:sources?|index)\]\][^\[]{0,200}?\burl\s*=\s*["'](\w+://[^"']+)|\bchannels?["']?\s*:[^:]{0,120}?(https?://[^\s"',\]]+)|"[@\w/.-]+"\s*:\s*"((?:git\+)?https?://[^"]+\.(?:tgz|tar\.gz|zip|git)\b[^"]*)|ependencies\.[^\s=]+=(\w[\w+]*://\S+)|<(?:mirror|repository|pluginRepository)>[^§]{0,400}?<url>\s*([^<\s]+)|\bmirror\.\S+\s+(https?://\S+)|\bsource\s+add\s+(?:-\S+\s+)*\S+\s+(https?://\S+)|BUNDLE_(?:MIRROR|GEMFILE)\w*["']?\s*[:=]\s*["']?(\w+://[^\s"']+)|(?i:\b(?:index[-_]url|extra[-_]index[-_]url|registry|npmRegistryServer|mirrors?|channel_alias|PUB_HOSTED_URL|GOPROXY|NPM_CONFIG_REGISTRY|PIP_INDEX_URL|UV_INDEX_URL|UV_DEFAULT_INDEX))["']?\s*[:=]\s*["']?(\w+://[^\s"',]+)`)
}

// anyAddress is any: all of them in such a file are of code.
func anyAddress() *needle.Regexp {
	return compiled("[\"'](https?://[^\\s\"']+)")
}

// gemSource is the server that a Gemfile takes gems from, and a repository of one.
func gemSource() *needle.Regexp {
	return compiled(`(?m)^\s*source\s*\(?\s*["'](https?://[^"']+)|\bgit:?\s*(?:=>)?\s*["'](\w+://[^"']+)|:source\s*=>\s*["'](https?://[^"']+)|\bsource:\s*["'](https?://[^"']+)`)
}
