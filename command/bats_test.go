package command

import "testing"

func TestBatsScript(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"@test \"a\" {\n  true\n}\n":                        true,
		"setup() {\n  x=1\n}\n@test 'a' {\n  run -1 x\n}\n": true,
		"@test \"$(rm x)\" {\n  true\n}\n":                  false,
		"@test a {\n  true\n}\n":                            false,
		"@test \"a\" { rm x; }\n":                           false,
		"f() { #@test\n  rm x\n}\n":                         false,
		"true\n":                                            false,
		"@test \"a\" {\r\n  rm x\r\n}\r\n":                  false,
	} {
		if _, ok := batsScript(text, "/w/a.bats"); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}
