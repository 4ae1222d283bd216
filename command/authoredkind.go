package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// authoredSort is what a file that a command writes is to the tools that run there.
type authoredSort uint8

const (
	authoredData     authoredSort = iota // nothing that runs
	authoredRecipe                       // lines that a shell gets: Makefile, package.json
	authoredCode                         // a program, a test
	authoredSettings                     // what a tool takes for settings, some of which name programs
	authoredFolder                       // a folder; the text says which files: a patch
)

// authoredKind tells by a file's name what tools do with it.
func authoredKind(file string) authoredSort {
	base := path.Base(file)
	switch base {
	case "Makefile", "makefile", "GNUmakefile", "BSDmakefile", "justfile", "Justfile", ".justfile", "package.json", "composer.json", "deno.json", "deno.jsonc",
		"tox.ini", "setup.cfg", "pyproject.toml", "Cargo.toml", "config.toml", "config", ".pre-commit-config.yaml", "lefthook.yml", "lefthook.yaml", ".lefthook.yml",
		"Taskfile.yml", "Taskfile.yaml", "turbo.json", "nx.json", "project.json", "CMakeLists.txt", "meson.build", "BUILD", "BUILD.bazel", "WORKSPACE", "build.xml", "pom.xml",
		"build.ninja", "Procfile", ".npmrc", ".yarnrc.yml", "configure", "gradlew", "mvnw", "dune", "package.yaml", "rebar.config", "wscript":
		return authoredRecipe
	case "Rakefile", "rakefile", "Gemfile", "Guardfile", "SConstruct", "SConscript", "Fastfile", "Dangerfile", "Jenkinsfile", "Vagrantfile", "Brewfile", "Capfile", "Podfile", ".irbrc", ".pryrc", ".simplecov",
		"Steepfile", "Thorfile", "Appraisals", "Snakefile", "Tiltfile", ".pylintrc", "pylintrc", ".pdbrc", ".pythonrc", "Jakefile", "Cakefile", ".Rprofile", ".luacheckrc", ".busted", ".ghci", ".ocamlinit", ".nvimrc", ".emacs", "latexmkrc", ".latexmkrc":
		return authoredCode
	}
	if settingsName(file, base) {
		return authoredSettings
	}
	switch strings.ToLower(path.Ext(base)) {
	case ".mk", ".make", ".mak", ".just", ".sh", ".bash", ".zsh", ".ksh", ".fish", ".cmake", ".ninja", ".bats", ".bzl", ".gyp", ".gypi":
		return authoredRecipe
	case ".py", ".pyi", ".pyx", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".rb", ".rake", ".gemspec", ".ru", ".php", ".phtml", ".go", ".rs",
		".java", ".kt", ".kts", ".scala", ".sbt", ".mill", ".sc", ".groovy", ".gradle", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm", ".cs", ".fs", ".fsx", ".vb", ".swift",
		".ex", ".exs", ".erl", ".hrl", ".hs", ".lhs", ".ml", ".mli", ".lua", ".pl", ".pm", ".t", ".r", ".jl", ".dart", ".zig", ".nim", ".nims", ".nimble", ".cr", ".clj", ".cljs", ".cljc", ".edn", ".tcl", ".d", ".v",
		".nix", ".el", ".lisp", ".scm", ".rkt", ".ly", ".ily", ".coffee", ".ipynb", ".feature", ".pth", ".script", ".gd", ".tscn", ".tres", ".podspec", ".astro", ".s", ".asm":
		return authoredCode
	case ".cfg", ".toml", ".ini", ".properties", ".rc", ".config":
		return authoredSettings
	case "":
		if strings.Contains(file, "/.git/hooks/") || strings.Contains(file, "/.husky/") || strings.Contains(file, "/bin/") || strings.Contains(file, "/.bin/") || strings.Contains(file, "/scripts/") {
			return authoredRecipe
		}
		return authoredFolder
	}
	if !informs(base) && (strings.HasPrefix(base, ".") || !holdsData(base)) { // what a tool looks for by itself, or a language of its own
		return authoredSettings
	}
	return authoredData
}

// holdsData names endings of texts for people, of data and of what a browser shows.
func holdsData(base string) bool {
	switch strings.ToLower(path.Ext(base)) {
	case ".conf", ".cnf", ".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".json5", ".jsonc", ".geojson", ".xml", ".xsd", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".pdf", ".ics", ".scss", ".sass", ".less", ".styl", ".woff2", ".http", ".rest", ".graphql", ".gql", ".sparql", ".rq", ".cypher", ".proto", ".avsc", ".diff", ".patch", ".bak", ".orig", ".tmp",
		".out", ".snap", ".golden", ".expected", ".dat", ".data", ".bin", ".sample", ".example", ".dist", ".template", ".tmpl", ".tpl", ".j2", ".hbs", ".mustache", ".ejs", ".erb", ".haml", ".slim", ".liquid", ".pug", ".po", ".pot", ".pem", ".crt", ".key", ".csr", ".pid", ".list", ".supp", ".service", ".timer", ".desktop", ".bib", ".gitkeep", ".keep", ".new", ".old", ".1", ".2", ".gz", ".zip", ".tar", ".db", ".sqlite", ".img", ".iso", ".raw", ".o", ".a", ".so", ".class", ".jar", ".qcow2", ".swap", ".ext4", ".lst", ".pyc", ".wasm", ".exe", ".mp3", ".mp4", ".wav", ".ogg", ".parquet", ".feather", ".pkl", ".npy", ".npz", ".h5", ".pt":
		return true
	}
	return proseName(base)
}

// namedByTools gives a file of which only the folder is known (what a variable holds that
// ls or find has printed) the name of one that the tools of this command load.
func (a *author) namedByTools(file string) string {
	dir, base := path.Split(file)
	if !strings.HasSuffix(base, "*") {
		return file
	}
	for _, by := range a.tools {
		ending := ""
		switch by {
		case "mix", "iex", "elixir":
			ending = ".exs"
		case "python", "python3", "pytest", "tox", "nox", "flask", "django-admin", "alembic", "celery", "uvicorn", "gunicorn":
			ending = ".py"
		case "ruby", "bundle", "rspec", "rails", "rake", "irb":
			ending = ".rb"
		case "php", "phpunit", "composer", "artisan", "pest", "phpstan":
			ending = ".php"
		case "go":
			ending = ".go"
		case "cargo":
			ending = ".rs"
		case "java", "mvn", "mvnw", "gradle", "gradlew", "sbt", "kotlin", "scala":
			ending = ".java"
		case "node", "npm", "npx", "pnpm", "yarn", "bun", "deno", "jest", "vitest", "mocha", "tsx", "ts-node":
			ending = ".js"
		default:
			continue
		}
		return dir + "any" + ending
	}
	return file
}

// kindOf is what a file is to tools that run, by its name and by theirs.
func (a *author) kindOf(w pipeline.Effect) authoredSort {
	kind := authoredKind(w.Object)
	switch {
	case kind == authoredSettings && w.By == "git" && path.Base(w.Object) == ".git":
		return authoredFolder
	case kind == authoredFolder && typist(w.By) && informs(path.Base(w.Object)):
		return authoredData
	case kind == authoredFolder && typist(w.By): // which writes no folder
		return authoredRecipe
	case kind == authoredData && a.namedFor(w) != "":
		return authoredSettings
	}
	return kind
}

// informs reports whether a file of that name tells people or an editor something, or
// lists names, and no tool takes programs from it.
func informs(base string) bool {
	switch base {
	case ".gitignore", ".dockerignore", ".editorconfig", ".gitkeep", ".keep", ".nvmrc", ".node-version", ".python-version", ".ruby-version", ".mailmap", ".nojekyll", "VERSION", "TODO", "AUTHORS", "CODEOWNERS", "CNAME", ".gitlab-ci.yml", ".travis.yml", ".readthedocs.yaml", ".readthedocs.yml", ".codecov.yml", ".cirrus.yml", ".appveyor.yml", ".woodpecker.yml":
		return true
	}
	for _, begin := range [...]string{"LICENSE", "LICENCE", "README", "CHANGELOG", "NOTICE", "COPYING", "Dockerfile", "Containerfile", ".env"} {
		if ext := path.Ext(base); strings.HasPrefix(base, begin) && base != ".envrc" && (ext == "" || proseName(base) || begin == ".env" || strings.HasSuffix(begin, "file")) {
			return true
		}
	}
	return strings.HasSuffix(base, "ignore")
}

// settingsName names files by which tools are told what to load or to run.
func settingsName(file, base string) bool {
	switch base {
	case ".yarnrc", ".rspec", ".swcrc", ".envrc", ".gitattributes", ".gitconfig", ".bazelrc", ".bowerrc", ".jshintrc", "nodemon.json", "angular.json", "lerna.json", "jsconfig.json",
		"bunfig.toml", "phpunit.xml", "phpunit.xml.dist", "go.mod", "go.work", "mkdocs.yml", "mkdocs.yaml", "pytest.ini", "nuget.config", "NuGet.Config", "NuGet.config", "cypress.json", "babel.config.json", "jest.config.json",
		"gradle.properties", "gradle-wrapper.properties", "maven-wrapper.properties", "jvm.config", "maven.config", "extensions.xml", "settings.xml", "ivy.xml", "mise.toml", ".mise.toml", "cabal.project", "stack.yaml", "rust-toolchain.toml",
		"pubspec.yaml", "build.yaml", "alembic.ini", "CMakePresets.json", "configure.ac", "dbt_project.yml", ".gdbinit", ".lldbinit", ".exrc", ".vimrc", ".perltidyrc", ".proverc", "cpanfile", "lint-staged.config.json", "tslint.json", "Procfile.dev", "noxfile.toml",
		"netlify.toml", "vercel.json", "firebase.json", "serverless.yml", "wrangler.toml", "dvc.yaml", "Pipfile", "pixi.toml", "hatch.toml", "poetry.toml", "pdm.toml", "uv.toml", ".coveragerc", "mypy.ini", ".mypy.ini", ".flake8", "ruff.toml",
		".rubocop.yml", ".yardopts", ".Renviron", ".sbtopts", ".jvmopts", "build.properties", ".psqlrc", ".sqliterc", "latexmkrc", ".latexmkrc", "LatexMk", ".curlrc", ".wgetrc", "ansible.cfg", "terragrunt.hcl", "skaffold.yaml", ".drone.yml", "Kbuild", "Tupfile", "conanfile.txt",
		"dub.json", "nim.cfg", "Trunk.toml", "Makefile.toml", "melos.yaml", "global.json", "dotnet-tools.json", "biome.json", ".czrc", "pnpm-workspace.yaml", "knip.json", "project.yml", ".swiftlint.yml", ".tool-versions", ".env.test",
		"_config.yml", "shard.yml", "foundry.toml", "phpstan.neon", "phpstan.neon.dist", "psalm.xml", "behat.yml", "infection.json", "docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "docker-compose.override.yml", "Earthfile", "act.yml", "analysis_options.yaml", "profiles.yml", "kustomization.yaml", "kustomization.yml", "codegen.yml", "codegen.yaml", ".flaskenv", "environment.yml", "Chart.yaml", "helmfile.yaml", "tilt_config.json":
		return true
	}
	for _, begin := range [...]string{".eslintrc", ".prettierrc", ".babelrc", ".mocharc", ".nycrc", ".lintstagedrc", "tsconfig", ".stylelintrc", ".commitlintrc", ".postcssrc", ".sassrc", ".huskyrc", ".lefthook", ".markdownlint", ".releaserc", ".c8rc", ".swcrc", ".taprc"} {
		if strings.HasPrefix(base, begin) {
			switch path.Ext(base) {
			case ".js", ".cjs", ".mjs", ".ts":
			default:
				return true
			}
		}
	}
	switch strings.ToLower(path.Ext(base)) {
	case ".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".tf", ".cabal", ".pri", ".pro", ".am", ".m4", ".code-workspace", ".wrap", ".hcl", ".do", ".rockspec", ".cake":
		return true
	}
	return strings.Contains(file, "/.vscode/") || strings.Contains(file, "/.mvn/") || strings.Contains(file, "/.devcontainer/")
}

// loadsUnsaid reports whether a program runs that loads files of the folder though its
// effects say nothing of code.
func (r *run) loadsUnsaid() bool {
	return slices.ContainsFunc(r.commands, func(c Command) bool {
		switch c.Name {
		case "git", "docker", "podman", "docker-compose", "podman-compose", "composer", "direnv", "kubectl":
			return true
		}
		return false
	})
}

// loadedUnsaid names the program that loads a file like that: git runs hooks, compose
// mounts what its file says, composer runs scripts after what it does.
func (r *run) loadedUnsaid(file string) string {
	base := path.Base(file)
	for i := range r.commands {
		c := &r.commands[i]
		switch c.Name {
		case "git":
			if hookName(file, base) && slices.ContainsFunc(c.Argv, runsHooks) {
				return "git"
			}
		case "docker", "podman", "docker-compose", "podman-compose":
			if strings.Contains(base, "compose") {
				return c.Name
			}
		case "composer":
			if base == "composer.json" {
				return c.Name
			}
		case "kubectl":
			if strings.HasPrefix(base, "kustomization.") {
				return c.Name
			}
		case "direnv":
			if base == ".envrc" {
				return c.Name
			}
		}
	}
	return ""
}

// runsHooks reports whether a word is a command of git that runs hooks or filters.
func runsHooks(w Word) bool {
	switch w.Text {
	case "commit", "push", "merge", "rebase", "checkout", "switch", "am", "pull", "add", "cherry-pick", "revert", "stash", "worktree":
		return true
	}
	return false
}

// hookName names files that git runs, or has a manager of hooks read, when it commits.
func hookName(file, base string) bool {
	switch base {
	case "lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".pre-commit-config.yaml", ".gitattributes":
		return true
	}
	return strings.HasPrefix(base, ".huskyrc") || strings.HasPrefix(base, ".lintstagedrc") || strings.Contains(file, "/.husky/") || strings.Contains(file, "/.git/hooks/") || strings.Contains(file, "/.githooks/")
}
