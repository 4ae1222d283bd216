package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// toolArguments looks at arguments of compilers and builds that hold arguments
// of another program, or that name in passing a program or a file which the
// entry's role for the option cannot tell: gcc(1), ld(1), java(1), cmake(1),
// Maven's and Gradle's -D.
//
// Long: one case a tool; it is a table.
func (v *visit) toolArguments() {
	v.toolWords()
	v.checksOnly()
	v.staysHere()
	v.refreshes()
	v.tradeWords()
	if isDebugger(v.name) {
		v.debugger()
	}
	switch base := machineTool(v.name); base {
	case "gcc", "g++", "cc", "c++", "clang", "clang++", "gfortran", "ld", "lld", "ld.lld", "mold", "ar", "as", "nm", "objcopy", "objdump", "strip", "size", "readelf", "ranlib", "gcc-ar", "emcc", "nvcc":
		v.responseFiles()
		for i, f := range v.fields[1:] {
			v.passedOn(f, v.fields[i])
		}
	case "rustc", "rustdoc", "clippy-driver":
		v.responseFiles()
		v.rustOptions()
	case "grep", "egrep", "fgrep", "zgrep", "ag", "ack", "ack-grep", "ugrep", "ug", "ug+":
		v.chosenFiles()
	case "jq", "gojq", "jaq", "yq", "tomlq":
		v.queries()
	case "awk", "gawk":
		v.awkInPlace()
	case "protoc", "flatc", "gs", "ghostscript", "gsc", "gsnd", "dotnet", "msbuild", "csc", "javac", "javadoc", "java", "jar", "kotlinc", "scalac", "jlink", "jpackage", "jdeps", "groovyc", "ecj", "mypy", "pylint", "cl", "swiftc":
		v.responseFiles()
		switch {
		case base == "java":
			v.javaOptions()
		case base == "javac" || base == "kotlinc" || base == "scalac" || base == "groovyc" || base == "ecj":
			v.classPlaces()
		case wordsOf(v.fields).any("-doclet", "-docletpath", "-taglet", "-tagletpath", "--doclet", "--doclet-path"):
			v.unknown("loads code for its output", v.fields[0])
		}
	case "node", "nodejs", "tsx", "ts-node":
		v.nodeOptions()
	case "mix":
		v.tasks()
	case "kubeconform", "kubeval":
		v.schemaPlaces()
	case "sass", "node-sass":
		v.pairs()
	case "lighthouse", "lhci":
		v.browserFlags("--chrome-flags", "--collect.settings.chromeFlags")
	case "rustup":
		if v.path == "rustup run" && len(v.operands) > 0 && strings.Contains(v.operands[0].text, "/") {
			v.r.codePath(v.sc, v.operands[0], v.name, v.mark)
		}
	case "jstack", "jinfo", "jhat":
		for _, f := range v.operands {
			if f.text != "" && strings.Trim(f.text, "0123456789") == "" {
				v.simple(pipeline.KindSignal, f, v.mark)
			}
		}
	case "gradle", "gradlew":
		if wordsOf(v.fields).any("--scan") {
			v.connect("scans.gradle.com:443", true, v.fields[0], catalogue.MarkUpload)
		}
		for _, f := range v.fields[1:] {
			v.definition(f)
		}
	case "uv", "hatch", "pdm", "rye", "pipenv", "poetry":
		if f, ok := v.arg("-p", "--python"); ok && strings.Contains(f.text, "/") && !ofTheMachine(f.text) {
			v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		}
	case "php":
		v.phpSettings()
	case "fish":
		if wordsOf(v.fields).any("-C", "--init-command") {
			v.r.code("fish "+v.fields[len(v.fields)-1].text, v.name, v.mark, v.fields[0].span)
		}
	case "strace", "ltrace":
		if f, ok := v.arg("-o", "--output"); ok && (strings.HasPrefix(f.text, "|") || strings.HasPrefix(f.text, "!")) {
			f.text = f.text[1:]
			v.shell(f, "sh", nil) // strace(1): the output goes to that command
		}
	case "dig", "host", "nslookup", "drill", "kdig", "delv", "whois":
		if len(v.fields) == 2 && (v.fields[1].text == "-v" || v.fields[1].text == "-V" || v.fields[1].text == "-version" || v.fields[1].text == "-h") {
			v.effects = nil // which version it is
		}
	case "wget", "wget2":
		if f, ok := v.arg("--method"); ok {
			v.method(f)
		}
		if v.has("-O", "--output-document") && !v.has("-r", "--recursive", "-m", "--mirror", "-p", "--page-requisites", "-K", "--backup-converted", "-E", "--adjust-extension", "-k", "--convert-links") {
			v.effects = nil // all of it goes there: wget(1)
		}
	case "nginx", "httpd", "apache2", "apache2ctl", "apachectl", "php-fpm":
		if len(v.fields) == 2 && (v.fields[1].text == "-v" || v.fields[1].text == "-V" || v.fields[1].text == "-t") {
			v.mark, v.effects = "", nil // its version; whether its settings can be read
		}
		v.serverCheck()
	case "kubectl":
		v.drawnUp()
	case "yosys":
		v.circuitScript()
	case "mpirun", "mpiexec", "orterun", "mpiexec.hydra":
		for _, f := range v.wrapped {
			if f.text == ":" || f.dynamic {
				v.unknown("another program behind "+f.text, f)
			}
		}
	case "ogrinfo", "ogr2ogr", "gdalinfo", "gdal_translate", "gdalwarp":
		for _, f := range v.operands {
			if name, _, ok := strings.Cut(f.text, ":"); ok && len(name) > 1 && strings.ToUpper(name) == name {
				v.unknown("the name "+f.text+" is more than a file", f)
			}
		}
	case "http.server", "http-server":
		v.boundTo("-b", "--bind", "-a", "--host")
	case "nft": // nft(8): what is only checked is not applied
		if v.has("-c", "--check") && len(v.operands) == 0 {
			for i := range v.args {
				v.args[i].role = catalogue.Role{Acts: []catalogue.Act{catalogue.ActRead}}
			}
		}
	case "ldd": // ldd(1): it may start what it is asked about
		for _, f := range v.operands {
			if !f.exact() || !ofTheMachine(path.Clean(f.text)) || !strings.Contains(f.text, "/") {
				v.r.codePath(v.sc, f, v.name, v.mark)
			}
		}
	case "valgrind":
		if i := slices.IndexFunc(v.fields, func(f field) bool { return strings.Contains(f.text, "%q{") }); i > 0 {
			v.unknown("a file that a variable names to it: "+v.fields[i].text, v.fields[i])
		}
		if f, ok := v.arg("--tool"); ok && strings.Contains(f.text, "/") {
			v.unknown("starts the tool "+f.text, f)
		}
	case "ffmpeg", "avconv":
		v.filters()
	case "lldb":
		v.debugger()
	case "jcmd", "jmap":
		v.attaches()
	case "rpm":
		if v.has("-q", "--query") && !v.has("-U", "-F", "-e", "--install", "--upgrade", "--freshen", "--erase", "--reinstall", "--import", "--initdb", "--rebuilddb", "--restore", "--setperms", "--setugids") {
			v.mark, v.effects = "", nil // -i of a query is --info
		}
	case "rg":
		v.chosenFiles()
		if f, ok := v.arg("--hostname-bin"); ok {
			v.unknown("runs "+f.text, f)
		}
	case "convert", "magick", "mogrify", "identify", "montage", "composite", "compare": // ImageMagick's names may be pipes, URLs and scripts
		for _, f := range v.fields[1:] {
			scheme, named, ok := strings.Cut(strings.ToLower(f.text), ":")
			if strings.HasPrefix(f.text, "|") || ok && strings.HasPrefix(named, "|") || strings.HasPrefix(f.text, "@") || strings.Contains(f.text, "://") || ok && (scheme == "msl" || scheme == "ephemeral" || scheme == "mvg" || (scheme == "text" || strings.HasPrefix(f.text[len(scheme):], ":@")) || scheme == "https" || scheme == "http" || scheme == "ftp") {
				v.unknown("the name "+f.text+" is more than a file", f)
			}
		}
	case "rsync":
		for _, f := range v.fields[1:] {
			if strings.HasPrefix(f.text, "-M") || strings.HasPrefix(f.text, "--remote-option") || strings.Contains(f.text, "merge") && strings.HasPrefix(f.text, "--filter") {
				v.unknown("what "+f.text+" leads to", f)
			}
		}
	case "fzf", "sk", "skim":
		v.chooser()
	case "exiftool":
		v.renames()
	case "libreoffice", "soffice", "localc", "lowriter":
		for _, f := range v.fields[1:] {
			if strings.HasPrefix(f.text, "-env:") || strings.HasPrefix(f.text, "--accept") || strings.HasPrefix(f.text, "vnd.sun.star.") {
				v.unknown("settings and doors of its own: "+f.text, f)
			}
		}
	case "pandoc", "wkhtmltopdf", "wkhtmltoimage":
		for _, a := range v.args {
			switch a.option { // a format may be a script in Lua
			case "-f", "--from", "-r", "--read", "-t", "--to", "-w", "--write":
				if strings.Contains(a.field.text, "/") || strings.HasSuffix(a.field.text, ".lua") {
					v.r.codePath(v.sc, a.field, v.name, v.mark)
				}
			}
		}
		for _, f := range v.operands {
			if strings.Contains(f.text, "://") {
				v.network(catalogue.ActURL, f, "")
			}
		}
	case "perl", "R":
		if base == "R" && len(v.operands) > 2 && v.operands[0].text == "CMD" && v.operands[1].text == "BATCH" {
			v.r.codePath(v.sc, v.operands[2], v.name, v.mark)
		}
		for _, f := range v.fields[1:] {
			if strings.HasPrefix(f.text, "-d:") || strings.HasPrefix(f.text, "-dt:") || base == "R" && (f.text == "INSTALL" || f.text == "REMOVE") {
				v.unknown("loads or installs code: "+f.text, f)
			}
		}
	case "go":
		if f, ok := v.arg("-ldflags", "-gcflags", "-asmflags", "-gccgoflags"); ok && (f.dynamic || strings.Contains(f.text, "extld") || strings.Contains(f.text, "-o") || strings.Contains(f.text, "toolexec") || strings.Contains(f.text, "-fplugin") || strings.Contains(f.text, "-B") || strings.Contains(f.text, "cpuprofile") || strings.Contains(f.text, "memprofile")) {
			v.unknown("flags of the compiler or linker: "+f.text, f)
		}
		v.goProgram()
	case "gow", "gotestsum":
		v.goFlags()
	case "cargo-watch":
		v.watched()
	case "cargo":
		if strings.HasPrefix(v.path, "cargo watch") {
			v.watched()
		}
		for _, f := range v.fields[1:] {
			if _, program, ok := strings.Cut(f.text, "linker="); ok && !ofTheMachine(program) {
				v.unknown("names a linker: "+program, f)
			}
		}
	case "cmake", "mvn", "mvnw", "ant", "sbt", "ctest", "meson":
		for i, f := range v.fields[1:] {
			if before := v.fields[i].text; (before == "-D" || before == "--define") && i > 0 {
				f.text = "-D" + f.text
			}
			if name, value, ok := strings.Cut(f.text, "="); ok && strings.Contains(name, "LAUNCH") && strings.ContainsAny(value, "; ") {
				v.unknown("a compiler is started by a command: "+f.text, f)
			}
			v.definition(f)
		}
	}
}

// responseFiles holds @FILE, from which tools read more arguments. A Java annotation or
// a version (pkg@1) does not begin with it. They are not read though their text may be
// known: each tool has its own quoting in them.
func (v *visit) responseFiles() {
	for _, f := range v.fields[1:] {
		if strings.HasPrefix(f.text, "@") && len(f.text) > 1 || f.dynamic && f.text == "@" {
			v.unknown("the file "+f.text[1:]+" holds more arguments", f)
		}
	}
}

// passedOn judges what a compiler hands to the linker, the assembler and the
// preprocessor, and options that name a file behind "=". The words are read pairwise
// where the value stands in the next part: -Wl,-Map,out.map.
func (v *visit) passedOn(f, before field) {
	word := f.text
	v.linkedCode(word, before.text, f)
	switch {
	case strings.HasPrefix(word, "-Wl,"), strings.HasPrefix(word, "-Wa,"), strings.HasPrefix(word, "-Wp,"):
		parts := strings.Split(word[4:], ",")
		for i, part := range parts {
			option, value, ok := strings.Cut(part, "=")
			if !ok && i > 0 {
				option, value = parts[i-1], part
			}
			v.writesTo(option, value, f)
			if strings.HasPrefix(part, "-plugin") || strings.HasPrefix(part, "--plugin") || strings.HasPrefix(part, "@") || strings.HasPrefix(part, "--error-handling-script") {
				v.unknown("passes on "+part, f)
			}
		}
	case strings.HasPrefix(word, "-fmodule-mapper"):
		v.unknown("starts a program, or asks a host: "+word, f)
	case strings.HasPrefix(word, "-a") && machineTool(v.name) == "as":
		option, file, _ := strings.Cut(word, "=")
		v.writesTo(option, file, f)
	case before.text == "-Xclang":
		if !looksOnly(word) {
			v.r.code(v.name+": "+word, v.name, v.mark, f.span)
		}
	case before.text == "-Xlinker" || before.text == "-Xassembler" || before.text == "-Xpreprocessor":
		v.writesTo("-o", word, f)
	case strings.HasPrefix(word, "-fdump"), strings.HasPrefix(word, "-fprofile"), strings.HasPrefix(word, "-fcallgraph"), strings.HasPrefix(word, "-fsave-optimization-record"), strings.HasPrefix(word, "-ftime-trace"), strings.HasPrefix(word, "-fcrash-diagnostics-dir"), strings.HasPrefix(word, "-foptimization-record-file"), strings.HasPrefix(word, "-fdiagnostics-log"), strings.HasPrefix(word, "-fmodules-cache-path"), strings.HasPrefix(word, "-fopt-info"), strings.HasPrefix(word, "-fproc-stat-report"), strings.HasPrefix(word, "-fdiagnostics-add-output"):
		if file := word[strings.LastIndexByte(word, '=')+1:]; file != word && strings.Contains(file, "/") {
			v.r.path(v.sc, field{text: file, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, "")
		}
	}
}

// writesTo states the file that an option of ld(1), as(1) or cpp(1) writes. What a
// build writes beside its output is seldom meant to be anywhere else.
func (v *visit) writesTo(option, file string, f field) {
	if file == "" || strings.HasPrefix(file, "-") {
		return
	}
	switch option {
	case "-o", "--output", "-Map", "--Map", "-MD", "-MMD", "-MF", "--MD", "-M", "--dependency-file", "--out-implib", "--trace-file", "--print-map", "--time-trace":
	default:
		if !strings.HasPrefix(option, "-a") || strings.HasPrefix(option, "--") || strings.HasPrefix(option, "-as") {
			return // -al=FILE and its like are listings of as
		}
	}
	v.r.path(v.sc, field{text: file, dynamic: f.dynamic, span: f.span}, pipeline.KindWrite, v.name, "")
}

// javaOptions judges the options of the virtual machine that run a command, read
// options or write files: java(1). Words behind -jar FILE are the program's; those
// before are for the machine that runs it, which has options to run commands when it
// fails.
func (v *visit) javaOptions() {
	for _, f := range v.fields[1:] {
		if f.text == "-jar" {
			return // what follows are words for the program
		}
		name, value, _ := strings.Cut(f.text, "=")
		g := field{text: value, dynamic: f.dynamic, span: f.span}
		switch name {
		case "-XX:OnError", "-XX:OnOutOfMemoryError":
			v.shell(g, "sh", nil)
		case "-XX:Flags", "-XX:VMOptionsFile", "-XX:CompileCommandFile", "-XX:SharedArchiveFile":
			v.unknown("reads its options from "+value, f)
		case "-Djava.ext.dirs", "-Djava.endorsed.dirs", "-Djava.system.class.loader", "-Djava.class.path", "-Djdk.module.path", "-Djdk.module.main":
			v.unknown("looks for classes in "+value, f)
		case "-Djava.library.path":
			v.r.codePath(v.sc, g, v.name, catalogue.MarkBuild)
		case "-XX:HeapDumpPath", "-XX:LogFile", "-XX:ErrorFile", "-XX:StartFlightRecording", "-XX:ArchiveClassesAtExit", "-XX:ReplayDataFile", "-XX:DumpLoadedClassList":
			if i := strings.LastIndex(value, "filename="); i >= 0 {
				g.text, _, _ = strings.Cut(value[i+len("filename="):], ",")
			}
			v.r.path(v.sc, g, pipeline.KindWrite, v.name, "")
		case "-Dcom.sun.management.jmxremote.port", "-Dcom.sun.management.jmxremote.rmi.port":
			v.r.emit(pipeline.Effect{Kind: pipeline.KindListen, Object: "0.0.0.0:" + clip(value), Certain: true, By: v.name, Span: f.span})
		case "-Djava.rmi.server.codebase", "-Dlog4j.configurationFile", "-Dlog4j2.configurationFile", "-Dlogback.configurationFile", "-Dlog4j.configuration", "-Dspring.config.location", "-Dspring.config.import", "-Dspring.cloud.bootstrap.location":
			if strings.Contains(value, "://") {
				v.network(catalogue.ActURL, g, "")
			}
		default:
			if places, ok := strings.CutPrefix(f.text, "-Xbootclasspath"); ok {
				v.unknown("looks for classes in "+places, f)
			} else if file, ok := strings.CutPrefix(f.text, "-Xloggc:"); ok {
				g.text = file
				v.r.path(v.sc, g, pipeline.KindWrite, v.name, "")
			} else if rest, ok := strings.CutPrefix(f.text, "-Xlog:"); ok && strings.Contains(rest, "/") {
				_, g.text, _ = strings.Cut(rest, ":")
				g.text, _, _ = strings.Cut(strings.TrimPrefix(g.text, "file="), ":")
				v.r.path(v.sc, g, pipeline.KindWrite, v.name, "")
			}
		}
	}
}

// definition judges -DNAME=VALUE of a build: a program or a file with code that is
// neither the machine's nor the project's is nobody's known code. Where something would
// be installed is only noted down by a build. They are set for the build's own scripts,
// which may take any of them for the path of a program. Where it lies decides: in the
// folders of the machine nobody but its owner puts one.
func (v *visit) definition(f field) {
	def, ok := strings.CutPrefix(f.text, "-D")
	if !ok {
		if strings.Count(f.text, ":") >= 2 && strings.HasPrefix(v.name, "mvn") && !strings.HasPrefix(f.text, "-") && !knownPlugin(f.text) {
			v.unknown("fetches and runs the plugin "+f.text, f)
		}
		return
	}
	name, value, _ := strings.Cut(def, "=")
	name, _, _ = strings.Cut(name, ":")
	if name == "exec.executable" || name == "exec.args" && strings.Contains(v.path, "exec:exec") {
		v.unknown("runs "+value, f)
		return
	}
	if ordered(name, value) {
		v.unknown(f.text+" brings code, sends or shows what is secret", f)
		return
	}
	if proxies(name) {
		v.network(catalogue.ActHost, field{text: value, dynamic: f.dynamic, span: f.span}, "")
		return
	}
	if strings.Contains(value, "://") {
		v.definedURL(field{text: value, dynamic: f.dynamic, span: f.span})
		return
	}
	if !strings.Contains(value, "/") || ofTheMachine(value) {
		return
	}
	if noted(name) {
		return
	}
	for part := range strings.FieldsFuncSeq(value, func(c rune) bool { return strings.ContainsRune(";:=, ", c) }) {
		if strings.HasPrefix(part, "/") && !ofTheMachine(part) || strings.HasPrefix(part, "~") || strings.Contains(part, "..") && strings.HasPrefix(path.Clean(part), "..") {
			v.r.codePath(v.sc, field{text: part, dynamic: f.dynamic, span: f.span}, v.name, "build")
		}
	}
}

// ofTheMachine reports whether a path lies where only the machine's owner puts programs.
func ofTheMachine(p string) bool {
	return !strings.Contains(p, "/") || !strings.Contains(p, "..") && (systemDir(path.Dir(p)) || strings.HasPrefix(p, "/usr/") || strings.HasPrefix(p, "/opt/"))
}
