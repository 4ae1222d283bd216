package command_test

import (
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
