package snippet

import "testing"

// TestJavaScriptTold: what is known of values that other code gives, of threads, of
// bundlers and of pages.
func TestJavaScriptTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`import * as l from "./src/l.js"; for (const x of l.all()) console.log(x.run().name)`: true,
		`import * as l from "./src/l.js"; for (const { rm } of l.all()) rm("src")`:            false,
		`import * as l from "./src/l.js"; for (const [n, m] of l.all()) m.execSync("id")`:     false,
		`import * as l from "./src/l.js"; console.log(l.options.migrations)`:                  true,
		`import * as l from "./src/l.js"; l.each(l.deploy)`:                                   false,
		`const l = require("./l"); const release = l.lock(); release()`:                       true,
		`require("./l").release()`: false,
		`const { Worker, isMainThread } = require("worker_threads"); if (isMainThread) new Worker(__filename)`:                                        true,
		`const { Worker, isMainThread } = require("worker_threads"); if (!isMainThread) new Worker(__filename)`:                                       false,
		`const { Worker } = require("worker_threads"); new Worker("./dist/w.js", { workerData: { n: 1 } }).on("exit", (c) => console.log(c))`:         true,
		`const { Worker } = require("worker_threads"); new Worker("1", { eval: true })`:                                                               false,
		`const { Worker } = require("worker_threads"); for (;;) new Worker("./dist/w.js")`:                                                            false,
		`require("esbuild").build({ entryPoints: ["a.ts"], write: false }).then((r) => console.log(r.outputFiles.length))`:                            true,
		`require("esbuild").build({ entryPoints: ["a.ts"], outfile: process.argv[2] })`:                                                               false,
		`require("esbuild").build({ entryPoints: ["a.ts"], outfile: "a.js", banner: { js: "x" } })`:                                                   false,
		`const { JSDOM } = require("jsdom"); console.log(new JSDOM("<p>a</p>").window.document.title)`:                                                true,
		`const { JSDOM } = require("jsdom"); new JSDOM("<script>1</script>", { runScripts: "dangerously" })`:                                          false,
		`const { window } = new (require("jsdom").JSDOM)(""); new window.XMLHttpRequest()`:                                                            false,
		`console.log(Reflect.ownKeys({ a: 1 }), Reflect.has({}, "a"))`:                                                                                true,
		`Reflect.get({}, "constructor")("return 1")()`:                                                                                                false,
		`const s = require("child_process").spawnSync; const run = (...a) => s("git", ["log", ...a]); run("-1"); run("--stat")`:                       true,
		`const s = require("child_process").spawnSync; const run = (...a) => s("git", ["log", ...a]); run(process.argv[2])`:                           false,
		`const o = JSON.parse("{}"); const l = []; for (const k in o) l.push(o[k].version); class A {}; console.log(l, new A())`:                      true,
		`const o = JSON.parse("{}"), p = JSON.parse("{}"); const l = []; for (const k in p) l.push(o[k].assign); class A {}; console.log(l, new A())`: false,
	} {
		if _, ok := JavaScript(text, Given{Known: true, Folder: ".", File: "/w/a.js"}); ok != want {
			t.Errorf("%s: %v", text, ok)
		}
	}
}
