package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// What builds, managers of packages and containers are told is run by the next ordinary
// step: of an agent, of a person, of a build server. Such files are the project's own and
// edited all day, so that they are not held to stay inside. Only what no project needs is
// looked for: a shell that gets what a strange address says, secrets that are sent away,
// code that comes from where few people take it, a container that has the machine.

// toldAt reports whether a file tells builds, managers of packages, containers or agents
// what to run or where to take it from.
func toldAt(file, base string, hidden bool) bool {
	if toldNames[base] {
		return true
	}
	for _, begin := range [...]string{"dockerfile.", "containerfile.", "docker-compose", "compose.", "compose-", "procfile.", "taskfile.", "requirements", "constraints", "crontab.", "makefile.", "ecosystem.config.", "playbook", "deployment.", "daemonset.", "statefulset.", "cronjob."} {
		if strings.HasPrefix(base, begin) {
			return true
		}
	}
	if loadedEachTime(base) || strings.HasSuffix(file, "/.bundle/config") || strings.HasSuffix(file, "/.cargo/config.toml") || strings.HasSuffix(file, "/.cargo/config") || strings.HasSuffix(file, "/mise/config.toml") || strings.Contains(file, "/cron.d/") || strings.Contains(file, "/requirements/") || strings.Contains(file, "/.mvn/") {
		return true
	}
	if hidden && containsAny(file, "/.github/prompts/", "/.github/agents/", "/.github/instructions/", "/.github/chatmodes/", "/.amazonq/", "/.rovodev/") {
		return true
	}
	switch path.Ext(base) {
	case ".mk", ".mak", ".just", ".dockerfile", ".containerfile", ".tf", ".tofu", ".hcl", ".service", ".timer", ".socket", ".desktop", ".cron", ".crontab", ".plist", ".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".gradle", ".gemspec", ".sbt", ".nix", ".wrap", ".lock":
		return true
	case ".kts":
		return strings.HasSuffix(base, ".gradle.kts")
	case ".yml", ".yaml":
		return containsAny(file, "/k8s/", "/kubernetes/", "/manifests/", "/deploy/", "/charts/", "/helm/", "/overlays/", "/ansible/", "/playbooks/", "/roles/", "/tasks/", "/handlers/") || strings.HasSuffix(base, "playbook.yml")
	}
	return false
}

// toldNames are such files by their names.
//
//nolint:gochecknoglobals // made once, for it costs more than to use it
var toldNames = map[string]bool{
	".bazelrc": true, ".clinerules": true, ".condarc": true, ".cursorrules": true, ".goosehints": true, ".goreleaser.yaml": true, ".goreleaser.yml": true, ".justfile": true, ".mise.local.toml": true, ".mise.toml": true, ".npmrc": true, ".renovaterc": true, ".renovaterc.json": true, ".replit": true, ".stackblitzrc": true, ".tool-versions": true, ".windsurfrules": true, ".yarnrc": true,
	".yarnrc.yml": true, "agent.md": true, "agents.md": true, "app.json": true, "app.yaml": true, "brewfile": true, "bsdmakefile": true, "build.xml": true, "build.zig.zon": true, "bunfig.toml": true, "cabal.project": true, "cargo.toml": true, "chart.yaml": true, "claude.local.md": true, "claude.md": true, "claude_desktop_config.json": true, "cloud-init.yaml": true, "cloud-init.yml": true,
	"cmakelists.txt": true, "composer.json": true, "conanfile.txt": true, "condarc": true, "containerfile": true, "copilot-instructions.md": true, "crontab": true, "deno.json": true, "deno.jsonc": true, "dependabot.yaml": true, "dependabot.yml": true, "deps.edn": true, "devbox.json": true, "devfile.yaml": true, "dockerfile": true, "earthfile": true, "environment.yaml": true, "environment.yml": true,
	"extensions.xml": true, "firebase.json": true, "flake.nix": true, "fly.toml": true, "galaxy.yml": true, "garden.yml": true, "gemfile": true, "gemini.md": true, "gnumakefile": true, "go.mod": true, "go.work": true, "gradle-wrapper.properties": true, "gradle.properties": true, "hatch.toml": true, "heroku.yml": true, "justfile": true, "kustomization.yaml": true, "kustomization.yml": true,
	"lerna.json": true, "makefile": true, "maven-wrapper.properties": true, "mcp.json": true, "meson.build": true, "mise.local.toml": true, "mise.toml": true, "mix.exs": true, "module.bazel": true, "nixpacks.toml": true, "nodemon.json": true, "npm-shrinkwrap.json": true, "nuget.config": true, "nx.json": true, "opencode.json": true, "opencode.jsonc": true, "package-lock.json": true,
	"package.json": true, "pdm.toml": true, "pip.conf": true, "pip.ini": true, "pipfile": true, "pipfile.lock": true, "pixi.toml": true, "pnpm-lock.yaml": true, "pnpm-workspace.yaml": true, "podfile": true, "poetry.toml": true, "pom.xml": true, "procfile": true, "project.clj": true, "project.json": true, "pubspec.yaml": true, "pulumi.yaml": true, "pyproject.toml": true, "qwen.md": true,
	"railway.json": true, "railway.toml": true, "rakefile": true, "rebar.config": true, "renovate.json": true, "renovate.json5": true, "requirements.yml": true, "serverless.yaml": true, "serverless.yml": true, "settings.xml": true, "setup.cfg": true, "site.yml": true, "skaffold.yaml": true, "skill.md": true, "sqlc.yaml": true, "stack.yaml": true, "tiltfile": true, "tox.ini": true, "turbo.json": true,
	"user-data": true, "uv.toml": true, "vagrantfile": true, "vcpkg-configuration.json": true, "warp.md": true, "workspace": true, "workspace.bazel": true, "wrangler.toml": true, "yarn.lock": true,
}

// loadedEachTime names programs that runners of tests, builders and servers load before
// anything else, whatever they are asked for.
func loadedEachTime(file string) bool {
	base := strings.ToLower(path.Base(file))
	switch base {
	case "conftest.py", "setup.py", "noxfile.py", "fabfile.py", "dodo.py", "gulpfile.js", "gulpfile.ts", "gulpfile.mjs", "gruntfile.js", "karma.conf.js", "wdio.conf.js", "wdio.conf.ts", ".eslintrc.js", ".eslintrc.cjs", ".prettierrc.js", ".prettierrc.cjs", ".prettierrc.mjs", ".babelrc.js", ".mocharc.js", ".mocharc.cjs", "jest.setup.js", "jest.setup.ts", "vitest.setup.ts", "build.rs", "sconstruct", "wscript", "guardfile", "capfile", "fastfile", "dangerfile", "steepfile", "snakefile", ".pythonstartup", "gunicorn.conf.py", "package.swift", "build.zig":
		return true
	}
	name, ending, ok := strings.Cut(base, ".config.")
	return ok && name != "" && (ending == "js" || ending == "cjs" || ending == "mjs" || ending == "ts" || ending == "mts" || ending == "cts")
}

// toolServer is a server of tools that an agent starts, or asks.
func toolServer() *needle.Regexp {
	return compiled(`\b(?:mcpServers|mcp|servers)["']?\s*:\s*\{?[^§]{0,200}?\b(?:command|url|cmd)\b`)
}

// recipe is the text of such a file with its variables, and its quotes, as a shell
// has them.
func recipe(file, text string) string {
	switch base := strings.ToLower(path.Base(file)); {
	case strings.Contains(base, "makefile"), path.Ext(base) == ".mk", path.Ext(base) == ".mak":
		return makeVariable().ReplaceAllString(text, "$${$1}")
	case path.Ext(base) == ".md", strings.HasSuffix(base, "rules"), base == ".goosehints":
		return strings.ReplaceAll(text, "`", " ; ")
	case base == "setup.cfg":
		return metadata().ReplaceAllString(text, "")
	}
	return text
}

// makeVariable is a variable of make.
func makeVariable() *needle.Regexp { return compiled(`\$\((\w+)\)`) }

// metadata is where a package says that it has its page.
func metadata() *needle.Regexp {
	return compiled(`(?m)^(?:url|home[-_]page|download_url)\s*=.*$`)
}

// tells finds what such a file must not say.
func tells(file, text string) string {
	base := strings.ToLower(path.Base(file))
	if word := codeFrom(base, file, text) + strangeSource(inherited(), text); word != "" {
		return word
	}
	if strings.Contains(base, "mcp") || strings.HasPrefix(base, "opencode.") || containsAny(file, "/.amazonq/", "/.rovodev/") || base == "claude_desktop_config.json" {
		if word := toolServer().FindString(text); word != "" {
			return strings.TrimSpace(word)
		}
	}
	switch ext := path.Ext(base); {
	case strings.Contains(base, "compose") && ext != ".json" && ext != ".lock", ext == ".yml", ext == ".yaml":
		if word := machineWithin(base, text); word != "" {
			return word
		}
	case ext == ".md", strings.HasSuffix(base, "rules"), base == ".goosehints":
		return instructed(text)
	case ext == ".tf", ext == ".tofu", ext == ".hcl":
		return planned(text)
	}
	return strings.TrimSpace(passedBy().FindString(text) + readsSecret().FindString(text))
}

// passedBy are keys that put a program, or a part of one, from a folder of everybody before
// a tool.
func passedBy() *needle.Regexp {
	return compiled(`(?i)(?:[\w.-]*(?:wrapper|linker|runner|preload|nodepath|node-options|init-script)|\b(?:program|shell|script-shell|plugins?|command|cmd|entry|entrypoint|globalsetup|globalteardown|setupfiles\w*|presets?|transform|resolver|testenvironment|reporters?|extends|requires?|imports?|hooks|parser|builder|bootstrap|pythonpath|exec\w*))["']?\s*[:=]\s*["'\[]*(?:--?[\w-]+[= ])?(?:/tmp|/dev/shm|/var/tmp)/[^\s"']*|--(?:require|config|import|loader|init-script|plugin|import-map)[= ]["']?(?:/tmp|/dev/shm|/var/tmp)/[^\s"']*|\saddopts\s*=[^\n]*\s-[cp]\s*/tmp/`)
}

// inherited are settings, and rules that are programs, that come from an address.
func inherited() *needle.Regexp {
	return compiled(`\b(?:extends|inherit_from|parent_config|requires?|taskfile|includes?|presets?|plugins?)["']?\s*[:=]\s*["'\[-]*\s*["']?(https?://[^\s"',\]}]+)`)
}

// readsSecret is a command that reads, or hands on, a file of credentials of a person.
func readsSecret() *needle.Regexp {
	return compiled(`\b(?:cat|cp|base64|tar|zip|head|tail|less|tee|dd|xxd|openssl|mv|rsync|gzip|install|strings|od|sed|awk|grep)\s[^\n;&|]*?(?:~|\$\{?HOME\}?|/root|/home/[\w.-]+)/\.(?:ssh/(?:id_|\*|["'\s]|$)|aws/?(?:cred|\*|["'\s]|$)|gnupg|netrc|pgpass|git-credentials|npmrc|pypirc|kube/config|docker/config|config/(?:gh|gcloud)|bash_history|zsh_history|vault-token|password-store)`)
}

// instructed finds in what agents are told that they shall hand secrets to a host.
func instructed(text string) string {
	for line := range strings.Lines(text) {
		if (secret(line) != "" || envFile().MatchString(line)) && handsOver().MatchString(line) {
			for _, m := range url().FindAllStringSubmatch(line, -1) {
				if !neighbour(m[1]) && !service(m[1]) {
					return strings.TrimSpace(line)
				}
			}
		}
	}
	return ""
}

// handsOver is a word for handing something to a host, with the beginning of its address
// behind it.
func handsOver() *needle.Regexp {
	return compiled(`(?i)\b(?:send|post|upload|curl|wget|paste|forward|submit|attach|report|share|push|transmit|mail|put|copy|include)\w*\b[^\n]*://`)
}

// envFile is a file of variables, by its name.
func envFile() *needle.Regexp {
	return compiled(`(?:^|[\s"'` + "`" + `(/])\.env(?:\.(?:local|prod\w*))?(?:[\s"'` + "`" + `),;:.]|$)`)
}

// planned finds in a plan of infrastructure where its state, with all its secrets, goes to
// a strange host.
func planned(text string) string {
	_, rest, ok := strings.Cut(text, `backend "http"`)
	if !ok {
		return ""
	}
	for _, m := range url().FindAllStringSubmatch(rest, -1) {
		if !neighbour(m[1]) && !service(m[1]) && !strings.HasPrefix(m[1], "gitlab.") {
			return m[0]
		}
	}
	return ""
}
