package command

import "testing"

func TestCallsBuiltIn(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{
		"data.a.b":                         false,
		"count(data.a.deny) == 0":          false,
		"1 + (2 * 3)":                      false,
		"data.lib.f(3)":                    false,
		`http.send({"url": input.u})`:      true,
		"http . send({})":                  true,
		"http.\nsend({})":                  true,
		`http["send"]({})`:                 true,
		"http.# c\nsend({})":               true,
		"x := opa.runtime()":               true,
		`[x | x := net.lookup_ip_addr(1)]`: true,
	} {
		if got := callsBuiltIn(query); got != want {
			t.Errorf("%q: got %v, want %v", query, got, want)
		}
	}
}
