package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// ascends finds a folder above that settings say without a slash behind it: what a
// variable of the tool is and two dots, two dots alone as a value, a function of the tool
// that names the folder around another one.
func ascends(text string, depth int) string {
	if word := parentWord().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	for _, m := range trailing().FindAllString(text, -1) {
		if strings.Count(m, "..") > depth {
			return strings.TrimSpace(m)
		}
	}
	if depth > 0 {
		return ""
	}
	if word := above().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	for line := range strings.Lines(text) {
		if at := leaving().FindStringIndex(line); len(at) > 0 && !strings.Contains(line[:at[0]], "cd ") && !strings.Contains(line[:at[0]], "pushd ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// trailing are steps up that end a path behind a variable.
func trailing() *needle.Regexp {
	return compiled(`(?:\}\}|[)}]|\$\w+)["']?\s*(?:/|\+\s*["']/?|/\s*["']|,\s*["'])(?:\.\./)*\.\.(?:["'\s,;)}\]|&]|$)`)
}

// parentWord are functions of tools that name the folder around the project.
func parentWord() *needle.Regexp {
	return compiled(`\bparent_dir(?:ectory)?\s*\(\s*(?:justfile_dir|source_dir|invocation_dir|parent_dir)|\|\s*(?:dir|osDir)\b|\{\{-?\s*(?:dir|osDir)\s+\.(?:ROOT_DIR|TASKFILE_DIR|USER_WORKING_DIR)|(?i:get_filename_component\s*\(\s*\w+\s+"?\$\{(?:CMAKE|PROJECT)_(?:CURRENT_)?SOURCE_DIR\}"?\s+(?:DIRECTORY|PATH))|(?i:cmake_path\s*\([^)]*SOURCE_DIR\s+PARENT_PATH)|\$[({]CURDIR:|\bdirname\s+["']?(?:\$\$?[({]?(?:PWD|CURDIR|INIT_CWD)|\$\$?\(pwd)`)
}

// above are two dots that stand alone as a value.
func above() *needle.Regexp {
	return compiled(`(?m)(?:^|[\s{,])["']?[\w-]+["']?\s*(?::=|[:=])\s*["']?(?:\.\./)*\.\.["']?\s*(?:$|[,}])|(?i:\bset\s*\(\s*\w+\s+"?\.\."?\s*\))|\s-C\s+\.\.(?:\s|$)`)
}

// leaving goes to the folder above.
func leaving() *needle.Regexp {
	return compiled(`\b(?:cd|pushd)\s+\.\.(?:["'\s;&|)]|$)`)
}
