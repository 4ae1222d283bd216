package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// rustOptions judges options of rustc whose arguments are lists of NAME=VALUE:
// what it links with, which crates' macros it loads, what it writes besides.
// Source: the rustc book, "Command-line arguments" and "Codegen options".
func (v *visit) rustOptions() {
	for _, a := range v.args {
		f := a.field
		if f.dynamic {
			continue // the role said it
		}
		switch a.option {
		case "-C", "--codegen":
			v.codegen(f)
		case "--emit":
			for part := range strings.SplitSeq(f.text, ",") {
				if _, file, ok := strings.Cut(part, "="); ok {
					v.besides(file, f, pipeline.KindWrite)
				}
			}
		case "--print":
			if _, file, ok := strings.Cut(f.text, "="); ok {
				v.besides(file, f, pipeline.KindWrite)
			}
		case "-L", "--extern":
			file := f.text
			if _, value, ok := strings.Cut(file, "="); ok {
				file = value
			}
			if strings.ContainsAny(file, "/~") || a.option == "-L" {
				v.besides(file, f, pipeline.KindCode)
			}
		}
	}
}

// codegen judges one -C NAME=VALUE. What is not listed may start a program.
func (v *visit) codegen(f field) {
	name, value, _ := strings.Cut(f.text, "=")
	switch strings.ReplaceAll(name, "_", "-") {
	case "opt-level", "lto", "debuginfo", "target-cpu", "target-feature", "codegen-units", "panic", "strip", "overflow-checks", "debug-assertions", "prefer-dynamic", "rpath", "relocation-model", "code-model", "embed-bitcode", "metadata", "extra-filename", "force-frame-pointers", "force-unwind-tables", "inline-threshold", "no-prepopulate-passes", "no-redzone", "no-vectorize-loops", "no-vectorize-slp", "soft-float", "split-debuginfo", "symbol-mangling-version", "tune-cpu", "control-flow-guard", "default-linker-libraries", "link-dead-code", "instrument-coverage", "linker-flavor", "link-self-contained", "save-temps", "dwarf-version", "remark", "help", "linker-plugin-lto":
		if strings.Contains(value, "/") {
			v.besides(value, f, pipeline.KindCode)
		}
	case "incremental", "profile-generate":
		v.besides(value, f, pipeline.KindWrite)
	case "profile-use":
		v.besides(value, f, pipeline.KindRead)
	case "linker", "ar":
		if !strings.Contains(value, "/") {
			v.r.within(v.name, func() { v.r.exec(v.sc, []field{{text: value, span: f.span}}) })
			return
		}
		v.besides(value, f, pipeline.KindCode)
	default:
		v.r.code(v.name+": "+f.text, v.name, v.mark, f.span)
	}
}

// besides states what happens to a path that stands inside of an argument.
func (v *visit) besides(file string, f field, kind pipeline.EffectKind) {
	v.r.path(v.sc, v.homed(field{text: file, span: f.span}), kind, v.name, v.mark)
}

// machineTool is a tool's name without a version and without the processor that
// its tool chain is for.
func machineTool(name string) string {
	if tool, ok := catalogue.Toolchain(name); ok {
		return tool
	}
	return unhyphened(name)
}

// looksOnly knows options of clang's inner front end that print what was read
// or change what is said; the others may load a plugin or name files.
func looksOnly(option string) bool {
	switch option {
	case "-ast-dump", "-ast-dump=json", "-ast-dump-all", "-ast-print", "-ast-list", "-ast-view", "-dump-tokens", "-dump-raw-tokens", "-fsyntax-only", "-fcolor-diagnostics", "-disable-O0-optnone", "-disable-llvm-passes", "-verify", "-emit-llvm", "-emit-llvm-only", "-fdump-record-layouts", "-print-stats":
		return true
	}
	return false
}

// queries looks into the programs of jq and yq for what they read besides
// their input: variables of the environment, files that yq loads.
func (v *visit) queries() {
	if v.name == "yq" {
		if f, ok := v.arg("-s", "--split-exp"); ok && strings.Trim(strings.ReplaceAll(f.text, "$index", ""), "()+ ") != "" {
			v.unknown("writes files that "+f.text+" names", f)
		}
	}
	text, f, ok := v.queryFile()
	if !ok && (len(v.operands) == 0 || v.has("-f", "--from-file")) {
		return
	}
	if !ok {
		f = v.operands[0]
		text = f.text
	}
	f.text = text
	v.queriesEnvironment(text, f)
	v.queryModules(text, f)
	for _, call := range [...]string{"$ENV.", "$ENV[", "env.", "env[", "env("} {
		for at := 0; ; {
			i := strings.Index(f.text[at:], call)
			if i < 0 {
				break
			}
			i += at
			at = i + len(call)
			name := strings.TrimLeft(f.text[at:], `"' `)
			end := 0
			for end < len(name) && wordByte(name[end]) && name[end] != '.' {
				end++
			}
			ofInput := call[0] != '$' && i > 0 && wordByte(f.text[i-1]) && !strings.HasSuffix(f.text[:i], "str") // .env is a field
			if !ofInput && secretName(name[:end]) {
				v.r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "the variable " + name[:end], Certain: true, By: v.name, Mark: catalogue.MarkCredential, Span: f.span})
			}
		}
	}
	if v.name == "yq" {
		v.loads(f.text, f)
	}
}

// loads finds yq's load("file") and its kin, which read further files.
func (v *visit) loads(text string, f field) {
	for rest := text; ; {
		i := strings.Index(rest, "load")
		if i < 0 {
			return
		}
		before := i == 0 || !wordByte(rest[i-1])
		rest = rest[i+len("load"):]
		word := rest
		for word != "" && (wordByte(word[0])) {
			word = word[1:]
		}
		word = strings.TrimLeft(word, " ")
		if !before || !strings.HasPrefix(word, "(") {
			continue
		}
		arg, _, closed := strings.Cut(word[1:], ")")
		arg = strings.TrimSpace(arg)
		if file := strings.Trim(arg, `"`); closed && len(file) == len(arg)-2 && !strings.ContainsAny(file, `"\`) {
			v.r.path(v.sc, field{text: path.Clean(file), span: f.span}, pipeline.KindRead, v.name, v.mark)
			continue
		}
		v.unknown("reads files that "+clip(arg)+" names", f)
	}
}

// linkedCode states code of another's folder that a compiler takes into what it builds: a
// library, or where libraries and headers are looked for.
func (v *visit) linkedCode(word, before string, f field) {
	place := ""
	switch {
	case before == "-L" || before == "-I" || before == "-isystem" || before == "-iquote" || before == "-idirafter" || before == "-rpath":
		place = word
	case strings.HasPrefix(word, "-Wl,-rpath"):
		place = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(word, "-Wl,-rpath"), "-link"), ",=")
	case len(word) > 2 && (strings.HasPrefix(word, "-L") || strings.HasPrefix(word, "-I") || strings.HasPrefix(word, "-l:")):
		place = strings.TrimPrefix(word[2:], ":")
	case strings.HasPrefix(word, "-"):
	case strings.HasSuffix(word, ".a") || strings.HasSuffix(word, ".so") || strings.HasSuffix(word, ".o"):
		place = word
	}
	if !strings.HasPrefix(place, "/") && !strings.HasPrefix(place, "~") && !strings.Contains(place, "..") || ofTheMachine(place) || systemDir(place) {
		return
	}
	f.text = place
	v.r.codePath(v.sc, v.homed(f), v.name, catalogue.MarkBuild)
}
