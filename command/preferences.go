package command

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// markPreferences is the mark of a file that only says how an editor shows and
// stores texts, though others of its folder name programs.
const markPreferences = "preferences"

// prefers marks what a statement has just written with a known text, if that is
// no more than preferences of an editor.
func (r *run) prefers(at, text string) {
	if !onlyPrefers(at, text) {
		return
	}
	for i := len(r.effects) - 1; i >= 0; i-- {
		if e := &r.effects[i]; e.Kind == pipeline.KindWrite && e.Object == at {
			if e.By == "redirect" && e.Certain && e.Mark == "" {
				e.Mark = markPreferences
			}
			return
		}
	}
}

// onlyPrefers reports whether a text says no more than preferences in the language of
// the file.
func onlyPrefers(at, text string) bool {
	switch base := path.Base(at); {
	case base == "settings.json":
		return strings.HasSuffix(at, "/.vscode/settings.json") && preferences(text)
	case base == ".Rprofile":
		return profile(text)
	case base == ".gdbinit":
		return debugging(text)
	case strings.HasSuffix(base, ".code-workspace"):
		return folders(text)
	}
	return false
}

// profile reports whether each line of a profile of R starts renv, which is the
// project's own code, or sets one option to a constant.
func profile(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line != `source("renv/activate.R")` && line != `source('renv/activate.R')` && !plainOption.MatchString(line) {
			return false
		}
	}
	return true
}

// plainOption is a call that sets an option of R by which it counts or shows.
var plainOption = regexp.MustCompile(`^options\((?:digits|scipen|width|warn|max\.print|stringsAsFactors|encoding|OutDec|Ncpus|timeout)\s*=\s*(?:-?[0-9.]+L?|TRUE|FALSE|"[A-Za-z0-9 _.,-]*")\)$`)

// debugging reports whether each line of a file of gdb only says how things are shown, or
// stops at a place.
func debugging(text string) bool {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
		case strings.ContainsAny(line, "|!$`\\"):
			return false
		case len(words) > 2 && words[0] == "set" && slices.Contains([]string{"print", "pagination", "confirm", "disassembly-flavor", "height", "width", "listsize"}, words[1]):
		case len(words) == 2 && (words[0] == "break" || words[0] == "b" || words[0] == "tbreak"):
		default:
			return false
		}
	}
	return true
}

// folders reports whether a workspace of Visual Studio Code lists folders, names
// extensions, and prefers.
func folders(text string) bool {
	var whole map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &whole) != nil {
		return false
	}
	for name, value := range whole {
		switch name {
		case "folders", "extensions":
		case "settings":
			if !preferences(string(value)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// preferences reports whether settings of Visual Studio Code say nothing but how
// texts are shown, formatted and stored. Settings of extensions, terminals, tasks
// and programs by their paths are others.
func preferences(text string) bool {
	var whole map[string]any
	if json.Unmarshal([]byte(text), &whole) != nil {
		return false
	}
	for name, value := range whole {
		if of, ok := value.(map[string]any); ok && strings.HasPrefix(name, "[") && strings.HasSuffix(name, "]") {
			for inner := range of { // of one language
				if !strings.HasPrefix(inner, "editor.") && !strings.HasPrefix(inner, "files.") {
					return false
				}
			}
			continue
		}
		part, _, _ := strings.Cut(name, ".")
		switch part {
		case "editor", "files", "explorer", "search", "diffEditor", "breadcrumbs", "outline":
		default:
			if name != "cSpell.words" {
				return false
			}
		}
	}
	return true
}
