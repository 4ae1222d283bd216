package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// Data of a project may be the settings of a tool that nobody has listed. What a key
// calls a command, a hook or a plugin is one.

// orderWords are what the keys end with whose value a tool runs or loads.
var orderWords = [...]string{
	"command", "cmd", "script", "scripts", "hook", "hooks", "exec", "executable", "executablePath", "runner", "plugin", "plugins", "preset", "presets", "loader", "transformer", "transformers", "setupFiles", "nodeargs",
	"libraryPath", "library_path", "bootstrap", "bootstrapFiles", "autoloader", "ppx-flags", "addon", "addons", "customRules", "processor", "processors", "preprocessor", "preprocessors", "extends", "require", "requires",
}

// orderKey is such a key: startServerCommand, before:init, plugins.
func orderKey() *needle.Regexp {
	return compiled(`(?i)["']?[\w:-]*(?:` + strings.Join(orderWords[:], "|") + `)(?:` + orderMore + `)?["']?\s*[:=]`)
}

// orderMore may stand behind such a word.
const orderMore = "_arguments"

// shortestOrder is how long a line is at least that has such a key: cmd:
const shortestOrder = 4

// endsOrderKey reports whether a colon or an equals sign may stand behind such a key, in
// any line of which orderKey finds something: most lines that hold one of its words have it
// somewhere else, and are long.
func endsOrderKey(line string) bool {
	for at := 0; ; at++ {
		next := strings.IndexAny(line[at:], ":=")
		if next < 0 {
			return false
		}
		before := strings.TrimRight(line[at:at+next], " \t\r\n\f")
		if at += next; before == "" {
			continue
		}
		if last := before[len(before)-1]; last == '"' || last == '\'' {
			before = before[:len(before)-1]
		}
		if before == "" {
			continue
		}
		for i := max(0, len(before)-longestOrder); i < len(before); i++ {
			if before[i] >= 0x80 { // some letters fold to those of ASCII
				return true
			}
		}
		if !orderEnds[before[len(before)-1]] {
			continue
		}
		if endsFolded(before, orderMore) {
			return true
		}
		for _, word := range orderWords {
			if endsFolded(before, word) {
				return true
			}
		}
	}
}

// endsFolded reports whether a text ends with a word, in any letters.
func endsFolded(text, word string) bool {
	n := len(text) - len(word)
	return n >= 0 && strings.EqualFold(text[n:], word)
}

// orderEnds are the letters that the words end with.
//
//nolint:gochecknoglobals // a table, never changed
var orderEnds = func() (table [256]bool) {
	for _, word := range append(orderWords[:], orderMore) {
		last := word[len(word)-1:]
		table[last[0]], table[strings.ToUpper(last)[0]] = true, true
	}
	return table
}()

// longestOrder is more than the bytes that such a word has, in whatever letters.
const longestOrder = 64

// Orders finds a command or a place of code in data that leads out of the project. A value
// goes to the end of its line, and over the items of a list below it. What it takes to
// look is spent; where there is no more left, nothing else is found.
func Orders(text string, w World, spend func(steps int) bool) string {
	lines := strings.Split(text, "\n")
	key, program := orderKey(), programAway()
	for i, line := range lines {
		if len(line) < shortestOrder {
			continue
		}
		if program.May(line) && spend(4+len(line)) {
			if word := w.away(line); word != "" {
				return word
			}
		}
		if !key.May(line) {
			continue
		}
		if !spend(12 + 3*len(line)) {
			return ""
		}
		if !endsOrderKey(line) {
			continue
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

// Flags finds in what a compiler is told what leads out of the project: secrets that it
// would print as errors, and parts of it that lie elsewhere. Headers of the system do not.
func Flags(text string, w World) string {
	if word := secret(text); word != "" {
		return word
	}
	return w.leaves(strings.NewReplacer("/usr/", "usr/", "/opt/", "opt/", "/Library/", "Library/").Replace(text))
}

// programAway is a program, or a library of one, in a home or where everybody may write.
func programAway() *needle.Regexp {
	return compiled(`(?:^|[\s"'=:,\[({>])((?:~/|\$HOME/|\$\{HOME\}/|/(?:home|Users|root|tmp|var/tmp|mnt|media|srv|dev/shm)/)[\w./@+-]*\.(?:so|dylib|dll|js|mjs|cjs|ts|py|rb|php|sh|bash|lua|pl|jar|wasm|exe|cmake|gradle|mk))(?:$|[\s"',\])}<;])`)
}

// away finds such a program in a line.
func (w World) away(line string) string {
	for _, m := range programAway().FindAllStringSubmatch(line, -1) {
		if !w.Inside(m[1]) {
			return m[1]
		}
	}
	return ""
}

// indented is how far a line is indented.
func indented(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
