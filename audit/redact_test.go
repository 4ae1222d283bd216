package audit_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/audit"
	"passepartout/pipeline"
)

const githubToken = "ghp_" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1cBd4fGh7j" // made up

func TestSecretsAreTakenOut(t *testing.T) {
	t.Parallel()
	r := audit.NewSecrets("hunter2-and-more", "hunter2", "abc")
	tests := []struct{ name, in, gone, want string }{
		{"known", `{"a":"x hunter2 y"}`, "hunter2", `{"a":"x [redacted: known] y"}`},
		{"known within known", `{"a":"hunter2-and-more"}`, "and-more", `{"a":"[redacted: known]"}`},
		{"known, escaped", `{"a":"hunt\u0065r2"}`, "hunter2", `{"a":"[redacted: known]"}`},
		{"known as a key", `{"hunter2":1.50}`, "hunter2", `{"[redacted: known]":1.50}`},
		{"deep", `{"a":[{"b":["hunter2"]}]}`, "hunter2", `{"a":[{"b":["[redacted: known]"]}]}`},
		{"provider's form", `{"a":"curl -H ` + githubToken + ` <x>"}`, githubToken, `{"a":"curl -H [redacted: github-token] <x>"}`},
		{"too short to know", `{"a":"abc"}`, "", `{"a":"abc"}`},
	}
	for _, tt := range tests {
		got := string(r.Redact([]byte(tt.in)))
		if got != tt.want || tt.gone != "" && strings.Contains(got, tt.gone) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	// A text that is not JSON holds no strings that could be told apart.
	if got := r.Redact([]byte(`{"a`)); !json.Valid(got) || bytes.Contains(got, []byte(`a"`)) {
		t.Errorf("unreadable: %s", got)
	}
	named := string(r.Redact([]byte(`{"env":{"API_KEY":"q8Zt5Lk2Vw9Xr4Np7Bs1"}}`)))
	if strings.Contains(named, "q8Zt5Lk2Vw9Xr4Np7Bs1") {
		t.Errorf("by its name: %s", named)
	}
}

// No known secret leaves, wherever it stands, and what holds none is untouched.
func TestNoKnownSecretLeaves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[a-zA-Z0-9"\\<ü]{6,20}`).Draw(t, "secret")
		before, after := rapid.StringMatching(`[a-z ]{0,10}`).Draw(t, "before"), rapid.StringMatching(`[a-z ]{0,10}`).Draw(t, "after")
		body, err := json.Marshal(map[string]any{"a": []string{before + secret + after}, "b" + secret: 1, "n": json.Number("12345678901234567890")})
		if err != nil {
			t.Fatal(err)
		}
		out := audit.NewSecrets(secret).Redact(body)
		var flat map[string]any
		if err := json.Unmarshal(out, &flat); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		for k, v := range flat {
			if strings.Contains(k, secret) {
				t.Fatalf("a key holds it: %s", out)
			}
			if list, ok := v.([]any); ok && strings.Contains(list[0].(string), secret) {
				t.Fatalf("a text holds it: %s", out)
			}
		}
		if !bytes.Contains(out, []byte("12345678901234567890")) {
			t.Fatalf("a number changed: %s", out)
		}
		plain := []byte(`{"z":1,"a":"` + before + `"}`)
		if got := audit.NewSecrets().Redact(plain); !bytes.Equal(got, plain) {
			t.Fatalf("%s became %s", plain, got)
		}
	})
}

// The record of a request with a secret in it holds none, and can be read.
func TestRecordsHoldNoSecret(t *testing.T) {
	t.Parallel()
	b := &book{}
	r := audit.New(audit.Config{Log: b, Now: clock(), Redact: audit.NewSecrets("hunter2")})
	plain := audit.New(audit.Config{Log: b, Now: clock()})
	step := life("r1")[0]
	p := *step.Proposal
	p.Summary = "login --token " + githubToken
	p.Exact = []byte(`{"argv":["login","--token","` + githubToken + `"]}`)
	p.Action.Params = json.RawMessage(`{"env":{"PASSWORD":"hunter2"}}`)
	step.Proposal = &p
	if err := r.Record(t.Context(), step); err != nil {
		t.Fatal(err)
	}
	var rec audit.Record
	if err := json.Unmarshal(b.bodies[0], &rec); err != nil || rec.Action.Digest != p.Digest().String() || rec.Step != pipeline.StepDecided {
		t.Fatalf("%v: %s", err, b.bodies[0])
	}
	if err := plain.Record(t.Context(), step); err != nil || bytes.Contains(b.bodies[1], []byte(githubToken)) {
		t.Errorf("without a redactor of its own: %v, %s", err, b.bodies[1])
	}
	for _, secret := range []string{"hunter2", githubToken} {
		if bytes.Contains(b.bodies[0], []byte(secret)) {
			t.Errorf("the record holds %s: %s", secret, b.bodies[0])
		}
	}
}
