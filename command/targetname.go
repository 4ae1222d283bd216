package command

import (
	"slices"
	"strings"
	"unicode"

	"passepartout/command/catalogue"
)

// composedTarget is the mark of a target whose last part says what happens to
// the first: docker-push, site_deploy, dockerPushImage, flywayClean. It holds
// for tools whose words are names of tasks; elsewhere file-upload is a package.
// A first part that only prepares or checks makes it harmless: pre-push.
func composedTarget(tool, word string) string {
	if tool == "mill" { // app.publishAll, mill.scalalib.PublishModule/publishAll
		return targetWord(word[strings.LastIndexAny(word, "./")+1:])
	}
	if !runsTasks(tool) || strings.ContainsAny(word, "/\\=.") || strings.HasPrefix(word, "-") {
		return ""
	}
	switch word {
	case "flywayClean", "liquibaseDropAll", "liquibaseRollback":
		return catalogue.MarkDatabase
	case "jib", "sonar", "sonarqube", "closeAndReleaseRepository":
		return catalogue.MarkPublish
	}
	parts := nameParts(word)
	if len(parts) < 2 {
		return ""
	}
	switch parts[0] {
	case "test", "tests", "check", "lint", "pre", "post", "prepare", "validate", "verify", "dry", "plan", "compile", "mock", "assemble", "process", "generate", "gen", "fmt", "format", "merge", "no", "skip", "without", "unit", "e2e", "view", "show", "list", "file", "image", "build":
		return ""
	}
	last := len(parts) - 1
	switch parts[last] {
	case "prod", "production", "staging", "live", "all", "image", "images", "release", "repository":
		if last > 1 {
			last-- // app-deploy-prod
		}
	}
	if slices.Contains([]string{"deploy", "publish", "upload", "push"}, parts[last]) {
		return catalogue.MarkPublish
	}
	return ""
}

// runsTasks names tools whose operands are tasks that the project has named.
func runsTasks(tool string) bool {
	switch tool {
	case "make", "gmake", "bmake", "just", "task", "go-task", "mage", "rake", "gradle", "gradlew", "invoke", "inv", "doit", "nox", "npm", "yarn", "pnpm", "bun", "composer", "npm-run-all", "npm-run-all2", "run-s", "run-p", "concurrently", "nps", "poe", "sbt", "grunt", "gulp", "jake", "cake", "earthly", "xmake", "turbo", "deno", "dagger":
		return true
	}
	return false
}

// nameParts divides docker-push, docker_push, docker:push and dockerPush alike.
func nameParts(word string) []string {
	var parts []string
	from := 0
	for i, c := range word {
		switch {
		case c == '-' || c == '_' || c == ':':
			parts = append(parts, strings.ToLower(word[from:i]))
			from = i + 1
		case i > from && unicode.IsUpper(c):
			parts = append(parts, strings.ToLower(word[from:i]))
			from = i
		}
	}
	return append(parts, strings.ToLower(word[from:]))
}
