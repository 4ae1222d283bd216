package outward

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// secretWord is a part of the names of variables that hold credentials.
func secretWord() *regexp.Regexp {
	return compiled(`(?i)TOKEN|SECRET|PASSW|_KEY|\bKEY|CREDENTIAL|API_?KEY`)
}

// shellName is a program that runs what it is given, or deletes it.
func shellName() *regexp.Regexp {
	return compiled(`^(?:/bin/|/usr/bin/)?(?:sh|bash|zsh|dash|ksh|fish|ash|perl|python3?|node|ruby|php|powershell|pwsh|cmd(?:\.exe)?)$`)
}

func carrier() *regexp.Regexp {
	return compiled(`^(?:/bin/|/usr/bin/)?(?:env|xargs|rm|dd|find|nice|timeout|setsid|script|busybox|chmod|kill|git-shell|awk)$`)
}

func inline() *regexp.Regexp {
	return compiled(`^-{1,2}(?:[a-z]*c|e|p|pe|ne|eval|print|r|E|n|command|Command)(?:\s|$)`)
}

// Code finds what leads out of the project in a program, a test or a
// configuration that is code. Empty: nothing does.
func Code(file, text string, w World) string {
	l := languageOf(file)
	text = uncommented(text, l)
	p := split(text, l)
	if word := secret(text); word != "" {
		return word
	}
	if word := hidden(text, p.constants, w.Home); word != "" {
		return "parts of " + word
	}
	f := finder{file: file, text: text, program: p, language: l, world: w}
	f.named()
	for _, find := range [...]func() string{f.evaluating, f.homeward, f.listing, f.asking, f.starting, f.reaching} {
		if word := find(); word != "" {
			return word
		}
	}
	return ""
}

// finder looks at one program.
type finder struct {
	program
	*language
	file, text string
	world      World

	startsBy, evaluatesBy, asksBy, filesBy string // libraries that are named
}

// named finds the libraries that constants name.
func (f *finder) named() {
	for _, r := range f.rows {
		if f.loadsOnly && !loading().MatchString(r.by) {
			continue
		}
		for _, c := range r.words {
			m := f.modules().FindStringSubmatch(c)
			for i, by := range [...]*string{&f.startsBy, &f.evaluatesBy, &f.asksBy, &f.filesBy} {
				if i+1 < len(m) && m[i+1] != "" {
					*by = m[i+1]
				}
			}
		}
	}
}

// word finds a word of the vocabulary in the code, and in constants that hold code.
func (f *finder) word(of func() *regexp.Regexp) string {
	if m := of().FindString(f.code); m != "" {
		return strings.TrimSpace(m)
	}
	for _, c := range f.constants {
		if !strings.ContainsAny(c, "({") {
			continue
		}
		for _, at := range of().FindAllStringIndex(c, 16) {
			if m := c[at[0]:at[1]]; strings.ContainsAny(m+c[at[1]:min(at[1]+1, len(c))], "(`") || strings.ContainsAny(c, "#$") && strings.Contains(c, "{") || f.comment == "#" && strings.Contains(c, "{") {
				return strings.TrimSpace(m)
			}
		}
	}
	return ""
}

func (f *finder) evaluating() string {
	for line := range strings.Lines(f.text) { // what Go and its C compiler are told in comments
		if strings.HasPrefix(strings.TrimLeft(line, "/ *\t"), "#cgo") || strings.HasPrefix(line, "//go:generate ") {
			if out := f.world.leaves(line) + dangerous().FindString(line); out != "" {
				return strings.TrimSpace(line)
			}
		}
	}
	if strings.Contains(f.code, "import_module") { // of a name that a variable holds
		for _, c := range f.constants {
			if systemModule().MatchString(c) || joined().MatchString(f.code) {
				return "import_module " + c
			}
		}
	}
	if f.evaluatesBy != "" {
		return f.evaluatesBy
	}
	return f.word(f.evaluates)
}

func systemModule() *regexp.Regexp {
	return compiled(`^(?:os|sys|subprocess|shutil|socket|ctypes|pty|importlib|builtins|posix|pathlib|pickle|runpy|code|http|urllib|requests|platform|signal)(?:\.|$)`)
}

func joined() *regexp.Regexp {
	return compiled(`["']{2}\s*[+%]|\+\s*["']{2}|["']{2}\.(?:join|format)`)
}

// homeward finds what asks for the home folder, other than to put a folder of
// the test's own there.
func (f *finder) homeward() string {
	rest := split(ownHome().ReplaceAllString(f.text, " "), f.language)
	word := f.home().FindString(rest.code)
	if word == "HOME" && ownName().MatchString(rest.code) {
		word = ""
	}
	for _, c := range rest.constants {
		m := f.home().FindString(c)
		if m != "" && (c == m || homeInside().MatchString(c) || m != "HOME" && strings.Contains(c, "{")) {
			word = m
		}
	}
	if word != "" && f.settled() {
		return ""
	}
	return word
}

// ownName is a name of the text's own, which happens to be HOME.
func ownName() *regexp.Regexp {
	return compiled(`(?m)(?:^|[^\w.{,])HOME\s*:?=[^=]`)
}

// homeInside is code within a constant: "${System.env.HOME}", "#{ENV['HOME']}".
func homeInside() *regexp.Regexp {
	return compiled(`(?i)[{(][^})]*(?:env|getenv|environment|var)\W{1,4}HOME`)
}

// ownHome are the forms in which a test puts a folder of its own for the home
// folder, or a stand-in for what asks for it.
func ownHome() *regexp.Regexp {
	return compiled(`(?:monkeypatch\.setenv|\bt\.Setenv|set_var|putenv|setenv)\s*\(\s*["'](?:HOME|USERPROFILE)["']\s*,\s*(?:str\()?[\w.]+(?:\(\))?\)?|(?:os\.environ|ENV)\[["'](?:HOME|USERPROFILE)["']\]\s*=\s*(?:str\()?[\w.]+|process\.env\.(?:HOME|USERPROFILE)\s*=\s*[\w.]+\s*[;\n]|["']?\b(?:HOME|USERPROFILE)["']?\s*[:=]\s*(?:str\()?\w*(?i:tmp|temp|dir|home)\w*(?:\.path\(\)|\(\))?\)?\s*[,})]|\.env\(\s*["']HOME["']\s*,\s*\w[\w.]*(?:\(\))?\)|(?:patch|patch\.object|setattr|spyOn)\s*\(\s*["']?[\w., "']*\b(?:home|homedir|expanduser)["']?\s*,?\s*[^)]*\)|patch\.dict\s*\([^)]*["']HOME["']\s*:\s*str\(\w+\)[^)]*\)`)
}

// settled reports whether every use of the home folder stands behind a line of the same
// function that puts a folder of the test's own there.
func (f *finder) settled() bool {
	sets := ownHome().FindAllStringIndex(f.text, 16)
	rest := f.text
	blanked := []byte(rest)
	for _, at := range sets {
		for i := at[0]; i < at[1]; i++ {
			blanked[i] = ' '
		}
	}
	for _, at := range f.home().FindAllIndex(blanked, 64) {
		ok := false
		for _, set := range sets {
			if set[1] <= at[0] && !functionBegins().MatchString(f.text[set[1]:at[0]]) && !strings.Contains(f.text[set[0]:set[1]], "{") {
				ok = true
			}
		}
		if !ok {
			return false
		}
	}
	return len(sets) > 0
}

func functionBegins() *regexp.Regexp {
	return compiled(`\n\s*(?:func|def|class|fn|async def|function)\b|=>\s*\{|\bfunction\b`)
}

// listing finds the environment as a whole where names of credentials are looked
// for in it, or somebody is told of it.
func (f *finder) listing() string {
	if word := f.word(f.lists); word != "" && (secretWord().MatchString(f.text) || f.asksBy != "" || f.word(f.asks) != "") {
		return word
	}
	return ""
}

// asking finds a host that the text may talk to.
func (f *finder) asking() string {
	word := f.asksBy
	if word == "" {
		word = f.word(f.asks)
	}
	if word == "" {
		return ""
	}
	var named []string
	for _, r := range f.rows {
		if !standIn().MatchString(r.by) {
			named = append(named, r.words...)
		}
	}
	if host := foreign(named, true) + foreign(f.constants, false); host != "" {
		return word + " " + host
	}
	if hides := f.word(f.hides); hides != "" && f.startsBy+f.word(f.starts) == "" && foreign([]string{decoded(f.constants)}, true) != "" {
		return word + " " + hides
	}
	return ""
}

// standIn are functions whose text is the name of a module.
func standIn() *regexp.Regexp {
	return compiled(`(?:^|\.)(?:patch|patch\.object|setattr|import_module|getLogger|spyOn|importorskip)$`)
}

// starting finds a program that may be started and reaches out.
func (f *finder) starting() string {
	word := f.startsBy
	if word == "" {
		word = f.word(f.starts)
	}
	if word == "" && f.ticksRun && strings.Contains(f.code, "``") {
		word = "`"
	}
	if word == "" {
		return ""
	}
	if hides := f.word(f.hides); hides != "" {
		return word + " " + hides
	}
	for _, c := range f.constants {
		if out := f.world.leaves(c); out != "" {
			return word + " " + out
		}
		if m := dangerous().FindString(c); m != "" {
			return word + " " + strings.TrimSpace(m)
		}
	}
	if host := foreign(f.constants, false); host != "" {
		return word + " " + host
	}
	for _, l := range f.rows {
		if len(l.words) == 0 {
			continue
		}
		switch name := l.words[0]; {
		case shellName().MatchString(name):
			if l.whole && len(l.words) == 1 && strings.HasSuffix(name, "sh") || !(l.whole && direct().MatchString(l.by)) && slices.ContainsFunc(f.constants, inline().MatchString) {
				return word + " " + name
			}
		case carrier().MatchString(name) && !l.whole:
			return word + " " + name
		}
	}
	if out := f.world.leaves(f.code); out != "" {
		return word + " " + out
	}
	return f.climbing(word)
}

// direct are calls whose words are judged as a command.
func direct() *regexp.Regexp {
	return compiled(`(?:^|\.)(?:run|call|check_call|check_output|Popen|Command|system|popen|exec|execFile|execFileSync|spawn|spawnSync|execa|ProcessBuilder|commandLine|cmd|sh|capture2e?|capture3)$`)
}

// reaching finds a path outside that the text may read, write, delete or load.
func (f *finder) reaching() string {
	word := f.filesBy
	if word == "" {
		word = f.word(f.files)
	}
	for _, r := range f.rows {
		if out := f.world.leaves(strings.Join(r.words, " ")); out != "" && loading().MatchString(r.by) {
			return r.by + " " + out
		}
	}
	if word == "" && configName().MatchString(path.Base(f.file)) {
		word = "configures"
	}
	for _, c := range f.constants {
		out := f.world.leaves(c)
		if out != "" && word != "" {
			return strings.TrimSpace(word + " " + out)
		}
	}
	if word == "" {
		return ""
	}
	return f.climbing(word)
}

// loading are words that load other code.
func loading() *regexp.Regexp {
	return compiled(`(?:^|\.)(?:from|import|require|require_relative|load|include|include_once|require_once|register|resolve|use|source|dofile|import_module)$`)
}

// configName is a file whose constants tell a tool what to load and where to write.
func configName() *regexp.Regexp {
	return compiled(`(?i)config|^\.|rc\.|^setup|^gulpfile|^gruntfile|conf\.|^conftest|^build\.|^settings\.|karma|preview\.|^main\.[jt]s$`)
}

func parents() *regexp.Regexp {
	return compiled(`(?:\.parent\b|\.parents\[\d\]|\bdirname\s*\(|filepath\.Dir\s*\(|path\.dirname\s*\(|\.getParent(?:File)?\(\)|\.parentFile|\.parent\(\)|\bpardir\b)`)
}

func topLevel() *regexp.Regexp {
	return compiled(`^(?:/|/\*+|~)$`)
}

// climbing finds paths that go up further than the file lies deep, and the root.
func (f *finder) climbing(word string) string {
	depth := f.world.depth(f.file)
	for _, c := range f.constants {
		if up := climbs(c, depth); up != "" {
			return word + " " + up
		}
		if topLevel().MatchString(c) && (f.word(deletes) != "" || c != "/") {
			return word + " " + c
		}
	}
	for line := range strings.Lines(f.code) {
		ups := 0
		for _, m := range parents().FindAllString(line, 32) {
			ups++
			if at := strings.IndexByte(m, '['); at >= 0 {
				ups += int(m[at+1] - '0')
			}
		}
		if ups > depth+2 {
			return word + " " + strings.TrimSpace(line)
		}
	}
	return ""
}

// deletes are words that delete whole trees.
func deletes() *regexp.Regexp {
	return compiled(`rmtree|rm_rf|rm_r\b|\brmSync|\brmdirSync|RemoveAll|remove_dir_all|rimraf|removeSync|deleteDir|deleteRecursively|remove_all|rm_rf!|removePathForcibly|removeDirectoryRecursive|\bdel\b|emptyDir`)
}
