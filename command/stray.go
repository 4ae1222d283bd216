package command

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// strays looks for words that lead a build away from the project: a path that
// lies elsewhere is built there, a URL is asked, and text that only a shell or
// another language could mean is code. Entries of builds are lenient, so such
// words would pass as names of targets.
//
// Long: one case a kind of word, in the order in which they are told apart.
func (v *visit) strays(mark string) {
	for i, f := range v.fields[1:] {
		if i > 0 && (v.name != "flask" || f.text != "shell") { // flask takes options before it
			continue
		}
		if conversation(v.name, f.text) {
			v.r.code(v.name+" "+f.text, v.name, "", f.span)
		}
	}
	own, module := false, v.startsModule()
	for i, f := range v.fields[1:] {
		text := f.text
		if module > 0 && i+1 > module && !strings.HasPrefix(v.fields[i].text, "-") && f.exact() && everybodyReads(text) {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
			continue // what the module is given to look at
		}
		own = own || text == "--" && v.runsOwn()
		if own && !outputOption(v.fields[i].text) && strings.HasPrefix(text, "/") && !dataFile(text) {
			continue // what the program reads
		}
		if i > 0 && v.excludes(v.fields[i], f) || v.selects(text) {
			continue
		}
		if name, value, valued := strings.Cut(text, "="); i > 0 && ofAddress(v.fields[i].text) && addressPath(text) || valued && ofAddress(name) && addressPath(value) {
			continue
		}
		if strings.Contains(text, "-XX:OnError") || strings.Contains(text, "-XX:OnOutOfMemoryError") {
			v.r.code(v.name+" "+text, v.name, "", f.span) // a command, within whatever passes it on to Java
			continue
		}
		if v.name == "mix" && slices.Contains(v.r.ran, text) { // it was read
			continue
		}
		if f.dynamic || v.typed(f) || v.placed(text) || strings.HasPrefix(text, "//") && labelled(v.name) {
			continue
		}
		if strings.HasPrefix(text, "/") && slashed(v.name) {
			text = slashOption(text)
		}
		f.pattern = false
		if i > 0 && mark == catalogue.MarkBuild && v.spec.Lenient && !strings.HasPrefix(text, "-") && !strings.Contains(v.fields[i].text, "=") && commandOption(v.fields[i].text) {
			v.shell(f, "sh", nil)
			continue
		}
		if strings.HasPrefix(text, "-") {
			name, value, valued := strings.Cut(text, "=")
			switch {
			case mark == catalogue.MarkBuild && v.spec.Lenient && (inline(name) || hook(v.name, name)) && !v.has(name) && (name != "--dependency" || !strings.HasPrefix(v.name, "gradle")):
				v.r.code(v.name+" "+text, v.name, "", f.span)
				continue
			case valued && mark == catalogue.MarkBuild && v.spec.Lenient && commandOption(name) && !v.has(name):
				v.shell(field{text: value, dynamic: f.dynamic, span: f.span}, "sh", nil)
				continue
			case text == "-e" && evaluates(v.name) || text == "-b" && strings.HasPrefix(v.name, "gimp"):
				v.r.code(v.name+" "+text, v.name, "", f.span)
			case valued:
				v.strayValue(value, f, mark)
			default:
				v.strayPath(text, f, mark)
			}
			continue
		}
		v.strayValue(text, f, mark)
	}
}

// runsOwn reports whether what stands behind -- are the words of the project's own
// program, which is built and then started with them.
func (v *visit) runsOwn() bool {
	switch v.path {
	case "cargo run", "cargo r", "dotnet run", "swift run", "cabal run", "dune exec":
		return true
	}
	return false
}

// outputOption reports whether the word behind an option is where a program writes.
func outputOption(word string) bool {
	return strings.HasPrefix(word, "-") && (word == "-o" || strings.Contains(word, "out") || strings.Contains(word, "dest") || strings.Contains(word, "dir") || strings.Contains(word, "log") || strings.HasSuffix(word, "-base"))
}

// excludes reports whether a word is a tag that tests must not have, which begins
// like the home of a user: rspec --tag ~slow. It leads nowhere in either case.
func (v *visit) excludes(option, f field) bool {
	name, home := strings.CutPrefix(f.text, "/home/")
	if !home || !f.pattern || f.dynamic || strings.ContainsAny(name, "/*?[") {
		return false
	}
	switch option.text {
	case "--tag", "--tags", "--only", "--exclude", "--include", "--grep", "--only-tag", "--exclude-tag":
		return true
	case "-t":
		return v.name == "rspec" || v.name == "cucumber" || v.name == "behave" || v.name == "parallel_rspec"
	case "-g":
		return v.name == "mocha" || v.name == "playwright"
	}
	return false
}

// plainObject reports whether a text is an object of JSON that holds scalars alone, none
// of which a template would take for an expression: dbt run --vars '{"day": "2024-10-31"}'.
func plainObject(text string) bool {
	var values map[string]any
	if strings.Contains(text, "{{") || strings.Contains(text, "{%") || json.Unmarshal([]byte(text), &values) != nil {
		return false
	}
	for _, value := range values {
		switch value := value.(type) {
		case float64, bool, nil:
		case string:
			if strings.ContainsAny(value, "{}/~$`\\") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// strayValue judges a word of a build or what stands behind an option's "=".
func (v *visit) strayValue(text string, f field, mark string) {
	f.text = text
	switch {
	case text != "" && (text[0] == '{' || v.name == "rollup" && strings.Contains(text, "={")) && strings.ContainsAny(text, ":(\"'") && v.spec.Lenient && (v.name != "dbt" || !plainObject(text)): // a configuration on the command line
		v.r.code(v.name+" "+text, v.name, "", f.span)
	case text == "" || device(text):
	case strings.HasPrefix(text, "sqlite:///") || strings.HasPrefix(text, "sqlite+aiosqlite:///"):
		_, file, _ := strings.Cut(text, ":///")
		if file, _, _ = strings.Cut(file, "?"); file != "" && file != ":memory:" {
			v.r.path(v.sc, field{text: file, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, "")
			v.r.path(v.sc, field{text: "/" + file, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, "") // three or four slashes: libraries differ
		}
	case strings.HasPrefix(v.name, "godot") && (strings.HasPrefix(text, "res://") || strings.HasPrefix(text, "uid://")): // resources judges it
	case strings.Contains(text, "://"):
		v.network(catalogue.ActURL, f, "")
	case text[0] == '/' && dataFile(text):
		v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
		v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
	case text[0] == '/' || text == ".." || strings.HasPrefix(text, "../"):
		if !v.onlySettings(f) && !v.writtenTest(f) {
			v.r.codePath(v.sc, f, v.name, mark)
		}
	case mark == catalogue.MarkBuild && (v.spec.Lenient || strings.HasSuffix(v.name, "make")) && (text[0] == '\\' || strings.ContainsAny(text, ";|&`$<>") || strings.Contains(text, "%pipe%")):
		v.r.code(v.name+": "+text, v.name, "", f.span)
	default:
		if first, _, more := strings.Cut(text, " "); more && v.spec.Lenient && (inline(first) || first == "set" && strings.HasPrefix(v.name, "sbt")) {
			v.r.code(v.name+": "+text, v.name, "", f.span) // sbt 'eval CODE'
			return
		}
		v.strayPath(text, f, mark)
	}
}

// strayPath finds a path that lies elsewhere inside of a word: -B/tmp/x,
// -logger:/tmp/l.dll, x=/tmp/y, -javaagent:/tmp/a.jar, src/../../y.
func (v *visit) strayPath(text string, f field, mark string) {
	if !strings.Contains(text, "/") && !strings.HasSuffix(text, "=..") || strings.HasPrefix(text, "@") || strings.HasPrefix(text, "//") {
		return
	}
	between := "=:,;\"'"
	if strings.HasSuffix(text, "]") && strings.HasSuffix(v.name, "rake") { // a task with arguments
		between += "[]"
	}
	if text[0] == '-' && strings.Contains(text, " ") { // options for another program
		between += " "
	}
	if name, _, ok := strings.Cut(text, "="); ok {
		if noted(name) {
			return
		}
		if strings.Contains(name, "FLAGS") || strings.HasSuffix(v.name, "make") { // which takes a value apart at blanks
			between = "=:,;\"' "
		}
	}
	for part := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(between, c) }) {
		if strings.HasPrefix(part, "-") {
			part = glued(part)
		}
		clean := part
		if strings.Contains(part, "..") {
			clean = path.Clean(part)
		}
		if strings.HasPrefix(part, "//") || device(part) || ofTheMachine(part) && !strings.HasPrefix(clean, "..") {
			continue
		}
		if part[0] == '/' && (part != "/" || !strings.Contains(text, " ")) || strings.HasPrefix(part, "~/") || strings.HasPrefix(clean, "../") || clean == ".." {
			f.text = part
			v.r.codePath(v.sc, v.homed(f), v.name, mark)
		}
	}
}

// glued is the absolute path that is attached to an option, -B/tmp/x, or else
// the word as it is. A relative one, -Isrc/lib, looks the same but for where
// it begins; a folder of that name in the project is read as the machine's.
func glued(word string) string {
	i := strings.IndexByte(word, '/')
	if i <= 0 || strings.HasPrefix(word, "--") {
		return strings.TrimLeft(word, "-")
	}
	if i == 2 {
		return word[i:]
	}
	for _, top := range [...]string{"/tmp/", "/home/", "/root/", "/var/", "/srv/", "/mnt/", "/media/", "/run/"} {
		if strings.HasPrefix(word[i:], top) {
			return word[i:]
		}
	}
	return strings.TrimLeft(word, "-")
}

// noted reports whether a variable of a build by its name says where something
// would be installed, which a build only notes down.
func noted(name string) bool {
	upper := strings.ToUpper(name)
	if upper == "INSTALL" || strings.HasPrefix(upper, "INSTALL_") && containsAny(upper, "PROGRAM", "SCRIPT", "DATA", "CMD", "COMMAND") {
		return false // the program that does it
	}
	for _, part := range [...]string{"PREFIX", "INSTALL", "DESTDIR", "SYSCONFDIR", "LOCALSTATEDIR", "DATADIR", "MANDIR"} {
		if strings.Contains(upper, part) && !strings.HasSuffix(upper, "PREFIX_PATH") {
			return true
		}
	}
	return false
}

// slashed names tools whose options may begin with a slash.
func slashed(name string) bool {
	return name == "dotnet" || name == "msbuild" || name == "xbuild"
}

// slashOption turns /p:NAME=VALUE into -p:NAME=VALUE and leaves paths alone.
func slashOption(text string) string {
	name, _, valued := strings.Cut(text[1:], ":")
	switch {
	case valued && !strings.ContainsAny(name, "/."):
		return "-" + text[1:]
	case name == "m" || name == "restore" || name == "nologo" || name == "bl" || name == "graph":
		return "-" + name
	}
	return text
}

// conversation knows sub-commands of builds that take code from their input or
// from further words.
func conversation(name, word string) bool {
	switch word {
	case "shell":
		return name == "sbt" || name == "flask" || name == "scrapy" || name == "mill" || name == "lein"
	case "console", "consoleQuick", "consoleProject", "repl", "utop", "toplevel", "nrepl", "eval", "update-in":
	case "scm:checkin", "scm:tag", "wagon:upload", "wagon:sshexec", "groovy:execute", "groovy:shell", "archetype:generate", "sonar:sonar", "site-deploy", "gpg:sign-and-deploy-file", "liquibase:dropAllObjects", "flyway:clean", "liquibase:dropAll", "jib:build", "docker:push", "cargo:deploy", "tomcat7:deploy":
		return strings.HasPrefix(name, "mvn")
	default:
		return false
	}
	switch name {
	case "jupyter", "sbt", "mill", "lein", "boot", "dune", "crystal", "scala-cli", "amm", "bleep", "esy", "gleam", "lake":
		return true
	}
	return false
}

// inline knows options by which tools of all kinds take code or a command.
func inline(option string) bool {
	switch strings.TrimLeft(option, "-") {
	case "eval", "exec", "execute", "expr", "python-expr", "python-console", "command", "cmd", "shell-escape", "enable-write18", "run-command", "call", "script-code", "run_under", "host_jvm_args", "dep", "dependency", "toolexec", "vettool":
		return true
	}
	return false
}

// commandOption reports whether an option says by its last word that its value is a
// command: --workspace_status_command, --test-cmd, --pre-build-hook.
func commandOption(option string) bool {
	name, dashed := strings.CutPrefix(option, "--")
	if !dashed || inline(option) {
		return false
	}
	last := name[strings.LastIndexAny(name, "-_.")+1:]
	if last == name { // one word, or words by capitals
		last = strings.ToLower(strings.TrimLeft(name, lowerSet))
	}
	switch last {
	case "command", "cmd", "hook", "launcher", "pager":
		return !strings.HasPrefix(name, "no")
	}
	return false
}

// evaluates names tools that take code behind -e; elsewhere it asks for errors.
func evaluates(name string) bool {
	switch name {
	case "swift", "clojure", "clj", "crystal", "scala-cli", "amm", "lein", "boot", "groovy", "elixir", "latexmk", "csi", "fsi":
		return true
	}
	return false
}

// typed reports whether a word is the argument of an option that the entry knows.
func (v *visit) typed(f field) bool {
	for _, a := range v.args {
		if a.field.span == f.span && (a.field.text == f.text || strings.HasPrefix(f.text, "--") || v.spec.Style == catalogue.StyleLong || v.spec.Style == catalogue.StyleGo || v.spec.Keys != nil) {
			return true // else a bundle in which a letter was taken for an option: -buildfile=x
		}
	}
	return false
}

// placed reports whether a word says where a later installation would go,
// which a build only notes down.
func (v *visit) placed(word string) bool {
	if strings.HasPrefix(v.name, "auto") { // automake --libdir is where its own parts lie
		return false
	}
	for _, p := range [...]string{"-D", "--prefix", "--exec-prefix", "--libdir", "--bindir", "--sysconfdir", "--localstatedir", "--datadir", "--mandir"} {
		if strings.HasPrefix(word, p) {
			return true
		}
	}
	return false
}

// labelled reports whether a build tool calls its targets //folder:name.
func labelled(name string) bool {
	switch name {
	case "bazel", "bazelisk", "buck", "buck2", "pants", "please", "plz", "gn":
		return true
	}
	return false
}

// strayOptions looks at the options before the script of an interpreter whose
// entry is lenient: -r/tmp/x and its like load code from elsewhere.
func (v *visit) strayOptions() {
	if roles := v.spec.Operands; !v.spec.Lenient || roles == nil || len(roles.Head) == 0 || !roles.Head[0].Is(catalogue.ActScript) {
		return
	}
	for _, f := range v.fields[1:] {
		switch {
		case !f.exact() || v.typed(f):
		case strings.HasPrefix(f.text, "-"):
			v.strayPath(f.text, f, "")
		default:
			return
		}
	}
}

// dataFile reports whether a file holds data by its name: no tool takes code or
// settings from one.
func dataFile(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv", ".jsonl", ".ndjson", ".txt", ".log", ".parquet", ".arrow", ".db", ".sqlite", ".sqlite3", ".png", ".jpg", ".jpeg", ".svg", ".pdf", ".prof", ".wav", ".mp4", ".npy", ".npz", ".gz", ".bin", ".dat", ".md", ".html":
		return true
	}
	return false
}
