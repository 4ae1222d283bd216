package secretscan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pieces are what credentials and their neighbours are made of.
func pieces() []string {
	out := []string{"-----BEGIN ", "PRIVATE KEY-----", "://", "u:pa55@h", "=", ": ", " ", "\"", "'", "_", "-", "--", "\n", "x", "1", "é", "Bearer ", strings.Repeat("aB3dE5gH7", 7), strings.Repeat("0A1B2C3D4E", 6)}
	for c := range 128 {
		for _, t := range tokens(byte(c)) {
			out = append(out, t.prefix)
		}
	}
	return append(out, "password", "PASSWD", "Passphrase", "secret", "ToKeN", "api_key", "API-KEY", "apikey", "access_key", "secret_key", "client_secret", "private_key", "auth_token", "AUTHORIZATION", "pgpassword", "PWD")
}

// slow looks at every place, as Find would without candidate.
func slow(text string) (found []Finding) {
	for i := 0; i < len(text); i++ {
		if f, ok := at(text, i); ok {
			found = append(found, f)
			i = f.End - 1
		}
	}
	return found
}

func same(t interface{ Fatalf(string, ...any) }, text string) {
	for i := range len(text) {
		if f, ok := at(text, i); ok && !candidate(text, i) {
			t.Fatalf("%+v is passed over in %q", f, text)
		}
	}
	want, got := slow(text), Find(text)
	kind, ok := Any(text)
	again, also := AnyIn([]byte(text))
	if len(want) != len(got) || ok != (len(want) > 0) || ok && kind != want[0].Kind || ok != also || kind != again {
		t.Fatalf("%q: %+v, want %+v", text, got, want)
	}
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestCandidate: the filter changes no result.
func TestCandidate(t *testing.T) {
	t.Parallel()
	list := pieces()
	rapid.Check(t, func(t *rapid.T) {
		same(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(list), 0, 12).Draw(t, "pieces"), ""))
	})
	rapid.Check(t, func(t *rapid.T) { same(t, rapid.String().Draw(t, "text")) })
}

// TestCandidateOnText: nor on texts of this repository.
func TestCandidateOnText(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../docs/*.md")
	more, err2 := filepath.Glob("*.go")
	if err != nil || err2 != nil || len(files) == 0 || len(more) == 0 {
		t.Fatal(err, err2, len(files), len(more))
	}
	for _, name := range append(files, more...) {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		same(t, string(body))
	}
}

// TestNone: what None says to be free of credentials is so, under its name, too.
func TestNone(t *testing.T) {
	t.Parallel()
	list := pieces()
	seen := [2]int{}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.SampledFrom(list), rapid.SampledFrom([]string{"id", "path", "a", "-", "session", "target", "s", "p"}))
		name := strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "name"), "")
		text := strings.Join(rapid.SliceOfN(word, 0, 6).Draw(t, "text"), "")
		whole := text
		if name != "" {
			whole = name + "=" + text
		}
		if None(name, text) {
			seen[0]++
			if found := slow(whole); len(found) > 0 {
				t.Fatalf("%q holds %+v", whole, found)
			}
		} else {
			seen[1]++
		}
	})
	if seen[0] == 0 || seen[1] == 0 {
		t.Errorf("drawn: %v; each answer should come up", seen)
	}
}

// BenchmarkFind: the last ones begin a credential all the time that is none.
func BenchmarkFind(b *testing.B) {
	for name, unit := range map[string]string{
		"prose": "the quick brown fox jumps over the lazy dog, and again; ", "record": `"action":{"target":"shell","op":"run","params":{"argv":["true"]}},`,
		"jwt": "eyJ.", "named": "password=", "named-mixed": "password=a1", "tokens": "ghp_a ", "keys": "sk-", "urls": "://a", "key-blocks": "-----BEGIN ", "private": "-----BEGIN PRIVATE KEY-----",
		"names": "--token ", "userinfo": "://u:ab@",
	} {
		text := strings.Repeat(unit, 64<<10/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(text)
			}
		})
	}
}

// TestLongCredentials: only the beginning is judged, but all of it is found.
func TestLongCredentials(t *testing.T) {
	t.Parallel()
	noise := strings.Repeat("aB3dE5gH7kL9", 300)
	for _, secret := range []string{"eyJ" + noise + "." + noise + "." + noise, "ghp_" + noise} {
		text := "x " + secret + " y"
		found := Find(text)
		if len(found) != 1 || text[found[0].Start:found[0].End] != secret {
			t.Errorf("%.20q…: found %+v of %d bytes", secret, found, len(secret))
		}
	}
	text := "password=" + noise + " y"
	if found := Find(text); len(found) != 1 || found[0].End != len(text)-2 {
		t.Errorf("named: found %+v of %d bytes", found, len(text))
	}
}
