package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// A file of a project that no tool of the command loads is loaded some day: a person
// builds, an editor opens, a server deploys. It may do all that programs do, and most of
// what it does is nobody's business. But no project runs what a host gives it that few
// people know, opens its machine to others, or sends keys of a person away, so a text that
// does is one that a person should see.

// Project finds in a text what no project does, whatever loads it: runs what a host gives
// that few people know, names keys of a person, takes code from such hosts or from folders
// that everybody may write to. Lines that may harm cost what spend is told, in steps; false
// of it: the answer matters no more.
func Project(file, text string, kind Sort, w World, spend func(steps int) bool) string {
	for _, of := range [...]func() string{
		func() string { return harmful(file, text, spend) },
		func() string { return ruins(file, text, kind) },
		func() string { return rooted(file, text, kind) },
		func() string { return databaseOrders(file, text) },
		func() string { return tellsOfVisitor(text) },
		func() string { return wipes(file, text, kind) },
		func() string { return deletesKept(text, kind) },
		func() string { return keysIn(text, kind) },
		func() string { return newSource(file, text, kind) },
		func() string { return settles(file, text, kind, w) },
		func() string { return runsBrought(file, text, kind) },
		func() string { return supplied(file, text) },
		func() string { return setsUp(file, text, kind) },
		func() string { return opens(file, text, kind) },
		func() string { return strangePage(file, text, kind) },
		func() string { return letsIn(file, text, kind) },
		func() string { return misleads(file, text, kind) },
	} {
		if word := of(); word != "" {
			return word
		}
	}
	return ""
}

// Sort is what a file is to the tools that load it.
type Sort uint8

// The sorts of files. The zero value is data, which some tool may still take for commands.
const (
	OfData     Sort = iota
	OfRecipe        // lines that a shell gets
	OfCode          // a program
	OfSettings      // settings, some of which name programs
)

// keysIn finds the name of a file of keys, or of what runs when a person logs in. Data
// may name any.
func keysIn(text string, kind Sort) string {
	if kind == OfData {
		if kept := store().FindString(text); kept != "" && shipping().MatchString(text) {
			return kept
		}
		return ""
	}
	if word := secret(text); word != "" && !strings.Contains(word, "dev/") { // which waits for a port as well
		return word
	}
	return ""
}

// shipping are settings of a daemon that sends what files hold.
func shipping() *needle.Regexp {
	return compiled(`(?im:^\s*Host\s+[\w-]+\.[\w.-]+\s*$|\bomfwd\b|^\s*\[OUTPUT\])|<remoteHost>`)
}

// wipes finds a recipe that deletes a home, and a script that spells words in parts. A script
// that nobody starts may say that it deletes something, and is asked what when it is started.
func wipes(file, text string, kind Sort) string {
	if kind != OfRecipe {
		return ""
	}
	switch path.Ext(file) {
	case "", ".json", ".toml", ".mk", ".yml", ".yaml", ".just":
		if word := wholeHome().FindString(text); word != "" {
			return word
		}
	}
	if strings.IndexByte(text, '$') < 0 {
		return "" // a part is put in by a variable or a substitution
	}
	return inParts().FindString(text)
}

// deletesKept finds a script or a program that deletes what a person keeps in a home.
func deletesKept(text string, kind Sort) string {
	if kind != OfRecipe && kind != OfCode {
		return ""
	}
	return strings.TrimSpace(keptFolder().FindString(text))
}

// keptFolder deletes a folder of a home in which people keep what is theirs.
func keptFolder() *needle.Regexp {
	return compiled(`\brm\s+(?:-\S+\s+)*-\w*[rR]\w*\s[^\n;&|]*?(?:~|\$\{?HOME\}?)["']?/(?:Documents|Desktop|Pictures|Music|Videos|\.ssh|\.gnupg)/?\*?["']?(?:\s|$|[;&|)])|\b(?:rmtree|rmSync|rmdirSync|removeSync|rimraf\w*|rm_rf?|rm_r|remove_dir_all|RemoveAll|remove_entry\w*)\b[^\n]{0,80}(?:~|HOME|home\(\)|homedir\(\)|Dir\.home)[^\n]{0,12}\b(?:Documents|Desktop|Pictures|Music|Videos|\.ssh|\.gnupg)\b`)
}

// wholeHome deletes a home, or what a person keeps there.
func wholeHome() *needle.Regexp {
	return compiled(`\brm\s+(?:-\S+\s+)+["']?(?:/|~|\$\$?[({]?HOME[)}]?)(?:/?\*?|/(?:Documents|Desktop|Downloads|Pictures|Music|Videos|work|projects|src|code|\.ssh|\.config|\.gnupg)/?\*?)["'\\]*(?:\s*$|\s*[;&|"'\n]|\s+--no-preserve)`)
}

// inParts is a word of a command that is put together, so that nobody reads it.
func inParts() *needle.Regexp {
	return compiled(`\$\(\s*printf\s+["']?(?:\\x[0-9a-fA-F]{2}|\\[0-7]{3}){3}|(?m:^\s*(\w+)=\w{1,4}[;\s]+\w+=\w{1,4}[;\s]+\$\w+\$\w+\s)|\beval\s+["']?\$\w+\$\w+`)
}

// settles finds in settings what runs programs that reach out, or code from a folder that
// is not the project's.
func settles(file, text string, kind Sort, w World) string {
	base := path.Base(file)
	if kind == OfRecipe && setDown(base) {
		return strings.TrimSpace(odd().FindString(text) + everybodys().FindString(text))
	}
	if kind != OfSettings || strings.Contains(base, "compose") {
		return ""
	}
	text = uncommented(text, &language{comment: "#"})
	if word := homeName().FindString(text); word != "" {
		return word
	}
	if word := strings.TrimSpace(commanding().FindString(text)); word != "" {
		return word
	}
	if base == "go.mod" || base == "go.work" {
		if up := climbs(text, w.depth(file)); up != "" {
			return up
		}
	}
	return strings.TrimSpace(odd().FindString(text) + everybodys().FindString(text))
}

// setDown reports whether a recipe holds keys and values rather than commands.
func setDown(base string) bool {
	switch path.Ext(base) {
	case ".toml", ".ini", ".cfg", ".json", ".xml", ".npmrc", ".yml", ".yaml":
		return true
	}
	return base == "config" || base == "BUILD" || base == "WORKSPACE"
}

// everybodys is a folder that everybody may write to, as the place of code.
func everybodys() *needle.Regexp {
	return compiled(`(?i)(?:plugins?|paths?|rootdir|agent\w*|wrapper|lib\w*|load\w*|preload|require\w*|includes?|imports?|python\w*|toolchain|exec\w*|command\w*|program|runner|hooks?|scripts?|init\w*|extensions?|modules?|jars?|compiler|linker|shell|rustc?|options|bootstrap\w*|extends|parser|builder|transform|presets?|resolver|reporters?|replace[^\n]*=>)["']?\]?\s*[:= ]\s*\[?\s*["']?(?:/tmp|/var/tmp|/dev/shm)(?:/|["'\s]|$)`)
}

// odd are keys of settings that nobody sets for an honest reason.
func odd() *needle.Regexp {
	return compiled(`\bscript-shell\b|\bfsmonitor\b|\bsshCommand\b|\bagentpath\b|(?i:https?\.proxyHost|proxyHost)\s*=\s*[\w-]+\.[\w.-]+|\b(?:run_under|workspace_status_command)\s*=\s*["']?(?:ba|z|da)?sh\b`)
}
