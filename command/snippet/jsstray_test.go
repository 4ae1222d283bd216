package snippet

import "testing"

// TestJavaScriptStrays: values that are got by names that nobody knows, handed on to
// functions and names, and what the members are that an object has itself.
func TestJavaScriptStrays(t *testing.T) {
	t.Parallel()
	const given = `const fs = require("fs"), a = JSON.parse(fs.readFileSync("a.json")), b = JSON.parse(fs.readFileSync("b.json")); `
	const merge = `const m = (a, b) => { for (const k of Object.keys(a)) { if (typeof a[k] === "object") { b[k] ??= {}; m(a[k], b[k]) } else if (!(k in b)) b[k] = a[k] } }; m(a, b); `
	for text, want := range map[string]bool{
		merge + `fs.writeFileSync("b.json", JSON.stringify(b))`:                                                                                      true,
		merge + `fs.readFileSync("c", { encoding: "utf8" })`:                                                                                         false,
		merge + `require("child_process").execFileSync("git", ["status"])`:                                                                           false,
		merge + `fs.rmSync("dist", { force: true })`:                                                                                                 false,
		merge + `require("./lib").run()`:                                                                                                             false,
		`const m = (a, b) => { m(a.n, b[a.k]); b(a.code)() }; m(a, b)`:                                                                               false,
		`const g = (q) => q(a.code); const m = (a, b) => { m(a.n, b[a.k]); g(b) }; m(a, b)`:                                                          false,
		`let c = b; for (const k of a.ks) c = c[k] ??= {}; c[a.l] = 1; fs.writeFileSync("b.json", "x")`:                                              true,
		`let c = b; for (const k of a.ks) c = c[k] ??= {}; c(a.code)()`:                                                                              false,
		`let c = b; for (const k of a.ks) c = c[k] ??= {}; c[a.l] = () => 1`:                                                                         false,
		`const s = (v) => Object.keys(v).sort().reduce((o, k) => { o[k] = s(v[k]); return o }, {}); s(a)`:                                            true,
		`for (const k of Object.keys(a)) { delete a[k]; const g = [a[k]]; g[0]("x") }`:                                                               false,
		`for (const o of [a, b]) { if (k) { const g = [o[k]]; g[0](b.code) } for (var k of Object.keys(o)) {} }`:                                     false,
		`const p = new Proxy({}, { ownKeys: () => [a.k] }); for (const k in p) { const g = [p[k]]; g[0]("x") }`:                                      false,
		`for (const f of Object.values(require("node:test"))) f({ files: ["x.js"] })`:                                                                false,
		`const o = {}; const x = (o[a.k] ??= {}); x.n = 1; x.m++`:                                                                                    true,
		`const o = {}; const x = (o[a.k] ??= {})[a.k]; x(a.code)()`:                                                                                  false,
		`const j = async (m, p) => fetch("http://localhost:3000" + p, { method: m }); j("GET", "/a").then(async (r) => j("PUT", ` + "`/a/${r.id}`))": true,
		`const j = async (p) => fetch("http://localhost:3000" + p); j("/a"); j()`:                                                                    false,
		`const j = async (p) => fetch("http://localhost:3000" + p); j("/a"); const k = j; k(a.x)`:                                                    false,
		`const j = async (p) => { p = a.x; return fetch("http://localhost:3000" + p) }; j("/a")`:                                                     false,
	} {
		if _, ok := JavaScript(given+text, Given{Known: true, Folder: ".", File: "/w/a.js"}); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
}
