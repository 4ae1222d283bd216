package outward

import (
	"path"
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// secretWord is a part of the names of variables that hold credentials. Whole names of
// variables are looked at, so the words need no bounds but for KEY, which is the end of
// many others.
func secretWord() *needle.Regexp {
	return compiled(`(?i)TOK|SECR|PASSW|_KEY|\bKEY|CREDENTIAL|API_?KEY`)
}

// shellName is a program that runs what it is given, or deletes it. It is matched
// against the first constant of a call, whole, so that a text about bash is none.
func shellName() *needle.Regexp {
	return compiled(`^(?:/bin/|/usr/bin/)?(?:sh|bash|zsh|dash|ksh|fish|ash|perl|python3?|node|ruby|php|powershell|pwsh|cmd(?:\.exe)?)$`)
}

// carrier is a program that does to what its words name whatever they say: harmless
// with words that are known, anything with those that are not.
func carrier() *needle.Regexp {
	return compiled(`^(?:/bin/|/usr/bin/)?(?:env|xargs|rm|dd|find|nice|timeout|setsid|script|busybox|chmod|kill|git-shell|awk)$`)
}

// inline is an option by which a program takes code as its next word.
func inline() *needle.Regexp {
	return compiled(`^-{1,2}(?:[a-z]*c|e|p|pe|ne|eval|print|r|E|n|command|Command)(?:\s|$)`)
}

// Code finds what leads out of the project in a program, a test or a configuration that
// is code. Empty: nothing does. The order is from what is worst to what is most often a
// mistake of the reader, since the first that is found is what a person gets to see.
func Code(file, text string, w World) string {
	l := languageOf(file)
	text = withHome(uncommented(plainInstructions(gemServer().ReplaceAllString(text, "")), l), w)
	p := split(text, l)
	if word := secret(text); word != "" {
		return word
	}
	if word := hidden(text, p.constants, w.Home); word != "" {
		return "parts of " + word
	}
	if word := pieces(p.constants); word != "" {
		return "parts of " + word
	}
	if len(p.constants) > maxConstants {
		return tooMuch
	}
	f := finder{file: file, text: text, program: p, language: l, world: w, left: maxLetters}
	f.named()
	for _, find := range [...]func() string{f.evaluating, f.homeward, f.listing, f.showing, f.placing, f.preloading, f.ordering, f.asking, f.obtaining, f.connecting, f.killing, f.serving, f.starting, f.computed, f.reaching} {
		if word := find(); word != "" {
			return word
		}
	}
	if f.left < 0 { // somebody took it for an answer to another question
		return tooMuch
	}
	return ""
}

// gemServer is the line of a Gemfile that names the public server of gems. It is taken
// out before hosts are looked for: every Gemfile has it.
func gemServer() *needle.Regexp {
	return compiled(`(?m)^\s*source\s*\(?["']https://rubygems\.org/?["']\)?\s*$`)
}

// serverOrder is a statement by which a database's server itself starts a program, reads
// or writes a file: what confines the client does not confine that.
func serverOrder() *needle.Regexp {
	return compiled(`(?i)\b(?:to|from)\s+program\s*\\?["'$E]|\bpg_read_(?:binary_)?file\b|\blo_(?:export|import)\b|\binto\s+(?:out|dump)file\b|\bload_file\s*\(|\bxp_cmdshell\b|\blanguage\s+["']?pl(?:python|perl|sh|tcl)\w*\b`)
}

// ordering finds such a statement.
func (f *finder) ordering() string { return serverOrder().FindString(f.text) }

// finder looks at one program.
type finder struct {
	program
	*language
	file, text string
	world      World

	startsBy, evaluatesBy, asksBy, filesBy string // libraries that are named

	calls    []string // constants that may hold code
	together string   // all of them

	left     int             // letters that matchers may read yet
	follows  map[string]bool // names that were followed to where they come from
	followed int             // bytes of code beside them
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

// A program that is looked through has no more constants than that, and leaves no more
// letters to the matchers of the vocabulary, all of them together.
const (
	maxConstants = 3000
	maxLetters   = 24 << 10
	tooMuch      = "more than is looked through"
)

// word finds a word of the vocabulary in the code, and in constants that hold code.
func (f *finder) word(of func() *needle.Regexp) string {
	m, ok := of().FindWithin(f.code, &f.left)
	if !ok {
		return tooMuch
	}
	if m != "" {
		return strings.TrimSpace(m)
	}
	if f.calls == nil {
		f.calls = []string{}
		for _, c := range f.constants {
			if strings.ContainsAny(c, "({") {
				f.calls = append(f.calls, c)
			}
		}
		f.together = strings.Join(f.calls, "\n")
	}
	if !of().May(f.together) { // asked once of all
		return ""
	}
	for _, c := range f.calls {
		for _, at := range of().FindAllStringIndex(c, -1) {
			if m := c[at[0]:at[1]]; strings.ContainsAny(m+c[at[1]:min(at[1]+1, len(c))], "(`") || strings.ContainsAny(c, "#$") && strings.Contains(c, "{") || f.comment == "#" && strings.Contains(c, "{") {
				return strings.TrimSpace(m)
			}
		}
	}
	return ""
}

// evaluating finds what makes code of a text, or makes another text of what is read
// here: an encoding, letters that Python folds, a module by a name that is put
// together.
func (f *finder) evaluating() string {
	for line := range strings.Lines(f.text) { // what Go and its C compiler are told in comments
		if strings.HasPrefix(strings.TrimLeft(line, "/ *\t"), "#cgo") || strings.Contains(line, "//go:generate ") {
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
	if f.loadsOnly && slices.ContainsFunc(f.constants, func(c string) bool { return c == "constructor" || c == "__proto__" }) {
		return "constructor"
	}
	if f.comment == "#" {
		if m := encoding().FindStringSubmatch(f.text); len(m) > 1 && !strings.HasPrefix(strings.ToLower(m[1]), "utf-8") && !strings.HasPrefix(strings.ToLower(m[1]), "utf8") && !strings.HasPrefix(m[1], "ascii") && !strings.HasPrefix(m[1], "latin") {
			return m[0]
		}
		if strings.IndexFunc(f.code, func(c rune) bool { return c >= 0x80 }) >= 0 {
			if m := strangeLetter().FindString(f.code); m != "" {
				return m
			}
		}
	}
	if f.evaluatesBy != "" {
		return f.evaluatesBy
	}
	return f.word(f.evaluates)
}

// systemModule are modules that reach the system, as a constant may name them.
func systemModule() *needle.Regexp {
	return compiled(`^(?:os|sys|subprocess|shutil|socket|ctypes|pty|importlib|builtins|posix|pathlib|pickle|runpy|code|http|urllib|requests|platform|signal)(?:\.|$)`)
}

// joined are constants of one or two characters that are put together, which no honest
// text does to the name of a module.
func joined() *needle.Regexp {
	return compiled(`["']{2}\s*[+%]|\+\s*["']{2}|["']{2}\.(?:join|format)`)
}

// listing finds the environment as a whole where names of credentials are looked
// for in it, or somebody is told of it.
func (f *finder) listing() string {
	if word := told().FindString(f.text); word != "" {
		return word
	}
	if word := f.word(f.lists); word != "" && (secretWord().MatchString(f.text) || slices.ContainsFunc(f.rows, func(r row) bool { return slices.ContainsFunc(r.words, secretWord().MatchString) }) || f.asksBy != "" || f.word(f.asks) != "") {
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
		return f.calling()
	}
	if m := numberedHost().FindStringSubmatch(f.code); len(m) > 2 && m[1]+m[2] != "127" && m[1]+m[2] != "0" && m[1]+m[2] != "10" {
		return word + " " + m[0]
	}
	var named []string
	for _, r := range f.rows {
		if !standIn().MatchString(r.by) {
			named = append(named, r.words...)
		}
	}
	if module := startedModule().FindStringSubmatch(f.text); len(module) > 1 && !strings.Contains(f.text, "executable =") {
		named = slices.DeleteFunc(named, func(name string) bool { return name == module[1] })
	}
	if host := foreign(named, true) + foreign(f.constants, false); host != "" {
		return word + " " + host
	}
	if hides := f.word(f.hides); hides != "" && f.startsBy+f.word(f.starts) == "" && foreign([]string{decoded(f.constants)}, true) != "" {
		return word + " " + hides
	}
	return ""
}

// startedModule is a module that Python itself is told to start.
func startedModule() *needle.Regexp {
	return compiled(`\[\s*sys\.executable,\s*["']-m["'],\s*["']([\w.]+)["']`)
}

// standIn are functions whose text is the name of a module.
func standIn() *needle.Regexp {
	return compiled(`(?:^|\.)(?:patch|patch\.object|setattr|import_module|getLogger|spyOn|importorskip)$`)
}

// told is a variable of the environment that is printed though its name is one
// of a credential's.
func told() *needle.Regexp {
	return compiled(`(?i)(?:\bprint\w*|console\.\w+|\bputs|\becho|\bLogf?|\bprintf?ln!?|\bdump|\bvar_dump|\bFatal\w*|\bpanic!?|\bdbg!|\braise|\bthrow\s+new\s+\w+|\bdie)\W{1,4}[^;\n]{0,40}(?:environ|getenv|LookupEnv|ExpandEnv|\benv\.|\bENV\[|\bENV\.fetch|env::var|\benv!)[^;\n]{0,16}(?:TOKEN|SECRET|PASSW|_KEY)`)
}

// starting finds a program that may be started and reaches out.
func (f *finder) starting() string {
	if f.percents { // what a name of a file starts in Ruby
		for _, r := range f.rows {
			for _, c := range r.words {
				if piped().MatchString(c) && (strings.Count(c, "|") == 1 || fromHere().MatchString(r.by) || readsFile().MatchString(r.by)) {
					return c[:min(len(c), 40)]
				}
			}
		}
	}
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
	for _, l := range f.rows {
		if m := publishing().FindString(strings.Join(l.words, " ")); m != "" {
			return word + " " + m
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

// piped is a command that stands for a file's name.
func piped() *needle.Regexp { return compiled(`^\|\s*[a-z./~][\w./~-]*(?:\s|$)`) }

// readsFile are functions of Ruby that take a file's name for a command's, if a bar begins it.
func readsFile() *needle.Regexp {
	return compiled(`(?:^|\.)(?:read|readlines|binread|foreach|write|binwrite|copy_stream)$`)
}

// direct are calls whose words are judged as a command.
func direct() *needle.Regexp {
	return compiled(`(?:^|\.)(?:run|call|check_call|check_output|Popen|Command|system|popen|exec|execFile|execFileSync|spawn|spawnSync|execa|ProcessBuilder|commandLine|cmd|sh|capture2e?|capture3)$`)
}

// reaching finds a path outside that the text may read, write, delete or load.
func (f *finder) reaching() string {
	word := f.filesBy
	if word == "" {
		word = f.word(f.files)
	}
	for _, r := range f.rows {
		out := f.world.leaves(strings.Join(r.words, " "))
		if importing().MatchString(r.by) {
			out += remoteCode().FindString(strings.Join(r.words, " "))
		}
		if loading().MatchString(r.by) && !f.general {
			for _, c := range r.words {
				out += climbs(c, f.world.depth(f.file))
			}
		}
		if out != "" && loading().MatchString(r.by) {
			return r.by + " " + out
		}
		if reader().MatchString(r.by) && slices.ContainsFunc(r.words, secretFile().MatchString) {
			return r.by + " " + strings.Join(r.words, " ")
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
func loading() *needle.Regexp {
	return compiled(`(?:^|\.)(?:from|import|require|require_relative|load|include|include_once|require_once|register|resolve|use|source|dofile|import_module|SConscript|apply|eval_gemfile|includeBuild)$`)
}

// configName is a file whose constants tell a tool what to load and where to write.
func configName() *needle.Regexp {
	return compiled(`(?i)config|^\.|rc\.|^setup|^gulpfile|^gruntfile|conf\.|^conftest|^build\.|^settings\.|karma|preview\.|^project\.clj$|^deps\.edn$|^bb\.edn$|^shadow-cljs\.edn$|\.sbt$|^mix\.exs$|^package\.swift$|\.gemspec$|\.podspec$|^rakefile$|^gemfile$|^main\.[jt]s$`)
}

// importing are loaders that take an address as well as a name.
func importing() *needle.Regexp {
	return compiled(`(?:^|\.)(?:from|import|require|include|include_once|require_once|importScripts|SConscript|apply|eval_gemfile)$`)
}

// remoteCode is the beginning of an address that holds, or leads to, code.
func remoteCode() *needle.Regexp {
	return compiled(`^(?:data|https?|blob|file|php|phar|zip|expect|ftp|glob|compress\.\w+):`)
}

// encoding is the declaration of an encoding in one of the first two lines (PEP 263),
// by which what follows may be another program.
func encoding() *needle.Regexp { return compiled(`(?m)\A(?:.*\n)?\s*#.*coding[:=]\s*([-\w.]+)`) }

// strangeLetter is one that Python reads as a letter of ASCII (NFKC).
func strangeLetter() *needle.Regexp {
	return compiled(`[\x{AA}\x{BA}\x{17F}\x{2B0}-\x{2E4}\x{1D00}-\x{1DBF}\x{2070}-\x{218F}\x{2460}-\x{24FF}\x{2C7C}\x{FB00}-\x{FB06}\x{FF00}-\x{FFEF}\x{1D400}-\x{1D7FF}]`)
}
