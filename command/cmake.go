package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeCMake states the folder whose rules run, and judges cmake -E, which is a set of
// small tools that work alike everywhere, as the programs whose work they do: cmake(1), "Run a Command-Line Tool".
// The first argument of -E is the tool's name. So cmake -E rm is judged by the entry of
// rm and needs none of its own; options that both have mean the same.
func analyzeCMake(v *visit) bool {
	tool, ok := v.arg("-E")
	if !ok {
		if prefix, ok := v.arg("--prefix"); ok && v.has("--install") && !v.staged {
			v.r.path(v.sc, prefix, pipeline.KindWrite, v.name, catalogue.MarkRecursive) // not where the configuration says: cmake(1)
			v.withoutInstall()
		}
		if !v.has("--install") {
			for _, folder := range v.operands { // to configure or to build, wherever it leads
				if !strings.HasPrefix(folder.text, "-") || folder.dynamic { // what --build hands on
					v.r.path(v.sc, folder, pipeline.KindCode, v.name, catalogue.MarkBuild)
				}
			}
		}
		return false
	}
	words, ok := toolOfCMake(tool.text)
	if !ok || !tool.exact() {
		v.unknown("-E "+tool.text, tool)
		return true
	}
	fields := make([]field, 0, len(words)+len(v.operands))
	for _, w := range words {
		fields = append(fields, field{text: w, span: tool.span})
	}
	rest := v.operands
	if tool.text == "tar" && len(rest) > 0 && rest[0].exact() && len(rest[0].text) > 0 && rest[0].text[0] != '-' {
		rest = slices.Clone(rest)
		rest[0].text = "-" + rest[0].text
	}
	v.r.within(v.name, func() { v.r.exec(v.sc, append(fields, rest...)) })
	return true
}

// toolOfCMake is the program, with options, that does what a tool of cmake -E does. A
// tool that is not here is unknown, also those that newer versions bring.
func toolOfCMake(name string) ([]string, bool) {
	switch name {
	case "cat", "echo", "touch", "rm", "env", "sleep", "tar", "true", "false", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum":
		return []string{name}, true
	case "copy", "copy_if_different", "copy_if_newer", "copy_directory", "copy_directory_if_different", "copy_directory_if_newer":
		return []string{"cp", "-r"}, true
	case "make_directory":
		return []string{"mkdir", "-p"}, true
	case "remove":
		return []string{"rm"}, true
	case "remove_directory":
		return []string{"rm", "-r"}, true
	case "rename":
		return []string{"mv"}, true
	case "create_symlink":
		return []string{"ln", "-s"}, true
	case "create_hardlink":
		return []string{"ln"}, true
	case "echo_append":
		return []string{"echo"}, true
	case "touch_nocreate":
		return []string{"touch"}, true
	case "compare_files":
		return []string{"cmp"}, true
	case "chdir":
		return []string{"env", "-C"}, true
	case "time":
		return []string{"env"}, true
	case "capabilities", "environment":
		return []string{"true"}, true
	}
	return nil, false
}
