package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"passepartout/internal/config"
)

// FuzzFile holds that no file makes Load panic or accept what Validate refuses.
func FuzzFile(f *testing.F) {
	f.Add("policy: { preset: strict }\n")
	f.Add("limits:\n  output: 1MiB\n")
	f.Add("nats: &a [*a]\n")
	f.Add(config.Sample([]string{"HOME=/home/agent"}))
	f.Fuzz(func(t *testing.T, body string) {
		path := filepath.Join(t.TempDir(), config.FileName)
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := config.Load(config.Source{File: path, Env: []string{"HOME=/home/agent"}, Dir: "/"})
		if err == nil && l.Config.Validate() != nil {
			t.Fatalf("accepted an invalid configuration:\n%s", body)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), config.FileName)
	env := []string{"HOME=/home/agent"}
	if err := os.WriteFile(path, []byte(config.Sample(env)), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := config.Load(config.Source{File: path, Env: env, Dir: "/"}); err != nil {
			b.Fatal(err)
		}
	}
}
