package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestToolFolder: from which folders below the home a program is the user's own.
func TestToolFolder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"PATH=$HOME/.cargo/bin:$PATH cargo tree":                           true,
		"export PATH=$PATH:$HOME/go/bin; ls":                               true,
		"~/.local/bin/ls":                                                  true,
		"PATH=$PWD/node_modules/.bin:$PATH eslint src; ls":                 true,
		"PATH=./node_modules/.bin:$PATH eslint src":                        true,
		"PATH=$PWD/bin:$PATH ls":                                           false,
		"PATH=$PWD/bin:$PATH; eslint src; ls":                              false,
		"PATH=$PATH:$PWD/bin ls":                                           true,
		"PATH=node_modules/.bin:$PATH; cd src; ls":                         false,
		"PATH=node_modules/.bin:$PATH env -C /tmp/x ls":                    false,
		"PATH=$PWD/../bin:$PATH ls":                                        false,
		"PATH=.:$PATH ls":                                                  false,
		"cp a bin/ls; PATH=$PWD/bin:$PATH ls":                              false,
		"ln -s /tmp/x bin; PATH=$PWD/bin:$PATH ls":                         false,
		"PATH=$HOME/bin:$PATH ls":                                          false,
		"PATH=$HOME/.local/bin/../x:$PATH ls":                              false,
		"PATH=$HOME/.local/bin:.:$PATH ls":                                 false,
		"cp a ~/.local/bin/ls; PATH=$HOME/.local/bin:$PATH ls":             false,
		"ln -s a ~/.local; ~/.local/bin/ls":                                false,
		"cd ~; ~/.local/bin/ls; HOME=/tmp; PATH=$HOME/.local/bin:$PATH ls": false,
	} {
		users := true
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			users = users && e.Kind != pipeline.KindUnknown && (e.Kind != pipeline.KindCode || e.Mark == "build")
		}
		if users != want {
			t.Errorf("%s: %v", text, users)
		}
	}
}
