package command

import (
	"path"
	"strings"
)

// A tool takes its settings from a file of its own name: .goreleaser.yml, typedoc.json,
// .oxlintrc.json, golangci.toml. No list of such names is whole, so what a command writes
// under the name of a tool whose code it runs is taken for settings of that.

// namesake reports whether a file is by its name settings of one of the tools that run
// code here.
func (a *author) namesake(file string) bool {
	base := strings.ToLower(path.Base(file))
	switch path.Ext(base) {
	case "", ".toml", ".yml", ".yaml", ".json", ".json5", ".jsonc", ".ini", ".conf", ".cfg", ".config", ".cnf", ".properties", ".xml", ".kdl", ".lua", ".rc":
	default:
		if strings.Count(base, ".") != 1 || base[0] != '.' { // .latexmkrc
			return false
		}
	}
	if strings.Contains(file, "/.github/") || strings.Contains(file, "/.circleci/") || strings.HasSuffix(base, "ignore") {
		return false
	}
	stem, _, _ := strings.Cut(strings.TrimLeft(base, "._"), ".")
	if tool := settingsOf(stem); tool != "" {
		stem = tool
	}
	for _, tool := range a.tools {
		if sameTool(stem, tool) {
			return true
		}
	}
	return false
}

// sameTool reports whether the name of a file, without its ending, is that of a tool.
func sameTool(stem, tool string) bool {
	tool = strings.ToLower(tool)
	if len(stem) < 3 || len(tool) < 3 {
		return false
	}
	if rest, ok := strings.CutPrefix(stem, tool); ok {
		switch strings.TrimLeft(rest, "-_") {
		case "", "rc", "cli", "config", "conf", "settings", "file", "options":
			return true
		}
	}
	rest, ok := strings.CutPrefix(tool, strings.TrimSuffix(stem, "-cli"))
	return ok && (rest == "" || rest[0] == '-')
}

// settingsOf knows files whose names are not those of their tools.
func settingsOf(stem string) string {
	switch stem {
	case "book":
		return "mdbook"
	case "cliff":
		return "git-cliff"
	case "codegen":
		return "graphql-codegen"
	case "bsdmakefile":
		return "bmake"
	case "openapitools":
		return "openapi-generator-cli"
	case "ecosystem":
		return "pm2"
	case "taskfile":
		return "task"
	}
	return ""
}
