package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Programs that go through a whole folder read what lies there, and a policy may
// let that pass. A word that chooses among the files by their names asks for those:
// grep --include=.env, find -path '*/.env', fd '^\.env$'. So such names are stated as
// patterns beside the folder; whether one of them spells a secret is the gates' to say.

// telling are parts of names by which a choice may be one of secrets; others are not
// worth an effect of their own.
func telling(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(lower, ".e") || strings.HasSuffix(lower, "*env") || strings.HasPrefix(lower, "?") || strings.HasPrefix(lower, "[.") || strings.HasPrefix(lower, "*[.") || strings.HasPrefix(lower, "*?") || strings.HasPrefix(lower, ".*") || strings.HasPrefix(lower, ".?") || strings.HasPrefix(lower, ".[") ||
		containsAny(lower, ".env", "id_", ".pem", ".key", "secret", "credential", ".p12", ".pfx", ".jks", ".kdbx", "netrc", "pgpass", ".ssh", ".aws", ".gnupg", ".kube", "kubeconfig", "tfstate", "tfvars", "keystore", "shadow")
}

// chosenFiles states what grep(1) and its kin are told to look into by names. What
// prints no lines shows nothing of them.
func (v *visit) chosenFiles() {
	letters := "efABCmdD" // that take the rest of a bundle for their argument
	switch v.name {
	case "rg", "ripgrep":
		letters = "efABCmgtTEjMrd"
	case "ag", "ack", "ack-grep":
		letters = "ABCgGmWTp"
	case "ugrep", "ug", "ug+":
		letters = "ABCDdgJKMmOtef"
	}
	taken := make(map[pipeline.Span]bool, len(v.args)) // arguments of options, whatever they look like
	for _, a := range v.args {
		taken[a.field.span] = true
	}
	for _, f := range v.fields[1:] {
		if f.text == "--" {
			break
		}
		if f.exact() && !taken[f.span] && namesOnly(f.text, letters) {
			return
		}
	}
	starts := v.operands
	if len(starts) > 0 && !v.has("-e", "--regexp", "-f", "--file") {
		starts = starts[1:]
	}
	if len(starts) == 0 {
		starts = []field{{text: ".", span: v.fields[0].span}}
	}
	stated := make(map[string]bool)
	for _, a := range v.args {
		for _, name := range v.globsOf(a) {
			if stated[name] || !telling(name) {
				continue
			}
			if stated[name] = true; len(stated) > maxTurns {
				v.unknown("more names than are looked at", a.field)
				return
			}
			for _, s := range starts[:min(len(starts), maxTurns)] {
				for _, p := range findNames([]field{s}, name) {
					v.r.path(v.sc, field{text: p, pattern: true, dynamic: s.dynamic, span: a.field.span}, pipeline.KindRead, v.name, "")
				}
			}
		}
	}
}

// globsOf are the names that an option of grep(1), rg, ag, ack or ugrep chooses files by.
func (v *visit) globsOf(a argument) []string {
	text := a.field.text
	if a.field.dynamic || strings.HasPrefix(text, "!") {
		return nil
	}
	switch a.option {
	case "--include":
		return []string{path.Base(text)}
	case "-g", "--glob", "--iglob", "--include-dir":
		if v.name == "ag" {
			return nil // names only
		}
		return alternatives(strings.ToLower(path.Base(text)))
	case "-G", "--file-search-regex":
		return []string{globOf(text, false)}
	case "--type-add", "--type-set":
		return alternatives(text[strings.LastIndexAny(text, ":=")+1:])
	}
	return nil
}

// alternatives are the names that a glob with one pair of braces stands for.
func alternatives(glob string) []string {
	before, rest, ok := strings.Cut(glob, "{")
	inner, after, ends := strings.Cut(rest, "}")
	if !ok || !ends {
		return []string{glob}
	}
	var out []string
	for part := range strings.SplitSeq(inner, ",") {
		if len(out) < maxTurns {
			out = append(out, before+part+after)
		}
	}
	return out
}

// namesOnly reports whether an option makes grep(1) or rg print no lines.
func namesOnly(word, letters string) bool {
	switch word {
	case "--files-with-matches", "--files-without-match", "--count", "--quiet", "--silent", "--files", "--count-matches":
		return true
	}
	bundle, ok := strings.CutPrefix(word, "-")
	if !ok || strings.HasPrefix(bundle, "-") {
		return false
	}
	if i := strings.IndexAny(bundle, letters); i >= 0 {
		bundle = bundle[:i]
	}
	return strings.ContainsAny(bundle, "lLcq")
}

// spelledByFind are names that tests of find(1) ask for otherwise than by -name.
func spelledByFind(args []field) []string {
	var out []string
	for i := 0; i+1 < len(args) && len(out) < maxTurns; i++ {
		if !args[i].exact() || !args[i+1].exact() || i > 0 && (args[i-1].text == "!" || args[i-1].text == "-not") || i+2 < len(args) && args[i+2].text == "-prune" {
			continue
		}
		name := ""
		switch args[i].text {
		case "-name":
			if name = hiddenName(args[i+1].text); name == "" {
				i++
				continue
			}
		case "-iname":
			name = strings.ToLower(args[i+1].text)
		case "-path", "-wholename":
			name = path.Base(args[i+1].text)
		case "-ipath", "-iwholename":
			name = strings.ToLower(path.Base(args[i+1].text))
		case "-regex":
			name = globOf(args[i+1].text, true)
		case "-iregex":
			name = strings.ToLower(globOf(args[i+1].text, true))
		default:
			continue
		}
		if hidden := hiddenName(name); hidden != "" {
			name = hidden
		}
		if telling(name) && !strings.Contains(name, "/") {
			out = append(out, name)
		}
		i++
	}
	return out
}

// hiddenName is what a pattern that begins with a wildcard asks for where secrets are
// called so: *env* is .env to find(1) and to a filter, unlike to a shell, and *pem* a key.
func hiddenName(name string) string {
	if !strings.HasPrefix(name, "*") {
		return ""
	}
	switch strings.Trim(strings.ToLower(name), "*") {
	case "env", "npmrc", "pypirc", "netrc", "authinfo", "pgpass", "htpasswd":
		return ".*" + strings.TrimLeft(name, "*")
	case "pem", "p12", "pfx":
		return "*." + strings.TrimLeft(name, "*")
	}
	return ""
}

// spelledByFd is the name that fd(1) is asked for: a regular expression, or with -g a
// glob. Empty: it tells nothing.
func spelledByFd(pattern string, glob bool) string {
	name := path.Base(pattern)
	if !glob {
		name = globOf(pattern, false)
	}
	if hidden := hiddenName(name); hidden != "" {
		return hidden
	}
	if !telling(name) || strings.Contains(name, "/") {
		return ""
	}
	return name
}

// regexParts are the parts of a regular expression that mean any text in a name.
var regexParts = regexp.MustCompile(`\\?\.\*|\[\^/\]\*|\.\+|\\w[+*]|\[[\w-]+\][+*]`)

// globOf is what a simple regular expression for the last name of a path matches, as a
// pattern. Without an anchor fd finds it anywhere in the name; find(1) always asks for all.
func globOf(expression string, whole bool) string {
	text, begins := strings.CutPrefix(expression, "^")
	text, ends := strings.CutSuffix(text, "$")
	text = regexParts.ReplaceAllStringFunc(text, func(part string) string {
		if strings.HasPrefix(part, `\.`) {
			return `\.*`
		}
		return "*"
	})
	text = strings.NewReplacer(`\.`, ".", `\/`, "/", `\_`, "_", "(", "", ")", "", `\(`, "", `\)`, "", "?", "").Replace(text)
	text = text[strings.LastIndexByte(text, '/')+1:]
	if !whole && !begins {
		text = "*" + text
	}
	if !whole && !ends {
		text += "*"
	}
	return text
}

// ignoredNames are the names that git lists where it is asked for files that it ignores,
// as those with secrets are.
func ignoredNames(command string, args []field) []string {
	asked := func(letters string, long ...string) bool {
		return slices.ContainsFunc(args, func(f field) bool {
			return slices.Contains(long, f.text) || len(f.text) > 1 && f.text[0] == '-' && f.text[1] != '-' && strings.ContainsAny(f.text, letters)
		})
	}
	switch command {
	case "ls-files":
		if asked("i", "--ignored") || asked("o", "--others") && !has(args, "--exclude-standard") {
			return []string{"**/.env"}
		}
	case "status":
		if slices.ContainsFunc(args, func(f field) bool { return strings.HasPrefix(f.text, "--ignored") }) {
			return []string{"**/.env"}
		}
	}
	return nil
}

// askedNamesOf are names that words of fd and rg --files ask for.
func askedNamesOf(args []field) []string {
	var out []string
	glob := args[0].text == "rg"
	for i := 1; i < len(args) && len(out) < maxTurns; i++ {
		text := args[i].text
		switch {
		case text == "-g" || text == "--glob" || text == "--iglob":
			glob = true
			continue
		case strings.HasPrefix(text, "--glob=") || strings.HasPrefix(text, "--iglob="):
			text = text[strings.IndexByte(text, '=')+1:]
		case strings.HasPrefix(text, "-"):
			continue
		}
		if name := spelledByFd(text, glob); name != "" && !strings.HasPrefix(text, "!") {
			out = append(out, "**/"+name)
		}
	}
	return out
}
