package command

import (
	"path"
	"strings"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// Programs in Elixir that run within a project: mix run -e CODE, mix run FILE,
// iex -S mix with a constant on its standard input, elixir -e CODE. They are read
// by snippet.ElixirOwn; what the project does then is code of it, which the entry
// of mix states.

// mixes judges code that mix run, elixir or iex is given as an argument.
func (v *visit) mixes(f field) bool {
	if !f.exact() || !v.elixirOptions() || v.otherDatabase() {
		return false
	}
	return v.elixir(f.text, f)
}

// elixir states what a program does, if it is understood.
func (v *visit) elixir(text string, f field) bool {
	return v.states(snippet.ElixirOwn, text, snippet.Given{SQL: onlyReads}, f)
}

// elixirOptions reports whether every option only says what is started or shown.
func (v *visit) elixirOptions() bool {
	words, profile := v.fields[1:], false
	switch v.name {
	case "mix":
		if len(words) == 2 && words[0].text == "eval" {
			return true
		}
		if len(words) == 0 || words[0].text != "run" && !mixProfile(words[0].text) {
			return false
		}
		profile = words[0].text != "run"
		words = words[1:]
	case "iex", "elixir":
	default:
		return false
	}
	for i := 0; i < len(words); i++ {
		if !words[i].exact() || words[i].many {
			return false
		}
		switch w := words[i].text; w {
		case "-e", "--eval", "-r":
			if i++; i >= len(words) || !words[i].exact() || w == "-r" && !ownFolder(words[i].text) {
				return false
			}
		case "--no-start", "--no-compile", "--no-deps-check", "--no-archives-check", "--no-elixir-version-check", "--no-halt", "--no-mix-exs", "--no-warnings", "--no-color", "--dot-iex":
		case "-S":
			if i++; v.name != "iex" || i >= len(words) || words[i].text != "mix" {
				return false
			}
		case "--callers", "--details", "--warmup", "--no-warmup":
			if !profile {
				return false
			}
		case "-c", "--calls", "-t", "--time", "-m", "--matching", "--memory", "--sort", "--type", "--report": // what is shown
			if i++; !profile || i >= len(words) || !words[i].exact() || words[i].many {
				return false
			}
		default:
			if strings.HasPrefix(w, "-") {
				return false
			}
			return true // a file, and what it is given
		}
	}
	return true
}

// mixProfile reports whether a task runs a program as mix run does, and tells what
// it spent its time with.
func mixProfile(task string) bool {
	switch task {
	case "profile.eprof", "profile.fprof", "profile.cprof", "profile.tprof":
		return true
	}
	return false
}

// elixirScript judges a file in Elixir whose text the same command has written.
func (v *visit) elixirScript(f field) bool {
	if v.name != "mix" && v.name != "elixir" || !f.exact() || path.Ext(f.text) != ".exs" || !v.elixirOptions() || v.otherDatabase() {
		return false
	}
	return v.madeProgram(f, func(text string) bool { return v.elixir(text, f) })
}

// elixirInput judges a constant on the standard input of iex.
func (v *visit) elixirInput() bool {
	if v.name != "iex" || v.sc.stdin.kind != stdinText || !v.elixirOptions() || v.otherDatabase() || !v.elixir(v.sc.stdin.text, v.fields[0]) {
		return false
	}
	v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: "."}, v.fields[0])
	return true
}
