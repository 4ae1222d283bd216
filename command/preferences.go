package command

import (
	"encoding/json"
	"strings"

	"passepartout/pipeline"
)

// markPreferences is the mark of a file that only says how an editor shows and
// stores texts, though others of its folder name programs.
const markPreferences = "preferences"

// prefers marks what a statement has just written with a known text, if that is
// no more than preferences of an editor.
func (r *run) prefers(at, text string) {
	if !strings.HasSuffix(at, "/.vscode/settings.json") || !preferences(text) {
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
