package command

import (
	"path"
	"regexp"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// Code that an interpreter is given as a text is looked into by package snippet.
// What that understands states its effects; what it does not is code, as before.

// language reads a text in some language.
type language func(text string, given snippet.Given) ([]snippet.Effect, bool)

// languageOf finds the language of an interpreter by the name that it is started as.
func languageOf(name string) language {
	switch unversioned(name) {
	case "python", "pypy", "ipython":
		return snippet.Python
	case "php":
		return snippet.PHP
	case "ruby":
		if !strings.HasPrefix(name, "ruby1") { // it looked for libraries in the working folder
			return snippet.Ruby
		}
	}
	switch name {
	case "node", "nodejs", "deno":
		return snippet.JavaScript
	case "tsx", "ts-node", "bun":
		return snippet.TypeScript
	case "Rscript", "R":
		return snippet.R
	case "gnuplot":
		return snippet.Gnuplot
	case "duckdb":
		return snippet.DuckDB
	case "julia":
		return snippet.Julia
	case "jshell":
		return snippet.JavaShell
	}
	return nil
}

// understood judges code in an argument.
//
// Long: one case an interpreter.
func (v *visit) understood(f field) bool {
	switch v.name {
	case "csvsql":
		return f.exact() && onlyReads(f.text)
	case "dc":
		return f.exact() && onlyReckons(f.text)
	case "java":
		return v.ownClass(f)
	case "jshell": // in its own process, which is no other code
		return f.exact() && f.text == "local" && v.has("--execution") && v.plainOptions()
	case "ocaml":
		return f.exact() && v.ocamlAlone(f) && v.ocamlText(f.text, f)
	case "timeit":
		return v.timed(f)
	case "swipl":
		return f.exact() && v.states(snippet.Prolog, f.text, snippet.Given{}, f)
	case "nix":
		return f.exact() && v.states(snippet.Nix, f.text, snippet.Given{}, f)
	case "mlr":
		return v.tabulates(f)
	case "mix", "iex":
		return v.mixes(f)
	case "emacs":
		return f.exact() && runsLisp(f.text)
	}
	if read := spokenBy(v.name); read != nil {
		return f.exact() && v.spoken(read, f) || v.name == "elixir" && v.mixes(f) || v.lua() && f.exact() && v.spoken(snippet.LuaOwn, f)
	}
	read := languageOf(v.name)
	if read == nil || !v.plainOptions() {
		return false
	}
	if !f.exact() {
		return v.understoodNames(v.withTypes(read), f)
	}
	return v.understoodBy(v.withTypes(read), f)
}

// understoodBy judges code in an argument that is known.
//
// Long: one case an interpreter.
func (v *visit) understoodBy(read language, f field) bool {
	args := v.operands
	if v.ruby() {
		return v.understoodRuby(read, f)
	}
	switch v.name {
	case "node", "nodejs":
		if f.text == "e" && len(v.fields) > 2 && v.fields[1].exact() && v.fields[1].text == "-pe" { // -p -e CODE
			if f, args = v.operands[0], v.operands[1:]; !f.exact() {
				return false
			}
		}
	case "deno": // its sub-command reads any option
		if v.path != "deno eval" || len(v.fields) != 3 {
			return false
		}
		args = nil
	case "bun": // what bunfig.toml names is loaded first
		if len(v.fields) != 3 {
			return false
		}
		v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: "."}, f)
	}
	if v.name == "tsx" || v.name == "ts-node" {
		if !v.snippet(read, f.text, f, nil, "") {
			return false
		}
		v.snippetEffect(snippet.Effect{Kind: pipeline.KindCode, Object: "."}, f) // tsconfig.json says where modules lie
		return true
	}
	text := f.text
	if v.name == "R" && len(v.operands) > 0 { // it goes on with options behind them
		return false
	}
	if v.name == "Rscript" || v.name == "R" || v.name == "gnuplot" || v.name == "julia" {
		if text = v.joined(f); text == "" {
			return true
		}
	}
	if strings.HasPrefix(v.name, "R") && strings.ContainsAny(text, "*?[") && v.r.namesCode() {
		return false
	}
	return v.snippet(read, text, f, args, "")
}

// joined is the program that several options make, for the first of them; for
// the others it is empty.
func (v *visit) joined(f field) string {
	var parts []string
	for _, a := range v.args {
		if !a.role.Is(catalogue.ActCode) {
			continue
		}
		if !a.field.exact() {
			return "`" // what cannot be known
		}
		if parts = append(parts, a.field.text); len(parts) == 1 && a.field.span != f.span {
			return ""
		}
	}
	return strings.Join(parts, "\n")
}

// timed judges python -m timeit, which puts what it is given together: what is
// set up, then the statements, a line each.
func (v *visit) timed(at field) bool {
	var lines []string
	for _, a := range v.args {
		if a.option == "-s" || a.option == "--setup" {
			lines = append(lines, a.field.text)
			at.dynamic = at.dynamic || !a.field.exact()
		}
	}
	for _, f := range v.operands {
		lines = append(lines, f.text)
		at.dynamic = at.dynamic || !f.exact()
	}
	if !at.exact() {
		return false
	}
	return v.states(snippet.Python, strings.Join(lines, "\n"), snippet.Given{}, at)
}

// understoodScript judges a script that is standard input.
func (v *visit) understoodScript(f field) bool {
	if languageOf(v.name) == nil || !f.exact() || len(v.operands) == 0 || v.operands[0].span != f.span {
		return false
	}
	if f.text == "-" || f.text == "/dev/stdin" {
		return v.understoodStdin(f, v.operands[1:])
	}
	return v.understoodFile(f)
}

// understoodStdin judges a program that is a constant on standard input.
func (v *visit) understoodStdin(f field, args []field) bool {
	read := languageOf(v.name)
	if read == nil || v.sc.stdin.kind != stdinText || !v.plainOptions() || v.ruby() && v.has("-n", "-p", "-i") {
		return false
	}
	return v.snippet(v.withTypes(read), v.sc.stdin.text, f, args, "")
}

// snippet states what a program does, if its reader understands it. The reader is told all
// that the command line and the scope say of it: its words, its folder, its variables.
func (v *visit) snippet(read language, text string, f field, args []field, folder string) bool {
	eval := v.has("-e", "--eval", "-p", "--print", "--run") || strings.HasPrefix(v.name, "php") && v.has("-r")
	given := snippet.Given{Known: true, Folder: folder, Isolated: v.has("-I", "-P") || v.vanilla(), Eval: eval, Lines: v.ruby() && v.has("-n", "-p"), Old: !strings.Contains(v.name, "3")}
	given.Stands, given.Variable = v.r.stands(v.sc), v.variables()
	given.UTF8 = v.ruby() && v.readsUTF8()
	given.Inner = v.inner(given.Variable)
	given.Here, _ = v.sc.exactFolder()
	given.Names, given.Linked = printedBelow, v.r.linked
	given.SQL, given.Lib = onlyReads, v.ownLibraries()
	if at, ok := v.r.place(v.sc, f); ok && folder != "" && (f.text == at || len(v.sc.dirs) == 1 && path.Join(v.sc.dirs[0], f.text) == at) { // no link on the way
		given.File = at
	}
	given.Texts = v.name == "deno"
	for i, a := range args {
		if i == len(args)-1 && (v.name == "node" || v.name == "nodejs") && a.pattern && !a.dynamic && !a.hollow && !a.gaps {
			given.Args, given.Glob = append(given.Args, a.text), true
			break
		}
		globbed := v.python() && a.pattern && !a.dynamic && !a.hollow && !a.gaps
		if !globbed && (!a.exact() || a.many) {
			given.Known, given.Args, given.Patterns = false, nil, nil
			break
		}
		given.Args, given.Patterns = append(given.Args, a.text), append(given.Patterns, globbed)
	}
	return v.states(read, text, given, f)
}

// states is the end of every way to a program in another language: what it does, as
// its reader tells, becomes effects of the command. Where the reader does not
// understand all of it nothing is stated, and whoever asked calls it code.
func (v *visit) states(read language, text string, given snippet.Given, at field) bool {
	effects, ok := read(text, given)
	if !ok {
		return false
	}
	lists := false
	for _, e := range effects {
		v.snippetEffect(e, at)
		lists = lists || e.Kind == pipeline.KindRead && e.Pattern && !e.Look
	}
	if goesOnWriting(text, effects) {
		v.unknown("writes or starts programs without an end", at)
	}
	if name := soughtAmong(text); lists && name != "" {
		v.unknown("reads what it finds, and asks for "+name, at)
	}
	return true
}

// hiddenSought is the name of a project's credentials, or how it begins, in an expression.
var hiddenSought = regexp.MustCompile(`\\\.(?:env|en?v?["'/)$])`)

// soughtAmong is a name of a secret, or how it begins or ends, that a program asks for:
// where it reads the files that it has listed, the pattern of those does not say it.
func soughtAmong(text string) string {
	if sought := hiddenSought.FindString(text); sought != "" {
		return sought
	}
	if !strings.Contains(text, ".e") && !strings.Contains(text, "rc") && !strings.Contains(text, "id_") && !strings.Contains(text, "pgpass") && !strings.Contains(text, ".pem") && !strings.Contains(text, ".key") && !strings.Contains(text, "credentials") {
		return ""
	}
	for _, c := range outward.Constants(text) {
		switch c {
		case ".e", ".en", ".env", ".env.local", ".env.production", ".envrc", ".npmrc", ".netrc", ".pypirc", ".pgpass", "id_", "id_rsa", "id_ed25519", ".pem", ".key", "credentials":
			return c
		}
	}
	return ""
}

// printedBelow are patterns of the lines that a command prints which lists files.
func printedBelow(words []string) []string {
	var args []field
	for _, word := range words {
		args = append(args, field{text: word})
	}
	if len(args) == 0 || strings.Contains(words[0], "/") {
		return nil
	}
	return namesOf(args)
}

// stands says how to find out whether a file is there, or was just written;
// nil if the file system does not say.
func (r *run) stands(sc *scope) func(string) bool {
	m, ok := r.w.Paths.(*memo)
	if !ok {
		return nil
	}
	files := m.finds()
	if files == nil {
		return nil
	}
	return func(name string) bool {
		if !path.IsAbs(name) {
			if len(sc.dirs) != 1 {
				return false
			}
			name = path.Join(sc.dirs[0], name)
		}
		for _, e := range r.effects {
			if e.Kind == pipeline.KindWrite && e.Object == name && e.Certain {
				return true
			}
		}
		return files.Exists(name)
	}
}
