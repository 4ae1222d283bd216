package gatetest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every folder beside this one that holds a gate runs the suite.
func TestEveryGateRunsTheSuite(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, f := range folders {
		if !f.IsDir() || f.Name() == "gatetest" || f.Name() == "corpus" {
			continue
		}
		var source, tests string
		files, err := filepath.Glob(filepath.Join("..", f.Name(), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			body, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "_test.go") {
				tests += string(body)
			} else {
				source += string(body)
			}
		}
		if !strings.Contains(source, "pipeline.Gate = ") {
			t.Errorf("gates/%s has no `var _ pipeline.Gate = ...`", f.Name())
		}
		if !strings.Contains(tests, "gatetest.Run(") {
			t.Errorf("gates/%s does not run gatetest.Run", f.Name())
		}
		checked++
	}
	if checked < 15 {
		t.Errorf("%d gates found, want at least 15", checked)
	}
}
