package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// Data of a project may be the settings of a tool that nobody has listed. What a key
// calls a command, a hook or a plugin is one.

// orderKey is a key whose value a tool runs or loads: startServerCommand, before:init, plugins.
func orderKey() *needle.Regexp {
	return compiled(`(?i)["']?[\w:-]*(?:command|cmd|scripts?|hooks?|exec|executable|executablePath|runner|plugins?|presets?|loader|transformers?|setupFiles|nodeargs)(?:_arguments)?["']?\s*[:=]`)
}

// shortestOrder is how long a line is at least that has such a key: cmd:
const shortestOrder = 4

// Orders finds a command or a place of code in data that leads out of the project. A value
// goes to the end of its line, and over the items of a list below it. What it takes to
// look is spent; where there is no more left, nothing else is found.
func Orders(text string, w World, spend func(steps int) bool) string {
	lines := strings.Split(text, "\n")
	key := orderKey()
	for i, line := range lines {
		if len(line) < shortestOrder || !key.May(line) {
			continue
		}
		if !spend(8 + 2*len(line)) {
			return ""
		}
		at := key.FindStringIndex(line)
		if at == nil {
			continue
		}
		value := line[at[1]:]
		if strings.Trim(value, " |>-[{\"'") == "" {
			for _, item := range lines[i+1 : min(len(lines), i+9)] {
				if bare := strings.TrimSpace(item); bare == "" || indented(item) <= indented(line) && !strings.HasPrefix(bare, "-") {
					break
				}
				value += "\n" + item
			}
		}
		for _, word := range [...]string{secret(value), homeName().FindString(value), commanding().FindString(value), w.leaves(settled(value))} {
			if word != "" {
				return strings.TrimSpace(word)
			}
		}
	}
	return ""
}

// indented is how far a line is indented.
func indented(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
