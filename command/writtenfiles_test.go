package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestWrittenFiles: files that a command writes and then has a tool run or take
// its settings from; true where nothing of them is code that nobody has seen.
func TestWrittenFiles(t *testing.T) {
	t.Parallel()
	scripts := "echo '{\"scripts\":{\"x\":\"echo hi\",\"y\":\"npm run x && rm -rf out\"}}' > package.json; "
	rules := "printf 'D = out\\nall: gen\\n\\trm -rf $(D)\\ngen:\\n\\techo $$X $@\\n' > x.mk; "
	for text, want := range map[string]bool{
		scripts + "npm run x":                                                                        true,
		scripts + "npm run x -s -- a -b":                                                             true,
		scripts + "npm run y; npm run x":                                                             true,
		scripts + "npm run z":                                                                        false,
		scripts + "npm run x -- 'a b'":                                                               false,
		scripts + "npm run x --if-present":                                                           false,
		scripts + "npm run -w a x":                                                                   false,
		scripts + "pnpm run x":                                                                       true,
		scripts + "pnpm -r run x":                                                                    false,
		scripts + "echo a=b > .npmrc; npm run x":                                                     false,
		scripts + "sed -i s/hi/ho/ package.json; npm run x":                                          false,
		scripts + "cp package.json a.json; cp a.json package.json; npm run x":                        true,
		scripts + "cp b.json package.json; npm run x":                                                false,
		scripts + "npm run x & cp b.json package.json":                                               false,
		rules + "make -f x.mk":                                                                       true,
		rules + "make -f x.mk gen -j4 -s":                                                            true,
		rules + "make -f x.mk all D=/":                                                               false,
		rules + "make -f x.mk other":                                                                 false,
		rules + "make -e -f x.mk":                                                                    false,
		"printf 'all:\\n\\t$(shell id)\\n' > x.mk; make -f x.mk":                                     false,
		"printf 'D ?= a\\nall:\\n\\trm $(D)\\n' > x.mk; make -f x.mk":                                false,
		"printf 'include y\\nall:\\n\\tls\\n' > x.mk; make -f x.mk":                                  false,
		"echo '{\"extends\":\"./a.json\"}' > t.json; tsc -p t.json":                                  true,
		"echo '{\"compilerOptions\":{\"outDir\":\"../x\"}}' > t.json; tsc -p t.json":                 false,
		"jq . a.json > t.json; tsc --noEmit -p t.json":                                               true,
		"jq . a.json > t.json; tsc --noEmit false -p t.json":                                         false,
		"printf '[mypy]\\nstrict = true\\n' > m.ini; mypy --config-file m.ini a":                     true,
		"printf '[mypy]\\nplugins = a\\n' > m.ini; mypy --config-file m.ini a":                       false,
		"printf '[pytest]\\naddopts = -q\\n' > /tmp/p.ini; pytest -c /tmp/p.ini":                     true,
		"printf '[pytest]\\naddopts = -p a\\n' > /tmp/p.ini; pytest -c /tmp/p.ini":                   false,
		"printf 'linters:\\n  enable: [a]\\n' > /tmp/g.yml; golangci-lint run -c /tmp/g.yml":         true,
		"printf 'linters-settings:\\n  custom: {}\\n' > /tmp/g.yml; golangci-lint run -c /tmp/g.yml": false,
		"echo '{\"root\":true}' > /tmp/e.json; eslint -c /tmp/e.json a":                              true,
		"echo '{\"parser\":\"x\"}' > /tmp/e.json; eslint -c /tmp/e.json a":                           false,
		"echo '{\"rootDir\":\"/home/u/w\"}' > /tmp/j.json; jest -c /tmp/j.json":                      true,
		"echo '{\"rootDir\":\"/home/u\"}' > /tmp/j.json; jest -c /tmp/j.json":                        false,
	} {
		files := []string{"/home/u/w/package.json", "/home/u/w/x.mk", "/home/u/w/t.json", "/home/u/w/m.ini", "/tmp/p.ini", "/tmp/g.yml", "/tmp/e.json", "/tmp/j.json"}
		seen := true
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			seen = seen && e.Kind != pipeline.KindUnknown && (e.Kind != pipeline.KindCode || !slices.Contains(files, e.Object))
		}
		if seen != want {
			t.Errorf("%s: seen %v", text, seen)
		}
	}
}
