package secretscan_test

import (
	"strings"
	"testing"

	"passepartout/internal/secretscan"
)

// Secrets are put together here, so that no scanner of this repository takes
// the tests for a leak.
const noise = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1cD3fG5h"

func TestFind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"export AWS_KEY=AKIA" + "IOSFODNN7QWERTY9":                "aws-access-key",
		"curl -H 'Authorization: Bearer " + noise + "' x":         "named-secret",
		"git clone https://bob:" + "s3cr3tpw@git.example.org/x":   "url-password",
		"psql postgres://postgres:" + "postgres@db.example.org/x": "url-password",
		"psql postgres://app:" + "k3Vq9tZZ@localhost/x":           "url-password",
		"ghp_" + noise[:36]:                    "github-token",
		"echo github_pat_" + noise[:30]:        "github-token",
		"x=glpat-" + noise[:20]:                "gitlab-token",
		"xoxb-" + noise[:24]:                   "slack-token",
		"sk-ant-" + noise:                      "anthropic-key",
		"sk-" + noise:                          "openai-key",
		"sk_live_" + noise[:24]:                "stripe-key",
		"AIza" + noise[:35]:                    "google-api-key",
		"npm_" + noise[:36]:                    "npm-token",
		"hf_" + noise[:34]:                     "huggingface-token",
		"dop_v1_" + strings.Repeat("a1b2", 16): "digitalocean-token",
		"hvs." + noise[:24]:                    "vault-token",
		"SG." + noise[:22] + "." + noise:       "sendgrid-key",
		"eyJ" + noise[:20] + ".eyJ" + noise[:20] + "." + noise: "jwt",
		"mysql --password=hunter42 -e x":                       "named-secret",
		"mysql --password hunter42":                            "named-secret",
		"PGPASSWORD=tr0ub4dor psql":                            "named-secret",
		`{"api_key": "` + noise + `"}`:                         "named-secret",
		"DB_PASSWORD='c0rrecth0rse' ./x":                       "named-secret",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEow" + noise + "\n-----END RSA PRIVATE KEY-----": "private-key",
	} {
		found := secretscan.Find("run: " + text + " ")
		if len(found) == 0 || found[0].Kind != want {
			t.Errorf("%.40q: %+v, want %s", text, found, want)
		}
		if kind, ok := secretscan.Any(text); !ok || kind == "" {
			t.Errorf("%.40q: none", text)
		}
	}
}

func TestNothingToFind(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "ls -la", "git show 3f2a9c1d4b5e6f708192a3b4c5d6e7f801234567", "sha256sum release.tar.gz",
		"grep -rn 'password' src", "grep -r \"api_key=\" .", "export TOKEN=$GITHUB_TOKEN", "curl -H \"Authorization: Bearer $TOKEN\" localhost",
		"mysql --password", "kubectl get secret db", "git commit -m 'rotate the token: see docs'", "echo password: secret",
		"docker login --password-stdin", "API_KEY=your-api-key-here ./run", "psql postgres://app:${PW}@localhost/db", "psql postgres://postgres:postgres@127.0.0.1:5432/app_test", "redis://app:app@localhost/1",
		"https://example.org/a:b@c", "cat -----BEGIN", "grep -- '-----BEGIN RSA PRIVATE KEY-----' -r .", "skip-tests", "sk-learn", "pip install scikit-learn",
		"token = next(lexer)", "pwd: /home/agent", "go test -run TestToken ./auth", "eyJust.a.word",
	} {
		if found := secretscan.Find(text); len(found) > 0 {
			f := found[0]
			t.Errorf("%q: %s in %q", text, f.Kind, text[f.Start:f.End])
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("password=hunter42 AKIA" + "IOSFODNN7QWERTY9 https://a:b1c2d3@x")
	f.Add("-----BEGIN PRIVATE KEY-----")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, found := range secretscan.Find(text) {
			if found.Start < last || found.End <= found.Start || found.End > len(text) || found.Kind == "" {
				t.Fatalf("%+v after %d in %q", found, last, text)
			}
			last = found.End
		}
	})
}

func BenchmarkAny(b *testing.B) {
	text := `{"command":"git log --oneline -n 20 && go test ./... 2>&1 | tail -n 40","cwd":"/home/agent/ws"}`
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := secretscan.Any(text); ok {
			b.Fatal("found")
		}
	}
}
