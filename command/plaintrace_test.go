package command

import "testing"

func TestPlainTrace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"+ $EPOCHREALTIME ":                  true,
		"+ ${BASH_SOURCE}:${LINENO}: ":       true,
		"+(${BASH_SOURCE##*/}:${LINENO}) ":   true,
		"${FUNCNAME[0]:+${FUNCNAME[0]}(): }": true,
		">> ":                                true,
		"$(id) ":                             false,
		"`id` ":                              false,
		`\044(id) `:                          false,
		"$X ":                                false,
		"${BASH_SOURCE[$(id)]} ":             false,
		"${FUNCNAME[0]:+$(id)} ":             false,
		"${LINENO:=$(id)} ":                  false,
		"$EPOCHREALTIMEX $(id) ":             false,
		"${BASH_SOURCE##*$(id)} ":            false,
	} {
		if got := plainTrace(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
