package command

import (
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeNpx is npx(1) of npm and its like. A tool that projects have among
// their own packages is started from there; fetching it would need a connection
// to the registry, which is not stated and so not given. Whatever else is
// named, or asked for by --yes or --package, comes from the registry.
func analyzeNpx(v *visit) bool {
	switch v.name {
	case "npx", "pnpx", "bunx":
	default:
		return false
	}
	if len(v.operands) == 0 || !v.operands[0].exact() || !projectTool(v.operands[0].text) || v.hasOnly || len(v.args) > 0 || v.has("-y", "--yes") {
		return false
	}
	v.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: v.r.joinPath(v.r.w.Dir, field{text: "node_modules"}), Certain: true, By: v.name, Mark: catalogue.MarkBuild, Span: v.fields[0].span})
	v.r.within(v.name, func() { v.r.exec(v.sc, v.operands) })
	return true
}

// projectTool names tools of JavaScript that projects list as their own
// dependencies and that look at, build or test them.
func projectTool(name string) bool {
	switch name {
	case "tsc", "vue-tsc", "svelte-check", "eslint", "prettier", "stylelint", "biome", "oxlint", "standard", "xo", "cspell", "markdownlint", "markdownlint-cli2", "lint-staged", "commitlint",
		"jest", "vitest", "mocha", "ava", "tap", "karma", "c8", "nyc", "webpack", "rollup", "esbuild", "vite", "parcel", "tsup", "babel", "swc", "next", "nuxt", "astro", "ng", "nx", "turbo", "gulp", "grunt",
		"ts-node", "tsx", "tailwindcss", "postcss", "sass", "typedoc", "jsdoc", "depcheck", "knip", "madge":
		return true
	}
	return false
}
