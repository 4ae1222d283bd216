package snippet

import (
	"strings"
	"testing"
)

// walkInborn prints the names of all members that the language's own objects have.
const walkInborn = `
const seen = new Set(), names = new Set(), queue = [];
for (const k of Object.getOwnPropertyNames(globalThis)) {
  const { value } = Object.getOwnPropertyDescriptor(globalThis, k);
  if (value && (typeof value === 'function' || typeof value === 'object') && !['module', 'require', 'exports', ...require('module').builtinModules, 'process', 'global', 'globalThis', 'Buffer', 'fetch', 'navigator', 'crypto'].includes(k)) queue.push(value);
}
queue.push(Object.getPrototypeOf(function* () {}), Object.getPrototypeOf(async () => {}), Object.getPrototypeOf(async function* () {}), Object.getPrototypeOf([][Symbol.iterator]()), Buffer);
while (queue.length) {
  const o = queue.pop();
  if (seen.has(o)) continue;
  seen.add(o);
  for (const k of Reflect.ownKeys(o)) {
    if (typeof k === 'string' && /^[A-Za-z]\w*$/.test(k)) names.add(k);
    const d = Object.getOwnPropertyDescriptor(o, k);
    for (const v of [d.value, d.get, d.set]) if (v && (typeof v === 'function' || typeof v === 'object')) queue.push(v);
  }
  const up = Object.getPrototypeOf(o);
  if (up) queue.push(up);
}
console.log([...names].join(' '));`

// TestInbornForReal: nothing that a real Node has by birth is missing.
func TestInbornForReal(t *testing.T) {
	t.Parallel()
	out, ok := saidBy(t, "node", "--no-warnings", "-e", walkInborn)
	if !ok {
		return
	}
	names := strings.Fields(out)
	if len(names) < 400 {
		t.Fatalf("only %d names", len(names))
	}
	for _, name := range names {
		if !inborn(name) {
			t.Errorf("%s is not known to be inborn", name)
		}
	}
}
