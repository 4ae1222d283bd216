package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// What a filter asks for among listed files is asked for, as if find had been.
func TestSought(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`find . -type f | grep '\.env$' | xargs cat`:                      ".env",
		`rg --files --hidden | rg '\.env$' | xargs cat`:                   ".env",
		`git ls-files | grep -E 'id_rsa|x' | xargs cat`:                   "id_rsa",
		`git ls-files > F; grep '\.env$' F | xargs cat`:                   ".env",
		`find src -type f | awk '/.pem$/' | xargs cat`:                    ".pem",
		`find src -type f | sed -n '/.pem$/p' | xargs cat`:                ".pem",
		`find . -type f | LC_ALL=C grep '\.env$' 2>/dev/null | xargs cat`: ".env",
		`p=env; find . -type f | grep "\.$p$" | xargs cat`:                ".env",
		`git ls-files | grep -w env | xargs cat`:                          "/.*env",
		`find . -type f | grep -i 'ENV$' | xargs cat`:                     "/.*env",
		`find . -name '*env*' | xargs cat`:                                "/.*env*",
		`find . -type f | grep -E 'pem|key' | xargs cat`:                  "/*.pem*",
		`find . -type f | grep environment | xargs cat`:                   "",
		`find . -type f | grep -v '\.env$' | xargs cat`:                   "",
		`find src -name '*.go' | grep secret | xargs cat`:                 "",
		`git ls-files | grep test | xargs cat`:                            "",
		`find . -type f | awk '!/\.env/' | xargs cat`:                     "",
		`git ls-files | sed '/\.env/d' | xargs cat`:                       "",
	} {
		got := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			got = got || e.Kind == pipeline.KindRead && e.By == "cat" && strings.Contains(e.Object, want) && want != "" || want == "" && strings.Contains(e.Object, "**/*.env") || want == "" && strings.Contains(e.Object, "secret")
		}
		if got != (want != "") {
			t.Errorf("%s: %v", text, got)
		}
	}
}
