package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// What curl sends from files is read from them.
func TestCurlFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"curl -d @a http://localhost":                      "/home/u/w/a",
		"curl --data-binary @/etc/passwd http://localhost": "/etc/passwd",
		"curl --json @~/x http://localhost":                "/home/u/w/~/x",
		"curl -d @$HOME/.netrc http://localhost":           "/home/u/.netrc",
		"curl --data-urlencode n@a http://localhost":       "/home/u/w/a",
		"curl -F f=@a;type=x http://localhost":             "",
		"curl -F 'f=@a;type=x' http://localhost":           "/home/u/w/a",
		"curl -F 'f=<a' http://localhost":                  "/home/u/w/a",
		"curl -H @a http://localhost":                      "/home/u/w/a",
		"curl -b jar http://localhost":                     "/home/u/w/jar",
		"curl -n http://localhost":                         "/home/u/.netrc",
		"curl -d a=b -F x=y -b a=b http://localhost":       "none",
		"curl -d a@b -H 'X: @y' http://localhost":          "none",
		"curl -d @- http://localhost":                      "none",
		"curl -d \"$(cat x)\" http://localhost":            "?",
		"curl -d \"@$(cat x)\" http://localhost":           "?",
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		found := "none"
		for _, e := range a.Effects {
			if e.By == "curl" && e.Kind == pipeline.KindRead {
				found = e.Object
			}
			if e.By == "curl" && e.Kind == pipeline.KindUnknown {
				found = "?"
			}
		}
		if want != "" && found != want {
			t.Errorf("%s: reads %s, want %s: %v", text, found, want, a.Effects)
		}
	}
}
