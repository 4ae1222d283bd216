package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeNpx is npx(1) of npm and its like: npm exec, bun x, and pnpm with a
// word that is none of its own commands. A tool that projects have among their
// own packages is started from there; fetching it would need a connection to
// the registry, which is not stated and so not given. Whatever else is named,
// or asked for by --yes or --package, comes from the registry.
func analyzeNpx(v *visit) bool {
	switch v.name {
	case "npx", "pnpx", "bunx":
	case "npm", "bun":
		if v.path != "npm exec" && v.path != "npm x" && v.path != "bun x" {
			return false
		}
	case "pnpm":
		return v.ownScript()
	default:
		return false
	}
	words := v.operands
	if len(words) > 1 && v.name == "npm" && words[1].exact() && words[1].text == "--" { // npm exec tsc -- --noEmit
		words = append([]field{words[0]}, words[2:]...)
	}
	if len(words) == 0 || !words[0].exact() || v.hasOnly || len(v.args) > 0 || v.has("-y", "--yes") {
		return false
	}
	if bin := binOf(words[0].text); bin != words[0].text {
		words = append([]field{{text: bin, span: words[0].span}}, words[1:]...)
	}
	if strings.Contains(words[0].text, "/") || !v.projectTool(words[0].text) {
		return false
	}
	v.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: v.r.joinPath(v.r.w.Dir, field{text: "node_modules"}), Certain: true, By: v.name, Mark: catalogue.MarkBuild, Span: v.fields[0].span})
	v.r.within(v.name, func() { v.r.exec(v.sc, words) })
	return true
}

// scriptByName is a command of concurrently(1) that only names a script of
// package.json: npm:dev. A pattern (npm:*) may stand for any of them.
func (v *visit) scriptByName(f field) bool {
	if v.name != "concurrently" || !f.exact() {
		return false
	}
	manager, script, ok := strings.Cut(f.text, ":")
	if !ok || strings.ContainsAny(script, " \t\n;&|<>$`'\"\\()/*?[") {
		return false
	}
	switch manager {
	case "npm", "pnpm", "yarn", "bun":
	default:
		return false
	}
	v.packageScript(script)
	return true
}

// packageScript states that a script of package.json runs, and what its name
// says that it does.
func (v *visit) packageScript(name string) {
	mark := catalogue.MarkBuild
	if m := targetMark(name); m != "" {
		mark = m
	} else if m := composedTarget(v.name, name); m != "" {
		mark = m
	}
	v.r.codePath(v.sc, field{text: "./package.json", span: v.fields[0].span}, v.name, mark)
}

// ownScript is pnpm with a word that is none of its commands: a script of
// package.json if there is one by that name, else a program of the packages or
// of the machine. So both are stated. A name with a colon is a script's.
func (v *visit) ownScript() bool {
	if len(v.parents) > 0 || v.wrapped == nil {
		return false
	}
	first := v.wrapped[0]
	v.packageScript(first.text)
	if first.exact() && strings.Contains(first.text, ":") && !strings.Contains(first.text, "/") {
		v.strays(catalogue.MarkBuild)
		return true
	}
	return false
}

// projectTool reports whether the entry of a program says that projects of Node
// list it as their own dependency.
func (v *visit) projectTool(name string) bool {
	p, err := v.r.a.catalogue.Find(name)
	return err == nil && p.Spec.NPM
}

// binOf is the program that a package brings whose name is another one.
func binOf(name string) string {
	switch name {
	case "@biomejs/biome":
		return "biome"
	case "@redocly/cli":
		return "redocly"
	case "@stoplight/spectral-cli":
		return "spectral"
	case "@graphql-codegen/cli":
		return "graphql-codegen"
	case "@openapitools/openapi-generator-cli":
		return "openapi-generator-cli"
	case "@11ty/eleventy":
		return "eleventy"
	case "@changesets/cli":
		return "changeset"
	case "@commitlint/cli":
		return "commitlint"
	case "@tailwindcss/cli":
		return "tailwindcss"
	case "@arethetypeswrong/cli":
		return "attw"
	case "@svgr/cli":
		return "svgr"
	case "@vercel/ncc":
		return "ncc"
	case "@playwright/test":
		return "playwright"
	case "@babel/cli":
		return "babel"
	case "@swc/cli":
		return "swc"
	case "@mermaid-js/mermaid-cli":
		return "mmdc"
	case "@apidevtools/swagger-cli":
		return "swagger-cli"
	case "@cucumber/cucumber":
		return "cucumber-js"
	case "@stryker-mutator/core":
		return "stryker"
	case "@rspack/cli":
		return "rspack"
	case "@nestjs/cli":
		return "nest"
	case "@angular/cli":
		return "ng"
	case "@microsoft/api-extractor":
		return "api-extractor"
	case "@lhci/cli":
		return "lhci"
	case "json-schema-to-typescript":
		return "json2ts"
	case "dependency-cruiser":
		return "depcruise"
	}
	return name
}
