package command

import (
	"path"
	"strings"
)

// authoredSort is what a file that a command writes is to the tools that run there.
type authoredSort uint8

const (
	authoredData   authoredSort = iota // nothing that runs
	authoredRecipe                     // lines that a shell gets: Makefile, package.json
	authoredCode                       // a program, a test
	authoredFolder                     // a folder; the text says which files: a patch
)

// authoredKind tells by a file's name what tools do with it.
func authoredKind(file string) authoredSort {
	base := path.Base(file)
	switch base {
	case "Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", ".justfile", "package.json", "composer.json", "deno.json", "deno.jsonc",
		"tox.ini", "setup.cfg", "pyproject.toml", "Cargo.toml", "config.toml", "config", ".pre-commit-config.yaml", "lefthook.yml", "lefthook.yaml", ".lefthook.yml",
		"Taskfile.yml", "Taskfile.yaml", "turbo.json", "nx.json", "project.json", "CMakeLists.txt", "meson.build", "BUILD", "BUILD.bazel", "WORKSPACE", "build.xml", "pom.xml",
		"build.ninja", "Procfile", ".npmrc", ".yarnrc.yml", "configure", "gradlew", "mvnw", "dune", "package.yaml", "rebar.config", "wscript":
		return authoredRecipe
	case "Rakefile", "rakefile", "Gemfile", "Guardfile", "SConstruct", "SConscript", "Fastfile", "Dangerfile", "Jenkinsfile", "Vagrantfile", "Brewfile":
		return authoredCode
	}
	switch strings.ToLower(path.Ext(base)) {
	case ".mk", ".make", ".mak", ".just", ".sh", ".bash", ".zsh", ".ksh", ".fish", ".cmake", ".ninja", ".bats", ".bzl", ".gyp", ".gypi":
		return authoredRecipe
	case ".py", ".pyi", ".pyx", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".rb", ".rake", ".gemspec", ".ru", ".php", ".phtml", ".go", ".rs",
		".java", ".kt", ".kts", ".scala", ".sbt", ".sc", ".groovy", ".gradle", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm", ".cs", ".fs", ".fsx", ".vb", ".swift",
		".ex", ".exs", ".erl", ".hrl", ".hs", ".lhs", ".ml", ".mli", ".lua", ".pl", ".pm", ".t", ".r", ".jl", ".dart", ".zig", ".nim", ".cr", ".clj", ".cljs", ".cljc", ".edn", ".tcl", ".d", ".v",
		".nix", ".el", ".lisp", ".scm", ".rkt", ".coffee", ".ipynb", ".feature", ".cfg", ".pth":
		return authoredCode
	case "":
		if strings.Contains(file, "/.git/hooks/") || strings.Contains(file, "/.husky/") || strings.Contains(file, "/bin/") || strings.Contains(file, "/scripts/") {
			return authoredRecipe
		}
		return authoredFolder
	}
	return authoredData
}
