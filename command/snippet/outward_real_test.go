package snippet

import (
	"strings"
	"testing"
)

// walkOutward prints the names of all functions of what reaches out.
const walkOutward = `
const names = new Set();
const walk = (o, deep, seen) => {
  if (o == null || deep > 2 || typeof o !== 'object' && typeof o !== 'function' || seen.has(o)) return;
  seen.add(o);
  for (const k of Object.getOwnPropertyNames(o)) {
    const v = Object.getOwnPropertyDescriptor(o, k).value;
    if (!/^[A-Za-z$]/.test(k)) continue;
    if (typeof v === 'function') { names.add(k); if (v.prototype) walk(v.prototype, deep + 1, seen); }
    else if (v && typeof v === 'object' && deep < 1) walk(v, deep + 1, seen);
  }
};
for (const m of 'fs fs/promises child_process net http https http2 dgram dns dns/promises tls vm worker_threads module cluster inspector repl process tty wasi sqlite'.split(' ')) {
  let o; try { o = require('node:' + m); } catch { continue; }
  walk(o, 0, new Set());
}
walk(WebAssembly, 0, new Set());
walk(Reflect, 0, new Set());
console.log([...names].join(' '));`

// TestOutwardForReal: nothing that a real Node has for reaching out is missing.
func TestOutwardForReal(t *testing.T) {
	t.Parallel()
	out, ok := saidBy(t, "node", "--no-warnings", "-e", walkOutward)
	if !ok {
		return
	}
	names := strings.Fields(out)
	if len(names) < 300 {
		t.Fatalf("only %d names", len(names))
	}
	for _, name := range names {
		if !listWords(jsPowers, name) && !listWords(jsShared, name) && !jsForbidden(name) {
			t.Errorf("%s is no outward name", name)
		}
	}
	for _, name := range strings.Fields(jsShared) {
		if jsOutward(name) {
			t.Errorf("%s is in both lists", name)
		}
	}
}
