package command

import (
	"path"
	"slices"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// A test that a command writes outside of the project and gives to the project's
// runner (cat > /tmp/x/a.test.ts, npx vitest run /tmp/x/a.test.ts) is read like a program
// that it writes and runs: nobody else has seen it. Within the project it is
// judged with what the command builds; see authored.go.

// writtenTest judges such a test, if it is understood.
func (v *visit) writtenTest(f field) bool {
	switch v.name {
	case "vitest", "jest", "mocha":
	case "node", "nodejs":
		if !v.has("--test") || !v.plainOptions() {
			return false
		}
	default:
		return false
	}
	read := snippet.JavaScript
	switch path.Ext(f.text) {
	case ".ts", ".mts", ".cts":
		read = snippet.TypeScript
	case ".js", ".mjs", ".cjs":
	default:
		return false
	}
	m, at, ok := v.r.madeFile(v.sc, f)
	if !ok || m.perhaps || !v.snippet(read, m.text, f, nil, path.Dir(f.text)) {
		return false
	}
	v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
	if !slices.Contains(v.r.ran, at) {
		v.r.ran = append(v.r.ran, at)
	}
	return true
}
