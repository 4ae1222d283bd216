package outward

import (
	"slices"
	"strconv"
	"strings"

	"passepartout/internal/needle"
)

// parents are steps up, in the words of libraries for paths.
func parents() *needle.Regexp {
	return compiled(`(?:\.parents\[(\d)\]|\.parent\b|\bdirname\s*\(|filepath\.Dir\s*\(|path\.dirname\s*\(|\.getParent(?:File)?\(\)|\.parentFile|\.parent\(\)|\bpardir\b|\bpath\.split\s*\(|\bpathinfo\s*\()`)
}

// topLevel is the root, or all of a home.
func topLevel() *needle.Regexp {
	return compiled(`^(?:/|/\*+|~)$`)
}

// bareFolder is a folder of the system or of all homes, with nothing behind it.
func bareFolder() *needle.Regexp {
	return compiled(`^/(?:home|proc|etc|var|run|sys|Users)/?$`)
}

// walksFolders lists what is in a folder.
func walksFolders() *needle.Regexp {
	return compiled(`\b(?:scandir|listdir|iterdir|rglob|glob|walk|WalkDir|readdir(?:Sync)?|ReadDir|each_child|children|entries|listFiles|eachFile\w*|read_dir|opendir|list\.files|listSync)\b`)
}

// climbing finds paths that go up further than the file lies deep, and the root.
func (f *finder) climbing(word string) string {
	depth := f.world.depth(f.file)
	for _, c := range f.constants {
		if up := climbs(c, depth) + tail(c, depth); up != "" {
			return word + " " + up
		}
		if bareFolder().MatchString(c) && walksFolders().MatchString(f.code) {
			return word + " " + c
		}
		if topLevel().MatchString(c) && (f.word(deletes) != "" || c != "/") {
			return word + " " + c
		}
	}
	for _, r := range f.rows { // constants that are put behind each other
		for _, c := range r.words {
			if up := tail(c, depth); up != "" {
				return word + " " + up
			}
		}
	}
	if !f.rawTicks { // a test of Go runs in its own folder
		for _, r := range f.rows {
			if len(r.words) > 0 && (r.words[0] == ".." || strings.HasPrefix(r.words[0], "../")) && fromHere().MatchString(r.by) {
				return r.by + " " + r.words[0]
			}
		}
	}
	if strings.Contains(f.code, "chdir") || strings.Contains(f.code, "Chdir") {
		if slices.ContainsFunc(f.constants, func(c string) bool { return c == ".." || strings.HasPrefix(c, "../") }) {
			return word + " chdir .."
		}
	}
	if m := pathCut().FindString(f.code); m != "" {
		return word + " " + m
	}
	if up := f.ascending(depth); up != "" {
		return word + " " + up
	}
	for _, c := range f.constants {
		if c == ".." && depth == 0 {
			return word + " .."
		}
	}
	return ""
}

// ascending finds a line whose functions go up further than the file lies deep.
func (f *finder) ascending(depth int) string {
	var here []string // variables that hold the folder where the program stands
	before := false   // the line before begins a loop
	for line := range strings.Lines(f.text) {
		if m := standingIn().FindStringSubmatch(line); m != nil && len(here) < maxHere {
			here = append(here, m[1])
		}
		for _, name := range here {
			if word := besideHere(line, name); word != "" {
				return word
			}
		}
		ups := len(parents().FindAllString(line, -1))
		for _, m := range parents().FindAllStringSubmatch(line, -1) {
			if n, err := strconv.Atoi(m[1]); err == nil {
				ups += n
			}
		}
		turns := loops().MatchString(line)
		if ups > 0 && (turns || before) && walksFolders().MatchString(f.code) {
			return strings.TrimSpace(line)
		}
		before = turns
		if twoDots().MatchString(line) && standing().MatchString(line) {
			return strings.TrimSpace(line)
		}
		if ups > 0 && standing().MatchString(line) {
			ups += depth + 1
		}
		if chain := upwards().FindAllString(line, -1); len(chain) > 0 {
			ups += len(chain) + 1
			if ups > depth {
				return chain[0]
			}
		}
		if ups > 0 && folderOfFile().MatchString(line) {
			ups++
		}
		if strings.Contains(line, "pardir") && !strings.Contains(line, "__file__") {
			return "pardir"
		}
		if ups > depth+1 || rootParent().MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// maxHere bounds the variables that are followed.
const maxHere = 8

// standingIn is a variable that gets the folder where a program stands.
func standingIn() *needle.Regexp {
	return compiled(`(?:^|[\s;{])\$?([A-Za-z_]\w*)(?:\s*,\s*\w+)?\s*(?::\s*\w+\s*)?(?::=|=|<-)\s*[\w.:$\x60"']{0,24}?(?:getcwd|\bcwd\s*\(|current_dir|\bGetwd\(|Dir\.pwd|user\.dir|getwd\(|(?:Abs|abspath|expand_path|resolve|realpath|normalizePath|EvalSymlinks)\(["']\.["']\)|Path\(["']?\.?["']?\)\.(?:absolute|resolve)\()`)
}

// besideHere finds in a line what lies beside or above the folder that a variable holds:
// the folder above it, or a name that begins as its name does.
func besideHere(line, name string) string {
	for rest := line; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return ""
		}
		before, after := rest[:i], rest[i+len(name):]
		if rest = after; before != "" && nameLetter(before[len(before)-1]) || after != "" && nameLetter(after[0]) {
			continue
		}
		if aboveOf().MatchString(before) || aboveThat().MatchString(after) || deletes().MatchString(line) && (siblingOf().MatchString(after) || siblingFormat().MatchString(before)) {
			return strings.TrimSpace(line)
		}
	}
}

func nameLetter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// aboveOf is a function that gives the folder above, before what it gets.
func aboveOf() *needle.Regexp {
	return compiled(`(?:\bdirname|filepath\.Dir|path\.Dir)\(\s*\$?$`)
}

// aboveThat is a member that is the folder above.
func aboveThat() *needle.Regexp {
	return compiled(`^(?:\.parent\b|\.parents\[|\.getParent|\.parent_path\()`)
}

// siblingOf is a constant behind a folder that makes another name of its own.
func siblingOf() *needle.Regexp { return compiled(`^\s*(?:(?:\+|\.)\s*["'][\w.-]*\w|\}[\w-]|\[\s*:)`) }

// siblingFormat is a format that does.
func siblingFormat() *needle.Regexp { return compiled(`["']%[sv][\w.-]+["'/][^\n]*$`) }

// loops begin what is done several times.
func loops() *needle.Regexp {
	return compiled(`(?:^|[\s;{])(?:for|while|until|loop)\b|\.times\b`)
}

// folderOfFile is the folder of a program's file: one step up from the file is made already.
func folderOfFile() *needle.Regexp {
	return compiled(`\b__dirname\b|\b__DIR__\b|\b__dir__\b|import\.meta\.dirname`)
}

// fromHere are functions that take a path from the folder where a program was started, not
// from that of its file.
func fromHere() *needle.Regexp {
	return compiled(`(?:^|[.:])(?:open|Path|readFile(?:Sync)?|writeFile(?:Sync)?|appendFile(?:Sync)?|rm(?:Sync)?|rmdirSync|unlink(?:Sync)?|readdir(?:Sync)?|listdir|scandir|walk|rmtree|remove|of|File|FileReader|FileWriter|FileInputStream|FileOutputStream|file_get_contents|file_put_contents|fopen|DirectoryIterator|remove_dir_all|remove_file|read_to_string|read_dir|entries|rm_rf|rm_r|chdir|cwd)$`)
}

// rootParent is the folder around the project of a build.
func rootParent() *needle.Regexp {
	return compiled(`\b(?:rootDir|rootProject\.projectDir|rootProject\.rootDir)\b\.?(?:parent|getParent|resolve\(["']\.\.)|\brootDirectory\.(?:dir|file)\(["']\.\.`)
}

// tail finds steps up that end a path, and are more than the file lies deep: where they
// stand behind a value, that is the file's own folder or one above.
func tail(c string, depth int) string {
	m := lastSteps().FindString(c)
	if n := strings.Count(m, ".."); n > depth || n > 0 && rootValue().MatchString(c) {
		return c[:min(len(c), 40)]
	}
	return ""
}

// lastSteps end a path behind a slash.
func lastSteps() *needle.Regexp { return compiled(`(?:/\.\.)+$`) }

// rootValue is the project's folder in a constant of a build.
func rootValue() *needle.Regexp {
	return compiled(`\$\{?(?:rootDir|rootProject\.(?:projectDir|rootDir)|project\.rootDir|PWD|process\.cwd\(\)|workspaceFolder|INIT_CWD)\b\}?/\.\.`)
}

// twoDots is the folder above, as a part of a path.
func twoDots() *needle.Regexp { return compiled("[\"'`/]\\.\\.[\"'`/]") }

// upwards are two steps up in a row of constants.
func upwards() *needle.Regexp {
	return compiled("\\.\\.[\"'`][^\"'`\\n;]{0,24}[\"'`]\\.\\.")
}

// standing asks for the folder where a program stands.
func standing() *needle.Regexp {
	return compiled(`getcwd|\bcwd\s*\(|\bpath\.resolve\s*\(\s*["'\x60]\.\.|rootDir\.parent|projectDir\.parent|current_dir|Pathname\.pwd|\bGetwd|user\.dir|Dir\.pwd|File\.cwd|absoluteFile|getAbsoluteFile`)
}

// pathCut makes a folder above of the text of a path.
func pathCut() *needle.Regexp {
	return compiled(`(?:__dirname|__filename|cwd\(\)|getcwd\(\)|__file__|__dir__|__DIR__)\)?\.(?:r?split|slice|substr\w*|replace|rpartition|partition)|explode\([^)]*__DIR__`)
}

// deletes are words that delete whole trees.
func deletes() *needle.Regexp {
	return compiled(`rmtree|rm_rf|rm_r\b|\brmSync|\brmdirSync|RemoveAll|remove_dir_all|rimraf|removeSync|deleteDir|deleteRecursively|remove_all|rm_rf!|removePathForcibly|removeDirectoryRecursive|\bdel\b|emptyDir`)
}
