package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// toolWords looks at words of tools that share an entry with many others, so
// that no role of that entry can tell what they mean to this one: a command
// behind a separator, a file behind a kind, an expression.
//
// Long: one case a tool; it is a table.
func (v *visit) toolWords() {
	v.configuredWords()
	switch v.name {
	case "tmux": // tmux(1): a ";" ends a command, #(…) in a format is one for a shell
		for _, f := range v.fields[1:] {
			if strings.HasSuffix(f.text, ";") || strings.Contains(f.text, "#(") {
				v.unknown("another command in "+f.text, f)
			}
		}
		if v.ownTerminals() {
			v.effects = slices.DeleteFunc(slices.Clone(v.effects), func(t catalogue.Template) bool { return t.Kind == pipeline.KindSignal })
		}
	case "ansible", "ansible-playbook", "ansible-inventory", "ansible-doc", "ansible-config", "ansible-lint", "ansible-galaxy", "ansible-vault":
		if v.name == "ansible" && v.reckonsAnsible() {
			return
		}
		for _, f := range v.fields[1:] { // inventories, keys and plugins may all be programs
			f.text = strings.TrimPrefix(f.text, "@")
			v.inventory(f)
			v.strayValue(f.text, f, catalogue.MarkBuild)
		}
	case "coverage", "kernprof", "scalene", "cProfile", "profile", "memory_profiler", "line_profiler", "pyinstrument", "viztracer":
		if i := v.wordAt("-m", "--module"); i > 0 && i+1 < len(v.fields) && (v.name != "coverage" || i > 1 && v.fields[1].text == "run") {
			v.asPython(i)
		}
	case "python", "ipython", "pypy":
		if f, ok := v.arg("-X"); ok {
			if dir, named := strings.CutPrefix(f.text, "pycache_prefix="); named {
				v.r.path(v.sc, field{text: dir, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, "")
			}
		}
	case "gunicorn", "uvicorn", "hypercorn", "waitress-serve", "flask", "fastapi", "streamlit":
		v.application()
	case "perl":
		for _, a := range v.args {
			if dir := a.field.text; (a.option == "-I" || a.option == "-x") && !ofTheMachine(dir) {
				v.r.codePath(v.sc, a.field, v.name, catalogue.MarkBuild)
			}
		}
	case "mysql", "mariadb":
		for _, a := range v.args {
			switch a.option {
			case "--pager", "--init-command", "--plugin-dir", "--defaults-file", "--defaults-extra-file":
				v.r.code(v.name+" "+a.option+" "+a.field.text, v.name, catalogue.MarkDatabase, a.field.span)
			}
		}
	case "uv":
		for _, a := range v.args { // packages of another registry are another's code
			if i := strings.Index(a.field.text, "://"); i > 0 && strings.Contains(a.option, "index") {
				f := a.field
				f.text = f.text[strings.LastIndexByte(f.text[:i], '=')+1:]
				v.network(catalogue.ActURL, f, catalogue.MarkPackageInstall)
			}
		}
	case "opa", "jsonnet", "jrsonnet":
		v.expressionWords()
	case "kustomize", "kubectl", "oc", "kubecolor":
		v.forgeWords()
	case "slither": // a contract by its address is fetched
		for _, f := range v.operands {
			if strings.HasPrefix(f.text, "0x") || strings.Contains(f.text, ":0x") {
				v.connect("remote", false, f, "")
			}
		}
	case "terser", "uglifyjs": // --source-map "filename='x'" is a file, too
		if f, ok := v.arg("--source-map"); ok && strings.Contains(f.text, "filename") {
			v.unknown("a file in "+f.text, f)
		}
	case "bun": // bun NAME runs a script of package.json, unless a file has that name
		if len(v.operands) > 0 && (targetMark(v.operands[0].text) != "" || composedTarget("npm", v.operands[0].text) != "") {
			v.unknown("the script "+v.operands[0].text+" sends what was built", v.operands[0])
		}
	case "jo": // NAME=@FILE, NAME=:FILE and NAME=%FILE read one
		for _, f := range v.operands {
			value := f.text[strings.IndexByte(f.text, '=')+1:]
			if value != "" && strings.IndexByte("@:%", value[0]) >= 0 {
				v.local(field{text: value[1:], dynamic: f.dynamic, span: f.span}, value[1:], pipeline.KindRead, "")
			}
		}
	case "k6":
		for _, a := range v.args {
			switch kind, file, _ := strings.Cut(a.field.text, "="); {
			case (a.option == "-e" || a.option == "--env") && namesHost(kind, file):
				v.network(catalogue.ActURL, field{text: file, dynamic: a.field.dynamic, span: a.field.span}, "")
			case a.option != "-o" && a.option != "--out":
			case (kind == "json" || kind == "csv") && file != "":
				v.local(field{text: file, dynamic: a.field.dynamic, span: a.field.span}, file, pipeline.KindWrite, "")
			default:
				v.unknown("results may be sent elsewhere: "+kind, a.field)
			}
		}
	case "cloc":
		if f, ok := v.arg("--vcs"); ok && (!f.exact() || f.text != "git" && f.text != "auto" && f.text != "svn") {
			v.r.code(v.name+" --vcs "+f.text, v.name, "", f.span)
		}
	case "buf":
		for _, a := range v.args {
			if strings.HasPrefix(strings.TrimSpace(a.field.text), "{") { // settings themselves, not their file
				v.r.code("buf "+a.field.text, v.name, v.mark, a.field.span)
			}
		}
	case "pytest", "py.test":
		for _, f := range v.fields[1:] {
			if file, ok := strings.CutPrefix(f.text, "@"); ok && file != "" {
				v.r.codePath(v.sc, field{text: file, dynamic: f.dynamic, span: f.span}, v.name, catalogue.MarkTest)
			}
		}
	case "clojure", "clj": // -X calls any function of any library
		for i, f := range v.fields[1:] {
			if before := v.fields[i].text; (strings.HasPrefix(before, "-X") || strings.HasPrefix(before, "-T")) && strings.HasPrefix(f.text, "clojure.") {
				v.r.code(v.name+" "+f.text, v.name, "", f.span)
			}
		}
	case "bb", "planck", "lumo":
		if len(v.operands) > 0 && strings.HasPrefix(v.operands[0].text, "(") {
			v.r.code(v.name+" "+v.operands[0].text, v.name, "", v.operands[0].span)
		}
	case "just":
		if i := v.wordAt("-c"); i > 0 {
			v.r.code(v.name+" "+v.fields[i].text, v.name, "", v.fields[i].span)
		}
		if i := v.wordAt("-g", "--global-justfile", "--chooser", "--cygpath", "--edit", "-e"); i > 0 {
			v.unknown("what "+v.fields[i].text+" starts", v.fields[i])
		}
	case "puma", "unicorn", "falcon", "thin":
		v.rackBound()
	case "jps", "jstat":
		v.farMachine()
	case "hyperfine": // -L NAME VALUES: the values stand in for {NAME} in texts for a shell
		lists := 0
		for _, a := range v.args {
			if a.option != "-L" && a.option != "--parameter-list" {
				continue
			}
			if lists++; lists%2 == 0 && (!a.field.exact() || strings.Trim(a.field.text, "0123456789.,") != "") {
				v.unknown("runs its commands with "+a.field.text, a.field)
			}
		}
	case "iwyu_tool.py", "iwyu_tool":
		if v.dashes {
			v.unknown("options for the compiler behind --", v.fields[0])
		}
	case "pio", "platformio":
		v.boardWords()
	case "detekt", "detekt-cli":
		v.findings()
	case "keytool":
		if i := v.wordAt("-cacerts"); i > 0 && v.wordAt("-importcert", "-import", "-delete", "-genkeypair", "-genkey", "-storepasswd", "-changealias", "-importkeystore") > 0 {
			v.unknown("changes which certificates the machine trusts", v.fields[i])
		}
	case "cargo":
		if i := v.wordAt("--tool-config-file"); i > 0 && i+1 < len(v.fields) {
			f := v.fields[i+1]
			f.text = f.text[strings.IndexByte(f.text, ':')+1:]
			v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		}
		if len(v.fields) > 1 && strings.HasPrefix(v.fields[1].text, "+") && strings.Contains(v.fields[1].text, "/") {
			v.unknown("the toolchain "+v.fields[1].text, v.fields[1])
		}
	case "ffmpeg", "avconv":
		for i, f := range v.fields[1:] {
			if f.text == "tee" && v.fields[i].text == "-f" {
				v.unknown("writes more files than it is told by "+f.text, f)
			}
		}
	case "ccache", "sccache":
		for _, f := range v.wrapped { // settings before the compiler
			name, value, ok := strings.Cut(f.text, "=")
			if !ok || strings.HasPrefix(name, "-") {
				break
			}
			v.unknown("the setting "+name+" is "+value, f)
		}
	case "borg", "wp", "psalm", "rebar3", "swiftlint", "clang", "clang++":
		v.distantWords()
	case "cppcheck":
		for _, f := range v.fields[1:] {
			if name, program, ok := strings.Cut(f.text, "="); ok && (name == "--clang" || name == "--clang-tidy" || name == "--addon-python") && !ofTheMachine(program) {
				v.r.codePath(v.sc, field{text: program, dynamic: f.dynamic, span: f.span}, v.name, "")
			}
		}
	case "dotnet", "msbuild":
		v.projectWords()
	case "swift":
		for i, f := range v.fields[1:] { // what is passed on to the compiler may name plugins
			if strings.HasPrefix(v.fields[i].text, "-X") {
				v.strayPath(f.text, f, catalogue.MarkBuild)
			}
		}
	case "dub", "rdmd", "idf.py", "west":
		for _, f := range v.fields[1:] {
			f.text = strings.TrimPrefix(f.text, "-D")
			v.strayPath(f.text, f, catalogue.MarkBuild)
			if v.name == "idf.py" && (strings.Contains(f.text, "flash") || strings.Contains(f.text, "efuse")) {
				v.unknown("writes to a board: "+f.text, f)
			}
		}
		v.languageWords()
	case "dune":
		v.duneExec()
	case "nim", "xmake", "meson", "mix", "zig", "qmake", "julia", "rake", "prove", "elixir", "ocaml":
		v.languageWords()
	case "bazel", "bazelisk", "buck2":
		for _, f := range v.fields[1:] { // bazel run //app:push_image
			name := f.text[strings.LastIndexByte(f.text, ':')+1:]
			if strings.HasPrefix(f.text, "/") && (targetMark(name) != "" || composedTarget("make", name) != "") && v.wordAt("run") > 0 {
				v.unknown("the target "+f.text+" sends what was built", f)
			}
		}
	case "inkscape":
		if i := v.wordAt("--shell", "--extension-dir", "--user-data-dir"); i > 0 {
			v.unknown("takes orders or extensions by "+v.fields[i].text, v.fields[i])
		}
	case "plantuml":
		for _, f := range v.fields[1:] {
			if strings.HasPrefix(f.text, "-picoweb") || f.text == "-ftp" {
				v.r.emit(pipeline.Effect{Kind: pipeline.KindListen, Object: clip(f.text), Certain: true, By: v.name, Span: f.span})
			}
		}
	case "dot", "neato", "fdp", "sfdp", "twopi", "circo", "osage", "patchwork":
		for _, f := range v.fields[1:] {
			if strings.HasPrefix(f.text, "-l") && strings.Contains(f.text, "/") {
				v.r.codePath(v.sc, field{text: f.text[2:], dynamic: f.dynamic, span: f.span}, v.name, "")
			}
		}
	}
}

// wordAt is the place of the first word that is one of the names, or is one
// with a value behind "="; 0 if there is none.
func (v *visit) wordAt(names ...string) int {
	for i, f := range v.fields {
		name, _, _ := strings.Cut(f.text, "=")
		if i > 0 && slices.Contains(names, name) {
			return i
		}
	}
	return 0
}

// asPython judges the words from -m on as those of the interpreter itself.
func (v *visit) asPython(at int) {
	words := append([]field{{text: "python3", span: v.fields[0].span}, {text: "-m", span: v.fields[at].span}}, v.fields[at+1:]...)
	v.r.within(v.name, func() { v.r.exec(v.sc, words) })
}

// application judges servers of Python: MODULE:FUNCTION(…) calls that function
// with what stands there, and two of them serve every address unless told
// otherwise.
func (v *visit) application() {
	for _, f := range v.fields[1:] {
		text := f.text[strings.IndexByte(f.text, '=')+1:]
		module, call, ok := strings.Cut(text, ":")
		if _, args, called := strings.Cut(call, "("); ok && called && (args != ")" || ofPython(module)) && !plainCall(module, args) {
			v.r.code(v.name+" "+f.text, v.name, "", f.span)
		}
	}
	every := v.name == "streamlit" && v.wordAt("run", "hello") == 1 && v.wordAt("--server.address") == 0 ||
		v.name == "fastapi" && v.wordAt("run") == 1 && v.wordAt("--host") == 0
	if every {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindListen, Object: "0.0.0.0", Certain: true, By: v.name, Span: v.fields[0].span})
	}
}

// plainCall reports whether a factory of the project gets plain words: app:make("test").
func plainCall(module, args string) bool {
	return !ofPython(module) && !strings.ContainsFunc(strings.TrimSuffix(args, ")"), func(c rune) bool {
		return c == '/' || c == '(' || c == ':' || c == ';' || c == '{'
	})
}

// ofPython names modules by which a call reaches beyond a program.
func ofPython(module string) bool {
	first, _, _ := strings.Cut(module, ".")
	switch first {
	case "os", "posix", "nt", "sys", "subprocess", "shutil", "pty", "runpy", "code", "builtins", "importlib", "ctypes", "commands", "popen2", "platform", "webbrowser", "socket", "urllib", "http", "timeit", "pdb", "bdb", "cProfile", "profile", "trace", "asyncio", "multiprocessing", "pathlib", "tempfile", "zipfile", "tarfile", "pip", "setuptools", "distutils", "sh", "plumbum", "invoke", "fabric", "paramiko", "pexpect", "numpy", "pandas", "requests":
		return true
	}
	return false
}

// boardWords judges sub-commands and targets of PlatformIO that reach a board,
// an account or the user's settings: pio(1) reads them in either spelling.
func (v *visit) boardWords() {
	switch f := v.fields[min(1, len(v.fields)-1)]; f.text {
	case "account", "org", "team", "access", "remote", "settings", "system", "upgrade", "home":
		v.unknown("reaches accounts, other machines or settings: "+f.text, f)
	}
	for i, f := range v.fields[1:] {
		target := ""
		switch before := v.fields[i].text; {
		case before == "-t" || before == "--target":
			target = f.text
		case strings.HasPrefix(f.text, "-t"):
			target = strings.TrimPrefix(f.text[2:], "=")
		default:
			target, _ = strings.CutPrefix(f.text, "--target=")
		}
		switch target {
		case "upload", "uploadfs", "uploadfsota", "program", "erase", "bootloader", "fuses":
			v.unknown("writes to a board: "+target, f)
		}
	}
}

// findings states the files that detekt writes besides: reports by their kind,
// a baseline that it creates, sources that it corrects.
func (v *visit) findings() {
	write := func(f field, file string) {
		v.r.path(v.sc, field{text: file, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, "")
	}
	for _, a := range v.args {
		switch a.option {
		case "-r", "--report":
			if _, file, ok := strings.Cut(a.field.text, ":"); ok {
				write(a.field, file)
			}
		case "-b", "--baseline":
			if v.has("-cb", "--create-baseline") {
				write(a.field, a.field.text)
			}
		case "-i", "--input":
			if v.has("-ac", "--auto-correct") {
				write(a.field, a.field.text)
			}
		}
	}
}

// hook knows options by which one tool starts a command or takes code, though
// the same name means nothing of that kind to others.
func hook(tool, option string) bool {
	option = strings.TrimLeft(option, "-")
	switch tool {
	case "rollup":
		return strings.HasPrefix(option, "watch.on")
	case "ginkgo":
		switch option {
		case "afterSuiteHook", "after-suite-hook", "after-run-hook", "afterRunHook":
			return true
		}
	case "jupytext":
		return option == "pipe" || option == "check"
	case "snakemake":
		return strings.HasPrefix(option, "cluster") || option == "drmaa" || option == "jobscript" || option == "shell-exec" || option == "log-handler-script" || option == "executor"
	case "bacon":
		return option == "config-toml"
	case "mill":
		return option == "import"
	case "tectonic":
		return option == "Z"
	case "latexmk", "pdflatex", "xelatex", "lualatex", "latex", "tex", "pdftex", "xetex", "luatex":
		return option == "cnf-line" || option == "shell-escape" || option == "output-driver"
	}
	return false
}

// namesHost reports whether a variable that a script is given may be where it sends
// what it sends: by its name, or because the value has dots as a host has.
func namesHost(name, value string) bool {
	if value == "" {
		return false
	}
	for _, end := range [...]string{"HOST", "HOSTNAME", "URL", "URI", "BASE", "ADDR", "ADDRESS", "ENDPOINT", "TARGET", "SERVER", "ORIGIN", "DOMAIN", "API"} {
		if strings.HasSuffix(strings.ToUpper(name), end) {
			return true
		}
	}
	return strings.Contains(value, "://") || strings.Contains(value, ".") && strings.Trim(value, "0123456789.smh") != "" && !strings.ContainsAny(value, "/ ")
}
