package command_test

import (
	"strings"
	"testing"

	"passepartout/pipeline"
)

// Tests speak with the hosts that a variable before them, or one that was exported, names;
// a build only puts them in.
func TestHostsOfTests(t *testing.T) {
	t.Parallel()
	wantObjects(t, map[string]string{
		"BASE_URL=https://staging.corp.net pytest tests/e2e":        "staging.corp.net:443",
		"BASE_URL=http://localhost:3000 pytest":                     "",
		"BASE_URL=https://api.example.com pytest":                   "",
		"BASE_URL=http://shop.test pytest":                          "",
		"API=https://api.corp.net npm run build":                    "",
		"BASE_URL=https://staging.corp.net ls":                      "",
		"BASE_URL='http://localhost,https://prod.corp.net' pytest":  "prod.corp.net:443",
		"export BASE_URL=https://prod.corp.net; pytest":             "prod.corp.net:443",
		"export BASE_URL=http://localhost:3000; pytest":             "",
		"BASE_URL=//prod.corp.net pytest":                           "prod.corp.net",
		"BASE_URL='http://localhost:1 http://127.0.0.1:2/x' pytest": "",
	}, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindConnect })
}

// TestPlaced: a variable that no list has may send the code of a project to a place
// beyond it.
func TestPlaced(t *testing.T) {
	t.Parallel()
	wantEffects(t, map[string]bool{
		"COVERAGE_FILE=/home/u/.bashrc pytest --cov":         true,
		"ASAN_OPTIONS=log_path=/home/u/.bashrc ./app":        true,
		"TOOL_PATH=build:/tmp/e make":                        true,
		"GCOV_PREFIX=/home/u ./app":                          true,
		"COVERAGE_FILE=.coverage.unit pytest --cov":          false,
		"PLAYWRIGHT_BROWSERS_PATH=/home/u/.cache/pw npx tsc": false,
		"PREFIX=/usr make":                                   false,
		"BASE_URL=http://localhost:3000/tmp/x make":          false,
		"ASAN_OPTIONS=detect_leaks=1:abort_on_error=1 ./app": false,
		"COVERAGE_FILE=/home/u/x echo hi":                    false,
		"OUT=/home/u/w/build make":                           false,
	}, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindCode && (strings.HasPrefix(e.Object, "/tmp/") || strings.HasPrefix(e.Object, "/home/u") && !strings.HasPrefix(e.Object, "/home/u/w"))
	})
}
