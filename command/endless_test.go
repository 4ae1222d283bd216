package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestGoesOnForEver: which programs fill the disk or the table of processes, each of whose
// effects is harmless by itself.
func TestGoesOnForEver(t *testing.T) {
	t.Parallel()
	for text, endless := range map[string]bool{
		"python3 -c \"\nf = open('x', 'wb')\nwhile True:\n    f.write(b'0' * 9)\n\"":                               true,
		"python3 -c \"\nf = open('x', 'wb')\nwhile True:\n    f.write(b'0' * 9)\n    break\n\"":                    false,
		"python3 -c \"\nf = open('x', 'wb')\nfor i in range(9):\n    f.write(b'0')\n\"":                            false,
		"python3 -c \"\nimport itertools\nfor i in itertools.count():\n    open('x', 'a').close()\n\"":             true,
		"python3 -c \"\nimport subprocess\nwhile True:\n    subprocess.Popen(['sleep', '99'])\n\"":                 true,
		"python3 -c \"\nimport subprocess, time\nwhile True:\n    subprocess.run(['date'])\n    time.sleep(9)\n\"": false,
		"python3 -c \"while True: print(1)\" > x":                                                                  true,
		"python3 -c \"while True: print(1)\"":                                                                      false,
		"node -e 'const fs = require(\"fs\"); while (true) fs.appendFileSync(\"x\", \"a\")'":                       true,
		"node -e 'const fs = require(\"fs\"); for (const f of [1, 2]) fs.appendFileSync(\"x\", \"a\")'":            false,
		"ruby -e 'f = File.open(\"x\", \"w\"); loop { f.write(\"a\") }'":                                           true,
		"lua -e 'local f = io.open(\"x\", \"w\") while true do f:write(\"a\") end'":                                true,
		"awk 'BEGIN { while (1) print \"a\" > \"x\" }'":                                                            true,
		"awk 'BEGIN { for (;;) print \"a\" }' > x":                                                                 true,
		"awk 'BEGIN { while (1) { print \"a\" > \"x\"; if (++n > 9) exit } }'":                                     false,
		"awk '{ while (i < 9) print i++ }' f > x":                                                                  false,
		"for ((;;)); do cat f f > g; mv g f; done":                                                                 true,
	} {
		got := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindUnknown })
		if got != endless {
			t.Errorf("%s: goes on for ever: %v, want %v", text, got, endless)
		}
	}
}
