package snippet_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// TestJavaScriptPlaces: what programs do to which places is told. The effects that are
// asked for are among those that are told; none has another kind than said.
func TestJavaScriptPlaces(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Known: true, Eval: true, Inner: []string{"/home/agent/ws"}}
	given.Variable = func(name string) []string {
		if name == "TMPDIR" {
			return []string{"/tmp/scratch"}
		}
		return nil
	}
	cases := []struct{ program, effects, kinds string }{
		{`const fs = require("fs"); const rm = p => fs.rmSync(p); rm("a"); ["/etc/x"].forEach(rm)`, "delete a|delete /etc/x", "delete"},
		{`const fs = require("fs"); function walk(d) { for (const e of fs.readdirSync(d)) console.log(e) } ["lib", "bin"].forEach(walk)`, "read lib|read bin", "read"},
		{`const fs = require("fs"); for (const l of fs.readFileSync("list", "utf8").split(" ")) if (!fs.existsSync(l.trim() + ".js")) console.log(l)`, "read /|read list", "read"},
		{`const { globSync, readFileSync } = require("fs"); for (const f of globSync("{app,lib}/**/*.ts")) console.log(readFileSync(f, "utf8").length)`, "read app|read lib", "read"},
		{`const { globSync, readFileSync } = require("fs"); for (const f of globSync("**/*.ts", { cwd: "src" })) console.log(readFileSync("src/" + f, "utf8").length)`, "read src", "read"},
		{`const fs = require("fs"), path = require("path"); const todo = ["src"]; while (todo.length) { const d = todo.pop(); for (const e of fs.readdirSync(d, { withFileTypes: true })) { const p = path.join(d, e.name); if (e.isDirectory()) todo.push(p); else console.log(fs.readFileSync(p, "utf8").length) } }`, "read src", "read"},
		{`const { readdirSync, readFileSync } = require("fs"); const { join } = require("path"); for (const root of ["apps", "packages"]) for (const d of readdirSync(root)) console.log(readFileSync(join(root, d, "package.json"), "utf8").length)`, "read apps|read packages", "read"},
		{`const { spawnSync } = require("child_process"); for (const args of [["--help"], ["lint", "a b"]]) console.log(spawnSync(process.execPath, ["cli.js", ...args]).status, args.join(" "))`, "run node\x00cli.js\x00--help|run node\x00cli.js\x00lint\x00a b", "run"},
		{`const { spawnSync } = require("child_process"); function go(args, n = 3) { return spawnSync("ls", ["-l", ...args]) } go(["a"]); go(["b", "c"])`, "run ls\x00-l\x00a|run ls\x00-l\x00b\x00c", "run"},
		{`const { execSync } = require("child_process"); const { dependencies = {} } = require("./package.json"); for (const d of Object.keys({ ...dependencies })) execSync(` + "`grep -rl '${d}' src`)", "code ./package.json|run /bin/sh\x00-c\x00read -r hole1; grep -rl ''\"${hole1}\"'' src", "run code read"},
		{`const s = require(process.env.TMPDIR + "/cov.json"); console.log(s.total)`, "read /tmp/scratch/cov.json", "read code secret"},
		{`const path = require("path"); console.log(require(path.resolve("dist/index.js")))`, "code ./dist/index.js", "code"},
		{`const fs = require("fs"); const dup = {}; for (const [p, v] of Object.entries(JSON.parse(fs.readFileSync("lock.json")))) { const n = p.split("/").pop(); (dup[n] = dup[n] || new Set()).add(v.version); dup[n].seen++ }`, "read lock.json", "read"},
	}
	for _, c := range cases {
		effects, ok := snippet.JavaScript(c.program, given)
		if !ok {
			t.Errorf("not understood: %s", c.program)
			continue
		}
		var told []string
		for _, e := range effects {
			told = append(told, e.Kind.String()+" "+e.Object)
			if !slices.Contains(strings.Fields(c.kinds), e.Kind.String()) {
				t.Errorf("%s %s: %s", e.Kind, e.Object, c.program)
			}
		}
		for want := range strings.SplitSeq(c.effects, "|") {
			if !slices.Contains(told, want) {
				t.Errorf("told %q, not %q: %s", told, want, c.program)
			}
		}
	}
}
