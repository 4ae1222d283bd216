package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/internal/needle"
	"passepartout/pipeline"
)

// Code that empties the machine need not spell rm -rf /: it lists a root and deletes
// what it finds, one by one. Both stand near each other then. The code is unknown and
// held in any case; what is found here makes it a catastrophe.

var (
	listsRoot   = needle.MustCompile(`(?:glob|listdir|scandir|readdir|readdirSync|walk|Path|each_child|children|entries|Dir|find|opendir)\s*[(\[]\s*(?:\$?\w+\s*,\s*)?["'](/[\w*./]*)["']`)
	deletesEach = needle.MustCompile(`(?:rmtree|rm_rf|rm_r|rmSync|rimraf|removeSync|remove_tree|remove_dir_all|RemoveAll|remove_entry_secure)\s*\(?\s*[^\s"'(]|rm -(?:rf|fr|r -f)\b[^"'\x60]{0,8}[$#"'+]`)
)

// nearby is how many bytes apart a list and the deletion of what is in it may stand.
const nearby = 200

// spelledRoots states that a program deletes what it finds in a root of the system.
func (v *visit) spelledRoots(text string, span pipeline.Span) {
	for _, list := range listsRoot.FindAllStringSubmatchIndex(text, -1) {
		root := strings.TrimRight(text[list[2]:list[3]], "/*.")
		if !systemRoot(root) {
			continue
		}
		if deletesAny(text[max(0, list[0]-nearby):list[0]]) || deletesAny(text[list[1]:min(len(text), list[1]+nearby)]) {
			v.r.path(v.sc, field{text: "/" + strings.TrimPrefix(root, "/"), span: span}, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
		}
	}
}

// deletesAny reports whether a text deletes something that it does not name itself, and
// that is not what it was given as a word.
func deletesAny(text string) bool {
	at := deletesEach.FindStringIndex(text)
	if at == nil {
		return false
	}
	rest := text[at[1]-1:]
	return !containsAny(rest[:min(len(rest), 16)], "ARGV", "argv", "args")
}

// systemRoot reports whether a path without a last slash is / or a folder right below it
// that the machine cannot be without.
func systemRoot(root string) bool {
	switch root {
	case "", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/opt", "/root", "/sbin", "/srv", "/usr", "/usr/bin", "/usr/lib", "/var", "/var/lib":
		return true
	}
	return false
}
