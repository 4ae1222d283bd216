package command

import (
	"passepartout/command/snippet"
)

// spokenBy finds the language of an interpreter of which only words are read.
func spokenBy(name string) language {
	switch unversioned(name) {
	case "lua", "luajit":
		return snippet.Lua
	case "elixir":
		return snippet.Elixir
	case "erl":
		return snippet.Erlang
	case "ghc":
		return snippet.Haskell
	case "octave", "octave-cli":
		return snippet.Octave
	}
	return nil
}

// spoken judges a program in such a language, where nothing else on the command
// line brings code or changes what the program means.
func (v *visit) spoken(read language, f field) bool {
	if f.text == "init" && v.name == "erl" { // -s init stop
		return v.bringsNothing()
	}
	if !v.bringsNothing() {
		return false
	}
	return v.states(read, f.text, snippet.Given{}, f)
}

// bringsNothing reports whether every other word is an option that changes only
// what is shown, or one of the same kind as this one.
func (v *visit) bringsNothing() bool {
	for i := 1; i < len(v.fields); i++ {
		w := v.fields[i]
		if !w.exact() {
			return false
		}
		switch w.text {
		case "-e", "--eval", "-eval":
			i++
		case "-l": // a module, which is the project's
			if i++; !v.lua() || i >= len(v.fields) || !v.fields[i].exact() || !snippet.LuaModule(v.fields[i].text) {
				return false
			}
		case "-noshell", "-noinput", "-q", "--quiet", "--silent", "-f", "--norc", "-qf", "--no-gui", "--no-window-system", "-W", "-H", "--no-history", "--no-init-file", "--no-line-editing":
		case "-s":
			if v.name != "erl" || i+2 >= len(v.fields) || v.fields[i+1].text != "init" || v.fields[i+2].text != "stop" {
				return false
			}
			i += 2
		default:
			return false
		}
	}
	return true
}
